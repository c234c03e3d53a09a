"""One question with its answer, as a row of the chat shows it: while it is written, and as it was stored. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from meshnet_gui.archive.facts import AnswerFacts
from meshnet_gui.archive.tree import CUT_OFF, UNANSWERED, Attachment, StoredMessage, new_id
from meshnet_gui.events import (
    GenerationFailed,
    GenerationFinished,
    GenerationNote,
    GenerationRecovered,
    GenerationStarted,
    GenerationText,
    PrefillProgress,
)
from meshnet_gui.types import GenerationResult, Recovered, Route

RUNNING = ("waiting", "reading", "writing")
PASTED = "Pasted text"
MAX_TITLE_WORDS_CHARS = 60
_TIDY = {code: None for code in range(32) if code not in (9, 10)} | {127: None}


@dataclass(slots=True)
class Exchange:
    """One question and its answer. ``phase`` is ``waiting``, ``reading``, ``writing``, ``done`` or ``failed``.

    ``facts`` are those of an answer that was stored; one that was made since the program started has its ``result``.
    """

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
    attachments: tuple[Attachment, ...] = ()
    recoveries: list[Recovered] = field(default_factory=list)
    facts: Mapping[str, Any] = field(default_factory=dict)
    question_id: str = field(default_factory=new_id)
    answer_id: str = field(default_factory=new_id)

    @property
    def may_resume(self) -> bool:
        """Whether the answer broke off half way, so that the rest of it can be asked for."""
        return self.phase == "failed" and self.may_go_on and bool(self.answer and self.generation_id)

    @property
    def running(self) -> bool:
        return self.phase in RUNNING

    @property
    def sent_text(self) -> str:
        """What the model is given of the question: what was written, then each attachment under its name."""
        return sent_text(self.prompt, self.attachments)

    def fail(self, text: str, hint: str = "") -> None:
        """Marks the answer as broken off; what was written of it stays."""
        self.phase, self.error, self.hint = "failed", text, hint

    def apply(self, event: object) -> bool:
        """Takes an event of this answer in; False for anything else."""
        match event:
            case GenerationStarted(_, route, num_prompt_tokens):
                self.route, self.num_prompt_tokens, self.phase = route, num_prompt_tokens, "reading"
            case PrefillProgress(_, num_done, num_total):
                self.num_read, self.num_prompt_tokens = num_done, num_total
            case GenerationText(_, text, num_tokens):
                self.answer += text
                self.num_tokens, self.phase = num_tokens, "writing"
            case GenerationNote(_, text):
                self.notes.append(text)
            case GenerationRecovered(_, recovered):
                self.recoveries.append(recovered)
            case GenerationFinished(_, result):
                self.result, self.answer, self.phase = result, result.text, "done"
            case GenerationFailed(_, text, hint, partial, is_user_error):
                self.answer = partial or self.answer
                self.may_go_on = not is_user_error
                self.fail(text, hint)
            case _:
                return False
        return True


def exchanges_of(path: Iterable[StoredMessage], known: Mapping[str, Exchange]) -> list[Exchange]:
    """The rows of a stored path; ``known`` are those that this program has already, by the id of their answer.

    What an import brings need not take turns: an answer without a question stands alone, and so does a question.
    """
    rows: list[Exchange] = []
    is_open = False
    for message in path:
        if message.role == "user":
            rows.append(_unanswered(message))
            is_open = True
            continue
        if not is_open:
            rows.append(Exchange("", question_id=""))
        rows[-1] = known.get(message.id) or _answered(rows[-1], message)
        is_open = False
    return rows


def _unanswered(message: StoredMessage) -> Exchange:
    exchange = Exchange(message.content, attachments=message.attachments, question_id=message.id)
    exchange.fail(UNANSWERED)
    return exchange


def _answered(exchange: Exchange, message: StoredMessage) -> Exchange:
    exchange.answer_id, exchange.answer, exchange.facts = message.id, message.content, message.facts
    exchange.phase, exchange.error = "done", ""
    if message.state == "partial":
        exchange.fail(CUT_OFF)
    elif message.state == "failed":
        facts = AnswerFacts.read(message.facts)
        exchange.fail(facts.error or CUT_OFF, facts.hint)
    return exchange


def sent_text(prompt: str, attachments: Sequence[Attachment]) -> str:
    """A question as the model reads it. What was pasted follows as it is, a file below its name."""
    pieces = [each.text if each.name == PASTED else f"File {each.name}:\n{each.text}" for each in attachments]
    return "\n\n".join(piece for piece in (prompt, *pieces) if piece)


def tidy(text: str) -> str:
    """The text without control characters and lone surrogates, which no tokenizer takes; line ends become one kind."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n").translate(_TIDY)
    return text.encode("utf-8", "replace").decode("utf-8")


def title_of(prompt: str, attachments: Sequence[Attachment] = ()) -> str:
    """What a chat is called after its first question: the beginning of its first line, cut between words."""
    words = _first_line(prompt)
    if not words and attachments:
        first = attachments[0]
        words = _first_line(first.text) if first.name == PASTED else first.name
    if len(words) <= MAX_TITLE_WORDS_CHARS:
        return words
    cut = words[: MAX_TITLE_WORDS_CHARS - 1]
    return (cut.rpartition(" ")[0] or cut) + "…"


def _first_line(text: str) -> str:
    return " ".join(text[:2_000].strip().partition("\n")[0].split())
