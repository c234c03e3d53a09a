"""Is what the program keeps there again: settings, conversations, and messages on their way between computers?"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from meshnet_gui.archive.chat_layout import FILE_NAME
from meshnet_gui.archive.chats import Chats
from meshnet_gui.archive.tree import StoredMessage, new_id
from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.settings import Settings, SettingsFile
from meshnet_gui.types import ModelIdentity
from meshnet_gui.wire.codec import encode_reply, encode_request, parse_hidden_reply, parse_request
from meshnet_gui.wire.limits import PayloadLimits
from meshnet_gui.wire.messages import ForwardRequest, HiddenReply, TensorPayload, mint_session_id

_TEXT = "What do lighthouses say to ships in Köln? 灯塔"


def database(folder: Path) -> str:
    """A conversation is written, found, and there again when the database is opened anew."""
    conversation, message = new_id(), StoredMessage(new_id(), "", "user", _TEXT, 1.0)
    with closing(Chats(folder)) as chats:
        chats.create(conversation, "Self-test", {})
        chats.put_message(conversation, message)
        _expect_found(chats, conversation)
    with closing(Chats(folder)) as chats:
        _expect_found(chats, conversation)
        if chats.load(conversation).messages != (message,):
            raise CheckFailed("the message came back changed")
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        (said,) = connection.execute("PRAGMA integrity_check").fetchone()
    if said != "ok":
        raise CheckFailed(f"the database is not whole: {said}")
    return f"SQLite {sqlite3.sqlite_version}"


def settings(folder: Path) -> str:
    """What is saved is read again."""
    file = SettingsFile(folder / "settings.json")
    saved = replace(Settings(), span="1-3", peers=("http://127.0.0.1:9",), temperature=0.5)
    file.save(saved)
    read, notice = SettingsFile(folder / "settings.json").load()
    if read != saved or notice:
        raise CheckFailed(notice or "the settings came back changed")
    return ""


def wire(folder: Path) -> str:
    """A request and a reply survive their way through bytes."""
    tensor = TensorPayload((1, 2, 4), "float32", bytes(range(32)))
    identity = str(ModelIdentity("self/test", "r1", "0" * 16, "float32"))
    request = ForwardRequest(tensor, mint_session_id(), "decode", 7, 1, 3, identity, token_ids=(5, 6))
    if parse_request(_lower(encode_request(request)), tensor.data, PayloadLimits(16, 4)) != request:
        raise CheckFailed("the request came back changed")
    reply = HiddenReply(tensor, 9)
    headers, body = encode_reply(reply, cached=True)
    if parse_hidden_reply(_lower(headers), bytes(body), 2, 4) != reply:
        raise CheckFailed("the reply came back changed")
    return ""


def _expect_found(chats: Chats, conversation: str) -> None:
    if [info.id for info in chats.search("Köln", 5)] != [conversation]:
        raise CheckFailed("the message was not found by its words")


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
