"""What this program is: its version, its licence, what it is made with, and the way to all licences in it."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from meshnet_gui import __version__
from meshnet_gui.gui.dialog_column import lay_out_dialog
from meshnet_gui.gui.reading_order import OrderedDialog
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import ColumnArea, IconLabel, PlainLabel, row
from meshnet_gui.gui.zoom import zoomed_size


class AboutDialog(OrderedDialog):
    """``source`` has the licences of all that came with it; None from source, where packages bring their own."""

    def __init__(self, source: Traversable | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setWindowTitle(tr("About Meshnet"))
        self.resize(zoomed_size(560, 460))
        self._source = source
        self.area = ColumnArea()
        self.area.setAccessibleName(tr("About Meshnet"))
        self.licences = QPushButton(tr("Licences…"))
        self.leave = QPushButton(tr("Close"))
        self.area.setWidget(self._page())
        self.licences.setVisible(self._source is not None)
        self.licences.clicked.connect(self._open_licences)
        self.leave.clicked.connect(self.accept)
        lay_out_dialog(self, self.area, (self.licences, 1, self.leave))

    def _page(self) -> QWidget:
        page = QWidget()
        page.setObjectName("scrolled")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(4)
        name = PlainLabel(tr("Meshnet {version}", version=__version__), "title")
        column.addLayout(row(IconLabel("mesh", "accent", 28), name, 1, spacing=10))
        does = tr("Pool a few computers and run a language model that none of them could run alone.")
        column.addWidget(PlainLabel(does, "muted", wrap=True))
        for heading, text in _parts(came_with_all=self._source is not None):
            column.addSpacing(10)
            column.addWidget(PlainLabel(heading, "strong", wrap=True))
            column.addWidget(PlainLabel(text, wrap=True, selectable=True))
        column.addStretch(1)
        return page

    def _open_licences(self) -> None:
        if self._source is not None:
            from meshnet_gui.gui.licences_dialog import LicencesDialog

            LicencesDialog.over(self, self._source)


def _parts(*, came_with_all: bool) -> tuple[tuple[str, str], ...]:
    """Headings and what stands below them."""
    if came_with_all:
        inside = tr("Everything that came with this program is listed with its licence under “Licences…”.")
    else:
        inside = tr("This copy brings no packages of others: their licences are with the packages that were installed.")
    return (
        (
            tr("Free software"),
            tr("Meshnet is under the Apache License 2.0: you may use, change and hand it on, and it has no warranty."),
        ),
        (
            tr("Made with Qt and others"),
            tr(
                "The window is made with Qt, under the LGPL: its libraries are files of their own, and you may exchange"
                " them for others. Models run with PyTorch, transformers and ONNX Runtime; members meet over Zenoh."
            )
            + f" {inside}",
        ),
        (
            tr("Models"),
            tr(
                "The starter model, SmolLM2-135M-Instruct, is under the Apache License 2.0. Models that you fetch have"
                " licences of their own, which stand beside them where you choose one."
            ),
        ),
    )
