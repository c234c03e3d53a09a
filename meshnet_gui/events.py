"""What happened, told to whoever listens: a small thread-safe bus and the events of a generation.

Listeners are called on the thread that publishes (the core loop thread) and must return at once. One bridge object in
the GUI re-emits events as Qt signals; the CLI listens directly. Knows neither.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from meshnet_gui.types import GenerationResult, Recovered, Route, TokenLogprobs

log = logging.getLogger(__name__)

Listener = Callable[[object], None]


class EventBus:
    """Publishes events to listeners in the order of their subscription. A listener that raises is logged, not fatal."""

    def __init__(self) -> None:
        self._listeners: tuple[Listener, ...] = ()
        self._lock = threading.Lock()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Adds a listener; the returned callable takes it out again."""
        with self._lock:
            self._listeners = (*self._listeners, listener)

        def unsubscribe() -> None:
            with self._lock:
                self._listeners = tuple(other for other in self._listeners if other is not listener)

        return unsubscribe

    def publish(self, event: object) -> None:
        for listener in self._listeners:
            try:
                listener(event)
            except Exception:
                log.exception("a listener failed on %s", type(event).__name__)


@dataclass(frozen=True, slots=True)
class GenerationStarted:
    """A route was found and the prompt is about to be computed."""

    generation_id: str
    route: Route
    num_prompt_tokens: int


@dataclass(frozen=True, slots=True)
class PrefillProgress:
    """``num_done`` of ``num_total`` prompt tokens have passed the whole route."""

    generation_id: str
    num_done: int
    num_total: int


@dataclass(frozen=True, slots=True)
class GenerationText:
    """More text of the answer; ``num_tokens`` counts all tokens generated so far. ``text`` may be empty.

    ``logprobs`` are those of the tokens since the last one, where they were asked for.
    """

    generation_id: str
    text: str
    num_tokens: int
    logprobs: tuple[TokenLogprobs, ...] = ()


@dataclass(frozen=True, slots=True)
class GenerationNote:
    """What the user should know while the generation goes on: a lost session cache, a hop that is waited for."""

    generation_id: str
    text: str


@dataclass(frozen=True, slots=True)
class GenerationRecovered:
    """The answer goes on after a hop failed; a ``GenerationNote`` said at once who does."""

    generation_id: str
    recovered: Recovered


@dataclass(frozen=True, slots=True)
class GenerationFinished:
    """The answer is complete, at its limit, or was stopped."""

    generation_id: str
    result: GenerationResult


@dataclass(frozen=True, slots=True)
class GenerationFailed:
    """The answer broke off. ``text`` and ``hint`` are for a person; ``partial`` is what had been generated.

    ``is_user_error``: what was asked for cannot be done (a prompt that is too long), and asking differently helps.
    ``kind`` is the name of the error's class in ``errors``, empty where it was stopped.
    """

    generation_id: str
    text: str
    hint: str
    partial: str
    is_user_error: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class EndAsked:
    """Whoever runs the program is to end it: it was drained, and nothing is left to wait for."""


GenerationEvent = (
    GenerationStarted
    | PrefillProgress
    | GenerationText
    | GenerationNote
    | GenerationRecovered
    | GenerationFinished
    | GenerationFailed
)
