"""How far away a node is that we never measured: from the round trips that it and we measured to the same others.

By the triangle inequality the round trip to it is at least the difference of the two to a common node, and at most
their sum. Nothing is sent, so it costs nothing to know thousands of nodes this way. Nodes may lie about their
distances; then they draw requests that they answer late, which their faults and our own measure put right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

NEAR_THE_LEAST = 0.8
"""Where between the bounds a node is taken to be: the lower one is the closer the more common nodes there are."""
MAX_COMMON = 32


def estimated_round_trip_s(own: Mapping[str, float | None], theirs: Iterable[tuple[str, float]]) -> float | None:
    """``own`` and ``theirs``: seconds to others by node id. None where there is no common one."""
    least, most, num_common = 0.0, float("inf"), 0
    for node_id, seconds in theirs:
        mine = own.get(node_id)
        if mine is None or not 0.0 <= seconds < float("inf"):
            continue
        least, most = max(least, abs(mine - seconds)), min(most, mine + seconds)
        num_common += 1
        if num_common >= MAX_COMMON:
            break
    if not num_common:
        return None
    return NEAR_THE_LEAST * min(least, most) + (1 - NEAR_THE_LEAST) * most
