"""One model on this disk: what of it is here, what uses it, its fetch, and what can be done with it."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QVBoxLayout

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import bytes_text, sentences_text
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.fetch_line import FetchLine
from meshnet_gui.gui.flow import Flow
from meshnet_gui.gui.format import short_model
from meshnet_gui.gui.held_bar import HeldBar
from meshnet_gui.gui.layers_choice import Choosable, LayersChoice
from meshnet_gui.gui.layers_removal import LayersRemoval
from meshnet_gui.gui.model_words import (
    IN_CHATS,
    bytes_to_get,
    fetch_of,
    is_complete,
    is_shared,
    stored_text,
    uses_of,
    whole_span,
)
from meshnet_gui.gui.question import Question
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import mark, sentence, tr, tr_marked
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, PlainLabel, plain_tooltip, row
from meshnet_gui.modelstore.fits import Fits
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import FetchView, ModelCheck, ModelView, Snapshot
from meshnet_gui.types import Span

_AGAIN = mark("It can be fetched again.")
_IMPORTED = mark("It was imported: without the file that it came from, it cannot be had back.")
_CHATS = mark("Your chats use it now; they need another one then.")
_SHARED = mark("This computer shares it now. Stop sharing it first.")


class StoredRow(QFrame):
    """``serve_requested`` asks for the Node tab with this model chosen."""

    serve_requested = Signal(str)

    def __init__(self, commands: Commands, bridge: Bridge, now: Callable[[], float] = time.time) -> None:
        """``now`` in seconds since 1970."""
        super().__init__()
        self.setProperty("listrow", "true")
        self._commands = commands
        self._bridge = bridge
        self._now = now
        self._model: ModelView | None = None
        self._snapshot: Snapshot | None = None
        self._fits: Fits | None = None
        self._tells_of_fetch = False
        self.question = Question(self)
        self.name = ElidedLabel("", "strong")
        self.uses = PlainLabel("", "ok")
        self.text = ElidedLabel("", "caption")
        self.bar = HeldBar()
        self.fits = PlainLabel("", "caption", wrap=True)
        self.use = QPushButton(tr("Use in chats"))
        self.serve = QPushButton(tr("Share…"))
        self.layers = IconButton("get", tr("Get layers of this model"), tr("Get layers…"))
        self.more = QPushButton(tr("More"))
        self.menu = QMenu(self)
        self.more.setMenu(self.menu)
        self.fetch = FetchLine(commands, bridge)
        self.choice = LayersChoice()
        self.removal = LayersRemoval()
        self.told = Told()
        self._lay_out()
        self._connect()

    def show_model(self, model: ModelView, snapshot: Snapshot, found: Fits | None = None) -> None:
        """``found`` says what of it fits, None where nobody knows."""
        if self._model is None or self._model.name != model.name:
            self._name_all(model)
        self._model, self._snapshot, self._fits = model, snapshot, found
        self.fits.setText(sentence(" ".join(found.sentences)) if found else "")
        uses = uses_of(model, snapshot)
        self.uses.setText(" · ".join(uses))
        self.text.set_text(stored_text(model, self._now()))
        fetch = fetch_of(model.name, snapshot.fetches)
        self.bar.show_layers(model.num_layers, (whole_span(model),) if model.is_whole else model.held, _wanted(fetch))
        self.fetch.show_fetch(fetch)
        if fetch is not None and self._tells_of_fetch:
            self._tell("")  # its line says it
        self.fits.setVisible(bool(found and found.sentences) and fetch is None)
        self.use.setVisible(tr_marked(IN_CHATS) not in uses)
        may_get = model.can_fetch and not is_complete(model) and fetch is None
        self.layers.setVisible(may_get and self.choice.isHidden())
        if not may_get:
            self.choice.hide()
        self.choice.show_disk(snapshot.disk)
        if not self._may_remove_layers(model, fetch):
            self.removal.hide()
        self.removal.show_model(model, snapshot)

    @staticmethod
    def _may_remove_layers(model: ModelView, fetch: FetchView | None) -> bool:
        return model.can_fetch and bool(model.held) and fetch is None

    def choose_layers(self) -> None:
        """Opens the choice of layers to get."""
        model, snapshot = self._model, self._snapshot
        if model is not None and snapshot is not None and model.can_fetch and not is_complete(model):
            self._tell("")
            self.layers.hide()
            self.removal.hide()
            fitting = self._fits.my_span if self._fits else None
            self.choice.offer(Choosable(model.num_layers, partial(bytes_to_get, model), fitting), snapshot.disk)
            self.choice.which.setFocus()

    def _get(self, span: Span | None) -> None:
        if self._model is not None and span is not None:
            self.choice.hide()
            self._bridge.watch(self._commands.fetch_layers(self._model.name, span), self._got)

    def _got(self, _: object, error: MeshnetError | None) -> None:
        """Why there is no fetch; one that has begun says it in its line."""
        fetches = self._snapshot.fetches if self._snapshot else ()
        if error is not None and self._model is not None and fetch_of(self._model.name, fetches) is None:
            self._tell_outcome(error)
            self._tells_of_fetch = True

    def _use(self) -> None:
        if self._model is not None:
            self.use.setEnabled(False)
            self._bridge.watch(self._commands.set_model(self._model.name), self._used)

    def _used(self, _: object, error: MeshnetError | None) -> None:
        self.use.setEnabled(True)
        self._tell_outcome(error)

    def _serve(self) -> None:
        if self._model is not None:
            self.serve_requested.emit(self._model.name)

    def _fill_menu(self) -> None:
        self.menu.clear()
        self.menu.addAction(tr("Verify")).triggered.connect(self._verify)
        self.menu.addSeparator()
        model, fetches = self._model, self._snapshot.fetches if self._snapshot else ()
        if model is not None and self._may_remove_layers(model, fetch_of(model.name, fetches)):
            self.menu.addAction(tr("Remove some layers…")).triggered.connect(self._choose_to_remove)
        self.menu.addAction(tr("Remove…")).triggered.connect(self._ask_to_remove)

    def _verify(self) -> None:
        if self._model is not None:
            self._tell(tr("Comparing all that is here with its digests…"))
            self._bridge.watch(self._commands.verify_model(self._model.name), self._verified)

    def _verified(self, found: ModelCheck | None, error: MeshnetError | None) -> None:
        if found is None or error is not None:
            self._tell_outcome(error)
        else:
            self._tell(found.text, "caption" if found.is_sound else "error-caption")

    def _ask_to_remove(self) -> None:
        model, snapshot = self._model, self._snapshot
        if model is None or snapshot is None:
            return
        if is_shared(model, snapshot):
            self._tell(tr_marked(_SHARED), "error-caption")
            return
        frees = sentences_text(
            (
                tr("This frees {held_bytes}.", held_bytes=bytes_text(model.held_bytes)),
                tr_marked(_AGAIN if model.can_fetch else _IMPORTED),
                tr_marked(_CHATS) if tr_marked(IN_CHATS) in uses_of(model, snapshot) else "",
            )
        )
        self.question.ask(
            tr("Remove {name}?", name=short_model(model.name)), frees, tr("Remove"), partial(self._remove, model.name)
        )

    def _choose_to_remove(self) -> None:
        if self._model is not None and self._snapshot is not None and self._model.held:
            self._tell("")
            if not self.choice.isHidden():
                self._give_up()
            self.removal.offer(self._model, self._snapshot)
            self.removal.start.setFocus()

    def _remove_layers(self, span: Span) -> None:
        if self._model is not None:
            self.removal.hide()
            self._tell(tr("Removing…"))
            self._bridge.watch(self._commands.remove_layers(self._model.name, span), partial(self._removed_some, span))

    def _removed_some(self, span: Span, freed: int | None, error: MeshnetError | None) -> None:
        if error is None and freed is not None:
            self._tell(tr("Layers {span} are removed; {freed} are free again.", span=span, freed=bytes_text(freed)))
        else:
            self._tell_outcome(error)

    def _remove(self, name: str) -> None:
        self._tell(tr("Removing…"))
        self._bridge.watch(self._commands.remove_model(name), self._removed)

    def _removed(self, _: object, error: MeshnetError | None) -> None:
        self._tell_outcome(error)

    def _tell(self, text: str, role: str = "caption") -> None:
        self._tells_of_fetch = False
        self.told.tell(text, role)

    def _tell_outcome(self, error: MeshnetError | None) -> None:
        self._tells_of_fetch = False
        self.told.tell_outcome(error)

    def _name_all(self, model: ModelView) -> None:
        self.choice.hide()
        self.removal.hide()
        self._tell("")
        short = short_model(model.name)
        self.name.set_text(short)
        self.name.setToolTip(plain_tooltip(model.identity))
        for button in (self.use, self.serve, self.layers, self.more):
            button.setAccessibleName(f"{button.text().rstrip('…')}: {short[:60]}")

    def _connect(self) -> None:
        self.use.clicked.connect(self._use)
        self.serve.clicked.connect(self._serve)
        self.layers.clicked.connect(self.choose_layers)
        self.choice.chosen.connect(self._get)
        self.choice.given_up.connect(self._give_up)
        self.removal.chosen.connect(self._remove_layers)
        self.removal.given_up.connect(self._leave_layers)
        self.menu.aboutToShow.connect(self._fill_menu)

    def _leave_layers(self) -> None:
        self.removal.hide()
        self.more.setFocus()

    def _give_up(self) -> None:
        self.choice.hide()
        self.layers.show()
        self.layers.setFocus()

    def _lay_out(self) -> None:
        for button in (self.use, self.serve, self.more):
            button.setProperty("kind", "plain")
        head = row(spacing=10)
        head.addWidget(self.name, 1)
        head.addWidget(self.uses)
        head.addLayout(Flow(self.layers, self.use, self.serve, self.more, spacing=10, at_end=True))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 12)
        layout.setSpacing(6)
        layout.addLayout(head)
        for widget in (self.text, self.bar, self.fits, self.fetch, self.choice, self.removal, self.told):
            layout.addWidget(widget)


def _wanted(fetch: FetchView | None) -> tuple[Span, ...]:
    return (fetch.span,) if fetch is not None and fetch.span is not None else ()
