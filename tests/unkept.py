"""Conversations in memory: what a face has where nothing is written to a disk. Gone with the process.

Every call has taken effect when it returns. Implements ``runtime.conversations.Conversations``.
Threads: any; calls and events take turns.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from meshnet_gui.archive.tree import ConversationInfo, ConversationTree, StoredMessage
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.events import EventBus, GenerationFailed, GenerationFinished, GenerationText

T = TypeVar("T")
_NO_FILES = UserError("These chats are only in memory; there is no file of them.")


class UnkeptConversations:
    """All of them in one dictionary, newest last."""

    def __init__(self, events: EventBus, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._trees: dict[str, ConversationTree] = {}
        self._deleted: dict[str, ConversationTree] = {}
        self._draft = ""
        self._recorded: dict[str, tuple[str, StoredMessage]] = {}
        events.subscribe(self._hear)

    def notice(self) -> Future[str]:
        return self._do(lambda: "")

    def list(self) -> Future[tuple[ConversationInfo, ...]]:
        return self._do(self._infos)

    def search(self, text: str, limit: int = 200) -> Future[tuple[ConversationInfo, ...]]:
        def find() -> tuple[ConversationInfo, ...]:
            wanted = text.casefold()
            found = []
            for info in self._infos():
                pieces = [message.content for message in self._trees[info.id].messages]
                piece = next((piece for piece in pieces if wanted in piece.casefold()), "")
                if piece or wanted in info.title.casefold():
                    found.append(replace(info, found=piece[:200]))
            return tuple(found[:limit])

        return self._do(find)

    def load(self, conversation_id: str) -> Future[ConversationTree]:
        return self._do(lambda: self._tree(conversation_id))

    def create(self, conversation_id: str, title: str = "", options: Mapping[str, Any] | None = None) -> Future[None]:
        def make() -> None:
            now = self._clock()
            info = ConversationInfo(conversation_id, title, now, now)
            self._trees[conversation_id] = ConversationTree(info, options=dict(options or {}))

        return self._do(make)

    def rename(self, conversation_id: str, title: str) -> Future[None]:
        return self._change_info(conversation_id, title=title)

    def pin(self, conversation_id: str, pinned: bool) -> Future[None]:
        return self._change_info(conversation_id, pinned=pinned)

    def delete(self, conversation_id: str) -> Future[None]:
        def delete() -> None:
            self._deleted[conversation_id] = self._tree(conversation_id)
            del self._trees[conversation_id]

        return self._do(delete)

    def restore(self, conversation_id: str) -> Future[None]:
        def restore() -> None:
            if conversation_id in self._deleted:
                self._trees[conversation_id] = self._deleted.pop(conversation_id)

        return self._do(restore)

    def put_message(self, conversation_id: str, message: StoredMessage) -> Future[None]:
        return self._do(lambda: self._put(conversation_id, message))

    def set_leaf(self, conversation_id: str, message_id: str) -> Future[None]:
        return self._change(conversation_id, leaf_id=message_id)

    def set_draft(self, conversation_id: str, draft: str) -> Future[None]:
        def remember() -> None:
            self._draft = draft

        return self._change(conversation_id, draft=draft) if conversation_id else self._do(remember)

    def draft(self) -> Future[str]:
        return self._do(lambda: self._draft)

    def set_options(self, conversation_id: str, options: Mapping[str, Any]) -> Future[None]:
        return self._change(conversation_id, options=dict(options))

    def record(self, generation_id: str, conversation_id: str, message: StoredMessage) -> None:
        with self._lock:
            self._recorded[generation_id] = conversation_id, message
            if conversation_id in self._trees:
                self._put(conversation_id, message)

    def export_markdown(self, conversation_id: str, path: Path) -> Future[None]:
        return self._do(_refuse)

    def export_json(self, path: Path, conversation_id: str = "") -> Future[int]:
        return self._do(_refuse)

    def import_json(self, path: Path) -> Future[int]:
        return self._do(_refuse)

    def _do(self, work: Callable[[], T]) -> Future[T]:
        future: Future[T] = Future()
        with self._lock:
            try:
                future.set_result(work())
            except MeshnetError as exc:
                future.set_exception(exc)
        return future

    def _infos(self) -> tuple[ConversationInfo, ...]:
        infos = [tree.info for tree in self._trees.values()]
        return tuple(sorted(infos, key=lambda info: (not info.pinned, -info.updated_at)))

    def _tree(self, conversation_id: str) -> ConversationTree:
        tree = self._trees.get(conversation_id)
        if tree is None:
            raise UserError("This chat is gone.")
        return tree

    def _change(self, conversation_id: str, **changes: Any) -> Future[None]:
        def change() -> None:
            self._trees[conversation_id] = replace(self._tree(conversation_id), **changes)

        return self._do(change)

    def _change_info(self, conversation_id: str, **changes: Any) -> Future[None]:
        def change() -> None:
            tree = self._tree(conversation_id)
            self._trees[conversation_id] = replace(tree, info=replace(tree.info, **changes))

        return self._do(change)

    def _put(self, conversation_id: str, message: StoredMessage) -> None:
        tree = self._tree(conversation_id)
        is_new = all(other.id != message.id for other in tree.messages)
        is_followed = any(other.parent_id == message.id for other in tree.messages)
        kept = tuple(message if other.id == message.id else other for other in tree.messages)
        self._trees[conversation_id] = replace(
            tree,
            info=replace(tree.info, updated_at=self._clock()),
            messages=(*kept, message) if is_new else kept,
            leaf_id=message.id if is_new and not is_followed else tree.leaf_id,
        )

    def _hear(self, event: object) -> None:
        generation_id = getattr(event, "generation_id", "")
        with self._lock:
            conversation_id, message = self._recorded.get(generation_id, ("", None))
            if message is None:
                return
            match event:
                case GenerationText(_, text, _):
                    message = replace(message, content=message.content + text)
                case GenerationFinished(_, result):
                    message = replace(message, content=result.text, state="complete")
                case GenerationFailed(_, text, hint, partial):
                    content = partial or message.content
                    facts = {**message.facts, "error": text, "hint": hint}
                    message = replace(message, content=content, state="failed", facts=facts)
                case _:
                    return
            self._recorded[generation_id] = conversation_id, message
            if message.state != "partial":
                del self._recorded[generation_id]
            if conversation_id in self._trees:
                self._put(conversation_id, message)


def _refuse() -> Any:
    raise _NO_FILES
