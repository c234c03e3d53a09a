"""``bench join``: how soon does a volunteer's computer help?

A head in a swarm on this machine has a node for the first half of the layers and nobody for the second. A node for
that is started: when does it serve, when does the head's route use it, and when has it served its first token to
somebody who asks at that instant? The same again with a new process each time; the first one may find its files in no
cache of the system.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from meshnet_gui.bench.fleet import Fleet, fleet_of
from meshnet_gui.bench.meeting import meeting
from meshnet_gui.bench.own_head import OwnHead
from meshnet_gui.bench.report import Report, Say, circumstances
from meshnet_gui.bench.rig import PROMPT, starter_spec
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.demo import even_spans

NUM_ROUNDS = 5
JOIN_DEADLINE_S = 120.0
LOOK_EVERY_S = 0.005
COLUMNS = ("round", "start to ready s", "ready to route uses it s", "start to first served token s")


@dataclass(frozen=True, slots=True)
class Joined:
    """Seconds from the start of the process."""

    ready: float
    in_route: float
    first_token: float

    @property
    def ready_to_route(self) -> float:
        """0 where the head had heard of the node before its process said that it serves, as a swarm's head may."""
        return max(0.0, self.in_route - self.ready)


def run(say: Say, plain_http: bool = False) -> Report:
    """Measures with the starter model. Raises UserError where it is not there."""
    spec = starter_spec()
    spans = even_spans(spec.num_layers, 2)
    say("starting the first node")
    with (
        LoopThread("meshnet-bench") as loop,
        meeting(spec, plain_http=plain_http) as met,
        fleet_of(loop, spec, spans, met, 1) as fleet,
    ):
        head = met.head
        rounds = []
        for number in range(1, NUM_ROUNDS + 1):
            rounds.append(join(loop, fleet, head))
            say(f"round {number} of {NUM_ROUNDS}: {rounds[-1].first_token:.2f} s to the first served token")
    return report(spec, rounds)


def join(loop: LoopThread, fleet: Fleet, head: OwnHead) -> Joined:
    """One node comes, serves a token, and is gone again. Raises MachineError where it does not."""
    newcomer = fleet.places[-1]
    coming = loop.submit(fleet.fill([newcomer]))
    give_up_at = time.perf_counter() + JOIN_DEADLINE_S
    while head.route_now() is None:
        if time.perf_counter() > give_up_at:
            raise MachineError("The head's route does not use the new node.")
        time.sleep(LOOK_EVERY_S)
    in_route_at = time.perf_counter()
    answer = head.ask(PROMPT, 1)
    if answer.failure or not answer.times:
        raise MachineError(f"The new node served no token. {answer.failure}")
    coming.result(JOIN_DEADLINE_S)
    since = newcomer.started_at
    found = Joined(newcomer.ready_at - since, in_route_at - since, answer.times[0] - since)
    loop.submit(fleet.empty(newcomer)).result(JOIN_DEADLINE_S)
    return found


def report(spec: ModelSpec, rounds: Sequence[Joined]) -> Report:
    """Medians over the rounds."""
    figures = {
        "start_to_ready_s": median(r.ready for r in rounds),
        "join_to_route_s": median(r.ready_to_route for r in rounds),
        "start_to_first_token_s": median(r.first_token for r in rounds),
        "worst_start_to_first_token_s": max(r.first_token for r in rounds),
    }
    rows = [COLUMNS, *(_row(str(number), r) for number, r in enumerate(rounds, 1))]
    settings = circumstances(model=spec.name, threads_per_node=1, rounds=len(rounds))
    return Report("join", figures, rows, settings=settings)


def _row(name: str, r: Joined) -> tuple[str, ...]:
    return name, f"{r.ready:.2f}", f"{r.ready_to_route:.3f}", f"{r.first_token:.2f}"
