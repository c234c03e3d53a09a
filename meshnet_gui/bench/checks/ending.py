"""Does a node that is told to end do so: with exit code 0, and with no process, socket or lock of it left?"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.bench.checks.starter import listens
from meshnet_gui.bench.tiny_model import write_tiny_model
from meshnet_gui.modelstore import in_use
from meshnet_gui.modelstore.store import default_store
from meshnet_gui.runtime.demo import node_command
from meshnet_gui.types import Span

READY_DEADLINE_S = 120.0
END_DEADLINE_S = 20.0
_NAME = "self-test-ending"
Command = Callable[[str, Span], Sequence[str]]


def shutdown(folder: Path, command: Command = lambda model, span: node_command(model, span, 1)) -> str:
    """A node with a tiny model: by the signal that a sign-out or a system's end sends, on Windows by its input."""
    spec = default_store().import_path(write_tiny_model(folder / "tiny", seed=2), _NAME)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command(spec.name, spec.full_span()), **pipes) as process:  # type: ignore[call-overload]
        try:
            address = _address(process)
            processes = [process.pid, *(child.pid for child in psutil.Process(process.pid).children(recursive=True))]
            seconds = _ended(process)
        finally:
            process.kill()
    if process.returncode != 0:
        raise CheckFailed(f"a node that was told to end did so with code {process.returncode}")
    if listens(address):
        raise CheckFailed(f"somebody still listens at {address}")
    if left := [str(pid) for pid in processes if psutil.pid_exists(pid)]:
        raise CheckFailed(f"processes are left: {', '.join(left)}")
    if in_use.is_in_use(spec.path):
        raise CheckFailed(f"the model is still marked as in use in {spec.path}")
    return f"{seconds:.1f} s"


def _address(process: subprocess.Popen[bytes]) -> str:
    """What it says when it serves. Raises CheckFailed."""
    assert process.stdout is not None
    with ThreadPoolExecutor(1, "self-test-reader") as reader:
        reading = reader.submit(process.stdout.readline)
        try:
            return str(json.loads(reading.result(READY_DEADLINE_S))["address"])
        except (TimeoutError, ValueError, KeyError, TypeError) as exc:
            raise CheckFailed("a node did not start") from exc
        finally:
            if not reading.done():
                process.kill()  # ends the reading, too


def _ended(process: subprocess.Popen[bytes]) -> float:
    """Tells it, and how long it took. Raises CheckFailed."""
    began = time.monotonic()
    if sys.platform == "win32":
        assert process.stdin is not None
        process.stdin.close()
    else:
        os.kill(process.pid, signal.SIGTERM)
    try:
        process.wait(END_DEADLINE_S)
    except subprocess.TimeoutExpired as exc:
        raise CheckFailed(f"a node that was told to end had not done so after {END_DEADLINE_S:.0f} s") from exc
    return time.monotonic() - began
