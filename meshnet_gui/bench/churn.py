"""``bench churn``: volunteers come and go, and the chat must not notice.

Six node processes and the product's own head in a swarm on this machine, three copies of each half of the layers. While
the head answers one prompt after another, a node is killed every 5 to 10 s and started again at once, and one is frozen
every 15 s and goes on 5 s later; never the last ready copy of a half. Who and when is drawn by ``--seed``, so a run can
be played again as far as the machine is the same. Every text must be what the same route says undisturbed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from random import Random

from meshnet_gui.bench.fleet import Fleet, Place, fleet_of
from meshnet_gui.bench.meeting import meeting
from meshnet_gui.bench.own_head import Answer, OwnHead
from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import starter_spec
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.demo import even_spans

NUM_SPANS, NUM_COPIES = 2, 3
NUM_TOKENS, LEAST_TOKENS = 96, 64
NUM_GENERATIONS, NUM_RECOVERIES = 20, 10
KILL_EVERY_S = (5.0, 10.0)
FREEZE_EVERY_S, FREEZE_FOR_S = 15.0, 5.0
AT_MOST_S = 1200.0
PROMPTS = (
    "Tell me a long story about a lighthouse keeper, a storm and a ship that came home.",
    "Explain how the internet works to a child.",
    "Describe a walk through a forest in autumn, from morning to evening.",
    "Write a long letter from a sailor to his sister about the harbours that he has seen.",
)
TARGETS = (
    Target("failed", 0, at_least=False),
    Target("texts_differing", 0, at_least=False),
    Target("generations", NUM_GENERATIONS),
    Target("recoveries", NUM_RECOVERIES),
)
COLUMNS = ("generation", "tokens", "tokens/s", "longest wait s", "recoveries", "text", "what went wrong")


@dataclass(slots=True)
class Events:
    """What was done to the nodes so far."""

    kills: int = 0
    freezes: int = 0
    spared: int = 0  # turns at which nobody could be done without


@dataclass(frozen=True, slots=True)
class Round:
    """One answer under churn beside the undisturbed one to the same prompt."""

    answer: Answer
    unbroken: tuple[int, ...]

    @property
    def differs(self) -> bool:
        return not self.answer.failure and self.answer.token_ids != self.unbroken


class Churn:
    """Kills and freezes nodes until it is cancelled. Threads: one loop."""

    def __init__(self, fleet: Fleet, seed: int, say: Say) -> None:
        self.events = Events()
        self._fleet = fleet
        self._say = say
        self._killing, self._freezing = Random(f"{seed} kills"), Random(f"{seed} freezes")

    async def run(self) -> None:
        """Raises MachineError where a replacement does not come up."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._kill_now_and_then(group))
                group.create_task(self._freeze_now_and_then())
        except ExceptionGroup as failed:  # what an except* clause raises would come in a group again
            raise failed.exceptions[0] from failed

    async def _kill_now_and_then(self, group: asyncio.TaskGroup) -> None:
        while True:
            await asyncio.sleep(self._killing.uniform(*KILL_EVERY_S))
            place = self._victim(self._killing)
            if place is not None:
                self.events.kills += 1
                self._say(f"  kills node {place.number + 1} (layers {place.span})")
                self._fleet.kill(place)
                group.create_task(self._fleet.replace(place))

    async def _freeze_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(FREEZE_EVERY_S)
            place = self._victim(self._freezing)
            if place is not None:
                self.events.freezes += 1
                self._say(f"  freezes node {place.number + 1} (layers {place.span}) for {FREEZE_FOR_S:.0f} s")
                self._fleet.freeze(place)
                try:
                    await asyncio.sleep(FREEZE_FOR_S)
                finally:
                    self._fleet.go_on(place)

    def _victim(self, random: Random) -> Place | None:
        """The next one in the order that is drawn that is ready and not the last of its layers."""
        order = random.sample(self._fleet.places, len(self._fleet.places))
        found = next((p for p in order if self._fleet.is_ready(p) and self._fleet.can_do_without(p)), None)
        self.events.spared += found is None
        return found


