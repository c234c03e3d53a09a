"""Which token comes next: greedy, or temperature, top-k, top-p and a repetition penalty.

The random number is a pure function of seed and position, so any tail continues any other's stream. Knows no sessions.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import torch

from meshnet_gui.types import SamplingParams


def uniform(seed: int, position: int) -> float:
    """A number in [0, 1) that belongs to ``seed`` and ``position``, the same on every machine."""
    digest = blake2b(seed.to_bytes(8, "little") + position.to_bytes(8, "little"), digest_size=8).digest()
    return (int.from_bytes(digest, "little") >> 11) / (1 << 53)


def pick_token(logits: torch.Tensor, params: SamplingParams, position: int, history: Sequence[int] = ()) -> int:
    """The id of the token at ``position``. ``history`` is what came before; ids below 0 are unknown and left out.

    Shapes: ``logits`` is ``(vocab,)`` in float32.
    """
    if params.repetition_penalty != 1.0:
        logits = _penalise(logits, params.repetition_penalty, history)
    if params.temperature == 0.0:
        return int(logits.argmax())
    values, order = torch.sort(logits.double() / params.temperature, descending=True, stable=True)
    if params.top_k:
        values = values[: params.top_k]
    probabilities = torch.softmax(values, dim=-1)
    cumulative = probabilities.cumsum(-1)
    if params.top_p < 1.0:
        num_kept = int((cumulative - probabilities < params.top_p).sum())
        cumulative = cumulative[: max(1, num_kept)]
    target = uniform(params.seed, position) * float(cumulative[-1])
    index = int(torch.searchsorted(cumulative, target, right=True))
    return int(order[min(index, len(cumulative) - 1)])


def _penalise(logits: torch.Tensor, penalty: float, history: Sequence[int]) -> torch.Tensor:
    seen = sorted({token for token in history if 0 <= token < logits.shape[-1]})
    if not seen:
        return logits
    index = torch.tensor(seen)
    score = logits[index]
    logits = logits.clone()
    logits[index] = torch.where(score < 0, score * penalty, score / penalty)
    return logits
