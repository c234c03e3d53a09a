"""``bench overhead``: what it costs to split a model over two processes on one machine.

The same greedy answer by one process of transformers and by the two-node loopback route, float32, one thread in each
process (the hops compute in turn), in turns of a few tokens, so that both see the same machine. It is the cost of the
split alone where the nodes compute as transformers does (``--runner generic``); with the lean path the ratio is above 1
where that gains more than the split costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import (
    NUM_THREADS,
    LoopbackRoute,
    OneProcess,
    Timed,
    load_one_process,
    prompt_ids,
    runners,
    side_by_side,
    starter_spec,
    two_nodes,
)
from meshnet_gui.bench.timing import tokens_per_s, typical_tokens_per_s
from meshnet_gui.modelstore.spec import ModelSpec

NUM_ROUNDS = 5
NUM_TOKENS = 96
NUM_WARM_UP_TOKENS = 16
STEPS_PER_TURN = 8
TARGETS = (Target("ratio", 0.9),)
COLUMNS = ("round", "one process", "two nodes", "ratio", "ratio of typical steps", "first token ms", "same tokens")


@dataclass(frozen=True, slots=True)
class Round:
    """Both sides of one round."""

    one_process: Timed
    two_nodes: Timed

    @property
    def rates(self) -> tuple[float, float]:
        """Tokens per second of the decode steps, one process and two nodes."""
        return tokens_per_s(self.one_process.decode_seconds), tokens_per_s(self.two_nodes.decode_seconds)

    @property
    def ratio(self) -> float:
        one, two = self.rates
        return two / one

    @property
    def typical_ratio(self) -> float:
        one, two = (typical_tokens_per_s(side.decode_seconds) for side in (self.one_process, self.two_nodes))
        return two / one

    @property
    def agrees(self) -> bool:
        return self.one_process.token_ids == self.two_nodes.token_ids


def run(say: Say, runner: str = "auto") -> Report:
    """Measures with the starter model, its nodes computing by ``runner``. Raises UserError where it is not there."""
    spec = starter_spec()
    say("loading the model in this process and in two nodes")
    one_process = load_one_process(spec)
    with two_nodes(spec, runner=runner) as route:
        found = runners(route.route)
        say(f"the nodes compute by the {found} path")
        rounds = measure(one_process, route, prompt_ids(spec), say)
    return report(spec, rounds, found)


def measure(
    one_process: OneProcess, route: LoopbackRoute, ids: list[int], say: Say, num_rounds: int = NUM_ROUNDS
) -> list[Round]:
    """All rounds, after a warm-up."""
    side_by_side(one_process, route, ids, NUM_WARM_UP_TOKENS, STEPS_PER_TURN)
    rounds = []
    for number in range(1, num_rounds + 1):
        rounds.append(Round(*side_by_side(one_process, route, ids, NUM_TOKENS, STEPS_PER_TURN)))
        say(f"round {number} of {num_rounds}: ratio {rounds[-1].ratio:.3f}")
    return rounds


def report(spec: ModelSpec, rounds: list[Round], runner: str = "generic") -> Report:
    """Medians over the rounds."""
    ratio = median(r.ratio for r in rounds)
    one, two = (median(rates) for rates in zip(*(r.rates for r in rounds), strict=True))
    figures = {
        "ratio": ratio,
        "one_process_tps": one,
        "two_nodes_tps": two,
        "ratio_of_typical_steps": median(r.typical_ratio for r in rounds),
        "same_tokens": float(all(r.agrees for r in rounds)),
    }
    rows = [COLUMNS, *(_row(str(number), r) for number, r in enumerate(rounds, 1))]
    settings = circumstances(
        model=spec.name,
        dtype="float32",
        runner=runner,
        threads_per_process=NUM_THREADS,
        rounds=len(rounds),
        tokens_per_round=NUM_TOKENS,
        tokens_per_turn=STEPS_PER_TURN,
    )
    return Report("overhead", figures, rows, TARGETS, settings)


def _row(name: str, r: Round) -> tuple[str, ...]:
    one, two = r.rates
    waits = f"{r.one_process.seconds[0] * 1e3:.0f} / {r.two_nodes.seconds[0] * 1e3:.0f}"
    same = "yes" if r.agrees else "NO"
    return name, f"{one:.2f}", f"{two:.2f}", f"{r.ratio:.3f}", f"{r.typical_ratio:.3f}", waits, same
