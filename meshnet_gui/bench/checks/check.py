"""What a check is, and how it says what it found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Measured:
    """What a check found, with figures for scripts."""

    text: str
    figures: Mapping[str, float]


Check = Callable[[Path], str | Measured]


class CheckFailed(Exception):
    """The check ran and found something wrong."""


class Skipped(Exception):
    """The check cannot run here, which is no fault of the installation."""
