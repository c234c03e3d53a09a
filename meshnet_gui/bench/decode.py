"""``bench decode``: how fast an answer is computed, and how near that comes to what the memory can deliver.

The same greedy answer, in each precision, by the whole model in this process as a node computes it and by two nodes on
loopback with as many threads each, and by transformers in float32 and bfloat16; all in turns, for one and two threads.
The limit is the measured read bandwidth over the bytes of the weights, since every token reads each weight once. What
a precision costs is measured on a fixed text: the share of positions where the likeliest next token is that of float32,
and the perplexity over float32's. The starter model's source is 4 bit, which flatters both.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import (
    LoopbackRoute,
    Timed,
    load_one_process,
    prompt_ids,
    runners,
    starter_spec,
    two_nodes,
)
from meshnet_gui.bench.timing import Stopwatch, tokens_per_s, typical_tokens_per_s, undisturbed
from meshnet_gui.modelstore.precision import in_precision
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.shard import Shard
from meshnet_gui.runtime.assembly import load_tokenizer, shard_loader
from meshnet_gui.settings import Settings
from meshnet_gui.wire.messages import CacheMode, ForwardRequest, TensorPayload, TokenReply, mint_session_id

NUM_ROUNDS = 5
NUM_TOKENS = 64
NUM_WARM_UP_TOKENS = 8
THREADS = (1, 2)
PRECISIONS = ("fp32", "int8")
EXACT, HALF = "fp32", "bf16"
RUNNER = "lean"  # a busy moment while a shard loads must not decide what is measured
TWO_OVER_ONE = 0.9
AGREEMENT = 0.97
MORE_PERPLEXITY = 1.03
BANDWIDTH_BYTES = 256 * 2**20
BANDWIDTH_TRIES = 30
COLUMNS = ("precision, threads", "side", "tokens/s", "quickest", "of the limit", "tokens of fp32")

Generate = Callable[[Sequence[int], int], Timed]


@dataclass(frozen=True, slots=True)
class Measured:
    """One number of threads: each side's generations by name, and each precision's limit in tokens per second."""

    num_threads: int
    rounds: Mapping[str, Sequence[Timed]]
    limits: Mapping[str, float]

    def rate(self, side: str) -> float:
        """Tokens per second of the decode steps, the median of the rounds."""
        return median(tokens_per_s(timed.decode_seconds) for timed in self.rounds[side])

    def quickest(self, side: str) -> float:
        """The same of the typical step, each step as its quickest round had it: other programs only ever add to one."""
        return typical_tokens_per_s(undisturbed([timed.decode_seconds for timed in self.rounds[side]]))

    def agrees(self, side: str) -> bool:
        """Whether it always said what transformers says in float32."""
        expected = self.rounds[f"{EXACT}_transformers"][0].token_ids
        return all(timed.token_ids == expected for timed in self.rounds[side])

    def figures(self) -> dict[str, float]:
        """By the names that scripts know."""
        threads, found = f"t{self.num_threads}", {}
        for side in self.rounds:
            precision, what = side.split("_", 1)
            found[f"{precision}_{threads}_{what}"] = self.rate(side)
            found[f"{precision}_{threads}_{what}_quickest"] = self.quickest(side)
        for precision, limit in self.limits.items():
            start, one = f"{precision}_{threads}", self.rate(f"{precision}_one")
            found[f"{start}_limit"] = limit
            found[f"{start}_of_limit"] = one / limit
            found[f"{start}_two_over_one"] = self.rate(f"{precision}_two_nodes") / one
            found[f"{start}_over_transformers"] = one / self.rate(f"{EXACT}_transformers")
        return found


@dataclass(frozen=True, slots=True)
class Quality:
    """What a precision costs on the fixed text, against float32."""

    agreement: float
    perplexity_ratio: float


class InProcess:
    """A node's shard of the whole model in this process: what a node does for a step, without a network."""

    def __init__(self, shard: Shard) -> None:
        self._shard = shard

    def generate(self, ids: Sequence[int], num_tokens: int) -> Timed:
        """``num_tokens`` greedy ids after ``ids``."""
        session, watch = mint_session_id(), Stopwatch()
        found = [self._step(ids, session, "prefill", None)]
        watch.step()
        while len(found) < num_tokens:
            found.append(self._step(found[-1:], session, "decode", len(ids) + len(found) - 1))
            watch.step()
        self._shard.kv_sessions.evict(session, "closed")
        return Timed(tuple(found), tuple(watch.seconds))

    def _step(self, ids: Sequence[int], session: str, cache: CacheMode, past_len: int | None) -> int:
        payload = TensorPayload((1, len(ids)), "int64", struct.pack(f"<{len(ids)}q", *ids))
        request = ForwardRequest(payload, session, cache, past_len, model=self._shard.identity)
        reply = self._shard.forward(request)
        assert isinstance(reply, TokenReply)
        assert reply.token_id is not None
        return reply.token_id


