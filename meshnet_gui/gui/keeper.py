"""Stores what happens in the chats of the window: questions, answers, branches, drafts, options. Never waits for it.

What could not be stored is tried again, in its order, before the next and now and then: a question that is missing on
the disk would part what follows it from what came before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from meshnet_gui.archive.tree import ConversationTree, StoredMessage
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.conversation import Conversation
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.format import error_text
from meshnet_gui.gui.translation import sentence
from meshnet_gui.runtime.conversations import Conversations

DRAFT_MS = 400
MAX_DRAFT_CHARS = 100_000
AGAIN_MS = 10_000
MAX_UNKEPT = 1000
Change = Callable[[], Future[Any]]
Key = tuple[str, str, str]
"""What a change stores: its kind, the chat, and the message where it is one."""


class Keeper(QObject):
    """``failed`` carries why something could not be stored, "" once all of it is; ``stored`` says that a chat's place
    in a list changed."""

    failed = Signal(str)
    stored = Signal()

    def __init__(self, conversations: Conversations, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._bridge = bridge
        self._draft: tuple[str, str] | None = None
        self._timer = QTimer(self, singleShot=True, interval=DRAFT_MS)
        self._timer.timeout.connect(self.save_draft)
        self._unkept: dict[Key, Change] = {}  # in their order
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self.keep_again)

    def load(self, conversation_id: str, done: Callable[[ConversationTree | None, MeshnetError | None], None]) -> None:
        self._bridge.watch(self._conversations.load(conversation_id), done)

    def first_draft(self, done: Callable[[str | None, MeshnetError | None], None]) -> None:
        """What was written last for a chat that has not begun."""
        self._bridge.watch(self._conversations.draft(), done)

    def keep_question(self, conversation: Conversation, exchange: Exchange) -> None:
        """The question, and before its first one the chat itself."""
        self.keep_again()
        if not conversation.is_kept:
            conversation.is_kept = True
            values = conversation.id, conversation.title, conversation.options
            self._keep(("chat", conversation.id, ""), partial(self._conversations.create, *values))
        self._put(conversation, conversation.question(exchange))

    def record(self, conversation: Conversation, exchange: Exchange) -> None:
        """From here the answer is stored while it is written, whatever the window shows."""
        self._conversations.record(exchange.generation_id, conversation.id, conversation.answer(exchange))

    def keep_answer(self, conversation: Conversation, exchange: Exchange, names: Mapping[str, str]) -> None:
        """An answer that has ended, with the names that its hops have now."""
        self.keep_again()
        self._put(conversation, conversation.answer(exchange, names))

    def keep_leaf(self, conversation: Conversation, leaf_id: str) -> None:
        self._keep(("leaf", conversation.id, ""), partial(self._conversations.set_leaf, conversation.id, leaf_id))

    def keep_options(self, conversation: Conversation, options: Mapping[str, Any]) -> None:
        conversation.options = dict(options)
        if conversation.is_kept:
            kept = conversation.id, conversation.options
            self._keep(("options", conversation.id, ""), partial(self._conversations.set_options, *kept))

    def keep_again(self) -> None:
        """Tries what could not be stored once more."""
        self._again.stop()
        for key, change in tuple(self._unkept.items()):
            self._keep(key, change, is_again=True)

    def note_draft(self, conversation_id: str, draft: str) -> None:
        """What is written now, to be stored soon; "" is the chat that has not begun."""
        if self._draft is not None and self._draft[0] != conversation_id:
            self.save_draft()
        self._draft = conversation_id, draft[:MAX_DRAFT_CHARS]
        self._timer.start()

    def save_draft(self) -> None:
        """Stores what ``note_draft`` heard last, if that is not done yet."""
        self._timer.stop()
        if self._draft is not None:
            self._bridge.watch(self._conversations.set_draft(*self._draft), self._tell_of_draft)
            self._draft = None

    def _tell_of_draft(self, _: object, error: MeshnetError | None) -> None:
        if error is not None:
            self.failed.emit(sentence(error_text(error)))

    def _put(self, conversation: Conversation, message: StoredMessage) -> None:
        put = partial(self._conversations.put_message, conversation.id, message)
        self._keep(("message", conversation.id, message.id), put)

    def _keep(self, key: Key, change: Change, *, is_again: bool = False) -> None:
        """A later change takes the place of one with the same key; one that fails once more says nothing again."""

        def ended(_: object, error: MeshnetError | None) -> None:
            if error is None:
                self.stored.emit()
                if self._unkept.pop(key, None) is not None and not self._unkept:
                    self.failed.emit("")
                return
            self._try_later(key, change, error)
            if not is_again:
                self.failed.emit(sentence(error_text(error)))

        if not is_again:
            self._unkept.pop(key, None)
        self._bridge.watch(change(), ended)

    def _try_later(self, key: Key, change: Change, error: MeshnetError) -> None:
        """What the chat's own absence stood in the way of, too, where that is still to come."""
        may_come = not isinstance(error, UserError) or ("chat", key[1], "") in self._unkept
        if may_come and (key in self._unkept or len(self._unkept) < MAX_UNKEPT):
            self._unkept[key] = change
            self._again.start()
        else:
            self._unkept.pop(key, None)
