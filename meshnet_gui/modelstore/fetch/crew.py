"""The workers of one fetch: each takes an open stretch and a source for it, writes what comes, checks and publishes.

Whoever started the crew calls ``tick`` again and again, which takes stretches away from reads that stall or crawl. A
worker that is stuck in its source is replaced, and comes to nothing when it is back.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from meshnet_gui.errors import MachineError, MeshnetError, SwarmError, UserError
from meshnet_gui.modelstore.fetch.parts import PiecePart
from meshnet_gui.modelstore.fetch.sources import Source, SourceFailed, Stretch
from meshnet_gui.modelstore.fetch.standing import SourceBook, Standing
from meshnet_gui.modelstore.fetch.work import Attempt, PieceWork, Work
from meshnet_gui.modelstore.tensors import StoredTensor, digest

LOOK_AHEAD = 1000
POLL_S = 0.2
MAX_BAD = 4
_KEPT = "What has come is kept; try again."
_log = logging.getLogger(__name__)

Publish = Callable[[str, Path, Mapping[str, str]], None]
"""``publish(piece, its complete file, digests)``: from now on the piece is held. Raises MeshnetError, OSError."""


class Crew:
    """Fetches ``pieces``. Threads: any; ``publish`` is called by the workers."""

    def __init__(
        self,
        model: str,
        pieces: Sequence[PieceWork],
        book: SourceBook,
        publish: Publish,
        num_workers: int,
        *,
        believe_hub: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.error: Exception | None = None
        self.num_received = 0
        self.num_refetched = 0
        self.disputed: set[str] = set()
        self._model = model
        self._pieces = pieces
        self._open = [work for piece in pieces for work in piece.works]
        self._look_from = 0
        self._book = book
        self._publish_piece = publish
        self._num_workers = num_workers
        self._believe_hub = believe_hub
        self._clock = clock
        self._changed = threading.Condition()
        self._is_ending = False
        self._attempts: list[Attempt] = []
        self._threads: list[threading.Thread] = []

    # -- for whoever started it --------------------------------------------------------------------------------------

    def start(self) -> None:
        for piece in self._pieces:
            if not piece.works:  # there is not a byte to fetch
                self._publish(piece, piece.part())
        with self._changed:
            for _ in range(min(self._num_workers, max(len(self._open), 1))):
                self._start_worker()

    def end_soon(self) -> None:
        """No read begins from now on, and those that run end where their source looks."""
        with self._changed:
            self._is_ending = True
            self._changed.notify_all()

    def stop(self, within_s: float = 2.0) -> None:
        """No read goes on and nothing is written afterwards, though a stuck source may keep its thread."""
        self.end_soon()
        with self._changed:
            threads = list(self._threads)
        until = self._clock() + within_s
        for thread in threads:
            thread.join(max(until - self._clock(), 0.0))
        with self._changed:
            for attempt in self._attempts:
                attempt.abandon()
        for piece in self._pieces:
            piece.close()

    def wait(self, seconds: float) -> None:
        """Until something was done, or for so long."""
        with self._changed:
            if not self.is_over:
                self._changed.wait(seconds)

    @property
    def is_over(self) -> bool:
        """All is here, or nothing more will come."""
        return self._is_ending or self.error is not None or (not self._open and not self._attempts)

    @property
    def is_checking(self) -> bool:
        """Every byte is here."""
        with self._changed:
            return all(work.is_full for work in self._open)

    def add_sources(self, sources: Iterable[Source], expected: Mapping[str, str]) -> None:
        with self._changed:
            self._book.add(sources)
            for work in self._open:
                if work.attempt is None:
                    work.expect(expected)
            self._look_from = 0
            self._changed.notify_all()

    def why_waiting(self) -> str:
        """Why nothing comes; empty where somebody gives, or is asked for the first time."""
        with self._changed:
            reads = [(each, each.standing) for each in self._attempts if each.standing is not None]
            if any(each.num_bytes or not standing.num_failures for each, standing in reads):
                return ""
            failing = [each for each in self._book.standings if each.num_failures and not each.dropped]
            newest = max(failing, key=lambda each: each.failed_at, default=None)
            return newest.last.text if newest is not None and newest.last is not None else ""

    def tick(self) -> None:
        """Take stretches away from reads that stall or crawl, where somebody else could go on with them."""
        with self._changed:
            now = self._clock()
            for attempt in list(self._attempts):
                if attempt.standing is not None:
                    self._look_at(attempt, attempt.standing, now)

    def _look_at(self, attempt: Attempt, standing: Standing, now: float) -> None:
        book, stretch = self._book, attempt.work.stretch
        is_new = attempt.watch(now, book.patience.slow_after_s)
        if now - attempt.last_at > book.patience.stall_s:
            failure = SourceFailed(f"{standing.name} gave nothing for {book.patience.stall_s:.0f} seconds.")
            book.failed(standing, failure, attempt.began, attempt.num_bytes, now)
            self._take_away(attempt)
        elif is_new and book.is_too_slow(standing, stretch, attempt.bytes_per_s or 0.0):
            _log.info("%s is far slower than others; its stretch goes to one of them", standing.name)
            standing.aside = "" if standing.is_hub else f"{standing.name} is slower than others."
            self._take_away(attempt)
        elif self._is_last(attempt) and book.quicker(standing, stretch, attempt.bytes_per_s or 0.0, now):
            attempt.work.taken_from = standing
            self._take_away(attempt)

    def _is_last(self, attempt: Attempt) -> bool:
        """Whether nothing else is left to begin, and this read has a while to go."""
        left_bytes = attempt.work.stretch.num_bytes - attempt.work.written
        if attempt.bytes_per_s is None or left_bytes < attempt.bytes_per_s * self._book.patience.slow_after_s:
            return False
        return all(work.attempt is not None for work in self._open)

    # -- workers -----------------------------------------------------------------------------------------------------

    def _start_worker(self) -> None:
        thread = threading.Thread(target=self._work, name=f"fetch-{self._model}", daemon=True)
        self._threads = [each for each in self._threads if each.is_alive()] + [thread]
        thread.start()

    def _take_away(self, attempt: Attempt) -> None:
        attempt.abandon()
        self._release(attempt)
        if attempt.thread in self._threads:
            self._threads.remove(attempt.thread)  # it may be stuck, and nobody has to wait for it
        if not self._is_ending:
            self._start_worker()

    def _work(self) -> None:
        while (attempt := self._take()) is not None:
            attempt.thread = threading.current_thread()
            try:
                self._serve(attempt)
            except Exception as exc:
                self._fail(exc)
            finally:
                with self._changed:
                    self._release(attempt)
            if attempt.is_abandoned:
                return  # another worker was started instead

    def _take(self) -> Attempt | None:
        with self._changed:
            while not self.is_over:
                attempt = self._next(self._clock())
                if attempt is not None:
                    return attempt
                if not self._attempts and not any(self._book.has_hope(work.stretch) for work in self._open):
                    self._fail(self._why_nobody())
                    return None
                self._changed.wait(self._book.next_s(self._clock(), POLL_S))
        return None

    def _next(self, now: float) -> Attempt | None:
        for work in self._open[self._look_from : self._look_from + LOOK_AHEAD]:
            if work.attempt is not None:
                continue
            standing = None if work.is_full else self._book.choose(work.stretch, now, but=work.taken_from)
            if standing is not None or work.is_full:
                return self._begin(Attempt(work, standing, now))
        self._look_from = self._look_from + LOOK_AHEAD if self._look_from + LOOK_AHEAD < len(self._open) else 0
        return None

    def _begin(self, attempt: Attempt) -> Attempt:
        attempt.work.attempt = attempt
        self._attempts.append(attempt)
        if attempt.standing is not None:
            attempt.standing.num_active += 1
        return attempt

    def _release(self, attempt: Attempt) -> None:
        if attempt not in self._attempts:
            return
        self._end_reading(attempt)
        self._attempts.remove(attempt)
        attempt.work.attempt = None
        self._changed.notify_all()

    def _end_reading(self, attempt: Attempt) -> None:
        if attempt.standing is not None:
            attempt.standing.num_active -= 1
            attempt.standing.measured(attempt.num_bytes, self._clock() - attempt.began)
            attempt.standing = None

    def _fail(self, exc: Exception) -> None:
        with self._changed:
            self.error = self.error or exc
            self._changed.notify_all()

    # -- one stretch -------------------------------------------------------------------------------------------------

    def _serve(self, attempt: Attempt) -> None:
        part = attempt.work.piece.part()
        standing = attempt.standing
        if standing is not None:
            with self._changed:
                if attempt.is_abandoned:  # opening took so long that somebody else is at it
                    return
                self.num_refetched += attempt.work.begin(standing)
                attempt.last_at = self._clock()  # opening may have taken a while
            try:
                self._read(attempt, standing, part)
            except SourceFailed as failure:
                self._read_failed(attempt, standing, failure)
        with self._changed:
            if attempt.is_abandoned or not attempt.work.is_full:
                return
            self._end_reading(attempt)
        self._check(attempt.work, part)

    def _read(self, attempt: Attempt, standing: Standing, part: PiecePart) -> None:
        """Raises SourceFailed, and OSError of this computer's disk only."""
        stop = self._stop_of(attempt)
        with closing(_chunks(standing, attempt.work.stretch, part.written(attempt.work.index), stop)) as chunks:
            for chunk in chunks:
                if not attempt.put(part, chunk, self._clock()):
                    return
                with self._changed:
                    self.num_received += len(chunk)
                    standing.num_bytes += len(chunk)
        if not attempt.work.is_full and not stop():
            raise SourceFailed(f"{standing.name} gave less than it was asked for.")
        with self._changed:
            self._book.succeeded(standing)

    def _stop_of(self, attempt: Attempt) -> Callable[[], bool]:
        return lambda: self._is_ending or attempt.is_abandoned or self.error is not None

    def _read_failed(self, attempt: Attempt, standing: Standing, failure: SourceFailed) -> None:
        with self._changed:
            if attempt.is_abandoned:
                return
            _log.info("reading from %s came to nothing: %s", standing.name, failure.text)
            self._book.failed(standing, failure, attempt.began, attempt.num_bytes, self._clock())

    def _check(self, work: Work, part: PiecePart) -> None:
        """Compare a full stretch with its digests. Raises MeshnetError, OSError."""
        digests = part.digests(work.index, lambda: self._is_ending)
        if len(digests) < len(work.stretch.tensors):
            return
        with self._changed:
            bad = [each for each in work.stretch.tensors if each.sha256 and each.sha256 != digests[each.name]]
            bad = [each for each in bad if not self._hub_insists(work, each, digests[each.name])]
            if bad:
                self._reject(work, bad)
                return
            work.piece.digests |= digests
            self._open.remove(work)
            work.piece.num_open -= 1
            is_last = not work.piece.num_open
        if is_last:
            self._publish(work.piece, part)

    def _hub_insists(self, work: Work, tensor: StoredTensor, found: str) -> bool:
        """Whether the hub alone gave this, and the same once before: then those are wrong who said the digest."""
        givers = work.givers(tensor)
        if not self._believe_hub or any(who is None or not who.is_hub for who in givers):
            return False
        if work.hub_said.get(tensor.name) != found:
            work.hub_said[tensor.name] = found
            return False
        _log.warning("the hub gives other bytes of %s than members said", tensor.name)
        self.disputed.add(tensor.name)
        return True

    def _reject(self, work: Work, bad: Sequence[StoredTensor]) -> None:
        """Drop who gave a tensor that is not what its digest says; have it fetched again from there on."""
        work.num_bad += 1
        for tensor in bad:
            givers = set(work.givers(tensor))
            only = givers.pop() if len(givers) == 1 else None
            if only is None:
                work.one_giver = True
            elif not only.is_hub or not self._believe_hub:
                _log.warning(
                    "%s gave other bytes of %s than their digest says; it is asked no more", only.name, tensor.name
                )
                self._book.found_lying(only)
        if work.num_bad > MAX_BAD + len(self._book.standings):
            raise MachineError(f"What was fetched of {self._model} is another thing each time.", "Check the network.")
        self.num_refetched += work.rewind(bad[0].start - work.stretch.start)

    def _publish(self, piece: PieceWork, part: PiecePart) -> None:
        path = part.finish()
        empty = {t.name: digest(b"") for t in piece.layout.tensors if not t.num_bytes}
        self._publish_piece(piece.layout.piece, path, {**piece.digests, **empty})
        piece.is_here = True

    def _why_nobody(self) -> MeshnetError:
        failed = self._book.last_failure()
        if failed is None or failed.last is None:
            return SwarmError(
                f"Nobody who can be asked has all of {self._model} that is wanted.",
                "Let the hub be asked, too, or wait for a member who has it.",
            )
        last = failed.last
        if failed.is_hub and last.is_final:
            return UserError(last.text, last.hint)
        return MachineError(f"The fetch of {self._model} came to a stop: {last.text}", last.hint or _KEPT)


def _chunks(standing: Standing, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Generator[bytes]:
    """What a source gives; whatever goes wrong in it becomes SourceFailed."""
    try:
        chunks = standing.source.read(stretch, offset, stop)
        try:
            yield from chunks
        finally:
            getattr(chunks, "close", lambda: None)()
    except SourceFailed:
        raise
    except MeshnetError as exc:
        raise SourceFailed(exc.text, exc.hint) from exc
    except Exception as exc:
        _log.warning("reading from %s failed: %s", standing.name, type(exc).__name__)
        raise SourceFailed(f"{standing.name} could not be read.") from exc
