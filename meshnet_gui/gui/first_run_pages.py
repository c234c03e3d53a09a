"""The pages of the first start: what runs here, what others can see, limits, a model, and the way to the first chat."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import short_model
from meshnet_gui.gui.limit_words import facts_of
from meshnet_gui.gui.position_switch import PositionSwitch, position_of
from meshnet_gui.gui.setting_field import SettingField
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import sentence, tr
from meshnet_gui.gui.welcome import starter_words
from meshnet_gui.gui.widgets import IconLabel, PlainLabel, row, rule
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

LIMITS = ("num_threads", "memory_in_use_percent", "memory_idle_percent", "models_max_bytes", "upload_bytes_per_s")


class Page(QWidget):
    """A title, and what its page puts below it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setObjectName("scrolled")
        self.title = PlainLabel(title, "title", wrap=True)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 12, 0)
        self.column.setSpacing(12)
        self.column.addWidget(self.title)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Most pages say the same whatever is so."""

    def wrong(self) -> bool:
        """Whether something on it cannot be applied."""
        return False

    def changes(self) -> dict[str, object]:
        """The settings that a person chose on it."""
        return {}

    def add_points(self, points: Iterable[tuple[str, str]]) -> None:
        """Paragraphs, each with a picture."""
        for icon_name, text in points:
            line = row(spacing=12)
            line.addWidget(IconLabel(icon_name, "accent", 22), 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(PlainLabel(text, wrap=True), 1)
            self.column.addLayout(line)


class WhatRunsHere(Page):
    """What the program does, before anything is asked."""

    def __init__(self) -> None:
        super().__init__(tr("Welcome to Meshnet"))
        self.add_points(
            (
                (
                    "mesh",
                    tr(
                        "Meshnet runs a language model on this computer, or on several together. Each of them takes "
                        "some of its layers, and so they run a model that is too large for one."
                    ),
                ),
                (
                    "lock",
                    tr(
                        "There is no account and no company's server in between. Your chats and settings are files on "
                        "this computer."
                    ),
                ),
                (
                    "pause",
                    tr(
                        "This computer computes for others only while you share it, within limits that you set, and "
                        "you can pause that at any time. Nothing is shared yet."
                    ),
                ),
            )
        )
        self.column.addStretch(1)


class WhatOthersSee(Page):
    """Privacy in plain words; as docs/protocol.md and the decisions on membership have it."""

    def __init__(self) -> None:
        super().__init__(tr("What others can see"))
        self.add_points(
            (
                (
                    "check",
                    tr(
                        "A chat that runs on this computer alone is seen by nobody else. Where the whole model fits, "
                        "the settings can keep every chat here."
                    ),
                ),
                (
                    "alert",
                    tr(
                        "A chat that runs on several computers is computed by them. Each one works on numbers from "
                        "which your text and the answer can be reconstructed; the first and the last get the words "
                        "themselves. So be in a swarm with people whom you trust with that."
                    ),
                ),
                (
                    "info",
                    tr(
                        "Members of your swarm see this computer's name and addresses, which layers it serves, and how "
                        "fast it is. Whoever has the invite is a member, and can invite others."
                    ),
                ),
                (
                    "lock",
                    tr(
                        "Between members everything is encrypted. Nobody outside of the swarm can read it, nor can a "
                        "member that only relays it."
                    ),
                ),
                (
                    "get",
                    tr(
                        "Where models are published, it is seen which of them you look for and fetch from there. Your "
                        "chats never go there."
                    ),
                ),
            )
        )
        self.column.addStretch(1)


class HowMuchToGive(Page):
    """The switch of sharing, the limits, and whether to start by itself; all as careful as the defaults."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(tr("How much to give"))
        self.switch = PositionSwitch()
        self.switch.show_position("paused")
        self._is_chosen = False
        self.meaning = PlainLabel("", "muted", wrap=True)
        self.fields = {name: SettingField(name) for name in (*LIMITS, "autostart")}
        self.column.addWidget(self.switch)
        self.column.addWidget(self.meaning)
        for name, field in self.fields.items():
            if name != LIMITS[0]:
                self.column.addWidget(rule())
            self.column.addWidget(field)
            field.edited.connect(self.changed)
        self.column.addStretch(1)
        self.switch.chosen.connect(self._choose)
        self._explain()

    @property
    def position(self) -> str:
        return self.switch.value

    def show_snapshot(self, snapshot: Snapshot) -> None:
        if not self._is_chosen:
            self.switch.show_position(position_of(snapshot.settings.contributing, snapshot.settings.by_rules))
            self._explain()
        for name, field in self.fields.items():
            saved = getattr(snapshot.settings, name)
            if not field.is_edited and field.value() != saved:
                field.show_value(saved)
        facts = facts_of(snapshot, self.changes())
        for name, field in self.fields.items():
            field.tell_fact(facts.get(name, ""))

    def wrong(self) -> bool:
        return any(field.wrong() for field in self.fields.values())

    def changes(self) -> dict[str, object]:
        return {name: field.value() for name, field in self.fields.items() if field.is_edited and not field.wrong()}

    def _choose(self, _: str) -> None:
        self._is_chosen = True
        self._explain()
        self.changed.emit()

    def _explain(self) -> None:
        words = {
            "always": tr("This computer serves layers to your swarm for as long as Meshnet runs."),
            "rules": tr("This computer serves layers while your rules allow it; they are in the Node tab."),
            "paused": tr("This computer serves nobody. You can chat all the same, and share later in the Node tab."),
        }
        self.meaning.setText(words[self.switch.value])


