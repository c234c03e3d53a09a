"""The whole model in this process, for this computer's own chats: what a head takes where the model fits here.

Nobody else is served by it; it is no contribution. It is loaded when the first question comes and goes when it has not
been used for a while, when another model is asked, or when this computer's node serves the whole model itself.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.concurrency.server import AsgiApp
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.forecast import why_too_large
from meshnet_gui.modelstore.sizes import ModelSizes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.app import NodeApp
from meshnet_gui.node.service import NodeService
from meshnet_gui.node.shard import ShardLoader
from meshnet_gui.types import NodeStatus
from meshnet_gui.wire.codec import parse_target
from meshnet_gui.wire.refusals import Refusal

log = logging.getLogger(__name__)

IDLE_S = 600.0


class Alone:
    """A node service without a server. Threads: the core loop only."""

    def __init__(
        self,
        compute: ComputeThread,
        load: ShardLoader,
        on_change: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.service = NodeService(compute, load, on_change)
        self.app = NodeApp(self.service)
        self._clock = clock
        self._used_at = 0.0
        self._failed = ""

    def fits(self, spec: ModelSpec, sizes: ModelSizes | None, precision: str, free_bytes: int) -> bool:
        """Whether the whole model is loaded, or lies on this disk and fits into the free bytes."""
        if self.holds(spec):
            return True
        if sizes is None or spec.missing(spec.full_span()) or self._failed == str(spec.identity):
            return False
        return why_too_large(sizes, spec.name, spec.full_span(), precision, free_bytes + self._held_bytes()) is None

    def holds(self, spec: ModelSpec) -> bool:
        """Whether a question could be answered at once."""
        return spec.full_span() in self.service.status().spans_of(str(spec.identity))

    async def use(self, spec: ModelSpec) -> bool:
        """Loads the whole model where it is not there yet; False where that fails, and then it is not tried again."""
        self._used_at = self._clock()
        if self.holds(spec):
            return True
        await self.service.stop()
        try:
            await self.service.start(spec, spec.full_span())
        except MachineError as exc:
            log.info("%s cannot run on this computer alone: %s", spec.name, exc.text)
            self._failed = str(spec.identity)
            await self.service.stop()
            return False
        return True

    def answers(self, headers: list[tuple[bytes, bytes]]) -> bool:
        """Whether a step goes here: one of the whole model that is loaded here."""
        try:
            target = parse_target({name.decode("latin-1"): value.decode("latin-1") for name, value in headers})
        except Refusal:
            return False
        status = self.service.status()
        is_whole = target.start_layer == 0 and target.end_layer == status.num_layers
        if not self.service.is_ready or not is_whole or target.model != status.identity:
            return False
        self._used_at = self._clock()
        return True

    def is_in(self, status: NodeStatus) -> bool:
        """Whether a node serves all that is loaded here."""
        ours = self.service.status()
        return ours.span in status.spans_of(ours.identity)

    async def drop(self) -> None:
        """Frees the model; nothing happens where there is none."""
        if self.service.state != "off":
            await self.service.stop()

    async def drop_if_idle(self, *, is_needed: bool) -> None:
        """Frees the model where nobody has used it for a while, or where the node serves all of it as well."""
        is_busy = any(session.state != "idle" for session in self.service.status().sessions)
        if self.service.is_ready and not is_busy and (not is_needed or self._clock() - self._used_at > IDLE_S):
            await self.drop()

    def _held_bytes(self) -> int:
        status: NodeStatus = self.service.status()
        return status.shard_bytes if self.service.is_ready else 0


def local_app(alone: Alone, node: NodeService, own: AsgiApp) -> AsgiApp:
    """What this computer answers to itself: ``own`` is the app of its node, which comes first if it serves the same."""

    async def run(scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] == "DELETE":
            await alone.service.close_session(scope["path"].rsplit("/", 1)[-1])
        is_alone = scope["path"] == "/forward" and alone.answers(scope["headers"]) and not alone.is_in(node.status())
        await (alone.app if is_alone else own)(scope, receive, send)

    return run


async def keep_watch(alone: Alone, is_needed: Callable[[], bool], every_s: float = 5.0) -> None:
    """Lets the model go when its time has come; runs until it is cancelled."""
    while True:
        await asyncio.sleep(every_s)
        await alone.drop_if_idle(is_needed=is_needed())
