"""Bytes, times and lists in words, the same in the window, in the terminal and in every error."""

from __future__ import annotations

from collections.abc import Sequence


def bytes_text(num_bytes: float) -> str:
    """``1500000`` -> ``1.5 MB`` (decimal units, as disks and file managers count)."""
    value = float(num_bytes)
    for unit in ("B", "kB", "MB", "GB"):
        if value < 999.5:
            return f"{value:.0f} {unit}" if unit == "B" or value >= 99.95 else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} TB"


def duration_text(seconds: float) -> str:
    """``75`` -> ``1 min 15 s``; the two largest units at most."""
    whole = max(0, int(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return _two(whole, 60, "min", "s")
    if whole < 86400:
        return _two(whole // 60, 60, "h", "min")
    return _two(whole // 3600, 24, "d", "h")


def spoken_list(items: Sequence[object]) -> str:
    """``a, b and c``."""
    words = [str(item) for item in items]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _two(count: int, base: int, large: str, small: str) -> str:
    first, rest = divmod(count, base)
    return f"{first} {large} {rest} {small}" if rest else f"{first} {large}"
