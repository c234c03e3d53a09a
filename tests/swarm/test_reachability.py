from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.reachability import (
    MAX_ANSWERS_PER_S,
    SAME_MEMBER_EVERY_S,
    DialBack,
    Reachability,
    Sight,
    explain,
    is_shared_by_provider,
)
from tests.fleet import in_loop

HOME, CARRIER, PUBLIC, OTHER_PUBLIC = "192.168.1.20", "100.72.3.4", "93.184.216.34", "151.101.1.69"
ME, PEER, LIAR = Identity.make(), Identity.make(), Identity.make()


def test_a_computer_that_is_reached_from_outside_needs_nothing() -> None:
    text = explain(Reachability(7000, (PUBLIC,), (PUBLIC,), (f"https://{PUBLIC}:7000",), 2))
    assert "directly on port 7000" in text
    assert "forward" not in text


def test_a_relay_needs_the_port_of_the_swarms_network_as_well() -> None:
    known = Reachability(7000, (PUBLIC,), (PUBLIC,), (f"https://{PUBLIC}:7000",), 2, 33000)
    assert "With TCP port 33000 open as well" in explain(known)
    assert known.rendezvous == ()
    linked = replace(known, linked=(f"https://{PUBLIC}:33000", f"https://{HOME}:33000"))
    assert "invites can name it" in explain(linked)
    assert linked.rendezvous == (f"{PUBLIC}:33000",)


def test_a_node_that_is_off_need_not_be_reached() -> None:
    assert "off" in explain(Reachability(0, (HOME,), (PUBLIC,), (), 1))


def test_alone_nothing_can_be_said() -> None:
    assert "Nobody else is there" in explain(Reachability(7000, (HOME,)))


def test_behind_a_router_it_says_which_port_to_forward() -> None:
    text = explain(Reachability(7000, (HOME,), (PUBLIC,), (), 1))
    assert "relay" in text
    assert f"router ({PUBLIC}) forwards TCP port 7000 to it" in text
    both = explain(Reachability(7000, (HOME,), (PUBLIC,), (), 1, 33000))
    assert "forwards TCP port 7000 and 33000 to it" in both


def test_reached_on_the_same_network_only_it_says_so_and_what_to_forward() -> None:
    text = explain(Reachability(7000, (HOME,), (HOME, PUBLIC), (f"https://{HOME}:7000",), 2))
    assert text.startswith("Members on this network reach this computer directly.")
    assert "forwards TCP port 7000" in text


def test_a_shared_address_is_named_and_no_forwarding_is_advised() -> None:
    known = Reachability(7000, (CARRIER,), (PUBLIC,), (), 1)
    assert is_shared_by_provider(known)
    assert "CGNAT" in explain(known)
    assert "forward" not in explain(known)


def test_a_public_address_that_nobody_reaches_is_a_firewall() -> None:
    text = explain(Reachability(7000, (PUBLIC,), (PUBLIC,), (), 1))
    assert "firewall" in text
    assert "Allow incoming TCP connections to port 7000" in text


class Overlay:
    """Requests go straight to who serves the key."""

    def __init__(self) -> None:
        self.handlers: dict[str, Callable[[bytes], Awaitable[bytes]]] = {}

    async def request(
        self, key: str, payload: bytes, *, timeout_s: float, acceptable: Callable[[bytes], bool] = lambda reply: True
    ) -> bytes:
        try:
            reply = await self.handlers[key](payload)
        except (KeyError, ValueError):
            raise TimeoutError from None
        if not acceptable(reply):
            raise TimeoutError
        return reply

    async def serve(self, key: str, handler: Callable[[bytes], Awaitable[bytes]]) -> Overlay:
        self.handlers[key] = handler
        return self

    async def close(self) -> None:
        self.handlers.clear()


async def _nowhere(node_id: str, port: int) -> str:
    return ""


