"""Rotary tables made by the model's own module, so that no formula is written twice. Knows no graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch

from meshnet_gui.engine.lean.plan import LeanPlan
from meshnet_gui.engine.lean.weights import Array

MIN_TABLE_TOKENS = 512

RotaryTables = Callable[[int], Mapping[str, Array]]
"""Positions -> ``cos.KIND`` and ``sin.KIND`` tables with at least so many rows."""


def rotary_tables(plan: LeanPlan, rotary: Any) -> RotaryTables:
    """Makes tables by ``rotary``, the model's module of rotary embeddings. Shapes: (positions, head_dim / 2)."""

    def make(num_positions: int) -> Mapping[str, Array]:
        tables: dict[str, Array] = {}
        positions = torch.arange(num_positions).unsqueeze(0)
        for kind in plan.ropes:
            pair = rotary(torch.zeros(1), positions, *([kind] if kind else []))
            for name, table in zip(("cos", "sin"), pair, strict=True):  # both halves of a row are the same
                tables[f"{name}.{kind}"] = np.ascontiguousarray(table[0, :, : table.shape[-1] // 2].numpy())
        return tables

    return make


class GrowingTables:
    """Rotary tables that are made anew, twice as long, when a longer text needs them."""

    def __init__(self, make: RotaryTables) -> None:
        self._make = make
        self._num_tokens = 0
        self._tables: Mapping[str, Array] = {}

    def up_to(self, num_tokens: int) -> Mapping[str, Array]:
        """Tables with at least ``num_tokens`` rows."""
        if num_tokens > self._num_tokens:
            self._num_tokens = max(MIN_TABLE_TOKENS, 1 << (num_tokens - 1).bit_length())
            self._tables = self._make(self._num_tokens)
        return self._tables
