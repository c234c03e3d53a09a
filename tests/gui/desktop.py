"""A desktop of its own: a display in memory, a window manager, a tray, and a user's hands on mouse and keyboard."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ("Xvfb", "openbox", "trayer", "xdotool")
PATIENCE_S = 30.0
SIZE = "1400x1000"


def missing_programs() -> tuple[str, ...]:
    return tuple(name for name in PROGRAMS if shutil.which(name) is None)


def wait_for(what: str, look: Callable[[], Any], patience_s: float = PATIENCE_S) -> Any:
    """What ``look`` gives as soon as that is anything; AssertionError that says what never came."""
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        if found := look():
            return found
        time.sleep(0.1)
    raise AssertionError(f"{what} did not come within {patience_s:.0f} s")


class Desktop:
    """A running display with what belongs to it. ``environ`` is what programs on it are started with."""

    def __init__(self, environ: Mapping[str, str], stack: ExitStack) -> None:
        self.environ = dict(environ)
        self._stack = stack

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """A program of the desktop, ended with it."""
        process = subprocess.Popen(command, env=self.environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._stack.callback(_end, process)
        return process

    def hands(self, *action: str) -> None:
        """What xdotool does."""
        subprocess.run(["xdotool", *action], env=self.environ, check=True, timeout=PATIENCE_S)

    def click(self, x: int, y: int, button: int = 1) -> None:
        self.hands("mousemove", "--sync", str(x), str(y), "click", str(button))

    def keys(self, *names: str) -> None:
        self.hands("key", "--clearmodifiers", *names)

    def type(self, text: str) -> None:
        self.hands("type", "--delay", "5", text)

    def picture(self, path: Path) -> None:
        """A screenshot, where there is a program that makes one."""
        if shutil.which("import"):
            subprocess.run(["import", "-window", "root", str(path)], env=self.environ, check=False, timeout=30)


class DrivenApp:
    """The app on a desktop, and what it says of itself."""

    def __init__(self, desktop: Desktop, process: subprocess.Popen[str]) -> None:
        self.desktop = desktop
        self.process = process
        self._stdin: IO[str] = _there(process.stdin)
        self._stdout: IO[str] = _there(process.stdout)

    def ask(self, question: str) -> Any:
        self._stdin.write(f"{question}\n")
        self._stdin.flush()
        assert select.select([self._stdout], [], [], PATIENCE_S)[0], f"no answer to {question!r}"
        line = self._stdout.readline()
        assert line, f"the app ended when it was asked {question!r}"
        return json.loads(line)

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("state")
        return found

    def click(self, name: str, number: int = 0, button: int = 1) -> None:
        """Clicks on the widget, tab or menu entry of that name, once it is there."""
        place = wait_for(name, lambda: self.ask(name))[number]
        self.desktop.click(*place, button=button)

    def wait_until(self, what: str, holds: Callable[[dict[str, Any]], Any], patience_s: float = PATIENCE_S) -> None:
        wait_for(what, lambda: holds(self.state()), patience_s)

    def wait_for_text(self, part: str, patience_s: float = PATIENCE_S) -> str:
        found: list[str] = wait_for(f"the text {part!r}", lambda: self.ask(f"!{part}"), patience_s)
        return found[0]

    def wait_for_cell(self, part: str) -> tuple[int, int]:
        """Where the first cell of a table is whose text has the part."""
        x, y = wait_for(f"a cell with {part!r}", lambda: self.ask(f"#{part}"))[0]
        return x, y

    def wait_until_no_cell(self, part: str) -> None:
        wait_for(f"the end of cells with {part!r}", lambda: not self.ask(f"#{part}"))


@contextmanager
def desktop() -> Iterator[Desktop]:
    """Everything ends with it."""
    with ExitStack() as stack:
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SIZE}x24", "-nolisten", "tcp"]
        server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
        stack.callback(_end, server)
        os.close(writing)
        with open(reading, "rb") as numbers:  # noqa: PTH123  # a descriptor, not a path
            number = numbers.readline().decode().strip()
        environ = {k: v for k, v in os.environ.items() if not re.match("WAYLAND|DBUS_SESSION|QT_QPA", k)}
        environ |= {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT), "NO_AT_BRIDGE": "1"}
        found = Desktop(environ, stack)
        found.start("openbox")
        yield found


@contextmanager
def driven_app(on: Desktop, environ: Mapping[str, str], *options: str) -> Iterator[DrivenApp]:
    """The app, killed at the end where it has not ended by itself. ``options``: see ``tests.gui.driven_app``."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.gui.driven_app", *options],
        env=on.environ | dict(environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        yield DrivenApp(on, process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            _there(stream).close()


def _there(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


def _end(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
