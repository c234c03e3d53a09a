"""A chat as data: a tree of questions and answers, the path of it that is shown, and what the next request sends.

Knows no Qt and no disk: whoever changes it stores what ``question`` and ``answer`` say.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from meshnet_gui.archive.facts import facts_of
from meshnet_gui.archive.tree import (
    Attachment,
    ConversationTree,
    StoredMessage,
    new_id,
    newest_leaf,
    path_to,
)
from meshnet_gui.gui.exchange import Exchange, exchanges_of, sent_text, tidy, title_of
from meshnet_gui.types import Message

NO_NAMES: Mapping[str, str] = MappingProxyType({})


class Conversation:
    """All messages of one chat; ``exchanges`` are those of the path that is shown, oldest first. Threads: Qt's only.

    ``is_kept``: it has been stored, so that it is in the list. One that is new has an id already.
    """

    def __init__(self, tree: ConversationTree | None = None, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self.id = tree.info.id if tree else new_id()
        self.title = tree.info.title if tree else ""
        self.is_kept = tree is not None
        self.options = dict(tree.options) if tree else {}
        self._messages: dict[str, StoredMessage] = {}
        self._versions: dict[tuple[str, str], list[str]] = {}  # ids by parent and role
        for message in tree.messages if tree else ():
            self._put(message)
        self._known: dict[str, Exchange] = {}
        self.exchanges = exchanges_of(tree.path(), self._known) if tree else []

    @property
    def current(self) -> Exchange | None:
        return self.exchanges[-1] if self.exchanges else None

    @property
    def running(self) -> bool:
        return self.current is not None and self.current.running

    def ask(self, prompt: str, attachments: Sequence[Attachment] = ()) -> Exchange:
        """Adds a question whose answer is awaited."""
        cleaned = tuple(Attachment(tidy(each.name), tidy(each.text)) for each in attachments)
        exchange = Exchange(tidy(prompt), attachments=cleaned)
        self.title = self.title or title_of(exchange.prompt, cleaned)
        question = StoredMessage(
            exchange.question_id, self._leaf(), "user", exchange.prompt, self._clock(), attachments=cleaned
        )
        self._put(question)
        self._await(exchange)
        return exchange

    def edit(self, index: int, prompt: str, attachments: Sequence[Attachment] = ()) -> Exchange:
        """Asks the question at ``index`` in other words: a branch beside it, from which the chat goes on."""
        del self.exchanges[index:]
        return self.ask(prompt, attachments)

    def regenerate(self, index: int = -1) -> Exchange:
        """Asks for another answer to the same question: a branch beside the one that is there."""
        asked = self.exchanges[index]
        del self.exchanges[index % len(self.exchanges) :]
        exchange = Exchange(asked.prompt, attachments=asked.attachments, question_id=asked.question_id)
        self._await(exchange)
        return exchange

    def retry(self) -> Exchange:
        """Asks the last question again. A broken answer that has text stays as a branch; an empty one is replaced."""
        broken = self.exchanges[-1]
        exchange = self.regenerate()
        if not broken.answer:
            self._forget(exchange.answer_id)
            exchange.answer_id = broken.answer_id
            self._known[exchange.answer_id] = exchange
            self._take(exchange)
        return exchange

    def go_on(self) -> Exchange:
        """Awaits more of the broken answer, under the id that it has."""
        exchange = self.exchanges[-1]
        exchange.phase, exchange.error, exchange.hint = "waiting", "", ""
        self._take(exchange)
        return exchange

    def branches(self, message_id: str) -> tuple[int, int]:
        """Which one of how many branches a question or an answer is, counted from 1: ``(2, 3)``."""
        ids = self._sibling_ids(message_id)
        return (ids.index(message_id) + 1, len(ids)) if message_id in ids else (1, 1)

    def choose(self, message_id: str, step: int) -> str:
        """Shows the branch ``step`` further than this message's; the leaf that the path ends at now."""
        ids = self._sibling_ids(message_id)
        if message_id in ids and not self.running:
            chosen = ids[max(0, min(len(ids) - 1, ids.index(message_id) + step))]
            leaf = newest_leaf(self._messages.values(), chosen)
            self.exchanges = exchanges_of(path_to(self._messages.values(), leaf), self._known)
        return self._leaf()

    def messages(self, system_prompt: str = "") -> tuple[Message, ...]:
        """What the model is given: every answered turn, then the open question; unanswered turns are left out."""
        last = self.current
        return self._turns(system_prompt, self.exchanges[:-1], last.sent_text if last else "")

    def messages_with(
        self, system_prompt: str, prompt: str, attachments: Sequence[Attachment] = (), before: int | None = None
    ) -> tuple[Message, ...]:
        """What the model would be given with this as the next question, or in place of the one at ``before``."""
        return self._turns(system_prompt, self.exchanges[:before], sent_text(tidy(prompt), attachments))

    def question(self, exchange: Exchange) -> StoredMessage:
        """A question as it is stored."""
        return self._messages[exchange.question_id]

    def answer(self, exchange: Exchange, names: Mapping[str, str] = NO_NAMES) -> StoredMessage:
        """An answer as it is stored; ``names`` are those that its hops have now."""
        self._take(exchange)
        facts = exchange.facts or facts_of(
            exchange.result,
            names=names,
            route=exchange.route,
            num_tokens=exchange.num_tokens,
            recoveries=exchange.recoveries,
            notes=exchange.notes,
            error=exchange.error,
            hint=exchange.hint,
        )
        return replace(self._messages[exchange.answer_id], facts=facts)

    def fail(self, text: str, hint: str = "") -> None:
        """Marks the open answer as broken off; what was written of it stays."""
        if self.current is not None:
            self.current.fail(text, hint)
            self._take(self.current)

    def apply(self, event: object) -> bool:
        """Takes an event of the running answer in; False where it belongs to another."""
        exchange = self._awaited(getattr(event, "generation_id", ""))
        if exchange is None or not exchange.apply(event):
            return False
        if exchange.phase in ("done", "failed"):
            self._take(exchange)
        return True

    def _awaited(self, generation_id: str) -> Exchange | None:
        exchange = self.current
        return exchange if exchange and exchange.running and exchange.generation_id == generation_id else None

    def _turns(self, system_prompt: str, before: Sequence[Exchange], question: str) -> tuple[Message, ...]:
        turns = [Message("system", tidy(system_prompt))] if system_prompt.strip() else []
        for exchange in before:
            if exchange.answer:
                turns += [Message("user", exchange.sent_text)] if exchange.sent_text else []
                turns.append(Message("assistant", exchange.answer))
        return (*turns, Message("user", question)) if question else tuple(turns)

    def _leaf(self) -> str:
        """The message that the next one follows: the last answer, or a question that never got one."""
        if not self.exchanges:
            return ""
        last = self.exchanges[-1]
        return last.answer_id if last.answer_id in self._messages else last.question_id

    def _await(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)
        self._known[exchange.answer_id] = exchange
        self._put(StoredMessage(exchange.answer_id, exchange.question_id, "assistant", "", self._clock(), "partial"))

    def _put(self, message: StoredMessage) -> None:
        if message.id not in self._messages:
            self._versions.setdefault((message.parent_id, message.role), []).append(message.id)
        self._messages[message.id] = message

    def _forget(self, message_id: str) -> None:
        message = self._messages.pop(message_id)
        self._versions[message.parent_id, message.role].remove(message_id)
        del self._known[message_id]

    def _take(self, exchange: Exchange) -> None:
        """Brings an answer's place in the tree up to date with its row."""
        state = {"done": "complete", "failed": "failed"}.get(exchange.phase, "partial")
        message = self._messages.get(exchange.answer_id)
        if message is None:
            message = StoredMessage(exchange.answer_id, exchange.question_id, "assistant", "", self._clock())
        self._put(replace(message, content=exchange.answer, state=state))

    def _sibling_ids(self, message_id: str) -> list[str]:
        message = self._messages.get(message_id)
        return self._versions[message.parent_id, message.role] if message else []
