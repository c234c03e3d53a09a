"""What is kept comes back, and where it does not, that is found out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from meshnet_gui.archive.chats import Chats
from meshnet_gui.bench.checks import kept
from meshnet_gui.bench.checks.check import Check, CheckFailed
from meshnet_gui.settings import Settings, SettingsFile


@pytest.mark.parametrize("check", [kept.database, kept.settings, kept.wire])
def test_each_passes_here(check: Check, tmp_path: Path) -> None:
    assert isinstance(check(tmp_path), str)


def test_a_message_that_is_not_found_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chats, "search", lambda self, text, limit: ())
    with pytest.raises(CheckFailed, match="not found by its words"):
        kept.database(tmp_path)


def test_a_message_that_comes_back_changed_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = Chats.load

    def lossy(self: Chats, conversation_id: str) -> object:
        return replace(load(self, conversation_id), messages=())

    monkeypatch.setattr(Chats, "load", lossy)
    with pytest.raises(CheckFailed, match="came back changed"):
        kept.database(tmp_path)


def test_settings_that_are_not_kept_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SettingsFile, "load", lambda self: (Settings(), ""))
    with pytest.raises(CheckFailed, match="settings came back changed"):
        kept.settings(tmp_path)
    monkeypatch.setattr(SettingsFile, "load", lambda self: (Settings(), "The settings were damaged."))
    with pytest.raises(CheckFailed, match="were damaged"):
        kept.settings(tmp_path)


def test_messages_that_do_not_survive_their_way_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "parse_hidden_reply", lambda *args: None)
    with pytest.raises(CheckFailed, match="reply came back changed"):
        kept.wire(tmp_path)
    monkeypatch.setattr(kept, "parse_request", lambda *args: None)
    with pytest.raises(CheckFailed, match="request came back changed"):
        kept.wire(tmp_path)
