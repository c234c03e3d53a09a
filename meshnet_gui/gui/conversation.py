"""A chat as data: what was asked, how each answer stands, and what the next request sends. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass, field

from meshnet_gui.events import (
    GenerationFailed,
    GenerationFinished,
    GenerationNote,
    GenerationStarted,
    GenerationText,
    PrefillProgress,
)
from meshnet_gui.types import GenerationResult, Message, Route

RUNNING = ("waiting", "reading", "writing")


@dataclass(slots=True)
class Exchange:
    """One question and its answer. ``phase`` is ``waiting``, ``reading``, ``writing``, ``done`` or ``failed``."""

    prompt: str
    generation_id: str = ""
    answer: str = ""
    phase: str = "waiting"
    num_tokens: int = 0
    num_read: int = 0
    num_prompt_tokens: int = 0
    route: Route | None = None
    notes: list[str] = field(default_factory=list)
    result: GenerationResult | None = None
    error: str = ""
    hint: str = ""
    may_go_on: bool = False

    @property
    def may_resume(self) -> bool:
        """Whether the answer broke off half way, so that the rest of it can be asked for."""
        return self.phase == "failed" and self.may_go_on and bool(self.answer and self.generation_id)

    @property
    def running(self) -> bool:
        return self.phase in RUNNING


class Conversation:
    """All exchanges of one chat, oldest first. Threads: the Qt thread only."""

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []

    @property
    def current(self) -> Exchange | None:
        return self.exchanges[-1] if self.exchanges else None

    @property
    def running(self) -> bool:
        return self.current is not None and self.current.running

    def ask(self, prompt: str) -> Exchange:
        """Adds a question whose answer is awaited."""
        self.exchanges.append(Exchange(prompt))
        return self.exchanges[-1]

    def retry(self) -> Exchange:
        """Asks the last question again; its broken answer is dropped."""
        return self.ask(self.exchanges.pop().prompt)

    def go_on(self) -> Exchange:
        """Awaits more of the broken answer, under the id that it has."""
        exchange = self.exchanges[-1]
        exchange.phase, exchange.error, exchange.hint = "waiting", "", ""
        return exchange

    def messages(self, system_prompt: str = "") -> tuple[Message, ...]:
        """What the model is given: every answered turn, then the open question; unanswered turns are left out."""
        turns = [Message("system", system_prompt)] if system_prompt.strip() else []
        for exchange in self.exchanges:
            if exchange is self.current:
                turns.append(Message("user", exchange.prompt))
            elif exchange.answer:
                turns += [Message("user", exchange.prompt), Message("assistant", exchange.answer)]
        return tuple(turns)

    def fail(self, text: str, hint: str = "") -> None:
        """Marks the open answer as broken off; what was written of it stays."""
        if self.current is not None:
            self.current.phase, self.current.error, self.current.hint = "failed", text, hint

    def apply(self, event: object) -> bool:
        """Takes an event of the running answer in; False where it belongs to another."""
        exchange = self.current
        if exchange is None or not exchange.running or getattr(event, "generation_id", None) != exchange.generation_id:
            return False
        match event:
            case GenerationStarted(_, route, num_prompt_tokens):
                exchange.route, exchange.num_prompt_tokens, exchange.phase = route, num_prompt_tokens, "reading"
            case PrefillProgress(_, num_done, num_total):
                exchange.num_read, exchange.num_prompt_tokens = num_done, num_total
            case GenerationText(_, text, num_tokens):
                exchange.answer += text
                exchange.num_tokens, exchange.phase = num_tokens, "writing"
            case GenerationNote(_, text):
                exchange.notes.append(text)
            case GenerationFinished(_, result):
                exchange.result, exchange.answer, exchange.phase = result, result.text, "done"
            case GenerationFailed(_, text, hint, partial, is_user_error):
                exchange.answer = partial or exchange.answer
                exchange.may_go_on = not is_user_error
                self.fail(text, hint)
            case _:
                return False
        return True
