"""Which token comes next: greedy, or by temperature, top-k, top-p, min-p, penalties, biases and what is allowed.

The random number is a pure function of seed and position, so any tail continues any other's stream. Knows no sessions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

import torch

from meshnet_gui.types import SamplingParams, TokenLogprobs

_FEW = 512
_LEAST_TEMPERATURE = 1e-6  # below it only the likeliest is left, and the quotient could overflow


def uniform(seed: int, position: int) -> float:
    """A number in [0, 1) that belongs to ``seed`` and ``position``, the same on every machine."""
    digest = blake2b(seed.to_bytes(8, "little") + position.to_bytes(8, "little"), digest_size=8).digest()
    return (int.from_bytes(digest, "little") >> 11) / (1 << 53)


def pick_token(
    logits: torch.Tensor,
    params: SamplingParams,
    position: int,
    history: Sequence[int] = (),
    allowed: torch.Tensor | None = None,
) -> int:
    """The id of the token at ``position``. ``history`` is what came before; ids below 0 are unknown and left out.

    Shapes: ``logits`` is ``(vocab,)`` in float32, ``allowed`` the same in bool, with at least one True.
    """
    logits = _adjusted(logits, params, history, allowed)
    if params.temperature < _LEAST_TEMPERATURE:
        return int(logits.argmax())
    scaled = logits.double() / params.temperature
    if params.min_p:
        least = scaled.max() + math.log(params.min_p)
        scaled = scaled.masked_fill(scaled < least, -torch.inf)
    if not params.top_k and params.top_p == 1.0:
        return _draw(torch.softmax(scaled, dim=-1), params, position)
    ids, probabilities = _nucleus(scaled, params.top_p) if not params.top_k else _top(scaled, params.top_k)
    if params.top_p < 1.0:
        num_kept = int((probabilities.cumsum(-1) - probabilities < params.top_p).sum())
        probabilities = probabilities[: max(1, num_kept)]
    return int(ids[_draw(probabilities, params, position)])


def logprobs_of(logits: torch.Tensor, token_id: int, num_top: int) -> TokenLogprobs:
    """How likely the model held the token and the ``num_top`` likeliest ones. ``logits`` as for ``pick_token``."""
    total = float(logits.double().logsumexp(-1))
    ids, values = _best(logits, num_top) if num_top else (logits[:0].long(), logits[:0])
    top = zip(ids[:num_top].tolist(), values[:num_top].tolist(), strict=True)
    finite = tuple((index, value - total) for index, value in top if math.isfinite(value))
    return TokenLogprobs(token_id, float(logits[token_id]) - total, finite)


def _adjusted(
    logits: torch.Tensor, params: SamplingParams, history: Sequence[int], allowed: torch.Tensor | None
) -> torch.Tensor:
    """The logits with penalties, biases and what may not come; the model's own stay as they are."""
    if params.repetition_penalty != 1.0:
        logits = _penalise(logits, params.repetition_penalty, history)
    if params.frequency_penalty or params.presence_penalty:
        logits = _lower(logits, params, history[params.answer_start :])
    if params.logit_bias:
        logits = logits.clone()
        for token_id, bias in params.logit_bias:
            if token_id < logits.shape[-1]:
                logits[token_id] += bias
    return logits if allowed is None else logits.masked_fill(~allowed, -torch.inf)


def _lower(logits: torch.Tensor, params: SamplingParams, answer: Sequence[int]) -> torch.Tensor:
    """By how often each token came in the answer, and by whether it came."""
    counts = Counter(token for token in answer if 0 <= token < logits.shape[-1])
    if not counts:
        return logits
    times = torch.tensor(list(counts.values()), dtype=logits.dtype)
    logits = logits.clone()
    logits[list(counts)] -= params.frequency_penalty * times + params.presence_penalty
    return logits


def _draw(probabilities: torch.Tensor, params: SamplingParams, position: int) -> int:
    """An index, by the inverse of the cumulative distribution; the probabilities need not sum to 1."""
    cumulative = probabilities.cumsum(-1)
    target = uniform(params.seed, position) * float(cumulative[-1])
    return min(int(torch.searchsorted(cumulative, target, right=True)), len(cumulative) - 1)


def _top(scaled: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    ids, values = _best(scaled, count)
    return ids, torch.softmax(values, dim=-1)


def _nucleus(scaled: torch.Tensor, top_p: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Ids and probabilities, best first, of at least ``top_p`` of the mass."""
    total = scaled.logsumexp(-1)
    ids, values = _best(scaled, _FEW)  # sorting a whole vocabulary takes milliseconds; a few nearly always do
    if float((values - total).exp().sum()) < top_p:
        ids, values = _best(scaled, scaled.shape[-1])
    return ids, (values - total).exp()


def _best(scaled: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Ids and values of the best ``count``, best first and equal ones by id; all that equal the last are in."""
    least = scaled.topk(min(count, scaled.shape[-1])).values[-1]
    ids = (scaled >= least).nonzero()[:, 0]
    values, order = torch.sort(scaled[ids], descending=True, stable=True)
    return ids[order], values


def _penalise(logits: torch.Tensor, penalty: float, history: Sequence[int]) -> torch.Tensor:
    seen = sorted({token for token in history if 0 <= token < logits.shape[-1]})
    if not seen:
        return logits
    index = torch.tensor(seen)
    score = logits[index]
    logits = logits.clone()
    logits[index] = torch.where(score < 0, score * penalty, score / penalty)
    return logits
