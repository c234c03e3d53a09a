"""What of a model fits here, on how many computers like this one, and in the swarm: before anything is fetched.

Pure functions of sizes. A forecast: what is really free is looked at again before a fetch and before a load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from meshnet_gui.amounts import bytes_text
from meshnet_gui.modelstore.forecast import Limits, needed_bytes
from meshnet_gui.modelstore.piece_bytes import PieceBytes
from meshnet_gui.modelstore.precision import IN_WORDS
from meshnet_gui.modelstore.sizes import ModelSizes, Weights
from meshnet_gui.types import Span, uncovered

_FEW_BITS = ("bf16", "int8", "int4")  # each takes less than the one before
_CODED = frozenset({"int8", "int4"})  # precisions whose weights are kept in files of their own, beside the stored ones


@dataclass(frozen=True, slots=True)
class Means:
    """What this computer has left. ``disk_limit_left``: what the disk limit still allows, None where there is none.

    Beside the weights one session of the ``limits`` must fit; ``precision`` is one of ``settings.PRECISIONS``.
    """

    free_memory: int
    disk_free: int
    disk_limit_left: int | None
    precision: str
    limits: Limits

    @property
    def disk(self) -> int:
        return self.disk_free if self.disk_limit_left is None else min(self.disk_free, self.disk_limit_left)


@dataclass(frozen=True, slots=True)
class SwarmMember:
    """Another member: the layers of this very model that it serves, if any, and the memory that it has free."""

    span: Span | None = None
    free_memory: int = 0


@dataclass(frozen=True, slots=True)
class Fits:
    """What came out. ``sentences`` say it to a person, the most important first.

    ``alone``: the whole model fits here. ``peers_like_me``: how many computers like this one, beside it, would hold it;
    0 where it fits alone, None where none could hold one layer. ``with_swarm``: the members that are here now and this
    computer together have room for what is missing. ``my_span``: what this computer would best take, with the bytes
    that its weights take on the disk and what it needs in memory at worst. ``covered`` is served in the swarm now,
    ``missing`` is not. ``alone_in``: the most exact precision with fewer bits in which all would fit here, if any.
    """

    alone: bool
    peers_like_me: int | None
    with_swarm: bool
    my_span: Span | None
    disk_bytes: int
    memory_bytes: int
    covered: tuple[Span, ...]
    missing: tuple[Span, ...]
    sentences: tuple[str, ...]
    alone_in: str = ""


def fits(
    sizes: ModelSizes,
    stored: PieceBytes,
    means: Means,
    swarm: Sequence[SwarmMember] = (),
    *,
    few_bits: bool = True,
) -> Fits:
    """What of a model with these ``sizes`` fits where. Its pieces take ``stored`` on a disk.

    Without ``few_bits`` the model is served as stored only, whatever the precision of the means.
    """
    wanted = means.precision
    if not few_bits and wanted in _FEW_BITS:
        means = replace(means, precision="auto")
    here = _computer(sizes, stored, means)
    found = _numbers(here, swarm)
    sentences = list(_sentences(found, here, is_in_swarm=bool(swarm)))
    if wanted != means.precision:
        sentences.append(f"Models of its type run as stored only, not {IN_WORDS[wanted]}.")
    alone_in = _fewer_bits(here) if few_bits and not found.alone else ""
    if alone_in:
        sentences.append(f"All of it would fit here {IN_WORDS[alone_in]}.")
    return replace(found, sentences=tuple(sentences), alone_in=alone_in)


def _numbers(here: _Computer, swarm: Sequence[SwarmMember]) -> Fits:
    """What comes out, not in words yet."""
    whole = here.model.whole
    covered = _joined(member.span for member in swarm if member.span is not None)
    missing = uncovered(covered, whole)
    num_computers = here.how_many_like_it()
    alone = num_computers == 1
    my_span = whole if alone else here.first_of(missing or (whole,))
    helpers = [here, *(here.with_memory(member.free_memory) for member in swarm if member.span is None)]
    return Fits(
        alone,
        None if num_computers is None else num_computers - 1,
        _can_fill(helpers, missing),
        my_span,
        0 if my_span is None else here.disk_bytes(my_span),
        0 if my_span is None else here.memory_bytes(my_span),
        covered,
        missing,
        (),
    )


def _computer(sizes: ModelSizes, stored: PieceBytes, means: Means) -> _Computer:
    up_to = tuple(accumulate(_bytes_of_each(sizes.layers, means.precision), initial=0))
    return _Computer(_Model(sizes, stored, means.precision, up_to), means)


def _bytes_of_each(layers: Iterable[Weights], precision: str) -> Iterator[int]:
    """Layers that are alike are often one object; that makes a catalogue quick to look through."""
    last, num_bytes = None, 0
    for layer in layers:
        if layer is not last:
            last, num_bytes = layer, layer.num_bytes(precision)
        yield num_bytes


def _fewer_bits(here: _Computer) -> str:
    """The most exact precision in which all would fit here; empty where there is none."""
    order = ("auto", "fp32", *_FEW_BITS)
    for precision in order[max(2, order.index(here.means.precision) + 1) :]:
        means = replace(here.means, precision=precision)
        if _computer(here.model.sizes, here.model.stored, means).fits(here.model.whole):
            return precision
    return ""


@dataclass(frozen=True, slots=True)
class _Model:
    """``up_to[n]``: the bytes of the weights of the first ``n`` layers, in ``precision``."""

    sizes: ModelSizes
    stored: PieceBytes
    precision: str
    up_to: tuple[int, ...]

    @property
    def num_layers(self) -> int:
        return len(self.sizes.layers)

    @property
    def whole(self) -> Span:
        return Span(0, self.num_layers)

    def weights(self, span: Span) -> int:
        around = self.sizes.around(span.start == 0, span.end == self.num_layers, self.precision)
        return self.up_to[span.end] - self.up_to[span.start] + around


@dataclass(frozen=True, slots=True)
class _Computer:
    """One model on one computer."""

    model: _Model
    means: Means

    def with_memory(self, free_memory: int) -> _Computer:
        """Another member: its disk is not known from here."""
        means = replace(self.means, free_memory=free_memory, disk_free=2**62, disk_limit_left=None)
        return replace(self, means=means)

    def memory_bytes(self, span: Span) -> int:
        """For the weights, for what it takes to bring them in, and for one session."""
        limits = self.means.limits
        per_token = self.model.sizes.kv_bytes_per_token(span, limits.kv_precision)
        cache = min(limits.context_tokens * per_token, limits.max_cache_bytes)
        return needed_bytes(self.model.weights(span), self.means.precision) + cache

    def disk_bytes(self, span: Span) -> int:
        """As stored, and once more in codes where the precision has files of its own."""
        codes = self.model.weights(span) if self.means.precision in _CODED else 0
        return self.model.stored.of_span(span) + codes

    def fits(self, span: Span) -> bool:
        return self.memory_bytes(span) <= self.means.free_memory and self.disk_bytes(span) <= self.means.disk

    def most(self, wanted: Span) -> Span | None:
        """The most layers that fit, from the start of ``wanted`` on: more of them never take less."""
        few, many = wanted.start + 1, wanted.end
        if not self.fits(Span(wanted.start, few)):
            return None
        while few < many:
            middle = (few + many + 1) // 2
            if self.fits(Span(wanted.start, middle)):
                few = middle
            else:
                many = middle - 1
        return Span(wanted.start, few)

    def first_of(self, wanted: Iterable[Span]) -> Span | None:
        """The first of these layers that fit, as many as do."""
        starts = ((span, start) for span in wanted for start in range(span.start, span.end))
        fitting = (self.most(Span(start, span.end)) for span, start in starts)
        return next((span for span in fitting if span is not None), None)

    def how_many_like_it(self) -> int | None:
        """How many computers like this one hold the model; None where a single layer is too much for one."""
        number, start = 0, 0
        while start < self.model.whole.end:
            span = self.most(Span(start, self.model.whole.end))
            if span is None:
                return None
            number, start = number + 1, span.end
        return number

    def why_not(self) -> str:
        """What the layer that takes most would need."""
        spans = [Span(layer, layer + 1) for layer in range(self.model.whole.end)]
        spans = [*spans[1:-1], spans[0], spans[-1]]  # an end is named only where it takes more than the others
        largest = max(spans, key=self.memory_bytes)
        needed = self.memory_bytes(largest)
        if needed <= self.means.free_memory:
            return self._why_not_on_disk(max(spans, key=self.disk_bytes))
        needs, has = _text(needed), _text(self.means.free_memory)
        if largest.start == 0:
            return f"The first layer, with the embedding, needs {needs} of memory, and {has} are free."
        if largest.end == self.model.whole.end:
            return f"The last layer, with the lm_head, needs {needs} of memory, and {has} are free."
        return f"One layer needs {needs} of memory, and {has} are free."

    def _why_not_on_disk(self, largest: Span) -> str:
        needs, has = _text(self.disk_bytes(largest)), _text(self.means.disk)
        if largest.start == 0:
            return f"The first layer, with the embedding, needs {needs} of disk, and {has} are left."
        if largest.end == self.model.whole.end:
            return f"The last layer, with the lm_head, needs {needs} of disk, and {has} are left."
        return f"One layer needs {needs} of disk, and {has} are left."


def _can_fill(helpers: Iterable[_Computer], missing: Iterable[Span]) -> bool:
    """Whether these could take what is missing, one span each, those with the most memory first."""
    waiting = sorted(helpers, key=lambda helper: helper.means.free_memory)
    for gap in missing:
        start = gap.start
        while start < gap.end and waiting:
            span = waiting.pop().most(Span(start, gap.end))
            start = start if span is None else span.end
        if start < gap.end:
            return False
    return True


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for span in sorted(spans, key=lambda span: span.start):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(span.end, joined[-1].end))
        else:
            joined.append(span)
    return tuple(joined)


def _sentences(found: Fits, here: _Computer, *, is_in_swarm: bool) -> Iterable[str]:
    peers = found.peers_like_me
    if found.alone:
        yield "Fits on this computer: splitting will be slower."
    elif peers is None:
        text = "Not with computers like this one."
        yield f"{text} {here.why_not()}"
    else:
        yield f"With {peers} more computer{'' if peers == 1 else 's'} like yours."
    if found.my_span is not None:
        disk, memory = _text(found.disk_bytes), _text(found.memory_bytes)
        if found.my_span == here.model.whole:
            yield f"All layers take {disk} of disk and {memory} of memory here."
        else:
            yield f"Layers {found.my_span} take {disk} of disk and {memory} of memory here."
    if found.covered and not found.missing:
        yield "In your swarm now: all layers."
    elif found.covered:
        yield f"In your swarm now: layers {_list(found.covered)}; {_list(found.missing)} missing."
    elif is_in_swarm and found.with_swarm and not found.alone:
        yield "Your swarm has room for it."


def _text(num_bytes: int) -> str:
    return bytes_text(max(0, num_bytes))


def _list(spans: Iterable[Span]) -> str:
    return ", ".join(map(str, spans))
