"""Part 1 of ``bench fetch``: how much is fetched for layers 10-20 of 30, out of one big file and out of many."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.bench.fetch_rig import Computer, Shape, bytes_of
from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.bench.report import Say
from meshnet_gui.modelstore.pieces import piece_of
from meshnet_gui.types import Span

WANTED = Span(10, 20)
MODEL = Shape(30, 256, 768)  # layers of 3.4 MB
NUM_FILES = (1, 6)


@dataclass(frozen=True, slots=True)
class SpanFetched:
    """``sent_bytes`` left the hub's server; ``needed_bytes`` are the span's tensors, configuration and tokenizer."""

    num_files: int
    sent_bytes: int
    needed_bytes: int
    seconds: float

    @property
    def ratio(self) -> float:
        return self.sent_bytes / self.needed_bytes


def measure(folder: Path, say: Say) -> tuple[SpanFetched, ...]:
    """Once for each way of storing the model."""
    return tuple(fetch_span(folder / f"files-{num_files}", num_files, say) for num_files in NUM_FILES)


def fetch_span(folder: Path, num_files: int, say: Say) -> SpanFetched:
    """A new computer gets the layers from a hub that nobody has asked before."""
    say(f"layers {WANTED} of {MODEL.num_layers} out of {num_files} file{'' if num_files == 1 else 's'}")
    model = MODEL.write(folder / "model", num_files)
    with LocalHub() as hub:
        name = f"bench/files-{num_files}"
        commit = hub.add(name, model)
        computer = Computer(folder / "computer", hub.url)
        found = computer.run("models", "get", name, "--layers", str(WANTED))
        tensors = computer.store.tensors(computer.store.get(found["name"])).tensors
        pieces = set(computer.store.get(found["name"]).pieces(WANTED))
        of_span = sum(t.num_bytes for t in tensors if piece_of(t.name, MODEL.num_layers) in pieces)
        needed = of_span + bytes_of(hub.repositories[name], commit, weights=False)
        return SpanFetched(num_files, hub.bytes_sent(), needed, float(found["seconds"]))
