"""How answers are made: temperature, longest answer, seed and the system prompt, in a row that folds away."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPlainTextEdit, QWidget

from meshnet_gui.gui.widgets import Combo, DecimalBox, NumberBox, PlainLabel
from meshnet_gui.settings import ROUTES, Settings
from meshnet_gui.types import SamplingParams

_ROUTE_WORDS = {
    "auto": "Where it is quicker",
    "split": "On the swarm",
    "alone": "On this computer",
}
_MAX_SEED = 2**63 - 1
_MAX_SYSTEM_CHARS = 8_000


class OptionsPanel(QWidget):
    """``changed`` carries the settings that the user altered, to be saved."""

    changed = Signal(dict)

    def __init__(self) -> None:
        super().__init__()
        self.temperature = DecimalBox("Temperature", 0, 5)
        self.temperature.setSingleStep(0.1)
        self.temperature.setDecimals(2)
        self.temperature.setSpecialValueText("0 (greedy)")
        self.max_tokens = NumberBox("Longest answer (tokens)", 1, 1_000_000)
        self.seed = QLineEdit()
        self.seed.setPlaceholderText("random")
        self.route = Combo("Where it runs")
        for value in ROUTES:
            self.route.addItem(_ROUTE_WORDS[value], value)
        self.system = QPlainTextEdit()
        self.system.setObjectName("prompt_setting")
        self.system.setPlaceholderText("What the model is told before the conversation (optional)")
        self.system.setFixedHeight(58)
        self.system.setTabChangesFocus(True)
        self._settings = Settings()
        self._lay_out()
        self.temperature.editingFinished.connect(lambda: self._save("temperature", self.temperature.value()))
        self.max_tokens.editingFinished.connect(lambda: self._save("max_tokens", self.max_tokens.value()))
        self.route.activated.connect(lambda: self._save("route", self.route.currentData()))

    def _show_route(self, value: str) -> None:
        self.route.setCurrentIndex(self.route.findData(value))

    def show_settings(self, settings: Settings) -> None:
        """Follows the saved settings, except in a field that is being edited."""
        fields: tuple[tuple[QWidget, str, Callable[[Any], None]], ...] = (
            (self.temperature, "temperature", self.temperature.setValue),
            (self.max_tokens, "max_tokens", self.max_tokens.setValue),
            (self.route, "route", self._show_route),
            (self.system, "system_prompt", self.system.setPlainText),
        )
        for widget, name, show in fields:
            if getattr(settings, name) != getattr(self._settings, name) and not widget.hasFocus():
                show(getattr(settings, name))
        self._settings = settings

    def system_prompt(self) -> str:
        return self.system.toPlainText().strip()[:_MAX_SYSTEM_CHARS]

    def save_system_prompt(self) -> None:
        """Remembers the system prompt; asked for when a message is sent or the row is folded."""
        self._save("system_prompt", self.system_prompt())

    def sampling(self) -> SamplingParams:
        """What the next answer uses. Raises ValueError where the seed is no number."""
        text = self.seed.text().strip()
        if text and not (text.isascii() and text.isdigit() and int(text) <= _MAX_SEED):
            raise ValueError("The seed must be a whole number, or empty for a random one.")
        return SamplingParams(
            temperature=self.temperature.value(),
            top_p=self._settings.top_p,
            top_k=self._settings.top_k,
            repetition_penalty=self._settings.repetition_penalty,
            seed=int(text) if text else random.SystemRandom().randrange(2**31),
        )

    def _save(self, name: str, value: object) -> None:
        if getattr(self._settings, name) != value:
            self.changed.emit({name: value})

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(4, 4, 4, 8)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        named: tuple[tuple[str, QWidget], ...] = (
            ("Temperature", self.temperature),
            ("Longest answer (tokens)", self.max_tokens),
            ("Seed", self.seed),
            ("Where it runs", self.route),
        )
        for column, (name, widget) in enumerate(named):
            grid.addWidget(self._label(name, widget), 0, column)
            grid.addWidget(widget, 1, column)
            grid.setColumnStretch(column, 1)
        grid.setRowMinimumHeight(2, 4)
        grid.addWidget(self._label("System prompt", self.system), 3, 0, 1, 4)
        grid.addWidget(self.system, 4, 0, 1, 4)
        self.temperature.valueChanged.connect(self._explain)
        self.temperature.setValue(self._settings.temperature)
        self.max_tokens.setValue(self._settings.max_tokens)

    def _explain(self, value: float) -> None:
        words = "takes the likeliest token" if value == 0 else "higher is more varied"
        self.temperature.setToolTip(f"How freely the next token is chosen: {words}")

    @staticmethod
    def _label(name: str, widget: QWidget) -> PlainLabel:
        label = PlainLabel(name, "caption")
        label.setBuddy(widget)
        widget.setAccessibleName(name)
        label.setAlignment(Qt.AlignmentFlag.AlignLeft)
        return label
