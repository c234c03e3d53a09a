"""How long nobody touched the computer, as each desktop says it; the buses are fakes."""

from __future__ import annotations

import ctypes
import time
from typing import Any

import pytest

from meshnet_gui.runtime.governor import idle
from meshnet_gui.runtime.governor.idle import LinuxIdle, windows_idle_s


class Bus:
    """Answers by the last word of a question; the others are nobody's names."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers
        self.asked: list[str] = []

    def __call__(self, bus: str, name: str, path: str, interface: str, member: str) -> Any:
        self.asked.append(member)
        if member not in self.answers:
            raise OSError("nobody has that name")
        return self.answers[member]


@pytest.fixture(autouse=True)
def _wayland(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")
    monkeypatch.delenv("DISPLAY", raising=False)


def test_gnome_says_it_in_milliseconds() -> None:
    assert LinuxIdle(Bus(GetIdletime=61_500)).read() == 61.5


def test_kde_says_it_in_seconds() -> None:
    assert LinuxIdle(Bus(GetSessionIdleTime=61)).read() == 61.0


def test_screen_saver_that_is_told_nothing_says_0_for_ever_and_that_is_no_answer() -> None:
    bus, now = Bus(GetSessionIdleTime=0), [0.0]
    reader = LinuxIdle(bus, lambda: now[0])
    assert reader.read() is None
    now[0] += idle.TRY_AGAIN_S
    bus.answers["GetSessionIdleTime"] = 4
    assert reader.read() == 4.0
    bus.answers["GetSessionIdleTime"] = 0
    assert reader.read() == 0.0


def test_logind_knows_only_sessions_that_are_idle() -> None:
    since_us = int((time.monotonic() - 90) * 1e6)
    assert LinuxIdle(Bus(IdleHint=True, IdleSinceHintMonotonic=since_us)).read() == pytest.approx(90, abs=5)
    assert LinuxIdle(Bus(IdleHint=False)).read() is None


def test_who_answered_is_asked_first_the_next_time() -> None:
    bus = Bus(GetSessionIdleTime=5)
    reader = LinuxIdle(bus)
    reader.read()
    bus.asked.clear()
    reader.read()
    assert bus.asked == ["GetSessionIdleTime"]


def test_where_nobody_answers_it_cannot_be_told_and_is_asked_anew_only_after_a_while() -> None:
    bus, now = Bus(), [0.0]
    reader = LinuxIdle(bus, lambda: now[0])
    assert [reader.read(), reader.read()] == [None, None]
    assert len(bus.asked) == 3
    now[0] += idle.TRY_AGAIN_S
    reader.read()
    assert len(bus.asked) == 6


def test_without_a_display_and_without_a_bus_it_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_SESSION_TYPE")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    assert LinuxIdle().read() is None


def test_x11_session_is_asked_by_its_own_extension(monkeypatch: pytest.MonkeyPatch) -> None:
    class Server:
        def read(self) -> float:
            return 12.5

    monkeypatch.setenv("XDG_SESSION_TYPE", "x11")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.setattr(idle, "X11Idle", Server)
    bus = Bus(GetIdletime=1)
    assert (LinuxIdle(bus).read(), bus.asked) == (12.5, [])


class Windows:
    """``user32`` and ``kernel32`` at once."""

    def __init__(self, now_ms: int, at_ms: int, *, works: bool = True) -> None:
        self.user32 = self.kernel32 = self
        self.now_ms, self.at_ms, self.works = now_ms, at_ms, works

    def GetLastInputInfo(self, info: Any) -> int:
        info._obj.at_ms = self.at_ms
        return int(self.works)

    def GetTickCount(self) -> int:
        return self.now_ms


@pytest.mark.parametrize(
    ("windows", "expected"),
    [
        (Windows(10_000, 4_000), 6.0),
        (Windows(1_000, 2**32 - 1_000), 2.0),  # the counter began anew in between
        (Windows(1, 1, works=False), None),
    ],
)
def test_windows_counts_since_the_last_input(
    monkeypatch: pytest.MonkeyPatch, windows: Windows, expected: float | None
) -> None:
    monkeypatch.setattr(ctypes, "windll", windows, raising=False)
    assert windows_idle_s() == expected
