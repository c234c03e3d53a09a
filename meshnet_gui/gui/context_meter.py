"""How much of the model's context the next question takes, and what happens where that is too much.

``ContextWatch`` asks the core a moment after the last change, one count at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import number_text
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import PlainLabel, UsageBar, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.head.overflow import most_prompt_tokens
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.types import Message

DEBOUNCE_MS = 300
HIGH_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class ContextUse:
    """``num_tokens`` of a context of ``window``, with answers of ``max_tokens`` at most.

    ``least_tokens`` is what can never be left out, the system prompt and the question; None where nobody counted it.
    """

    num_tokens: int
    window: int
    max_tokens: int
    overflow: str
    least_tokens: int | None = None

    @property
    def most_tokens(self) -> int:
        """The longest prompt under this rule: the ones that leave turns out keep room for the answer."""
        return self.window - 1 if self.overflow == "stop" else most_prompt_tokens(self.window, self.max_tokens)

    @property
    def is_over(self) -> bool:
        return self.num_tokens > self.most_tokens

    @property
    def is_refused(self) -> bool:
        """Whether the core will answer with a failure."""
        if self.num_tokens < self.window:
            return False
        return self.overflow == "stop" or self.is_question_too_long

    @property
    def is_question_too_long(self) -> bool:
        """Whether leaving out everything else would not help either."""
        return self.least_tokens is not None and self.least_tokens > self.most_tokens


def warning_text(use: ContextUse) -> str:
    """What the next question runs into, and what to do about it; empty while there is room."""
    if use.is_refused and use.is_question_too_long:
        return tr("This message alone is longer than the model can take. Shorten it, or attach less.")
    if use.is_refused:
        return tr(
            "This chat is longer than the model can take, so it will not be answered. Shorten the message, begin a new "
            "chat, or let older messages be left out (Options)."
        )
    if use.is_over and use.overflow == "drop_middle":
        return tr("This chat is longer than the model can take: messages from its middle will be left out.")
    if use.is_over:
        return tr("This chat is longer than the model can take: its oldest messages will be left out.")
    room = use.window - use.num_tokens
    if use.num_tokens > HIGH_SHARE * use.window and room < use.max_tokens:
        return tr(
            "The context is nearly full: there is room for {num} more tokens, the answer included.",
            num=number_text(room),
        )
    return ""


class ContextMeter(QWidget):
    """A thin bar and the numbers; hidden while nothing is known."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = UsageBar(tr("Context in use"))
        self._bar.setObjectName("thin")
        at_each_zoom(self._bar, self._fit)
        self.label = PlainLabel("", "caption")
        self.setLayout(row(self._bar, self.label, spacing=6))
        self.hide()

    def _fit(self) -> None:
        self._bar.setMinimumWidth(zoomed(40))
        self._bar.setMaximumWidth(zoomed(80))

    def show_use(self, use: ContextUse | None) -> None:
        self.setVisible(use is not None)
        if use is not None:
            num, window = number_text(use.num_tokens), number_text(use.window)
            self.label.setText(tr("{num} of {window} tokens", num=num, window=window))
            self.label.set_role("error" if use.is_refused else "warn" if warning_text(use) else "caption")
            self._bar.set_usage(use.num_tokens, use.window, self.label.text())


class ContextWatch(QObject):
    """``counted`` carries the tokens of what ``asked`` gave last, and those of its part that always stays.

    ``asked`` is called when a count begins: the messages of the next question, or none where there is no question.
    """

    counted = Signal(int, int)
    unknown = Signal()

    def __init__(
        self, commands: Commands, bridge: Bridge, asked: Callable[[], Sequence[Message]], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._commands = commands
        self._bridge = bridge
        self._asked = asked
        self._is_counting = False
        self._is_stale = False
        self._timer = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        self._timer.timeout.connect(self._count)

    def look(self) -> None:
        """Counts anew soon; many calls make one count."""
        if self._is_counting:
            self._is_stale = True
        else:
            self._timer.start()

    def _count(self) -> None:
        messages = tuple(self._asked())
        if not messages:
            self.unknown.emit()
            return
        self._is_counting, self._is_stale = True, False
        always = _always(messages)

        def least(num_tokens: int | None, error: MeshnetError | None) -> None:
            if error is not None or num_tokens is None:
                self._end(None, 0)
            elif always == messages or not always:
                self._end(num_tokens, num_tokens if always else 0)
            else:
                future = self._commands.count_tokens(always)
                self._bridge.watch(future, lambda least, _: self._end(num_tokens, least or 0))

        self._bridge.watch(self._commands.count_tokens(messages), least)

    def _end(self, num_tokens: int | None, least_tokens: int) -> None:
        self._is_counting = False
        if num_tokens is None:
            self.unknown.emit()
        else:
            self.counted.emit(num_tokens, least_tokens)
        if self._is_stale:
            self._timer.start()


def _always(messages: Sequence[Message]) -> tuple[Message, ...]:
    """What no rule leaves out: the system prompt and the question, where there is one."""
    if messages[-1].role != "user":
        return ()
    return tuple(each for each in messages[:-1] if each.role == "system") + tuple(messages[-1:])
