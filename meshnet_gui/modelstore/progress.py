"""How long work tells about itself: a callback with the fraction done and a short text.

Threads: the callback runs in the thread that does the work. What it raises ends the work, which then cleans up.
"""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float, str], None]
"""``progress(fraction from 0 to 1, text)``."""


def silent(fraction: float, text: str) -> None:
    """The callback of somebody who does not want to know."""


def part(progress: Progress, start: float, end: float) -> Progress:
    """A callback whose 0..1 is ``start..end`` of ``progress``."""

    def report(fraction: float, text: str) -> None:
        progress(start + (end - start) * min(max(fraction, 0.0), 1.0), text)

    return report
