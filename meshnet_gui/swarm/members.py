"""Who is in the swarm now, each with its newest record: what the overlay claims, once the members have proved it.

Anybody in the swarm can say under any id that somebody is there. So whoever appears is asked for its record, with a
number that only its key can answer; until then it is nobody. What it publishes later has to be signed, and newer.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from meshnet_gui.errors import SwarmError
from meshnet_gui.swarm.record import NodeRecord
from meshnet_gui.swarm.signed_record import NONCE_BYTES, open_answer, open_record

log = logging.getLogger(__name__)

INFO_KEY = "meshnet/info"
ASK_DEADLINE_S = 2.0
ASK_AGAIN_S = (0.3, 1.0, 3.0, 10.0, 30.0)
LEAST_WAIT_S = 0.2  # before it is asked again because something signed by it was heard
MAX_ASKING = 16  # at once, and as many of whom something signed was heard: claims of others do not stand in their way
ASK_SPREAD_S, MAX_SPREAD_S = 0.002, 5.0  # per member that is known: not all ask a newcomer in the same moment
MAX_MEMBERS = 10_000
PER_MEMBER_S, MEMBER_BURST = 10.0, 20.0  # records that are looked at: no member has more to say
OF_UNKNOWN_S = 100.0  # of all others together
SHARE = 0.2  # of the loop's time goes into looking at records, at most
MAX_REPLIES = 64  # that are looked at in reply to one question


class CanAsk(Protocol):
    """``swarm.overlay.Overlay``, or a fake of it."""

    async def request(
        self, key: str, payload: bytes, *, timeout_s: float, acceptable: Callable[[bytes], bool] = ...
    ) -> bytes: ...


@dataclass(frozen=True, slots=True)
class _Question:
    """A member that is being asked; ``sign``: there is a sign of it, so that it is asked again soon.

    ``is_claim``: nothing signed by it was heard, so that anybody may have said that it is there.
    """

    task: asyncio.Task[None]
    sign: asyncio.Event
    is_claim: bool


class Members:
    """The members that are there. ``on_record`` is told of each newer record, ``on_gone`` of who left.

    It is the overlay's listener; ``dropped`` counts what was not believed, by reason.
    """

    def __init__(
        self,
        swarm_id: str,
        own_id: str,
        on_record: Callable[[NodeRecord], None],
        on_gone: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        chance: random.Random | None = None,
    ) -> None:
        self._swarm_id = swarm_id
        self._own_id = own_id
        self._on_record = on_record
        self._on_gone = on_gone
        self._chance = chance or random.Random()
        self._clock = clock
        self._of_unknown = _Budget(OF_UNKNOWN_S, OF_UNKNOWN_S, clock)
        self._of_member: dict[str, _Budget] = {}
        self._time = _Budget(SHARE, SHARE, clock)
        self._overlay: CanAsk | None = None
        self._records: dict[str, NodeRecord] = {}
        self._asking: dict[str, _Question] = {}
        self._places = {is_claim: asyncio.Semaphore(MAX_ASKING) for is_claim in (True, False)}
        self.dropped: Counter[str] = Counter()

    def use(self, overlay: CanAsk) -> None:
        """Over which the members are asked; before the overlay is opened."""
        self._overlay = overlay

    def records(self) -> tuple[NodeRecord, ...]:
        """What each member that is there last said."""
        return tuple(self._records.values())

    def record(self, node_id: str) -> NodeRecord | None:
        """What one member last said; None while it is not there."""
        return self._records.get(node_id)

    async def close(self) -> None:
        """Ends every question, and knows nobody any more."""
        tasks = [question.task for question in self._asking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._records.clear()

    # -- the overlay's listener -------------------------------------------------------------------------------------

    def on_alive(self, node_id: str) -> None:
        if node_id == self._own_id:
            return
        if node_id in self._asking:
            self._asking[node_id].sign.set()
        else:
            self._begin(node_id, is_claim=True)

    def on_gone(self, node_id: str) -> None:
        question = self._asking.pop(node_id, None)
        if question is not None:
            question.task.cancel()
        self._of_member.pop(node_id, None)
        if self._records.pop(node_id, None) is not None:
            self._on_gone(node_id)

    def on_record(self, node_id: str, signed: bytes) -> None:
        """Whoever floods under one key keeps nobody else from being heard, nor the loop from its work."""
        budget = self._of_member.get(node_id, self._of_unknown)
        if not (budget.has_left and self._time.has_left):
            self.dropped["too_fast"] += 1
            return
        budget.spend(1.0)
        began = time.perf_counter()
        self._look_at(node_id, signed)
        self._time.spend(time.perf_counter() - began)

    def _look_at(self, node_id: str, signed: bytes) -> None:
        record = self._opened(node_id, signed)
        known = self._records.get(node_id)
        if record is None:
            return
        if known is None:  # it may be there, where another claimed its id before it came and did not answer
            self.dropped["unproven"] += 1
            self._ask_soon(node_id)
            return
        age, known_age = (record.boot, record.sequence), (known.boot, known.sequence)
        if age > known_age:
            self._take(record)
        else:
            self.dropped["stale" if age < known_age else "duplicate"] += 1

    # -- asking -----------------------------------------------------------------------------------------------------

    def _ask_soon(self, node_id: str) -> None:
        """Something signed by it was heard."""
        question = self._asking.get(node_id)
        if question is not None and not question.is_claim:
            question.sign.set()
            return
        if question is not None:
            self._give_up(node_id)
        self._begin(node_id, is_claim=False)

    def _begin(self, node_id: str, *, is_claim: bool) -> None:
        if len(self._records) + len(self._asking) >= MAX_MEMBERS:
            claim = next((known for known, each in self._asking.items() if each.is_claim), None)
            if is_claim or claim is None:
                self.dropped["too_many"] += 1
                return
            self._give_up(claim)
        sign = asyncio.Event()
        asking = self._ask(node_id, sign, is_claim)
        task = asyncio.get_running_loop().create_task(asking, name=f"ask {node_id[:8]}")
        self._asking[node_id] = _Question(task, sign, is_claim)
        task.add_done_callback(lambda done: self._asked(node_id, done))

    def _give_up(self, node_id: str) -> None:
        self._asking.pop(node_id).task.cancel()

    async def _ask(self, node_id: str, sign: asyncio.Event, is_claim: bool) -> None:
        spread_s = min(ASK_SPREAD_S * len(self._records), MAX_SPREAD_S)
        await asyncio.sleep(self._chance.uniform(0.0, spread_s))
        for wait_s in (*ASK_AGAIN_S, 0.0):
            sign.clear()
            signed = await self._answer(node_id, self._places[is_claim])
            record = self._opened(node_id, signed) if signed is not None else None
            if record is not None:
                del self._asking[node_id]  # who appears anew from now on is asked anew
                self._take(record)  # proved to be of now, whatever was heard before
                return
            await asyncio.sleep(min(LEAST_WAIT_S, wait_s))
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s * self._chance.uniform(0.8, 1.2)):
                    await sign.wait()
        self.dropped["silent"] += 1
        log.info("somebody claims to be node %s and does not prove it", node_id[:8])

    async def _answer(self, node_id: str, places: asyncio.Semaphore) -> bytes | None:
        """Its signed record, proved to be from now. Answers that are not its own are passed over."""
        if self._overlay is None:
            return None
        nonce = secrets.token_bytes(NONCE_BYTES)
        num_replies = 0

        def acceptable(answer: bytes) -> bool:
            nonlocal num_replies
            num_replies += 1
            if num_replies > MAX_REPLIES:
                return False
            with suppress(ValueError):
                if open_record(open_answer(answer, nonce), self._swarm_id).node_id == node_id:
                    return True
            self.dropped["forged"] += 1
            return False

        async with places:
            try:
                answer = await self._overlay.request(
                    f"{INFO_KEY}/{node_id}", nonce, timeout_s=ASK_DEADLINE_S, acceptable=acceptable
                )
            except (TimeoutError, SwarmError):
                return None
        return open_answer(answer, nonce)

    def _asked(self, node_id: str, task: asyncio.Task[None]) -> None:
        question = self._asking.get(node_id)
        if question is not None and question.task is task:
            del self._asking[node_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("asking node %s failed", node_id[:8], exc_info=error)

    # -- what is believed -------------------------------------------------------------------------------------------

    def _opened(self, node_id: str, signed: bytes) -> NodeRecord | None:
        try:
            record = open_record(signed, self._swarm_id)
        except ValueError as exc:
            log.debug("a record of node %s was dropped: %s", node_id[:8], exc)
            self.dropped["forged"] += 1
            return None
        if record.node_id != node_id:
            self.dropped["forged"] += 1
            return None
        return record

    def _take(self, record: NodeRecord) -> None:
        self._records[record.node_id] = record
        if record.node_id not in self._of_member:
            self._of_member[record.node_id] = _Budget(PER_MEMBER_S, MEMBER_BURST, self._clock)
        self._on_record(record)


class _Budget:
    """So much a second, and no more saved up than ``most``."""

    __slots__ = ("_at", "_clock", "_left", "_most", "_per_s")

    def __init__(self, per_s: float, most: float, clock: Callable[[], float]) -> None:
        self._per_s = per_s
        self._most = most
        self._clock = clock
        self._left = most
        self._at = clock()

    @property
    def has_left(self) -> bool:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._per_s)
        self._at = now
        return self._left > 0.0

    def spend(self, amount: float) -> None:
        """May be more than was left: what follows waits the longer."""
        self._left -= amount
