"""What to do about a hop that failed: ask it again, put others in its place, wait for somebody, or give up.

Decides only; the pipeline computes again what has to be.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from meshnet_gui.errors import NoRoom, NoRoute, PeerError, PeerMisbehaved, PeerRefused, PeerUnreachable
from meshnet_gui.head.hop_client import LOCAL, HopBusy, HopClient, HopFull, HopMissed, HopRefused, hop_name, peer_name
from meshnet_gui.types import Hop, Span

MAX_MISSES = 3  # in a row, of one hop
MAX_MISSES_IN_ALL = 16  # a hop that loses its cache again and again is better left
MAX_REPLACEMENTS = 12  # for one step
MAX_SAID = 4  # of one step; more would only fill the screen
BUSY_TRIES_FOR_CACHE = 3  # a hop that holds the session is worth waiting for a little, since leaving it costs a prefill

Trouble = HopMissed | PeerError


class Faults(Protocol):
    """Who is told of a peer's own faults, and of what it does right (``swarm.penalties``)."""

    def note(self, address: str) -> None: ...
    def succeeded(self, address: str) -> None: ...


class NoFaults:
    """Nobody keeps count."""

    def note(self, address: str) -> None:
        """Nothing to do."""

    def succeeded(self, address: str) -> None:
        """Nothing to do."""


async def nobody_changes() -> None:
    """Never returns."""
    await asyncio.Event().wait()


@dataclass(frozen=True, slots=True)
class Recovery:
    """What a pipeline may ask of the swarm when a hop fails.

    ``replacement`` finds hops that together cover exactly a span, none of them at an address to avoid, or None.
    ``changed`` returns when another answer may have become possible. ``is_leaving`` says of an address that it still
    serves, but not for long; a hop says so itself with its replies too.
    """

    replacement: Callable[[Span, frozenset[str]], tuple[Hop, ...] | None] = lambda span, avoid: None
    changed: Callable[[], Awaitable[None]] = nobody_changes
    is_leaving: Callable[[str], bool] = lambda address: False
    faults: Faults = NoFaults()  # noqa: RUF009  # it holds nothing


class LosesCaches(Exception):
    """A hop has lost its cache so often that this generation had better do without."""


