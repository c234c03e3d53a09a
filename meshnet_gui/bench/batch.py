"""``bench batch``: several sessions at once on one node, and what they cost each other.

Greedy answers over loopback with the starter model in float32, in turns within one run:

* one node of one thread: a step of one session, and of each of four that are served at the same time;
* how long another's next token takes while the node computes a prompt of 2,000 tokens that came in one request;
* two nodes of one thread and two nodes of two threads, each pair busy with two sessions: threads that spin while they
  wait would let the second pair collapse on two cores.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median

from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import GENERATION_DEADLINE_S, LoopbackRoute, Timed, starter_spec
from meshnet_gui.bench.timing import Stopwatch
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.transport import HttpTransport
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.assembly import load_tokenizer
from meshnet_gui.runtime.demo import DemoSwarm, even_spans
from meshnet_gui.types import Hop, Route
from meshnet_gui.wire.messages import ForwardRequest, TensorPayload, mint_session_id

NUM_ROUNDS = 5
NUM_SESSIONS = 4
NUM_PROMPT_TOKENS = 128
NUM_TOKENS = 40
NUM_WARM_UP_TOKENS = 6
NUM_LONG_TOKENS = 2000
NUM_TOKENS_BESIDE = 24
NUM_LONG_PROMPTS = 3
NUM_PAIRED_SESSIONS = 2
RUNNER, PRECISION = "lean", "fp32"  # a busy moment while a shard loads must not decide what is measured
STEP_RATIO, TWO_THREADS_OVER_ONE = 2.0, 0.8
TARGETS = (Target("step_ratio", STEP_RATIO, False), Target("two_threads_over_one", TWO_THREADS_OVER_ONE))
COLUMNS = ("round", "1 session ms", f"{NUM_SESSIONS} sessions ms", "ratio", "tokens/s", "2 nodes 1 thread", "2 threads")
TEXT = "The keeper climbed the stairs of the lighthouse, lit the lamp, and wrote down what he saw of ship {} at sea. "


Sessions = Sequence[Timed]


@dataclass(frozen=True, slots=True)
class Round:
    """The sessions' timed generations on each set-up."""

    alone: Timed
    together: Sessions
    pair_of_one: Sessions
    pair_of_two: Sessions

    @property
    def step_1(self) -> float:
        """Seconds of the median step."""
        return median(self.alone.decode_seconds)

    @property
    def step_4(self) -> float:
        """Likewise, of all sessions that are served at the same time."""
        return median(step for steps in shared_steps(self.together) for step in steps)

    @property
    def rates(self) -> tuple[float, float, float, float]:
        """Tokens per second of all sessions together, of each set-up."""
        return rate([self.alone]), rate(self.together), rate(self.pair_of_one), rate(self.pair_of_two)


@dataclass(frozen=True, slots=True)
class LongPrompt:
    """Seconds of a long prompt that came in one request, and the longest step of the session beside it."""

    seconds: float
    longest_step: float


def run(say: Say) -> Report:
    """Measures with the starter model. Raises UserError where it is not there."""
    spec = starter_spec()
    say("starting one node of one thread, two of one thread and two of two threads")
    with LoopThread("meshnet-bench") as loop, ExitStack() as stack:
        one = stack.enter_context(nodes(loop, spec, 1, 1, NUM_SESSIONS))
        pairs = [stack.enter_context(nodes(loop, spec, 2, n, NUM_PAIRED_SESSIONS)) for n in (1, 2)]
        rounds = measure(one, pairs, say)
        say(f"a prompt of {NUM_LONG_TOKENS} tokens beside a session")
        prompts = [one.beside_long_prompt() for _ in range(NUM_LONG_PROMPTS)]
    return report(spec, rounds, prompts)


def measure(one: Heads, pairs: Sequence[Heads], say: Say, num_rounds: int = NUM_ROUNDS) -> list[Round]:
    """All rounds, after a warm-up."""
    one.generate(NUM_SESSIONS, NUM_WARM_UP_TOKENS)
    for pair in pairs:
        pair.generate(NUM_PAIRED_SESSIONS, NUM_WARM_UP_TOKENS)
    rounds = []
    for number in range(1, num_rounds + 1):
        alone, together = one.generate(1, NUM_TOKENS)[0], one.generate(NUM_SESSIONS, NUM_TOKENS)
        paired = [pair.generate(NUM_PAIRED_SESSIONS, NUM_TOKENS) for pair in pairs]
        rounds.append(Round(alone, together, *paired))
        say(
            f"round {number} of {num_rounds}: {rounds[-1].step_4 / rounds[-1].step_1:.2f} times the step of one session"
        )
    return rounds


