"""The stretches of a fetch as work: how far each has come, who gave its bytes, and who reads it now."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from meshnet_gui.modelstore.fetch.parts import PiecePart, found_parts
from meshnet_gui.modelstore.fetch.plan import cut
from meshnet_gui.modelstore.fetch.sources import SourceFailed, Stretch
from meshnet_gui.modelstore.fetch.standing import Standing
from meshnet_gui.modelstore.piece_layout import PieceLayout
from meshnet_gui.modelstore.tensors import StoredTensor


class PieceWork:
    """One piece of a fetch; its file is opened when the first byte comes.

    ``before_opening`` is told how many bytes more it will take, and raises where there is no room for them.
    """

    def __init__(
        self,
        directory: Path,
        layout: PieceLayout,
        max_stretch_bytes: int,
        before_opening: Callable[[int], None] = lambda num_bytes: None,
    ) -> None:
        self.layout = layout
        self.digests: dict[str, str] = {}
        self.is_here = False
        self._directory = directory
        self._max_stretch_bytes = max_stretch_bytes
        self._before_opening = before_opening
        self._found = found_parts(directory, layout, max_stretch_bytes)
        self._part: PiecePart | None = None
        self._opening = threading.Lock()
        stretches = cut(layout, max_stretch_bytes)
        self._drop_doubtful(stretches)
        self.works = tuple(Work(self, index, stretch) for index, stretch in enumerate(stretches))
        self.num_open = len(self.works)
        self.stretch_bytes = sum(work.stretch.num_bytes for work in self.works)

    def _drop_doubtful(self, stretches: Sequence[Stretch]) -> None:
        """Forget what a member gave of tensors whose digest nobody knows any more. Raises OSError."""
        for index, (found, stretch) in enumerate(zip(self._found, stretches, strict=True)):
            if not found.is_hubs and not all(tensor.sha256 for tensor in stretch.tensors):
                self.part().rewind(index, 0)

    def part(self) -> PiecePart:
        """The unfinished file, opened. Raises OSError, and MeshnetError where there is no room."""
        with self._opening:
            if self._part is None:
                self._before_opening(self.layout.num_bytes - sum(found.num_bytes for found in self._found))
                self._part = PiecePart(self._directory, self.layout, self._max_stretch_bytes)
            return self._part

    def written(self, index: int) -> int:
        return self._part.written(index) if self._part is not None else self._found[index].num_bytes

    @property
    def num_written(self) -> int:
        if self.is_here:
            return self.stretch_bytes
        return self._part.num_written if self._part is not None else sum(found.num_bytes for found in self._found)

    def close(self) -> None:
        """What came stays on the disk."""
        with self._opening:
            if self._part is not None:
                self._part.close()


class Work:
    """One stretch. ``one_giver``: each of its tensors comes from one source alone, so that it is known whose it is."""

    def __init__(self, piece: PieceWork, index: int, stretch: Stretch) -> None:
        self.piece = piece
        self.index = index
        self.stretch = stretch
        self.attempt: Attempt | None = None
        self.taken_from: Standing | None = None
        self.one_giver = False
        self.hub_said: dict[str, str] = {}
        self.num_bad = 0
        self._givers: list[tuple[int, Standing | None]] = [(0, None)] if piece.written(index) else []

    @property
    def written(self) -> int:
        return self.piece.written(self.index)

    @property
    def is_full(self) -> bool:
        return self.written == self.stretch.num_bytes

    def expect(self, sha256: Mapping[str, str]) -> None:
        """Fill in digests that nobody knew before."""
        tensors = [t if t.sha256 else replace(t, sha256=sha256.get(t.name, "")) for t in self.stretch.tensors]
        self.stretch = replace(self.stretch, tensors=tuple(tensors))

    def begin(self, giver: Standing) -> int:
        """From now on this source gives; how many bytes are thrown away for that. Raises OSError."""
        self._givers = [each for each in self._givers if each[0] < self.written]  # who gave no byte is none
        last = self._givers[-1][1] if self._givers else giver
        dropped = self.rewind(self.tensor_at(self.written)) if self.one_giver and last is not giver else 0
        if not self._givers or self._givers[-1][1] is not giver:
            self._givers.append((self.written, giver))
        return dropped

    def rewind(self, offset: int) -> int:
        """Throw away what came after ``offset``; how many bytes that was. Raises OSError."""
        self._givers = [each for each in self._givers if each[0] < offset]
        return self.piece.part().rewind(self.index, offset)

    def givers(self, tensor: StoredTensor) -> list[Standing | None]:
        """Who gave a tensor's bytes; None stands for an earlier fetch, of which nobody knows."""
        start, end = tensor.start - self.stretch.start, tensor.end - self.stretch.start
        ends = [offset for offset, _ in self._givers[1:]] + [self.stretch.num_bytes]
        return [who for (begin, who), until in zip(self._givers, ends, strict=True) if begin < end and until > start]

    def tensor_at(self, offset: int) -> int:
        """Where the tensor begins that has this byte, counted from the stretch's first byte."""
        starts = (tensor.start - self.stretch.start for tensor in self.stretch.tensors)
        return max((start for start in starts if start <= offset), default=0)


class Attempt:
    """A worker's turn at a stretch: reading it from a source, or, without one, only checking it.

    Once ``abandon`` has returned, not one byte more is written by it, however late its source answers.
    """

    def __init__(self, work: Work, standing: Standing | None, now: float) -> None:
        self.work = work
        self.standing = standing
        self.began = now
        self.last_at = now
        self.num_bytes = 0
        self.is_abandoned = False
        self.thread: threading.Thread | None = None
        self.bytes_per_s: float | None = None
        self._mark = (now, 0)
        self._lock = threading.Lock()

    def put(self, part: PiecePart, chunk: bytes, now: float) -> bool:
        """Write what came; false where it is wanted no more. Raises OSError, and SourceFailed for too much."""
        with self._lock:
            if self.is_abandoned:
                return False
            if len(chunk) > part.left(self.work.index):
                if self.standing is None:
                    raise SourceFailed("The source gave more than it was asked for.", is_final=True)
                raise SourceFailed(f"{self.standing.name} gave more than it was asked for.", is_final=True)
            part.write(self.work.index, chunk, is_hubs=self.standing is not None and self.standing.is_hub)
            self.num_bytes += len(chunk)
            self.last_at = now if chunk else self.last_at
        return True

    def abandon(self) -> None:
        with self._lock:
            self.is_abandoned = True

    def watch(self, now: float, every_s: float) -> bool:
        """Renew ``bytes_per_s`` where it was watched for so long again; whether it is new."""
        at, num_bytes = self._mark
        if now - at < every_s:
            return False
        self._mark = (now, self.num_bytes)
        self.bytes_per_s = (self.num_bytes - num_bytes) / (now - at)
        return True
