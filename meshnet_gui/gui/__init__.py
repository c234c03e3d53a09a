"""The only place for PySide6."""

from meshnet_gui.gui.singletons import make_constants_immortal

make_constants_immortal()
