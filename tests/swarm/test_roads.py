from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import pytest

from meshnet_gui.concurrency.http_client import Body, ConnectTimeout, Reply
from meshnet_gui.swarm import roads as module
from meshnet_gui.swarm.roads import MAX_ADDRESSES, MEMBER, NoRoad, Roads
from tests.fleet import in_loop, until

NODE, OTHER = "aa" * 32, "bb" * 32
RELAYED = f"{MEMBER}{NODE}"
NEAR, FAR = "https://10.0.0.2:7000", "https://203.0.113.5:7000"


class Client:
    """Answers at the addresses in ``up``; ``silent`` ones never end a handshake."""

    def __init__(self, *up: str) -> None:
        self.up = set(up)
        self.silent: set[str] = set()
        self.opened: list[str] = []
        self.asked: list[str] = []
        self.dropped: list[tuple[str, bool]] = []
        self.answer: Callable[[str], Awaitable[Reply]] | None = None

    async def ask(
        self,
        address: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        *,
        connect_deadline_s: float,
        deadline_s: float,
        max_bytes: int,
    ) -> Reply:
        base = address.partition("#")[0]
        self.asked.append(base)
        if base not in self.up:
            raise ConnectionRefusedError
        return await self.answer(base) if self.answer is not None else (200, {}, base.encode())

    async def open(self, address: str, deadline_s: float) -> None:
        base = address.partition("#")[0]
        self.opened.append(base)
        if base in self.silent:
            await asyncio.Event().wait()
        if base not in self.up:
            raise ConnectTimeout

    def drop(self, address: str, *, idle_only: bool = False) -> None:
        self.dropped.append((address, idle_only))


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def _roads(client: Client, *addresses: str, can_relay: bool = True, clock: Clock | None = None) -> Roads:
    return Roads(client, lambda node_id: addresses, lambda node_id: can_relay, clock or Clock())


async def _ask(roads: Roads, node_id: str = NODE, deadline_s: float = 30.0) -> str:
    reply = await roads.ask(
        node_id, "GET", "/status", {}, b"", connect_deadline_s=3.0, deadline_s=deadline_s, max_bytes=100
    )
    return reply[2].decode()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DIRECT_DEADLINE_S", 0.02)
    monkeypatch.setattr(module, "RELAYED_DEADLINE_S", 0.05)
    monkeypatch.setattr(module, "REPROBE_DEADLINE_S", 0.05)


@in_loop
async def test_the_address_that_answers_is_kept() -> None:
    client = Client(FAR)
    client.silent = {NEAR}
    roads = _roads(client, NEAR, FAR)
    assert roads.road(NODE) == ""
    assert [await _ask(roads), await _ask(roads)] == [FAR, FAR]
    assert sorted(client.opened) == sorted([NEAR, FAR])
    assert (roads.road(NODE), roads.address(NODE)) == ("direct", FAR)
    await roads.close()


@in_loop
async def test_a_relay_is_asked_only_where_no_address_answers() -> None:
    client = Client(RELAYED, NEAR)
    roads = _roads(client, NEAR)
    await _ask(roads)
    assert RELAYED not in client.opened
    client = Client(RELAYED)
    client.silent = {NEAR}
    roads = _roads(client, NEAR)
    assert await _ask(roads) == RELAYED
    assert (roads.road(NODE), roads.address(NODE)) == ("relayed", "")
    await roads.close()


@in_loop
async def test_where_nothing_answers_it_is_said_and_not_for_ever() -> None:
    client = Client()
    client.silent = {NEAR, RELAYED}
    roads = _roads(client, NEAR)
    with pytest.raises(NoRoad, match="none of its 1 addresses"):
        await _ask(roads)
    client.silent.clear()
    client.up = {NEAR}
    assert await _ask(roads) == NEAR


@in_loop
async def test_a_member_that_the_overlay_does_not_know_is_not_relayed_to() -> None:
    client = Client(RELAYED)
    with pytest.raises(NoRoad):
        await _ask(_roads(client, NEAR, can_relay=False))
    assert client.opened == [NEAR]


@in_loop
async def test_those_who_ask_at_once_wait_for_one_search() -> None:
    client = Client(NEAR)
    roads = _roads(client, NEAR)
    assert await asyncio.gather(*[_ask(roads) for _ in range(5)]) == [NEAR] * 5
    assert client.opened == [NEAR]


