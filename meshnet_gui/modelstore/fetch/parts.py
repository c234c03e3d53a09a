"""The unfinished file of a piece, and how far each of its stretches has come, so that a killed fetch goes on.

Beside ``<piece>.safetensors.part`` lies ``<piece>.safetensors.progress``: one slot for each stretch, with the bytes
that were written, those that are surely on the disk, and whether the hub gave them all. A slot is renewed only after
its bytes; when the computer was restarted in between, only what was on the disk counts. Knows no source and no digest.
"""

from __future__ import annotations

import hashlib
import os
import struct
import sys
import threading
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil  # type: ignore[import-untyped]

from meshnet_gui.modelstore.fetch.plan import MAX_STRETCH_BYTES, cut
from meshnet_gui.modelstore.fetch.sources import Stretch
from meshnet_gui.modelstore.piece_layout import PieceLayout
from meshnet_gui.modelstore.pieces import part_file, progress_file

SLOT_EVERY_BYTES = 128 * 1024
SYNC_EVERY_BYTES = 64 * 2**20
READ_BYTES = 2**20
_MAGIC = b"MNPARTS1"
_HEAD = struct.Struct("<8s32s16s8x")
_SLOT = struct.Struct("<QQ?7xI4x")  # a power of two, so that no slot lies across two sectors
_CHECKED = struct.Struct("<QQ?")
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class Found(NamedTuple):
    """What an earlier fetch has left of a stretch. ``is_hubs``: all of it came from the hub, or nothing is there."""

    num_bytes: int = 0
    is_hubs: bool = True


def boot_mark() -> bytes:
    """Sixteen bytes that differ after a restart of the computer."""
    try:
        text = _BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        text = f"{psutil.boot_time():.0f}"
    return hashlib.sha256(text.encode()).digest()[:16]


def part_path(directory: Path, piece: str) -> Path:
    return directory / part_file(piece)


def progress_path(directory: Path, piece: str) -> Path:
    return directory / progress_file(piece)


def remove_part(directory: Path, piece: str) -> None:
    """Forget what came of an unfinished piece."""
    for path in (progress_path(directory, piece), part_path(directory, piece)):
        with suppress(FileNotFoundError):
            path.unlink()


def found_parts(
    directory: Path, layout: PieceLayout, max_bytes: int = MAX_STRETCH_BYTES, boot: bytes | None = None
) -> list[Found]:
    """What is there of each of a piece's stretches. Never writes. Raises OSError."""
    stretches = cut(layout, max_bytes)
    return _read_slots(directory, layout, stretches, boot or boot_mark()) or [Found()] * len(stretches)


def come_so_far(directory: Path, layouts: Iterable[PieceLayout]) -> tuple[int, int]:
    """How many bytes of these pieces have come, of how many, while no fetch runs. Never writes. Raises OSError."""
    wanted = tuple(layouts)
    come = sum(found.num_bytes for layout in wanted for found in found_parts(directory, layout))
    return come, sum(tensor.num_bytes for layout in wanted for tensor in layout.tensors)


