"""How many cores this process may use, and how many of the machine's are taken by others. Knows no torch.

What is asked of the system comes through parameters, so that tests can stand in for any system.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import psutil  # type: ignore[import-untyped]

LOOK_S = 0.2
_CGROUPS = Path("/sys/fs/cgroup")
_OWN_CGROUP = Path("/proc/self/cgroup")


def num_logical_cores() -> int:
    """The machine's logical cores."""
    return os.cpu_count() or 1


def num_usable_cores(own_cgroup: Path = _OWN_CGROUP, cgroups: Path = _CGROUPS) -> int:
    """The logical cores that this process may use: all, or what its affinity and its container's quota leave."""
    affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    allowed = len(affinity(0)) if affinity is not None else num_logical_cores()
    return max(1, min([allowed, *_quotas(own_cgroup, cgroups)]))


def busy_cores() -> float:
    """The load average of the last minute, or where the system keeps none (Windows) the cores at work just now."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return float(psutil.cpu_percent(LOOK_S)) / 100 * num_logical_cores()


def _quotas(own_cgroup: Path, cgroups: Path) -> list[int]:
    """The cores that each control group above this process is granted, rounded up.

    Source: the kernel's cgroup-v2 (``cpu.max``) and cgroup-v1 (``cpu.cfs_quota_us``) documents.
    """
    found = [_cores(cgroups / "cpu", "cpu.cfs_quota_us", "cpu.cfs_period_us")]
    for line in _text(own_cgroup).splitlines():
        place = cgroups / line.rpartition(":")[2].lstrip("/")
        if ".." in place.parts:  # a group outside of what this container sees
            continue
        levels = [place, *(parent for parent in place.parents if parent.is_relative_to(cgroups))]
        found += [_cores(level, "cpu.max") for level in levels]
    return [cores for cores in found if cores]


def _cores(level: Path, *names: str) -> int:
    """Quota over period, each in a file of its own or both in one; 0 for no limit."""
    parts = " ".join(_text(level / name) for name in names).split()
    if len(parts) != 2 or not all(part.isdigit() for part in parts) or int(parts[1]) == 0:
        return 0
    return -(-int(parts[0]) // int(parts[1]))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
