"""The parts of an answer below each other: Markdown, blocks of code, and thoughts that are folded away."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from meshnet_gui.gui.answer_parts import CODE, THOUGHT, Part, PartReader, formulas_as_code
from meshnet_gui.gui.code_block import CodeBlock
from meshnet_gui.gui.markdown import TextBlock
from meshnet_gui.gui.pile import Pile
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.turns import Turns
from meshnet_gui.gui.widgets import IconButton

_RAW_CHARS = 8_000
_FED_CHARS = 64_000
_SHOWN_THOUGHT_CHARS = 20_000
_TURN_S = 0.03


class PartsView(Pile):
    """``sections`` are the widgets; of a growing answer only the last one is drawn again.

    Of a long answer the first parts are there at once, and the rest comes in turns of the event loop.
    """

    def __init__(self) -> None:
        super().__init__(spacing=8)
        self.text = ""
        self._reader = PartReader()
        self._version = 0
        self._num_fed = 0
        self._next = 0  # the section to be drawn now
        self._raw = False
        self._is_complete = False
        self._drawing = Turns(self, self._draw_next, _TURN_S, after=self.arrange)

    @property
    def sections(self) -> list[QWidget]:
        return self.widgets

    def show_text(self, text: str, *, complete: bool) -> None:
        if not text.startswith(self.text):
            self._restart()
        self.text = text
        self._draw(complete)

    def set_raw(self, raw: bool) -> None:
        """Shows the source as it came, or the parts that it is made of."""
        self._raw = raw
        self._clear()
        self._draw(complete=True)

    def _restart(self) -> None:
        self._reader = PartReader()
        self._version = self._num_fed = 0
        self._clear()

    def _clear(self) -> None:
        for section in list(self.sections):
            self.take(section)
            section.deleteLater()

    def _draw(self, complete: bool) -> None:
        """Begins with the last section, which has grown."""
        self._is_complete = complete
        self._next = max(0, len(self.sections) - 1)
        self._drawing.begin()

    def _draw_next(self) -> bool:
        """Draws a section, reading on where there is none to draw; False after the last one."""
        if self._raw:
            return self._draw_raw()
        while self._next >= len(self._reader.parts) - 1 and self._num_fed < len(self.text):
            self._read_on()
        parts = self._reader.parts
        if self._next < len(parts):
            part = parts[self._next]
            if self._next == len(self.sections):
                self.append(_section_of(part))
            _show_part(self.sections[self._next], part, part.closed or self._is_complete)
            self._next += 1
        return self._next < len(parts)

    def _read_on(self) -> None:
        piece = self.text[self._num_fed : self._num_fed + _FED_CHARS]
        self._num_fed += len(piece)
        self._reader.feed(piece)
        if self._version != self._reader.version:
            self._clear()
            self._version, self._next = self._reader.version, 0

    def _draw_raw(self) -> bool:
        num = -(-len(self.text) // _RAW_CHARS)
        if self._next < num:
            if self._next == len(self.sections):
                self.append(TextBlock(tr("Answer")))
            section, start = self.sections[self._next], self._next * _RAW_CHARS
            if isinstance(section, TextBlock):
                section.show_plain(self.text[start : start + _RAW_CHARS])
            self._next += 1
        return self._next < num


class ThoughtView(QWidget):
    """What a model wrote to itself before it answered: folded, and opened by a click or the space bar."""

    def __init__(self) -> None:
        super().__init__()
        self._part = Part(THOUGHT)
        self.button = IconButton("chevron-right", tr("Thoughts"), tr("Thoughts"))
        self.button.setCheckable(True)
        self.button.toggled.connect(self._toggle)
        self.text = TextBlock(tr("Thoughts"))
        self.text.setObjectName("thought")
        self._inside = QFrame()
        self._inside.setObjectName("thought")
        inside = QVBoxLayout(self._inside)
        inside.setContentsMargins(14, 2, 0, 2)
        inside.addWidget(self.text)
        self._inside.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(6)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._inside)

    def show_thought(self, part: Part, *, complete: bool) -> None:
        self._part = part
        words = tr("Thoughts") if complete else tr("Thinking…")
        if words != self.button.text():
            self.button.setText(words)
            self.button.setAccessibleName(words)
        self.setVisible(bool(part.source.strip()))
        if self.button.isChecked():
            self._toggle(True)

    def _toggle(self, opened: bool) -> None:
        self.button.set_icon("chevron-down" if opened else "chevron-right")
        self._inside.setVisible(opened)
        if opened:
            source = self._part.source.strip()
            cut = "…" if len(source) > _SHOWN_THOUGHT_CHARS else ""
            self.text.show_plain(cut + source[-_SHOWN_THOUGHT_CHARS:])


def _section_of(part: Part) -> QWidget:
    if part.kind == CODE:
        return CodeBlock(part.info, part.whole, is_more=part.is_more)
    return ThoughtView() if part.kind == THOUGHT else TextBlock(tr("Answer"))


def _show_part(section: QWidget, part: Part, complete: bool) -> None:
    if isinstance(section, CodeBlock):
        section.show_code(part.source, complete=complete)
    elif isinstance(section, ThoughtView):
        section.show_thought(part, complete=complete)
    elif isinstance(section, TextBlock):
        section.setVisible(bool(part.source.strip()))
        section.show_markdown(formulas_as_code(part.source))
