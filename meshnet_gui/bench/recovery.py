"""``bench recovery``: what an answer loses when one of its hops is lost in the middle of it.

Three hops in a swarm on this machine, two nodes for each third of the layers, and the product's own head. At token 200
one hop is killed, each of the three in turn, later frozen. The time lost is how much longer the next token took than a
usual one, finding out included; beside it stands the time in which the same route computes all these tokens anew, which
is what a head without a history would have to wait for. The other hops must not compute any position a second time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from meshnet_gui.bench.fleet import Fleet, Place, fleet_of
from meshnet_gui.bench.meeting import meeting
from meshnet_gui.bench.own_head import Answer, OwnHead
from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import PROMPT, starter_spec
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.errors import MachineError
from meshnet_gui.head.pace import SLACK, Patience
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.demo import even_spans
from meshnet_gui.types import Message, Route

NUM_HOPS, NUM_COPIES = 3, 2
LOST_AT, NUM_TOKENS = 200, 232
NUM_KILL_ROUNDS, NUM_FREEZE_ROUNDS = 2, 1  # of each hop
NUM_PREFILLS = 3
REPLACE_DEADLINE_S = 120.0
NEVER_S = 1e6  # JSON has no infinity
KILL, FREEZE = "killed", "frozen"
TARGETS = (
    Target("time_lost_over_full_reprefill", 0.5, at_least=False),
    Target("other_hops_prefilled_tokens", 0, at_least=False),
    Target("detect_kill_s", 0.5, at_least=False),
    Target("texts_differing", 0, at_least=False),
    Target("failed", 0, at_least=False),
)
COLUMNS = ("hop", "detected s", "time lost s", "full re-prefill s", "ratio", "others computed twice", "text", "failure")


@dataclass(frozen=True, slots=True)
class Lost:
    """One answer that lost a hop. Units: seconds; None where it broke off. ``twice`` counts positions."""

    what: str
    hop: int
    detected: float | None
    time_lost: float | None
    full_prefill: float
    twice: int
    differs: bool
    failure: str = ""

    @property
    def ratio(self) -> float | None:
        return None if self.time_lost is None else self.time_lost / self.full_prefill


class Blow:
    """What is done to a hop of an answer at token ``LOST_AT``; ``at`` is when it was."""

    def __init__(self, fleet: Fleet, what: str, hop: int) -> None:
        self.what = what
        self.hop = hop
        self.place: Place | None = None
        self.at = 0.0
        self._fleet = fleet

    def on_token(self, num_tokens: int, route: Route) -> None:
        if num_tokens == LOST_AT:
            self.place = self._fleet.at(route.hops[self.hop].address)
            self.at = time.perf_counter()
            (self._fleet.kill if self.what == KILL else self._fleet.freeze)(self.place)


def run(say: Say, plain_http: bool = False) -> Report:
    """Measures with the starter model. Raises UserError where it is not there."""
    spec = starter_spec()
    spans = [span for span in even_spans(spec.num_layers, NUM_HOPS) for _ in range(NUM_COPIES)]
    say(f"starting {len(spans)} nodes")
    with (
        LoopThread("meshnet-bench") as loop,
        meeting(spec, plain_http=plain_http) as met,
        fleet_of(loop, spec, spans, met) as fleet,
    ):
        head = met.head
        unbroken = head.ask(PROMPT, NUM_TOKENS)
        if unbroken.failure or len(unbroken.token_ids) != NUM_TOKENS:
            raise MachineError(f"The undisturbed answer has {len(unbroken.token_ids)} tokens. {unbroken.failure}")
        rounds = []
        for what, num_rounds in ((KILL, NUM_KILL_ROUNDS), (FREEZE, NUM_FREEZE_ROUNDS)):
            for hop in [*range(NUM_HOPS)] * num_rounds:
                rounds.append(lose(loop, fleet, head, unbroken, what, hop))
                say(f"hop {hop + 1} {what}: {' '.join(_row(rounds[-1])[1:])}")
    return report(spec, rounds, median(unbroken.gaps))


def lose(loop: LoopThread, fleet: Fleet, head: OwnHead, unbroken: Answer, what: str, hop: int) -> Lost:
    """One answer that loses a hop; afterwards all nodes serve again. Raises MachineError where nothing was lost."""
    before = {place.address: head.num_computed(place.address) for place in fleet.places}
    blow = Blow(fleet, what, hop)
    answer = head.ask(PROMPT, NUM_TOKENS, blow.on_token)
    if blow.place is None or answer.route is None:
        raise MachineError(f"An answer ended before token {LOST_AT}. {answer.failure}")
    others = [h.address for h in answer.route.hops if h.address != blow.place.address]
    twice = sum(head.num_computed(address) - before[address] for address in others) - len(others) * _num_due(answer)
    prefill = full_prefill(head, answer.num_prompt_tokens + LOST_AT)
    restore(loop, fleet, blow.place)
    return judge(unbroken, answer, blow, prefill, max(0, twice))


def judge(unbroken: Answer, answer: Answer, blow: Blow, prefill: float, twice: int) -> Lost:
    """What the answer lost, beside the undisturbed one."""
    noted = answer.noted_after(blow.at)
    if answer.failure:
        noted = noted or answer.ended_at
        return Lost(blow.what, blow.hop, noted - blow.at, None, prefill, twice, False, answer.failure)
    lost = answer.gaps[LOST_AT - 1] - median(answer.gaps[: LOST_AT - 1])
    detected = None if noted is None else noted - blow.at
    return Lost(blow.what, blow.hop, detected, lost, prefill, twice, answer.token_ids != unbroken.token_ids)


def restore(loop: LoopThread, fleet: Fleet, place: Place) -> None:
    """The node goes on, or another comes in its place."""
    if place.state == "frozen":
        fleet.go_on(place)
    else:
        loop.submit(fleet.replace(place)).result(REPLACE_DEADLINE_S)
    loop.submit(fleet.until_all_ready()).result(REPLACE_DEADLINE_S)


def full_prefill(head: OwnHead, num_tokens: int) -> float:
    """Seconds in which the route computes so many positions anew: the median of some tries, scaled by their lengths."""
    words = "The keeper climbed the stairs of the lighthouse, lit the lamp, and wrote down what he saw of the ship. "
    found = []
    for number in range(NUM_PREFILLS):
        text = f"{number} {words * (num_tokens // 22)}"
        answer = head.converse([Message("user", text)], 1)
        if answer.result is None:
            raise MachineError(f"A prompt could not be computed. {answer.failure}")
        found.append(answer.result.first_token_s * num_tokens / answer.num_prompt_tokens)
    return median(found)


def _num_due(answer: Answer) -> int:
    """How many positions each hop computes for an answer that nothing disturbs: all but the last token."""
    return answer.num_prompt_tokens + len(answer.times) - 1


def report(spec: ModelSpec, rounds: Sequence[Lost], step_s: float) -> Report:
    """Medians of what is lost, and the worst of what was found out and computed twice."""
    killed, frozen = ([r for r in rounds if r.what == what] for what in (KILL, FREEZE))
    ratios = [r.ratio for r in killed if r.ratio is not None]
    figures: Mapping[str, float] = {
        "time_lost_over_full_reprefill": median(ratios) if ratios else NEVER_S,
        "worst_time_lost_over_full_reprefill": max(ratios, default=NEVER_S),
        "time_lost_s": median([r.time_lost for r in killed if r.time_lost is not None] or [NEVER_S]),
        "full_reprefill_s": median(r.full_prefill for r in rounds),
        "other_hops_prefilled_tokens": float(sum(r.twice for r in rounds)),
        "detect_kill_s": _worst(killed),
        "detect_freeze_s": _worst(frozen),
        "texts_differing": float(sum(r.differs for r in rounds)),
        "failed": float(sum(bool(r.failure) for r in rounds)),
        "step_s": step_s,
    }
    settings = circumstances(
        model=spec.name,
        nodes=NUM_HOPS * NUM_COPIES,
        threads_per_node=1,
        lost_at_token=LOST_AT,
        rounds=len(rounds),
        step_deadline_s=f"{SLACK:g} usual steps, {Patience().floor_s:g} at least",
    )
    return Report("recovery", figures, [COLUMNS, *map(_row, rounds)], TARGETS, settings)


def _worst(rounds: Sequence[Lost]) -> float:
    """Of what nobody was told, nothing is known: it counts as never found out."""
    return max((NEVER_S if r.detected is None else r.detected for r in rounds), default=NEVER_S)


def _row(r: Lost) -> tuple[str, ...]:
    text = "-" if r.failure else "DIFFERS" if r.differs else "same"
    seconds = ("-" if value is None else f"{value:.3f}" for value in (r.detected, r.time_lost, r.full_prefill, r.ratio))
    return f"{r.hop + 1} {r.what}", *seconds, str(r.twice), text, r.failure[:120]
