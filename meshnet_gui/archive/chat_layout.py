"""The tables in which conversations lie. A step that was released once is never changed: a new one follows it."""

from __future__ import annotations

import sqlite3

from meshnet_gui.archive.database import Layout

FILE_NAME = "chats.sqlite3"

_FIRST = (
    """
    CREATE TABLE conversations (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        created_at REAL NOT NULL,
        updated_at REAL NOT NULL,
        pinned INTEGER NOT NULL DEFAULT 0,
        leaf_id TEXT NOT NULL DEFAULT '',
        draft TEXT NOT NULL DEFAULT '',
        options TEXT NOT NULL DEFAULT '{}',
        deleted_at REAL
    )
    """,
    # `indexed`: 1 where the search index knows it. Numbers are never used twice, so an index that is behind harms none.
    """
    CREATE TABLE messages (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        conversation INTEGER NOT NULL REFERENCES conversations (number) ON DELETE CASCADE,
        parent_id TEXT NOT NULL,
        role TEXT NOT NULL,
        state TEXT NOT NULL,
        created_at REAL NOT NULL,
        indexed INTEGER NOT NULL DEFAULT 0,
        facts TEXT NOT NULL DEFAULT '{}',
        content TEXT NOT NULL
    )
    """,
    "CREATE INDEX messages_of ON messages (conversation, number)",
    "CREATE INDEX messages_to_index ON messages (number) WHERE indexed = 0",
    """
    CREATE TABLE attachments (
        message INTEGER NOT NULL REFERENCES messages (number) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (message, place)
    )
    """,
    "CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)


def _first(connection: sqlite3.Connection) -> None:
    for statement in _FIRST:
        connection.execute(statement)


LAYOUT = Layout(FILE_NAME, (_first,))
