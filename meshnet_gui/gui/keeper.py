"""Stores what happens in the chats of the window: questions, answers, branches, drafts, options. Never waits for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from meshnet_gui.archive.tree import ConversationTree
from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.conversation import Conversation
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.format import error_text
from meshnet_gui.gui.translation import sentence
from meshnet_gui.runtime.conversations import Conversations

DRAFT_MS = 400
MAX_DRAFT_CHARS = 100_000


class Keeper(QObject):
    """``failed`` carries why something could not be stored; ``stored`` says that a chat's place in a list changed."""

    failed = Signal(str)
    stored = Signal()

    def __init__(self, conversations: Conversations, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._bridge = bridge
        self._draft: tuple[str, str] | None = None
        self._timer = QTimer(self, singleShot=True, interval=DRAFT_MS)
        self._timer.timeout.connect(self.save_draft)

    def load(self, conversation_id: str, done: Callable[[ConversationTree | None, MeshnetError | None], None]) -> None:
        self._bridge.watch(self._conversations.load(conversation_id), done)

    def first_draft(self, done: Callable[[str | None, MeshnetError | None], None]) -> None:
        """What was written last for a chat that has not begun."""
        self._bridge.watch(self._conversations.draft(), done)

    def keep_question(self, conversation: Conversation, exchange: Exchange) -> None:
        """The question, and before its first one the chat itself."""
        if not conversation.is_kept:
            conversation.is_kept = True
            self._follow(self._conversations.create(conversation.id, conversation.title, conversation.options))
        self._follow(self._conversations.put_message(conversation.id, conversation.question(exchange)))

    def record(self, conversation: Conversation, exchange: Exchange) -> None:
        """From here the answer is stored while it is written, whatever the window shows."""
        self._conversations.record(exchange.generation_id, conversation.id, conversation.answer(exchange))

    def keep_answer(self, conversation: Conversation, exchange: Exchange, names: Mapping[str, str]) -> None:
        """An answer that has ended, with the names that its hops have now."""
        self._follow(self._conversations.put_message(conversation.id, conversation.answer(exchange, names)))

    def keep_leaf(self, conversation: Conversation, leaf_id: str) -> None:
        self._follow(self._conversations.set_leaf(conversation.id, leaf_id))

    def keep_options(self, conversation: Conversation, options: Mapping[str, Any]) -> None:
        conversation.options = dict(options)
        if conversation.is_kept:
            self._follow(self._conversations.set_options(conversation.id, options))

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
            self._follow(self._conversations.set_draft(*self._draft), tells=False)
            self._draft = None

    def _follow(self, future: Future[Any], *, tells: bool = True) -> None:
        def ended(_: object, error: MeshnetError | None) -> None:
            if error is not None:
                self.failed.emit(sentence(error_text(error)))
            elif tells:
                self.stored.emit()

        self._bridge.watch(future, ended)
