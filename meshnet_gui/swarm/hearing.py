"""Whether a member hears of the others as it should, or had better join the overlay anew. Knows no network.

Two things go wrong without an error (zenoh 1.10.2). Whoever is linked to a member within 0.1 s after another left it is
taken for the one that left, and told nothing of what that one was told: a neighbour is linked and yet not there. And
whoever lost all its links finds mates on its own network again only after many seconds, where a new session finds them
at once.
"""

from __future__ import annotations

from collections.abc import Collection

MAX_REJOINS = 6  # in a row, for neighbours that stay unheard: perhaps they never say that they are there
PATIENCE = 2  # looks in a row that must say the same


class Hearing:
    """Looks at our neighbours now and then, and remembers what it saw the last time."""

    def __init__(self) -> None:
        self._unheard: set[str] = set()
        self._rejoins_left = MAX_REJOINS
        self._had_links = False
        self._num_without = 0

    def should_rejoin(self, neighbours: Collection[str], alive: Collection[str]) -> bool:
        """``neighbours`` are the ids of who is linked to us, ``alive`` those of who is said to be there."""
        return self._is_cut_off(neighbours) or self._is_deaf(set(neighbours) - set(alive))

    def _is_cut_off(self, neighbours: Collection[str]) -> bool:
        if neighbours:
            self._had_links, self._num_without = True, 0
            return False
        self._num_without += 1
        if not self._had_links or self._num_without < PATIENCE:
            return False
        self._had_links = False  # once: perhaps everybody has left
        return True

    def _is_deaf(self, unheard: set[str]) -> bool:
        still = unheard & self._unheard
        self._unheard = unheard
        if not unheard:
            self._rejoins_left = MAX_REJOINS
        if not still or not self._rejoins_left:
            return False
        self._rejoins_left -= 1
        self._unheard = set()
        return True
