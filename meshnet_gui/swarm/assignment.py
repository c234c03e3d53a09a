"""Assignment as a pure function: which layers this computer should serve, seen from what all others serve.

Nobody assigns: each node decides for itself, from the same coverage, with dice so that not all jump into one gap.
Gaps come first, then layers of a single holder, then the slowest layers. Who may leave without a hole is agreed
without a word: the fewest nodes that together hold all that is held, the keepers, stay.

Layers may have to be fetched first. Among spans that are needed alike, those on this disk are preferred; for anything
less than a gap the time to fetch makes a move worth less; and for a gap, whoever would have to fetch steps back in
proportion, so that those who have the layers come first, and it is fetched by somebody all the same.

Knows no network, no clock and no memory but the numbers handed in.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meshnet_gui.amounts import bytes_text
from meshnet_gui.swarm.coverage import Coverage, Holder, slice_of, spans_where
from meshnet_gui.types import Span

LOOK_EVERY_S = 30.0
"""How often a node is meant to look anew, at random moments of its own."""
MOVERS_PER_LOOK = 2.0
"""How many of all who could help are meant to move within ``LOOK_EVERY_S`` for each one that is needed."""
STAY_S = 1200.0
"""How long a node stays where it is while there is no gap."""
WEAK = 0.4
"""Layers with less than this share of the typical layer's throughput are worth a move."""
WORTH = 1.5
"""How many times as much a move must bring as it takes away."""
KEPT_COPIES = 2
"""How many others must hold what a node leaves for anything less than a gap."""
NEARLY_DIGITS = 1
"""To how many digits relief is compared where layers are on this disk: a tenth more is not worth a fetch."""
_MANY = 1_000_000
_EPSILON = 0.1  # of a typical holder's throughput: what a gap counts as having, so that it can be divided by

