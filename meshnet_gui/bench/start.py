"""``bench start``: how soon the window is there, beside what Qt's widgets alone take to be imported.

The app's own command in a process of its own, with nothing of the user's; the time runs from before the process is
made until it says that its window is painted. In turns with a process that imports ``PySide6.QtWidgets``; a bundle has
no interpreter for that, and measures the window alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.errors import MachineError
from meshnet_gui.installation import IS_BUNDLE, console_command

ROUNDS = 5
PATIENCE_S = 60.0
APP = (*console_command(), "--until-shown")
WIDGETS = (sys.executable, "-c", "import PySide6.QtWidgets; print('{}', flush=True)")
TARGETS = (
    Target("window_s", 1.0, at_least=False),
    Target("ratio", 5.0, at_least=False),
    Target("torch_imported", 0.0, at_least=False),
)


def run(say: Say, rounds: int = ROUNDS, *, app: Sequence[str] = APP, bundle: bool = IS_BUNDLE) -> Report:
    """Starts each of the two once to warm the disk, then in turns. Raises MachineError where no window comes."""
    window_s, widgets_s, loads_torch = list[float](), list[float](), False
    with tempfile.TemporaryDirectory(prefix="meshnet-bench-") as folder:
        environ = _environment(Path(folder))
        beside = "" if bundle else ", in turns with Qt's widgets alone"
        say(f"the app starts {rounds} times with nothing of yours{beside}")
        for each in range(rounds + 1):
            alone_s = () if bundle else (first_line(WIDGETS, environ)[0],)
            app_s, told = first_line(app, environ)
            if each:  # the first only warms up
                widgets_s.extend(alone_s)
                window_s.append(app_s)
            loads_torch |= bool(told.get("torch"))
    return report(window_s, widgets_s, loads_torch)


def report(window_s: Sequence[float], widgets_s: Sequence[float], loads_torch: bool) -> Report:
    """Medians, and their ratio where both were measured."""
    figures = {"window_s": median(window_s), "torch_imported": float(loads_torch)}
    rows = [("seconds from the process's start", "median", "quickest", "slowest"), _row("window painted", window_s)]
    if widgets_s:
        figures |= {"widgets_s": median(widgets_s), "ratio": median(window_s) / median(widgets_s)}
        rows.append(_row("PySide6.QtWidgets imported", widgets_s))
    targets = [target for target in TARGETS if target.figure in figures]
    return Report("start", figures, rows, targets, circumstances(rounds=len(window_s)))


def _row(what: str, seconds: Sequence[float]) -> tuple[str, ...]:
    return what, *(f"{value:.3f}" for value in (median(seconds), min(seconds), max(seconds)))


def first_line(command: Sequence[str], environ: Mapping[str, str]) -> tuple[float, Mapping[str, object]]:
    """Seconds until the process has written a line, and the JSON object in it. Raises MachineError."""
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=dict(environ)) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        seconds = time.perf_counter() - began
        try:
            code = process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            raise MachineError("The window came, but the app did not end.") from None
    if code or not line:
        raise MachineError(f"The app ended with code {code} before its window was there.")
    found = json.loads(line)
    return seconds, found if isinstance(found, dict) else {}


def _environment(folder: Path) -> dict[str, str]:
    """This process's, but with folders of its own, and a window in memory where there is no display.

    The first start of each compiles what it imports and the others find it compiled, as an installation has it; a
    checkout whose compiled files must not be written would be compiled anew at each start.
    """
    environ = dict(os.environ) | {f"MESHNET_{name}_DIR": str(folder / name) for name in ("DATA", "CONFIG", "CACHE")}
    environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if sys.platform.startswith("linux") and not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        environ["QT_QPA_PLATFORM"] = "offscreen"
    return environ
