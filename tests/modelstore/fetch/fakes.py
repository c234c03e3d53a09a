"""A small model of random bytes that is fetched, the store it comes into, and sources with every fault."""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from meshnet_gui.modelstore.fetch.plan import MAX_STRETCH_BYTES, cut
from meshnet_gui.modelstore.fetch.sources import SourceFailed, Stretch
from meshnet_gui.modelstore.fetch.standing import Patience
from meshnet_gui.modelstore.manifest import FILE_NAME, Manifest, WeightFile, dump_manifest
from meshnet_gui.modelstore.piece_layout import piece_layouts
from meshnet_gui.modelstore.pieces import piece_file, progress_file
from meshnet_gui.modelstore.safetensors_file import TensorEntry
from meshnet_gui.modelstore.spec import ModelSpec, read_spec
from meshnet_gui.modelstore.tensors import SourceFile, StoredTensor, TensorManifest
from meshnet_gui.types import ModelIdentity

HURRIED = Patience(
    stall_s=0.3,
    slow_after_s=0.1,
    first_pause_s=0.01,
    most_pause_s=0.05,
    wait_for_member_s=0.02,
    max_failures=6,
    tick_s=0.03,
)


@dataclass(frozen=True)
class Truth:
    """What the repository holds. ``bytes_of`` are the right bytes of a stretch."""

    manifest: TensorManifest
    files: Mapping[str, bytes]
    num_layers: int

    @property
    def digests(self) -> dict[str, str]:
        return {t.name: hashlib.sha256(self.bytes_of_tensor(t)).hexdigest() for t in self.manifest.tensors}

    def bytes_of_tensor(self, tensor: StoredTensor) -> bytes:
        return self.files[tensor.file][tensor.start : tensor.end]

    def bytes_of(self, stretch: Stretch) -> bytes:
        return self.files[stretch.file][stretch.start : stretch.end]

    def piece_bytes(self, piece: str) -> bytes:
        layout = piece_layouts(self.manifest, self.num_layers)[piece]
        return layout.header + b"".join(map(self.bytes_of_tensor, layout.tensors))


