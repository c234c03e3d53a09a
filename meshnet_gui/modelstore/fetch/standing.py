"""Which source is asked next: members before the hub, whoever fails is left alone for a while, whoever lies for good.

Pure state without a clock, a thread or a lock of its own; whoever holds it sees to those.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from meshnet_gui.modelstore.fetch.sources import Source, SourceFailed, Stretch

READS_OF_A_MEMBER = 2
CLEARLY_QUICKER = 3.0
ENOUGH_BYTES = 64 * 1024
"""A read that gave as much was of use, though it failed."""
MAX_ASKED_PAUSE_S = 600.0


@dataclass(frozen=True, slots=True)
class Patience:
    """How long is waited for whom.

    A read stalls after ``stall_s`` without a byte. One that was watched for ``slow_after_s`` is slow when others are
    ``slow_share`` times as quick, or when it gives less than ``least_bytes_per_s`` and somebody else could give more.
    A member who fails is asked again after ``first_pause_s``, then after twice as long, up to ``most_pause_s``; one who
    is due within ``wait_for_member_s`` is not passed over for the hub, but for ``failures_of_a_member`` in a row; after
    ``max_failures`` nobody is asked any more. ``tick_s``: how often all this is looked at.
    """

    stall_s: float = 20.0
    slow_after_s: float = 5.0
    slow_share: float = 20.0
    least_bytes_per_s: float = 64_000.0
    first_pause_s: float = 1.0
    most_pause_s: float = 30.0
    wait_for_member_s: float = 5.0
    failures_of_a_member: int = 3
    max_failures: int = 10
    tick_s: float = 0.25


@dataclass(slots=True, eq=False)
class Standing:
    """A source, and what became of asking it. ``bytes_per_s`` is that of one read.

    ``dropped`` says why it is asked no more, ``aside`` why only where nobody else is left, not even the hub.
    """

    source: Source
    num_active: int = 0
    num_bytes: int = 0
    num_failures: int = 0
    failed_at: float = float("-inf")
    not_before: float = float("-inf")
    bytes_per_s: float = 0.0
    aside: str = ""
    dropped: str = ""
    is_liar: bool = False
    last: SourceFailed | None = None

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def why_left(self) -> str:
        """Why it is asked no more, or only where nobody else is left, as a sentence; empty where it is asked."""
        return self.dropped or self.aside

    @property
    def is_hub(self) -> bool:
        return self.source.is_hub

    def measured(self, num_bytes: int, seconds: float) -> None:
        """Learn from a read how quick it is."""
        if num_bytes and seconds > 0:
            share = 0.3 * min(1.0, num_bytes / ENOUGH_BYTES) if self.bytes_per_s else 1.0
            self.bytes_per_s += share * (num_bytes / seconds - self.bytes_per_s)


@dataclass(slots=True)
class SourceBook:
    """The sources of one fetch."""

    patience: Patience
    rng: random.Random = field(default_factory=random.Random)
    standings: list[Standing] = field(default_factory=list)

    def add(self, sources: Iterable[Source]) -> None:
        """Those that are not there yet."""
        known = [standing.source for standing in self.standings]
        for source in sources:
            if source not in known:
                known.append(source)
                self.standings.append(Standing(source))

    def choose(self, stretch: Stretch, now: float, but: Standing | None = None) -> Standing | None:
        """Whom to ask for a stretch, rather not ``but``. None: nobody now; ``has_hope`` says whether ever."""
        able = self._able(stretch)
        others = [each for each in able if each is not but]
        able = others if any(not each.is_hub for each in others) else able
        members = [each for each in able if not each.is_hub and not each.aside]
        hub = [each for each in able if each.is_hub]
        aside = [each for each in able if each.aside]
        for group in (members, hub, aside):
            ready = [each for each in group if each.not_before <= now and self._has_a_read_left(each)]
            if ready:
                return min(ready, key=lambda each: (each.num_active, -each.bytes_per_s, self.rng.random()))
            if any(each.not_before - now <= self.patience.wait_for_member_s for each in group):
                return None
        return None

    def has_hope(self, stretch: Stretch) -> bool:
        """Whether somebody may still give it."""
        return bool(self._able(stretch))

    def next_s(self, now: float, at_most: float) -> float:
        """How long it is until somebody who was left alone may be asked again."""
        waits = [each.not_before - now for each in self.standings if not each.dropped and each.not_before > now]
        return min([*waits, at_most])

    def failed(self, standing: Standing, failure: SourceFailed, began: float, num_bytes: int, now: float) -> None:
        """A read that began then came to nothing after so many bytes. Reads of one outage count once."""
        standing.last = failure
        if failure.is_final:
            self.drop(standing, failure.text)
            return
        if num_bytes >= ENOUGH_BYTES:
            standing.num_failures = 0
        if began >= standing.failed_at:
            standing.num_failures += 1
            standing.failed_at = now
        if standing.num_failures >= self.patience.max_failures:
            self.drop(standing, failure.text)
        elif standing.is_hub:
            self._forgive_members()  # it may be our own network that is down
        elif standing.num_failures >= self.patience.failures_of_a_member:
            standing.aside = standing.aside or failure.text
        doubled = self.patience.first_pause_s * 2.0 ** max(standing.num_failures - 1, 0)
        pause_s = min(doubled, self.patience.most_pause_s) * self.rng.uniform(0.75, 1.25)
        standing.not_before = now + max(pause_s, min(failure.retry_after_s, MAX_ASKED_PAUSE_S))

    def succeeded(self, standing: Standing) -> None:
        standing.num_failures = 0

    def drop(self, standing: Standing, why: str) -> None:
        """Never ask it again in this fetch."""
        standing.dropped = standing.dropped or why or "of no use"

    def found_lying(self, standing: Standing) -> None:
        """What it alone gave was not what the digest says."""
        standing.is_liar = True
        standing.last = SourceFailed(f"{standing.name} gave other bytes than it should have.", is_final=True)
        self.drop(standing, standing.last.text)

    def is_too_slow(self, standing: Standing, stretch: Stretch, bytes_per_s: float) -> bool:
        """Whether a read at this pace should be given to somebody else, or begun anew where others of it were quick."""
        others = [each for each in self._able(stretch) if each is not standing and not each.aside]
        if any(each.bytes_per_s > self.patience.slow_share * bytes_per_s for each in (*others, standing)):
            return True
        least = self.patience.least_bytes_per_s
        return bytes_per_s < least and any(not each.bytes_per_s or each.bytes_per_s > least for each in others)

    def quicker(self, standing: Standing, stretch: Stretch, bytes_per_s: float, now: float) -> Standing | None:
        """Another source of the same kind that is idle and would clearly end sooner what is read at this pace."""
        return next(
            (
                each
                for each in self._able(stretch)
                if each is not standing
                and not each.aside
                and each.is_hub == standing.is_hub
                and not each.num_active
                and each.not_before <= now
                and each.bytes_per_s > CLEARLY_QUICKER * bytes_per_s
            ),
            None,
        )

    def last_failure(self) -> Standing | None:
        """The one whose reason a person should read: the hub's before a member's."""
        failed = [each for each in self.standings if each.last is not None]
        return max(failed, key=lambda each: each.is_hub, default=None)

    def _forgive_members(self) -> None:
        for each in self.standings:
            if not each.is_hub and each.num_failures >= self.patience.failures_of_a_member:
                each.aside, each.num_failures = "", 0

    def _able(self, stretch: Stretch) -> list[Standing]:
        is_known = all(tensor.sha256 for tensor in stretch.tensors)  # what nobody can check comes from the hub alone
        return [
            each
            for each in self.standings
            if not each.dropped and (is_known or each.is_hub) and each.source.has(stretch)
        ]

    def _has_a_read_left(self, standing: Standing) -> bool:
        return standing.is_hub or standing.num_active < READS_OF_A_MEMBER
