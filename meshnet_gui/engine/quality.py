"""How much a precision changes what is said: the next tokens of fixed texts, and how well they are foreseen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.installation import resources

CHUNK_TOKENS = 64
MAX_TOKENS = 2000
TEXTS = {"fixed": "quality_text.txt", "held_out": "quality_text_held_out.txt"}
"""By what figures call them. The codings were chosen on the first text alone. The second one is no unseen text either:
8 bit missed 97 % of its next tokens, and for that the largest logits are computed once more with the stored lm_head."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """Of each position of a text: the likeliest next token; and the perplexity of the tokens that came."""

    token_ids: tuple[int, ...]
    perplexity: float

    def agreement(self, other: Foreseen) -> float:
        """The share of positions with the same likeliest token."""
        same = sum(a == b for a, b in zip(self.token_ids, other.token_ids, strict=True))
        return same / len(self.token_ids)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a precision costs on some texts together, against float32."""

    agreement: float
    perplexity_ratio: float


def cost(exact: Sequence[Foreseen], rounded: Sequence[Foreseen]) -> Cost:
    """Every position of every text counts alike."""
    pairs = list(zip(exact, rounded, strict=True))
    num_tokens = sum(len(one.token_ids) for one in exact)
    same = sum(len(one.token_ids) * other.agreement(one) for one, other in pairs)
    lost = sum(len(one.token_ids) * math.log(other.perplexity / one.perplexity) for one, other in pairs)
    return Cost(same / num_tokens, math.exp(lost / num_tokens))


def fixed_text(name: str = "fixed") -> str:
    """``fixed``: prose, a letter, a recipe, dialogue, some code. ``held_out``: an article, minutes, an interview."""
    return resources().joinpath(TEXTS[name]).read_text(encoding="utf-8")


def foresee(shard: TorchModelShard, ids: Sequence[int]) -> Foreseen:
    """What a shard of the whole model foresees of ``ids``, each token after those before it. Blocks."""
    runner, span = shard.runner, shard.span
    found: list[int] = []
    lost = 0.0
    with torch.inference_mode():
        cache = runner.new_cache(span)
        for start in range(0, len(ids), CHUNK_TOKENS):
            chunk = torch.tensor([ids[start : start + CHUNK_TOKENS]])
            cache.begin()
            logits = runner.run(chunk, span, cache, chunk.shape[1])[0].float()
            cache.commit(chunk.shape[1])
            found += logits.argmax(-1).tolist()
            coming = torch.tensor(ids[start + 1 : start + 1 + chunk.shape[1]])
            lost += float(torch.nn.functional.cross_entropy(logits[: len(coming)], coming, reduction="sum"))
    return Foreseen(tuple(found), math.exp(lost / (len(ids) - 1)))
