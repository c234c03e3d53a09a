"""``bench decode``: how fast an answer is computed, and how near that comes to what the memory can deliver.

The same greedy answer and the same long prompt, in each precision, by the whole model in this process as a node
computes it and by two nodes on loopback with as many threads each, and by transformers in float32 and bfloat16; all in
turns, for one and two threads, and beside any other program that is named. The limit is the measured read bandwidth
over the bytes of the weights, since every token reads each weight once. What a precision costs is measured on a fixed
text: the share of positions where the likeliest next token is that of float32, and the perplexity over float32's. The
starter model's source is 4 bit, which flatters both.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from meshnet_gui.bench.beside import Beside, Rates
from meshnet_gui.bench.decode_report import (
    EXACT,
    HALF,
    ONE,
    TRANSFORMERS,
    TWO_NODES,
    Measured,
    Quality,
    Sample,
    report,
)
from meshnet_gui.bench.quality import BOTH, costs, fixed_ids, foreseen
from meshnet_gui.bench.report import Report, Say
from meshnet_gui.bench.rig import Timed, load_one_process, prompt_ids, runners, starter_spec, two_nodes
from meshnet_gui.bench.timing import Stopwatch
from meshnet_gui.errors import UserError
from meshnet_gui.head.pipeline import chunk_tokens
from meshnet_gui.modelstore.precision import in_precision
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.shard import Shard
from meshnet_gui.runtime.assembly import load_tokenizer, shard_loader
from meshnet_gui.settings import PRECISIONS, Settings
from meshnet_gui.wire.messages import CacheMode, ForwardRequest, TensorPayload, TokenReply, mint_session_id

NUM_ROUNDS = 5
NUM_TOKENS = 129  # the first comes from the prompt: 128 decode steps
NUM_PREFILL_TOKENS = 512
NUM_WARM_UP_TOKENS = 8
THREADS = (1, 2)
RUNNER = "lean"  # a busy moment while a shard loads must not decide what is measured
BANDWIDTH_BYTES = 256 * 2**20
BANDWIDTH_TRIES = 30

Generate = Callable[[Sequence[int], int], Timed]


@dataclass(frozen=True, slots=True)
class Prompts:
    """What every side is given: one to answer, and a long one that is only read."""

    answered: Sequence[int]
    long: Sequence[int]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What is measured with one number of threads: the sides by ``PRECISION_SIDE``, and the shards of this process."""

    sides: Mapping[str, Generate]
    shards: Mapping[str, Any]
    used: str


class InProcess:
    """A node's shard of the whole model in this process: what a node does for a step, without a network."""

    def __init__(self, shard: Shard) -> None:
        self._shard = shard

    def generate(self, ids: Sequence[int], num_tokens: int) -> Timed:
        """``num_tokens`` greedy ids after ``ids``, which come in chunks as a head would send them."""
        session, watch, size = mint_session_id(), Stopwatch(), chunk_tokens(len(ids), 1)
        token_id = 0
        for start in range(0, len(ids), size):
            token_id = self._step(ids[start : start + size], session, "decode" if start else "prefill", start)
        found = [token_id]
        watch.step()
        while len(found) < num_tokens:
            found.append(self._step(found[-1:], session, "decode", len(ids) + len(found) - 1))
            watch.step()
        self._shard.kv_sessions.evict(session, "closed")
        return Timed(tuple(found), tuple(watch.seconds))

    def _step(self, ids: Sequence[int], session: str, cache: CacheMode, past_len: int) -> int:
        payload = TensorPayload((1, len(ids)), "int64", struct.pack(f"<{len(ids)}q", *ids))
        held = past_len if cache == "decode" else None
        request = ForwardRequest(payload, session, cache, held, model=self._shard.identity)
        reply = self._shard.forward(request)
        assert isinstance(reply, TokenReply)
        assert reply.token_id is not None
        return reply.token_id


def offered_precisions() -> tuple[str, ...]:
    """Every precision that a node can be told to serve in."""
    return tuple(precision for precision in PRECISIONS if precision != "auto")


def run(
    say: Say, *, precisions: Sequence[str] = (), threads: Sequence[int] = THREADS, beside: Beside | None = None
) -> Report:
    """Measures with the starter model. Raises UserError where it is not there, or ``beside`` is no use."""
    precisions = tuple(precisions) or offered_precisions()
    _check(precisions)
    spec = starter_spec()
    prompts = _prompts(spec)
    if beside is not None:
        say("trying the command to run beside")
        beside.measure(precisions[0], threads[0])
    found: list[Measured] = []
    used, quality, bandwidth = "", {}, 0.0
    for num_threads in threads:
        with ExitStack() as stack:
            loaded = _load(spec, num_threads, precisions, stack, say)
            bandwidth = max(bandwidth, read_bandwidth(num_threads))
            rounds, others = measure(loaded.sides, prompts, say, beside=_asked(beside, precisions, num_threads))
            bandwidth = max(bandwidth, read_bandwidth(num_threads))  # other programs only ever take from it
            limits = {precision: bandwidth / shard.parameter_bytes for precision, shard in loaded.shards.items()}
            found.append(Measured(num_threads, rounds, limits, others))
            used = loaded.used
            if num_threads == threads[-1] and set(precisions) - {EXACT}:
                say("reading the fixed texts")
                quality = _quality(spec, loaded.shards, num_threads)
    settings: dict[str, str | int | float] = {"runners": used, "rounds": NUM_ROUNDS, "tokens_per_round": NUM_TOKENS - 1}
    if beside is not None:
        settings["beside"] = beside.template
    return report(spec, found, quality, settings)


