"""Routing as a pure function: which peers' spans, cut where needed, cover all layers with the fewest hops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from meshnet_gui.types import Hop, Route, Span


@dataclass(frozen=True, slots=True)
class Candidate:
    """A node that could be a hop: where it is, what it serves, and the seconds that one round trip to it takes."""

    address: str
    span: Span
    round_trip_s: float = 0.0


def find_route(candidates: Iterable[Candidate], num_layers: int) -> Route | None:
    """The route with the fewest hops, then the least round-trip time; None where layers are missing.

    A hop may run a part of what its node serves. Shortest path over the layer axis: ``best[k]`` is the cheapest way to
    have run layers ``[0, k)``; cuts are only ever useful where some node's span starts or ends.
    """
    usable = [c for c in candidates if c.span.end <= num_layers]
    best = {0: _Way(0, 0.0)}
    for end in sorted({c.span.end for c in usable}):
        nearest = _cheapest_from(best, end)
        ways = [
            _Way(way.num_hops + 1, way.seconds + c.round_trip_s, (*way.hops, Hop(c.address, Span(way.end, end))))
            for c in usable
            if c.span.start < end <= c.span.end and (way := nearest[c.span.start]) is not None
        ]
        if ways:
            best[end] = min(ways, key=_Way.rank)
    found = best.get(num_layers)
    return Route(found.hops) if found and found.hops else None


@dataclass(frozen=True, slots=True)
class _Way:
    """The cheapest way found to have run the layers ``[0, end)``."""

    num_hops: int
    seconds: float
    hops: tuple[Hop, ...] = ()

    @property
    def end(self) -> int:
        return self.hops[-1].span.end if self.hops else 0

    def rank(self) -> tuple[int, float, list[str]]:
        return self.num_hops, self.seconds, [hop.address for hop in self.hops]


def _cheapest_from(best: dict[int, _Way], end: int) -> list[_Way | None]:
    """For each layer before ``end``: the cheapest way that ends there or later, but before ``end``."""
    nearest: list[_Way | None] = [None] * (end + 1)
    for layer in range(end - 1, -1, -1):
        nearest[layer] = min(filter(None, (best.get(layer), nearest[layer + 1])), key=_Way.rank, default=None)
    return nearest


def missing_spans(candidates: Iterable[Candidate], num_layers: int) -> tuple[Span, ...]:
    """The layers of the model that no candidate serves, as spans in order."""
    missing, covered_to = [], 0
    for span in sorted(c.span for c in candidates if c.span.end <= num_layers):
        if span.start > covered_to:
            missing.append(Span(covered_to, span.start))
        covered_to = max(covered_to, span.end)
    if covered_to < num_layers:
        missing.append(Span(covered_to, num_layers))
    return tuple(missing)
