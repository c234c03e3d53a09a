"""The machine under the compute: threads and memory. Knows nothing of models."""

from __future__ import annotations

import ctypes
import os
import sys

import torch


def default_num_threads() -> int:
    """Half of the logical cores, at least one: the other half belongs to the person in front of the machine."""
    return max(1, (os.cpu_count() or 1) // 2)


def set_num_threads(num_threads: int | None) -> int:
    """Set torch's thread count for this process and return it; None takes the default."""
    count = default_num_threads() if num_threads is None else max(1, num_threads)
    torch.set_num_threads(count)
    return count


def release_memory() -> None:
    """Give freed memory back to the system. glibc keeps it otherwise: 38 of 111 MB of evicted sessions stayed."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)
