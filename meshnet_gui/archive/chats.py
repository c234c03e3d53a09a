"""The conversations of this user, in a database. Every call is made on the one thread that made the object.

What a call of these has returned from is on the disk. Raises UserError for what is gone or too large, MachineError and
DiskFull for what the disk does not do.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from meshnet_gui.archive.chat_index import ChatIndex
from meshnet_gui.archive.chat_layout import LAYOUT
from meshnet_gui.archive.database import (
    Database,
    begin_anew,
    in_our_words,
    is_damage,
    is_damage_of_index,
    open_database,
)
from meshnet_gui.archive.salvage import readable_chats
from meshnet_gui.archive.stored_text import clean_text, clean_title, piece_around
from meshnet_gui.archive.tree import (
    MESSAGE_STATES,
    Attachment,
    ConversationInfo,
    ConversationTree,
    StoredMessage,
)
from meshnet_gui.errors import MeshnetError, UserError

log = logging.getLogger(__name__)

KEPT_DELETED_S = 30 * 24 * 3600.0
MAX_CONTENT_CHARS = 50_000_000
MAX_ATTACHMENTS = 100
MAX_FACTS_CHARS = 1_000_000
MAX_OPTIONS_CHARS = 2_000_000
MAX_SEARCHED_CHARS = 200
MAX_FOUND = 1000
MAX_PINNED_SEARCHED = 100
INDEXED_AT_ONCE = 50
_DRAFT = "draft"
_INFO = "id, title, created_at, updated_at, pinned"
_ORDER = "ORDER BY pinned DESC, updated_at DESC, number DESC"


class Chats:
    """All conversations. Opens the database at once; ``notice`` says what the user should know of it."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._take_up(open_database(folder, LAYOUT))

    @property
    def is_read_only(self) -> bool:
        return self._database.is_read_only

    def close(self) -> None:
        self._database.close()

    def mend(self, error: MeshnetError) -> bool:
        """Where an error came from damage to the file: makes what is damaged anew. Whether it helps to ask again."""
        if is_damage_of_index(error.__cause__) and not self.is_read_only:
            log.warning("the search index of the chats is damaged and made anew")
            self._index.renew()
        elif is_damage(error.__cause__):
            self.close()
            self._take_up(begin_anew(self._database.path, LAYOUT))
        else:
            return False
        return True

    # -- looking ------------------------------------------------------------------------------------------------------

    def list(self) -> tuple[ConversationInfo, ...]:
        rows = self._database.rows(f"SELECT {_INFO} FROM conversations WHERE deleted_at IS NULL {_ORDER}")
        return tuple(_info(row) for row in rows)

    def search(self, text: str, limit: int) -> tuple[ConversationInfo, ...]:
        """Those with the text in their title or a message; of very many, those with the newest messages."""
        needle = clean_text(text).strip().lower()[:MAX_SEARCHED_CHARS]
        if not needle:
            return self.list()[:limit]
        limit = min(limit, MAX_FOUND)
        with in_our_words(self._database.path):
            pieces = self._pieces(needle, limit)
        found = json.dumps([*pieces, *self._titled(needle, limit)])
        chosen = "number IN (SELECT value FROM json_each(?))"
        rows = self._database.rows(
            f"SELECT number, {_INFO} FROM conversations WHERE {chosen} {_ORDER} LIMIT ?", (found, limit)
        )
        return tuple(_info(row, pieces.get(number, "")) for number, *row in rows)

    def load(self, conversation_id: str) -> ConversationTree:
        sql = f"SELECT number, leaf_id, draft, options, {_INFO} FROM conversations WHERE id = ? AND deleted_at IS NULL"
        rows = self._database.rows(sql, (conversation_id,))
        if not rows:
            raise _gone()
        number, leaf_id, draft, options, *info = rows[0]
        return ConversationTree(_info(info), self._messages(number), leaf_id, draft, _object(options))

    def draft(self) -> str:
        rows = self._database.rows("SELECT value FROM kept WHERE name = ?", (_DRAFT,))
        return str(rows[0][0]) if rows else ""

    # -- changing -----------------------------------------------------------------------------------------------------

    def create(self, conversation_id: str, title: str, options: Mapping[str, Any]) -> None:
        now = self._clock()
        values = (conversation_id, clean_title(title), now, now, _options_text(options))
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO conversations (id, title, created_at, updated_at, options) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO NOTHING",
                values,
            )

    def rename(self, conversation_id: str, title: str) -> None:
        self._set(conversation_id, "title", clean_title(title))

    def pin(self, conversation_id: str, pinned: bool) -> None:
        self._set(conversation_id, "pinned", int(pinned))

    def delete(self, conversation_id: str) -> None:
        self._set(conversation_id, "deleted_at", self._clock())

    def restore(self, conversation_id: str) -> None:
        self._set(conversation_id, "deleted_at", None)

    def set_leaf(self, conversation_id: str, message_id: str) -> None:
        self._set(conversation_id, "leaf_id", message_id)

    def set_options(self, conversation_id: str, options: Mapping[str, Any]) -> None:
        self._set(conversation_id, "options", _options_text(options))

    def set_draft(self, conversation_id: str, draft: str) -> None:
        draft = _bounded(clean_text(draft))
        if conversation_id:
            self._set(conversation_id, "draft", draft)
            return
        with self._database.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)", (_DRAFT, draft))

    def put_message(self, conversation_id: str, message: StoredMessage) -> None:
        """Into a deleted conversation, too: it may come back."""
        with self._database.transaction() as connection:
            conversation = _number(connection, conversation_id)
            if self._put(connection, conversation, message):
                _take_as_leaf(connection, conversation, message.id)
            sql = "UPDATE conversations SET updated_at = max(updated_at, ?) WHERE number = ?"
            connection.execute(sql, (self._clock(), conversation))

    def add_tree(self, tree: ConversationTree) -> None:
        """A whole conversation at once, as it was, in the place of none."""
        with self._database.transaction():
            self._add(tree)

    def forget(self, conversation_id: str) -> None:
        """At once and for good."""
        for (number,) in self._database.rows("SELECT number FROM conversations WHERE id = ?", (conversation_id,)):
            self._purge(number)

    # -- upkeep -------------------------------------------------------------------------------------------------------

    def tidy(self) -> bool:
        """A bit of what is left to do: purge what was deleted long ago, index what is not yet. Whether more is left."""
        if self.is_read_only:
            return False
        old = self._database.rows(
            "SELECT number FROM conversations WHERE deleted_at < ? LIMIT 1", (self._clock() - KEPT_DELETED_S,)
        )
        if old:
            self._purge(old[0][0])
            return True
        return self._index.is_there and self._index_some()

    def _purge(self, conversation: int) -> None:
        with self._database.transaction() as connection:
            sql = "SELECT number, content FROM messages WHERE conversation = ? AND indexed = 1"
            for number, content in connection.execute(sql, (conversation,)).fetchall() if self._index.is_there else ():
                self._index.drop(number, content)
            connection.execute("DELETE FROM conversations WHERE number = ?", (conversation,))

    def _index_some(self) -> bool:
        with self._database.transaction() as connection:
            sql = (
                "SELECT number, content FROM messages WHERE indexed = 0 AND state != 'partial' ORDER BY number LIMIT ?"
            )
            rows = connection.execute(sql, (INDEXED_AT_ONCE,)).fetchall()
            for number, content in rows:
                self._index.add(number, content)
                connection.execute("UPDATE messages SET indexed = 1 WHERE number = ?", (number,))
        return len(rows) == INDEXED_AT_ONCE

    # -- parts --------------------------------------------------------------------------------------------------------

    def _take_up(self, database: Database) -> None:
        self._database = database
        self._index = ChatIndex(database)
        self.notice = database.notice
        if database.damaged is not None and not self.is_read_only:
            num = self._salvage(database.damaged)
            read = "No chat could be read from it." if num == 0 else "One chat could be read from it and is here."
            if num > 1:
                read = f"{num} chats could be read from it and are here."
            self.notice = f"{self.notice} {read}"

    def _salvage(self, damaged: Path) -> int:
        """What was read of the damaged file lies in this one then; it is indexed later."""
        num = 0
        for tree in readable_chats(damaged):
            try:
                with self._database.transaction():
                    self._add(tree, to_index=False)
                num += 1
            except MeshnetError as exc:
                log.info("a chat of a damaged file cannot be kept: %s", exc.text)
        return num

    def _set(self, conversation_id: str, column: str, value: Any) -> None:
        with self._database.transaction() as connection:
            sql = f"UPDATE conversations SET {column} = ? WHERE id = ?"
            if connection.execute(sql, (value, conversation_id)).rowcount == 0:
                raise _gone()

    def _add(self, tree: ConversationTree, *, to_index: bool = True) -> None:
        info, connection = tree.info, self._database.connection
        values = (info.id, clean_title(info.title), info.created_at, info.updated_at, int(info.pinned))
        connection.execute(
            "INSERT INTO conversations (id, title, created_at, updated_at, pinned, draft, options)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*values, _bounded(clean_text(tree.draft)), _options_text(tree.options)),
        )
        conversation = _number(connection, info.id)
        for message in tree.messages:
            self._put(connection, conversation, message, to_index=to_index)
        connection.execute("UPDATE conversations SET leaf_id = ? WHERE number = ?", (tree.leaf_id, conversation))

    def _put(
        self, connection: sqlite3.Connection, conversation: int, message: StoredMessage, *, to_index: bool = True
    ) -> bool:
        """Whether it is new here."""
        if len(message.attachments) > MAX_ATTACHMENTS:
            raise UserError(f"A message cannot have more than {MAX_ATTACHMENTS} attachments.")
        content = _bounded(clean_text(message.content))
        sql = "SELECT number, conversation, indexed, content FROM messages WHERE id = ?"
        before = connection.execute(sql, (message.id,)).fetchone()
        if before is None:
            number = _insert(connection, conversation, message, content)
            is_indexed = False
        else:
            number, owner, indexed, old_content = before
            if owner != conversation:
                raise UserError("This message belongs to another chat.")
            is_indexed = bool(indexed) and old_content == content
            if indexed and not is_indexed and self._index.is_there:
                self._index.drop(number, old_content)
            _update(connection, number, message, content)
        if to_index and not is_indexed and self._index.is_there and message.state != "partial":
            self._index.add(number, content)
            is_indexed = True
        connection.execute("UPDATE messages SET indexed = ? WHERE number = ?", (int(is_indexed), number))
        return before is None

    def _messages(self, conversation: int) -> tuple[StoredMessage, ...]:
        attached: dict[int, list[Attachment]] = {}
        sql = (
            "SELECT message, name, text FROM attachments WHERE message IN"
            " (SELECT number FROM messages WHERE conversation = ?) ORDER BY message, place"
        )
        for message, name, text in self._database.rows(sql, (conversation,)):
            attached.setdefault(message, []).append(Attachment(name, text))
        sql = (
            "SELECT number, id, parent_id, role, content, created_at, state, facts FROM messages"
            " WHERE conversation = ? ORDER BY number"
        )
        return tuple(
            _message(row, tuple(attached.get(number, ()))) for number, *row in self._database.rows(sql, (conversation,))
        )

    def _titled(self, needle: str, limit: int) -> Iterator[int]:
        """Those with the text in their title, in the order of the list."""
        sql = f"SELECT number, title FROM conversations WHERE deleted_at IS NULL AND title LIKE ? {_ORDER}"
        # LIKE knows no upper case beyond ASCII; a wildcard in the text finds too much, which is looked at again
        rows = self._database.rows(sql, (f"%{needle}%" if needle.isascii() else "%",))
        return islice((number for number, title in rows if needle in title.lower()), limit)

    def _pieces(self, needle: str, limit: int) -> dict[int, str]:
        """The piece of the newest message with the text, of as many conversations, pinned ones in any case."""
        pieces: dict[int, str] = {}
        for conversation, content in self._index.holders(needle):
            if conversation not in pieces:
                pieces[conversation] = piece_around(content, needle)
                if len(pieces) >= limit:
                    break
        if len(pieces) >= limit:
            sql = f"SELECT number FROM conversations WHERE deleted_at IS NULL AND pinned {_ORDER} LIMIT ?"
            for (pinned,) in self._database.rows(sql, (MAX_PINNED_SEARCHED,)):
                for content in self._index.holders_within(needle, pinned) if pinned not in pieces else ():
                    pieces[pinned] = piece_around(content, needle)
                    break
        return pieces


