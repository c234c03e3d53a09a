"""``meshnet swarm`` as people and scripts use it; what it prints, and where a secret does not go."""

from __future__ import annotations

import io
import json
import stat
import sys
from pathlib import Path

import numpy as np
import pytest

from meshnet_gui.cli import main
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.swarm.membership import MembershipStore
from meshnet_gui.swarm.qr import squares

Output = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MembershipStore:
    monkeypatch.setenv("MESHNET_CONFIG_DIR", str(tmp_path))
    monkeypatch.setenv("MESHNET_DATA_DIR", str(tmp_path / "data"))
    return MembershipStore(tmp_path)


def said(output: Output, *words: str) -> str:
    output.readouterr()
    assert main(["swarm", *words]) == 0
    return output.readouterr().out


def test_a_swarm_is_created_invited_to_joined_and_left(
    store: MembershipStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    assert "No swarms yet" in said(capsys)
    assert "home" in said(capsys, "create", "home", "--address", "203.0.113.7:7447")
    invite = said(capsys, "invite").strip()
    assert Invite.parse(invite).rendezvous == ("203.0.113.7:7447",)
    monkeypatch.setenv("MESHNET_CONFIG_DIR", str(tmp_path / "other"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{invite}\n"))
    said(capsys, "join", "-")
    joined = MembershipStore(tmp_path / "other").active()
    assert joined == store.active()
    assert "Coming back" in said(capsys, "leave", "home")
    assert MembershipStore(tmp_path / "other").list() == ()


class Keyboard(io.StringIO):
    """A terminal whose user does not press Ctrl-D: reading on after the last line would wait for ever."""

    def isatty(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> str:
        raise AssertionError("waits for the end of the input")


@pytest.mark.parametrize("broken_at", [None, 30])
def test_on_a_terminal_a_pasted_invite_needs_only_enter(
    store: MembershipStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Output,
    broken_at: int | None,
) -> None:
    made = store.create("home")
    invite = made.invite().encode()
    pasted = f"Here it is:\n{invite}" if broken_at is None else f"{invite[:broken_at]}\n  {invite[broken_at:]}"
    monkeypatch.setenv("MESHNET_CONFIG_DIR", str(tmp_path / "other"))
    monkeypatch.setattr(sys, "stdin", Keyboard(f"{pasted}\nwhat is typed later\n"))
    assert "You are in home now." in said(capsys, "join", "-")
    assert MembershipStore(tmp_path / "other").active() == made


@pytest.mark.parametrize(
    ("typed", "says"), [("hello\n\n", "no invite"), ("meshnet:AeBE\n\n", "not complete"), ("", "no")]
)
def test_on_a_terminal_something_else_and_a_part_are_refused_after_an_empty_line(
    store: MembershipStore, monkeypatch: pytest.MonkeyPatch, capsys: Output, typed: str, says: str
) -> None:
    monkeypatch.setattr(sys, "stdin", Keyboard(typed))
    assert main(["swarm", "join", "-"]) == 2
    shown = capsys.readouterr().err
    assert "press Enter" in shown
    assert says in shown.splitlines()[-1]


def test_the_list_marks_the_active_one_and_shows_no_seed(store: MembershipStore, capsys: Output) -> None:
    seeds = [store.create(name).seed for name in ("home", "work")]
    said(capsys, "use", "home")
    shown = said(capsys, "list") + said(capsys, "--json")
    assert shown.splitlines()[:2] == [
        f"* home ({store.get('home').swarm_id[:8]})",
        f"  work ({store.get('work').swarm_id[:8]})",
    ]
    assert [line["active"] for line in json.loads(said(capsys, "list", "--json"))] == [True, False]
    assert not any(seed.hex() in shown for seed in seeds)
    assert "no swarm" in said(capsys, "use")
    assert store.active() is None


def test_an_invite_remembers_the_addresses_it_was_given(store: MembershipStore, capsys: Output) -> None:
    store.create("home")
    given = json.loads(said(capsys, "invite", "home", "--json", "--address", "192.0.2.1:7447"))
    assert Invite.parse(given["invite"]).rendezvous == ("192.0.2.1:7447",)
    assert store.get("home").rendezvous == ("192.0.2.1:7447",)


def test_an_invite_without_addresses_says_how_far_it_goes(store: MembershipStore, capsys: Output) -> None:
    store.create("home")
    assert main(["swarm", "invite"]) == 0
    assert "local network" in capsys.readouterr().err


def test_an_invite_becomes_a_picture_that_only_the_user_can_read(
    store: MembershipStore, tmp_path: Path, capsys: Output
) -> None:
    store.create("home")
    picture = tmp_path / "invite.png"
    assert said(capsys, "invite", "--qr", str(picture)) == ""
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert np.asarray(squares(store.get("home").invite().encode())).size
    if sys.platform != "win32":
        assert stat.S_IMODE(picture.stat().st_mode) == 0o600
    assert main(["swarm", "invite", "--qr", str(picture)]) == 2
    assert "there already" in capsys.readouterr().err


def test_rotating_says_that_everybody_else_is_out(store: MembershipStore, capsys: Output) -> None:
    before = store.create("home")
    assert main(["swarm", "rotate"]) == 0
    shown = capsys.readouterr()
    assert "new invite" in shown.out
    assert store.get("home").swarm_id != before.swarm_id


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["join", "hello"], "no invite"),
        (["use", "nowhere"], "no swarm called"),
        (["leave", "nowhere"], "no swarm called"),
        (["invite"], "no swarm"),
        (["rotate"], "no swarm"),
        (["create", " "], "name"),
        (["create", "home", "--address", "here"], "no address"),
        (["dance"], "dance"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    store: MembershipStore, capsys: Output, words: list[str], says: str
) -> None:
    assert main(["swarm", *words]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert len(error.splitlines()) == 1
    assert store.list() == ()
