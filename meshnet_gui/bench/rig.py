"""What the benches run on: a two-node route on loopback with this process as its head, beside one-process transformers.

The route is the product's own: child processes of ``meshnet node``, hop client, pipeline and generation loop.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol
from urllib.request import ProxyHandler, build_opener

from meshnet_gui.bench.timing import Stopwatch, Turns
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.errors import UserError
from meshnet_gui.head.generation import Generation, Listeners, Tokenizer
from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.pipeline import Pipeline
from meshnet_gui.head.transport import HttpTransport
from meshnet_gui.modelstore.precision import in_precision
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.starter import find_starter
from meshnet_gui.modelstore.store import default_store
from meshnet_gui.runtime.assembly import load_tokenizer
from meshnet_gui.runtime.demo import DemoSwarm, even_spans
from meshnet_gui.types import Hop, Route, SamplingParams
from meshnet_gui.wire.messages import mint_session_id

NUM_NODES = 2
NUM_THREADS = 1
GENERATION_DEADLINE_S = 1800.0
STATUS_DEADLINE_S = 10.0
PROMPT = "Tell me a long story about a lighthouse keeper, a storm and a ship that came home."


class OneProcess(Protocol):
    """``engine.reference.ReferenceModel``."""

    def generate(
        self, ids: Sequence[int], num_tokens: int, on_token: Callable[[int], None] | None = None
    ) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class Timed:
    """A generation with the seconds of each of its steps; the first one is the prefill."""

    token_ids: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def decode_seconds(self) -> tuple[float, ...]:
        return self.seconds[1:]


def starter_spec() -> ModelSpec:
    """The imported starter model. Raises UserError where it is not there: a bench does not download."""
    spec = find_starter(default_store())
    if spec is None:
        raise UserError("The starter model is not on this computer yet.", "Fetch it with: meshnet models starter")
    return spec


def load_one_process(spec: ModelSpec, num_threads: int = NUM_THREADS, *, half: bool = False) -> OneProcess:
    """transformers' own model of the same weights in this process, in float32 or, with ``half``, in bfloat16."""
    from meshnet_gui.engine.reference import load_reference

    return load_reference(spec.path, num_threads, half=half)


class LoopbackRoute:
    """The head's side of a route: greedy generations that run to their length."""

    def __init__(self, loop: LoopThread, spec: ModelSpec, tokenizer: Tokenizer, route: Route) -> None:
        self.route = route
        self._loop = loop
        self._spec = spec
        self._tokenizer = tokenizer
        self._client = HopClient(HttpTransport())
        self._running: Future[Timed] | None = None

    def generate(
        self, ids: Sequence[int], num_tokens: int, watch: Stopwatch | None = None, *, cached: bool = True
    ) -> Timed:
        """``num_tokens`` ids after ``ids``; without ``cached`` every step sends everything, as to a hop that keeps
        no session cache."""
        self._running = self._loop.submit(self._generate(ids, num_tokens, watch or Stopwatch(), cached))
        return self._running.result(GENERATION_DEADLINE_S)

    def abandon(self) -> None:
        """Ends the running generation. Any thread."""
        if self._running is not None:
            self._running.cancel()

    def close(self) -> None:
        self._loop.submit(self._client.close()).result(10.0)

    async def _generate(self, ids: Sequence[int], num_tokens: int, watch: Stopwatch, cached: bool) -> Timed:
        identity, hidden_size = str(self._spec.identity), self._spec.hidden_size
        pipeline = Pipeline(self._client, self.route, mint_session_id(), identity, hidden_size, SamplingParams())
        generation = Generation(
            pipeline,
            self._tokenizer,
            context_tokens=self._spec.context_tokens,
            max_tokens=num_tokens,
            listeners=Listeners(on_text=lambda text, count, _: _note(watch, count)),
            stop_at_eos=False,
        )
        generation.progress.cached = cached
        watch.restart()
        result = await generation.run(ids)
        await pipeline.close()
        return Timed(result.token_ids, tuple(watch.seconds))


def _note(watch: Stopwatch, num_tokens: int) -> None:
    """A new token is a step; the last call only flushes text."""
    if num_tokens > len(watch.seconds):
        watch.step()


@contextmanager
def two_nodes(
    spec: ModelSpec, num_threads: int = NUM_THREADS, runner: str = "auto", precision: str = "auto"
) -> Iterator[LoopbackRoute]:
    """Two node processes that serve the model with so many threads each; always ended."""
    swarm = DemoSwarm(
        NUM_NODES, num_threads, runner=runner, precision=precision, dtype="float32", device="cpu"
    )  # as what it is compared with
    spec = in_precision(spec, precision)
    with LoopThread("meshnet-bench") as loop:
        try:
            addresses = loop.submit(_start(swarm, spec)).result(GENERATION_DEADLINE_S)
            hops = map(Hop, addresses, even_spans(spec.num_layers, NUM_NODES))
            route = LoopbackRoute(loop, spec, load_tokenizer(spec.path), Route(tuple(hops)))
            try:
                yield route
            finally:
                route.close()
        finally:
            swarm.stop()


async def _start(swarm: DemoSwarm, spec: ModelSpec) -> list[str]:
    return [address async for address in swarm.start(spec)]


def runners(route: Route) -> str:
    """What computes on the hops, as they say themselves; ``lean`` or ``generic`` where they all say the same."""
    opener = build_opener(ProxyHandler({}))
    found = []
    for hop in route.hops:
        with opener.open(f"{hop.address}/status", timeout=STATUS_DEADLINE_S) as reply:
            found.append(str(json.loads(reply.read())["runner"]))
    return found[0] if len(set(found)) == 1 else "+".join(found)


def prompt_ids(spec: ModelSpec) -> list[int]:
    """The prompt of every bench."""
    return load_tokenizer(spec.path).encode_chat([{"role": "user", "content": PROMPT}])


def side_by_side(
    one_process: OneProcess, route: LoopbackRoute, ids: Sequence[int], num_tokens: int, steps_per_turn: int
) -> tuple[Timed, Timed]:
    """The same generation by one process and by the route, in turns of ``steps_per_turn`` tokens."""
    turns = Turns(steps_per_turn)
    with ThreadPoolExecutor(1, "meshnet-bench-route") as executor:
        other = executor.submit(_route_in_turns, route, ids, num_tokens, turns)
        try:
            alone = _one_process_in_turns(one_process, ids, num_tokens, turns)
        except BaseException:  # Ctrl-C too: nobody waits for the rest of the other side
            route.abandon()
            raise
        finally:
            turns.end(0)
        return alone, other.result(GENERATION_DEADLINE_S)


def _one_process_in_turns(one_process: OneProcess, ids: Sequence[int], num_tokens: int, turns: Turns) -> Timed:
    watch = Stopwatch(partial(turns.after_step, 0))
    turns.wait(0)
    watch.restart()
    token_ids = one_process.generate(ids, num_tokens, lambda token_id: watch.step())
    return Timed(tuple(token_ids), tuple(watch.seconds))


def _route_in_turns(route: LoopbackRoute, ids: Sequence[int], num_tokens: int, turns: Turns) -> Timed:
    """Its pauses hold the head's loop: nothing else runs on it."""
    try:
        turns.wait(1)
        return route.generate(ids, num_tokens, Stopwatch(partial(turns.after_step, 1)))
    finally:
        turns.end(1)
