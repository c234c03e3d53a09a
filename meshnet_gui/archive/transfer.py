"""Conversations as files that other programs read: Markdown of one, JSON of any number, and JSON back again.

The JSON holds one conversation a line, so that neither way needs all of them at once. What is read was written by
anybody: each value is checked and bounded, and ids are given anew. Knows no database.
"""

from __future__ import annotations

import errno
import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from meshnet_gui.archive.stored_text import clean_text, clean_title
from meshnet_gui.archive.tree import (
    MESSAGE_STATES,
    Attachment,
    ConversationInfo,
    ConversationTree,
    StoredMessage,
    new_id,
)
from meshnet_gui.errors import DiskFull, MachineError, UserError

FORMAT = "meshnet-chats"
VERSION = 1
MAX_FILE_BYTES = 256 << 20
MAX_MESSAGES = 100_000
MAX_TEXT_CHARS = 50_000_000
MAX_ATTACHMENTS = 100
MAX_EXTRA_CHARS = 1_000_000
_LATEST = 10**11  # seconds since 1970
_NO_CHATS = UserError("This file holds no chats that Meshnet has saved.", "Choose a JSON file that was exported here.")
_SPACE = re.compile(r"[ \t\r\n]*")


def to_markdown(tree: ConversationTree) -> str:
    """The path that is shown, as a person would write it down."""
    parts = [f"# {tree.info.title or 'Chat'}", _time(tree.info.created_at)]
    for message in tree.path():
        parts.append("## Question" if message.role == "user" else "## Answer")
        parts += [f"**{_inline(each.name)}**\n\n{_fenced(each.text)}" for each in message.attachments]
        parts.append(message.content.strip("\n"))
        if message.state != "complete":
            parts.append("*(This answer is not complete.)*")
    return "\n\n".join(part for part in parts if part) + "\n"


def write_text(path: Path, text: str) -> None:
    """Raises MachineError and DiskFull; the file is then the old one or none."""
    with _new_file(path) as stream:
        stream.write(text)


@contextmanager
def json_file(path: Path) -> Iterator[JsonWriter]:
    """The file appears, whole, when this ends. Raises MachineError and DiskFull."""
    with _new_file(path) as stream:
        writer = JsonWriter(stream)
        yield writer
        writer.end()


class JsonWriter:
    """Writes one conversation after another."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.num_written = 0
        stream.write(f'{{"format": "{FORMAT}", "version": {VERSION}, "conversations": [')

    def write(self, tree: ConversationTree) -> None:
        self._stream.write(",\n" if self.num_written else "\n")
        self._stream.write(json.dumps(_as_json(tree), ensure_ascii=False))
        self.num_written += 1

    def end(self) -> None:
        self._stream.write("\n]}\n")


def read_json(path: Path) -> Iterator[ConversationTree]:
    """Each conversation of a file, under new ids. UserError says what is wrong with it, MachineError with the disk."""
    for number, value in enumerate(_conversations(_content(path)), start=1):
        try:
            yield _tree(value)
        except ValueError as exc:
            raise UserError(f"Chat {number} of this file cannot be used: {exc}.") from exc


# -- writing ----------------------------------------------------------------------------------------------------------


def _as_json(tree: ConversationTree) -> dict[str, Any]:
    info = tree.info
    return {
        "title": info.title,
        "created_at": info.created_at,
        "updated_at": info.updated_at,
        "pinned": info.pinned,
        "leaf_id": tree.leaf_id,
        "draft": tree.draft,
        "options": dict(tree.options),
        "messages": [{**asdict(message), "facts": dict(message.facts)} for message in tree.messages],
    }


@contextmanager
def _new_file(path: Path) -> Iterator[TextIO]:
    draft = ""
    try:
        descriptor, draft = tempfile.mkstemp(prefix=".meshnet-", dir=path.parent)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        Path(draft).replace(path)
    except OSError as exc:
        raise _cannot("written", path, exc) from exc
    finally:
        with suppress(OSError):
            Path(draft).unlink()


def _cannot(done: str, path: Path, exc: OSError) -> MachineError:
    if exc.errno in {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}:
        return DiskFull(
            f"The file {path.name} could not be written: the disk is full.", "Free some space and try again."
        )
    if done == "written":
        return MachineError(f"The file {path.name} could not be written.", f"Check the folder {path.parent}.")
    return MachineError(f"The file {path.name} could not be read.", f"Check the folder {path.parent}.")


def _fenced(text: str) -> str:
    longest = max((len(run) for run in re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text.strip(chr(10))}\n{fence}"


def _inline(name: str) -> str:
    return re.sub(r"([\\`*_\[\]<>])", r"\\\1", name)


def _time(seconds: float) -> str:
    try:
        return f"*{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}*"
    except (OverflowError, OSError, ValueError):
        return ""


# -- reading ----------------------------------------------------------------------------------------------------------


def _content(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
    except OSError as exc:
        raise _cannot("read", path, exc) from exc
    if len(content) > MAX_FILE_BYTES:
        raise UserError(f"This file is too large: more than {MAX_FILE_BYTES >> 20} MB.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise _NO_CHATS from exc


def _conversations(text: str) -> Iterator[Any]:
    """The members of the file's list, one at a time."""
    cursor = _Cursor(text)
    head: dict[str, Any] = {}
    cursor.take("{")
    while True:
        key = cursor.value()
        cursor.take(":")
        if key == "conversations":
            break
        head[str(key)[:100]] = cursor.value()
        cursor.take(",")
    if head.get("format") != FORMAT:
        raise _NO_CHATS
    version = head.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise UserError("This file is of a newer version of Meshnet.", "Import it there.")
    cursor.take("[")
    if cursor.is_next("]"):
        return
    yield cursor.value()
    while cursor.is_next(","):
        yield cursor.value()
    cursor.take("]")


