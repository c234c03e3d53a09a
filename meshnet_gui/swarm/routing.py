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
    ends = sorted({c.span.end for c in usable})
    best: dict[int, tuple[tuple[int, float], tuple[Hop, ...]]] = {0: ((0, 0.0), ())}
    for end in ends:
        options = []
        for c in usable:
            for start, ((num_hops, seconds), hops) in best.items():
                if c.span.start <= start < end <= c.span.end:
                    hop = Hop(c.address, Span(start, end))
                    options.append(((num_hops + 1, seconds + c.round_trip_s), (*hops, hop)))
        if options:
            best[end] = min(options, key=lambda option: (option[0], [hop.address for hop in option[1]]))
    found = best.get(num_layers)
    return Route(found[1]) if found and found[1] else None


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