def run(say: Say) -> Report:
    """Measures with the starter model. Raises UserError where it is not there."""
    spec = starter_spec()
    found, used, quality, bandwidth = [], "", Quality(0.0, 0.0), 0.0
    for num_threads in THREADS:
        say(f"threads {num_threads}: loading the model in this process and in two nodes for each precision")
        with ExitStack() as stack:
            shards = {p: _shard(spec, num_threads, p) for p in PRECISIONS}
            routes = {p: stack.enter_context(two_nodes(spec, num_threads, RUNNER, p)) for p in PRECISIONS}
            used = _used(shards, routes)
            sides: dict[str, Generate] = {}
            for precision in PRECISIONS:
                sides[f"{precision}_one"] = InProcess(shards[precision]).generate
                sides[f"{precision}_two_nodes"] = routes[precision].generate
            sides[f"{EXACT}_transformers"] = _transformers(spec, num_threads, half=False)
            sides[f"{HALF}_transformers"] = _transformers(spec, num_threads, half=True)
            bandwidth = max(bandwidth, read_bandwidth(num_threads))
            rounds = measure(sides, prompt_ids(spec), say)
            bandwidth = max(bandwidth, read_bandwidth(num_threads))  # other programs only ever take from it
            limits = {precision: bandwidth / shard.parameter_bytes for precision, shard in shards.items()}
            found.append(Measured(num_threads, rounds, limits))
            if num_threads == THREADS[-1]:
                say("reading the fixed text")
                quality = _quality(spec, shards)
    return report(spec, found, quality, used)


def _shard(spec: ModelSpec, num_threads: int, precision: str) -> Any:
    load = shard_loader(Settings(num_threads=num_threads, runner=RUNNER, precision=precision))
    return load(in_precision(spec, precision), spec.full_span())


def _used(shards: Mapping[str, Shard], routes: Mapping[str, LoopbackRoute]) -> str:
    """What computed each precision, in one process and on the nodes."""
    return ", ".join(f"{p} {shard.runner_name} / {runners(routes[p].route)}" for p, shard in shards.items())


def _quality(spec: ModelSpec, shards: Mapping[str, Any]) -> Quality:
    from meshnet_gui.engine import quality

    ids = load_tokenizer(spec.path).encode(quality.fixed_text())[: quality.MAX_TOKENS]
    exact, rounded = (quality.foresee(shards[precision], ids) for precision in PRECISIONS)
    return Quality(rounded.agreement(exact), rounded.perplexity / exact.perplexity)


def measure(
    sides: Mapping[str, Generate],
    ids: Sequence[int],
    say: Say,
    num_rounds: int = NUM_ROUNDS,
    num_tokens: int = NUM_TOKENS,
) -> Mapping[str, list[Timed]]:
    """All sides in turn, ``num_rounds`` times, after a warm-up."""
    for generate in sides.values():
        generate(ids, NUM_WARM_UP_TOKENS)
    rounds: dict[str, list[Timed]] = {side: [] for side in sides}
    for number in range(1, num_rounds + 1):
        for side, generate in sides.items():
            rounds[side].append(generate(ids, num_tokens))
        rates = ", ".join(f"{side} {tokens_per_s(timed[-1].decode_seconds):.1f}" for side, timed in rounds.items())
        say(f"round {number} of {num_rounds}: {rates}")
    return rounds


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


def report(spec: ModelSpec, found: Sequence[Measured], quality: Quality, used: str) -> Report:
    """Medians over the rounds."""
    figures: dict[str, float] = {}
    for at in found:
        figures |= at.figures()
    exact_sides = (f"{EXACT}_one", f"{EXACT}_two_nodes")
    figures["same_tokens"] = float(all(at.agrees(side) for at in found for side in exact_sides))
    figures["int8_agreement"] = quality.agreement
    figures["int8_perplexity_ratio"] = quality.perplexity_ratio
    targets = [Target(f"{p}_t{at.num_threads}_two_over_one", TWO_OVER_ONE) for at in found for p in at.limits]
    targets.append(Target("int8_agreement", AGREEMENT))
    targets.append(Target("int8_perplexity_ratio", MORE_PERPLEXITY, at_least=False))
    rows = [COLUMNS, *(_row(at, side) for at in found for side in at.rounds)]
    settings = circumstances(model=spec.name, runners=used, rounds=NUM_ROUNDS, tokens_per_round=NUM_TOKENS)
    return Report("decode", figures, rows, targets, settings)


def _row(at: Measured, side: str) -> tuple[str, ...]:
    precision, what = side.split("_", 1)
    limit = at.limits.get(precision)
    of_limit = f"{at.rate(side) / limit:.2f}" if limit is not None else ""
    same = "yes" if at.agrees(side) else "no"
    rates = f"{at.rate(side):.2f}", f"{at.quickest(side):.2f}"
    return f"{precision}, {at.num_threads}", what.replace("_", " "), *rates, of_limit, same


def _transformers(spec: ModelSpec, num_threads: int, *, half: bool) -> Generate:
    model = load_one_process(spec, num_threads, half=half)

    def generate(ids: Sequence[int], num_tokens: int) -> Timed:
        watch = Stopwatch()
        token_ids = model.generate(ids, num_tokens, lambda token_id: watch.step())
        return Timed(tuple(token_ids), tuple(watch.seconds))

    return generate