class PiecePart:
    """One piece's unfinished file, opened: what is there of it counts, where it is of the same plan.

    Threads: any; each stretch is written by one at a time. Raises OSError.
    """

    def __init__(
        self, directory: Path, layout: PieceLayout, max_bytes: int = MAX_STRETCH_BYTES, boot: bytes | None = None
    ) -> None:
        self.layout = layout
        self.path = part_path(directory, layout.piece)
        self.stretches = cut(layout, max_bytes)
        self._sizes = tuple(stretch.num_bytes for stretch in self.stretches)
        self._starts = tuple(layout.offsets[stretch.tensors[0].name] for stretch in self.stretches)
        boot = boot or boot_mark()
        found = _read_slots(directory, layout, self.stretches, boot)
        slots = found or [Found()] * len(self.stretches)
        self._written = [slot.num_bytes for slot in slots]
        self._is_hubs = [slot.is_hubs for slot in slots]
        self._noted = list(self._written)
        self._synced = list(self._written)
        self._rewinds = [0] * len(self.stretches)
        self._lock = threading.Lock()
        self._unsynced_bytes = 0
        self._file = os.open(self.path, _OPEN, 0o644)
        try:
            self._progress = os.open(progress_path(directory, layout.piece), _OPEN, 0o644)
        except BaseException:
            os.close(self._file)
            raise
        try:
            self._begin(boot, is_new=found is None)
        except BaseException:
            self.close()
            raise

    def _begin(self, boot: bytes, *, is_new: bool) -> None:
        if is_new:
            os.truncate(self._progress, 0)  # first: it must never speak of another file
            os.truncate(self._file, 0)
            os.truncate(self._file, self.layout.num_bytes)
        self._write_at(self._file, self.layout.header, 0)  # again: no slot says whether it outlived a power cut
        if not is_new and any(self._written):
            os.fsync(self._file)  # from now on, what counts is on the disk
        for index in range(len(self.stretches)):
            self._note(index)
        self._write_at(self._progress, _HEAD.pack(_MAGIC, _fingerprint(self.layout, self.stretches), boot), 0)

    def written(self, index: int) -> int:
        """How many bytes of a stretch are here, from its first on."""
        with self._lock:
            return self._written[index]

    def left(self, index: int) -> int:
        """How many bytes of a stretch are missing."""
        with self._lock:
            return self._sizes[index] - self._written[index]

    @property
    def num_written(self) -> int:
        with self._lock:
            return sum(self._written)

    def write(self, index: int, data: bytes | memoryview, *, is_hubs: bool = True) -> None:
        """Append to a stretch what the hub gave, or somebody else. Raises ValueError for more than belongs there."""
        with self._lock:
            if self._is_hubs[index] and not is_hubs:
                self._is_hubs[index] = False
                self._note(index)  # before the first such byte can count
            offset = self._written[index]
            if offset + len(data) > self._sizes[index]:
                raise ValueError("more than the stretch holds")
        self._write_at(self._file, data, self._starts[index] + offset)
        with self._lock:
            self._written[index] += len(data)
            self._unsynced_bytes += len(data)
            is_full = self._written[index] == self._sizes[index]
            if is_full or self._written[index] - self._noted[index] >= SLOT_EVERY_BYTES:
                self._note(index)
            must_sync = self._unsynced_bytes >= SYNC_EVERY_BYTES
        if must_sync:
            self.sync()

    def rewind(self, index: int, offset: int) -> int:
        """Drop what came of a stretch after ``offset``; how many bytes that was."""
        with self._lock:
            dropped = max(self._written[index] - offset, 0)
            self._written[index] -= dropped
            self._synced[index] = min(self._synced[index], self._written[index])
            self._rewinds[index] += 1
            self._is_hubs[index] |= self._written[index] == 0
            self._note(index)
        return dropped

    def sync(self) -> None:
        """See onto the disk what was written so far."""
        with self._lock:
            written, rewinds, self._unsynced_bytes = list(self._written), list(self._rewinds), 0
        os.fsync(self._file)
        with self._lock:
            for index, count in enumerate(written):
                if rewinds[index] == self._rewinds[index] and count > self._synced[index]:
                    self._synced[index] = count
                    self._note(index)

    def digests(self, index: int, stop: Callable[[], bool]) -> dict[str, str]:
        """The sha256 of each tensor of a full stretch, as it lies in the file; fewer where ``stop`` says so."""
        found: dict[str, str] = {}
        with self.path.open("rb", buffering=0) as file:
            file.seek(self._starts[index])
            block = memoryview(bytearray(READ_BYTES))
            for tensor in self.stretches[index].tensors:
                digest, left = hashlib.sha256(), tensor.num_bytes
                while left and not stop():
                    count = file.readinto(block[: min(left, READ_BYTES)])
                    if not count:
                        raise OSError(f"{self.path.name} became shorter")
                    digest.update(block[:count])
                    left -= count
                if left:
                    break
                found[tensor.name] = digest.hexdigest()
        return found

    def finish(self) -> Path:
        """Closed, for the store to see it onto the disk and rename it."""
        self.close()
        return self.path

    def close(self) -> None:
        """Let go of the files, which stay as they are."""
        with self._lock:
            for index, count in enumerate(self._written):
                if self._file >= 0 and count != self._noted[index]:
                    self._note(index)
            for descriptor in (self._file, self._progress):
                if descriptor >= 0:
                    os.close(descriptor)
            self._file = self._progress = -1

    def _note(self, index: int) -> None:
        content = (self._written[index], self._synced[index], self._is_hubs[index])
        slot = _SLOT.pack(*content, zlib.crc32(_CHECKED.pack(*content)))
        self._write_at(self._progress, slot, _HEAD.size + index * _SLOT.size)
        self._noted[index] = self._written[index]

    if sys.platform == "win32":

        def _write_at(self, descriptor: int, data: bytes | memoryview, offset: int) -> None:
            with _WINDOWS_LOCK:
                os.lseek(descriptor, offset, os.SEEK_SET)
                view = memoryview(data)
                while view:
                    view = view[os.write(descriptor, view) :]
    else:

        def _write_at(self, descriptor: int, data: bytes | memoryview, offset: int) -> None:
            view = memoryview(data)
            while view:
                count = os.pwrite(descriptor, view, offset)
                view, offset = view[count:], offset + count


if sys.platform == "win32":
    _WINDOWS_LOCK = threading.Lock()


def _read_slots(
    directory: Path, layout: PieceLayout, stretches: tuple[Stretch, ...], boot: bytes
) -> list[Found] | None:
    """What counts of each stretch; None where there is no unfinished file of this plan."""
    size = _HEAD.size + len(stretches) * _SLOT.size
    try:
        if part_path(directory, layout.piece).stat(follow_symlinks=False).st_size != layout.num_bytes:
            return None
        with progress_path(directory, layout.piece).open("rb") as file:
            content = file.read(size + 1)
    except FileNotFoundError:
        return None
    if len(content) != size:
        return None
    magic, fingerprint, its_boot = _HEAD.unpack_from(content)
    if (magic, fingerprint) != (_MAGIC, _fingerprint(layout, stretches)):
        return None
    slots = _SLOT.iter_unpack(content[_HEAD.size :])
    return [
        _counted(slot, stretch.num_bytes, same_boot=its_boot == boot)
        for slot, stretch in zip(slots, stretches, strict=True)
    ]


def _counted(slot: tuple[int, int, bool, int], num_bytes: int, *, same_boot: bool) -> Found:
    written, synced, is_hubs, check = slot
    if zlib.crc32(_CHECKED.pack(written, synced, is_hubs)) != check or not synced <= written <= num_bytes:
        return Found()
    return Found(written if same_boot else synced, is_hubs)


def _fingerprint(layout: PieceLayout, stretches: tuple[Stretch, ...]) -> bytes:
    """Of the file and of the plan by which it is filled. Digests are no part of it: they may come to be known later."""
    digest = hashlib.sha256(layout.header)
    for stretch in stretches:
        digest.update(f"{stretch.file}\n{stretch.start}-{stretch.end}\n".encode())
    return digest.digest()
