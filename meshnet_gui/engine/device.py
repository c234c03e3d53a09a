"""How many threads the compute may use. Knows nothing of models."""

from __future__ import annotations

import os

import torch


def default_num_threads() -> int:
    """Half of the logical cores, at least one: the other half belongs to the person in front of the machine."""
    return max(1, (os.cpu_count() or 1) // 2)


def set_num_threads(num_threads: int | None) -> int:
    """Set torch's thread count for this process and return it; None takes the default."""
    count = default_num_threads() if num_threads is None else max(1, num_threads)
    torch.set_num_threads(count)
    return count
