"""What a face may ask of the conversations on this disk. Every call returns at once; its future ends when it is done.

Calls take effect in the order in which they are made. Threads: any. A future's exception is a ``MeshnetError``.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

from meshnet_gui.archive.tree import ConversationInfo, ConversationTree, StoredMessage


class Conversations(Protocol):
    """Every conversation of this user. Ids are made by ``archive.tree.new_id`` by whoever makes the thing."""

    def notice(self) -> Future[str]:
        """What the user should know of the database (set aside, of a newer version and so read-only); "" if nothing."""
        ...

    def list(self) -> Future[tuple[ConversationInfo, ...]]:
        """All of them, pinned ones first, then the latest first."""
        ...

    def search(self, text: str, limit: int = 200) -> Future[tuple[ConversationInfo, ...]]:
        """Those with the text in their title or a message, upper or lower case, in the same order."""
        ...

    def load(self, conversation_id: str) -> Future[ConversationTree]:
        """One with all its messages, in the order in which they came. UserError if it is gone."""
        ...

    def create(
        self, conversation_id: str, title: str = "", options: Mapping[str, Any] | None = None
    ) -> Future[None]: ...

    def rename(self, conversation_id: str, title: str) -> Future[None]: ...

    def pin(self, conversation_id: str, pinned: bool) -> Future[None]: ...

    def delete(self, conversation_id: str) -> Future[None]:
        """It is gone from every list, and for good some days later: ``restore`` brings it back until then."""
        ...

    def restore(self, conversation_id: str) -> Future[None]: ...

    def put_message(self, conversation_id: str, message: StoredMessage) -> Future[None]:
        """Adds a message, or takes the place of the one with its id, and makes it the leaf where it is new."""
        ...

    def set_leaf(self, conversation_id: str, message_id: str) -> Future[None]:
        """Chooses the branch that is shown."""
        ...

    def set_draft(self, conversation_id: str, draft: str) -> Future[None]:
        """What is written and not sent; the id "" keeps the draft of a chat that has not begun."""
        ...

    def draft(self) -> Future[str]:
        """The draft of a chat that has not begun."""
        ...

    def set_options(self, conversation_id: str, options: Mapping[str, Any]) -> Future[None]: ...

    def record(self, generation_id: str, conversation_id: str, message: StoredMessage) -> None:
        """Follows a generation's events from now on and keeps ``message`` up to date with them, mid-stream too."""
        ...

    def export_markdown(self, conversation_id: str, path: Path) -> Future[None]: ...

    def export_json(self, path: Path, conversation_id: str = "") -> Future[int]:
        """Writes one, or all of them, to a file; how many."""
        ...

    def import_json(self, path: Path) -> Future[int]:
        """Brings in what ``export_json`` wrote, under new ids; how many. UserError names what is wrong with a file."""
        ...
