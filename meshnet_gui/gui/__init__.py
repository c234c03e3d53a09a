"""The only place for PySide6."""
