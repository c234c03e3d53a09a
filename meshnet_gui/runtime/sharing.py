"""The switch and what follows from it: when our node serves, when it pauses, and when a pause frees its memory.

Whether it may serve is decided by ``runtime.governor`` once a second; our node is then brought there by
``OwnNode.settle``, which asks ``may_serve``. A paused node keeps its layers for a while, for this computer's own chats
and so that it goes on without a load.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from meshnet_gui.concurrency.loop import end_task
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.node.service import DRAIN_S
from meshnet_gui.runtime.governor.awake import Awake
from meshnet_gui.runtime.governor.rules import MAX_PAUSE_S, is_paused, judge, memory_limit_bytes
from meshnet_gui.runtime.governor.senses import Observer, Senses
from meshnet_gui.runtime.governor.steady import Steady
from meshnet_gui.runtime.own_node import OwnNode
from meshnet_gui.runtime.snapshot import SHARING, Conditions, SharingView, Verdict
from meshnet_gui.settings import Settings

log = logging.getLogger(__name__)
LOOK_EVERY_S = 1.0
FINISH_S = 600.0  # a pause waits no longer than this for the sessions of others
SLEPT_S = 30.0  # between two looks: the computer slept, or its clock was set


@dataclass(frozen=True, slots=True)
class Household:
    """What the switch has to do with. ``change`` changes settings and saves them; it raises a MeshnetError."""

    settings: Callable[[], Settings]
    change: Callable[..., None]
    node: Callable[[], OwnNode]


class Sharing:
    """Decides, and has it done. Threads: the core loop only, but for ``set_metered``."""

    def __init__(self, household: Household, senses: Senses, awake: Awake | None = None) -> None:
        self._household = household
        self._senses = senses
        self._observer = Observer(senses)
        self._awake = awake if awake is not None else Awake(clock=senses.clock)
        self._steady = Steady()
        self._conditions = Conditions(time=senses.wall(), total_memory_bytes=senses.total_memory_bytes)
        self._verdict = self._first_verdict()
        self._acts = False
        self._limit_at_failure = 0
        self._pause_ends: tuple[float, float] = (0.0, 0.0)
        self._paused_at: float | None = None
        self._frees_now = False
        self._leaves = False
        self._before = "always"
        self._looked_at = senses.wall(), senses.clock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None

    # -- what others ask ----------------------------------------------------------------------------------------------

    def may_serve(self) -> bool:
        """Whether others may be answered, as decided last; the switch itself is asked anew."""
        settings = self._household.settings()
        is_on = settings.contributing and not self._leaves and not is_paused(settings, self._senses.wall())
        return is_on and self._verdict.shares

    def keeps(self) -> bool:
        """Whether a pause that begins now keeps the layers in memory: a last one does, for answers that still run."""
        if self._leaves:
            return True
        is_full = not self._conditions_allow_memory()
        return not self._frees_now and not is_full and self._household.settings().free_after_minutes > 0

    def finish_s(self) -> float:
        """How long a pause that begins now waits for the sessions of others."""
        if self._leaves:
            return FINISH_S
        if self._frees_now or not self._conditions_allow_memory():
            return DRAIN_S
        return FINISH_S if self._household.settings().finish_first else 0.0

    def free_bytes(self, free: int) -> int:
        """What a new shard may take of the free memory, by the limit of now."""
        most = memory_limit_bytes(self._household.settings(), self._conditions)
        return min(free, max(0, most - self._own_memory_bytes())) if most else free

    def view(self) -> SharingView:
        """For the snapshot."""
        settings, service = self._household.settings(), self._household.node().service
        position = "paused" if not settings.contributing else "rules" if settings.by_rules else "always"
        shares, until = self.may_serve(), settings.paused_until
        return SharingView(
            position=position,
            shares=shares,
            reason=self._verdict.reason,
            paused_until=until if is_paused(settings, self._senses.wall()) else 0.0,
            finishing=not shares and service.state == "draining",
            frees_in_s=self._frees_in_s(settings),
            keeps_awake=self._awake.is_on,
            checks=self._verdict.checks,
            conditions=self._conditions,
        )

    # -- commands -----------------------------------------------------------------------------------------------------

    async def switch(self, position: str, **changes: Any) -> None:
        """Raises UserError for an unknown position or setting, and what stands in the way of serving."""
        if position not in SHARING:
            raise UserError(f"Sharing is {', '.join(SHARING)}, not {position[:32]!r}.")
        self._frees_now = False
        on = {"contributing": position != "paused", "by_rules": position == "rules", "paused_until": 0.0}
        await self._changed({**changes, **on})

    async def contribute(self, on: bool, **changes: Any) -> None:
        """On or off without more ado: off frees the memory at once."""
        self._frees_now = not on
        await self._changed({**changes, "contributing": on, "paused_until": 0.0})

    async def pause_for(self, seconds: float) -> None:
        """Raises UserError for longer than a week."""
        if not 0 <= seconds <= MAX_PAUSE_S:
            raise UserError("A pause for a time lasts a week at most.", "Choose paused, which lasts until you end it.")
        self._frees_now = False
        wall, clock = self._senses.wall(), self._senses.clock()
        self._pause_ends = (wall + seconds, clock + seconds) if seconds else (0.0, 0.0)
        await self._changed({"paused_until": self._pause_ends[0]})

    async def hold(self, seconds: float | None) -> None:
        """Pauses as a command from outside asks for it: for a time, or until ``go_on``. Raises UserError."""
        if seconds is not None:
            await self.pause_for(seconds)
            return
        settings = self._household.settings()
        if settings.contributing:
            self._before = "rules" if settings.by_rules else "always"
        await self.switch("paused")

    async def go_on(self) -> None:
        """Shares again as before a pause. Raises UserError where nothing was ever shared: so that is not begun."""
        settings = self._household.settings()
        if settings.contributing:
            await self.pause_for(0.0)
            return
        if not settings.shared_before:
            hint = "Switch sharing on in the window, or start meshnet serve with --share."
            raise UserError("This computer does not share, so there is nothing to resume.", hint)
        await self.switch(self._before)

    async def leave(self) -> None:
        """Takes nobody new for good, and ends once the sessions of others have ended or moved. Nothing is saved."""
        self._leaves = True
        await self._household.node().settle()

    def set_metered(self, value: bool | None) -> None:
        """Any thread: what is read next says it."""
        self._observer.metered = value

    async def _changed(self, changes: dict[str, Any]) -> None:
        try:
            self._household.change(**changes)
        finally:  # a switch works although the disk is full
            await self.take_up()
            await self._household.node().settle()

    # -- life ---------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Looks from now on, and does nothing about it before ``begin``."""
        self._watching = asyncio.create_task(self._watch(), name="sharing")

    async def begin(self) -> None:
        """All that a node needs is there: brings it where the settings want it. Raises a MeshnetError."""
        await self.take_up()
        self._acts = True
        if self._household.settings().contributing:
            await self._household.node().settle()

    async def close(self) -> None:
        """Ends it. A second call does nothing."""
        watching, self._watching = self._watching, None
        await end_task(watching)
        for task in tuple(self._tasks):
            await end_task(task)
        await self._awake.close()

    async def take_up(self) -> None:
        """Decides anew, without doing anything about it yet."""
        await self._observe()
        self._verdict = self._steady.decide(self._household.settings(), self._conditions, self._senses.clock())

    async def look(self) -> None:
        """Decides, and has done what follows."""
        self._end_pause()
        before = self.may_serve()
        await self.take_up()
        if self._acts:
            self._act(self.may_serve() != before)
            await self._awake.want(self._may_keep_awake(self._household.settings()))

    # -- inside -------------------------------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self.look()
            except Exception:  # what fails now must not end all looking
                log.exception("looking whether to share failed")

    def _act(self, is_turned: bool) -> None:
        node, settings = self._household.node(), self._household.settings()
        most = memory_limit_bytes(settings, self._conditions)
        node.limit_memory(most or None)
        if settings.contributing and (is_turned or self._may_fit_now(node, most)):
            log.info("%s", self._verdict.reason)
            self._do(_quietly(node.settle()))
        elif self._has_to_free(settings):
            log.info("a pause of %d minutes frees the memory", settings.free_after_minutes)
            self._do(_quietly(node.free()))

    def _may_fit_now(self, node: OwnNode, limit_bytes: int) -> bool:
        """Whether the memory limit has grown since the node failed, as when somebody has left the computer."""
        if node.service.state != "failed" or not self.may_serve():
            self._limit_at_failure = limit_bytes
            return False
        has_grown, self._limit_at_failure = limit_bytes > self._limit_at_failure, limit_bytes
        return has_grown and not self._tasks

    def _first_verdict(self) -> Verdict:
        """Before anything is known nothing is served by rules."""
        verdict = judge(self._household.settings(), self._conditions)
        if self._household.settings().by_rules and verdict.shares:
            return replace(verdict, shares=False, reason="Finding out whether your rules allow sharing now.")
        return verdict

    async def _observe(self) -> None:
        wall, clock = self._senses.wall(), self._senses.clock()
        gone = wall - self._looked_at[0], clock - self._looked_at[1]
        self._looked_at = wall, clock
        if max(abs(gone[0] - gone[1]), gone[1]) > SLEPT_S:
            self._observer.forget()
            self._steady.forget()
        apps = self._household.settings().wait_for_apps
        self._conditions = await self._observer.look(apps, self._own_memory_bytes())

    def _end_pause(self) -> None:
        """By the clock on the wall, and by ours in case that the one on the wall was set back."""
        settings, clock = self._household.settings(), self._senses.clock()
        until = settings.paused_until
        if not until:
            return
        if self._pause_ends[0] != until:
            self._pause_ends = until, clock + min(MAX_PAUSE_S, max(0.0, until - self._senses.wall()))
        if not is_paused(settings, self._senses.wall()) or clock >= self._pause_ends[1]:
            with suppress(MeshnetError):  # it is over although that cannot be saved
                self._household.change(paused_until=0.0)

    def _own_memory_bytes(self) -> int:
        """What shards and session caches take of this computer's memory."""
        status = self._household.node().service.status()
        on_cpu = [shard for shard in status.shards if shard.is_on_processor]
        caches = status.used_bytes if on_cpu else 0
        return sum(shard.shard_bytes for shard in on_cpu) + caches

    def _conditions_allow_memory(self) -> bool:
        return not self._verdict.checks or self._verdict.checks[-1].allows

    def _has_to_free(self, settings: Settings) -> bool:
        service, clock = self._household.node().service, self._senses.clock()
        if not service.is_paused:
            self._paused_at = None
            return False
        self._paused_at = clock if self._paused_at is None else self._paused_at
        left_s = self._paused_at + settings.free_after_minutes * 60 - clock
        return left_s <= 0 and not service.is_amid_answers() and not self._tasks

    def _frees_in_s(self, settings: Settings) -> float | None:
        if self._paused_at is None or not self._household.node().service.is_paused:
            return None
        return max(0.0, self._paused_at + settings.free_after_minutes * 60 - self._senses.clock())

    def _may_keep_awake(self, settings: Settings) -> bool:
        is_serving = self._household.node().service.is_serving
        return settings.keep_awake and is_serving and self._conditions.on_battery is False

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Long work, beside the looks: the latest wish wins inside ``OwnNode``."""
        task = asyncio.create_task(work, name="share")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    """The node's own state says why it does not serve."""
    try:
        await work
    except MeshnetError as exc:
        log.info("the node could not be brought where the rules want it: %s", exc.text)
    except Exception:
        log.exception("bringing the node where the rules want it failed")
