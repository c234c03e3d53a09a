"""Round numbers for the axes of a plot. Pure functions; knows no Qt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

NUMBERS = (1.0, 2.0, 5.0, 10.0)
"""Steps of plain numbers and of bytes, times any power of ten."""
DURATIONS = tuple(float(s) for s in (1, 5, 15, 60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400, 172_800))
"""Steps of seconds that are said as whole minutes, hours or days."""


@dataclass(frozen=True, slots=True)
class Axis:
    """From 0 to ``top``, with a line at each of ``ticks``."""

    top: float
    ticks: tuple[float, ...]


def number_axis(highest: float, least: float = 1.0, most_ticks: int = 4) -> Axis:
    """Reaches ``highest`` with at most so many lines above 0; never lower than ``least``."""
    wanted = max(highest if math.isfinite(highest) else 0.0, least, 1e-9) / most_ticks
    power = 10.0 ** math.floor(math.log10(wanted))
    step = next(each * power for each in NUMBERS if each * power >= wanted * (1 - 1e-9))
    return _up_to(max(highest, least) if math.isfinite(highest) else least, step)


def duration_axis(highest_s: float, least_s: float = 60.0, most_ticks: int = 4) -> Axis:
    """The same for seconds."""
    top = max(highest_s if math.isfinite(highest_s) else 0.0, least_s)
    step = next((each for each in DURATIONS if each * most_ticks >= top), DURATIONS[-1] * math.ceil(top / 691_200))
    return _up_to(top, step)


def thinned(widths: Sequence[float], places: Sequence[float], gap: float) -> tuple[int, ...]:
    """Which labels to write so that none touches the next, counted from the last, which is the newest.

    ``places`` are the labels' middles, in order.
    """
    chosen: list[int] = []
    left = math.inf
    for index in range(len(places) - 1, -1, -1):
        if places[index] + widths[index] / 2 + gap <= left:
            chosen.append(index)
            left = places[index] - widths[index] / 2
    return tuple(reversed(chosen))


def _up_to(top: float, step: float) -> Axis:
    num = max(1, math.ceil(top / step - 1e-9))
    return Axis(step * num, tuple(step * index for index in range(num + 1)))
