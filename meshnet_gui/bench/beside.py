"""Any other program beside ours: a command that measures itself once and prints what it reached as JSON.

The command is split into arguments as a shell would, but no shell runs it; ``{precision}`` and ``{threads}`` in it
stand for what is measured. The last line that it prints is an object with ``decode`` and ``prefill`` (or one of them)
in tokens per second. What it prints to standard error is only looked at where it fails.
"""

from __future__ import annotations

import json
import math
import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO

from meshnet_gui.errors import UserError

DEADLINE_S = 300.0
END_PATIENCE_S = 3.0
REST_OF_OUTPUT_S = 1.0  # what it left behind may hold its standard output open for ever
KEPT_BYTES = 1 << 16
PIECE_BYTES = 1 << 13
PRECISION, THREADS = "{precision}", "{threads}"
HINT = 'It must end within minutes and print, as its last line, an object like {"decode": 41.5, "prefill": 380}.'


@dataclass(frozen=True, slots=True)
class Rates:
    """What the other program reached, in tokens per second; None where it did not say."""

    decode: float | None
    prefill: float | None


class Beside:
    """One command template. Raises UserError where it cannot be one."""

    def __init__(self, template: str, deadline_s: float = DEADLINE_S) -> None:
        try:
            self._parts = shlex.split(template, posix=os.name == "posix")
        except ValueError as exc:
            raise UserError(f"The command to run beside cannot be read: {exc}.", "Check its quotes.") from exc
        if not self._parts:
            raise UserError("The command to run beside is empty.", HINT)
        self._deadline_s = deadline_s
        self.template = template

    def arguments(self, precision: str, num_threads: int) -> list[str]:
        """The command for one precision and number of threads."""
        return [part.replace(PRECISION, precision).replace(THREADS, str(num_threads)) for part in self._parts]

    def measure(self, precision: str, num_threads: int) -> Rates:
        """Runs it once. Raises UserError where it does not start, fails, hangs or prints something else.

        Its processes are ended in each of these cases. Blocks.
        """
        arguments = self.arguments(precision, num_threads)
        name = shlex.join(arguments)[:200]
        try:
            child = subprocess.Popen(
                arguments,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that all that it starts can be ended with it
            )
        except (OSError, ValueError) as exc:
            reason = getattr(exc, "strerror", None) or str(exc)
            raise UserError(f"The command to run beside did not start ({name}): {reason}.", HINT) from exc
        said, complained = _Tail(child.stdout), _Tail(child.stderr)
        rates = None
        try:
            with _interrupted_by_signals():
                code = child.wait(self._deadline_s)
            if code:
                raise UserError(f"The command to run beside failed with exit code {code} ({name}).", complained.line())
            rates = _rates(said.line(), name)
            return rates
        except subprocess.TimeoutExpired as exc:
            text = f"The command to run beside did not end within {self._deadline_s:.0f} s ({name})."
            raise UserError(text, HINT) from exc
        finally:
            if rates is None:
                _end(child)


@contextmanager
def _interrupted_by_signals() -> Iterator[None]:
    """What asks this program to end interrupts it: the command, in a session of its own, does not hear it by itself."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, _interrupt) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _rates(line: str, name: str) -> Rates:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, Mapping):
        raise UserError(f"The command to run beside printed no JSON object as its last line ({name}).", HINT)
    rates = Rates(_rate(content, "decode", name), _rate(content, "prefill", name))
    if rates == Rates(None, None):
        raise UserError(f"The command to run beside said neither decode nor prefill ({name}).", HINT)
    return rates


def _rate(content: Mapping[str, object], key: str, name: str) -> float | None:
    value = content.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise UserError(f"The command to run beside gave a {key} that is no speed ({name}).", HINT)
    return float(value)


class _Tail:
    """The end of what a process prints, read in a thread of its own so that no pipe fills up."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        assert stream is not None
        self._kept = b""
        self._thread = threading.Thread(target=self._read, args=(stream,), name="meshnet-bench-beside", daemon=True)
        self._thread.start()

    def line(self) -> str:
        """The last line that is not empty, once the process has ended."""
        self._thread.join(REST_OF_OUTPUT_S)
        lines = self._kept.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _read(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError), stream:
            while piece := os.read(stream.fileno(), PIECE_BYTES):
                self._kept = (self._kept + piece)[-KEPT_BYTES:]


def _end(child: subprocess.Popen[bytes]) -> None:
    """Ends the command and all that it started: asked first, then killed."""
    if os.name == "nt":
        with suppress(OSError):
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(child.pid)], capture_output=True, check=False)
        child.wait()
        return
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, sign)
        with suppress(subprocess.TimeoutExpired):
            child.wait(END_PATIENCE_S)
