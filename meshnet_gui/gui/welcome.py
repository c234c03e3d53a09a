"""The chat before its first message: what this is, the route of an answer, or the way out where there is none."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.assets import pixmap
from meshnet_gui.gui.flow import Flow
from meshnet_gui.gui.format import error_text, model_text, route_text, short_model, spans_text
from meshnet_gui.gui.lanes import is_coming, lanes_of
from meshnet_gui.gui.model_words import start_fetch_text
from meshnet_gui.gui.swarm_words import hop_names
from meshnet_gui.gui.translation import mark, sentence, tr, tr_count, tr_marked
from meshnet_gui.gui.widgets import IconLabel, PlainLabel, plain_tooltip, restyle
from meshnet_gui.runtime.snapshot import Snapshot, SwarmModelView
from meshnet_gui.types import Route, Span

EXAMPLES = (
    mark("What is the capital of France?"),
    mark("Explain how rainbows form, in three sentences."),
    mark("Write a short poem about the sea."),
    mark("Give me a recipe idea with tomatoes and rice."),
)
_SERVE = mark("Serve these layers on this computer")
_GET_STARTER = mark("Get the starter model (93 MB)")
_SET_UP_STARTER = mark("Set up the starter model")
_NO_MODEL = mark(
    "Begin with the starter model, a small one that chats at once. Or find another: of a large one this computer needs "
    "only some layers, and a file that you have can be imported."
)
_SWARM_HAS = mark(
    "Your swarm serves one: to chat with it, this computer needs only its small files. Or begin with the starter "
    "model, a small one that runs here, or find another."
)


def blocked_reason(snapshot: Snapshot) -> str:
    """Why no message can be sent now, as one sentence; empty when it can."""
    if snapshot.startup:
        return tr("Getting ready: {what}", what=sentence(snapshot.startup))
    if snapshot.model is None:
        return tr("No model is on this computer yet")
    if snapshot.route is None:
        if snapshot.missing:
            return tr("Nobody serves {layers}", layers=spans_text(snapshot.missing))
        return tr("There is no route yet")
    return ""


def span_to_serve(snapshot: Snapshot) -> Span | None:
    """What this computer could serve to close the gap; None where one span cannot, or would tear open another gap."""
    if len(snapshot.missing) != 1:
        return None
    gap, own = snapshot.missing[0], snapshot.node.span
    if own is None or snapshot.node.state not in ("ready", "loading", "joining"):
        return gap
    touching = own.start <= gap.end and gap.start <= own.end
    return Span(min(own.start, gap.start), max(own.end, gap.end)) if touching else None


def starter_words(snapshot: Snapshot | None) -> str:
    """What the button says; where the model came along, nothing of a download."""
    return tr_marked(_SET_UP_STARTER if snapshot is not None and snapshot.has_starter else _GET_STARTER)


class Welcome(QWidget):
    """``example`` carries a prompt to send; the other signals ask for the way out of a missing route or model.

    ``swarm_model_requested`` carries the identity of a model that the swarm serves.
    """

    example = Signal(str)
    serve_requested = Signal(object)
    others_requested = Signal()
    models_requested = Signal()
    starter_requested = Signal()
    swarm_model_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._logo = PlainLabel()
        self._logo.setPixmap(pixmap("app", 56, self.devicePixelRatioF()))
        title = PlainLabel(tr("One model, many computers"), "title", wrap=True)
        self._subtitle = PlainLabel("", "muted", wrap=True)
        self.status = _StatusCard(self)
        self.chips = [self._chip(tr_marked(text)) for text in EXAMPLES]
        self._grid = QGridLayout()
        self._grid.setSpacing(10)
        self._num_columns = 0
        self._arrange()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 24, 0, 24)
        layout.setSpacing(8)
        layout.addStretch(2)
        layout.addWidget(self._logo, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(8)
        for label in (title, self._subtitle):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(label)
        layout.addSpacing(14)
        layout.addWidget(self.status)
        layout.addSpacing(10)
        layout.addLayout(self._grid)
        layout.addStretch(3)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._subtitle.setText(_model_line(snapshot))
        self.status.show_snapshot(snapshot)
        blocked = blocked_reason(snapshot)
        for chip in self.chips:
            chip.setEnabled(not blocked)
            chip.setToolTip(plain_tooltip(blocked))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """The examples in two columns, or below each other where their words would not fit."""
        widest = max(chip.sizeHint().width() for chip in self.chips)
        columns = 2 if self.width() >= 2 * widest + self._grid.spacing() else 1
        if columns != self._num_columns:
            self._num_columns = columns
            for index, chip in enumerate(self.chips):
                self._grid.addWidget(chip, index // columns, index % columns)

    def _chip(self, text: str) -> QPushButton:
        chip = QPushButton(text)
        chip.setProperty("kind", "chip")
        chip.setAccessibleName(tr("Ask: {question}", question=text))
        chip.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        chip.clicked.connect(lambda: self.example.emit(text))
        return chip


class _StatusCard(QFrame):
    """The one thing that matters now: starting, no model, missing layers, or the route that an answer would take."""

    def __init__(self, owner: Welcome) -> None:
        super().__init__()
        self._served = ""
        self._icon = IconLabel("info", "accent", 20)
        self._title = PlainLabel("", "heading", wrap=True)
        self._text = PlainLabel("", "muted", wrap=True)
        self._busy = QProgressBar()
        self._busy.setObjectName("thin")
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.setAccessibleName(tr("Getting ready"))
        self.serve = self._button(tr_marked(_SERVE), "primary")
        self.serve.clicked.connect(lambda: owner.serve_requested.emit(self._span))
        self.others = self._button("")
        self.others.clicked.connect(owner.others_requested)
        self.starter = self._button(starter_words(None), "primary")
        self.starter.clicked.connect(self._ask_for_starter)
        self.starter.clicked.connect(owner.starter_requested)
        self.use = self._button("", "primary")
        self.use.clicked.connect(self._ask_for_swarm_model)
        self.use.clicked.connect(lambda: owner.swarm_model_requested.emit(self._served))
        self.find_model = self._button(tr("Find another model…"))
        self.find_model.clicked.connect(owner.models_requested)
        self.problem = PlainLabel("", "error", wrap=True, selectable=True)
        self.problem.hide()
        self._span: Span | None = None
        words = QVBoxLayout()
        words.setSpacing(4)
        for widget in (self._title, self._text):
            words.addWidget(widget)
        words.addSpacing(4)
        words.addWidget(self._busy)
        words.addWidget(self.problem)
        self._buttons = QWidget()
        buttons = Flow(self.serve, self.others, self.use, self.starter, self.find_model)
        buttons.setContentsMargins(0, 8, 0, 2)
        self._buttons.setLayout(buttons)
        words.addWidget(self._buttons)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(12)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._span = span_to_serve(snapshot)
        grows = self._span is not None and self._span not in snapshot.missing
        wider = tr("Serve layers {span} on this computer", span=self._span)
        self.serve.setText(wider if grows else tr_marked(_SERVE))
        self.serve.setAccessibleName(self.serve.text())
        self.others.setText(tr("Invite somebody") if snapshot.swarm else tr("Start or join a swarm"))
        self.others.setAccessibleName(self.others.text())
        self._busy.setVisible(bool(snapshot.startup))
        no_model = snapshot.model is None and not snapshot.startup
        no_route = not no_model and not snapshot.startup and snapshot.route is None
        self.starter.setVisible(no_model)
        self.starter.setText(starter_words(snapshot))
        self.starter.setAccessibleName(self.starter.text())
        self._offer_swarm_model(snapshot.swarm_models[0] if no_model and snapshot.swarm_models else None)
        self.find_model.setVisible(no_model)
        self.problem.setVisible(no_model and bool(self.problem.text()))
        self.serve.setVisible(no_route and self._span is not None)
        self.others.setVisible(no_route)
        self._buttons.setVisible(no_model or no_route)
        if snapshot.startup:
            startup = sentence(snapshot.startup)
            self._say("info", "accent", True, tr("Getting ready"), startup[:1].upper() + startup[1:])
        elif snapshot.model is None:
            text = tr_marked(_SWARM_HAS if snapshot.swarm_models else _NO_MODEL)
            self._say("folder", "warn", "warn", tr("No model is on this computer yet"), text)
        elif snapshot.route is None:
            self._say("alert", "warn", "warn", *_missing_words(snapshot))
        else:
            self._say("check", "ok", True, tr("Ready to chat"), _route_words(snapshot, snapshot.route))

    def end_fetching(self, error: MeshnetError | None) -> None:
        """The model has come, or why not."""
        self.starter.setEnabled(True)
        self.use.setEnabled(True)
        self._tell(sentence(error_text(error)) if error else "")

    def _offer_swarm_model(self, served: SwarmModelView | None) -> None:
        """What most of the others serve is what somebody who has just joined wants to use."""
        self.use.setVisible(served is not None)
        restyle(self.starter, "kind", "plain" if served else "primary")
        if served is not None:
            self._served = served.identity
            name = model_text(served.name, served.identity)[:40]
            self.use.setText(tr("Use {name}", name=name).replace("&", "&&"))
            self.use.setAccessibleName(tr("Use {name} from your swarm", name=name))

    def _ask_for_swarm_model(self) -> None:
        self.use.setEnabled(False)
        self._tell("")

    def _ask_for_starter(self) -> None:
        self.starter.setEnabled(False)
        self._tell("")

    def _tell(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem) and not self.starter.isHidden())

    def _say(self, icon_name: str, tone: str, look: str | bool, title: str, text: str) -> None:
        self._icon.icon_name, self._icon.tone = icon_name, tone
        self._icon.update()
        restyle(self, "card", str(look).lower())
        self._title.setText(title)
        self._text.setText(text)

    @staticmethod
    def _button(text: str, kind: str = "plain") -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", kind)
        button.setAccessibleName(text)
        return button


def _route_words(snapshot: Snapshot, route: Route) -> str:
    hops = route_text(route, hop_names(snapshot))
    if not snapshot.route_note:
        return tr("Route: {hops}", hops=hops)
    return tr("Route: {hops}. {note}", hops=hops, note=sentence(snapshot.route_note))


def _missing_words(snapshot: Snapshot) -> tuple[str, str]:
    if not snapshot.missing:
        hint = tr("Share this computer in the Node tab, or bring in others who serve the model.")
        return tr("There is no route yet"), hint
    what = spans_text(snapshot.missing)
    if is_coming(snapshot.missing, lanes_of(snapshot, {})):
        hint = tr("Somebody is getting layers ready; the chat opens by itself when they are.")
        return tr("Nobody serves {layers} yet", layers=what), hint
    text = tr("An answer needs every layer of the model. Serve them yourself, or bring in others who do.")
    span = span_to_serve(snapshot)
    fetched = start_fetch_text(snapshot.model, span) if snapshot.model and span else ""
    return tr("Nobody serves {layers}", layers=what), f"{text} {fetched}".strip()


def _model_line(snapshot: Snapshot) -> str:
    if snapshot.model is None:
        return tr("Every computer in the swarm serves a few layers of the model; together they answer.")
    model = snapshot.model
    layers = tr_count(model.num_layers, "{num} layer", "{num} layers")
    context = tr_count(model.context_tokens, "remembers up to {num} token", "remembers up to {num} tokens")
    return f"{short_model(model.name)} · {layers} · {context}"
