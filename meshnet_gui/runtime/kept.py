"""The conversations on this disk, for faces: a database on a thread of its own. Implements ``Conversations``.

Ready from the moment it is made; nothing is opened, and no thread begun, before something is asked for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from meshnet_gui.archive.tree import ConversationInfo, ConversationTree, StoredMessage
from meshnet_gui.concurrency.serial import SerialWorker
from meshnet_gui.errors import MachineError, MeshnetError
from meshnet_gui.events import EventBus
from meshnet_gui.runtime.recorder import Recorder

if TYPE_CHECKING:
    from meshnet_gui.archive.chats import Chats

log = logging.getLogger(__name__)
_T = TypeVar("_T")

TIDY_AFTER_S = 5.0
TIDY_AGAIN_S = 0.05
AT_ONCE = 20


class KeptConversations:
    """``folder`` is where the database lies; it is made where it is not. Threads: any."""

    def __init__(self, events: EventBus, folder: Path) -> None:
        self._folder = folder
        self._chats: Chats | None = None  # only the worker's
        self._worker = SerialWorker("meshnet-chats")
        self._recorder = Recorder(self._save, self._worker.later)
        self._unsubscribe = events.subscribe(self._recorder.hear)

    def expect_end(self) -> None:
        """The program ends: an answer that is stopped from now on is not one that somebody had enough of."""
        self._recorder.is_ending = True

    def close(self, timeout_s: float = 5.0) -> None:
        """Saves what is still being written, as partial, and ends. What was asked for before is done first."""
        self._unsubscribe()
        self._worker.close(self._end, timeout_s)

    def notice(self) -> Future[str]:
        return self._do(lambda chats: chats.notice)

    def list(self) -> Future[tuple[ConversationInfo, ...]]:
        return self._do(lambda chats: chats.list())

    def search(self, text: str, limit: int = 200) -> Future[tuple[ConversationInfo, ...]]:
        return self._do(lambda chats: chats.search(text, limit))

    def load(self, conversation_id: str) -> Future[ConversationTree]:
        return self._do(lambda chats: chats.load(conversation_id))

    def create(self, conversation_id: str, title: str = "", options: Mapping[str, Any] | None = None) -> Future[None]:
        kept = dict(options or {})
        return self._do(lambda chats: chats.create(conversation_id, title, kept))

    def rename(self, conversation_id: str, title: str) -> Future[None]:
        return self._do(lambda chats: chats.rename(conversation_id, title))

    def pin(self, conversation_id: str, pinned: bool) -> Future[None]:
        return self._do(lambda chats: chats.pin(conversation_id, pinned))

    def delete(self, conversation_id: str) -> Future[None]:
        return self._do(lambda chats: chats.delete(conversation_id))

    def restore(self, conversation_id: str) -> Future[None]:
        return self._do(lambda chats: chats.restore(conversation_id))

    def put_message(self, conversation_id: str, message: StoredMessage) -> Future[None]:
        return self._do(lambda chats: chats.put_message(conversation_id, message))

    def set_leaf(self, conversation_id: str, message_id: str) -> Future[None]:
        return self._do(lambda chats: chats.set_leaf(conversation_id, message_id))

    def set_draft(self, conversation_id: str, draft: str) -> Future[None]:
        return self._do(lambda chats: chats.set_draft(conversation_id, draft))

    def draft(self) -> Future[str]:
        return self._do(lambda chats: chats.draft())

    def set_options(self, conversation_id: str, options: Mapping[str, Any]) -> Future[None]:
        kept = dict(options)
        return self._do(lambda chats: chats.set_options(conversation_id, kept))

    def record(self, generation_id: str, conversation_id: str, message: StoredMessage) -> None:
        self._recorder.follow(generation_id, conversation_id, message)

    def export_markdown(self, conversation_id: str, path: Path) -> Future[None]:
        def export(chats: Chats) -> None:
            from meshnet_gui.archive.transfer import to_markdown, write_text

            write_text(path, to_markdown(chats.load(conversation_id)))

        return self._do(export)

    def export_json(self, path: Path, conversation_id: str = "") -> Future[int]:
        def export(chats: Chats) -> Iterator[int | None]:
            from meshnet_gui.archive.transfer import json_file

            wanted = [conversation_id] if conversation_id else [info.id for info in chats.list()]
            with json_file(path) as writer:
                for number, each in enumerate(wanted, start=1):
                    writer.write(chats.load(each))
                    if number % AT_ONCE == 0:
                        yield None
            yield writer.num_written

        return self._do_in_parts(export)

    def import_json(self, path: Path) -> Future[int]:
        """All of a file or, where something is wrong with it, nothing."""

        def bring_in(chats: Chats) -> Iterator[int | None]:
            from meshnet_gui.archive.transfer import read_json

            for number, _ in enumerate(read_json(path), start=1):
                if number % AT_ONCE == 0:
                    yield None
            added: list[str] = []
            try:
                for tree in read_json(path):
                    chats.add_tree(tree)
                    added.append(tree.info.id)
                    if len(added) % AT_ONCE == 0:
                        yield None
            except MeshnetError:
                for each in added:
                    chats.forget(each)
                raise
            yield len(added)

        return self._do_in_parts(bring_in)

    # -- on the worker ------------------------------------------------------------------------------------------------

    def _opened(self) -> Chats:
        if self._chats is None:
            from meshnet_gui.archive.chats import Chats

            self._chats = Chats(self._folder)
            self._worker.later(TIDY_AFTER_S, self._tidy)
        return self._chats

    def _save(self, conversation_id: str, message: StoredMessage) -> None:
        self._mended(lambda chats: chats.put_message(conversation_id, message))

    def _do(self, call: Callable[[Chats], _T]) -> Future[_T]:
        return self._worker.submit(self._in_our_words, call)

    def _in_our_words(self, call: Callable[[Chats], _T]) -> _T:
        try:
            return self._mended(call)
        except MeshnetError:
            raise
        except Exception as exc:
            log.exception("a question to the chats failed")
            raise MachineError(f"Something went wrong ({type(exc).__name__}).", "See the log for the reason.") from exc

    def _mended(self, call: Callable[[Chats], _T]) -> _T:
        """Once more where the file was found to be damaged, and is not any more."""
        chats = self._opened()
        try:
            return call(chats)
        except MeshnetError as exc:
            if not chats.mend(exc):
                raise
        self._worker.later(TIDY_AFTER_S, self._tidy)
        return call(chats)

    def _do_in_parts(self, begin: Callable[[Chats], Iterator[int | None]]) -> Future[int]:
        """Long work lets others in at each ``None``; what it yields at last is the future's result."""
        ended: Future[int] = Future()
        ended.set_running_or_notify_cancel()

        def go_on(work: Iterator[int | None]) -> None:
            outcome = self._in_our_words(lambda _: next(work))
            if outcome is None:
                self._worker.submit(go_on, work).add_done_callback(refuse)
            else:
                ended.set_result(outcome)

        def refuse(future: Future[None]) -> None:
            if (error := future.exception()) is not None:
                ended.set_exception(error)

        self._worker.submit(lambda: go_on(self._in_our_words(begin))).add_done_callback(refuse)
        return ended

    def _tidy(self) -> None:
        try:
            if self._opened().tidy():
                self._worker.later(TIDY_AGAIN_S, self._tidy)
        except MeshnetError as exc:
            log.info("the chats could not be tidied up: %s", exc.text)

    def _end(self) -> None:
        self._recorder.save_all()
        if self._chats is not None:
            self._chats.close()
