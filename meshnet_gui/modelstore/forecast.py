"""Whether a span fits into the memory that is free, and what it takes at worst: pure functions of sizes and limits."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from meshnet_gui.amounts import bytes_text
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.precision import is_mapped
from meshnet_gui.modelstore.sizes import ModelSizes
from meshnet_gui.types import ModelIdentity, ShardStatus, Span

MARGIN_BYTES = 128 * 2**20  # tokenizer, first steps, what the machine is measured with (see docs/lab-notes.md)
LOAD_FACTOR = {"bf16": 1.8, "int8": 1.4, "int4": 1.4}  # of the weights, at the load's peak; they are packed anew
FLOAT32_LOAD_FACTOR = 1.1


@dataclass(frozen=True, slots=True)
class Forecast:
    """A shard at its worst: its weights, and as many session caches, as long, as the limits allow."""

    shard_bytes: int
    kv_bytes_per_token: int
    context_tokens: int
    max_sessions: int
    max_cache_bytes: int

    @property
    def cache_bytes(self) -> int:
        """Sessions x tokens x bytes per token, or the budget where that is less."""
        return min(self.max_sessions * self.context_tokens * self.kv_bytes_per_token, self.max_cache_bytes)

    @property
    def worst_bytes(self) -> int:
        return self.shard_bytes + self.cache_bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """How many session caches there may be, how long each, how large together, and how exact (``KV_PRECISIONS``)."""

    context_tokens: int
    max_sessions: int
    max_cache_bytes: int
    kv_precision: str = "auto"


def forecast(sizes: ModelSizes, span: Span, precision: str, limits: Limits) -> Forecast:
    """For a shard that is not loaded yet. ``precision`` is one of ``settings.PRECISIONS``."""
    return Forecast(
        sizes.of_span(span, precision),
        sizes.kv_bytes_per_token(span, limits.kv_precision),
        limits.context_tokens,
        limits.max_sessions,
        limits.max_cache_bytes,
    )


def room(free_bytes: int, shards: Iterable[ShardStatus], leaving: Collection[tuple[str, Span]]) -> int:
    """What a newcomer may take once ``leaving`` are gone, by identity and span.

    The mapped weights of those that stay look free, since the system could read them again; a step would wait for it.
    """
    for shard in shards:
        if shard.device in ("", "cpu"):  # a GPU's memory is another
            is_leaving = (shard.identity, shard.span) in leaving
            free_bytes += (is_leaving - _looks_free(shard)) * shard.shard_bytes
    return free_bytes


def _looks_free(shard: ShardStatus) -> bool:
    return shard.dtype == "float32" and is_mapped(ModelIdentity.parse(shard.identity).quantisation)


def needed_bytes(shard_bytes: int, precision: str) -> int:
    """What must be free for a load to go through: the weights and what it takes to bring them in."""
    return round(shard_bytes * LOAD_FACTOR.get(precision, FLOAT32_LOAD_FACTOR)) + MARGIN_BYTES


def fitting_span(sizes: ModelSizes, wanted: Span, precision: str, free_bytes: int) -> Span | None:
    """The most layers inside ``wanted`` that fit: from its start on, else from as near to it as any do."""
    for start in range(wanted.start, wanted.end):
        end = start
        held = 0
        for layer in range(start, wanted.end):
            held += sizes.layers[layer].num_bytes(precision)
            around = sizes.around(start == 0, layer + 1 == len(sizes.layers), precision)
            if needed_bytes(held + around, precision) <= free_bytes:
                end = layer + 1
            elif needed_bytes(held, precision) > free_bytes:
                break
        if end > start:
            return Span(start, end)
    return None


def why_too_large(sizes: ModelSizes, name: str, span: Span, precision: str, free_bytes: int) -> tuple[str, str] | None:
    """Why the span does not fit into ``free_bytes`` and what would, as text and hint; None where it fits."""
    needed = needed_bytes(sizes.of_span(span, precision), precision)
    if needed <= free_bytes:
        return None
    free = max(0, free_bytes)
    text = f"Layers {span} of {name} need {bytes_text(needed)} of memory, and {bytes_text(free)} are free."
    fits = fitting_span(sizes, span, precision, free)
    if fits is None:
        return text, "Not even one of them would fit: close other programs, or choose a smaller model."
    return text, f"Layers {fits} would fit."


def check_fits(sizes: ModelSizes, name: str, span: Span, precision: str, free_bytes: int) -> None:
    """Raises MachineError where the span does not fit into ``free_bytes``, with the span that would."""
    reason = why_too_large(sizes, name, span, precision, free_bytes)
    if reason is not None:
        raise MachineError(*reason)
