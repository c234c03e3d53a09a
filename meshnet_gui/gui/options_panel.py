"""How the answers of this chat are made: its system prompt and its sampling, in a part that folds away.

A chat that says nothing of an option takes the settings' value, also when that changes later.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from meshnet_gui.gui.exchange import tidy
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import Combo, DecimalBox, IconButton, NumberBox, PlainLabel, of_lines, plain_tooltip, row
from meshnet_gui.gui.zoom import zoomed
from meshnet_gui.settings import OVERFLOWS, ROUTES, Settings, what_is_wrong
from meshnet_gui.types import SamplingParams

CHAT_OPTIONS = (
    "temperature",
    "top_p",
    "top_k",
    "repetition_penalty",
    "max_tokens",
    "seed",
    "overflow",
    "system_prompt",
)
_MAX_SEED = 2**63 - 1
_MAX_SYSTEM_CHARS = 8_000
_MAX_HEIGHT = 330
_MOST_COLUMNS = 4
Field = DecimalBox | NumberBox | QLineEdit | Combo | QPlainTextEdit


def usable_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of a chat that make sense; what an import or another version left in it may not."""
    usable = {}
    for name, value in options.items():
        if name == "seed":
            is_fine = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_SEED
        else:
            is_fine = name in CHAT_OPTIONS and not what_is_wrong(name, value)
        if is_fine:
            usable[name] = value
    return usable


