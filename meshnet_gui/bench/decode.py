"""``bench decode``: how fast an answer is computed, and how near that comes to what the memory can deliver.

The same greedy answer by the whole model in this process as a node computes it, by two nodes on loopback with as many
threads each, and by transformers in float32 and bfloat16, in turns; for one and two threads. The limit is the measured
read bandwidth over the bytes of the weights, since every token reads each weight once.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median

import numpy as np

from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import Timed, load_one_process, prompt_ids, runners, starter_spec, two_nodes
from meshnet_gui.bench.timing import Stopwatch, tokens_per_s
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.service import Shard
from meshnet_gui.runtime.assembly import shard_loader
from meshnet_gui.settings import Settings
from meshnet_gui.wire.messages import CacheMode, ForwardRequest, TensorPayload, TokenReply, mint_session_id

NUM_ROUNDS = 5
NUM_TOKENS = 64
NUM_WARM_UP_TOKENS = 8
THREADS = (1, 2)
PRECISION = "fp32"
HALF = "bf16"
TWO_OVER_ONE = 0.9
BANDWIDTH_BYTES = 256 * 2**20
BANDWIDTH_TRIES = 5
COLUMNS = ("precision, threads", "side", "tokens/s", "of the limit", "same tokens")

Generate = Callable[[Sequence[int], int], Timed]


@dataclass(frozen=True, slots=True)
class Measured:
    """One number of threads: each side's generations by name, and the weights' limit in tokens per second."""

    num_threads: int
    rounds: Mapping[str, Sequence[Timed]]
    limit: float

    def rate(self, side: str) -> float:
        """Tokens per second of the decode steps, the median of the rounds."""
        return median(tokens_per_s(timed.decode_seconds) for timed in self.rounds[side])

    def agrees(self, side: str) -> bool:
        """Whether it always said what transformers says in float32."""
        expected = self.rounds[f"{PRECISION}_transformers"][0].token_ids
        return all(timed.token_ids == expected for timed in self.rounds[side])


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
    found, used = [], ""
    for num_threads in THREADS:
        say(f"{num_threads} threads: loading the model in this process and in two nodes")
        shard = shard_loader(Settings(num_threads=num_threads))(spec, spec.full_span())
        with two_nodes(spec, num_threads) as route:
            used = f"{shard.runner_name} in one process, {runners(route.route)} on the nodes"
            sides = {
                f"{PRECISION}_one": InProcess(shard).generate,
                f"{PRECISION}_two_nodes": route.generate,
                f"{PRECISION}_transformers": _transformers(spec, num_threads, half=False),
                f"{HALF}_transformers": _transformers(spec, num_threads, half=True),
            }
            limit = read_bandwidth(num_threads) / shard.parameter_bytes
            rounds = measure(sides, prompt_ids(spec), say)
        found.append(Measured(num_threads, rounds, limit))
    return report(spec, found, used)


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


def report(spec: ModelSpec, found: Sequence[Measured], runner: str) -> Report:
    """Medians over the rounds."""
    figures: dict[str, float] = {}
    rows: list[tuple[str, ...]] = [COLUMNS]
    for at in found:
        threads = f"t{at.num_threads}"
        for side in at.rounds:
            precision, what = side.split("_", 1)
            figures[f"{precision}_{threads}_{what}"] = at.rate(side)
            rows.append(_row(at, precision, what))
        figures[f"{PRECISION}_{threads}_limit"] = at.limit
        figures[f"{PRECISION}_{threads}_of_limit"] = at.rate(f"{PRECISION}_one") / at.limit
        figures[f"{PRECISION}_{threads}_two_over_one"] = at.rate(f"{PRECISION}_two_nodes") / at.rate(f"{PRECISION}_one")
        figures[f"{PRECISION}_{threads}_over_transformers"] = at.rate(f"{PRECISION}_one") / at.rate(
            f"{PRECISION}_transformers"
        )
    sides = (f"{PRECISION}_one", f"{PRECISION}_two_nodes")
    figures["same_tokens"] = float(all(at.agrees(side) for at in found for side in sides))
    targets = [Target(f"{PRECISION}_t{at.num_threads}_two_over_one", TWO_OVER_ONE) for at in found]
    settings = circumstances(model=spec.name, runner=runner, rounds=NUM_ROUNDS, tokens_per_round=NUM_TOKENS)
    return Report("decode", figures, rows, targets, settings)


def _row(at: Measured, precision: str, what: str) -> tuple[str, ...]:
    side = f"{precision}_{what}"
    of_limit = f"{at.rate(side) / at.limit:.2f}" if precision == PRECISION else ""
    same = "yes" if at.agrees(side) else "no"
    return f"{precision}, {at.num_threads}", what.replace("_", " "), f"{at.rate(side):.2f}", of_limit, same


def _transformers(spec: ModelSpec, num_threads: int, *, half: bool) -> Generate:
    model = load_one_process(spec, num_threads, half=half)

    def generate(ids: Sequence[int], num_tokens: int) -> Timed:
        watch = Stopwatch()
        token_ids = model.generate(ids, num_tokens, lambda token_id: watch.step())
        return Timed(tuple(token_ids), tuple(watch.seconds))

    return generate
