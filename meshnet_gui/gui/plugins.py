"""Where Qt finds its plugins, said before the application is made."""

from __future__ import annotations

from pathlib import Path

import PySide6
from PySide6.QtCore import QCoreApplication, QLibraryInfo

from meshnet_gui.installation import IS_BUNDLE

_PLACES = ("Qt/plugins", "plugins")  # the second on Windows


def find_plugins(folder: Path | None = None, *, bundle: bool = IS_BUNDLE) -> Path:
    """Their folder. In a bundle it is named to Qt, whose own way there ends at a comma or a quote in the path.

    ``folder`` is that of PySide6.
    """
    inside = folder or Path(PySide6.__path__[0])
    found = next((inside / place for place in _PLACES if (inside / place / "platforms").is_dir()), None)
    if not bundle or found is None:
        return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    QCoreApplication.addLibraryPath(str(found))
    return found
