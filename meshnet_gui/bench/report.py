"""What a bench found: figures for scripts, a table for people, and the circumstances that belong to any number."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from meshnet_gui import __version__

Say = Callable[[str], None]
"""Takes a line about what is going on; a bench runs for minutes."""
PACKAGES = ("torch", "transformers", "PySide6-Essentials", "onnxruntime", "uvicorn")


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure should reach: at least or at most ``limit``."""

    figure: str
    limit: float
    at_least: bool = True

    def is_met(self, value: float) -> bool:
        return value >= self.limit if self.at_least else value <= self.limit

    def line(self, value: float) -> str:
        """``ratio 0.95, should be at least 0.9: met``."""
        bound = "at least" if self.at_least else "at most"
        verdict = "met" if self.is_met(value) else "MISSED"
        return f"{self.figure} {value:.4g}, should be {bound} {self.limit:.4g}: {verdict}"


@dataclass(frozen=True, slots=True)
class Report:
    """One bench's result. ``rows`` has the column names first; ``figures`` keeps its names for good."""

    name: str
    figures: Mapping[str, float]
    rows: Sequence[Sequence[str]]
    targets: Sequence[Target] = ()
    settings: Mapping[str, str | int | float] = field(default_factory=dict)

    def as_text(self) -> str:
        """The table, the figures with their targets, the circumstances."""
        targets = {target.figure: target for target in self.targets}
        lines = [f"{name} {value:.4g}" for name, value in self.figures.items() if name not in targets]
        lines += [target.line(self.figures[name]) for name, target in targets.items()]
        circumstances = "; ".join(f"{name}: {value}" for name, value in self.settings.items())
        return "\n".join([f"bench {self.name}", *table(self.rows), "", *lines, "", circumstances])

    def as_json(self) -> str:
        """One object; ``figures`` maps names to numbers."""
        targets = {
            t.figure: {"limit": t.limit, "at_least": t.at_least, "met": t.is_met(self.figures[t.figure])}
            for t in self.targets
        }
        content = {"bench": self.name, "figures": dict(self.figures), "targets": targets}
        return json.dumps(content | {"settings": dict(self.settings), "rows": [list(row) for row in self.rows]})


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned lines: the first column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_aligned(row, widths)).rstrip() for row in rows]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    first, *others = zip(row, widths, strict=True)
    return [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]


def circumstances(**own: str | int | float) -> dict[str, str | int | float]:
    """A bench's own settings, then the date, the versions and the machine, and how busy it was."""
    found: dict[str, str | int | float] = own | {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "meshnet": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": cpu_name(),
        "cores": os.cpu_count() or 1,
    }
    found |= {name: text for name in PACKAGES if (text := _version(name))}
    if hasattr(os, "getloadavg"):
        found["load_average_1_min"] = round(os.getloadavg()[0], 2)
    return found


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def cpu_name() -> str:
    """The processor as the system calls it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
