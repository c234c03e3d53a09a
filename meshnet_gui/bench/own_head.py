"""The product's own head in this process, as a bench asks it: a core without a node, and every token with its time.

What it measures is what a person at the app gets: the same core, commands and events.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from meshnet_gui.events import (
    GenerationEvent,
    GenerationFailed,
    GenerationFinished,
    GenerationNote,
    GenerationStarted,
    GenerationText,
)
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.assembly import assemble
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.settings import Settings
from meshnet_gui.types import GenerationResult, Message, Route, SamplingParams

START_DEADLINE_S = 120.0
ANSWER_DEADLINE_S = 600.0
COMMAND_DEADLINE_S = 30.0
OnToken = Callable[[int, Route], None]
"""Called on the core loop with the number of tokens so far and the route that the answer began with."""


@dataclass(slots=True)
class Answer:
    """One generation as it was seen from outside. Units: seconds of ``time.perf_counter``.

    ``times`` are when each token came, ``notes`` when the user was told what. ``failure`` is why it broke off, else
    empty; ``result`` is then None.
    """

    route: Route | None = None
    num_prompt_tokens: int = 0
    result: GenerationResult | None = None
    failure: str = ""
    ended_at: float = 0.0
    times: list[float] = field(default_factory=list)
    notes: list[tuple[float, str]] = field(default_factory=list)

    @property
    def token_ids(self) -> tuple[int, ...]:
        return self.result.token_ids if self.result is not None else ()

    @property
    def num_recoveries(self) -> int:
        return self.result.num_recoveries if self.result is not None else 0

    @property
    def gaps(self) -> tuple[float, ...]:
        """How long each token but the first was waited for."""
        return tuple(b - a for a, b in zip(self.times, self.times[1:], strict=False))

    def noted_after(self, instant: float) -> float | None:
        """When the user was told something for the first time after that; None where nothing was said."""
        return next((at for at, _ in self.notes if at >= instant), None)


class OwnHead:
    """A running core. Threads: any; one answer at a time."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self._earlier: set[str] = set()

    def ask(self, prompt: str, max_tokens: int, on_token: OnToken = lambda num_tokens, route: None) -> Answer:
        """A greedy answer; one that fails is an answer with its ``failure``."""
        return self.converse([Message("user", prompt)], max_tokens, on_token)

    def converse(
        self, messages: list[Message], max_tokens: int, on_token: OnToken = lambda num_tokens, route: None
    ) -> Answer:
        """Likewise, to a conversation."""
        answer, ended = Answer(), queue.SimpleQueue[None]()

        def listen(event: object) -> None:  # the first events may come before we know the answer's id
            if isinstance(event, GenerationEvent) and event.generation_id not in self._earlier:
                _take(answer, event, on_token)
                if isinstance(event, GenerationFinished | GenerationFailed):
                    answer.ended_at = time.perf_counter()
                    ended.put(None)

        unsubscribe = self.core.events.subscribe(listen)
        try:
            own = self.core.start_generation(messages, SamplingParams(), max_tokens)
            try:
                ended.get(timeout=ANSWER_DEADLINE_S)
            except queue.Empty:
                self.core.stop_generation(own).result(COMMAND_DEADLINE_S)
                answer.failure, answer.result = f"no end within {ANSWER_DEADLINE_S:.0f} s", None
        finally:
            unsubscribe()
        self._earlier.add(own)
        return answer

    def route_now(self) -> Route | None:
        """What the next answer would take."""
        return self.core.snapshot().route

    def sees(self, address: str) -> bool:
        """Whether the head knows this node as one that serves."""
        return any(peer.address == address and peer.state == "online" for peer in self.core.snapshot().peers)

    def num_computed(self, address: str) -> int:
        """How many positions the node there has computed, as it says now; 0 where it does not answer. Blocks."""
        self.core.probe_peer(address).result(COMMAND_DEADLINE_S)
        status = next((peer.status for peer in self.core.snapshot().peers if peer.address == address), None)
        return status.counters.get("tokens", 0) if status is not None else 0

    def create_swarm(self, name: str) -> None:
        """Blocks."""
        self.core.create_swarm(name).result(COMMAND_DEADLINE_S)

    def invite(self, name: str) -> str:
        """Blocks."""
        return self.core.swarm_invite(name).result(COMMAND_DEADLINE_S)

    def add(self, address: str) -> None:
        """Tells it of a node. Blocks."""
        self.core.add_peer(address).result(COMMAND_DEADLINE_S)

    def forget(self, address: str) -> None:
        """Blocks."""
        self.core.remove_peer(address).result(COMMAND_DEADLINE_S)


def _take(answer: Answer, event: object, on_token: OnToken) -> None:
    now = time.perf_counter()
    if isinstance(event, GenerationStarted):
        answer.route, answer.num_prompt_tokens = event.route, event.num_prompt_tokens
    elif isinstance(event, GenerationText):
        if event.num_tokens > len(answer.times) and answer.route is not None:  # the last one only flushes text
            answer.times.append(now)
            on_token(event.num_tokens, answer.route)
    elif isinstance(event, GenerationNote):
        answer.notes.append((now, event.text))
    elif isinstance(event, GenerationFailed):
        answer.failure = " ".join(filter(None, (event.text, event.hint)))
    elif isinstance(event, GenerationFinished):
        answer.result = event.result


@contextmanager
def own_head(spec: ModelSpec, swarm_folder: Path, settings: Settings | None = None) -> Iterator[OwnHead]:
    """A head that splits every answer over the nodes, in no swarm but those of that folder; always stopped."""
    core = assemble(Plan(settings or Settings(model=spec.name, route="split"), swarm_folder=swarm_folder))
    try:
        core.start().result(START_DEADLINE_S)
        yield OwnHead(core)
    finally:
        with suppress(RuntimeError):
            core.stop()
