"""``bench turns``: what the third turn of a chat computes and waits for, beside the same turn of a chat that is new.

The product's own head over two node processes; how many positions a node computed is what the node itself counts. The
third turn is asked again and again with another question, in turns with the same conversation under another system
message, of which no hop holds anything.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from meshnet_gui.bench.local_swarm import PRECISION, RUNNER, local_swarm
from meshnet_gui.bench.own_head import Answer, OwnHead
from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import NUM_THREADS, starter_spec
from meshnet_gui.errors import SwarmError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.settings import Settings
from meshnet_gui.types import Message

NUM_ROUNDS = 5
NUM_ANSWER_TOKENS = 160
NUM_SENTENCES = 22  # of a question, which has over 300 tokens then
SYSTEM = "You are keeper {} of a lighthouse and tell of the sea."
QUESTION = (
    "{} boats went out. " + "The tide rises twice a day and the boats lean on the sand. " * NUM_SENTENCES + "Why?"
)
TTFT_RATIO, NUM_TOO_MANY = 0.35, 1.0
TARGETS = (Target("ttft_ratio", TTFT_RATIO, False), Target("prefilled_beyond_new", NUM_TOO_MANY, False))
COLUMNS = ("round", "prompt", "new", "prefilled per hop", "first token s", "without reuse s", "ratio")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of which one token was asked for: its prompt, what was held of it, what each hop computed, its seconds."""

    num_prompt_tokens: int
    num_reused_tokens: int
    num_computed: tuple[int, ...]
    first_token_s: float


@dataclass(frozen=True, slots=True)
class Round:
    """The third turn with and without what the first two had left on the hops; ``num_before`` is what they hold."""

    num_before: int
    held: Turn
    anew: Turn

    @property
    def num_new(self) -> int:
        return self.held.num_prompt_tokens - self.num_before

    @property
    def num_beyond_new(self) -> int:
        """Computed by the hop that computed most, beyond what is new."""
        return max(self.held.num_computed) - self.num_new

    @property
    def ratio(self) -> float:
        return self.held.first_token_s / self.anew.first_token_s


class Talk:
    """A head whose answers are counted at its hops."""

    def __init__(self, head: OwnHead, addresses: Sequence[str]) -> None:
        self._head = head
        self._addresses = addresses

    def say(self, messages: Sequence[Message], max_tokens: int) -> Answer:
        """Raises SwarmError where the answer breaks off."""
        answer = self._head.converse(list(messages), max_tokens)
        if answer.result is None:
            raise SwarmError("The local nodes did not answer.", answer.failure)
        return answer

    def turn(self, messages: Sequence[Message]) -> Turn:
        """One token of an answer."""
        before = self._computed()
        began = time.perf_counter()
        answer = self.say(messages, 1)
        assert answer.result is not None
        computed = tuple(after - at for after, at in zip(self._computed(), before, strict=True))
        return Turn(answer.num_prompt_tokens, answer.result.num_reused_tokens, computed, answer.times[0] - began)

    def _computed(self) -> tuple[int, ...]:
        return tuple(self._head.num_computed(address) for address in self._addresses)


def run(say: Say) -> Report:
    """Measures with the starter model. Raises UserError where it is not there."""
    spec = starter_spec()
    say("starting two nodes")
    with local_swarm(spec, Settings(model=spec.name, route="split")) as (head, addresses):
        rounds = measure(Talk(head, addresses), say)
    return report(spec, rounds)


def measure(talk: Talk, say: Say, num_rounds: int = NUM_ROUNDS) -> list[Round]:
    """Two turns, and then the third one in several ways."""
    said: list[Message] = [Message("system", SYSTEM.format(0))]
    num_before = 0
    for number in range(2):
        said.append(Message("user", QUESTION.format(number)))
        answer = talk.say(said, NUM_ANSWER_TOKENS)
        assert answer.result is not None
        said.append(Message("assistant", answer.result.text))
        num_before = answer.num_prompt_tokens + len(answer.token_ids)
        say(f"turn {number + 1}: {answer.num_prompt_tokens} tokens, {answer.result.num_reused_tokens} of them held")
    rounds = []
    for number in range(1, num_rounds + 1):
        question = Message("user", QUESTION.format(10 + number))
        held = talk.turn([*said, question])
        anew = talk.turn([Message("system", SYSTEM.format(number)), *said[1:], question])
        rounds.append(Round(num_before, held, anew))
        say(f"round {number} of {num_rounds}: {held.first_token_s:.2f} s and {anew.first_token_s:.2f} s")
    return rounds


def report(spec: ModelSpec, rounds: Sequence[Round]) -> Report:
    """Medians over the rounds; of what was computed, the worst."""
    figures = {
        "prompt_tokens": float(rounds[0].held.num_prompt_tokens),
        "new_tokens": float(rounds[0].num_new),
        "prefilled_beyond_new": float(max(r.num_beyond_new for r in rounds)),
        "reused_without": float(max(r.anew.num_reused_tokens for r in rounds)),
        "ttft_s": median(r.held.first_token_s for r in rounds),
        "ttft_without_s": median(r.anew.first_token_s for r in rounds),
        "ttft_ratio": median(r.ratio for r in rounds),
    }
    rows = [COLUMNS, *(_row(str(number), r) for number, r in enumerate(rounds, 1))]
    settings = circumstances(
        model=spec.name, precision=PRECISION, runner=RUNNER, threads_per_process=NUM_THREADS, rounds=len(rounds)
    )
    return Report("turns", figures, rows, TARGETS, settings)


def _row(name: str, r: Round) -> tuple[str, ...]:
    computed = "/".join(map(str, r.held.num_computed))
    seconds = f"{r.held.first_token_s:.2f}", f"{r.anew.first_token_s:.2f}", f"{r.ratio:.2f}"
    return name, str(r.held.num_prompt_tokens), str(r.num_new), computed, *seconds
