"""How much memory this computer has left."""

from __future__ import annotations

import psutil  # type: ignore[import-untyped]


def available_bytes() -> int:
    """What programs can still take without swapping.

    Files that the system keeps in memory count as available, and with them weights that are mapped from their file.
    """
    return int(psutil.virtual_memory().available)
