"""Who is there and who does what: the directory of peers, their health, and routing."""
