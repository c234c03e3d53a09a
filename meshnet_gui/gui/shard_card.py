"""What to serve: the model, which of its layers, with how many threads, and who can reach it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
)

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import bytes_text, compute_text, count_text, short_model
from meshnet_gui.gui.reach import ReachFields
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, PlainLabel, indent_text, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import ModelView, Snapshot
from meshnet_gui.types import NodeStatus, Span

_NO_MODEL = "Import a .gguf file, or get the starter model in the Chat tab."
_LAYERS_MEANING = "0 up to 15 means layers 0 to 14"


class ShardCard(QFrame):
    """Which model, which of its layers, how many threads and for whom; applied together with one button."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._snapshot: Snapshot | None = None
        self._shown_for: tuple[object, ...] = ()
        self.models = QComboBox()
        self.models.setAccessibleName("Model")
        self.models.setPlaceholderText("None yet")
        self.models.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.import_model = IconButton("folder", "Import a model file", "Import…")
        self.whole = QCheckBox("The whole model")
        self.start, self.end = _layer_box("First layer"), _layer_box("Up to, not including, layer")
        self.threads = QSpinBox()
        self.threads.setRange(0, 1024)
        self.threads.setSpecialValueText("automatic")
        self.threads.setAccessibleName("Processor threads")
        indent_text(self.threads)
        self.reach = ReachFields()
        self.estimate = PlainLabel("", "caption", wrap=True)
        self.apply = QPushButton("Apply")
        self.apply.setProperty("kind", "primary")
        self.apply.setAccessibleName("Apply model, layers, threads and reach")
        self._problem = PlainLabel("", "error", wrap=True, selectable=True)
        self._facts = ElidedLabel("", "caption")
        self._lay_out()
        self._connect()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Follows what is saved, but never overwrites a choice that is not applied yet."""
        self._snapshot = snapshot
        s = snapshot.settings
        saved = (s.span, s.num_threads, s.host, s.port, snapshot.model, snapshot.models)
        if saved != self._shown_for:
            self._shown_for = saved
            self._follow(snapshot)
        self._facts.set_text(_shard_facts(snapshot.node))
        if self._problem.text() and self._problem.text() == snapshot.node.error:
            self._tell("", "")  # the state above says it too
        self._refresh()

    def chosen_model(self) -> ModelView | None:
        models = self._snapshot.models if self._snapshot else ()
        return next((model for model in models if model.name == self.models.currentData()), None)

    def chosen_span(self) -> Span | None:
        """None for the whole model."""
        return None if self.whole.isChecked() else Span(self.start.value(), self.end.value())

    def ask_for_import(self) -> None:
        """Lets the user pick a .gguf file and imports it."""
        name, _ = QFileDialog.getOpenFileName(self, "Import a model", "", "Model files (*.gguf);;All files (*)")
        if name:
            self.import_file(Path(name))

    def import_file(self, path: Path) -> None:
        self.import_model.setEnabled(False)
        self._tell("Importing…", "muted")
        self._bridge.watch(self._commands.import_model(path), self._imported)

    def _imported(self, model: ModelView | None, error: MeshnetError | None) -> None:
        self.import_model.setEnabled(True)
        if error is not None:
            self._tell(str(error), "error")
        elif model is not None:
            self._tell(f"Imported {short_model(model.name)}.", "ok")

    def _follow(self, snapshot: Snapshot) -> None:
        self.models.blockSignals(True)
        self.models.clear()
        for model in snapshot.models:
            self.models.addItem(short_model(model.name), model.name)
        if snapshot.model is not None:
            self.models.setCurrentIndex(max(0, self.models.findData(snapshot.model.name)))
        self.models.blockSignals(False)
        self._limit_layers()
        self.threads.setValue(snapshot.settings.num_threads)
        self.reach.show_settings(snapshot.settings)
        text = snapshot.settings.span
        self.whole.setChecked(not text)
        if text:
            span = Span.parse(text)
            self.end.setValue(span.end)
            self.start.setValue(span.start)

    def _limit_layers(self) -> None:
        model = self.chosen_model()
        last = model.num_layers if model else 1
        self.start.setRange(0, last - 1)
        self.end.setRange(1, last)
        if self.whole.isChecked():
            self.start.setValue(0)
            self.end.setValue(last)

    def _refresh(self) -> None:
        model = self.chosen_model()
        for widget in (self.models, self.whole, self.threads, self.reach.who, self.reach.port):
            widget.setEnabled(model is not None)
        for box in (self.start, self.end):
            box.setEnabled(model is not None and not self.whole.isChecked())
        self.estimate.setText(self._estimate_words(model))
        self.apply.setEnabled(model is not None and bool(self._changes() or self._changed_settings()))

    def _estimate_words(self, model: ModelView | None) -> str:
        if model is None:
            return _NO_MODEL
        span = self.chosen_span() or Span(0, model.num_layers)
        words = f"{span.num_layers} of {count_text(model.num_layers, 'layer')}"
        return f"{words}, about {bytes_text(model.sizes.of_span(span))} of memory" if model.sizes else words

    def _changes(self) -> set[str]:
        snapshot, model = self._snapshot, self.chosen_model()
        if snapshot is None or model is None:
            return set()
        span = self.chosen_span()
        changed = {"model"} if snapshot.model is None or snapshot.model.name != model.name else set()
        changed |= {"span"} if (str(span) if span else "") != snapshot.settings.span else set()
        return changed

    def _changed_settings(self) -> dict[str, object]:
        if self._snapshot is None:
            return {}
        settings, threads = self._snapshot.settings, self.threads.value()
        changed = {} if threads == settings.num_threads else {"num_threads": threads}
        return {**changed, **self.reach.changes(settings)}

    def _apply(self) -> None:
        changes, settings, model = self._changes(), self._changed_settings(), self.chosen_model()
        self._tell("", "")
        self.apply.setEnabled(False)
        if settings:
            self._bridge.watch(self._commands.change_settings(**settings), self._applied)
        if "model" in changes and model is not None:
            self._bridge.watch(self._commands.set_model(model.name), self._applied)
        if "span" in changes:
            self._bridge.watch(self._commands.set_span(self.chosen_span()), self._applied)

    def _applied(self, _: object, error: MeshnetError | None) -> None:
        if error is not None:
            self._tell(str(error), "error")
        self._refresh()

    def _tell(self, text: str, role: str) -> None:
        self._problem.set_role(role)
        self._problem.setText(text)

    def _connect(self) -> None:
        self.models.currentIndexChanged.connect(self._limit_layers)
        self.models.currentIndexChanged.connect(self._refresh)
        self.whole.toggled.connect(self._limit_layers)
        self.whole.toggled.connect(self._refresh)
        self.start.valueChanged.connect(lambda first: self.end.setValue(max(self.end.value(), first + 1)))
        self.end.valueChanged.connect(lambda end: self.start.setValue(min(self.start.value(), end - 1)))
        for box in (self.start, self.end, self.threads):
            box.valueChanged.connect(self._refresh)
        self.reach.changed.connect(self._refresh)
        self.apply.clicked.connect(self._apply)
        self.import_model.clicked.connect(self.ask_for_import)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(8)
        layout.addWidget(PlainLabel("What to serve", "heading"))
        layout.addSpacing(4)
        layout.addLayout(row(PlainLabel("Model", "caption"), 1, self.import_model))
        layout.addWidget(self.models)
        layout.addSpacing(6)
        layout.addLayout(row(PlainLabel("Layers", "caption"), 1, self.whole))
        layers = row(spacing=10)
        for item, stretch in ((self.start, 1), (PlainLabel("up to", "muted"), 0), (self.end, 1)):
            layers.addWidget(item, stretch)
        layout.addLayout(layers)
        layout.addWidget(self.estimate)
        layout.addSpacing(6)
        layout.addWidget(self.reach)
        layout.addSpacing(6)
        layout.addLayout(self._numbers())
        layout.addSpacing(6)
        foot = row(spacing=10)
        foot.addWidget(self._problem, 1)  # beside the button, so that a line of it moves nothing
        foot.addWidget(self.apply, 0, Qt.AlignmentFlag.AlignBottom)
        layout.addLayout(foot)
        layout.addWidget(self._facts)

    def _numbers(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        for column, (name, box) in enumerate((("Processor threads", self.threads), ("Port", self.reach.port))):
            grid.addWidget(PlainLabel(name, "caption"), 0, column)
            grid.addWidget(box, 1, column)
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            grid.setColumnStretch(column, 1)
        return grid


def _layer_box(name: str) -> QSpinBox:
    box = QSpinBox()
    box.setAccessibleName(name)
    box.setToolTip(f"{name}: {_LAYERS_MEANING}")
    indent_text(box)
    return box


def _shard_facts(node: NodeStatus) -> str:
    if node.state != "ready":
        return ""
    parts = [f"Loaded: {bytes_text(node.shard_bytes)}", compute_text(node.dtype, node.device)]
    return " · ".join(part for part in parts if part)
