"""What to serve: the model, which of its layers and how exactly, with how many threads, and who can reach it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import bytes_text
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.compute_fields import ComputeFields
from meshnet_gui.gui.drops import LOADS_ANEW, drop_text
from meshnet_gui.gui.fetch_note import FetchNote
from meshnet_gui.gui.flow import Flow
from meshnet_gui.gui.format import compute_text, weights_text
from meshnet_gui.gui.memory_line import Choice, MemoryLine
from meshnet_gui.gui.model_words import choice_text, whole_span
from meshnet_gui.gui.precision_field import PrecisionField
from meshnet_gui.gui.reach import ReachFields
from meshnet_gui.gui.translation import mark, sentence, tr, tr_marked
from meshnet_gui.gui.widgets import Combo, IconButton, NumberBox, PlainLabel, plain_tooltip, row
from meshnet_gui.modelstore.forecast import Limits
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import DiskView, ModelView, Snapshot
from meshnet_gui.types import NodeStatus, Span

_NO_MODEL = mark("Find one in the Models tab, or get the starter model in the Chat tab.")
MB = 1_000_000
_WHOLE = mark("The whole model")
_BY_ITSELF = mark("Chosen by itself")
_CHOOSES = mark("The layers that the swarm needs most, as many as fit this computer. It moves when that changes.")
_LAYERS_MEANING = mark("0 up to 15 means layers 0 to 14")


class ShardCard(QFrame):
    """Which model, which layers, how exact, how many threads and for whom; applied together with one button.

    ``models_requested`` asks for the way to more models.
    """

    models_requested = Signal()

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._snapshot: Snapshot | None = None
        self._shown_for: tuple[object, ...] = ()
        self.models = Combo(tr("Model"))
        self.models.setPlaceholderText(tr("None yet"))
        self.models.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.find_model = IconButton("search", tr("Find another model"), tr("Find…"))
        self.whole = QCheckBox(tr_marked(_WHOLE))
        self.start, self.end = _layer_box(tr("First layer")), _layer_box(tr("Up to, not including, layer"))
        self.precision = PrecisionField()
        self.compute = ComputeFields()
        self.threads = NumberBox(tr("Processor threads"), 0, 1024)
        self.threads.setSpecialValueText(tr("automatic"))
        self.sessions = NumberBox(tr("Sessions at once"), 1, 4096)
        self.cache_mb = NumberBox(tr("Memory for session caches, in MB"), 2, 10_000_000)
        self.reach = ReachFields()
        self.memory = MemoryLine()
        self.to_fetch = FetchNote()
        self.also = QPushButton(tr("Serve as well"))
        self.also.setProperty("kind", "quiet")
        self.also.setToolTip(plain_tooltip(tr("Keep what is served now, and serve this beside it")))
        self.more = QPushButton(tr("More…"))
        self.more.setProperty("kind", "quiet")
        self.more.setCheckable(True)
        self.more.setToolTip(plain_tooltip(tr("Threads, port, session caches, and what computes")))
        self._more_fields = QWidget()
        self.apply = QPushButton(tr("Apply"))
        self.apply.setProperty("kind", "primary")
        self.apply.setAccessibleName(tr("Apply model, layers, precision, threads and reach"))
        self.drops = PlainLabel("", "warn", wrap=True)
        self._problem = PlainLabel("", "error", wrap=True, selectable=True)
        self._facts = PlainLabel("", "caption", wrap=True)
        self._lay_out()
        self._connect()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Follows what is saved, but never overwrites a choice that is not applied yet."""
        self._snapshot = snapshot
        s = snapshot.settings
        numbers = s.num_threads, s.kv_max_sessions, s.kv_max_bytes
        compute = s.precision, s.dtype, s.device, s.kv_precision
        names = tuple((model.name, model.identity, model.num_layers) for model in snapshot.models)
        chosen = snapshot.model.name if snapshot.model else ""  # what of them is here grows while they are fetched
        saved = (s.span, compute, s.host, s.port, numbers, chosen, names)
        if saved != self._shown_for:
            self._shown_for = saved
            self._follow(snapshot)
        self.whole.setText(tr_marked(_BY_ITSELF) if snapshot.swarm else tr_marked(_WHOLE))
        self.reach.show_swarm(is_in_one=snapshot.swarm is not None)
        self._name_models(snapshot)
        if self._is_by_itself:
            self._limit_layers()  # what it chose may have changed
        self._facts.setText(_shard_facts(snapshot.node))
        if self._problem.text() and self._problem.text() == sentence(snapshot.node.error):
            self._tell("", "")  # the state above says it too
        self._refresh()

    def chosen_model(self) -> ModelView | None:
        models = self._snapshot.models if self._snapshot else ()
        return next((model for model in models if model.name == self.models.currentData()), None)

    def chosen_span(self) -> Span | None:
        """None for the whole model, or in a swarm for what is chosen by itself."""
        return None if self.whole.isChecked() else Span(self.start.value(), self.end.value())

    def chosen_settings(self) -> dict[str, object]:
        """What is on screen and not applied yet, all of it by the names of settings."""
        model, span = self.chosen_model(), self.chosen_span()
        if model is None:
            return {}
        changed = self._changes()
        chosen: dict[str, object] = {"span": str(span) if span else ""} if changed else {}
        if "model" in changed:
            chosen["model"] = model.name
        return {**chosen, **self._changed_settings()}

    def choose_model(self, name: str) -> None:
        """Chooses a model as if somebody had, for them to see what it takes and apply it."""
        place = self.models.findData(name)
        if place >= 0:
            self.models.setCurrentIndex(place)
        (self.apply if self.apply.isEnabled() else self.models).setFocus()

    def _follow(self, snapshot: Snapshot) -> None:
        self.models.blockSignals(True)
        self.models.clear()
        for model in snapshot.models:
            self.models.addItem(choice_text(model), model.name)
        if snapshot.model is not None:
            self.models.setCurrentIndex(max(0, self.models.findData(snapshot.model.name)))
        self.models.blockSignals(False)
        self._limit_layers()
        self.threads.setValue(snapshot.settings.num_threads)
        self.sessions.setValue(snapshot.settings.kv_max_sessions)
        self.cache_mb.setValue(snapshot.settings.kv_max_bytes // MB)
        self.precision.show_settings(snapshot.settings)
        self.compute.show_settings(snapshot.settings)
        self.reach.show_settings(snapshot.settings)
        text = snapshot.settings.span
        self.whole.setChecked(not text)
        if text:
            span = Span.parse(text)
            self.end.setValue(span.end)
            self.start.setValue(span.start)

    def _name_models(self, snapshot: Snapshot) -> None:
        """Beside each what of it is here now."""
        for model in snapshot.models:
            place, words = self.models.findData(model.name), choice_text(model)
            if place >= 0 and self.models.itemText(place) != words:
                self.models.setItemText(place, words)

    @property
    def _is_by_itself(self) -> bool:
        return self.whole.isChecked() and self._snapshot is not None and self._snapshot.swarm is not None

    def _own_choice(self) -> Span | None:
        """The layers that were chosen by themselves; None while there are none."""
        model, snapshot = self.chosen_model(), self._snapshot
        if not self._is_by_itself or snapshot is None or model is None or snapshot.settings.span:
            return None
        span = snapshot.node.span if snapshot.node.model_name == model.name else None
        return span if span is not None and span.end <= model.num_layers else None

    def _limit_layers(self) -> None:
        model = self.chosen_model()
        last = model.num_layers if model else 1
        self.start.setRange(0, last - 1)
        self.end.setRange(1, last)
        if self.whole.isChecked():
            shown = self._own_choice() or Span(0, last)
            self.start.setValue(shown.start)
            self.end.setValue(shown.end)

    def _refresh(self) -> None:
        model = self.chosen_model()
        numbers = (self.threads, self.sessions, self.cache_mb, self.reach.port)
        for widget in (self.models, self.whole, self.precision.choice, *self.compute.boxes, self.reach.who, *numbers):
            widget.setEnabled(model is not None)
        for box in (self.start, self.end):
            box.setEnabled(model is not None and not self.whole.isChecked())
        self._show_memory(model)
        self._show_fetch(model)
        is_on = self._snapshot is not None and self._snapshot.settings.contributing
        wanted, settings = self._changes(), self._changed_settings()
        is_other = bool(LOADS_ANEW & settings.keys())
        self.apply.setText(tr("Apply and reload") if is_on and is_other else tr("Apply"))
        fits = self.memory.fits or not (is_on and (wanted or is_other))
        self.apply.setEnabled(model is not None and bool(wanted or settings) and fits)
        ends = drop_text(self._snapshot, {**dict.fromkeys(wanted), **settings}) if self._snapshot else ""
        self.drops.setText(ends)
        self.drops.setVisible(bool(ends))
        # What is served beside it is computed alike.
        may_add = model is not None and bool(wanted) and not is_other and self._has_room_beside(model)
        self.also.setVisible(may_add)
        self.also.setEnabled(may_add)

    def _show_memory(self, model: ModelView | None) -> None:
        snapshot = self._snapshot
        if model is None or snapshot is None:
            self.memory.show_nothing(tr_marked(_NO_MODEL))
            self.precision.show_sizes(None, None)
            return
        if self._is_by_itself:
            self.memory.show_nothing(sentence(snapshot.assignment) or tr_marked(_CHOOSES))
            self.precision.show_sizes(model.sizes, self._own_choice())
            return
        span = self.chosen_span() or Span(0, model.num_layers)
        changed = self._changed_settings()
        held = snapshot.limits
        limits = Limits(
            model.context_tokens,
            self.sessions.value() if "kv_max_sessions" in changed else held.max_sessions,
            self.cache_mb.value() * MB if "kv_max_bytes" in changed else held.max_bytes,
            str(self.compute.kv_precision.currentData()),
        )
        choice = Choice(model, span, self.precision.precision, limits)
        self.precision.show_sizes(model.sizes, span)
        is_other = bool(LOADS_ANEW & changed.keys())  # then every shard is loaded anew
        replaced = {(shard.identity, shard.span) for shard in snapshot.node.shards[: None if is_other else 1]}
        is_there = not is_other and (model.name, span) in _served(snapshot.node)
        needs_no_room = is_there or not self.compute.takes_main_memory
        self.memory.show_choice(choice, snapshot, replaced, is_there=needs_no_room)

    def _show_fetch(self, model: ModelView | None) -> None:
        span = self.chosen_span()
        if span is None and model is not None and not self._is_by_itself:
            span = whole_span(model)
        self.to_fetch.show_choice(model, span, self._snapshot.disk if self._snapshot else DiskView())

    def _has_room_beside(self, model: ModelView) -> bool:
        """Whether one more may be served at all; the core knows how much memory that leaves."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.limits.max_shards < 2:
            return False
        span = self.chosen_span() or Span(0, model.num_layers)
        return (model.name, span) not in _served(snapshot.node)

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
        settings = self._snapshot.settings
        changed = {} if self.threads.value() == settings.num_threads else {"num_threads": self.threads.value()}
        if self.sessions.value() != settings.kv_max_sessions:
            changed["kv_max_sessions"] = self.sessions.value()
        if self.cache_mb.value() != settings.kv_max_bytes // MB:
            changed["kv_max_bytes"] = self.cache_mb.value() * MB
        return {
            **changed,
            **self.precision.changes(settings),
            **self.compute.changes(settings),
            **self.reach.changes(settings),
        }

    def _apply(self) -> None:
        changes, settings, model = self._changes(), self._changed_settings(), self.chosen_model()
        self._tell("", "")
        self.apply.setEnabled(False)
        if model is not None and ("model" in changes or (changes and settings)):
            self._bridge.watch(self._commands.serve(model.name, self.chosen_span(), **settings), self._applied)
        elif changes:
            self._bridge.watch(self._commands.set_span(self.chosen_span()), self._applied)
        elif settings:
            self._bridge.watch(self._commands.change_settings(**settings), self._applied)

    def _serve_also(self) -> None:
        model = self.chosen_model()
        if model is not None:
            self._tell("", "")
            self.also.setEnabled(False)
            self._bridge.watch(self._commands.serve_also(model.name, self.chosen_span()), self._added)

    def _added(self, _: object, error: MeshnetError | None) -> None:
        if error is None and self._snapshot is not None:
            self._follow(self._snapshot)  # the fields show the first one again
        self._applied(None, error)

    def _use_span(self, span: Span) -> None:
        self.whole.setChecked(False)
        self.end.setValue(span.end)
        self.start.setValue(span.start)
        self.end.setValue(span.end)

    def _applied(self, _: object, error: MeshnetError | None) -> None:
        if error is not None:
            self._tell(sentence(str(error)), "error")
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
        for box in (self.start, self.end, self.threads, self.sessions, self.cache_mb):
            box.valueChanged.connect(self._refresh)
        self.precision.changed.connect(self._refresh)
        self.compute.changed.connect(self._refresh)
        self.reach.changed.connect(self._refresh)
        self.apply.clicked.connect(self._apply)
        self.more.toggled.connect(self._more_fields.setVisible)
        self.also.clicked.connect(self._serve_also)
        self.memory.use_span.connect(self._use_span)
        self.find_model.clicked.connect(self.models_requested)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(8)
        layout.addWidget(PlainLabel(tr("What to serve"), "heading"))
        layout.addSpacing(4)
        layout.addLayout(row(PlainLabel(tr("Model"), "caption"), 1, self.find_model))
        layout.addWidget(self.models)
        layout.addSpacing(6)
        layout.addLayout(row(PlainLabel(tr("Layers"), "caption"), 1, self.whole))
        layers = row(spacing=10)
        for item, stretch in ((self.start, 1), (PlainLabel(tr("up to"), "muted"), 0), (self.end, 1)):
            layers.addWidget(item, stretch)
        layout.addLayout(layers)
        layout.addSpacing(6)
        layout.addWidget(self.precision)
        layout.addSpacing(6)
        layout.addWidget(self.memory)
        layout.addWidget(self.to_fetch)
        layout.addSpacing(6)
        layout.addWidget(self.reach)
        layout.addSpacing(6)
        self._more_fields.setLayout(self._numbers())
        self._more_fields.hide()
        layout.addWidget(self._more_fields)
        self.drops.hide()
        layout.addWidget(self.drops)
        layout.addLayout(Flow(self.more, self.also, self.apply))
        self._problem.setMinimumHeight(self._problem.fontMetrics().height() + 2)  # a line of it moves nothing
        layout.addWidget(self._problem)
        self._facts.setMinimumHeight(2 * self._facts.fontMetrics().height())
        self._facts.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._facts)

    def _numbers(self) -> Flow:
        fields = (
            (tr("Processor threads"), self.threads),
            (tr("Port"), self.reach.port),
            (tr("Sessions at once"), self.sessions),
            (tr("Their memory, MB"), self.cache_mb),
            (tr("Session caches kept"), self.compute.kv_precision),
            (tr("Computes on"), self.compute.device),
            (tr("Computes in"), self.compute.dtype),
        )
        return Flow(*(_field(name, box) for name, box in fields), columns=2)


def _field(name: str, box: QWidget) -> QWidget:
    """A box under its name."""
    field = QWidget()
    layout = QVBoxLayout(field)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(4)
    layout.addWidget(PlainLabel(name, "caption"))
    layout.addWidget(box)
    return field


def _layer_box(name: str) -> NumberBox:
    box = NumberBox(name)
    box.setToolTip(f"{name}: {tr_marked(_LAYERS_MEANING)}")
    return box


def _served(node: NodeStatus) -> set[tuple[str, Span]]:
    return {(shard.model_name, shard.span) for shard in node.ready_shards()}


def _shard_facts(node: NodeStatus) -> str:
    if node.state != "ready":
        return ""
    weights = sum(shard.shard_bytes for shard in node.ready_shards())
    worst = (
        tr("at worst {worst_case_bytes}", worst_case_bytes=bytes_text(node.worst_case_bytes))
        if node.worst_case_bytes
        else ""
    )
    how = weights_text(node.identity) or compute_text(node.dtype, node.device)
    parts = [tr("Loaded: {weights}", weights=bytes_text(weights)), how, worst]
    return " · ".join(part for part in parts if part)
