"""One fetch of a model's pieces, from the wish to the last file: begun, paused, gone on with after a restart, given up.

Knows the store by three functions and sources by their protocol. One fetch of a model runs at a time, of all processes.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from meshnet_gui.errors import MeshnetError
from meshnet_gui.modelstore.fetch.crew import Crew
from meshnet_gui.modelstore.fetch.pace import FetchProgress, Pace
from meshnet_gui.modelstore.fetch.parts import progress_path, remove_part
from meshnet_gui.modelstore.fetch.plan import MAX_STRETCH_BYTES
from meshnet_gui.modelstore.fetch.sources import HUB, Source
from meshnet_gui.modelstore.fetch.standing import Patience, SourceBook, Standing
from meshnet_gui.modelstore.fetch.wish import Wish, fetch_lock, forget, remember, span_of
from meshnet_gui.modelstore.fetch.work import PieceWork
from meshnet_gui.modelstore.piece_layout import piece_layouts
from meshnet_gui.modelstore.pieces import all_pieces
from meshnet_gui.modelstore.spec import ModelSpec, held_pieces
from meshnet_gui.modelstore.staging import disk_errors
from meshnet_gui.modelstore.tensors import TensorManifest
from meshnet_gui.types import Span

NUM_WORKERS = 4
_log = logging.getLogger(__name__)


class PieceStore(Protocol):
    """What a fetch needs of ``ModelStore``."""

    def tensors(self, spec: ModelSpec) -> TensorManifest: ...

    def make_room(self, num_bytes: int, limit_bytes: int, keep: frozenset[str] = ...) -> object: ...

    def publish_piece(self, spec: ModelSpec, piece: str, part: Path, digests: Mapping[str, str]) -> object: ...


class Fetch:
    """Brings ``pieces`` of a model into the store; those that are there already are left alone.

    ``expected``: digests by tensor that were agreed on; what has none is asked of the hub alone, and its digest taken.
    ``believe_hub``: where it insists on other bytes than were expected, it is right and who said the digest is not.
    ``span`` is remembered with the wish, for people. ``on_change`` is called by the thread that runs it, a few times a
    second. Threads: ``run`` blocks in any one; everything else may be called from any other meanwhile.
    """

    def __init__(
        self,
        store: PieceStore,
        spec: ModelSpec,
        pieces: Collection[str],
        sources: Iterable[Source],
        *,
        expected: Mapping[str, str] | None = None,
        num_workers: int = NUM_WORKERS,
        max_disk_bytes: Callable[[], int] = lambda: 0,
        on_change: Callable[[FetchProgress], None] = lambda progress: None,
        span: Span | None = None,
        believe_hub: bool = True,
        patience: Patience | None = None,
        max_stretch_bytes: int = MAX_STRETCH_BYTES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._spec = spec
        self._pieces = tuple(pieces)
        self._expected = dict(expected or {})
        self._num_workers = num_workers
        self._max_disk_bytes = max_disk_bytes
        self._on_change = on_change
        self._span = span or span_of(self._pieces)
        self._max_stretch_bytes = max_stretch_bytes
        self._believe_hub = believe_hub
        self._clock = clock
        self._book = SourceBook(patience or Patience())
        self._book.add(sources)
        self._pace = Pace()
        self._works: tuple[PieceWork, ...] = ()
        self._crew: Crew | None = None
        self._publishing = threading.Lock()
        self._state = "waiting"
        self._text = ""
        self._is_paused = False
        self._is_stopped = False
        self._is_cancelled = False

    # -- from any thread ---------------------------------------------------------------------------------------------

    def pause(self) -> None:
        """``run`` returns soon; what has come is kept, and another fetch of the same pieces goes on with it."""
        self._is_paused = True
        self._end_soon()

    def stop(self) -> None:
        """As ``pause``, but the wish is remembered as one that goes on by itself: for the end of the program."""
        self._is_stopped = True
        self._end_soon()

    def cancel(self) -> None:
        """``run`` returns soon; unfinished pieces are removed, finished ones stay."""
        self._is_cancelled = True
        self._end_soon()

    def _end_soon(self) -> None:
        if self._crew is not None:
            self._crew.end_soon()

    def add_sources(self, sources: Iterable[Source], expected: Mapping[str, str] | None = None) -> None:
        """Others who may be asked from now on, and digests that nobody knew before."""
        self._expected = {**(expected or {}), **self._expected}
        if self._crew is not None:
            self._crew.add_sources(sources, self._expected)
        else:
            self._book.add(sources)

    def progress(self) -> FetchProgress:
        works, crew, standings = self._works, self._crew, tuple(self._book.standings)
        done, total = sum(work.num_written for work in works), sum(work.stretch_bytes for work in works)
        is_running = self._state == "fetching"
        return FetchProgress(
            state=self._state,
            done_bytes=done,
            total_bytes=total,
            bytes_per_s=self._pace.bytes_per_s if is_running else 0.0,
            eta_s=self._pace.eta_s(total - done) if is_running else None,
            by_source=_bytes_by_source(standings),
            refetched_bytes=crew.num_refetched if crew is not None else 0,
            text=self._text,
            dropped={each.name: each.why_left for each in standings if each.why_left},
            liars=tuple(each.name for each in standings if each.is_liar),
            disputed=tuple(sorted(crew.disputed)) if crew is not None else (),
        )

    # -- in one thread -----------------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Fetch all pieces; false when it was paused or cancelled instead. Raises MeshnetError.

        After an error, too, what has come is kept for the next fetch.
        """
        try:
            with _disk_errors(self._spec), fetch_lock(self._spec.path, self._wait_for_another) as is_ours:
                if is_ours and not self._is_ended_by_user:
                    self._bring()
                return self._end(is_ours)
        except MeshnetError as exc:
            self._tell("failed", exc.text)
            raise

    @property
    def _is_ended_by_user(self) -> bool:
        return self._is_paused or self._is_stopped or self._is_cancelled

    def _wait_for_another(self, seconds: float) -> bool:
        self._tell("waiting", f"waiting for another fetch of {self._spec.name} to end")
        time.sleep(seconds)
        return not self._is_ended_by_user

    def _bring(self) -> None:
        spec = self._spec
        if spec.held is None:
            return
        remember(spec, Wish(self._pieces, self._span))
        held = held_pieces(spec.path, spec.num_layers)
        for piece in held:
            progress_path(spec.path, piece).unlink(missing_ok=True)  # of one that was killed in its last moment
        manifest = self._store.tensors(spec)
        layouts = piece_layouts(manifest.with_digests(self._expected), spec.num_layers)
        wanted = [layouts[piece] for piece in self._pieces if piece not in held]
        self._works = tuple(PieceWork(spec.path, layout, self._max_stretch_bytes, self._make_room) for layout in wanted)
        left = sum(work.layout.num_bytes - work.num_written for work in self._works)
        if left:
            self._make_room(left)
        self._let_work()

    def _make_room(self, num_bytes: int) -> None:
        """For all of it before it begins, and again for each piece: others write, too, and the limit may change."""
        kept = {*self._pieces, *(self._spec.pieces(self._span) if self._span else ())}
        keep = frozenset(f"{self._spec.name}/{piece}" for piece in kept)
        self._store.make_room(num_bytes, self._max_disk_bytes(), keep)

    def _let_work(self) -> None:
        crew = Crew(
            self._spec.name,
            self._works,
            self._book,
            self._publish,
            self._num_workers,
            believe_hub=self._believe_hub,
            clock=self._clock,
        )
        self._crew = crew
        crew.add_sources((), self._expected)  # what came to be known since the stretches were cut
        try:
            crew.start()
            while not crew.is_over and not self._is_ended_by_user:
                crew.tick()
                self._pace.update(crew.num_received, self._clock())
                self._tell("checking" if crew.is_checking else "fetching", crew.why_waiting())
                crew.wait(self._book.patience.tick_s)
        finally:
            crew.stop()
        if crew.error is not None and not self._is_cancelled:
            raise crew.error

    def _publish(self, piece: str, path: Path, digests: Mapping[str, str]) -> None:
        with self._publishing:  # the store's own lock is for other processes, and polls
            self._store.publish_piece(self._spec, piece, path, digests)
        _log.info("fetched %s of %s", piece, self._spec.name)

    def _end(self, is_ours: bool) -> bool:
        is_done = all(work.is_here for work in self._works) and not (self._is_ended_by_user and not self._works)
        if self._is_cancelled:
            if is_ours:
                _remove_all(self._spec)
            self._tell("cancelled")
            return False
        if not is_done:
            if is_ours:
                remember(self._spec, Wish(self._pieces, self._span, self._is_paused))
            self._tell("paused")
            return False
        forget(self._spec)
        self._tell("done")
        return True

    def _tell(self, state: str, text: str = "") -> None:
        self._state, self._text = state, text
        self._on_change(self.progress())


def discard(spec: ModelSpec) -> bool:
    """Give up a fetch that does not run: its wish and unfinished pieces go. False where one runs."""
    with _disk_errors(spec), fetch_lock(spec.path, lambda seconds: False) as is_ours:
        if is_ours:
            _remove_all(spec)
        return is_ours


def _remove_all(spec: ModelSpec) -> None:
    for piece in all_pieces(spec.num_layers):
        remove_part(spec.path, piece)
    forget(spec)


def _bytes_by_source(standings: Iterable[Standing]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for each in standings:
        name = HUB if each.is_hub else each.name
        found[name] = found.get(name, 0) + each.num_bytes
    return {name: num_bytes for name, num_bytes in found.items() if num_bytes}


def _disk_errors(spec: ModelSpec) -> AbstractContextManager[None]:
    hint = "Free some space; what has come is kept, and the fetch goes on from there."
    return disk_errors(spec.path.parent, hint)
