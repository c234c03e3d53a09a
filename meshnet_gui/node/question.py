"""A known question for a shard, and whether two answers to it agree.

The question is made from the model's identity and the layers alone, so that every holder of these layers is asked the
same. Hidden states are compared by what the layers added to them, since most of a hidden state only passes through.
Random weights, another revision or a damaged file differ by about 1; what is admitted is what other kernels and dtypes
may do. Knows no network and asks nobody.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.shard import Shard
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest, HiddenReply, TensorPayload, TokenReply

NUM_POSITIONS = 32
TOLERANCES = {"float32": 0.02, "float16": 0.05, "bfloat16": 0.15}
ROUNDED_WEIGHTS = 0.15  # 8 and 4 bit: other processors round the activations in other steps
MIN_EQUAL_TOKENS = 0.5  # of two that agree; near ties fall either way on hidden states that no text made
_PASSED_ON = {"float32": 1e-4, "float16": 2e-3, "bfloat16": 1e-2}  # of the norm, by rounding alone

Answer = Callable[[ForwardRequest], Awaitable[ForwardReply]]
"""Computes a step with the shard in question, as a request from outside would."""


@dataclass(frozen=True, slots=True)
class Exam:
    """A shard with what is asked of it."""

    spec: ModelSpec
    shard: Shard
    answer: Answer

    @property
    def identity(self) -> str:
        return self.shard.identity

    @property
    def span(self) -> Span:
        return self.shard.span

    @property
    def hidden_size(self) -> int:
        return self.shard.limits.hidden_size

    @property
    def tolerance(self) -> float:
        stored = self.spec.identity.quantisation
        return max(TOLERANCES.get(self.shard.dtype, 0.15), 0.0 if stored in TOLERANCES else ROUNDED_WEIGHTS)

    def questions(self, span: Span) -> list[ForwardRequest]:
        """The hidden states after as many of the layers as give some, and the tokens where the last is among them."""
        if span.end < self.spec.num_layers:
            return [self.question(span)]
        before = [cut for cut in self.shard.cuts if span.start < cut < span.end]
        tokens = self.question(span)
        return [self.question(Span(span.start, before[-1])), tokens] if before else [tokens]

    def question(self, span: Span, num_positions: int = NUM_POSITIONS) -> ForwardRequest:
        """A stateless step through ``span``; the same wherever these layers are held."""
        num_positions = min(num_positions, self.shard.limits.max_positions)
        source = np.random.default_rng(zlib.crc32(f"{self.identity} {span}".encode()))
        ids = source.integers(0, self.spec.vocab_size, num_positions).tolist()
        if span.start == 0:
            tensor = TensorPayload((1, num_positions), "int64", struct.pack(f"<{num_positions}q", *ids))
        else:
            hidden = source.standard_normal((1, num_positions, self.hidden_size), np.float32)
            tensor = TensorPayload(hidden.shape, "float32", hidden.astype("<f4").tobytes())
        return ForwardRequest(
            tensor,
            start_layer=span.start,
            end_layer=span.end,
            model=self.identity,
            token_ids=tuple(ids) if self.spec.needs_token_ids and span.start else None,
            verify=span.end == self.spec.num_layers,
        )


def difference(ours: ForwardReply, theirs: ForwardReply, question: ForwardRequest, tolerance: float) -> str:
    """What tells two answers to one question apart, in words; empty where they agree within ``tolerance``."""
    if isinstance(ours, TokenReply) and isinstance(theirs, TokenReply):
        mine, other = _tokens(ours), _tokens(theirs)
        num_equal = sum(a == b for a, b in zip(mine, other, strict=False))
        enough = len(mine) == len(other) and num_equal >= MIN_EQUAL_TOKENS * len(mine)
        return "" if enough else f"{len(mine) - num_equal} of {len(mine)} tokens differ"
    if not isinstance(ours, HiddenReply) or not isinstance(theirs, HiddenReply):
        return "one answered with tokens and the other with hidden states"
    mine_, other_ = _values(ours.tensor), _values(theirs.tensor)
    if mine_.shape != other_.shape:
        return "the shapes differ"
    came_in = 0.0 if question.tensor.is_token_ids else _values(question.tensor)
    tolerance = max(tolerance, TOLERANCES.get(theirs.tensor.dtype, 0.0))
    rounding = max(_PASSED_ON.get(reply.tensor.dtype, 0.0) for reply in (ours, theirs))
    with np.errstate(all="ignore"):
        added = float(np.linalg.norm(other_ - came_in))
        apart = float(np.linalg.norm(mine_ - other_)) - rounding * float(np.linalg.norm(other_))
    if apart <= tolerance * added:  # NaN is not
        return ""
    return f"the values differ by {apart / added:.0%}" if added > 0 and apart < np.inf else "the values differ"


def _tokens(reply: TokenReply) -> Sequence[int | None]:
    return reply.token_ids or (reply.token_id,)


def _values(tensor: TensorPayload) -> NDArray[np.float64]:
    if tensor.dtype == "bfloat16":  # the upper half of a float32
        flat = (np.frombuffer(tensor.data, "<u2").astype(np.uint32) << 16).view(np.float32)
    else:
        flat = np.frombuffer(tensor.data, "<f2" if tensor.dtype == "float16" else "<f4")
    return flat.reshape(tensor.shape).astype(np.float64)
