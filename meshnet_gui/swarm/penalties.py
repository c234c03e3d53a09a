"""Which peers failed lately: their faults decay, and who failed just now is not tried again at once.

A circuit breaker for each address: closed; open after a fault, for twice as long after each further one; half-open
when that time is over: the next request is a trial, and until it has ended the others go elsewhere.

Only a peer's own fault counts. When several fail and nobody else is heard from meanwhile, it is our own network
that is down: none of them is held to it. Our own node (``local``) is neither blamed nor a proof.
Knows no network; the clock is handed in.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

from meshnet_gui.swarm.routing import Candidate

HALF_LIFE_S = 60.0
FAULT_PENALTY_S = 0.25
"""What one fresh fault adds to the expected time of every step: several hops' worth."""
OPEN_PENALTY_S = 100.0
"""An open circuit is only used where nobody else has its layers."""
OPEN_S = 5.0
MOST_OPEN_S = 300.0
TRIAL_S = 10.0
PROOF_S = 3.0
"""How soon after a fault somebody else must be heard from, where several failed, for it to count."""
FORGOTTEN_BELOW = 0.05
MAX_ADDRESSES = 4096
_LOCAL = "local"


@dataclass(frozen=True, slots=True)
class _Record:
    """``weight`` is the sum of the faults at ``at``, each halved with every half-life since it happened."""

    weight: float = 0.0
    at: float = 0.0
    in_a_row: int = 0
    open_until: float = 0.0
    trial_until: float = 0.0

    def weight_at(self, now: float) -> float:
        return float(self.weight * 0.5 ** ((now - self.at) / HALF_LIFE_S))

    def after_fault(self, now: float) -> _Record:
        open_s = min(OPEN_S * 2.0 ** min(self.in_a_row, 16), MOST_OPEN_S)
        return _Record(self.weight_at(now) + 1.0, now, self.in_a_row + 1, now + open_s)


_CLEAN = _Record()


class Penalties:
    """The faults of peers by address. Threads: the core loop only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._records: OrderedDict[str, _Record] = OrderedDict()
        self._unproven: dict[str, tuple[float, _Record]] = {}
        """Faults after which nobody else was heard from yet: when, and the record before it."""

    def note(self, address: str) -> None:
        """A fault of this peer: it did not answer, broke off, or answered what makes no sense."""
        if address == _LOCAL:
            return
        now = self._clock()
        self._drop_stale(now)
        alone = not self._unproven.keys() - {address}
        if not alone:
            for other, (_, before) in self._unproven.items():
                self._put(other, before)  # perhaps it is us: nobody is held to it until it is proven
        _, before = self._unproven.get(address, (now, self._records.get(address, _CLEAN)))
        self._unproven[address] = (now, before)
        if alone:
            self._put(address, self._records.get(address, _CLEAN).after_fault(now))

    def succeeded(self, address: str) -> None:
        """This peer did what it was asked: its circuit closes, and what others failed at just now is their fault."""
        if address == _LOCAL:  # which says nothing of the network
            return
        now = self._clock()
        self._drop_stale(now)
        faulted = self._unproven.pop(address, None) is not None
        if not faulted:
            if len(self._unproven) > 1:
                for other, (at, _) in self._unproven.items():
                    self._put(other, self._records.get(other, _CLEAN).after_fault(at))
            self._unproven.clear()
        record = self._records.get(address)
        if record is not None and (record.in_a_row or record.open_until or record.trial_until):
            self._put(address, replace(record, in_a_row=0, open_until=0.0, trial_until=0.0))

    def chosen(self, addresses: Iterable[str]) -> None:
        """These are asked now. Who is half-open is on trial, and open to others until that has ended."""
        now = self._clock()
        for address in addresses:
            record = self._records.get(address)
            if record is not None and self.state(address) == "half-open":
                self._records[address] = replace(record, trial_until=now + TRIAL_S)

    def forget(self, address: str) -> None:
        """The peer was started anew or is gone for good."""
        self._records.pop(address, None)
        self._unproven.pop(address, None)

    def state(self, address: str) -> str:
        """``closed``, ``open`` or ``half-open``."""
        record = self._records.get(address, _CLEAN)
        if not record.in_a_row:
            return "closed"
        return "open" if self._clock() < max(record.open_until, record.trial_until) else "half-open"

    def penalty_s(self, address: str) -> float:
        """What a route through this peer is taken to cost more."""
        record = self._records.get(address)
        if record is None:
            return 0.0
        open_s = OPEN_PENALTY_S if self.state(address) == "open" else 0.0
        weight = record.weight_at(self._clock())
        return open_s + (weight * FAULT_PENALTY_S if weight >= FORGOTTEN_BELOW else 0.0)

    def weigh(self, candidates: Collection[Candidate]) -> list[Candidate]:
        """The candidates with their penalties, for ``routing.find_hops``."""
        if not self._records:
            return list(candidates)
        return [
            replace(c, penalty_s=self.penalty_s(c.address)) if c.address in self._records else c for c in candidates
        ]

    def _put(self, address: str, record: _Record) -> None:
        self._records.pop(address, None)
        if record.weight_at(self._clock()) >= FORGOTTEN_BELOW:
            self._records[address] = record
        while len(self._records) > MAX_ADDRESSES:
            self._records.popitem(last=False)

    def _drop_stale(self, now: float) -> None:
        """Faults that nobody proved in time: one alone stands, several together were our own network's."""
        for address in [a for a, (at, _) in self._unproven.items() if now - at > PROOF_S]:
            del self._unproven[address]