def _insert(connection: sqlite3.Connection, conversation: int, message: StoredMessage, content: str) -> int:
    cursor = connection.execute(
        "INSERT INTO messages (id, conversation, parent_id, role, state, created_at, facts, content)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            message.id,
            conversation,
            message.parent_id,
            message.role,
            message.state,
            message.created_at,
            _facts_text(message.facts),
            content,
        ),
    )
    number = int(cursor.lastrowid or 0)
    _attach(connection, number, message.attachments)
    return number


def _take_as_leaf(connection: sqlite3.Connection, conversation: int, message_id: str) -> None:
    """A new message is the one that is shown last, unless what follows it came first: it could not be stored then."""
    connection.execute(
        "UPDATE conversations SET leaf_id = ? WHERE number = ?"
        " AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation = ? AND parent_id = ?)",
        (message_id, conversation, conversation, message_id),
    )


def _update(connection: sqlite3.Connection, number: int, message: StoredMessage, content: str) -> None:
    connection.execute(
        "UPDATE messages SET parent_id = ?, role = ?, state = ?, created_at = ?, facts = ?, content = ?"
        " WHERE number = ?",
        (
            message.parent_id,
            message.role,
            message.state,
            message.created_at,
            _facts_text(message.facts),
            content,
            number,
        ),
    )
    connection.execute("DELETE FROM attachments WHERE message = ?", (number,))
    _attach(connection, number, message.attachments)


