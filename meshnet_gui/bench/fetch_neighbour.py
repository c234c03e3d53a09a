"""Part 3 of ``bench fetch``: a joiner takes its span from a member in the same network, in turns with static HTTPS."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from meshnet_gui.bench.fetch_rig import Computer, Shape, ended
from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.bench.report import Say
from meshnet_gui.bench.static_https import client_context, fetch_all, static_server
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.fetch.hub import FIRST_BYTES
from meshnet_gui.modelstore.pieces import piece_file
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.swarm.membership import MembershipStore

NAME = "bench/shared"
SWARM = "bench"
NUM_ROUNDS = 5
MODEL = Shape(28, 640, 1728)  # 556 MB
HEADER_START_BYTES = 8


@dataclass(frozen=True, slots=True)
class Neighbourly:
    """``hub_weight_bytes`` left the hub's server for the joiners, beside the files' starts; seconds by round, in turns.

    A joiner that hears of the model's members late learns from the hub where the tensors lie.
    """

    num_bytes: int
    hub_weight_bytes: int
    from_member: Sequence[float]
    from_static: Sequence[float]

    @property
    def ratio(self) -> float:
        """The member's throughput over that of the static server: medians."""
        return median(self.from_static) / median(self.from_member)


def measure(folder: Path, say: Say) -> Neighbourly:
    """One member holds the model; for each round a new computer joins and gets all of it."""
    model = MODEL.write(folder / "model")
    with LocalHub() as hub:
        hub.add(NAME, model)
        invite = new_swarm(folder / "founder")
        holder = member(folder / "holder", hub.url, invite)
        say("the first computer gets the model from the hub")
        spec = holder.store.get(holder.run("models", "get", NAME)["name"])
        hub.forget_sent()
        with serving(holder, spec.name), static_server(spec.path, holder.config) as url:
            files, context = _files(spec), client_context(holder.config)
            num_bytes = sum((spec.path / name).stat().st_size for name in files)
            ours, others = [], []
            for number in range(1, NUM_ROUNDS + 1):
                joiner = member(folder / f"joiner-{number}", hub.url, invite)
                ours.append(float(joiner.run("models", "get", NAME)["seconds"]))
                shutil.rmtree(joiner.folder)
                others.append(fetch_all(url, files, folder / "static", context))
                say(f"round {number} of {NUM_ROUNDS}: {ours[-1]:.2f} s, static HTTPS {others[-1]:.2f} s")
        starts = start_bytes(model) * NUM_ROUNDS
        return Neighbourly(num_bytes, max(0, hub.bytes_sent(".safetensors") - starts), ours, others)


def start_bytes(model: Path) -> int:
    """What is read of the files of weights to learn where the tensors are: their headers, in one block each."""
    total = 0
    for path in model.glob("*.safetensors"):
        with path.open("rb") as file:
            header = HEADER_START_BYTES + int.from_bytes(file.read(HEADER_START_BYTES), "little")
        total += min(path.stat().st_size, max(header, FIRST_BYTES))
    return total


def new_swarm(folder: Path) -> Invite:
    """An invite to a swarm of the bench."""
    folder.mkdir(mode=0o700, parents=True)
    return MembershipStore(folder).create(SWARM).invite()


def member(folder: Path, endpoint: str, invite: Invite) -> Computer:
    """A new computer in the swarm."""
    computer = Computer(folder, endpoint)
    computer.config.mkdir(mode=0o700, parents=True)
    MembershipStore(computer.config).join(invite)
    return computer


@contextmanager
def serving(computer: Computer, name: str) -> Iterator[dict[str, Any]]:
    """A node there that serves one layer and shares what it holds, once it says that it is ready."""
    layer = ("--model", name, "--layers", "1-2", "--threads", "1", "--runner", "generic")
    with ended(computer.start("node", *layer, "--host", "127.0.0.1", "--json")) as process:
        yield ready_line(process, computer)


def ready_line(process: subprocess.Popen[bytes], computer: Computer) -> dict[str, Any]:
    """What a node says when it serves. Raises MachineError where it does not."""
    assert process.stdout is not None
    try:
        said: dict[str, Any] = json.loads(process.stdout.readline())
    except ValueError as exc:
        raise MachineError("A node of the bench did not start.", computer.complaint()) from exc
    return said


def _files(spec: ModelSpec) -> list[str]:
    return [piece_file(piece) for piece in spec.pieces(spec.full_span())]
