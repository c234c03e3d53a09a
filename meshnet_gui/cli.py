"""The ``meshnet`` command: the app, or one of the subcommands.

Exit codes: 0 done; 1 this machine, a peer or the swarm stood in the way; 2 what was asked for cannot be done.
Imports next to nothing itself: the window must be there soon, and what the other commands need takes long to load.
"""

from __future__ import annotations

import argparse
import gc
import io
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from meshnet_gui import logs
from meshnet_gui.errors import MachineError, MeshnetError, UserError
from meshnet_gui.settings import data_dir

PATIENCE_S = 2.0
_APP_OPTIONS = {"--hidden": "hidden", "--until-shown": "until_shown"}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    try:
        options = _parsed(sys.argv[1:] if argv is None else argv)
        _log_as_asked(options)
        code = _run(options)
        if sys.stdout is not None:
            sys.stdout.flush()  # what could not be written is said here and not at the interpreter's end
        return code
    except UserError as exc:
        _complain(exc)
        return 2
    except MeshnetError as exc:
        _complain(exc)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _drop_unwritten()  # whoever read our output has left
        return 1
    except OSError as exc:
        _drop_unwritten()
        place = "" if exc.filename is None else f" ({exc.filename})"
        _complain(MachineError(f"Something could not be read or written{place}: {exc.strerror or exc}."))
        return 1


def _parsed(argv: Sequence[str]) -> argparse.Namespace:
    """What was asked for. The app alone needs no parser of thirty commands, which would hold its window up."""
    if not set(argv) - _APP_OPTIONS.keys():
        chosen = {name: option in argv for option, name in _APP_OPTIONS.items()}
        return argparse.Namespace(command="app", log_level=None, log_format=None, **chosen)
    from meshnet_gui.arguments import make_parser

    return make_parser().parse_args(argv)


def _log_as_asked(options: argparse.Namespace) -> None:
    """By the flags, or by the environment. Raises UserError for a variable that makes no sense."""
    level = options.log_level or _variable("MESHNET_LOG_LEVEL", ("debug", "info", "warning", "error")) or "warning"
    form = options.log_format or _variable("MESHNET_LOG_FORMAT", ("text", "json"))
    logs.configure(level.upper(), json=form == "json", fallback=data_dir() / "logs" / "meshnet.log")


def _variable(name: str, choices: Sequence[str]) -> str:
    text = os.environ.get(name, "").strip()
    if text and text not in choices:
        raise UserError(f"{name} is {text[:40]!r}, but it must be one of {', '.join(choices)}.")
    return text


def _run(options: argparse.Namespace) -> int:
    if options.command == "app":
        _hold_signals_back()
        from meshnet_gui.runtime.plan import Plan
        from meshnet_gui.window import open_window

        return open_window(Plan(kind="app"), until_shown=options.until_shown, hidden=options.hidden)
    from meshnet_gui.subcommands import COMMANDS

    return int(COMMANDS[options.command](options))


def _hold_signals_back() -> None:
    """Whoever ends the app while its window is still being made has it end once that hears of it, and with no failure.

    ``gui.quit_signals`` lets them through.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})


def _complain(exc: MeshnetError) -> None:
    from meshnet_gui.terminal import complain

    complain(exc)


def entry() -> int:
    """``main`` as a program of its own, which ends at once.

    The interpreter's last collection would walk through every object of torch for seconds; the process's end frees
    them just as well.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a model may say what the terminal's encoding has not
    code = main()
    gc.freeze()

    from meshnet_gui.concurrency.background import STARTER
    from meshnet_gui.concurrency.compute import COMPUTE_THREAD

    if {COMPUTE_THREAD, STARTER} & {thread.name for thread in threading.enumerate()} or _is_held_up():
        _end_at_once(code)  # one is inside a library, which would be torn down under it: the process would abort
    return code


def _is_held_up(patience_s: float = PATIENCE_S) -> bool:
    """Whether threads go on for which the interpreter would wait, the loop's workers among them though they are
    daemons: they may read from a hub that says no more.

    What lies on the disk is whole at any moment, so that nothing is lost with them.
    """
    from meshnet_gui.concurrency.loop import WORKERS

    until = time.monotonic() + patience_s
    own = threading.current_thread()
    while any(each.name.startswith(WORKERS) or not (each.daemon or each is own) for each in threading.enumerate()):
        if time.monotonic() >= until:
            return True
        time.sleep(0.02)
    return False


def _end_at_once(code: int) -> NoReturn:
    """Ends the process without the interpreter's clean-up, once all that was said has been written."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


def _drop_unwritten() -> None:
    """What cannot be written goes nowhere, or the interpreter would try and complain again at its end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
