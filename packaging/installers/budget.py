"""How large the bundle may be, folder by folder: what grows beyond that is looked at before it ships."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

MB = 10**6
WHOLE = "everything but the starter model"
REST = "all else"
STARTER = "meshnet_gui/resources/starter"
# Megabytes of Linux, where PyTorch is largest of the builds without a graphics card; measured, and some room.
LIMITS: Mapping[str, int] = {
    "torch": 420,
    "PySide6": 100,
    "transformers": 45,
    "onnxruntime": 40,
    "numpy + numpy.libs": 45,
    "zenoh": 28,
    REST: 165,
    WHOLE: 800,
}


def sizes(bundle: Path) -> dict[str, float]:
    """Megabytes of each entry of ``LIMITS``; links count nothing."""
    found = dict.fromkeys(LIMITS, 0.0)
    owners = {folder: name for name in LIMITS for folder in name.split(" + ")}
    internal = bundle / "_internal"
    for path in bundle.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        inside = path.relative_to(internal).as_posix() if path.is_relative_to(internal) else ""
        if inside.startswith(f"{STARTER}/"):
            continue
        size = path.stat().st_size / MB
        found[owners.get(inside.partition("/")[0], REST)] += size
        found[WHOLE] += size
    return found


def over_budget(found: Mapping[str, float]) -> list[str]:
    """A line for each entry that is too large."""
    return [
        f"{name}: {found[name]:.0f} MB, allowed are {limit} MB" for name, limit in LIMITS.items() if found[name] > limit
    ]


def table(found: Mapping[str, float]) -> str:
    """Each entry with its size and limit, a line each."""
    width = max(map(len, LIMITS))
    return "\n".join(f"  {name:{width}}  {found[name]:6.1f} of {limit} MB" for name, limit in LIMITS.items())
