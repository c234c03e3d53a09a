"""What ``bench decode`` measured -> its figures, table and targets. Pure functions on made or measured numbers.

A figure is named after precision, threads and what it is of: ``int8_t1_two_nodes``, ``fp32_t2_prefill_one``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from meshnet_gui.bench.beside import Rates
from meshnet_gui.bench.quality import AGREEMENT, MORE_PERPLEXITY
from meshnet_gui.bench.report import Report, Target, circumstances
from meshnet_gui.bench.timing import tokens_per_s, typical_tokens_per_s, undisturbed
from meshnet_gui.modelstore.spec import ModelSpec

EXACT, HALF = "fp32", "bf16"
ONE, TWO_NODES, TRANSFORMERS = "one", "two_nodes", "transformers"
TWO_OVER_ONE = 0.9
DECODE_OVER_BESIDE: Mapping[str, float] = {"fp32": 1.0, "bf16": 1.0, "int8": 0.9, "int4": 1.3}
PREFILL_OVER_BESIDE = 0.8
COLUMNS = ("precision, threads", "side", "decode", "quickest", "of the limit", "prefill", "tokens of fp32")


@dataclass(frozen=True, slots=True)
class Sample:
    """One side in one round: an answer's ids with the seconds of its decode steps, and the speed of a long prompt."""

    token_ids: tuple[int, ...]
    decode_seconds: tuple[float, ...]
    prefill: float

    @property
    def decode(self) -> float:
        return tokens_per_s(self.decode_seconds)


@dataclass(frozen=True, slots=True)
class Measured:
    """One number of threads: each side's rounds by ``PRECISION_SIDE``, each precision's limit in tokens per second.

    ``beside`` has the other program's rounds by precision; it may be empty.
    """

    num_threads: int
    rounds: Mapping[str, Sequence[Sample]]
    limits: Mapping[str, float]
    beside: Mapping[str, Sequence[Rates]] = field(default_factory=dict)

    def decode(self, side: str) -> float:
        """Tokens per second of the decode steps, the median of the rounds."""
        return median(sample.decode for sample in self.rounds[side])

    def prefill(self, side: str) -> float:
        """Tokens per second of a long prompt, the median of the rounds."""
        return median(sample.prefill for sample in self.rounds[side])

    def quickest(self, side: str) -> float:
        """Decode at the typical step, each step as its quickest round had it: other programs only ever add to one."""
        return typical_tokens_per_s(undisturbed([sample.decode_seconds for sample in self.rounds[side]]))

    def agrees(self, side: str) -> bool:
        """Whether it always said what transformers says in float32."""
        expected = self.rounds[f"{EXACT}_{TRANSFORMERS}"][0].token_ids
        return all(sample.token_ids == expected for sample in self.rounds[side])

    def figures(self) -> dict[str, float]:
        """By the names that scripts know."""
        found = {}
        for side in self.rounds:
            precision, what = side.split("_", 1)
            start = f"{precision}_t{self.num_threads}"
            found[f"{start}_{what}"] = self.decode(side)
            found[f"{start}_{what}_quickest"] = self.quickest(side)
            found[f"{start}_prefill_{what}"] = self.prefill(side)
        for precision, limit in self.limits.items():
            found |= self._of_precision(precision, limit)
        return found

    def _of_precision(self, precision: str, limit: float) -> dict[str, float]:
        start, one, two = f"{precision}_t{self.num_threads}", f"{precision}_{ONE}", f"{precision}_{TWO_NODES}"
        found = {
            f"{start}_limit": limit,
            f"{start}_of_limit": self.decode(one) / limit,
            f"{start}_two_over_one": self.decode(two) / self.decode(one),
            f"{start}_over_transformers": self.decode(one) / self.decode(f"{EXACT}_{TRANSFORMERS}"),
            f"{start}_prefill_two_over_one": self.prefill(two) / self.prefill(one),
        }
        rounds = self.beside.get(precision, ())
        for what, ours in (("decode", self.decode(two)), ("prefill", self.prefill(two))):
            theirs = median_of(rounds, what)
            if theirs is not None:
                found[f"{start}_beside_{what}"] = theirs
                found[f"{start}_{what}_over_beside"] = ours / theirs
        return found


@dataclass(frozen=True, slots=True)
class Quality:
    """What a precision costs on the fixed texts, against float32."""

    agreement: float
    perplexity_ratio: float


def median_of(rounds: Sequence[Rates], what: str) -> float | None:
    """The other program's ``decode`` or ``prefill``; None where it did not say one in each round."""
    said = [value for rates in rounds if (value := getattr(rates, what)) is not None]
    return median(said) if said and len(said) == len(rounds) else None


def report(
    spec: ModelSpec,
    found: Sequence[Measured],
    quality: Mapping[str, Quality],
    settings: Mapping[str, str | int | float],
) -> Report:
    """Medians over the rounds; ``quality`` by precision."""
    figures: dict[str, float] = {}
    for at in found:
        figures |= at.figures()
    exact = [(at, side) for at in found for side in (f"{EXACT}_{ONE}", f"{EXACT}_{TWO_NODES}") if side in at.rounds]
    if exact:
        figures["same_tokens"] = float(all(at.agrees(side) for at, side in exact))
    for precision, cost in quality.items():
        figures[f"{precision}_agreement"] = cost.agreement
        figures[f"{precision}_perplexity_ratio"] = cost.perplexity_ratio
    rows = [COLUMNS, *(row for at in found for row in _rows(at))]
    return Report("decode", figures, rows, _targets(found, quality), circumstances(model=spec.name, **settings))


def _targets(found: Sequence[Measured], quality: Mapping[str, Quality]) -> list[Target]:
    targets = []
    for at in found:
        for precision in at.limits:
            start, rounds = f"{precision}_t{at.num_threads}", at.beside.get(precision, ())
            targets.append(Target(f"{start}_two_over_one", TWO_OVER_ONE))
            if median_of(rounds, "decode") is not None and precision in DECODE_OVER_BESIDE:
                targets.append(Target(f"{start}_decode_over_beside", DECODE_OVER_BESIDE[precision]))
            if median_of(rounds, "prefill") is not None:
                targets.append(Target(f"{start}_prefill_over_beside", PREFILL_OVER_BESIDE))
    if "int8" in quality:
        targets.append(Target("int8_agreement", AGREEMENT))
        targets.append(Target("int8_perplexity_ratio", MORE_PERPLEXITY, at_least=False))
    return targets


def _rows(at: Measured) -> list[tuple[str, ...]]:
    rows = [_row(at, side) for side in at.rounds]
    for precision, rounds in at.beside.items():
        decode, prefill = (_cell(median_of(rounds, what)) for what in ("decode", "prefill"))
        rows.append((f"{precision}, {at.num_threads}", "beside", decode, "", "", prefill, ""))
    return rows


def _row(at: Measured, side: str) -> tuple[str, ...]:
    precision, what = side.split("_", 1)
    limit = at.limits.get(precision)
    of_limit = _cell(at.decode(side) / limit if limit is not None else None)
    speeds = _cell(at.decode(side)), _cell(at.quickest(side)), of_limit, _cell(at.prefill(side))
    return f"{precision}, {at.num_threads}", what.replace("_", " "), *speeds, "yes" if at.agrees(side) else "no"


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}" if value < 100 else f"{value:.0f}"
