"""One setting as a row: its name, a field that suits its kind, what it means, and a way back to its default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from meshnet_gui.gui.amount_box import AmountBox
from meshnet_gui.gui.setting_words import shown_choice, shown_help, shown_title, unit_suffix, zero_words
from meshnet_gui.gui.translation import sentence, tr
from meshnet_gui.gui.widgets import Combo, DecimalBox, IconButton, NumberBox, PlainLabel, Switch, of_lines, restyle, row
from meshnet_gui.gui.zoom import at_each_zoom
from meshnet_gui.settings import bounds, choices_of, default_of, unit_of, what_is_wrong

_MAX_WHOLE = 2**31 - 1  # what a box for whole numbers can hold
_MAX_TYPED = 200_000
_LINES = 3
_FIELD_WIDTH = 20  # of letters
_ANY_WIDTH = 16_777_215  # what Qt calls no limit
_WORDS = 34  # of letters, at least, beside a field
_NARROW = 64  # the words stand above their field below so many letters


@dataclass(frozen=True, slots=True)
class Editor:
    """A widget with one way to read it, one to fill it, and a signal for each edit."""

    widget: QWidget
    read: Callable[[], object]
    write: Callable[[object], None]
    edited: SignalInstance
    wrong: Callable[[], str] | None = None
    is_wide: bool = False


class SettingField(QWidget):
    """``edited`` follows each edit by a person. ``value`` is what the field says, ``wrong`` what is wrong with it."""

    edited = Signal()

    def __init__(self, name: str, editor: Editor | None = None) -> None:
        """``editor`` is one of its own in place of that which suits the setting's kind."""
        super().__init__()
        self.name = name
        self._default = default_of(name)
        self._shown: object = None
        self._is_showing = False
        self._is_narrow = False
        self._below = QVBoxLayout()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.is_edited = False
        self._editor = editor or _editor_of(name, self._default)
        self.widget = self._editor.widget
        self.title = PlainLabel(shown_title(name), "strong", wrap=True)
        self.title.setBuddy(self.widget)
        self.help = PlainLabel(shown_help(name), "caption", wrap=True)
        self.fact = PlainLabel("", "caption", wrap=True)
        self.problem = PlainLabel("", "error-caption", wrap=True)
        self.reset = IconButton("retry", tr("Back to the default: {title}", title=shown_title(name)), kind="bare")
        self.widget.setAccessibleName(shown_title(name))
        self.widget.setAccessibleDescription(shown_help(name))
        self._lay_out()
        self.show_value(self._default)
        self._editor.edited.connect(self._after_edit)
        self.reset.clicked.connect(self._go_back)

    def value(self) -> object:
        """What it says now, valid or not; exactly what was shown, while nobody has edited it."""
        return self._editor.read() if self.is_edited else self._shown

    def wrong(self) -> str:
        """Why the setting cannot take it; empty where it can."""
        own = self._editor.wrong() if self._editor.wrong else ""
        return own or what_is_wrong(self.name, self.value())

    def show_value(self, value: object) -> None:
        """As if nobody had edited it."""
        self._shown, self._is_showing, self.is_edited = value, True, False
        self._editor.write(value)
        self._is_showing = False
        self._refresh()

    def tell_fact(self, text: str) -> None:
        """What the value comes to on this computer."""
        self.fact.setText(text)
        self.fact.setVisible(bool(text))

    def tell_problem(self, text: str) -> None:
        """What the core said to the value; goes with the next edit."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))
        restyle(self.widget, "invalid", "true" if text else "false")

    def put_below(self, widget: QWidget) -> None:
        """Something that belongs to the setting, below its words."""
        self._below.addWidget(widget)

    def matches(self, words: str) -> bool:
        """Whether a search for these words finds it."""
        text = f"{self.title.text()} {self.help.text()} {self.name}".casefold().replace("\u200b", "")
        return all(word in text for word in words.casefold().split())

    @property
    def is_default(self) -> bool:
        return bool(self.value() == self._default)

    def go_back(self) -> None:
        """To the default; a person applies it."""
        if not self.is_default:
            self.show_value(self._default)
            self._shown, self.is_edited = self._default, True
            self.edited.emit()

    def _go_back(self) -> None:
        self.go_back()
        self.widget.setFocus()

    def _after_edit(self) -> None:
        if self._is_showing:
            return
        self.is_edited = True
        self._refresh()
        self.edited.emit()

    def _refresh(self) -> None:
        self.reset.setEnabled(not self.is_default)
        wrong = self.wrong()
        self.tell_problem(tr("That cannot be: {reason}.", reason=sentence(wrong)) if wrong else "")

    def _lay_out(self) -> None:
        self.tell_fact("")
        words = QVBoxLayout()
        words.setSpacing(2)
        for label in (self.title, self.help, self.fact, self.problem):
            words.addWidget(label)
        words.addLayout(self._below)
        words.addStretch(1)
        if self._editor.is_wide:
            words.addSpacing(4)
            words.addWidget(self.widget)
        self._row.setContentsMargins(0, 8, 0, 8)
        self._row.setSpacing(16)
        self._row.addLayout(words, 1)
        at = Qt.AlignmentFlag.AlignTop
        side = row(spacing=16)
        if isinstance(self.widget, Switch):
            side.addStretch(1)
            side.addWidget(self.widget, 0, at)
        elif not self._editor.is_wide:
            at_each_zoom(self.widget, self._fit_widget)
            side.addWidget(self.widget, 1, at)
        side.addWidget(self.reset, 0, at)
        self._row.addLayout(side)

    def _fit_widget(self) -> None:
        """Fields end in one line and begin in one, unless they stand below their words and have all the width."""
        width = max(_FIELD_WIDTH * self.fontMetrics().averageCharWidth(), self.widget.minimumSizeHint().width())
        self.widget.setMinimumWidth(width)
        self.widget.setMaximumWidth(_ANY_WIDTH if self._is_narrow else width)

    def minimumSizeHint(self) -> QSize:
        """As narrow as its field: the words stand above it then."""
        return QSize(self.widget.minimumSizeHint().width() + 2 * self.reset.sizeHint().width(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        letter = self.fontMetrics().averageCharWidth()
        for_words = self.width() - self.widget.minimumWidth() - 2 * self.reset.sizeHint().width()
        is_narrow = self.width() < _NARROW * letter or for_words < _WORDS * letter
        if is_narrow != self._is_narrow and not (self._editor.is_wide or isinstance(self.widget, Switch)):
            self._is_narrow = is_narrow
            directions = QBoxLayout.Direction
            self._row.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)
            self._row.setSpacing(6 if is_narrow else 16)
            self._fit_widget()


def _editor_of(name: str, default: object) -> Editor:
    title = shown_title(name)
    if isinstance(default, bool):
        return _switch(title)
    if choices_of(name):
        return _choice(name, title)
    if isinstance(default, int | float):
        return _number(name, title, default)
    if isinstance(default, tuple):
        return _lines(title)
    return _long_text(title) if name == "system_prompt" else _text(title)


def _switch(title: str) -> Editor:
    box = Switch(title)
    return Editor(box, box.isChecked, lambda value: box.setChecked(bool(value)), box.toggled)


def _choice(name: str, title: str) -> Editor:
    box = Combo(title)
    for value in choices_of(name):
        box.addItem(shown_choice(name, value), value)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return Editor(box, box.currentData, lambda value: box.setCurrentIndex(box.findData(value)), box.currentIndexChanged)


def _number(name: str, title: str, default: float) -> Editor:
    low, high = bounds(name) or (0, _MAX_WHOLE)
    unit = unit_of(name)
    if unit in ("bytes", "bytes/s"):
        amount = AmountBox(title, low, high, per_second=unit == "bytes/s", zero=zero_words(name))
        return Editor(amount, amount.value, lambda value: amount.show_value(_whole(value)), amount.changed)
    if isinstance(default, int):
        whole = NumberBox(title, int(low), int(min(high, _MAX_WHOLE)))
        whole.setSuffix(unit_suffix(unit))
        whole.setSpecialValueText(zero_words(name))
        return Editor(whole, whole.value, lambda value: whole.setValue(_whole(value)), whole.valueChanged)
    box = DecimalBox(title, low, high)
    box.setDecimals(3 if low and low < 0.01 else 2)
    box.setSingleStep(0.1 if high <= 10 else 10)
    box.setSuffix(unit_suffix(unit))
    box.setSpecialValueText(zero_words(name))
    return Editor(box, box.value, partial(_write_number, box), box.valueChanged)


def _text(title: str) -> Editor:
    line = QLineEdit()
    line.setMaxLength(_MAX_TYPED)
    line.setAccessibleName(title)
    return Editor(line, lambda: line.text().strip(), lambda value: line.setText(str(value)), line.textEdited)


def _long_text(title: str) -> Editor:
    area = _area(title)
    return Editor(
        area, lambda: area.toPlainText().strip(), lambda value: area.setPlainText(str(value)), area.textChanged
    )


def _lines(title: str) -> Editor:
    """A list of texts, one a line."""
    area = _area(title)

    def read() -> tuple[str, ...]:
        return tuple(line.strip() for line in area.toPlainText().splitlines() if line.strip())

    def write(value: object) -> None:
        area.setPlainText("\n".join(value) if isinstance(value, tuple) else "")

    return Editor(area, read, write, area.textChanged)


def _area(title: str) -> QPlainTextEdit:
    area = QPlainTextEdit()
    area.setObjectName("prompt_setting")
    area.setAccessibleName(title)
    area.setTabChangesFocus(True)
    of_lines(area, _LINES)
    return area


def _write_number(box: DecimalBox, value: object) -> None:
    box.setValue(float(value) if isinstance(value, int | float) else 0.0)


def _whole(value: object) -> int:
    return int(value) if isinstance(value, int | float) else 0
