"""How long a hop may take for a step: a few times what its steps took lately, so that a frozen one is found out soon.

Source: mean and deviation as TCP keeps them for its retransmissions (RFC 6298).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from meshnet_gui.types import Hop

MAX_HOPS = 1024
SLACK = 4.0  # a hop may take so many times what the slowest of its usual steps takes
LONE_POSITION = 32.0  # what a step of one position may take, where only one among many was measured
STRANGER_SLACK = 16.0  # and so many times what others take for a layer while it was not measured itself


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a head waits.

    A step has a deadline of at least ``floor_s``, and of at most ``step_s`` plus ``position_s`` per position; a hop of
    which nothing is known yet gets ``stranger_s`` at least. In a longer one it is asked every ``doubt_s`` whether it is
    there at all, and must answer that within ``alive_s``: a long deadline is for the slow and not for the frozen.
    A busy peer (503) is asked again every ``busy_wait_s`` up to ``busy_tries`` times where nobody else has its layers.
    A hop that left and that nobody can replace is waited for, or another one, for ``reconnect_for_s``: long enough
    for a node that is started again and loads.
    """

    floor_s: float = 2.0
    stranger_s: float = 5.0
    doubt_s: float = 2.0
    alive_s: float = 2.0
    step_s: float = 20.0
    position_s: float = 0.25
    busy_wait_s: float = 1.0
    busy_tries: int = 20
    reconnect_for_s: float = 30.0
    reconnect_wait_s: float = 0.3


@dataclass(slots=True)
class Usual:
    """A time that is measured again and again: its mean, and how far it lies from that."""

    mean_s: float = 0.0
    deviation_s: float = 0.0
    num_measured: int = 0

    def note(self, seconds: float) -> None:
        if self.num_measured == 0:
            self.mean_s, self.deviation_s = seconds, seconds / 2
        else:
            self.deviation_s += (abs(seconds - self.mean_s) - self.deviation_s) / 4
            self.mean_s += (seconds - self.mean_s) / 8
        self.num_measured += 1

    @property
    def high_s(self) -> float:
        return self.mean_s + 4 * self.deviation_s


@dataclass(slots=True)
class Pace:
    """Of one hop, or of one layer anywhere: seconds for a step of one position, and per position of longer ones."""

    step: Usual = field(default_factory=Usual)
    position: Usual = field(default_factory=Usual)
    replied_at: float = float("-inf")
    backed_off: float = 1.0  # grows with each deadline that passed, until the next reply

    def note(self, num_positions: int, seconds: float) -> None:
        (self.step if num_positions == 1 else self.position).note(seconds / num_positions)

    def passed(self) -> None:
        """A deadline passed: where the hop is asked again although, it gets twice the time."""
        self.backed_off = min(64.0, 2 * self.backed_off)

    def expected_s(self, num_positions: int) -> float | None:
        """None while nothing was measured. A lone position takes longer than one among many, but not ever so long."""
        step, position = self.step.num_measured > 0, self.position.num_measured > 0
        if not step and not position:
            return None
        if num_positions == 1:
            return self.step.high_s if step else self.position.high_s * LONE_POSITION
        return (
            max(self.position.high_s * num_positions, self.step.high_s)
            if position
            else self.step.high_s * num_positions
        )


class Paces:
    """The hops' paces, by hop. Knows no clock."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._hops: dict[Hop, Pace] = {}
        self._layer = Pace()

    def of(self, hop: Hop) -> Pace:
        pace = self._hops.get(hop)
        if pace is None:
            while len(self._hops) >= MAX_HOPS:
                del self._hops[next(iter(self._hops))]
            pace = self._hops[hop] = Pace()
        return pace

    def deadline_s(self, pace: Pace, num_layers: int, num_positions: int) -> float:
        """How long a step may take, the way there and back included."""
        patience = self._patience
        cap = patience.step_s + patience.position_s * num_positions
        if (expected := pace.expected_s(num_positions)) is not None:
            wanted = max(patience.floor_s, SLACK * expected)
        else:
            of_layer = self._layer.expected_s(num_positions)
            likely = cap if of_layer is None else STRANGER_SLACK * of_layer * num_layers
            wanted = max(patience.stranger_s, likely)
        return min(cap, wanted * pace.backed_off)

    def took(self, pace: Pace, num_layers: int, num_positions: int, seconds: float) -> None:
        """A reply came."""
        pace.backed_off = 1.0
        pace.note(num_positions, seconds)
        self._layer.note(num_positions, seconds / num_layers)