def _check(precisions: Sequence[str]) -> None:
    for precision in precisions:
        if precision not in offered_precisions():
            offered = ", ".join(offered_precisions())
            raise UserError(f"There is no precision {precision[:40]!r}.", f"There are: {offered}.")


def _prompts(spec: ModelSpec) -> Prompts:
    return Prompts(prompt_ids(spec), _fixed_ids(spec, NUM_PREFILL_TOKENS))


def _fixed_ids(spec: ModelSpec, most: int) -> list[int]:
    from meshnet_gui.engine import quality

    return load_tokenizer(spec.path).encode(quality.fixed_text())[:most]


def _load(spec: ModelSpec, num_threads: int, precisions: Sequence[str], stack: ExitStack, say: Say) -> Loaded:
    sides: dict[str, Generate] = {}
    shards: dict[str, Any] = {}
    used: list[str] = []
    for precision in precisions:
        say(f"threads {num_threads}: loading {precision} in this process and in two nodes")
        shards[precision] = shard = _shard(spec, num_threads, precision)
        route = stack.enter_context(two_nodes(spec, num_threads, RUNNER, precision))
        sides[f"{precision}_{ONE}"] = InProcess(shard).generate
        sides[f"{precision}_{TWO_NODES}"] = route.generate
        used.append(f"{precision} {shard.runner_name} / {runners(route.route)}")
    say(f"threads {num_threads}: loading transformers")
    sides[f"{EXACT}_{TRANSFORMERS}"] = _transformers(spec, num_threads, half=False)
    sides[f"{HALF}_{TRANSFORMERS}"] = _transformers(spec, num_threads, half=True)
    return Loaded(sides, shards, ", ".join(used))


def _shard(spec: ModelSpec, num_threads: int, precision: str) -> Any:
    load = shard_loader(Settings(num_threads=num_threads, runner=RUNNER, precision=precision))
    return load(in_precision(spec, precision), spec.full_span())


def _asked(beside: Beside | None, precisions: Sequence[str], num_threads: int) -> Mapping[str, Callable[[], Rates]]:
    if beside is None:
        return {}
    return {precision: partial(beside.measure, precision, num_threads) for precision in precisions}


def _quality(spec: ModelSpec, shards: Mapping[str, Any], num_threads: int) -> dict[str, Quality]:
    """On both fixed texts together."""
    if set(shards) == {EXACT}:
        return {}
    texts = fixed_ids(spec)
    exact = foreseen(shards[EXACT] if EXACT in shards else _shard(spec, num_threads, EXACT), texts)
    found = {p: costs(exact, foreseen(shard, texts))[BOTH] for p, shard in shards.items() if p != EXACT}
    return {precision: Quality(cost.agreement, cost.perplexity_ratio) for precision, cost in found.items()}


def measure(
    sides: Mapping[str, Generate],
    prompts: Prompts,
    say: Say,
    num_rounds: int = NUM_ROUNDS,
    num_tokens: int = NUM_TOKENS,
    beside: Mapping[str, Callable[[], Rates]] | None = None,
) -> tuple[Mapping[str, list[Sample]], Mapping[str, list[Rates]]]:
    """All sides in turn, ``num_rounds`` times, after a warm-up; another program right after our two nodes."""
    beside = beside or {}
    for generate in sides.values():
        generate(prompts.answered, NUM_WARM_UP_TOKENS)
        generate(prompts.long, 1)
    rounds: dict[str, list[Sample]] = {side: [] for side in sides}
    others: dict[str, list[Rates]] = {precision: [] for precision in beside}
    for number in range(1, num_rounds + 1):
        for side, generate in sides.items():
            rounds[side].append(_sample(generate, prompts, num_tokens))
            precision, what = side.split("_", 1)
            if what == TWO_NODES and precision in beside:
                others[precision].append(beside[precision]())
        say(f"round {number} of {num_rounds}: {_latest(rounds, others)}")
    return rounds, others


def _sample(generate: Generate, prompts: Prompts, num_tokens: int) -> Sample:
    answer = generate(prompts.answered, num_tokens)
    long = generate(prompts.long, 1)
    return Sample(answer.token_ids, answer.decode_seconds, len(prompts.long) / long.seconds[0])


def _latest(rounds: Mapping[str, Sequence[Sample]], others: Mapping[str, Sequence[Rates]]) -> str:
    said = [f"{side} {samples[-1].decode:.1f} and {samples[-1].prefill:.0f}" for side, samples in rounds.items()]
    for precision, rates in others.items():
        said.append(f"{precision} beside {rates[-1].decode or 0.0:.1f} and {rates[-1].prefill or 0.0:.0f}")
    return ", ".join(said)


def read_bandwidth(num_threads: int, num_bytes: int = BANDWIDTH_BYTES) -> float:
    """Bytes per second that so many threads read from memory, at best."""
    parts = np.array_split(np.ones(num_bytes // 4, np.float32), num_threads)
    best = float("inf")
    with ThreadPoolExecutor(num_threads, "meshnet-bench-read") as executor:
        for _ in range(BANDWIDTH_TRIES):
            started = time.perf_counter()
            list(executor.map(np.max, parts))
            best = min(best, time.perf_counter() - started)
    return num_bytes / best


def _transformers(spec: ModelSpec, num_threads: int, *, half: bool) -> Generate:
    model = load_one_process(spec, num_threads, half=half)

    def generate(ids: Sequence[int], num_tokens: int) -> Timed:
        watch = Stopwatch()
        token_ids = model.generate(ids, num_tokens, lambda token_id: watch.step())
        return Timed(tuple(token_ids), tuple(watch.seconds))

    return generate