@in_loop
async def test_a_member_says_where_it_reached_us_and_what_it_sees_us_under() -> None:
    overlay = Overlay()

    async def reach(node_id: str, port: int) -> str:
        assert node_id in (ME.node_id, LIAR.node_id)
        return f"https://{PUBLIC}:{port or 7000}"

    peer = DialBack(overlay, PEER, reach, lambda node_id: PUBLIC)
    await peer.start()
    me = DialBack(overlay, ME, _nowhere)
    assert await me.ask(PEER.node_id) == Sight(f"https://{PUBLIC}:7000", PUBLIC)
    listening = DialBack(overlay, LIAR, _nowhere, swarm_port=lambda: 33000)
    assert await listening.ask(PEER.node_id) == Sight(f"https://{PUBLIC}:7000", PUBLIC, f"https://{PUBLIC}:33000")
    assert await me.ask("cc" * 32) is None
    await peer.close()


@in_loop
async def test_nobody_can_have_addresses_tried_over_and_over() -> None:
    overlay = Overlay()
    tried: list[tuple[str, int]] = []
    now = 100.0

    async def reach(node_id: str, port: int) -> str:
        tried.append((node_id, port))
        return ""

    peer = DialBack(overlay, PEER, reach, clock=lambda: now)
    await peer.start()
    me = DialBack(overlay, ME, _nowhere)
    results = [await me.ask(PEER.node_id) for _ in range(5)]
    assert results == [Sight("", ""), None, None, None, None]
    now += SAME_MEMBER_EVERY_S
    assert await me.ask(PEER.node_id) == Sight("", "")
    assert tried == [(ME.node_id, 0)] * 2
    await peer.close()


@in_loop
async def test_many_names_do_not_have_addresses_tried_more_often() -> None:
    overlay = Overlay()
    now = 100.0
    peer = DialBack(overlay, PEER, _nowhere, clock=lambda: now)
    await peer.start()

    async def num_answered() -> int:
        askers = [DialBack(overlay, Identity.make(), _nowhere) for _ in range(30)]
        return sum([await each.ask(PEER.node_id) is not None for each in askers])

    assert MAX_ANSWERS_PER_S <= await num_answered() <= MAX_ANSWERS_PER_S + 1
    now += 0.5
    assert await num_answered() == MAX_ANSWERS_PER_S / 2
    await peer.close()


async def _answer_of(answers: Callable[[bytes], bytes]) -> Sight | None:
    overlay = Overlay()

    async def answer(asked: bytes) -> bytes:
        return answers(asked)

    await overlay.serve(f"meshnet/reach/{PEER.node_id}", answer)
    return await DialBack(overlay, ME, _nowhere).ask(PEER.node_id)


def _signed(said: bytes, asked: bytes, by: Identity = PEER) -> bytes:
    return by.public_key + by.sign(b"reach 1\0" + asked + said) + said


SAID = json.dumps({"reached": f"https://{PUBLIC}:7000", "seen": PUBLIC}).encode()


@in_loop
async def test_an_answer_counts_only_from_the_member_itself_and_to_this_question() -> None:
    assert await _answer_of(lambda asked: _signed(SAID, asked)) == Sight(f"https://{PUBLIC}:7000", PUBLIC)
    assert await _answer_of(lambda asked: _signed(SAID, asked, LIAR)) is None
    assert await _answer_of(lambda asked: PEER.public_key + _signed(SAID, asked, LIAR)[32:]) is None
    assert await _answer_of(lambda asked: _signed(SAID, bytes(len(asked)))) is None  # an old answer
    assert await _answer_of(lambda asked: SAID) is None
    assert await _answer_of(lambda asked: b"") is None


@pytest.mark.parametrize(
    "said",
    [b"", b"[]", b"x" * 5000, json.dumps({"reached": 1}).encode(), b"\xff"],
    ids=["empty", "list", "long", "number", "no text"],
)
@in_loop
async def test_an_odd_answer_counts_as_none(said: bytes) -> None:
    assert await _answer_of(lambda asked: _signed(said, asked)) is None


@in_loop
async def test_an_answer_cannot_put_words_into_the_report() -> None:
    said = json.dumps(
        {"reached": "https://call-this-number:1", "seen": "<b>send money</b>", "linked": "https://1.1.1.1:1/call"}
    ).encode()
    assert await _answer_of(lambda asked: _signed(said, asked)) == Sight("", "", "https://1.1.1.1:1")