class OptionsPanel(QScrollArea):
    """``changed`` carries all options that this chat has of its own; ``settings_changed`` what holds for every chat."""

    changed = Signal(dict)
    settings_changed = Signal(dict)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plain")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._settings = Settings()
        self._own: dict[str, Any] = {}
        self.temperature = DecimalBox(tr("Temperature"), 0, 10)
        self.temperature.setSingleStep(0.1)
        self.temperature.setSpecialValueText(tr("0 (greedy)"))
        self.top_p = DecimalBox(tr("Top p"), 0.01, 1)
        self.top_p.setSingleStep(0.05)
        self.top_k = NumberBox(tr("Top k"), 0, 10_000_000)
        self.top_k.setSpecialValueText(tr("no limit"))
        self.repetition_penalty = DecimalBox(tr("Repetition penalty"), 0.1, 10)
        self.repetition_penalty.setSingleStep(0.05)
        self.max_tokens = NumberBox(tr("Longest answer (tokens)"), 1, 1_000_000)
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(tr("random"))
        self.overflow = Combo(tr("When the chat is too long"))
        for value in OVERFLOWS:
            self.overflow.addItem(_overflow_words(value), value)
        self.route = Combo(tr("Where every chat runs"))
        for value in ROUTES:
            self.route.addItem(_route_words(value), value)
        self.system = _SystemPrompt()
        self.fields: dict[str, Field] = {
            "temperature": self.temperature,
            "top_p": self.top_p,
            "top_k": self.top_k,
            "repetition_penalty": self.repetition_penalty,
            "max_tokens": self.max_tokens,
            "seed": self.seed,
            "overflow": self.overflow,
            "system_prompt": self.system,
        }
        self.resets: dict[str, IconButton] = {}
        self.reset_all = QPushButton(tr("Reset all"))
        self.make_default = QPushButton(tr("Use for new chats"))
        self._help = PlainLabel("", "caption", wrap=True)
        self._lay_out()
        self._connect()
        self.show_settings(self._settings)

    @property
    def overflow_rule(self) -> str:
        return str(self._value("overflow"))

    def own_options(self) -> dict[str, Any]:
        """What this chat has of its own, by the settings' names."""
        return dict(self._own)

    def show_options(self, options: Mapping[str, Any]) -> None:
        """The options of another chat."""
        self._own = usable_options(options)
        for name in self.fields:
            self._show(name)
        self._mark()

    def show_settings(self, settings: Settings) -> None:
        """Follows the saved settings where this chat has no value of its own, but in a field that is being edited."""
        before, self._settings = self._settings, settings
        for name, field in self.fields.items():
            is_other = getattr(before, name, None) != getattr(settings, name, None)
            if name not in self._own and (is_other or before is settings) and not field.hasFocus():
                self._show(name)
        self.route.setCurrentIndex(self.route.findData(settings.route))
        self._mark()

    def system_prompt(self) -> str:
        return tidy(self.system.toPlainText()).strip()[:_MAX_SYSTEM_CHARS]

    def save_system_prompt(self) -> None:
        """Remembers the system prompt; asked for when a message is sent, and when the part is folded."""
        self._save("system_prompt", self.system_prompt())

    def sampling(self) -> SamplingParams:
        """What the next answer uses. Raises ValueError where the seed is no number."""
        seed = self._seed()
        return SamplingParams(
            temperature=self.temperature.value(),
            top_p=self.top_p.value(),
            top_k=self.top_k.value(),
            repetition_penalty=self.repetition_penalty.value(),
            seed=random.SystemRandom().randrange(2**31) if seed is None else seed,
        )

    def reset(self, name: str) -> None:
        """Back to the setting's value."""
        self._own.pop(name, None)
        self._show(name)
        self._mark()
        self.changed.emit(self.own_options())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self._help.setText(str(watched.property("help") or ""))
        return super().eventFilter(watched, event)

    def _seed(self) -> int | None:
        text = self.seed.text().strip()
        if text and not (text.isascii() and text.isdigit() and int(text[:20]) <= _MAX_SEED):
            raise ValueError(tr("The seed must be a whole number, or empty for a random one."))
        return int(text) if text else None

    def _default(self, name: str) -> Any:
        return None if name == "seed" else getattr(self._settings, name)

    def _value(self, name: str) -> Any:
        return self._own.get(name, self._default(name))

    def _show(self, name: str) -> None:
        field, value = self.fields[name], self._value(name)
        if isinstance(field, QDoubleSpinBox | QSpinBox):
            field.setValue(value)
        elif isinstance(field, QComboBox):
            field.setCurrentIndex(field.findData(value))
        elif isinstance(field, QLineEdit):
            field.setText("" if value is None else str(value))
        else:
            field.setPlainText(value)

    def _save(self, name: str, value: Any) -> None:
        if value == self._value(name) or (name != "seed" and what_is_wrong(name, value)):
            return
        if value == self._default(name):
            self._own.pop(name, None)
        else:
            self._own[name] = value
        self._mark()
        self.changed.emit(self.own_options())

    def _save_seed(self) -> None:
        try:
            self._save("seed", self._seed())
        except ValueError as exc:
            self._help.setText(str(exc))

    def _mark(self) -> None:
        for name, button in self.resets.items():
            button.setEnabled(name in self._own)
        self.reset_all.setEnabled(bool(self._own))
        self.make_default.setEnabled(any(name != "seed" for name in self._own))

    def _reset_all(self) -> None:
        self.show_options({})
        self.changed.emit({})

    def _make_default(self) -> None:
        self.settings_changed.emit({name: value for name, value in self._own.items() if name != "seed"})

    def _connect(self) -> None:
        for name in ("temperature", "top_p", "top_k", "repetition_penalty", "max_tokens"):
            box = self.fields[name]
            assert isinstance(box, QDoubleSpinBox | QSpinBox)
            box.editingFinished.connect(lambda name=name, box=box: self._save(name, box.value()))
        self.seed.editingFinished.connect(self._save_seed)
        self.overflow.activated.connect(lambda: self._save("overflow", self.overflow.currentData()))
        self.route.activated.connect(self._save_route)
        self.reset_all.clicked.connect(self._reset_all)
        self.make_default.clicked.connect(self._make_default)

    def _save_route(self) -> None:
        if self.route.currentData() != self._settings.route:
            self.settings_changed.emit({"route": self.route.currentData()})

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_height()

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setObjectName("scrolled")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        named: dict[str, Field] = {**self.fields, "route": self.route}
        named.pop("system_prompt")
        self._cells = [(self._label(name, field), field) for name, field in named.items()]
        self._columns = 0
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(4, 4, 4, 8)
        layout.setSpacing(4)
        layout.addLayout(self._grid)
        layout.addWidget(self._label("system_prompt", self.system))
        layout.addWidget(self.system)
        foot = row(self._help, self.make_default, self.reset_all)
        foot.setStretch(0, 1)
        layout.addLayout(foot)
        self.setWidget(inside)
        self._arrange()

    def _arrange(self) -> None:
        """As many columns as the words of this language leave room for."""
        widest = max(cell.minimumSizeHint().width() for pair in self._cells for cell in pair)
        room = self.viewport().width() - 8
        columns = max(1, min(_MOST_COLUMNS, (room + 16) // (widest + 16)))
        if columns != self._columns:
            self._place(columns)
        self._fit_height()

    def _place(self, columns: int) -> None:
        for column in range(max(columns, self._columns)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self._columns = columns
        for place, (label, field) in enumerate(self._cells):
            line, column = 2 * (place // columns), place % columns
            self._grid.addWidget(label, line, column)
            self._grid.addWidget(field, line + 1, column)

    def _fit_height(self) -> None:
        """No higher than its fields; those are measured as they are drawn, which is known once it is shown."""
        inside = self.widget()
        layout = inside.layout() if inside is not None else None
        if layout is not None:
            layout.activate()
            self.setMaximumHeight(min(zoomed(_MAX_HEIGHT), layout.totalSizeHint().height() + 2))

    def _label(self, name: str, field: QWidget) -> QWidget:
        title, text = _words(name)
        label = PlainLabel(title, "caption")
        label.setBuddy(field)
        label.setToolTip(plain_tooltip(text))
        field.setAccessibleName(title)
        field.setAccessibleDescription(text)
        field.setToolTip(plain_tooltip(text))
        field.setProperty("help", text)
        field.installEventFilter(self)
        head = QWidget()
        line = row(label, spacing=2)
        line.setStretch(0, 1)
        if name != "route":
            reset = IconButton("retry", tr("Reset {name}", name=title), kind="bare")
            reset.clicked.connect(lambda: self.reset(name))
            self.resets[name] = reset
            line.addWidget(reset)
        head.setLayout(line)
        return head


class _SystemPrompt(QPlainTextEdit):
    """A few lines; what is pasted is cut where laying it out would freeze the window."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("prompt_setting")
        self.setPlaceholderText(tr("What the model is told before the conversation (optional)"))
        of_lines(self, 2)
        self.setTabChangesFocus(True)

    def insertFromMimeData(self, source: QMimeData) -> None:
        room = _MAX_SYSTEM_CHARS - len(self.toPlainText())
        self.insertPlainText(tidy(source.text())[: max(0, room)])


def _overflow_words(value: str) -> str:
    return {
        "stop": tr("Say so and wait"),
        "drop_oldest": tr("Leave out the oldest"),
        "drop_middle": tr("Leave out the middle"),
    }[value]


def _route_words(value: str) -> str:
    return {
        "auto": tr("Where it is quicker"),
        "split": tr("On the swarm"),
        "alone": tr("On this computer"),
    }[value]


def _words(name: str) -> tuple[str, str]:
    """An option's title, and what it means."""
    return {
        "temperature": (
            tr("Temperature"),
            tr("How freely the next token is chosen: 0 always takes the likeliest, higher is more varied."),
        ),
        "top_p": (tr("Top p"), tr("Choose among the likeliest tokens that together have this probability; 1: all.")),
        "top_k": (tr("Top k"), tr("Choose among this many likeliest tokens; 0: no limit.")),
        "repetition_penalty": (
            tr("Repetition penalty"),
            tr("How much tokens that came before are held back; 1: not at all."),
        ),
        "max_tokens": (tr("Longest answer (tokens)"), tr("Where an answer ends that has not ended by itself.")),
        "seed": (tr("Seed"), tr("The same question, options and seed give the same answer; empty: another each time.")),
        "overflow": (
            tr("When the chat is too long"),
            tr("What happens when the chat has more tokens than the model can take."),
        ),
        "route": (
            tr("Where it runs"),
            tr("Holds for all chats: on this computer alone, split over the swarm, or either."),
        ),
        "system_prompt": (tr("System prompt"), tr("What the model is told before the conversation, in this chat.")),
    }[name]
