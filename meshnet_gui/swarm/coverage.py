"""Coverage: how often and how fast each layer of a model is served, and by whom it must go on being served."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meshnet_gui.types import Span

MAX_JOINING_S = 900.0
"""Who has been joining for longer is not counted on any more."""
MOST_TPS = 1e6
"""No computer runs more tokens per second through one layer: what a stranger says beyond it does not count."""
JOINING, READY, DRAINING = 0, 1, 2
_STATES = {"loading": JOINING, "joining": JOINING, "ready": READY, "draining": DRAINING}

_Bools = NDArray[np.bool_]
_Floats = NDArray[np.float64]
_Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Holder:
    """A shard of the model as others plan with it. ``state`` is a shard's; only those named in ``_STATES`` matter.

    ``decode_tps`` is for one layer, 0 while it was not measured. ``joining_s`` is for how long it has been joining.
    """

    node_id: str
    span: Span
    state: str = "ready"
    decode_tps: float = 0.0
    joining_s: float = 0.0

    @property
    def counts(self) -> int:
        """1 where it serves its layers now or, as far as anybody knows, soon."""
        coming = _STATES.get(self.state) == JOINING and self.joining_s <= MAX_JOINING_S
        return int(self.state == "ready" or coming)


class Coverage:
    """All holders of one model, ourselves among them, over its layers. Never changed once it is made."""

    def __init__(
        self, num_layers: int, ids: Sequence[str], starts: _Ints, ends: _Ints, states: _Ints, tps: _Floats
    ) -> None:
        """Of holders as arrays, in the order of their ids. No span may reach beyond ``num_layers``."""
        self.num_layers = num_layers
        self._ids, self._starts, self._ends, self._ready = ids, starts, ends, states == READY
        self._tps = np.clip(np.nan_to_num(tps, nan=0.0, posinf=MOST_TPS), 0.0, MOST_TPS)
        known = self._tps[self._tps > 0]
        self.typical_tps = float(np.median(known)) if known.size else 1.0
        counted = states != DRAINING
        each = np.where(self._tps > 0, self._tps, self.typical_tps) / np.maximum(ends - starts, 1)
        self.copies = self._sum(counted, None).astype(np.int64)
        self.throughput = np.maximum(self._sum(counted, each[counted]), 0.0)  # sums of steps leave dust

    @classmethod
    def of(cls, holders: Collection[Holder], num_layers: int) -> Coverage:
        counted = sorted(
            (h for h in holders if h.span.end <= num_layers and (h.counts or h.state == "draining")),
            key=lambda h: h.node_id,
        )
        flat = [number for h in counted for number in (h.span.start, h.span.end, _STATES[h.state])]
        rows = np.array(flat, dtype=np.int64).reshape(-1, 3)
        tps = np.array([h.decode_tps for h in counted], dtype=np.float64)
        return cls(num_layers, [h.node_id for h in counted], rows[:, 0], rows[:, 1], rows[:, 2], tps)

    def without(self, holding: Holder | None) -> tuple[_Ints, _Floats]:
        """``copies`` and ``throughput`` as they were without this one of the holders."""
        if holding is None or not holding.counts:
            return self.copies, self.throughput
        where = slice_of(holding.span)
        copies, throughput = self.copies.copy(), self.throughput.copy()
        copies[where] -= 1
        tps = min(holding.decode_tps, MOST_TPS) if holding.decode_tps > 0 else self.typical_tps
        throughput[where] = np.maximum(throughput[where] - tps / holding.span.num_layers, 0.0)
        return copies, throughput

    def is_needed(self, holding: Holder) -> bool:
        """Whether layers would be served by nobody without it. Of several that could leave, not all are needed:
        it is the keepers that are, so that all others may leave at once."""
        if holding.state == "ready":
            return (holding.node_id, holding.span) in self.keepers
        return holding.state == "draining" and not self._kept[slice_of(holding.span)].all()

    @cached_property
    def _kept(self) -> _Bools:
        """The layers that somebody ready holds."""
        kept = np.zeros(self.num_layers, dtype=bool)
        for _, span in self.keepers:
            kept[slice_of(span)] = True
        return kept

    @cached_property
    def num_gaps(self) -> int:
        """Layers that nobody serves, nor is about to."""
        return int(np.count_nonzero(self.copies == 0))

    @cached_property
    def num_singles(self) -> int:
        """Layers of one holder only."""
        return int(np.count_nonzero(self.copies == 1))

    @cached_property
    def weakest(self) -> float:
        """The least throughput of a layer, in tokens per second."""
        return float(self.throughput.min())

    @cached_property
    def typical(self) -> float:
        return float(np.median(self.throughput))

    @cached_property
    def num_spare(self) -> int:
        """Ready holders that may leave, all of them at once, without a layer being lost."""
        return int(np.count_nonzero(self._ready)) - len(self.keepers)

    @cached_property
    def keepers(self) -> tuple[tuple[str, Span], ...]:
        """The fewest ready holders that together hold all that is held: from the left, always the one that reaches
        furthest. Everybody who sees the same coverage finds the same ones."""
        size = self.num_layers + 1
        first = np.full(size * size, -1, dtype=np.int64)
        ready = np.flatnonzero(self._ready)[::-1]
        first[self._starts[ready] * size + self._ends[ready]] = ready  # of equal spans the lowest id, written last
        by_span = first.reshape(size, size)
        furthest = [(int(row.nonzero()[0][-1]) if row.any() else 0) for row in by_span >= 0]
        found, covered, best = [], 0, (0, 0)  # end and start of what reaches furthest so far
        for layer in range(self.num_layers):
            best = max(best, (furthest[layer], layer))
            if layer >= covered and best[0] > layer:
                end, start = best
                found.append((self._ids[int(by_span[start, end])], Span(start, end)))
                covered = end
        return tuple(found)

    def _sum(self, which: _Bools, what: _Floats | None) -> _Floats:
        """Over the layers, of what each of these holders brings to each of its own; ones where nothing is given."""
        steps = np.bincount(self._starts[which], what, self.num_layers + 1).astype(np.float64)
        steps -= np.bincount(self._ends[which], what, self.num_layers + 1)
        return np.cumsum(steps)[: self.num_layers]


def slice_of(span: Span) -> slice:
    return slice(span.start, span.end)


def spans_where(flags: _Bools) -> tuple[Span, ...]:
    """The runs of places where it is so."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8)))
    return tuple(Span(int(start), int(end)) for start, end in edges.reshape(-1, 2))
