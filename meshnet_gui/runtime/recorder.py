"""Follows answers while they are written, and has them saved: every half second at most, and at their end.

Hears every generation from its first event on, so that nothing is missed where it is asked to follow one a moment after
it began, and still knows it after it failed, so that it can go on. Knows no database: ``save`` is handed in.
Threads: any; ``save`` is called by whoever ``later`` hands the call to.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from meshnet_gui.archive.facts import MAX_NOTES, facts_of
from meshnet_gui.archive.tree import StoredMessage
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.events import (
    GenerationFailed,
    GenerationFinished,
    GenerationNote,
    GenerationRecovered,
    GenerationStarted,
    GenerationText,
)
from meshnet_gui.types import GenerationResult, Recovered, Route

log = logging.getLogger(__name__)

SAVE_EVERY_S = 0.5
CHARS_PER_S = 2_000_000  # a huge answer is saved less often, so that saving it never is all that a disk does
TRY_AGAIN_S = 5.0
MAX_KNOWN = 16


@dataclass(slots=True)
class _Answer:
    """What is known of one generation. Without a message nobody asked to keep it yet."""

    texts: list[str] = field(default_factory=list)
    num_tokens: int = 0
    route: Route | None = None
    notes: list[str] = field(default_factory=list)
    recoveries: list[Recovered] = field(default_factory=list)
    result: GenerationResult | None = None
    failure: GenerationFailed | None = None
    conversation_id: str = ""
    message: StoredMessage | None = None
    is_saved: bool = True
    is_due: bool = False

    def text(self) -> str:
        whole = "".join(self.texts)
        self.texts[:] = [whole]
        return whole

    def stored(self, message: StoredMessage) -> StoredMessage:
        """The message as it is now."""
        failure = self.failure
        facts = facts_of(
            self.result,
            route=self.route,
            num_tokens=self.num_tokens,
            recoveries=self.recoveries,
            notes=self.notes,
            error=failure.text if failure else "",
            hint=failure.hint if failure else "",
        )
        state = "complete" if self.result is not None else "failed" if failure else "partial"
        return replace(message, content=self.text(), state=state, facts={**message.facts, **facts})


class Recorder:
    """``save(conversation_id, message)`` may raise; ``later(seconds, call)`` makes a call then, elsewhere."""

    def __init__(
        self, save: Callable[[str, StoredMessage], None], later: Callable[[float, Callable[[], None]], None]
    ) -> None:
        self._save = save
        self._later = later
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Answer] = OrderedDict()
        self.is_ending = False  # what is stopped by that stays partial

    def follow(self, generation_id: str, conversation_id: str, message: StoredMessage) -> None:
        """Keeps the message up to date with the generation from its beginning on. Returns at once."""
        with self._lock:
            answer = self._answer(generation_id)
            answer.conversation_id, answer.message = conversation_id, message
            if not any(answer.texts):
                answer.texts = [message.content]
            self._to_save(generation_id, answer, 0.0)

    def hear(self, event: object) -> None:
        """A listener of the event bus."""
        generation_id = getattr(event, "generation_id", None)
        if not isinstance(generation_id, str):
            return
        with self._lock:
            answer = self._answer(generation_id)
            if not _take_in(answer, event):
                return
            if self.is_ending and answer.result is not None and answer.result.finish == "stopped":
                answer.result = None
            is_over = answer.result is not None or answer.failure is not None
            self._to_save(generation_id, answer, 0.0 if is_over else SAVE_EVERY_S)

    def save_all(self) -> None:
        """Saves whatever is newer than what was saved, by the thread that saves: the last thing before the end."""
        with self._lock:
            unsaved = [each for each, answer in self._known.items() if not answer.is_saved]
        for generation_id in unsaved:
            self._save_one(generation_id, last=True)

    def _answer(self, generation_id: str) -> _Answer:
        answer = self._known.setdefault(generation_id, _Answer())
        self._known.move_to_end(generation_id)
        over = [each for each, known in self._known.items() if known.is_saved and each != generation_id]
        for each in over[: max(0, len(self._known) - MAX_KNOWN)]:
            del self._known[each]
        return answer

    def _to_save(self, generation_id: str, answer: _Answer, seconds: float) -> None:
        """With the lock held."""
        if answer.message is None:
            return
        answer.is_saved = False
        if not answer.is_due or seconds == 0.0:
            answer.is_due = True
            size_s = sum(map(len, answer.texts)) / CHARS_PER_S if seconds else 0.0
            self._later(max(seconds, size_s), lambda: self._save_one(generation_id))

    def _save_one(self, generation_id: str, *, last: bool = False) -> None:
        with self._lock:
            answer = self._known.get(generation_id)
            if answer is None or answer.message is None or answer.is_saved:
                return
            stored, conversation_id = answer.stored(answer.message), answer.conversation_id
            answer.is_saved, answer.is_due = True, False
        try:
            self._save(conversation_id, stored)
        except UserError as exc:
            log.info("an answer is not kept: %s", exc.text)
        except MeshnetError as exc:
            log.warning("an answer could not be saved: %s", exc.text)
            with self._lock:
                answer.is_saved = False
                if not last and not answer.is_due:
                    answer.is_due = True
                    self._later(TRY_AGAIN_S, lambda: self._save_one(generation_id))


def _take_in(answer: _Answer, event: Any) -> bool:
    """Whether there is something to save."""
    match event:
        case GenerationStarted(_, route, _):
            answer.route, answer.failure, answer.result = route, None, None
            return False
        case GenerationText(_, text, num_tokens):
            answer.texts.append(text)
            answer.num_tokens, answer.failure = num_tokens, None
        case GenerationNote(_, text):
            answer.notes = [*answer.notes, text][-MAX_NOTES:]
            return False
        case GenerationRecovered(_, recovered):
            answer.recoveries.append(recovered)
        case GenerationFinished(_, result):
            answer.texts, answer.result, answer.failure = [result.text], result, None
        case GenerationFailed(_, _, _, partial):
            answer.texts, answer.failure = [partial or answer.text()], event
        case _:
            return False
    return True
