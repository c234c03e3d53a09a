"""When this computer shares: the rules, what they look at, and how it is found out."""
