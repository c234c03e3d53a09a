"""Routing as a pure function: which peers' spans, cut where needed, run a token through the layers in the least time.

Knows no network and no clock: what each candidate is expected to take is handed in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meshnet_gui.types import Hop, Route, Span, uncovered

MODES = ("latency", "throughput")
HOP_S = 0.001
"""What a hop costs beyond its round trip and its layers, as measured on loopback."""
UNKNOWN_ROUND_TRIP_S = 0.05
UNKNOWN_DECODE_S_PER_LAYER = 0.002
PREFILL_OVER_DECODE = 0.25
"""Of a token's decode, what its prefill is taken to cost where nobody measured it: many rows share the weights."""
TOKENS_PER_PREFILL = 128
"""Over how many tokens of an answer the time of its prefill is spread."""
SESSIONS_AT_ONCE = 8
"""How many sessions keep a route busy in ``throughput`` mode."""
NEAR_ENOUGH = 0.02
_NS = 1_000_000_000
_MOST_S = 1000.0  # more than that is no better than that, and sums stay within 63 bits
_NEVER = np.iinfo(np.int64).max // 4

_Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A shard that could be a hop: where it is, what it serves, and what a step through it is expected to take.

    ``round_trip_s`` None, and speeds of 0, are unknown: they are taken as the median of the known ones, or as this
    module's constants. Speeds are seconds per token and layer. ``queue_s`` is how long a step waits there now,
    ``penalty_s`` what its faults add. ``free_tokens`` is the longest session it has room for; None: not known, enough.
    """

    address: str
    span: Span
    round_trip_s: float | None = 0.0
    decode_s_per_layer: float = 0.0
    prefill_s_per_layer: float = 0.0
    queue_s: float = 0.0
    free_tokens: int | None = None
    penalty_s: float = 0.0


def find_route(
    candidates: Iterable[Candidate],
    num_layers: int,
    *,
    mode: str = "latency",
    num_tokens: int = 0,
    num_prefill_tokens: int = 0,
    avoid: Collection[str] = frozenset(),
    salt: str = "",
) -> Route | None:
    """The quickest route through the whole model; None where layers are missing. See ``find_hops``."""
    usable = [c for c in candidates if c.span.end <= num_layers]
    hops = find_hops(
        usable,
        Span(0, num_layers),
        mode=mode,
        num_tokens=num_tokens,
        num_prefill_tokens=num_prefill_tokens,
        avoid=avoid,
        salt=salt,
    )
    return Route(hops) if hops is not None else None


def find_hops(
    candidates: Iterable[Candidate],
    span: Span,
    *,
    mode: str = "latency",
    num_tokens: int = 0,
    num_prefill_tokens: int = 0,
    avoid: Collection[str] = frozenset(),
    salt: str = "",
) -> tuple[Hop, ...] | None:
    """The hops that run a token through ``span`` in the least expected time; None where some of it is missing.

    ``latency`` minimises the time of one session's token. ``throughput`` minimises the time per token of
    ``SESSIONS_AT_ONCE`` sessions together: their share of that time, or the busiest hop where that is more.
    ``num_tokens`` is how long the session may become: who lacks the room is left out, as is who is in ``avoid``.
    ``num_prefill_tokens`` are computed first. Equals are told apart by ``salt`` and address, so that
    heads with different salts spread over them. A hop is cut only where some candidate's span starts or ends, so
    that a model which may not be cut everywhere is cut where its nodes were allowed to.
    """
    if mode not in MODES:
        raise ValueError(f"a mode is one of {', '.join(MODES)}, not {mode[:32]!r}")
    usable = [
        c
        for c in candidates
        if c.span.start < span.end
        and c.span.end > span.start
        and (c.free_tokens is None or c.free_tokens >= num_tokens)
        and c.address not in avoid
    ]
    if not usable:
        return None
    axis = _Axis(usable, span, num_prefill_tokens)
    ends = axis.quickest() if mode == "latency" else axis.busiest()
    return None if ends is None else axis.hops(ends, salt)


def missing_spans(candidates: Iterable[Candidate], num_layers: int) -> tuple[Span, ...]:
    """The layers of the model that no candidate serves, as spans in order."""
    return uncovered((c.span for c in candidates if c.span.end <= num_layers), Span(0, num_layers))


@dataclass(frozen=True, slots=True)
class _Path:
    """Where each hop ends, by its place among the cuts; its nanoseconds, in whole numbers so that equals are equal."""

    nanoseconds: int
    ends: tuple[int, ...]
    allowed: int


class _Axis:
    """The candidates over the layers of one span, as arrays; candidates of one span lie together."""

    def __init__(self, candidates: Sequence[Candidate], span: Span, num_prefill_tokens: int) -> None:
        def column(value: Callable[[Candidate], float]) -> NDArray[np.float64]:
            return np.fromiter(map(value, candidates), np.float64, len(candidates))

        starts = np.maximum(column(lambda c: c.span.start), span.start).astype(np.int64)
        ends = np.minimum(column(lambda c: c.span.end), span.end).astype(np.int64)
        order = np.lexsort((ends, starts))
        self._candidates, self._order = candidates, order
        self._starts, self._ends = starts[order], ends[order]
        trips = column(lambda c: -1.0 if c.round_trip_s is None else c.round_trip_s)
        decode = column(lambda c: c.decode_s_per_layer)
        decode = _known_or_typical(decode, decode > 0, UNKNOWN_DECODE_S_PER_LAYER)
        busy = _nanoseconds(column(lambda c: c.queue_s)) + _nanoseconds(column(lambda c: c.penalty_s))
        trip = _nanoseconds(_known_or_typical(trips, trips >= 0, UNKNOWN_ROUND_TRIP_S))
        each = decode
        if num_prefill_tokens:
            prefill = column(lambda c: c.prefill_s_per_layer)
            prefill = np.where(prefill > 0, prefill, decode * PREFILL_OVER_DECODE)
            each = decode + prefill * (num_prefill_tokens / TOKENS_PER_PREFILL)
        self._busy, self._each = busy[order], _nanoseconds(each)[order]
        self._fixed = self._busy + trip[order] + round(HOP_S * _NS)
        self._cuts = np.unique(np.concatenate([self._starts, self._ends, [span.start, span.end]]))
        heads = np.flatnonzero(np.diff(self._starts, prepend=-1) | np.diff(self._ends, prepend=-1))
        self._groups = heads
        self._at_start = np.searchsorted(self._cuts, self._starts[heads])
        self._at_end = np.searchsorted(self._cuts, self._ends[heads])

    def quickest(self, allowed: int = _NEVER) -> _Path | None:
        """The shortest path over the cuts; no hop may be busy for more than ``allowed`` with a token."""
        edges = self._edges(allowed).tolist()
        best: list[tuple[int, int, int]] = [(0, 0, 0)]  # nanoseconds, hops, and the latest cut before, negative
        for end in range(1, len(self._cuts)):
            ways = (
                (way[0] + edges[start][end], way[1] + 1, -start)
                for start, way in enumerate(best)
                if edges[start][end] < _NEVER and way[0] < _NEVER
            )
            best.append(min(ways, default=(_NEVER, 0, 0)))
        if best[-1][0] >= _NEVER:
            return None
        ends, at = [], len(self._cuts) - 1
        while at > 0:
            ends.append(at)
            at = -best[at][2]
        return _Path(best[-1][0], tuple(reversed(ends)), allowed)

    def busiest(self) -> _Path | None:
        """The least of max(the path's time / sessions, how busy a hop is), within ``NEAR_ENOUGH``, by bisection."""
        path = self.quickest()
        if path is None:
            return None
        low, high, best = path.nanoseconds // SESSIONS_AT_ONCE, path.nanoseconds, path.nanoseconds
        allowed = low  # where no hop of the quickest is that busy, nothing can be better
        while high - low > high * NEAR_ENOUGH:
            way = self.quickest(allowed)
            time = max(way.nanoseconds // SESSIONS_AT_ONCE, allowed) if way is not None else _NEVER
            if way is not None and time < best:
                best, path = time, way
            if time <= allowed:
                high = allowed
            else:
                low = allowed
            allowed = (low + high) // 2
        return path

    def hops(self, path: _Path, salt: str) -> tuple[Hop, ...]:
        found, start = [], int(self._cuts[0])
        for index in path.ends:
            end = int(self._cuts[index])
            found.append(Hop(self._who(start, end, path.allowed, salt), Span(start, end)))
            start = end
        return tuple(found)

    def _edges(self, allowed: int) -> _Ints:
        """From each cut to each later one: the nanoseconds of the quickest candidate that has all layers between."""
        size = len(self._cuts)
        edges = np.full((size, size), _NEVER)
        lengths = self._cuts[None, :] - self._cuts[:, None]
        longest = int((self._ends - self._starts).max())
        for length in np.unique(lengths[(lengths > 0) & (lengths <= longest)]):
            best = np.minimum.reduceat(self._costs(int(length), allowed), self._groups)
            by_span = np.full((size, size), _NEVER)
            by_span[self._at_start, self._at_end] = best
            by_span = np.minimum.accumulate(by_span, axis=0)
            by_span = np.minimum.accumulate(by_span[:, ::-1], axis=1)[:, ::-1]
            fits = lengths == length
            edges[fits] = by_span[fits]
        return edges

    def _costs(self, length: int, allowed: int) -> _Ints:
        costs = self._fixed + self._each * length
        return costs if allowed >= _NEVER else np.where(self._busy + self._each * length <= allowed, costs, _NEVER)

    def _who(self, start: int, end: int, allowed: int, salt: str) -> str:
        costs = np.where(
            (self._starts <= start) & (self._ends >= end), self._costs(end - start, allowed), np.int64(_NEVER)
        )
        equals: list[str] = [
            self._candidates[self._order[index]].address for index in np.flatnonzero(costs == costs.min())
        ]
        return min(equals, key=lambda address: _lot(salt, address))


def _lot(salt: str, address: str) -> tuple[bytes, str]:
    drawn = hashlib.blake2b((salt + address).encode(), digest_size=8).digest() if salt else b""
    return drawn, address


def _known_or_typical(values: NDArray[np.float64], known: NDArray[np.bool_], otherwise: float) -> NDArray[np.float64]:
    typical = float(np.median(values[known])) if known.any() else otherwise
    return np.where(known, values, typical)


def _nanoseconds(seconds: NDArray[np.float64]) -> _Ints:
    """Whole nanoseconds; what a stranger says that is no number, or out of range, is the most there is."""
    bounded = np.clip(np.nan_to_num(seconds, nan=_MOST_S, posinf=_MOST_S), 0.0, _MOST_S)
    return np.asarray(np.rint(bounded * _NS), dtype=np.int64)
