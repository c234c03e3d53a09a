"""Attention of some new positions over what a session holds, by torch's own kernel where it knows the form.

Knows no weights and no layers.
"""

from __future__ import annotations

import torch
from torch.nn import functional


class Positions:
    """Of the new tokens of a step. Masks are made once for all layers with the same window."""

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self._masks: dict[int, torch.Tensor] = {}

    def first_seen(self, window: int) -> int:
        """The first position that any of them looks at; a window of 0 is none."""
        return max(0, self.start + 1 - window) if window else 0

    def is_causal(self, window: int) -> bool:
        """Whether each sees exactly those before it, from the text's beginning on."""
        return self.start == 0 and (not window or self.end <= window)

    def mask(self, window: int) -> torch.Tensor:
        """What is added to the scores. Shapes: (new, seen)."""
        if window not in self._masks:
            seen, new = torch.arange(self.first_seen(window), self.end), torch.arange(self.start, self.end)
            ahead = seen - new.unsqueeze(1)
            is_hidden = (ahead > 0) | (ahead <= -window) if window else ahead > 0
            self._masks[window] = torch.zeros(is_hidden.shape).masked_fill_(is_hidden, -torch.inf)
        return self._masks[window]


def attention(
    queries: torch.Tensor, held: torch.Tensor, positions: Positions, window: int, scale: float, cap: float
) -> torch.Tensor:
    """A group of attention heads shares its keys, which are not repeated.

    Shapes: queries (n, kv heads, group, head_dim), held (2, kv heads, capacity, head_dim) -> (n, heads * head_dim).
    """
    num_new, num_kv_heads, group, head_dim = queries.shape
    keys, values = held[:, :, positions.first_seen(window) : positions.end].unsqueeze(2).unbind(0)
    if cap:
        found = _capped(queries.permute(1, 2, 0, 3), keys, values, positions.mask(window), scale, cap)
    elif num_new == 1:  # the group as if it were so many positions of one attention head
        rows = queries.view(num_kv_heads, 1, group, head_dim)
        return functional.scaled_dot_product_attention(rows, keys, values, scale=scale).view(1, -1)
    else:
        shape = (num_kv_heads, group, keys.shape[2], head_dim)
        is_causal = positions.is_causal(window)
        found = functional.scaled_dot_product_attention(
            queries.permute(1, 2, 0, 3),
            keys.expand(shape),
            values.expand(shape),
            attn_mask=None if is_causal else positions.mask(window),
            is_causal=is_causal,
            scale=scale,
        )
    return found.permute(2, 0, 1, 3).reshape(num_new, -1)


def _capped(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, mask: torch.Tensor, scale: float, cap: float
) -> torch.Tensor:
    """Scores stay within ``cap``. Shapes: queries (kv heads, group, n, dim), keys, values (kv heads, 1, seen, dim)."""
    num_kv_heads, group, num_new, head_dim = queries.shape
    rows = queries.reshape(num_kv_heads, group * num_new, head_dim)
    scores = torch.bmm(rows, keys.squeeze(1).transpose(1, 2)).mul_(scale / cap).tanh_().mul_(cap)
    scores = scores.view(num_kv_heads, group, num_new, -1).add_(mask).softmax(-1)
    return torch.bmm(scores.view(num_kv_heads, group * num_new, -1), values.squeeze(1)).view(queries.shape)
