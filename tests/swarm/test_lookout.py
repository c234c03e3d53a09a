from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from meshnet_gui.swarm import lookout as module
from meshnet_gui.swarm.lookout import NUM_ASKED, Lookout, own_addresses
from meshnet_gui.swarm.reachability import Reachability, Sight
from tests.fleet import in_loop, until

HOME, PUBLIC = "192.168.1.20", "93.184.216.34"


class DialBack:
    def __init__(self, *sights: Sight | None) -> None:
        self.sights = list(sights)
        self.asked: list[str] = []

    async def ask(self, node_id: str) -> Sight | None:
        self.asked.append(node_id)
        return self.sights.pop(0) if self.sights else None


def _lookout(
    dial_back: DialBack, num_members: int = 1, on_change: Callable[[], None] = lambda: None, port: int = 7000
) -> Lookout:
    """At home, with the swarm's network at port 33000."""
    members = [f"{number:064x}" for number in range(num_members)]
    return Lookout(dial_back, lambda: members, lambda: port, on_change, lambda: (HOME,), lambda: 33000)  # type: ignore[arg-type]


@in_loop
async def test_the_outside_address_is_told_to_others_so_that_a_forwarded_port_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SOON_S", 0.01)
    forwarded = f"https://{PUBLIC}:7000"
    lookout = _lookout(DialBack(Sight("", PUBLIC), Sight(forwarded, PUBLIC)))
    assert lookout.urls() == (f"https://{HOME}:7000",)
    lookout.start()
    await until(lambda: lookout.known.is_open)
    assert lookout.urls() == (f"https://{HOME}:7000", forwarded)
    await lookout.close()


@in_loop
async def test_only_a_few_of_many_members_are_asked_and_a_change_is_told_once() -> None:
    told: list[int] = []
    dial_back = DialBack(*[Sight("", PUBLIC)] * 3)
    lookout = _lookout(dial_back, 1000, lambda: told.append(1))
    lookout.start()
    await until(lambda: told)
    assert len(dial_back.asked) == NUM_ASKED
    dial_back.sights = [Sight("", PUBLIC)] * 3
    lookout.look_again()
    await until(lambda: len(dial_back.asked) == 2 * NUM_ASKED)
    await asyncio.sleep(0)
    assert told == [1]
    await lookout.close()


@in_loop
async def test_silence_is_no_news() -> None:
    dial_back = DialBack(Sight(f"https://{HOME}:7000", HOME))
    lookout = _lookout(dial_back)
    lookout.start()
    await until(lambda: lookout.known.num_asked)
    lookout.look_again()
    await until(lambda: len(dial_back.asked) == 2)
    await asyncio.sleep(0)
    assert lookout.known == Reachability(7000, (HOME,), (HOME,), (f"https://{HOME}:7000",), 1, 33000)
    await lookout.close()


@in_loop
async def test_a_node_that_is_off_names_no_addresses() -> None:
    assert _lookout(DialBack(), port=0).urls() == ()


def test_own_addresses_are_neither_of_loopback_nor_of_a_link() -> None:
    found = own_addresses()
    assert not [a for a in found if a.startswith(("127.", "169.254.", "fe80")) or a == "::1"]


@in_loop
async def test_an_answer_names_no_address_that_was_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SOON_S", 0.01)
    evil = Sight("https://151.101.1.69:7000", PUBLIC, "https://151.101.1.69:33000")
    right = Sight("", PUBLIC, f"https://{PUBLIC}:33000")
    dial_back = DialBack(evil, evil, right)
    lookout = _lookout(dial_back)
    lookout.start()
    await until(lambda: len(dial_back.asked) == 2)
    assert (lookout.known.reached, lookout.known.linked) == ((), ())
    lookout.look_again()
    await until(lambda: lookout.known.rendezvous)
    assert lookout.known.rendezvous == (f"{PUBLIC}:33000",)
    await lookout.close()
