from __future__ import annotations

import os
from pathlib import Path

import psutil
import pytest

from meshnet_gui.engine.machine import cores


@pytest.fixture(autouse=True)
def eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)


def usable(root: Path, own: str, **files: str) -> int:
    groups = root / "cgroup"
    for name, text in files.items():
        path = groups / name.replace("__", "/").replace("_max", ".max").replace("cfs", "cpu.cfs")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "own").write_text(own)
    return cores.num_usable_cores(root / "own", groups)


def test_all_cores_without_a_quota(tmp_path: Path) -> None:
    assert usable(tmp_path, "0::/\n") == 8
    assert usable(tmp_path, "0::/a\n", a__cpu_max="max 100000\n") == 8
    assert cores.num_usable_cores(tmp_path / "nothing", tmp_path / "nothing") == 8


def test_the_smallest_quota_of_all_groups_above_counts(tmp_path: Path) -> None:
    assert usable(tmp_path, "0::/a/b\n", a__b__cpu_max="600000 100000\n", a__cpu_max="250000 100000\n") == 3


def test_a_quota_of_the_container_itself_counts(tmp_path: Path) -> None:
    assert usable(tmp_path, "0::/\n", cpu_max="50000 100000\n") == 1


def test_a_quota_of_the_older_kind_counts(tmp_path: Path) -> None:
    assert usable(tmp_path, "", cpu__cfs_quota_us="200000\n", cpu__cfs_period_us="100000\n") == 2
    assert usable(tmp_path, "", cpu__cfs_quota_us="-1\n", cpu__cfs_period_us="100000\n") == 8


@pytest.mark.parametrize("text", ["", "nonsense\n", "1 0\n", "1 2 3\n"])
def test_an_odd_quota_is_none(tmp_path: Path, text: str) -> None:
    assert usable(tmp_path, "0::/../..\n0::/\n", cpu_max=text) == 8


def test_affinity_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5}, raising=False)
    assert cores.num_usable_cores(tmp_path, tmp_path) == 2


def test_without_affinity_all_cores_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert cores.num_usable_cores(tmp_path, tmp_path) == 6


def test_the_load_average_or_a_short_look_says_how_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (1.5, 0.0, 0.0), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.setattr(psutil, "cpu_percent", lambda seconds: 75.0)
    assert cores.busy_cores() == 1.5
    monkeypatch.delattr(os, "getloadavg")
    assert cores.busy_cores() == 6.0
