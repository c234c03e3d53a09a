"""What lasts on this disk beside models and settings: conversations, and totals of what was shared. No Qt, no torch."""
