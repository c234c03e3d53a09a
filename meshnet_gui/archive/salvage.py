"""What can still be read of a damaged file of chats: everything that lies on pages that are whole."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from meshnet_gui.archive.tree import Attachment, ConversationInfo, ConversationTree, StoredMessage

log = logging.getLogger(__name__)

_CHATS = "number, id, title, created_at, updated_at, pinned, leaf_id, draft, options"
_MESSAGES = "number, conversation, id, parent_id, role, content, created_at, state, facts"


def readable_chats(path: Path) -> Iterator[ConversationTree]:
    """Deleted ones are not among them. Raises nothing that is about the file."""
    if not path.is_file():  # a pipe would be waited for
        return
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection,
    ):
        connection.execute("PRAGMA writable_schema = ON")  # read it even where it ends too soon
        messages: dict[int, list[StoredMessage]] = {}
        for number, conversation, *row in _rows(connection, _MESSAGES, "messages"):
            with suppress(TypeError, ValueError):
                messages.setdefault(conversation, []).append(_message(connection, number, row))
        for number, *row in _rows(connection, _CHATS, "conversations", "deleted_at IS NULL"):
            with suppress(TypeError, ValueError):
                yield _tree(row, tuple(messages.pop(number, ())))
        for left in messages.values():  # the row of their chat is gone
            at = left[0].created_at
            yield _tree((f"salvaged-{left[0].id}", left[0].content[:60], at, at, 0, left[-1].id, "", "{}"), tuple(left))


def _rows(connection: sqlite3.Connection, columns: str, table: str, where: str = "1") -> Iterator[tuple[Any, ...]]:
    """From the first on until one cannot be read, then from the last on: in the middle lies what is lost."""
    last = 0
    try:
        for row in connection.execute(f"SELECT {columns} FROM {table} WHERE {where} ORDER BY number"):
            last = row[0]
            yield row
    except sqlite3.Error as exc:
        log.info("%s of a damaged file end too soon: %s", table, exc)
        rest: list[tuple[Any, ...]] = []
        with suppress(sqlite3.Error):
            sql = f"SELECT {columns} FROM {table} WHERE number > ? AND {where} ORDER BY number DESC"
            for row in connection.execute(sql, (last,)):
                rest.append(row)
        yield from reversed(rest)


def _tree(row: Any, messages: tuple[StoredMessage, ...]) -> ConversationTree:
    chat_id, title, created_at, updated_at, pinned, leaf_id, draft, options = row
    info = ConversationInfo(str(chat_id), str(title), float(created_at), float(updated_at), bool(pinned))
    if messages and all(message.id != leaf_id for message in messages):
        leaf_id = messages[-1].id
    return ConversationTree(info, messages, str(leaf_id), str(draft), _object(options))


def _message(connection: sqlite3.Connection, number: int, row: Any) -> StoredMessage:
    message_id, parent_id, role, content, created_at, state, facts = row
    attachments: tuple[Attachment, ...] = ()
    with suppress(sqlite3.Error):
        sql = "SELECT name, text FROM attachments WHERE message = ? ORDER BY place"
        attachments = tuple(Attachment(str(name), str(text)) for name, text in connection.execute(sql, (number,)))
    return StoredMessage(
        str(message_id), str(parent_id), role, str(content), float(created_at), state, attachments, _object(facts)
    )


def _object(text: Any) -> dict[str, Any]:
    with suppress(TypeError, ValueError, RecursionError):
        if isinstance(value := json.loads(text), dict):
            return value
    return {}
