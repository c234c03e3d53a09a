"""The tensors that a member hands out, as the fetch reads them: by digest, in parts, two of them under way at a time.

What comes is checked for its length only: whether it is what the digest says is found out by whoever has all of it.
Threads: any; whatever asks runs on the core loop and hands back a future.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, wait
from typing import Protocol

from meshnet_gui.concurrency.http_client import BrokenReply, ConnectTimeout, CutShort, Reply
from meshnet_gui.modelstore.fetch.sources import SourceFailed, Stretch
from meshnet_gui.modelstore.tensors import StoredTensor
from meshnet_gui.swarm.agreement import Agreed
from meshnet_gui.swarm.weights import MIN_BYTES_PER_S, Offer, deadline_s
from meshnet_gui.wire.weights import PATH, content_range, range_header

FIRST_BLOCK_BYTES = 128 * 1024
MAX_BLOCK_BYTES = 4 * 2**20
BLOCK_S = 0.5  # as long as a part may take: a fetch sees it grow, and a stop is not late
MAX_IN_FLIGHT = 4  # of one member, all workers together
NUM_AHEAD = 2
MAX_FAULTS = 3  # one after the other, too slow or broken off, before it is of no more use
POLL_S = 0.1
MAX_RETRY_S = 60.0
BUSY_S = 1.0
LEAST_REPLY_BYTES = 4096  # a refusal says why


class Ask(Protocol):
    """Begins a GET at a member; the future fails as ``swarm.roads.Roads.ask`` does."""

    def __call__(
        self, node_id: str, path: str, headers: Mapping[str, str], deadline_s: float, max_bytes: int, /
    ) -> Future[Reply]: ...


class MemberSource:
    """A ``Source`` of the fetch. ``expected`` are the digests that were agreed on, by tensor.

    ``instead_of``: others who are nearer; where one of them has a stretch, this one says it has not.
    """

    def __init__(
        self, offer: Offer, expected: Mapping[str, str], ask: Ask, instead_of: Sequence[MemberSource] = ()
    ) -> None:
        self.node_id = offer.node_id
        self._offer = offer
        self._ask = ask
        self._instead_of = instead_of
        self._pieces = offer.pieces()
        said = {t.name: t.sha256 for t in offer.manifest.tensors} if offer.manifest is not None else {}
        self._digests = {name: sha256 for name, sha256 in expected.items() if said.get(name) == sha256}
        self._places = threading.BoundedSemaphore(MAX_IN_FLIGHT)
        self._block_bytes = FIRST_BLOCK_BYTES
        self._is_gone = False
        self._num_faults = 0
        self._fault_at = float("-inf")

    @property
    def name(self) -> str:
        return self._offer.name

    @property
    def is_hub(self) -> bool:
        return False

    def has(self, stretch: Stretch) -> bool:
        return self.holds(stretch) and not any(other.holds(stretch) for other in self._instead_of)

    def holds(self, stretch: Stretch) -> bool:
        """Whether it offered all of it, and is still of use."""
        is_there = not self._is_gone and stretch.piece in self._pieces
        return is_there and all(tensor.name in self._digests for tensor in stretch.tensors)

    def read(self, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        coming: deque[_Part] = deque()
        places = self._parts(stretch, offset)
        following = next(places, None)
        try:
            while coming or following is not None:
                while following is not None and len(coming) < NUM_AHEAD and self._take_place(stop, patient=not coming):
                    coming.append(self._begin(*following))
                    following = next(places, None)
                if not coming or not coming[0].has_come(stop):
                    return
                yield self._checked(coming.popleft())
        except SourceFailed as exc:
            self._is_gone |= exc.is_final
            raise
        finally:
            for part in coming:
                part.future.cancel()

    # -- inside -------------------------------------------------------------------------------------------------------

    def _parts(self, stretch: Stretch, offset: int) -> Iterator[tuple[StoredTensor, int, int]]:
        """What to ask for one after the other: a range of one tensor each time."""
        for tensor in stretch.tensors:
            start = max(0, stretch.start + offset - tensor.start)
            while start < tensor.num_bytes:
                end = min(tensor.num_bytes, start + self._block_bytes)
                yield tensor, start, end
                start = end

    def _take_place(self, stop: Callable[[], bool], *, patient: bool) -> bool:
        """One of the few requests at a time; False where there is none, or ``stop`` says so while waiting."""
        while not self._places.acquire(timeout=POLL_S if patient else 0.0):
            if not patient or stop():
                return False
        return True

    def _begin(self, tensor: StoredTensor, start: int, end: int) -> _Part:
        """With a place taken, which is free again when the reply is there."""
        headers, most = {"Range": range_header(start, end)}, max(end - start, LEAST_REPLY_BYTES)
        try:
            path = f"{PATH}/{self._digests[tensor.name]}"
            wait_s = deadline_s(MAX_IN_FLIGHT * (end - start))  # they share its line
            future = self._ask(self.node_id, path, headers, wait_s, most)
        except KeyError as exc:
            self._places.release()
            raise SourceFailed(f"{self.name} does not hold this any more.") from exc
        except BaseException:
            self._places.release()
            raise
        future.add_done_callback(lambda _: self._places.release())
        return _Part(tensor, start, end, future)

    def _checked(self, part: _Part) -> bytes:
        """The bytes of a part whose reply, or failure, is there. Raises SourceFailed."""
        status, headers, body = self._reply(part)
        if status == 206:
            right = content_range(part.start, part.end, part.tensor.num_bytes)
            if headers.get("content-range") != right or len(body) != part.end - part.start:
                raise SourceFailed(f"{self.name} sent another part than it was asked for.", is_final=True)
            self._num_faults = 0
            self._fit_block(part)
            return body
        if status == 503:
            raise SourceFailed(f"{self.name} is busy.", retry_after_s=_seconds(headers.get("retry-after", "")))
        if status == 404:
            self._digests.pop(part.tensor.name, None)
            raise SourceFailed(f"{self.name} does not hold this any more.")
        raise SourceFailed(f"{self.name} does not hand out what it had offered ({status}).", is_final=status < 500)

    def _reply(self, part: _Part) -> Reply:
        try:
            return part.future.result()
        except BrokenReply as exc:
            raise SourceFailed(f"{self.name} answered with something that is no reply.", is_final=True) from exc
        except ConnectTimeout as exc:
            raise SourceFailed(f"{self.name} does not answer.") from exc
        except TimeoutError as exc:
            slow = f"{self.name} sends less than {MIN_BYTES_PER_S // 1000} kB/s."
            raise SourceFailed(slow, is_final=self._is_one_too_many(part)) from exc
        except CutShort as exc:
            raise SourceFailed(f"{self.name} sent less than it had announced.", is_final=True) from exc
        except (OSError, CancelledError) as exc:
            lost = f"The connection to {self.name} was lost."
            raise SourceFailed(lost, is_final=self._is_one_too_many(part)) from exc

    def _is_one_too_many(self, part: _Part) -> bool:
        """Whether a fault is the last straw. A network may stand still for once, and with it all parts under way."""
        if part.began >= self._fault_at:
            self._num_faults += 1
            self._fault_at = time.monotonic()
        return self._num_faults >= MAX_FAULTS

    def _fit_block(self, part: _Part) -> None:
        size = part.end - part.start
        if size == self._block_bytes:
            fitting = size * BLOCK_S / max(part.seconds, 0.001)
            self._block_bytes = int(min(max(fitting, FIRST_BLOCK_BYTES), 2 * size, MAX_BLOCK_BYTES))


class _Part:
    """A range of a tensor that was asked for."""

    def __init__(self, tensor: StoredTensor, start: int, end: int, future: Future[Reply]) -> None:
        self.tensor = tensor
        self.start = start
        self.end = end
        self.future = future
        self.seconds = 0.0
        self.began = time.monotonic()
        future.add_done_callback(self._ended)

    def _ended(self, future: Future[Reply]) -> None:
        self.seconds = time.monotonic() - self.began

    def has_come(self, stop: Callable[[], bool]) -> bool:
        """Until the reply is there; False where ``stop`` said so first."""
        while not wait((self.future,), POLL_S).done:
            if stop():
                return False
        return True


def member_sources(offers: Iterable[Offer], agreed: Agreed, ask: Ask) -> tuple[MemberSource, ...]:
    """The offers as sources, in their order, without those who lied; who is relayed only gives what nobody else has."""
    honest = [o for o in offers if o.manifest is not None and o.node_id not in agreed.liars]
    direct = [MemberSource(offer, agreed.expected, ask) for offer in honest if not offer.is_relayed]
    relayed = [MemberSource(offer, agreed.expected, ask, direct) for offer in honest if offer.is_relayed]
    return (*direct, *relayed)


def _seconds(text: str) -> float:
    """A Retry-After; a second where it says nothing that we know."""
    return min(float(text), MAX_RETRY_S) if text.isascii() and text.isdigit() and len(text) < 10 else BUSY_S
