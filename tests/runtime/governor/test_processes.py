"""What else runs here: programs by name, and the work of others without our own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

from meshnet_gui.runtime.governor import processes
from meshnet_gui.runtime.governor.processes import FAMILY_EVERY_S, OtherWork, is_ours, running_apps


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        (["/usr/bin/meshnet", "node"], True),
        (["C:/Program Files/Meshnet/Meshnet.exe"], True),
        (["/usr/bin/python3", "-m", "meshnet_gui", "node"], True),
        (["python3.11", "/usr/local/bin/meshnet", "bench"], True),
        (["python3", "-m", "http.server"], False),
        (["vim", "meshnet_gui"], False),
        (["meshnetwork"], False),
        ([], False),
    ],
)
def test_which_commands_are_ours(command: list[str], ours: bool) -> None:
    assert is_ours(command) is ours


class Process:
    """Uses a second for each second of its ``pace``."""

    def __init__(self, pid: int = 1) -> None:
        self.pid = pid
        self.used = 0.0
        self.gone = False

    def cpu_times(self) -> Any:
        if self.gone:
            raise psutil.NoSuchProcess(self.pid)
        return SimpleNamespace(user=self.used, system=0.0)


class Times:
    def __init__(self, user: float, idle: float) -> None:
        self._fields = {"user": user, "idle": idle, "guest": user}

    def _asdict(self) -> dict[str, float]:
        return self._fields


def test_work_of_others_is_all_work_but_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    me, child, now = Process(1), Process(2), [0.0]
    times = [Times(0, 0)]
    monkeypatch.setattr(processes, "_family", lambda: {1: me, 2: child})
    monkeypatch.setattr("psutil.cpu_times", lambda: times[0])
    work = OtherWork(lambda: now[0])
    assert work.percent() is None
    times[0], me.used, child.used = Times(80, 20), 30.0, 20.0  # 100 s of the processors in all
    assert work.percent() == pytest.approx(30.0)
    times[0], child.gone = Times(160, 40), True
    assert work.percent() == pytest.approx(80.0)
    assert work.percent() is None  # no time has gone by


def test_who_is_ours_is_found_out_anew_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, now = [], [0.0]

    def family() -> dict[int, Any]:
        looks.append(1)
        return {}

    monkeypatch.setattr(processes, "_family", family)
    work = OtherWork(lambda: now[0])
    work.percent()
    work.percent()
    assert len(looks) == 1
    now[0] += FAMILY_EVERY_S
    work.percent()
    assert len(looks) == 2


def test_programs_are_listed_once_in_order_and_without_what_cannot_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def process(name: str, pid: int = 10, ppid: int = 1, username: str = "me") -> Any:
        return SimpleNamespace(pid=pid, info={"name": name, "username": username, "ppid": ppid})

    running = [process(n) for n in ("vlc", "Chess", "VLC", "", "odd\nname")]
    running += [process("daemon", username="root"), process("kworker/0:1", ppid=2)]
    monkeypatch.setattr("psutil.process_iter", lambda attrs: running)
    monkeypatch.setattr("psutil.LINUX", True)
    monkeypatch.setattr(processes, "_user", lambda: "me")
    assert running_apps() == ("Chess", "vlc")
