"""One user's first evening with the app, on a real desktop: a window manager, a tray host, a mouse and a keyboard.

Needs Xvfb, openbox, trayer and xdotool (all of them packages of Debian), and the starter model, which it fetches where
it is not there yet. ``MESHNET_PICTURES=FOLDER`` keeps a screenshot of each step.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from meshnet_gui.modelstore.progress import silent
from meshnet_gui.modelstore.starter import ensure_starter
from meshnet_gui.modelstore.store import default_store
from meshnet_gui.settings import SettingsFile
from tests.gui.desktop import Desktop, DrivenApp, desktop, driven_app, missing_programs, wait_for

QUIT_WITHIN_S = 5.0
LOAD_S = 120.0

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, str]:
    """Places of the app's own, with nothing in them, in a home with letters of several scripts."""
    home = tmp_path / "Zoë 家"
    return {f"MESHNET_{name.upper()}_DIR": str(home / name) for name in ("data", "config", "cache")}


TRAY_HOST = ("trayer", "--edge", "bottom", "--align", "right", "--widthtype", "request", "--height", "28")


@pytest.fixture
def bare_screen() -> Iterator[Desktop]:
    with desktop() as found:
        yield found


@pytest.fixture
def screen(bare_screen: Desktop) -> Desktop:
    bare_screen.start(*TRAY_HOST)
    return bare_screen


class Evening:
    """The steps, in their order, each of which looks whether it has come to what it should."""

    def __init__(self, app: DrivenApp, folders: dict[str, str]) -> None:
        self.app = app
        self.folders = folders
        self.desktop = app.desktop
        self._num_pictures = 0

    def take_picture(self, name: str) -> None:
        if folder := os.environ.get("MESHNET_PICTURES"):
            self._num_pictures += 1
            self.desktop.picture(Path(folder) / f"{self._num_pictures:02}-{name}.png")

    def first_run(self) -> None:
        self.app.wait_for_text("Welcome to Meshnet")
        self.take_picture("welcome")
        for title in ("What others can see", "How much to give"):
            self.app.click("Next")
            self.app.wait_for_text(title)
            self.take_picture("first-run")
        self.app.click("Next")
        self.take_picture("first-run-model")
        self.app.click("Next")
        self.take_picture("first-run-chat")
        self.app.click("Done")
        wait_for("the answers to be kept", self._is_welcomed)

    def _is_welcomed(self) -> bool:
        return SettingsFile(Path(self.folders["MESHNET_CONFIG_DIR"]) / "settings.json").load()[0].welcomed

    def quit_by_keyboard(self) -> None:
        self.desktop.keys("ctrl+q")
        self._has_ended(time.monotonic())

    def chat(self) -> None:
        self.app.wait_until("a route over two nodes", lambda s: len(set(s["route"])) == 2 and not s["startup"], LOAD_S)
        self.app.click("Message")
        self.desktop.type("What is the capital of France?")
        self.desktop.keys("Return")
        self.app.wait_for_text("The capital of France is Paris.", 60)
        self.app.wait_until("the answer's end", lambda s: not s["generating"])
        self.take_picture("chat")

    def share(self) -> None:
        self.app.click("Node")
        self.app.click("Always")
        self.app.wait_until("a node that serves", lambda s: s["node"] == "ready" and s["shares"], LOAD_S)
        self.take_picture("sharing")

    def pause(self) -> None:
        self.app.click("Paused")
        self.app.wait_until("a pause", lambda s: s["sharing"] == "paused" and not s["shares"])
        self.take_picture("paused")
        self.app.click("Always")
        self.app.wait_until("sharing again", lambda s: s["node"] == "ready" and s["shares"], LOAD_S)

    def pause_for_an_hour(self) -> None:
        began = time.time()
        self.app.click("Pause sharing for a time")
        entry = next(text for text in self._menu() if text.startswith("Pause for 1 hour (until "))
        self.take_picture("pauses")
        self.app.click(entry)
        self.app.wait_until("a pause for an hour", lambda s: 3590 < s["paused_until"] - began < 3660)
        self.app.wait_until("its effect", lambda s: not s["shares"])
        self.take_picture("paused-for-an-hour")
        self.app.click("Resume now")
        self.app.wait_until("sharing again", lambda s: s["shares"] and not s["paused_until"], LOAD_S)

    def _menu(self) -> list[str]:
        found: list[str] = self.app.ask("menu")
        return found

    def evict(self) -> None:
        """The session of the chat above, on one of the two nodes."""
        self.app.click("Node")
        self.app.click("Show the session caches of")
        self.desktop.keys("Down", "Return")
        session = self.app.wait_for_cell("you")
        self.desktop.click(*session)
        self.take_picture("a-session")
        self.app.click("Evict")
        self.app.wait_until_no_cell("you")
        self.take_picture("evicted")

    def close_to_tray(self) -> None:
        self.desktop.keys("ctrl+w")
        self.app.click("Keep running")
        self.app.wait_until("a hidden window", lambda s: not s["visible"])
        self.take_picture("in-the-tray")

    def start_again(self) -> None:
        code = "from meshnet_gui.cli import main; raise SystemExit(main([]))"
        environ = self.desktop.environ | self.folders
        second = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, timeout=60)
        assert second.returncode == 0
        assert "open already" in second.stderr
        self.app.wait_until("the window again", lambda s: s["visible"])

    def quit_from_the_tray(self) -> None:
        self.desktop.click(*self.app.state()["tray"], button=3)
        self.take_picture("tray-menu")
        self.app.click("Quit Meshnet")
        self._has_ended(time.monotonic())

    def _has_ended(self, began: float) -> None:
        assert self.app.process.wait(30) == 0
        assert time.monotonic() - began < QUIT_WITHIN_S


