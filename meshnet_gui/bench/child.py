"""A process that a bench measures from outside: it is told over a pipe what to do next, and always ended."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from meshnet_gui.errors import MachineError

PATIENCE_S = 20.0


@contextmanager
def child(target: Callable[..., None], *args: Any, what: str) -> Iterator[tuple[int, Connection]]:
    """Its process id and our end of the pipe; ``target`` gets the other end before ``args``.

    It ends when its pipe does, or is killed. Raises MachineError, which names it by ``what``, where it ends early.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, *args), daemon=True)
    process.start()
    theirs.close()
    try:
        assert process.pid is not None
        yield process.pid, ours
    except EOFError as exc:
        raise MachineError(f"{what} ended early.") from exc
    finally:
        ours.close()
        process.join(PATIENCE_S)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()