class _Cursor:
    """Goes through JSON value by value: one call of the parser takes no longer than its one value."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._decoder = json.JSONDecoder()

    def is_next(self, mark: str) -> bool:
        self._skip()
        found = self._text.startswith(mark, self._place)
        self._place += len(mark) if found else 0
        return found

    def take(self, mark: str) -> None:
        if not self.is_next(mark):
            raise _NO_CHATS

    def value(self) -> Any:
        self._skip()
        try:
            value, self._place = self._decoder.raw_decode(self._text, self._place)
        except (ValueError, RecursionError) as exc:
            raise _NO_CHATS from exc
        return value

    def _skip(self) -> None:
        found = _SPACE.match(self._text, self._place)
        self._place = found.end() if found else self._place


def _tree(value: Any) -> ConversationTree:
    """Raises ValueError with what is wrong."""
    if not isinstance(value, Mapping):
        raise ValueError("it is no chat")
    messages = value.get("messages", [])
    if not isinstance(messages, list) or len(messages) > MAX_MESSAGES:
        raise ValueError("it has no list of messages, or too long a one")
    new_ids: dict[str, str] = {}
    read = tuple(_message(each, new_ids) for each in messages)
    leaf_id = new_ids.get(str(value.get("leaf_id")), read[-1].id if read else "")
    info = ConversationInfo(
        new_id(),
        clean_title(_text(value, "title")),
        _moment(value, "created_at"),
        _moment(value, "updated_at"),
        value.get("pinned") is True,
    )
    return ConversationTree(info, read, leaf_id, clean_text(_text(value, "draft")), _extra(value, "options"))


def _message(value: Any, new_ids: dict[str, str]) -> StoredMessage:
    """A parent comes before what follows it, or is none: so no chat goes round in circles."""
    if not isinstance(value, Mapping) or value.get("role") not in ("user", "assistant"):
        raise ValueError("a message is neither a question nor an answer")
    old_id = value.get("id")
    if not isinstance(old_id, str) or old_id in new_ids:
        raise ValueError("a message has no id of its own")
    parent_id = new_ids.get(str(value.get("parent_id")), "")
    new_ids[old_id] = new_id()
    state = value.get("state", "complete")
    return StoredMessage(
        new_ids[old_id],
        parent_id,
        value["role"],
        clean_text(_text(value, "content")),
        _moment(value, "created_at"),
        state if state in MESSAGE_STATES else "failed",
        tuple(_attachments(value.get("attachments", []))),
        _extra(value, "facts"),
    )


def _attachments(value: Any) -> Iterable[Attachment]:
    if not isinstance(value, list) or len(value) > MAX_ATTACHMENTS:
        raise ValueError("a message has no list of attachments, or too long a one")
    for each in value:
        if not isinstance(each, Mapping):
            raise ValueError("an attachment is none")
        yield Attachment(clean_title(_text(each, "name")), clean_text(_text(each, "text")))


def _text(value: Mapping[str, Any], name: str) -> str:
    text = value.get(name, "")
    if not isinstance(text, str):
        raise ValueError(f"its {name} is no text")
    if len(text) > MAX_TEXT_CHARS:
        raise ValueError(f"its {name} is too long")
    return text


def _moment(value: Mapping[str, Any], name: str) -> float:
    moment = value.get(name, 0.0)
    if isinstance(moment, bool) or not isinstance(moment, int | float):
        raise ValueError(f"its {name} is no time")
    return float(moment) if 0 <= moment <= _LATEST else 0.0  # no NaN is, and an int may be too large to convert


def _extra(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    extra = value.get(name, {})
    if not isinstance(extra, dict):
        raise ValueError(f"its {name} are none")
    try:
        text = json.dumps(extra, allow_nan=False)
    except (ValueError, RecursionError) as exc:
        raise ValueError(f"its {name} cannot be kept") from exc
    if len(text) > MAX_EXTRA_CHARS:
        raise ValueError(f"its {name} are too long")
    return extra
