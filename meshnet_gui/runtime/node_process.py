"""One local node in a process of its own: started, waited for, killed, frozen, and always ended.

It ends when its standard input closes, so it never outlives this program, however that ends.
"""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import psutil  # type: ignore[import-untyped]

from meshnet_gui.errors import MachineError
from meshnet_gui.installation import creation_flags

log = logging.getLogger(__name__)

READY_DEADLINE_S = 180.0
STOP_DEADLINE_S = 5.0
MAX_READY_LINE_BYTES = 4096


class NodeProcess:
    """A child that runs ``meshnet node ... --json --until-stdin-closes``. Raises MachineError where it cannot start."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], log_file: int = subprocess.DEVNULL) -> None:
        self._answered = False
        try:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log_file,
                env=dict(environ),
                creationflags=creation_flags(),
            )
        except OSError as exc:
            raise MachineError(f"A local node could not be started ({exc.strerror}).") from exc

    @property
    def pid(self) -> int:
        return self._child.pid

    async def ready(self) -> dict[str, Any]:
        """What it says when it serves, ``address`` among it. Raises MachineError where it does not."""
        assert self._child.stdout is not None
        try:
            reading = asyncio.to_thread(self._child.stdout.readline, MAX_READY_LINE_BYTES)
            said: dict[str, Any] = json.loads(await asyncio.wait_for(reading, READY_DEADLINE_S))
            said["address"] = str(said["address"])
        except (TimeoutError, ValueError, KeyError, TypeError) as exc:
            raise MachineError("A local node did not start.") from exc
        self._answered = True
        return said

    def kill(self) -> None:
        """Ends it at once, without a word to anybody."""
        self._child.kill()

    def freeze(self) -> None:
        """Stops it in whatever it does; its connections stay open."""
        with suppress(psutil.NoSuchProcess):
            psutil.Process(self.pid).suspend()

    def go_on(self) -> None:
        """Ends a freeze; it knows nothing of it."""
        with suppress(psutil.NoSuchProcess):
            psutil.Process(self.pid).resume()

    def ask_to_end(self) -> None:
        """Closes its input; one that still loads does not look there and is told by a signal."""
        with suppress(OSError):
            assert self._child.stdin is not None
            self._child.stdin.close()
        if not self._answered:
            self._child.terminate()

    def end(self) -> None:
        """Waits for its end, which ``ask_to_end`` or ``kill`` has begun, and insists where it does not come."""
        for insist in (self._child.terminate, self._child.kill):
            try:
                self._child.wait(STOP_DEADLINE_S)
                break
            except subprocess.TimeoutExpired:
                log.warning("local node %d did not end in time", self.pid)
                insist()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            with suppress(OSError):  # what was still to be written has nobody to read it
                if pipe is not None:
                    pipe.close()