def run(say: Say, seed: int = 0, plain_http: bool = False) -> Report:
    """Measures with the starter model. Raises UserError where it is not there."""
    spec = starter_spec()
    spans = [span for span in even_spans(spec.num_layers, NUM_SPANS) for _ in range(NUM_COPIES)]
    say(f"starting {len(spans)} nodes")
    with (
        LoopThread("meshnet-bench") as loop,
        meeting(spec, plain_http=plain_http) as met,
        fleet_of(loop, spec, spans, met) as fleet,
    ):
        head = met.head
        say("undisturbed answers")
        unbroken = [undisturbed(head, prompt) for prompt in PROMPTS]
        churn = Churn(fleet, seed, say)
        started = time.perf_counter()
        running = loop.submit(churn.run())
        try:
            rounds = answers(head, unbroken, say, lambda: _may_go_on(running, started))
        finally:
            running.cancel()
        seconds = time.perf_counter() - started
    return report(spec, rounds, churn.events, seconds, seed)


def _may_go_on(churn: Future[None], started: float) -> bool:
    """Whether there is time left. Raises what ended the churn, where something did."""
    if churn.done():
        churn.result()
    return time.perf_counter() - started < AT_MOST_S


def undisturbed(head: OwnHead, prompt: str) -> tuple[int, ...]:
    """The answer that no churn disturbs. Raises MachineError where there is none to compare with."""
    answer = head.ask(prompt, NUM_TOKENS)
    if answer.failure or answer.num_recoveries:
        raise MachineError(f"An undisturbed answer was disturbed: {answer.failure or answer.notes}.")
    if len(answer.token_ids) < LEAST_TOKENS:
        raise MachineError(f"An answer has only {len(answer.token_ids)} tokens.")
    return answer.token_ids


def answers(
    head: OwnHead, unbroken: Sequence[tuple[int, ...]], say: Say, may_go_on: Callable[[], bool] = lambda: True
) -> list[Round]:
    """One answer after another, until there were enough of them and enough recoveries."""
    rounds: list[Round] = []
    while may_go_on() and not _is_enough(rounds):
        number = len(rounds) % len(PROMPTS)
        rounds.append(Round(head.ask(PROMPTS[number], NUM_TOKENS), unbroken[number]))
        say(f"generation {len(rounds)}: {' '.join(_row(len(rounds), rounds[-1])[1:])}")
    return rounds


def _is_enough(rounds: Sequence[Round]) -> bool:
    num_recoveries = sum(r.answer.num_recoveries for r in rounds)
    return len(rounds) >= NUM_GENERATIONS and num_recoveries >= NUM_RECOVERIES


def report(spec: ModelSpec, rounds: Sequence[Round], events: Events, seconds: float, seed: int) -> Report:
    """What must be zero, what must be enough, and how long people waited."""
    gaps = [max(r.answer.gaps) for r in rounds if r.answer.gaps]
    figures = {
        "generations": float(len(rounds)),
        "failed": float(sum(bool(r.answer.failure) for r in rounds)),
        "texts_differing": float(sum(r.differs for r in rounds)),
        "recoveries": float(sum(r.answer.num_recoveries for r in rounds)),
        "kills": float(events.kills),
        "freezes": float(events.freezes),
        "longest_wait_s": max(gaps, default=0.0),
        "seconds": seconds,
    }
    settings = circumstances(
        model=spec.name,
        nodes=NUM_SPANS * NUM_COPIES,
        copies=NUM_COPIES,
        threads_per_node=1,
        tokens_per_generation=NUM_TOKENS,
        turns_with_nobody_to_spare=events.spared,
        seed=seed,
    )
    return Report("churn", figures, [COLUMNS, *(_row(n, r) for n, r in enumerate(rounds, 1))], TARGETS, settings)


def _row(number: int, r: Round) -> tuple[str, ...]:
    answer = r.answer
    wait = f"{max(answer.gaps):.2f}" if answer.gaps else "-"
    rate = f"{len(answer.gaps) / sum(answer.gaps):.1f}" if answer.gaps else "-"
    text = "-" if answer.failure else "DIFFERS" if r.differs else "same"
    return str(number), str(len(answer.times)), rate, wait, str(answer.num_recoveries), text, answer.failure[:120]