def test_a_first_evening_from_the_first_start_to_the_end(screen: Desktop, folders: dict[str, str]) -> None:
    with driven_app(screen, folders) as app:
        app.wait_until("the window", lambda s: s["visible"] and s["tray"])
        evening = Evening(app, folders)
        evening.first_run()
        evening.quit_by_keyboard()
    bring_starter(Path(folders["MESHNET_DATA_DIR"]))
    with driven_app(screen, folders, "--nodes") as app:
        app.wait_until("the window", lambda s: s["visible"] and s["tray"])
        evening = Evening(app, folders)
        evening.chat()
        evening.share()
        evening.pause()
        evening.pause_for_an_hour()
        evening.evict()
        evening.close_to_tray()
        evening.start_again()
        evening.quit_from_the_tray()
    left = [path for path in Path(folders["MESHNET_DATA_DIR"]).glob("*") if path.suffix in (".lock", ".sock")]
    assert left == []


def test_a_tray_that_comes_late_or_is_started_again_is_found_and_no_window_is_lost(
    bare_screen: Desktop, folders: dict[str, str]
) -> None:
    with driven_app(bare_screen, folders) as app:
        app.wait_until("a window without a tray", lambda s: s["visible"] and not s["tray"])
        evening = Evening(app, folders)
        evening.first_run()
        host = bare_screen.start(*TRAY_HOST)
        app.wait_until("the tray that came late", lambda s: s["tray"])
        evening.close_to_tray()
        host.terminate()
        host.wait()
        app.wait_until("the window in the place of the tray that went", lambda s: s["visible"] and not s["tray"])
        bare_screen.start(*TRAY_HOST)
        app.wait_until("the tray that was started again", lambda s: s["tray"])
        bare_screen.keys("ctrl+w")
        app.wait_until("a hidden window", lambda s: not s["visible"])
        bare_screen.click(*app.state()["tray"])
        app.wait_until("the window again", lambda s: s["visible"])
        evening.quit_by_keyboard()


def bring_starter(data: Path) -> None:
    """The starter model, from this computer's own store, where it is fetched to first if it is not there."""
    ensure_starter(default_store(), silent)
    shutil.rmtree(data / "models", ignore_errors=True)
    (data / "models").symlink_to(default_store().root)
