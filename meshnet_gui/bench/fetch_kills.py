"""Part 2 of ``bench fetch``: a fetch of 200 MB is killed at random points, and goes on each time where it was."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.bench.fetch_rig import COMMAND_DEADLINE_S, Computer, Shape, bytes_of, ended
from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.bench.report import Say
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore

NAME = "bench/killed"
NUM_KILLS = 20
MODEL = Shape(28, 384, 1024)  # 199 MB
LINE_BYTES_PER_S = 25_000_000
"""A line that is slower than this computer: what lies in the buffers of a socket is lost with its process, and the more
lies there the more a process lags behind its line."""
LOOK_EVERY_S = 0.001


@dataclass(frozen=True, slots=True)
class KilledOften:
    """``sent_bytes`` of weights left the hub's server in all; ``is_right``: every tensor is the repository's."""

    num_kills: int
    weight_bytes: int
    sent_bytes: int
    is_verified: bool
    is_right: bool

    @property
    def fetched_twice(self) -> float:
        """The share of the model that was sent more than once."""
        return self.sent_bytes / self.weight_bytes - 1


def measure(folder: Path, seed: int, say: Say) -> KilledOften:
    """Raises MachineError where a fetch ends by itself and is not complete."""
    model = MODEL.write(folder / "model")
    with LocalHub() as hub:
        hub.bytes_per_s = LINE_BYTES_PER_S
        commit = hub.add(NAME, model)
        total = bytes_of(hub.repositories[NAME], commit, weights=True)
        computer = Computer(folder / "computer", hub.url)
        num_kills = kill_at(hub, computer, kill_points(total, seed), say)
        name = computer.run("models", "get", NAME)["name"]
        verified = computer.run("models", "verify", name)
        sent = hub.bytes_sent(".safetensors")
    is_right = same_tensors(computer.store.get(name), model)
    return KilledOften(num_kills, total, sent, bool(verified[0]["is_sound"]), is_right)


def kill_points(total: int, seed: int) -> list[int]:
    """How many bytes each process but the last may have been sent: to random points of the whole, in order."""
    source = random.Random(seed)
    points = sorted(source.randrange(total) for _ in range(NUM_KILLS))
    return [point - before for before, point in zip([0, *points], points, strict=False)]


def kill_at(hub: LocalHub, computer: Computer, points: Sequence[int], say: Say) -> int:
    """Starts the fetch anew for each point and kills it there; how many times it was killed before its end."""
    for number, num_bytes in enumerate(points, 1):
        point = hub.bytes_sent(".safetensors") + num_bytes
        with ended(computer.start("models", "get", NAME, "--json")) as process:
            give_up_at = time.monotonic() + COMMAND_DEADLINE_S
            while hub.bytes_sent(".safetensors") <= point and process.poll() is None:
                if time.monotonic() > give_up_at:
                    raise MachineError("The fetch stands still.", computer.complaint())
                time.sleep(LOOK_EVERY_S)
            if process.poll() not in (None, 0):
                raise MachineError("The fetch failed.", computer.complaint())
            if process.poll() == 0:
                return number - 1
        say(f"killed {number} of {len(points)}, after {hub.bytes_sent('.safetensors') / 1e6:.0f} MB")
    return len(points)


def same_tensors(spec: ModelSpec, model: Path) -> bool:
    """Whether each tensor that the repository's files have is here with the same bytes."""
    store = ModelStore(spec.path.parent)
    for tensor in store.tensors(spec).tensors:
        path, offset, num_bytes = store.place(spec, tensor.name)
        with path.open("rb") as here, (model / tensor.file).open("rb") as there:
            here.seek(offset)
            there.seek(tensor.start)
            if here.read(num_bytes) != there.read(tensor.num_bytes):
                return False
    return True
