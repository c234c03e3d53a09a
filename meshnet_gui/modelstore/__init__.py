"""Which models exist and their files on disk: specification, import, verification. No torch."""
