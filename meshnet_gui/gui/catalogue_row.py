"""One model of the catalogue: what it is, what of it fits where, and the way to get it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import bytes_text, number_text
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.catalogue_fits import repository_of
from meshnet_gui.gui.layers_choice import Choosable, LayersChoice
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import mark, sentence, tr, tr_count, tr_marked
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, IconLabel, PlainLabel, plain_tooltip, row
from meshnet_gui.modelstore.catalogue import CatalogueModel
from meshnet_gui.modelstore.fits import Fits
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import ModelView, Snapshot
from meshnet_gui.types import Span

GATED = mark(
    "Its publisher asks you to accept terms first: open its page on the hub with your account, accept them, then sign "
    "in below with a token of that account."
)
_UNCERTIFIED = mark("Models of its type were not found to run right in parts, so this computer does not serve them.")


class GatedMark(IconLabel):
    """Beside a model whose publisher asks for something first."""

    def __init__(self) -> None:
        super().__init__("lock", "warn", 16)
        self.setToolTip(plain_tooltip(tr_marked(GATED)))
        self.setAccessibleName(tr("Asks for terms to be accepted"))


class CatalogueRow(QFrame):
    """``added`` carries the name under which the model is in the store now."""

    added = Signal(str)

    def __init__(self, commands: Commands, bridge: Bridge, model: CatalogueModel) -> None:
        super().__init__()
        self.setProperty("listrow", "true")
        self._commands = commands
        self._bridge = bridge
        self.model = model
        self._fits: Fits | None = None
        self._snapshot: Snapshot | None = None
        self._span: Span | None = None
        self.name = ElidedLabel(model.name, "strong")
        self.lock = GatedMark()
        self.text = ElidedLabel(model_facts(model), "caption")
        self.fits_text = PlainLabel("", "", wrap=True)
        self.more_text = PlainLabel("", "caption", wrap=True)
        self.state = PlainLabel("", "ok")
        self.get = IconButton("get", tr("Get {name}", name=model.name), tr("Get…"), kind="plain")
        self.uncertified = PlainLabel(tr_marked(_UNCERTIFIED), "warn-caption", wrap=True)
        self.gated = PlainLabel(tr_marked(GATED), "caption", wrap=True)
        self._choice: LayersChoice | None = None
        self._layout = QVBoxLayout(self)
        self.told = Told()
        self.get.clicked.connect(self._open)
        self._lay_out()

    def show_state(self, snapshot: Snapshot, found: Fits | None) -> None:
        self._snapshot = snapshot
        if found is not self._fits or not self.fits_text.text():
            self._fits = found
            self._show_fits(found)
        is_here = any(repository_of(each.identity) == self.model.repository for each in snapshot.models)
        self.state.setText(tr("On this computer") if is_here else "")
        self.state.setVisible(is_here)
        self.get.setVisible(not is_here and not self._is_open)
        if is_here:
            self._close()
            self.told.hide()
        if self._is_open:
            self.choice.show_disk(snapshot.disk)

    @property
    def choice(self) -> LayersChoice:
        """Made when it is first needed: most rows are never opened."""
        if self._choice is None:
            self._choice = LayersChoice()
            self._choice.chosen.connect(self._get)
            self._choice.given_up.connect(self._give_up)
            self._layout.insertWidget(self._layout.indexOf(self.told), self._choice)
        return self._choice

    @property
    def _is_open(self) -> bool:
        return self._choice is not None and not self._choice.isHidden()

    def _show_fits(self, found: Fits | None) -> None:
        sentences = found.sentences if found is not None else ()
        self.fits_text.setText(sentence(sentences[0]) if sentences else "")
        self.fits_text.set_role(_tone(found))
        self.fits_text.setVisible(bool(sentences))
        self.more_text.setText(sentence(" ".join(sentences[1:])))
        self.more_text.setVisible(len(sentences) > 1)

    def _open(self) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        self.get.hide()
        self.told.tell("")
        self.gated.setVisible(self.model.gated)
        fitting = self._fits.my_span if self._fits else None
        may_be_none = snapshot.swarm is not None
        choosable = Choosable(self.model.num_layers, self.model.piece_bytes.of_span, fitting, may_be_none)
        self.choice.offer(choosable, snapshot.disk)
        self.choice.which.setFocus()

    def _close(self) -> None:
        if self._is_open:
            self.choice.hide()
        self.gated.hide()

    def _give_up(self) -> None:
        self._close()
        self.get.show()
        self.get.setFocus()

    def _get(self, span: Span | None) -> None:
        self._span = span
        self._close()
        self.told.tell(tr("Getting its configuration and tokenizer…"))
        self._bridge.watch(self._commands.add_model(self.model.id), self._added)

    def _added(self, model: ModelView | None, error: MeshnetError | None) -> None:
        if model is None or error is not None:
            self._fail(error)
            return
        self.told.tell("")
        if self._span is not None:
            fetched = self._commands.fetch_layers(model.name, self._span)
            self._bridge.watch(fetched, lambda _, failed: self._fail(failed) if failed else None)
        self.added.emit(model.name)

    def _fail(self, error: MeshnetError | None) -> None:
        self.get.show()
        self.told.tell_outcome(error)

    def _lay_out(self) -> None:
        head = row(spacing=8)
        head.addWidget(self.name, 1)
        head.addWidget(self.lock)
        head.addWidget(self.state)
        head.addWidget(self.get)
        self.lock.setVisible(self.model.gated)
        self.uncertified.setVisible(not self.model.is_certified)
        self._layout.setContentsMargins(0, 12, 0, 12)
        self._layout.setSpacing(4)
        self._layout.addLayout(head)
        for widget in (self.text, self.fits_text, self.more_text, self.uncertified, self.gated, self.told):
            self._layout.addWidget(widget)
        for widget in (self.gated, self.state):
            widget.hide()


def model_facts(model: CatalogueModel) -> str:
    """``8.2B parameters · 36 layers · 16.4 GB · bf16 · 40,960 tokens · Apache-2.0``."""
    parts = [
        tr("{count_in_words} parameters", count_in_words=count_in_words(model.parameters)),
        tr_count(model.num_layers, "{num} layer", "{num} layers"),
        f"{bytes_text(model.stored_bytes)} ({model.stored})",
        tr("remembers {context_tokens}", context_tokens=tr_count(model.context_tokens, "{num} token", "{num} tokens")),
        model.licence,
    ]
    return " · ".join(parts)


def count_in_words(count: int) -> str:
    """``134515008`` -> ``135M``, ``8190735360`` -> ``8.2B``; as people name models."""
    if count < 0.95e9:
        return f"{count / 1e6:.0f}M"
    billions = count / 1e9
    return f"{number_text(billions, 0 if billions >= 99.5 else 1)}B"


def _tone(found: Fits | None) -> str:
    if found is None:
        return ""
    return "ok" if found.alone or found.with_swarm else "" if found.peers_like_me is not None else "warn"