@in_loop
async def test_an_address_that_stops_answering_is_replaced_within_the_same_request() -> None:
    client = Client(NEAR)
    roads = _roads(client, NEAR, FAR)
    await _ask(roads)
    client.up = {FAR}
    assert await _ask(roads) == FAR
    assert client.dropped == [(f"{NEAR}#{NODE}", True)]


@in_loop
async def test_a_request_that_may_have_been_taken_is_not_sent_twice() -> None:
    client = Client(NEAR)
    roads = _roads(client, NEAR)

    async def break_off(address: str) -> Reply:
        raise ConnectionResetError

    client.answer = break_off
    with pytest.raises(ConnectionResetError):
        await _ask(roads)
    assert client.asked == [NEAR]
    assert roads.road(NODE) == ""  # the next one looks for a road anew


@in_loop
async def test_a_relayed_road_is_left_for_a_direct_one() -> None:
    clock = Clock()
    client = Client(RELAYED)
    roads = _roads(client, NEAR, clock=clock)
    await _ask(roads)
    client.up.add(NEAR)
    assert await _ask(roads) == RELAYED
    assert client.opened.count(NEAR) == 1  # not looked for at every request
    clock.now += module.REPROBE_S[0]
    await _ask(roads)
    await until(lambda: roads.road(NODE) == "direct")
    assert await _ask(roads) == NEAR
    await roads.close()


@in_loop
async def test_new_addresses_are_tried_at_once_and_old_ones_ever_more_rarely() -> None:
    clock = Clock()
    client = Client(RELAYED)
    addresses = [NEAR]
    roads = Roads(client, lambda node_id: addresses, lambda node_id: True, clock)
    await _ask(roads)
    num_tries = []
    for _ in range(40):
        clock.now += module.REPROBE_S[0]
        await _ask(roads)
        await until(lambda: not roads._reprobing)
        num_tries.append(client.opened.count(NEAR))
    assert num_tries[0] == 2
    assert num_tries[-1] < 10
    addresses.append(FAR)
    client.up.add(FAR)
    await _ask(roads)
    await until(lambda: roads.road(NODE) == "direct")


@in_loop
async def test_a_member_that_leaves_is_hung_up_on_and_those_who_wait_for_a_road_are_told() -> None:
    client = Client(NEAR)
    client.silent = {FAR}
    roads = Roads(client, lambda node_id: [NEAR if node_id == NODE else FAR], lambda node_id: False)
    await _ask(roads)
    asking = asyncio.create_task(_ask(roads, OTHER))
    await until(lambda: FAR in client.opened)
    roads.drop_all()
    assert client.dropped == [(f"{NEAR}#{NODE}", False)]
    with pytest.raises(NoRoad):
        await asking
    await roads.close()


@in_loop
async def test_who_asked_may_be_cancelled_while_others_wait_for_the_same_road() -> None:
    client = Client(NEAR)
    gate = asyncio.Event()
    opening = client.open

    async def gated(address: str, deadline_s: float) -> None:
        await gate.wait()
        await opening(address, deadline_s)

    client.open = gated  # type: ignore[method-assign]
    roads = _roads(client, NEAR)
    first, second = asyncio.create_task(_ask(roads)), asyncio.create_task(_ask(roads))
    await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    gate.set()
    assert await second == NEAR


@in_loop
async def test_the_search_counts_against_the_deadline() -> None:
    client = Client()
    client.silent = {NEAR}
    with pytest.raises(TimeoutError):
        await _ask(_roads(client, NEAR), deadline_s=0.001)


@in_loop
async def test_a_record_cannot_have_any_number_of_addresses_tried() -> None:
    client = Client()
    many = [f"https://10.0.0.1:{port}" for port in range(1000, 1000 + 3 * MAX_ADDRESSES)]
    with pytest.raises(NoRoad):
        await _ask(_roads(client, *many, can_relay=False))
    assert len(client.opened) == MAX_ADDRESSES


@in_loop
async def test_a_dial_back_says_which_address_was_reached() -> None:
    client = Client(FAR)
    client.silent = {NEAR}
    roads = _roads(client, FAR)
    assert await roads.reach([NEAR, FAR], NODE) == FAR
    assert await roads.reach([NEAR], NODE) == ""
    assert client.dropped == [(f"{FAR}#{NODE}", True)]  # what was only tried is not kept
    await _ask(roads)
    assert await roads.reach([NEAR, FAR], NODE) == FAR
    assert len(client.dropped) == 1  # what is used is
