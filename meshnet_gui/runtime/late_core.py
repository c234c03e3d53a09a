"""A core for a window that does not wait for it: its parts are imported and wired in a thread once it is started.

Until then the snapshot shows the saved settings, and commands wait for the core. Threads: any.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from meshnet_gui.concurrency.background import STARTER, in_background
from meshnet_gui.errors import MachineError, MeshnetError
from meshnet_gui.events import EventBus
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.kept import KeptConversations
from meshnet_gui.runtime.plan import Begin, Plan
from meshnet_gui.runtime.snapshot import STARTING, Snapshot
from meshnet_gui.settings import data_dir

if TYPE_CHECKING:
    from meshnet_gui.runtime.core import Core

log = logging.getLogger(__name__)
_FOR_CHATS_S = 2.0
_FOR_HEADS = 0.6


class LateCore:
    """What ``gui.application.CoreHandle`` asks for, in front of a ``Core`` that is made when it is started."""

    def __init__(self, plan: Plan, begin: Begin, make: Callable[[Plan, Begin], Core] | None = None) -> None:
        self.events = EventBus()
        self._plan = plan
        self._begin = begin
        self._make_core = make or _assemble
        settings, _, notice = begin
        self._first = Snapshot(settings, startup=STARTING, notice=notice)
        self._lock = threading.Lock()
        self._core: Core | None = None
        self._made: Future[Core] = Future()
        self._is_stopped = False
        self._late = cast(Commands, _LateCommands(self._made))
        self.conversations = KeptConversations(self.events, data_dir())

    @property
    def commands(self) -> Commands:
        """Those of the core, which wait for it until it is there."""
        return self._late

    def snapshot(self) -> Snapshot:
        return self._first if self._core is None else self._core.snapshot()

    def start(self) -> Future[None]:
        """Returns at once; the future ends when a chat can begin (or with why not)."""
        started: Future[None] = Future()
        started.set_running_or_notify_cancel()
        in_background(self._make, STARTER).add_done_callback(lambda made: _then_start(made, started))
        return started

    def stop(self, timeout_s: float) -> None:
        """Ends the core where there is one; a core that is being made then is not started any more.

        Heads whose answers run here get a good half of the time to move on: a window that was quit must be gone soon.
        """
        with self._lock:
            self._is_stopped = True
            core = self._core
        self.conversations.expect_end()
        try:
            if core is not None:
                core.stop((1 - _FOR_HEADS) * timeout_s, handover_s=_FOR_HEADS * timeout_s)
        finally:
            self.conversations.close(_FOR_CHATS_S)

    def hurry(self) -> None:
        if self._core is not None:
            self._core.hurry()

    def _make(self) -> Core:
        try:
            core = self._make_core(self._plan, self._begin)
            with self._lock:
                if self._is_stopped:
                    raise MachineError("Meshnet is ending.")
                core.events.subscribe(self.events.publish)
                self._core = core
        except BaseException as exc:
            self._made.set_exception(exc)
            raise
        self._made.set_result(core)
        return core


def _assemble(plan: Plan, begin: Begin) -> Core:
    from meshnet_gui.runtime.assembly import assemble  # what takes so long

    return assemble(plan, begin=begin)


def _then_start(made: Future[Core], started: Future[None]) -> None:
    try:
        made.result().start().add_done_callback(lambda done: _hand_on(done, started))
    except MeshnetError as exc:
        started.set_exception(exc)
    except Exception as exc:
        log.exception("the core could not be made")
        started.set_exception(MachineError(f"Something went wrong ({type(exc).__name__}).", "See the log."))


class _LateCommands:
    """Any command, for a core that is still being made: asked of it as soon as it is there.

    What a face needs at once, such as the id of a generation, cannot be had yet: MachineError.
    """

    def __init__(self, made: Future[Core]) -> None:
        self._made = made

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)

        def ask(*args: Any, **values: Any) -> Any:
            if self._made.done() and self._made.exception() is None:
                return getattr(self._made.result().commands, name)(*args, **values)
            asked: Future[Any] = Future()
            asked.set_running_or_notify_cancel()
            self._made.add_done_callback(lambda made: _ask(made, name, args, values, asked))
            return asked

        return ask

    def start_generation(self, *args: Any, **values: Any) -> str:
        if not self._made.done():
            raise MachineError("Meshnet is still starting.", "Try again in a moment.")
        return self._made.result().commands.start_generation(*args, **values)


def _ask(made: Future[Core], name: str, args: Any, values: Any, asked: Future[Any]) -> None:
    try:
        future = getattr(made.result().commands, name)(*args, **values)
    except BaseException as exc:
        asked.set_exception(exc)
        return
    if isinstance(future, Future):
        future.add_done_callback(lambda done: _hand_on(done, asked))
    else:
        asked.set_result(future)


def _hand_on(done: Future[Any], to: Future[Any]) -> None:
    with suppress(Exception):  # whoever asked may have gone
        if (error := done.exception()) is not None:
            to.set_exception(error)
        else:
            to.set_result(done.result())
