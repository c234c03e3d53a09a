"""Opens the page of a newer version in the browser, which only the core names; says so where there is no browser."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from meshnet_gui.gui.translation import tr


def open_page(page: str) -> str:
    """What went wrong, for a person; empty where a browser was told."""
    url = QUrl(page, QUrl.ParsingMode.StrictMode)
    if url.isValid() and url.scheme() == "https" and QDesktopServices.openUrl(url):
        return ""
    return tr("No browser could be opened. The page is {page}", page=page)