def make_truth(num_layers: int = 4, num_files: int = 2, rows: int = 64, seed: int = 1) -> Truth:
    """A model whose tensors lie one after the other in a few files, each after a header of 100 bytes."""
    entries = [TensorEntry("model.embed_tokens.weight", "F32", (rows * 2, 8))]
    for layer in range(num_layers):
        names = ("input_layernorm", "mlp.down_proj", "self_attn.q_proj")
        shapes = ((8,), (rows, 8), (rows, 8))
        entries += [
            TensorEntry(f"model.layers.{layer}.{name}.weight", "F32", shape)
            for name, shape in zip(names, shapes, strict=True)
        ]
    entries += [TensorEntry("lm_head.weight", "F32", (rows, 8)), TensorEntry("model.norm.weight", "F32", (8,))]
    rng, tensors, files = random.Random(seed), [], {}
    each = -(-len(entries) // num_files)
    for number in range(num_files):
        file, content = f"model-{number + 1}.safetensors", bytearray(100)
        for entry in entries[number * each : (number + 1) * each]:
            tensors.append(StoredTensor(entry.name, entry.dtype, entry.shape, file, len(content)))
            content += rng.randbytes(entry.num_bytes)
        files[file] = bytes(content)
    sources = tuple(SourceFile(name, len(content)) for name, content in files.items())
    identity = ModelIdentity("org/some-model", "a" * 40, "0" * 32, "float32")
    return Truth(TensorManifest(identity, sources, (), tuple(tensors)), files, num_layers)


def stretches_of(
    manifest: TensorManifest, num_layers: int, pieces: Iterable[str], max_bytes: int = MAX_STRETCH_BYTES
) -> tuple[Stretch, ...]:
    """What pieces are cut into, one after the other."""
    layouts = piece_layouts(manifest, num_layers)
    return tuple(stretch for piece in pieces for stretch in cut(layouts[piece], max_bytes))


class FakeStore:
    """A store with one model in pieces, none of which is here at first."""

    def __init__(self, root: Path, truth: Truth) -> None:
        self.truth = truth
        self.room_asked: list[tuple[int, int]] = []
        self.digests: dict[str, str] = {}
        self.published: list[str] = []
        self._path = root / "some-model"
        self._path.mkdir(parents=True, exist_ok=True)
        config = {"model_type": "llama", "num_hidden_layers": truth.num_layers, "hidden_size": 8, "vocab_size": 128}
        (self._path / "config.json").write_text(json.dumps(config), encoding="utf-8")
        files = tuple(WeightFile(f.name, f.num_bytes, "0" * 64) for f in truth.manifest.files)
        manifest = Manifest(truth.manifest.identity, "hub", files, in_pieces=True)
        (self._path / FILE_NAME).write_text(dump_manifest(manifest), encoding="utf-8")

    @property
    def spec(self) -> ModelSpec:
        return read_spec(self._path)

    def tensors(self, spec: ModelSpec) -> TensorManifest:
        return self.truth.manifest

    def make_room(self, num_bytes: int, limit_bytes: int, keep: frozenset[str] = frozenset()) -> None:
        assert keep
        assert all(each.startswith(f"{self._path.name}/") for each in keep)
        self.room_asked.append((num_bytes, limit_bytes))

    def publish_piece(self, spec: ModelSpec, piece: str, part: Path, digests: Mapping[str, str]) -> None:
        part.rename(spec.path / piece_file(piece))
        (spec.path / progress_file(piece)).unlink()
        self.digests.update(digests)
        self.published.append(piece)

    def is_right(self, piece: str) -> bool:
        return (self._path / piece_file(piece)).read_bytes() == self.truth.piece_bytes(piece)


@dataclass(eq=False)
class Giver:
    """Gives the right bytes in chunks, but for what ``spoil`` makes of a read: it gets stretch, offset and stop.

    ``given`` counts the bytes of each read; ``pieces`` are those that it has, None: all.
    """

    name: str
    truth: Truth
    is_hub: bool = False
    pieces: frozenset[str] | None = None
    chunk_bytes: int = 500
    spoil: Callable[[Giver, Stretch, int, Callable[[], bool]], Iterator[bytes]] | None = None
    given: list[int] = field(default_factory=list)
    asked: list[tuple[Stretch, int]] = field(default_factory=list)

    def has(self, stretch: Stretch) -> bool:
        return self.pieces is None or stretch.piece in self.pieces

    def read(self, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        self.asked.append((stretch, offset))
        reader = self.spoil or Giver.right
        for chunk in reader(self, stretch, offset, stop):
            self.given.append(len(chunk))
            yield chunk

    def right(self, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        content = self.truth.bytes_of(stretch)
        for start in range(offset, len(content), self.chunk_bytes):
            if stop():
                return
            yield content[start : start + self.chunk_bytes]

    @property
    def num_given(self) -> int:
        return sum(self.given)


def short(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
    """Ends after half."""
    content = giver.truth.bytes_of(stretch)
    yield content[offset : offset + (len(content) - offset) // 2]


def long(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
    """Gives more than was asked for."""
    yield giver.truth.bytes_of(stretch)[offset:] + b"more"


def flipped(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
    """The last bit of what it gives is wrong."""
    content = bytearray(giver.truth.bytes_of(stretch)[offset:])
    content[-1] ^= 1
    yield bytes(content)


def dripping(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
    """A byte now and then."""
    for byte in giver.truth.bytes_of(stretch)[offset:]:
        if stop():
            return
        yield bytes([byte])
        time.sleep(0.02)


def silent(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
    """Never a byte, and it looks at ``stop`` for a while only."""
    until = time.monotonic() + 20
    while not stop() and time.monotonic() < until:
        time.sleep(0.01)
    yield from ()


def raising(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
    """Fails with something that no source should raise, after some bytes."""
    yield giver.truth.bytes_of(stretch)[offset : offset + 100]
    raise ConnectionResetError("gone")


def refusing(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
    """Says for good that it gives nothing."""
    yield from ()
    raise SourceFailed("This model may not be read.", "Ask for access.", is_final=True)


def busy(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
    """Asks to be left alone twice, then gives."""
    if len(giver.asked) <= 2:
        raise SourceFailed("Too many requests.", retry_after_s=0.05)
    yield from giver.right(stretch, offset, stop)


FAULTS = (short, long, flipped, dripping, silent, raising, refusing, busy)