_Floats = NDArray[np.float64]
_Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What decides which spans fit: the bytes of each layer with its session caches, and what the ends need beside.

    ``first_bytes`` is what a shard with layer 0 holds beside its layers, ``last_bytes`` one with the last layer.
    ``cuts`` are the layers where a span may start or end; None: anywhere.
    """

    layer_bytes: tuple[int, ...]
    first_bytes: int = 0
    last_bytes: int = 0
    cuts: frozenset[int] | None = None

    @property
    def num_layers(self) -> int:
        return len(self.layer_bytes)

    def longest_spans(self, memory_bytes: int, max_layers: int | None = None) -> tuple[_Ints, _Ints]:
        """Starts and ends of the spans that fit and are part of no other that fits, in order."""
        most = self.num_layers if max_layers is None else max_layers
        sums = np.concatenate([[0], np.cumsum(self.layer_bytes)])
        inner = range(1, self.num_layers)
        cuts = np.arange(self.num_layers) if self.cuts is None else np.array([0, *(c for c in inner if c in self.cuts)])
        room = np.where(cuts == 0, memory_bytes - self.first_bytes, memory_bytes) + sums[cuts]
        reach = np.minimum(np.searchsorted(sums, room, side="right") - 1, cuts + most)
        ends = cuts[np.maximum(np.searchsorted(cuts, reach, side="right") - 1, 0)]
        is_all = (sums[-1] + self.last_bytes <= room) & (cuts + most >= self.num_layers)
        ends = np.where(is_all, self.num_layers, ends)
        before = np.concatenate([[0], np.maximum.accumulate(ends)[:-1]])
        longest = ends > np.maximum(before, cuts)
        return cuts[longest], ends[longest]


@dataclass(frozen=True, slots=True)
class Me:
    """This node: what it may use, and what the coverage has of it (``holding``; None while it serves nothing).

    ``chosen`` is the span that its owner chose. ``decode_tps`` is for one layer, 0 while it was not measured.
    ``since`` is when it took up ``holding``, on the clock of ``now``. ``held`` are the layers on its disk, and
    ``fetch_layer_s`` is what fetching one of the others takes; its disk has room for ``max_layers``, None: for all.
    """

    node_id: str
    memory_bytes: int
    decode_tps: float = 0.0
    holding: Holder | None = None
    chosen: Span | None = None
    since: float = 0.0
    held: tuple[Span, ...] = ()
    fetch_layer_s: float = 0.0
    max_layers: int | None = None


@dataclass(frozen=True, slots=True)
class Assignment:
    """The span to serve, None where this computer cannot help, and why, in a sentence for its owner."""

    span: Span | None
    sentence: str


def assign(me: Me, coverage: Coverage, shape: ModelShape, now: float, chance: random.Random) -> Assignment:
    """What to serve now: the same span as before, or another one where that is worth a move."""
    if me.chosen is not None:
        return Assignment(me.chosen, f"Serving {me.chosen} because you chose it.")
    if me.holding is not None and not _is_time(me, me.holding, coverage, now, chance):
        return _stay(me.holding, coverage)
    starts, ends = shape.longest_spans(me.memory_bytes, me.max_layers)
    if not len(starts):
        return Assignment(None, _why_not(me, shape))
    if ends[0] - starts[0] == shape.num_layers:
        whole = Span(0, shape.num_layers)
        return Assignment(whole, f"Serving {whole}: the whole model fits on this computer.")
    choice = _Choice(me, coverage, starts, ends)
    if me.holding is None:
        return choice.best(chance)
    return choice.better(me.holding, chance) or _stay(me.holding, coverage)


def is_still_worth(me: Me, span: Span, coverage: Coverage, shape: ModelShape) -> bool:
    """Whether to go on with a move that was decided before its layers were fetched."""
    if me.holding is None:
        return True
    starts, ends = (np.array([at], dtype=np.int64) for at in (span.start, span.end))
    return span.end <= shape.num_layers and _Choice(me, coverage, starts, ends).is_worth(0, me.holding.span)


def is_anything_needed(coverage: Coverage) -> bool:
    """Whether anybody should look for a better place at all."""
    return bool(coverage.num_gaps or coverage.num_singles) or coverage.weakest < WEAK * coverage.typical


def may_leave(holding: Holder, coverage: Coverage) -> bool:
    """Whether no layer loses its last ready holder when this one lets go. To be asked again when everybody has seen
    that this node is draining, just before it does."""
    return not coverage.is_needed(holding)


def _is_time(me: Me, holding: Holder, coverage: Coverage, now: float, chance: random.Random) -> bool:
    """Whether to look for a better place: something is needed, and the dice chose this node among all who could."""
    if coverage.is_needed(holding):
        return False
    if not coverage.num_gaps:
        if not is_anything_needed(coverage) or holding.state != "ready" or now - me.since < STAY_S:
            return False
        if coverage.copies[slice_of(holding.span)].max() <= KEPT_COPIES:
            return False
    needed = coverage.num_gaps or coverage.num_singles or 1
    movers = max(1.0, needed / holding.span.num_layers)
    return chance.random() < MOVERS_PER_LOOK * movers / max(coverage.num_spare, 1)


def _stay(holding: Holder, coverage: Coverage) -> Assignment:
    span, others = holding.span, coverage.copies[slice_of(holding.span)] - holding.counts
    if others.min() <= 0:
        alone = spans_where(others <= 0)[0]
        layers = Span(span.start + alone.start, span.start + alone.end)
        return Assignment(span, f"Serving {span}: nobody else serves {layers}.")
    return Assignment(span, f"Serving {span}: these layers are needed as much as any.")


def _why_not(me: Me, shape: ModelShape) -> str:
    least = min(shape.layer_bytes)
    if me.max_layers == 0:
        return "This computer cannot help with this model: its disk has no room for one layer, within the disk limit."
    if least > me.memory_bytes:
        return (
            f"This computer cannot help with this model: one layer takes {bytes_text(least)}, "
            f"and it has {bytes_text(max(me.memory_bytes, 0))} for layers."
        )
    return (
        "This computer cannot help with this model: the layers that must stay together do not fit into "
        f"its {bytes_text(max(me.memory_bytes, 0))} for layers."
    )


class _Choice:
    """The spans that this node could serve, each with what it would bring, were the node not there yet."""

    def __init__(self, me: Me, coverage: Coverage, starts: _Ints, ends: _Ints) -> None:
        copies, throughput = coverage.without(me.holding)
        self._coverage, self._copies = coverage, copies
        self._starts, self._ends = starts, ends
        tps = me.decode_tps if me.decode_tps > 0 else coverage.typical_tps
        self._each = tps / (self._ends - self._starts)
        self._had = throughput + _EPSILON * coverage.typical_tps / float(np.mean(self._ends - self._starts))
        self.gaps = self._count(copies == 0)
        self.singles = self._count(copies == 1)
        self.relief = self._relief_of_all()
        on_disk = np.zeros(len(copies), dtype=bool)
        for span in me.held:
            on_disk[slice_of(span)] = True
        self.missing = self._ends - self._starts - self._count(on_disk)
        self.fetch_s = self.missing * me.fetch_layer_s

    def best(self, chance: random.Random) -> Assignment:
        """For a node that serves nothing yet."""
        index = self._pick(np.ones(len(self._starts), dtype=bool), None, chance)
        span = self._span(index)
        return Assignment(span, self._why(span))

    def better(self, holding: Holder, chance: random.Random) -> Assignment | None:
        """For a node that would have to leave what it serves: None where that is not worth it."""
        allowed = (self._starts != holding.span.start) | (self._ends != holding.span.end)
        if not allowed.any():
            return None
        index = self._pick(allowed, holding.span, chance)
        span, fetch_s = self._span(index), float(self.fetch_s[index])
        if not self.is_worth(index, holding.span):
            return None
        if fetch_s > 0 and chance.random() >= LOOK_EVERY_S / (LOOK_EVERY_S + fetch_s):
            return None
        return Assignment(span, self._why(span))

    def is_worth(self, index: int, old: Span) -> bool:
        """A gap always is. Otherwise what is left must keep two holders, what is won be clearly more, and the more so
        the longer the fetch; one that takes longer than a node stays never is."""
        new, here = self._span(index), self._copies[slice_of(old)]
        gaps_here = int(np.count_nonzero(here == 0))
        if self.gaps[index] > gaps_here:
            return True
        left = [layer for layer in range(old.start, old.end) if not new.start <= layer < new.end]
        fetch_share = float(self.fetch_s[index]) / STAY_S
        if self._coverage.num_gaps or any(self._copies[layer] < KEPT_COPIES for layer in left) or fetch_share > 1:
            return False
        singles_here = int(np.count_nonzero(here == 1))
        if self.singles[index] != singles_here:
            return bool(self.singles[index] > singles_here)
        each = self._each[index] * new.num_layers / old.num_layers
        worth = WORTH * (1 + fetch_share)
        return bool(self.relief[index] > worth * float(np.sum(self._relief(each)[slice_of(old)])))

    def _pick(self, allowed: NDArray[np.bool_], old: Span | None, chance: random.Random) -> int:
        """The best by gaps and singles; of equals that are needed one on the disk, then by fit, relief, how much
        is on the disk, how much is kept; then any."""
        relief = self.relief / max(self.relief.max(), 1e-30)
        at_once = (self.missing == 0) & (self.gaps + self.singles > 0)
        order: list[NDArray[Any]] = [self.gaps, self.singles, at_once, self._touching()]
        if (self.missing < self._ends - self._starts).any():
            order += [np.round(relief, NEARLY_DIGITS), -self.missing]
        order.append(np.round(relief, 3))
        if old is not None:
            order.append(np.minimum(self._ends, old.end) - np.maximum(self._starts, old.start))
        left = np.flatnonzero(allowed)
        for values in order:
            mine = values[left]
            left = left[mine == mine.max()]
        return int(left[chance.randrange(len(left))])

    def _touching(self) -> _Ints:
        """How many ends of a span meet layers that need it less than its own, so that no odd rest is left between."""
        level = np.where(self.gaps > 0, 0, 1)
        copies = np.concatenate([[_MANY], self._copies, [_MANY]])
        fits = (copies[self._starts] > level).astype(np.int64) + (copies[self._ends + 1] > level)
        return np.where(self.gaps + self.singles > 0, fits, 0)

    def _count(self, where: NDArray[np.bool_]) -> _Ints:
        sums = np.concatenate([[0], np.cumsum(where)])
        return np.asarray(sums[self._ends] - sums[self._starts], dtype=np.int64)

    def _relief(self, each: float) -> _Floats:
        """For each layer: by how much it would lower the sum of 1 / throughput², in which the slowest weigh most."""
        return np.asarray(self._had**-2 - (self._had + each) ** -2)

    def _relief_of_all(self) -> _Floats:
        found = np.empty(len(self._starts))
        for each in np.unique(self._each):  # a few lengths
            sums = np.concatenate([[0.0], np.cumsum(self._relief(each))])
            alike = self._each == each
            found[alike] = sums[self._ends[alike]] - sums[self._starts[alike]]
        return found

    def _span(self, index: int) -> Span:
        return Span(int(self._starts[index]), int(self._ends[index]))

    def _why(self, span: Span) -> str:
        mine = self._copies[slice_of(span)]
        for copies, words in ((0, "nobody served {}"), (1, "only one other node serves {}")):
            found = spans_where(mine == copies)
            if found:
                first = Span(span.start + found[0].start, span.start + found[0].end)
                return f"Serving {span}: {words.format(first)}."
        return f"Serving {span}: these layers had the least speed."