class Episode:
    """The failures on the way of one step through the layers of one hop, with bounded tries and a bounded wait."""

    def __init__(self, client: HopClient, recovery: Recovery, on_recovery: Callable[[str], None]) -> None:
        self._tell = client.tell
        self._patience = client.patience
        self._recovery = recovery
        self._on_recovery = on_recovery
        self._num_said = 0
        self._avoid: set[str] = set()
        self._at_fault: set[str] = set()
        self._refused: set[str] = set()
        self._num_misses: Counter[str] = Counter()
        self._num_busy = 0
        self._num_replacements = 0
        self._num_waits = 0
        self._are_all_full = True  # whether nobody said anything else than that there is no room
        self._may_pass = False  # whether one of them may do it after all, a little later
        self._give_up_at: float | None = None

    async def successors(self, hop: Hop, trouble: Trouble, *, is_holding: bool, num_misses: int) -> tuple[Hop, ...]:
        """Who is to run the hop's layers now: the hop itself, or others.

        ``is_holding``: it has tokens of the session, as far as anybody knows; ``num_misses`` is how often it has lost
        them. Raises the trouble, or NoRoute, where there is nobody.
        """
        self._may_pass |= isinstance(trouble, (HopMissed, HopBusy, PeerUnreachable)) and hop.address != LOCAL
        self._are_all_full &= isinstance(trouble, HopFull)
        if isinstance(trouble, HopMissed):
            return self._after_miss(hop, trouble, num_misses)
        if isinstance(trouble, HopBusy):
            return await self._after_busy(hop, trouble, is_holding)
        if _is_own_fault(trouble):
            self._blame(hop.address)
        elif isinstance(trouble, HopRefused):
            self._refused.add(hop.address)
        others = self._others(hop)
        if others is not None:
            self._say(f"{_what_happened(hop, trouble)} {_who_goes_on(others)}")
            return others
        if self._are_all_full:
            raise NoRoom(trouble.text, "A shorter conversation may fit, or this one later.") from trouble
        if not self._may_pass:
            raise trouble
        return await self._wait(hop, trouble)

    def instead_of(self, hop: Hop, avoid: frozenset[str]) -> tuple[tuple[Hop, ...] | None, str]:
        """Who takes over from a hop that is about to leave, if anybody can, and that in words."""
        self._avoid |= avoid
        others = self._others(hop)
        return others, f"{hop_name(hop)} is leaving. {_who_goes_on(others or ())}".strip()

    def passed(self) -> None:
        """The step went through: whoever refused what others then took was at fault itself."""
        for address in self._refused - {LOCAL}:
            self._blame(address)

    def _blame(self, address: str) -> None:
        if address not in self._at_fault:
            self._at_fault.add(address)
            self._recovery.faults.note(address)

    def _after_miss(self, hop: Hop, trouble: HopMissed, num_misses: int) -> tuple[Hop, ...]:
        self._num_misses[hop.address] += 1
        if num_misses <= MAX_MISSES_IN_ALL and self._num_misses[hop.address] < MAX_MISSES:
            self._say(f"{hop_name(hop)} lost a session cache ({trouble.reason}); its part is computed again.")
            return (hop,)
        others = self._others(hop)
        if others is not None:
            self._say(f"{hop_name(hop)} keeps losing its session cache. {_who_goes_on(others)}")
            return others
        if num_misses > MAX_MISSES_IN_ALL:
            raise LosesCaches(f"{hop_name(hop)} has lost its cache {MAX_MISSES_IN_ALL} times")
        raise PeerRefused(
            hop.address,
            f"{hop_name(hop)} lost its session cache {MAX_MISSES} times in a row.",
            "It may be out of memory for sessions; see its session-cache panel.",
        ) from trouble

    async def _after_busy(self, hop: Hop, trouble: HopBusy, is_holding: bool) -> tuple[Hop, ...]:
        self._num_busy += 1
        if trouble.is_draining or not is_holding or self._num_busy > BUSY_TRIES_FOR_CACHE:
            others = self._others(hop)
            if others is not None:
                left = trouble.is_draining
                self._say(f"{hop_name(hop)} is {'leaving' if left else 'busy'}. {_who_goes_on(others)}")
                return others
        if self._num_busy >= self._patience.busy_tries:
            raise trouble
        if self._num_busy == 1:
            self._tell(f"{hop_name(hop)} is busy; waiting for it.")
        await self._until_change(self._patience.busy_wait_s)
        return (hop,)

    async def _wait(self, hop: Hop, trouble: PeerError) -> tuple[Hop, ...]:
        """For anybody: the hop itself when it comes back, or another one."""
        now = asyncio.get_running_loop().time()
        if self._give_up_at is None:
            self._give_up_at = now + self._patience.reconnect_for_s
        if now >= self._give_up_at:
            raise NoRoute(
                f"Nobody serves layers {hop.span} any more. {trouble.text}",
                "The answer can go on as soon as somebody serves them again.",
            ) from trouble
        self._num_waits += 1
        if self._num_waits == 2:  # the first time it may just be starting again
            self._tell(f"{hop_name(hop)} does not answer; waiting for it or somebody else to come.")
        self._avoid.clear()
        self._num_replacements = 0
        ask_again_at = now + self._patience.reconnect_wait_s
        while (left_s := ask_again_at - asyncio.get_running_loop().time()) > 0:
            await self._until_change(left_s)
            others = self._others(hop)
            if others is not None:
                self._say(f"{hop_name(hop)} left. {_who_goes_on(others)}")
                return others
        return (hop,)

    def rather_than(self, hop: Hop) -> tuple[Hop, ...] | None:
        """Who runs the layers of one that turned out to keep no session cache."""
        others = self._others(hop)
        if others is not None:
            self._say(f"{hop_name(hop)} keeps no session cache. {_who_goes_on(others)}")
        return others

    def _say(self, text: str) -> None:
        self._num_said += 1
        if self._num_said <= MAX_SAID:
            self._on_recovery(text)

    async def _until_change(self, most_s: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(most_s):
                await self._recovery.changed()

    def _others(self, hop: Hop) -> tuple[Hop, ...] | None:
        self._avoid.add(hop.address)
        if self._num_replacements >= MAX_REPLACEMENTS:
            return None
        others = self._recovery.replacement(hop.span, frozenset(self._avoid))
        self._num_replacements += others is not None
        return others


def _is_own_fault(trouble: PeerError) -> bool:
    """Whether it counts against the peer: it did not answer in time or at all, or broke the protocol.

    A refusal may be ours to answer for until another one takes the same step (``Episode.passed``), and one who has said
    good-bye has done nothing wrong.
    """
    if trouble.address == LOCAL:
        return False
    is_lost = isinstance(trouble, PeerUnreachable) and isinstance(trouble.__cause__, OSError)
    return is_lost or isinstance(trouble, PeerMisbehaved)


def _what_happened(hop: Hop, trouble: PeerError) -> str:
    return f"{hop_name(hop)} left." if isinstance(trouble, PeerUnreachable) else trouble.text


def _who_goes_on(hops: tuple[Hop, ...]) -> str:
    if not hops:
        return ""
    *others, last = [peer_name(hop.address) for hop in hops]
    return f"{' and '.join(others)} and {last} go on." if others else f"{last} goes on."
