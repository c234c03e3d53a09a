"""``bench decay``: does the speed hold over a long answer?

With session caches the two-node route must hold its speed as well as one process of transformers does, which it runs
beside in turns; without them every step computes everything, and the speed falls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import (
    NUM_THREADS,
    Timed,
    load_one_process,
    prompt_ids,
    side_by_side,
    starter_spec,
    two_nodes,
)
from meshnet_gui.bench.timing import last_over_first, quarters, typical_tokens_per_s, undisturbed
from meshnet_gui.modelstore.spec import ModelSpec

NUM_CACHED_TOKENS = 1024
NUM_STATELESS_TOKENS = 256
NUM_WARM_UP_TOKENS = 16
STEPS_PER_TURN = 16
NUM_ROUNDS = 2
AS_FLAT_AS_TRANSFORMERS = 0.95
STATELESS_LIMIT = 0.7
ONE_PROCESS, CACHED, STATELESS = "transformers, one process", "two nodes, cached", "two nodes, stateless"


def run(say: Say) -> Report:
    """Measures with the starter model. Raises UserError where it is not there."""
    spec = starter_spec()
    say("loading the model in this process and in two nodes")
    one_process, ids = load_one_process(spec), prompt_ids(spec)
    runs: dict[str, list[Timed]] = {ONE_PROCESS: [], CACHED: [], STATELESS: []}
    with two_nodes(spec) as route:
        side_by_side(one_process, route, ids, NUM_WARM_UP_TOKENS, STEPS_PER_TURN)
        for number in range(1, NUM_ROUNDS + 1):
            say(f"round {number} of {NUM_ROUNDS}: {NUM_CACHED_TOKENS} tokens each, in turns")
            alone, cached = side_by_side(one_process, route, ids, NUM_CACHED_TOKENS, STEPS_PER_TURN)
            say(f"round {number} of {NUM_ROUNDS}: {NUM_STATELESS_TOKENS} tokens without session caches")
            stateless = route.generate(ids, NUM_STATELESS_TOKENS, cached=False)
            for mode, run in ((ONE_PROCESS, alone), (CACHED, cached), (STATELESS, stateless)):
                runs[mode].append(run)
    return report(spec, runs)


def report(spec: ModelSpec, runs: Mapping[str, Sequence[Timed]]) -> Report:
    """Last quarter over first, each step taken from its quickest round."""
    steps = {mode: undisturbed([run.decode_seconds for run in rounds]) for mode, rounds in runs.items()}
    ratios = {mode: last_over_first(seconds) for mode, seconds in steps.items()}
    figures = {
        "cached_last_over_first": ratios[CACHED],
        "transformers_last_over_first": ratios[ONE_PROCESS],
        "stateless_last_over_first": ratios[STATELESS],
        "cached_over_transformers": ratios[CACHED] / ratios[ONE_PROCESS],
        "same_tokens": float(_agree(runs)),
    }
    targets = (
        Target("cached_over_transformers", AS_FLAT_AS_TRANSFORMERS),
        Target("stateless_last_over_first", STATELESS_LIMIT, at_least=False),
    )
    columns = ("tokens/s of the typical step", "tokens", "1st quarter", "2nd", "3rd", "4th", "last / first")
    rows: list[tuple[str, ...]] = [columns]
    for mode, rounds in runs.items():
        rows += [_row(f"{mode}, round {number}", run.decode_seconds) for number, run in enumerate(rounds, 1)]
        rows.append(_row(f"{mode}, quickest steps", steps[mode]))
    settings = circumstances(
        model=spec.name,
        dtype="float32",
        threads_per_process=NUM_THREADS,
        rounds=NUM_ROUNDS,
        tokens_per_turn=STEPS_PER_TURN,
    )
    return Report("decay", figures, rows, targets, settings)


def _agree(runs: Mapping[str, Sequence[Timed]]) -> bool:
    """Whether all runs say the same, as far as each goes."""
    all_ids = [run.token_ids for rounds in runs.values() for run in rounds]
    longest = max(all_ids, key=len)
    return all(longest[: len(ids)] == ids for ids in all_ids)


def _row(name: str, seconds: Sequence[float]) -> tuple[str, ...]:
    rates = [f"{typical_tokens_per_s(quarter):.2f}" for quarter in quarters(seconds)]
    return name, str(len(seconds) + 1), *rates, f"{last_over_first(seconds):.3f}"
