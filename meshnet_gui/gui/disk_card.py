"""What models take on the disk: used, free, the limit, and what no model needs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import bytes_text, sentences_text
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import error_text, for_window, short_model
from meshnet_gui.gui.model_words import disk_text, leftovers_text
from meshnet_gui.gui.question import Question
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import mark, sentence, tr, tr_marked
from meshnet_gui.gui.widgets import IconButton, NumberBox, PlainLabel, UsageBar, plain_tooltip, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import BrokenModel, Snapshot
from meshnet_gui.settings import help_text

GB = 1_000_000_000
_MAX_GB = 1_000_000
MAX_BROKEN = 5
_LIMIT_MEANS = mark(
    "When it is reached, layers that can be fetched again and were used longest ago make room. "
    "What this computer shares, and what was imported, stays."
)


class BrokenRow(QWidget):
    """A folder among the models that cannot be used, and the way to be rid of it."""

    def __init__(self, commands: Commands, bridge: Bridge, model: BrokenModel) -> None:
        super().__init__()
        self._commands = commands
        self._bridge = bridge
        self._model = model
        self.question = Question(self)
        self.text = PlainLabel(
            sentences_text([tr("{name} cannot be used.", name=model.name), for_window(model.text)]),
            "warn-caption",
            wrap=True,
        )
        self.remove = IconButton("trash", tr("Remove {name}", name=model.name), tr("Remove…"), kind="plain")
        self.remove.clicked.connect(self._ask)
        layout = row(spacing=12)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.remove)
        self.setLayout(layout)

    def _ask(self) -> None:
        title = tr("Remove {name}?", name=short_model(self._model.name))
        self.question.ask(title, tr("All that is in its folder is deleted."), tr("Remove"), self._go)

    def _go(self) -> None:
        self.remove.setEnabled(False)
        self._bridge.watch(self._commands.remove_model(self._model.name), self._gone)

    def _gone(self, _: object, error: MeshnetError | None) -> None:
        self.remove.setEnabled(True)
        if error is not None:
            self.text.setText(error_text(error))


class DiskCard(QFrame):
    """A bar, the same in words, the limit as a field, leftovers with a button that deletes them, and broken models."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._limit_bytes = 0
        self.bar = UsageBar(tr("Disk used by models"))
        self.text = PlainLabel("", "muted", wrap=True)
        self.limit = NumberBox(tr("The most that models may take, in GB"), 0, _MAX_GB)
        self.limit.setSpecialValueText(tr("no limit"))
        self.limit.setSuffix(tr(" GB"))
        self.limit.setToolTip(plain_tooltip(sentence(help_text("models_max_bytes"))))
        self.apply = QPushButton(tr("Apply"))
        self.leftovers = PlainLabel("", "", wrap=True)
        self.delete = IconButton("trash", tr("Delete what no model needs"), tr("Delete"), kind="plain")
        self._leftovers_row = QWidget()
        self.broken: dict[BrokenModel, BrokenRow] = {}
        self._broken_rows = QVBoxLayout()
        self.told = Told()
        self._lay_out()
        self.limit.valueChanged.connect(self._refresh)
        self.apply.clicked.connect(self._apply)
        self.delete.clicked.connect(self._delete)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        disk = snapshot.disk
        self.setVisible(bool(disk.used_bytes or disk.free_bytes))  # else nobody has looked yet
        self.text.setText(disk_text(disk))
        room = disk.limit_bytes or disk.used_bytes + disk.free_bytes
        self.bar.set_usage(disk.used_bytes, room, disk_text(disk))
        words = leftovers_text(disk)
        self.leftovers.setText(words)
        self._leftovers_row.setVisible(bool(words))
        self._show_broken(disk.broken[:MAX_BROKEN])
        saved = snapshot.settings.models_max_bytes
        if saved != self._limit_bytes:  # a choice that is not applied stays
            self._limit_bytes = saved
            self.limit.setValue(_whole_gb(saved))
        self._refresh()

    def _show_broken(self, models: Sequence[BrokenModel]) -> None:
        for model in [known for known in self.broken if known not in models]:
            gone = self.broken.pop(model)
            self._broken_rows.removeWidget(gone)
            gone.deleteLater()
        for model in models:
            if model not in self.broken:
                self.broken[model] = BrokenRow(self._commands, self._bridge, model)
                self._broken_rows.addWidget(self.broken[model])

    def _refresh(self) -> None:
        self.apply.setVisible(self.limit.value() != _whole_gb(self._limit_bytes))

    def _apply(self) -> None:
        self.apply.setEnabled(False)
        changed = self._commands.change_settings(models_max_bytes=self.limit.value() * GB)
        self._bridge.watch(changed, self._applied)

    def _applied(self, _: object, error: MeshnetError | None) -> None:
        self.apply.setEnabled(True)
        self.told.tell_outcome(error)

    def _delete(self) -> None:
        self.delete.setEnabled(False)
        self._bridge.watch(self._commands.remove_leftovers(), self._deleted)

    def _deleted(self, num_bytes: int | None, error: MeshnetError | None) -> None:
        self.delete.setEnabled(True)
        self.told.tell_outcome(
            error, tr("{num_bytes} are free again.", num_bytes=bytes_text(num_bytes)) if num_bytes else ""
        )

    def _lay_out(self) -> None:
        at_each_zoom(self.limit, lambda: self.limit.setMinimumWidth(zoomed(130)))
        limit = row(spacing=10)
        label = PlainLabel(tr("At most"), "")
        label.setBuddy(self.limit)
        for widget in (label, self.limit, self.apply):
            limit.addWidget(widget)
        means = PlainLabel(tr_marked(_LIMIT_MEANS), "caption", wrap=True)
        limit.addWidget(means, 1)
        leftovers = row(spacing=12)
        leftovers.addWidget(self.leftovers, 1)
        leftovers.addWidget(self.delete)
        self._leftovers_row.setLayout(leftovers)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(PlainLabel(tr("Disk"), "heading"))
        layout.addWidget(self.text)
        layout.addWidget(self.bar)
        layout.addLayout(limit)
        layout.addWidget(self._leftovers_row)
        layout.addLayout(self._broken_rows)
        layout.addWidget(self.told)
        self.apply.hide()


def _whole_gb(num_bytes: int) -> int:
    """Rounded up, so that a limit below 1 GB does not look like none."""
    return -(-num_bytes // GB)
