"""Whether a member hears of the others as it should, or had better join the overlay anew. Knows no network.

Two things go wrong without an error (zenoh 1.10.2). Whoever is linked to a member within 0.1 s of another leaving, or
again after it stood still, may be told nothing of what that one knows: a neighbour is linked and yet not there. And
whoever lost all its links finds mates on its own network again only after many seconds, where a new session finds them
at once.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection

SOON_S = 0.6  # where most neighbours are unheard, it is us
LATER_S = 6.0  # where only some are, it is rather them: they notice, or we do after this and up to as much again
MAX_REJOINS = 6  # in a row, for neighbours that stay unheard: perhaps they never say that they are there
BACK_OFF = (
    2.0  # how much longer it waits after each of them: many who come at once must not keep each other from settling
)
RESTLESS = 8.0  # so many times longer it waits where links and members still come and go
PATIENCE = 2  # looks in a row without a link


class Hearing:
    """Looks at our neighbours now and then, and remembers since when it has not heard which of them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, chance: random.Random | None = None) -> None:
        self._clock = clock
        self._chance = chance or random.Random()
        self._unheard: dict[str, float] = {}
        self._picture: tuple[int, frozenset[str]] = (0, frozenset())
        self._changed_at = clock()
        self._factor = 1.0
        self._later_s = self._new_later_s()
        self._rejoins_left = MAX_REJOINS
        self._had_links = False
        self._num_without = 0

    def should_rejoin(self, neighbours: Collection[str], alive: Collection[str]) -> bool:
        """``neighbours`` are the ids of who is linked to us, ``alive`` those of who is said to be there."""
        return self._is_cut_off(neighbours) or self._is_deaf(set(neighbours), set(alive))

    def _is_cut_off(self, neighbours: Collection[str]) -> bool:
        if neighbours:
            self._had_links, self._num_without = True, 0
            return False
        self._num_without += 1
        if not self._had_links or self._num_without < PATIENCE:
            return False
        self._had_links = False  # once: perhaps everybody has left
        return True

    def _is_deaf(self, neighbours: set[str], alive: set[str]) -> bool:
        now = self._clock()
        unheard = neighbours - alive
        self._unheard = {node_id: self._unheard.get(node_id, now) for node_id in unheard}
        picture = len(alive), frozenset(neighbours)
        if picture != self._picture:
            self._picture, self._changed_at = picture, now
        if not unheard:
            self._rejoins_left, self._factor = MAX_REJOINS, 1.0
            return False
        patience_s = SOON_S if 2 * len(unheard) > len(neighbours) else self._later_s
        patience_s *= self._factor
        since = min(self._unheard.values())
        is_long = now - max(since, self._changed_at) >= patience_s or now - since >= RESTLESS * patience_s
        if not is_long or not self._rejoins_left:
            return False
        self._rejoins_left -= 1
        self._factor *= BACK_OFF
        self._unheard.clear()
        self._later_s = self._new_later_s()
        return True

    def _new_later_s(self) -> float:
        return LATER_S * self._chance.uniform(1.0, 2.0)
