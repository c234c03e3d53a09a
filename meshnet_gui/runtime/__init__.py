"""Puts the core together and is the only door for the GUI and the CLI: assembly, commands, snapshot."""
