"""Where a text stands among all messages: an index of every three characters in a row, and a way without one.

Where this SQLite has no such index (FTS5 with trigrams), or none may be made, all messages are read, newest first.
Whatever the index says is looked up in the message itself, so one that is behind finds less, and nothing wrong.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator

from meshnet_gui.archive.database import Database

log = logging.getLogger(__name__)

MAX_INDEXED_CHARS = 200_000  # of one message; what lies behind is not found
MAX_TERMS = 300  # a short text that begins more of them than that is so common that reading finds it sooner
_END = "\n\n"  # so that the last two characters begin something, too
_FROM = "messages AS m JOIN conversations AS c ON c.number = m.conversation AND c.deleted_at IS NULL"
_READ = f"SELECT m.conversation, m.content FROM {_FROM}"


class ChatIndex:
    """What is found is (number of the conversation, content of the message), the newest first, of deleted ones none."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.is_there = self._prepare()

    def add(self, number: int, content: str) -> None:
        """Within a transaction."""
        self._write("INSERT INTO found (rowid, text) VALUES (?, ?)", number, content)

    def drop(self, number: int, content: str) -> None:
        """Takes out what was added with the same content. Within a transaction."""
        self._write("INSERT INTO found (found, rowid, text) VALUES ('delete', ?, ?)", number, content)

    def renew(self) -> None:
        """Begins an empty one; what belongs into it is not indexed any more."""
        with self._database.transaction() as connection:
            connection.execute("DROP TABLE IF EXISTS temp.terms")
            connection.execute("DROP TABLE IF EXISTS found")
            connection.execute("UPDATE messages SET indexed = 0")
        self.is_there = self._prepare()

    def holders(self, needle: str) -> Iterator[tuple[int, str]]:
        """Messages with the text, which is in lower case."""
        question = self._question(needle) if self.is_there else None
        if question is None:
            rows = self._read(f"{_READ} ORDER BY m.number DESC")
        else:
            rows = self._indexed(question)
        yield from ((conversation, content) for conversation, content in rows if needle in content.lower())

    def holders_within(self, needle: str, conversation: int) -> Iterator[str]:
        """Those of one conversation."""
        rows = self._read(f"{_READ} WHERE m.conversation = ? ORDER BY m.number DESC", conversation)
        yield from (content for _, content in rows if needle in content.lower())

    def _prepare(self) -> bool:
        connection = self._database.connection
        try:
            if not self._database.is_read_only:
                connection.execute(
                    "CREATE VIRTUAL TABLE IF NOT EXISTS found USING fts5("
                    "text, content = '', detail = full, tokenize = 'trigram')"
                )
            connection.execute("SELECT rowid FROM found LIMIT 1").fetchone()
            connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab('main', 'found', 'row')")
        except sqlite3.OperationalError as exc:
            log.info("chats are searched without an index: %s", exc)
            return False
        return True

    def _write(self, sql: str, number: int, content: str) -> None:
        self._database.connection.execute(sql, (number, content[:MAX_INDEXED_CHARS] + _END))

    def _question(self, needle: str) -> str | None:
        """What to ask the index; None where reading all is as well."""
        if len(needle) >= 3:
            return _quoted(needle)
        sql = "SELECT term FROM temp.terms WHERE term >= ? AND term < ? LIMIT ?"
        terms = self._database.rows(sql, (needle, f"{needle}\U0010ffff", MAX_TERMS + 1))
        return " OR ".join(_quoted(term) for (term,) in terms) if len(terms) <= MAX_TERMS else None

    def _indexed(self, question: str) -> Iterator[tuple[int, str]]:
        yield from self._read(f"{_READ} WHERE m.indexed = 0 ORDER BY m.number DESC")
        if question:
            yield from self._read(
                "SELECT m.conversation, m.content FROM found CROSS JOIN messages AS m ON m.number = found.rowid"
                " JOIN conversations AS c ON c.number = m.conversation AND c.deleted_at IS NULL"
                " WHERE found MATCH ? ORDER BY found.rowid DESC",
                question,
            )

    def _read(self, sql: str, *args: object) -> Iterator[tuple[int, str]]:
        yield from self._database.connection.execute(sql, args)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
