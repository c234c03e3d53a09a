"""Conversations as data: a tree of messages, of which one path is shown. Knows no database, no clock and no Qt.

A message answers or follows its parent; a question that was edited and sent again, and an answer that was made anew,
are siblings of the first one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

MESSAGE_STATES = ("complete", "partial", "failed")
MAX_TITLE_CHARS = 200
CUT_OFF = "Meshnet ended before this answer was complete."
UNANSWERED = "This question was not answered."


def new_id() -> str:
    """The id of a conversation or a message: 32 hexadecimal digits. Made by whoever makes the thing."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text file, or a long text that was pasted, sent with a question."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """One message. ``parent_id`` is "" for the first of a conversation; ``role`` is ``user`` or ``assistant``.

    ``state``: ``partial`` while an answer is being written, and after a crash in the middle of it; ``failed`` where it
    broke off. ``facts`` are about how it was made (speed, route, recoveries, error), as JSON values by name.
    ``created_at`` is in seconds since 1970.
    """

    id: str
    parent_id: str
    role: str
    content: str
    created_at: float
    state: str = "complete"
    attachments: tuple[Attachment, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.role not in ("user", "assistant"):
            raise ValueError(f"a message's role is user or assistant, not {self.role[:32]!r}")
        if self.state not in MESSAGE_STATES:
            raise ValueError(f"a message's state is one of {', '.join(MESSAGE_STATES)}, not {self.state[:32]!r}")


@dataclass(frozen=True, slots=True)
class ConversationInfo:
    """A conversation without its messages, as the sidebar lists it. Times are in seconds since 1970.

    ``found`` is the piece of a message around what a search found, "" in a plain list.
    """

    id: str
    title: str
    created_at: float
    updated_at: float
    pinned: bool = False
    found: str = ""


@dataclass(frozen=True, slots=True)
class ConversationTree:
    """A whole conversation. ``leaf_id`` is the last message of the path that is shown, "" where there is none yet.

    ``draft`` is what was written and not sent; ``options`` are this conversation's own system prompt and sampling, by
    the names of the settings that they take the place of.
    """

    info: ConversationInfo
    messages: tuple[StoredMessage, ...] = ()
    leaf_id: str = ""
    draft: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def path(self) -> tuple[StoredMessage, ...]:
        """The messages from the first to the leaf."""
        return path_to(self.messages, self.leaf_id)


def path_to(messages: Iterable[StoredMessage], leaf_id: str) -> tuple[StoredMessage, ...]:
    """The messages from the first to ``leaf_id``; a parent that is missing, or comes twice, ends it."""
    by_id = {message.id: message for message in messages}
    path: list[StoredMessage] = []
    while (message := by_id.pop(leaf_id, None)) is not None:
        path.append(message)
        leaf_id = message.parent_id
    return tuple(reversed(path))


def siblings(messages: Iterable[StoredMessage], message_id: str) -> tuple[StoredMessage, ...]:
    """All messages with the same parent as this one, itself among them, in the order in which they came."""
    known = tuple(messages)
    parent = next((message.parent_id for message in known if message.id == message_id), None)
    return tuple(message for message in known if message.parent_id == parent)


def newest_leaf(messages: Iterable[StoredMessage], message_id: str) -> str:
    """Where one ends who takes the newest answer at each turn from this message on."""
    newest = {message.parent_id: message.id for message in messages}
    seen = {message_id}
    while (following := newest.get(message_id)) is not None and following not in seen:
        seen.add(following)
        message_id = following
    return message_id
