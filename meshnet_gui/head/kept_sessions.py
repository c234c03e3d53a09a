"""Sessions of answers that have ended, kept on their hops so that the next turn computes only what is new.

A few at a time: each holds a place in every hop's store. What they keep for recovery is given up first where memory for
histories runs short. Threads: the core loop only.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from meshnet_gui.head.history import HistoryBudget
from meshnet_gui.head.pipeline import Pipeline

MAX_KEPT = 4
MAX_KEPT_S = 600.0  # as long as nodes keep an idle session by default; a lost one is computed again hop after hop
LEAST_REUSED = 16  # tokens; fewer are computed faster than they are looked for
LEAST_SHARE = 0.5  # of what a session holds: to crop away more would take another conversation's session from it


@dataclass(slots=True, eq=False)
class KeptSession:
    """``ids`` are the tokens that every hop of ``pipeline`` holds."""

    identity: str
    ids: Sequence[int]
    pipeline: Pipeline
    has_history: bool = True
    kept_at: float = 0.0


class KeptSessions:
    """The latest ended sessions, oldest first. ``drop`` is told of each that has to go, to close it."""

    def __init__(
        self,
        budget: HistoryBudget,
        drop: Callable[[Pipeline], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._kept: list[KeptSession] = []
        self._drop = drop
        self._clock = clock
        budget.on_full = self._forget_a_history

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, session: KeptSession) -> None:
        """Keeps one; the oldest makes room, and one that holds less of the same conversation."""
        for other in [other for other in self._kept if _is_beginning(other, session)]:
            self._remove(other)
        session.kept_at = self._clock()
        self._kept.append(session)
        while len(self._kept) > MAX_KEPT:
            self._remove(self._kept[0])

    def take(self, identity: str, ids: Sequence[int]) -> tuple[KeptSession, int] | None:
        """The session that holds most of the beginning of ``ids``, and how many tokens; it is the caller's then."""
        self._remove_old()
        best: tuple[KeptSession, int] | None = None
        for session in self._kept:
            if session.identity != identity:
                continue
            num_common = common_prefix(session.ids, ids)
            is_enough = num_common >= max(LEAST_REUSED, LEAST_SHARE * len(session.ids))
            if is_enough and (best is None or num_common > best[1]):
                best = session, num_common
        if best is not None:
            self._kept.remove(best[0])
        return best

    def clear(self) -> None:
        """All of them go."""
        while self._kept:
            self._remove(self._kept[0])

    def make_room(self, num_places: int) -> None:
        """So many at most may stay: sessions that are in use need the others' places."""
        while len(self._kept) > max(0, num_places):
            self._remove(self._kept[0])

    def _remove_old(self) -> None:
        while self._kept and self._clock() - self._kept[0].kept_at > MAX_KEPT_S:
            self._remove(self._kept[0])

    def _remove(self, session: KeptSession) -> None:
        self._kept.remove(session)
        self._drop(session.pipeline)

    def _forget_a_history(self) -> bool:
        for session in self._kept:
            if session.has_history:
                session.has_history = False
                session.pipeline.forget_histories()
                return True
        return False


def common_prefix(left: Sequence[int], right: Sequence[int]) -> int:
    """How many tokens both begin with."""
    most = min(len(left), len(right))
    if list(left[:most]) == list(right[:most]):
        return most
    low, high = 0, most  # halving: comparing slices is far faster than token by token
    while low < high:
        middle = (low + high + 1) // 2
        if list(left[:middle]) == list(right[:middle]):
            low = middle
        else:
            high = middle - 1
    return low


def _is_beginning(session: KeptSession, of: KeptSession) -> bool:
    return session.identity == of.identity and common_prefix(session.ids, of.ids) == len(session.ids)
