"""A route of three real nodes over a tiny model, with others in reserve that may take any of their places."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from meshnet_gui.errors import PeerUnreachable
from meshnet_gui.head.generation import Generation, Listeners
from meshnet_gui.head.hop_client import HopClient, Patience
from meshnet_gui.head.pipeline import Pipeline
from meshnet_gui.head.recovery import Recovery
from meshnet_gui.head.transport import RawReply
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.swarm.routing import Candidate, find_hops
from meshnet_gui.types import GenerationResult, Hop, Route, SamplingParams, Span
from tests.fleet import QUICK, SESSION, Call, Fleet, Node, load, load_tokenizer, running_node

PROMPT = [10, 20, 30, 40, 50, 60, 70]
NUM_TOKENS = 11
SPANS = {"a": Span(0, 2), "b": Span(2, 4), "c": Span(4, 6)}
RESERVES = {"a2": Span(0, 2), "b2": Span(2, 4), "c2": Span(4, 6)}
Act = Callable[[Call], Awaitable[RawReply | None]]


@functools.cache
def _loaded(spec: ModelSpec, span: Span, address: str) -> Any:
    return load(spec, span)


def _loader(address: str) -> Callable[[ModelSpec, Span], Any]:
    def load_own(spec: ModelSpec, span: Span) -> Any:
        shard = _loaded(spec, span, address)
        shard.kv_sessions.set_enabled(True)
        shard.kv_sessions.clear("unload")
        return shard

    return load_own


@dataclass
class Faults:
    """Who was said to be at fault, in order."""

    noted: list[str] = field(default_factory=list)
    praised: set[str] = field(default_factory=set)

    def note(self, address: str) -> None:
        self.noted.append(address)

    def succeeded(self, address: str) -> None:
        self.praised.add(address)


@dataclass
class Trio:
    """``reserves`` are the addresses that may be found as replacements now."""

    spec: ModelSpec
    nodes: dict[str, Node]
    spans: dict[str, Span]
    fleet: Fleet
    tokenizer: Any
    reserves: set[str]
    faults: Faults = field(default_factory=Faults)
    leaving: set[str] = field(default_factory=set)
    told: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)
    change: asyncio.Event = field(default_factory=asyncio.Event)

    def _replacement(self, span: Span, avoid: frozenset[str]) -> tuple[Hop, ...] | None:
        return find_hops((Candidate(each, self.spans[each]) for each in sorted(self.reserves)), span, avoid=avoid)

    def recovery(self) -> Recovery:
        return Recovery(
            self._replacement,
            self.change.wait,
            self.leaving.__contains__,
            self.faults,
        )

    def pipeline(
        self,
        sampling: SamplingParams | None = None,
        patience: Patience = QUICK,
        session_id: str = SESSION,
        **options: Any,
    ) -> Pipeline:
        return Pipeline(
            HopClient(self.fleet, patience=patience).telling(self.told.append),
            Route(tuple(Hop(address, span) for address, span in SPANS.items())),
            session_id,
            str(self.spec.identity),
            self.spec.hidden_size,
            sampling or SamplingParams(),
            recovery=self.recovery(),
            on_session=self.sessions.append,
            **options,
        )

    def generation(
        self, num_tokens: int = NUM_TOKENS, listeners: Listeners | None = None, **options: Any
    ) -> Generation:
        return Generation(
            self.pipeline(**options),
            self.tokenizer,
            context_tokens=self.spec.context_tokens,
            max_tokens=num_tokens,
            listeners=listeners,
            stop_at_eos=False,
        )

    async def generate(self, num_tokens: int = NUM_TOKENS, **options: Any) -> GenerationResult:
        return await self.generation(num_tokens, **options).run(PROMPT)

    def num_computed(self, address: str) -> int:
        """Positions, since the node was started."""
        return self.nodes[address].service.status().counters["tokens"]

    def addresses(self, result: GenerationResult) -> list[str]:
        return [hop.address for hop in result.route.hops]

    # -- what can go wrong ------------------------------------------------------------------------------------------

    def kill(self, address: str) -> None:
        self.fleet.apps.pop(address, None)

    async def freeze(self, address: str) -> None:
        """The step in flight, and all that follow, meet their deadline."""
        raise PeerUnreachable(address, f"{address} did not answer within 2 s.") from TimeoutError()


@asynccontextmanager
async def running_trio(spec: ModelSpec, **more: Span) -> AsyncIterator[Trio]:
    """The three, one in reserve for each of them, and ``more``; all reserves may be found but ``more``."""
    spans = SPANS | RESERVES | more
    async with AsyncExitStack() as stack:
        nodes = {
            address: await stack.enter_async_context(running_node(spec, span, _loader(address)))
            for address, span in spans.items()
        }
        fleet = Fleet({address: node.app for address, node in nodes.items()})
        yield Trio(spec, nodes, spans, fleet, load_tokenizer(spec), set(RESERVES))


def at_step(number: int, address: str, act: Act) -> Act:
    """A hook that acts once, when ``address`` is sent its step ``number`` (0 is the prefill)."""
    num_seen = 0

    async def hook(call: Call) -> RawReply | None:
        nonlocal num_seen
        if call.address != address or call.method != "POST":
            return None
        num_seen += 1
        return await act(call) if num_seen == number + 1 else None

    return hook