def _attach(connection: sqlite3.Connection, number: int, attachments: Iterable[Attachment]) -> None:
    connection.executemany(
        "INSERT INTO attachments (message, place, name, text) VALUES (?, ?, ?, ?)",
        [
            (number, place, clean_title(each.name), _bounded(clean_text(each.text)))
            for place, each in enumerate(attachments)
        ],
    )


def _number(connection: sqlite3.Connection, conversation_id: str) -> int:
    row = connection.execute("SELECT number FROM conversations WHERE id = ?", (conversation_id,)).fetchone()
    if row is None:
        raise _gone()
    return int(row[0])


def _info(row: Iterable[Any], found: str = "") -> ConversationInfo:
    conversation_id, title, created_at, updated_at, pinned = row
    return ConversationInfo(conversation_id, title, created_at, updated_at, bool(pinned), found)


def _message(row: Iterable[Any], attachments: tuple[Attachment, ...]) -> StoredMessage:
    """What another version may have written is shown as well as it goes."""
    message_id, parent_id, role, content, created_at, state, facts = row
    return StoredMessage(
        message_id,
        parent_id,
        role if role == "user" else "assistant",
        content,
        created_at,
        state if state in MESSAGE_STATES else "failed",
        attachments,
        _object(facts),
    )


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _facts_text(facts: Mapping[str, Any]) -> str:
    """Facts that cannot be kept must not cost the message."""
    try:
        text = clean_text(json.dumps(dict(facts), allow_nan=False))
    except (TypeError, ValueError, RecursionError) as exc:
        log.warning("the facts of a message cannot be kept: %s", type(exc).__name__)
        return "{}"
    return text if len(text) <= MAX_FACTS_CHARS else "{}"


def _options_text(options: Mapping[str, Any]) -> str:
    text = json.dumps(dict(options))
    if len(text) > MAX_OPTIONS_CHARS:
        raise UserError("The options of this chat are too long to be kept.")
    return text


def _bounded(text: str) -> str:
    if len(text) > MAX_CONTENT_CHARS:
        raise UserError(
            f"This text is too long to be kept: more than {MAX_CONTENT_CHARS // 1_000_000} million characters."
        )
    return text


def _gone() -> UserError:
    return UserError("This chat is gone.")