class AModel(Page):
    """The starter model, made ready while the rest is read; or any other, later."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__(tr("A model to begin with"))
        self._commands = commands
        self._bridge = bridge
        self._is_fetching = False
        self.text = PlainLabel("", wrap=True)
        self.get = QPushButton(starter_words(None))
        self.get.setProperty("kind", "primary")
        self.get.setAutoDefault(False)
        self.busy = QProgressBar()
        self.busy.setObjectName("thin")
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(tr("Getting the starter model"))
        self.progress = PlainLabel("", "caption", wrap=True)
        self.told = Told()
        self.column.addWidget(self.text)
        self.column.addLayout(row(self.get, 1))
        for widget in (self.busy, self.progress, self.told):
            self.column.addWidget(widget)
        others = tr("Other models are in the Models tab. A friend's swarm is joined in the Swarm tab.")
        self.column.addWidget(PlainLabel(others, "muted", wrap=True))
        self.column.addStretch(1)
        self.get.clicked.connect(self._fetch)
        self._show(None)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._show(snapshot)

    def _fetch(self) -> None:
        self._is_fetching = True
        self.told.tell("")
        self._bridge.watch(self._commands.fetch_starter(), self._fetched)
        self._show(None)

    def _fetched(self, _: object, error: MeshnetError | None) -> None:
        self._is_fetching = False
        self.told.tell_outcome(error)
        self._show(None)

    def _show(self, snapshot: Snapshot | None) -> None:
        model = snapshot.model if snapshot else None
        if model is not None:
            self.text.setText(tr("{model} is on this computer, ready to chat.", model=short_model(model.name)))
        elif snapshot is not None:
            self.text.setText(
                tr("The starter model is small and not very clever, but it chats at once. It came with Meshnet.")
                if snapshot.has_starter
                else tr("The starter model is small and not very clever, but it chats at once. It is fetched once.")
            )
            self.get.setText(starter_words(snapshot))
        progress = snapshot.startup or snapshot.importing if snapshot else ""
        if snapshot is not None:
            self.progress.setText(sentence(progress) if self._is_fetching else "")
            self.get.setVisible(model is None)
        self.get.setEnabled(not self._is_fetching)
        self.busy.setVisible(self._is_fetching and model is None)
        self.progress.setVisible(self._is_fetching and bool(self.progress.text()))


class TheFirstChat(Page):
    """What comes next, as it follows from what was chosen."""

    def __init__(self) -> None:
        super().__init__(tr("Ready"))
        self.text = PlainLabel("", wrap=True)
        self.column.addWidget(self.text)
        self.add_points(
            (
                ("sliders", tr("Everything that was asked here is in the settings, and so are these pages.")),
                ("pause", tr("The tray icon says whether this computer shares, and pauses it.")),
            )
        )
        self.column.addStretch(1)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        has_model = snapshot.model is not None
        ready = tr("Ask your first question: the model answers on this computer.")
        waits = tr("Without a model there is nothing to chat with yet: the Chat tab offers the starter model again.")
        self.text.setText(ready if has_model else waits)