def report(spec: ModelSpec, rounds: Sequence[Round], prompts: Sequence[LongPrompt]) -> Report:
    """Medians over the rounds."""
    rates = list(zip(*(r.rates for r in rounds), strict=True))
    figures = {
        "step_1": median(r.step_1 for r in rounds),
        "step_4": median(r.step_4 for r in rounds),
        "step_ratio": median(r.step_4 / r.step_1 for r in rounds),
        "tokens_per_s_1": median(rates[0]),
        "tokens_per_s_4": median(rates[1]),
        "two_nodes_t1": median(rates[2]),
        "two_nodes_t2": median(rates[3]),
        "two_threads_over_one": median(two / one for one, two in zip(rates[2], rates[3], strict=True)),
        "prompt_s": median(prompt.seconds for prompt in prompts),
        "step_beside_prompt": median(prompt.longest_step for prompt in prompts),
        "same_tokens": float(all(r.alone.token_ids == r.together[0].token_ids for r in rounds)),
    }
    rows = [COLUMNS, *(_row(str(number), r) for number, r in enumerate(rounds, 1))]
    settings = circumstances(
        model=spec.name,
        precision=PRECISION,
        runner=RUNNER,
        prompt_tokens=NUM_PROMPT_TOKENS,
        tokens_per_session=NUM_TOKENS,
        long_prompt_tokens=NUM_LONG_TOKENS,
        rounds=len(rounds),
    )
    return Report("batch", figures, rows, TARGETS, settings)


def _row(name: str, r: Round) -> tuple[str, ...]:
    one, together, first, second = r.rates
    steps = f"{r.step_1 * 1e3:.1f}", f"{r.step_4 * 1e3:.1f}", f"{r.step_4 / r.step_1:.2f}"
    return name, *steps, f"{one:.1f} / {together:.1f}", f"{first:.1f}", f"{second:.1f}"


def shared_steps(sessions: Sequence[Timed]) -> list[list[float]]:
    """Each session's steps while all of them decode; they began at the same time. One of each at least."""
    begins = max(timed.seconds[0] for timed in sessions)
    ends = min(sum(timed.seconds) for timed in sessions)
    found = []
    for timed in sessions:
        at, kept = timed.seconds[0], []
        for seconds in timed.decode_seconds:
            if at >= begins and at + seconds <= ends:
                kept.append(seconds)
            at += seconds
        found.append(kept or list(timed.decode_seconds[-1:]))
    return found


def rate(sessions: Sequence[Timed]) -> float:
    """Tokens per second while all of them decode."""
    return sum(1.0 / (sum(steps) / len(steps)) for steps in shared_steps(sessions))


class Heads:
    """Some heads on one route, each with connections of its own."""

    def __init__(self, loop: LoopThread, spec: ModelSpec, route: Route, num_heads: int) -> None:
        tokenizer = load_tokenizer(spec.path)
        self._spec = spec
        self._loop = loop
        self.route = route
        self._heads = [LoopbackRoute(loop, spec, tokenizer, route) for _ in range(num_heads)]
        text = [tokenizer.encode(TEXT.format(number) * NUM_PROMPT_TOKENS) for number in range(num_heads)]
        self._prompts = [ids[:NUM_PROMPT_TOKENS] for ids in text]

    def generate(self, num_sessions: int, num_tokens: int) -> list[Timed]:
        """So many greedy answers at the same time."""
        with ThreadPoolExecutor(num_sessions, "meshnet-bench-heads") as executor:
            pairs = zip(self._heads[:num_sessions], self._prompts, strict=False)
            running = [executor.submit(head.generate, ids, num_tokens) for head, ids in pairs]
            return [one.result(GENERATION_DEADLINE_S) for one in running]

    def beside_long_prompt(self) -> LongPrompt:
        """An answer, and a long prompt in one request that the same node gets meanwhile."""
        with ThreadPoolExecutor(1, "meshnet-bench-heads") as executor:
            answer = executor.submit(self._heads[0].generate, self._prompts[0], NUM_TOKENS_BESIDE)
            watch = Stopwatch()
            self._loop.submit(self._long_prompt()).result(GENERATION_DEADLINE_S)
            watch.step()
            return LongPrompt(watch.seconds[0], max(answer.result(GENERATION_DEADLINE_S).decode_seconds))

    async def _long_prompt(self) -> None:
        ids = [self._prompts[0][index % NUM_PROMPT_TOKENS] for index in range(NUM_LONG_TOKENS)]
        payload = TensorPayload((1, len(ids)), "int64", struct.pack(f"<{len(ids)}q", *ids))
        request = ForwardRequest(payload, mint_session_id(), "prefill", model=str(self._spec.identity))
        client = HopClient(HttpTransport())
        try:
            await client.forward(self.route.hops[0], request, is_tail=True, hidden_size=self._spec.hidden_size)
            await client.close_session(self.route.hops[0], request.session or "")
        finally:
            await client.close()

    def close(self) -> None:
        for head in self._heads:
            head.close()


@contextmanager
def nodes(loop: LoopThread, spec: ModelSpec, num_nodes: int, num_threads: int, num_heads: int) -> Iterator[Heads]:
    """Node processes that serve the model between them; always ended."""
    swarm = DemoSwarm(num_nodes, num_threads, runner=RUNNER, precision=PRECISION, dtype="float32", device="cpu")
    try:
        addresses = loop.submit(_started(swarm, spec)).result(GENERATION_DEADLINE_S)
        hops = map(Hop, addresses, even_spans(spec.num_layers, num_nodes))
        heads = Heads(loop, spec, Route(tuple(hops)), num_heads)
        try:
            yield heads
        finally:
            heads.close()
    finally:
        swarm.stop()


async def _started(swarm: DemoSwarm, spec: ModelSpec) -> list[str]:
    return [address async for address in swarm.start(spec)]
