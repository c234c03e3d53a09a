from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.bench import meeting as meeting_module
from meshnet_gui.bench.meeting import SWARM, InSwarm, PlainHttp
from meshnet_gui.errors import MachineError
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.swarm.membership import MembershipStore

ADDRESS = "192.0.2.1:7"


class FakeHead:
    """In a swarm whose invite names an address at the second try; notes what it is told."""

    def __init__(self, *rendezvous: tuple[str, ...]) -> None:
        self.rendezvous = list(rendezvous)
        self.told: list[str] = []
        self.core = self

    def create_swarm(self, name: str) -> None:
        self.told.append(f"create {name}")

    def invite(self, name: str) -> str:
        addresses = self.rendezvous.pop(0) if len(self.rendezvous) > 1 else self.rendezvous[0]
        return Invite(name, b"s" * 32, addresses).encode()

    def add(self, address: str) -> None:
        self.told.append(f"add {address}")

    def forget(self, address: str) -> None:
        self.told.append(f"forget {address}")

    def snapshot(self) -> FakeHead:
        return self

    notice = ""


def test_a_member_keeps_its_key_however_often_it_is_started(tmp_path: Path) -> None:
    met = InSwarm(FakeHead((), (ADDRESS,)), tmp_path)  # type: ignore[arg-type]
    first, again, other = met.environ(0), met.environ(0), met.environ(1)
    assert first == again != other
    folder = Path(first["MESHNET_CONFIG_DIR"])
    membership = MembershipStore(folder).active()
    assert membership is not None
    assert (membership.name, membership.rendezvous) == (SWARM, (ADDRESS,))
    identity = Identity.load_or_make(folder / "keys")
    identity.close()
    assert met.address(0, {"address": "https://127.0.0.1:9"}) == f"node:{identity.node_id}"
    assert "--no-swarm" not in met.options()


def test_a_plain_node_is_known_by_where_it_answers_and_the_head_is_told(tmp_path: Path) -> None:
    head = FakeHead(())
    met = PlainHttp(head, tmp_path)  # type: ignore[arg-type]
    assert met.address(0, {"address": "http://127.0.0.1:9"}) == "http://127.0.0.1:9"
    met.introduce("http://127.0.0.1:9")
    met.forget("http://127.0.0.1:9")
    assert head.told == ["add http://127.0.0.1:9", "forget http://127.0.0.1:9"]
    assert met.options() == ["--no-swarm"]


def test_a_swarm_that_does_not_open_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(meeting_module, "OPEN_DEADLINE_S", 0.0)
    with pytest.raises(MachineError, match="does not open"):
        InSwarm(FakeHead(()), tmp_path)  # type: ignore[arg-type]
