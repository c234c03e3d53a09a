"""Part 4 of ``bench fetch``: members that give a flipped byte, a file that is too short, or next to nothing.

A liar is the program itself in a process of its own, with one function replaced: what finds a tensor for others.
Each lies alone beside the hub first; then all of them beside one honest member, without the hub.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from meshnet_gui.bench.child import child
from meshnet_gui.bench.fetch_kills import same_tensors
from meshnet_gui.bench.fetch_neighbour import NAME, SWARM, member, new_swarm, serving
from meshnet_gui.bench.fetch_rig import Computer, Shape
from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.bench.report import Say
from meshnet_gui.node.shelf import Place, WeightShelf
from meshnet_gui.runtime.assembly import assemble
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.invite import Invite

FLIPPED, SHORT, DRIP = "a flipped byte", "a short file", "a slow drip"
LIES = (FLIPPED, SHORT, DRIP)
MODEL = Shape(8, 256, 768)  # 28 MB
DRIP_BYTES_PER_S = 2000
START_DEADLINE_S = 120.0


@dataclass(frozen=True, slots=True)
class Deceived:
    """A computer that asked liars. ``hub_bytes`` of weights came from the hub; ``is_right``: every tensor is.

    ``left_out`` are sentences on who was.
    """

    what: str
    num_bytes: int
    hub_bytes: int
    seconds: float
    is_right: bool
    left_out: tuple[str, ...] = ()

    @property
    def is_survived(self) -> bool:
        """A liar was found out, and what is here is right."""
        return self.is_right and bool(self.left_out)


def measure(folder: Path, say: Say) -> tuple[Deceived, ...]:
    """Once for each lie beside the hub, and once for all of them beside an honest member."""
    model = MODEL.write(folder / "model")
    with LocalHub() as hub:
        hub.add(NAME, model)
        honest = Computer(folder / "first", hub.url)
        honest.run("models", "get", NAME)
        scene = Scene(folder, model, hub, honest)
        found = [scene.beside_the_hub(lie, say) for lie in LIES]
        return (*found, scene.beside_an_honest_member(say))


@dataclass(frozen=True, slots=True)
class Scene:
    """``first`` holds the model; whoever else holds it has a copy."""

    folder: Path
    model: Path
    hub: LocalHub
    first: Computer

    def beside_the_hub(self, lie: str, say: Say) -> Deceived:
        """The only member that has the model lies."""
        place = self.folder / lie.replace(" ", "-")
        invite = new_swarm(place / "founder")
        with self._lying(place, invite, lie):
            return self._deceived(place, invite, lie, (), say)

    def beside_an_honest_member(self, say: Say) -> Deceived:
        """Three lie and one does not, and the hub is not asked."""
        place = self.folder / "all"
        invite = new_swarm(place / "founder")
        with ExitStack() as stack:
            for lie in LIES:
                stack.enter_context(self._lying(place, invite, lie))
            honest = self._holder(place / "honest", invite)
            stack.enter_context(serving(honest, self._name()))
            return self._deceived(place, invite, "all three, no hub", ("--no-hub",), say)

    def _name(self) -> str:
        return self.first.store.list()[0].name

    def _holder(self, folder: Path, invite: Invite) -> Computer:
        computer = member(folder, self.hub.url, invite)
        shutil.copytree(self.first.folder / "data", folder / "data")
        return computer

    @contextmanager
    def _lying(self, place: Path, invite: Invite, lie: str) -> Iterator[None]:
        liar = self._holder(place / f"liar-{LIES.index(lie)}", invite)
        with child(_lie, liar.environ(), self._name(), lie, what="A member that lies") as (_, pipe):
            if not pipe.poll(START_DEADLINE_S):
                raise EOFError
            pipe.recv()
            yield

    def _deceived(self, place: Path, invite: Invite, what: str, words: tuple[str, ...], say: Say) -> Deceived:
        self.hub.forget_sent()
        joiner = member(place / "joiner", self.hub.url, invite)
        said = joiner.run("--log-level", "info", "models", "get", str(self._target(words)), *words)
        spec = joiner.store.get(said["name"])
        is_right = not spec.missing(spec.full_span()) and same_tensors(spec, self.model)
        say(f"{what}: {'right' if is_right else 'NOT RIGHT'} after {said['seconds']:.1f} s; {said['dropped']}")
        hub_bytes, left_out = self.hub.bytes_sent(".safetensors"), tuple(said["dropped"])
        return Deceived(what, spec.weight_bytes, hub_bytes, float(said["seconds"]), is_right, left_out)

    def _target(self, words: tuple[str, ...]) -> str:
        """Where the hub is not asked, members know the model by its identity."""
        return str(self.first.store.list()[0].identity) if words else NAME


# -- the liar's process -------------------------------------------------------------------------------------------


def _lie(pipe: Connection, environ: Mapping[str, str], model: str, lie: str) -> None:
    """In the child: a node that hands out what it should not, until the pipe ends."""
    os.environ.update(environ)
    honest = WeightShelf.place
    if lie != DRIP:
        WeightShelf.place = lambda self, sha256: lying(honest(self, sha256), lie)  # type: ignore[method-assign]
    slow = DRIP_BYTES_PER_S if lie == DRIP else 0
    settings = Settings(contributing=True, model=model, span="1-2", host="127.0.0.1", num_threads=1, runner="generic")
    core = assemble(Plan(settings, for_this_run={"upload_bytes_per_s": slow}, swarm=SWARM))
    try:
        core.start().result(START_DEADLINE_S)
        pipe.send("ready")
        pipe.recv()
    except EOFError:
        pass
    finally:
        core.stop()


def lying(place: Place | None, lie: str) -> Place | None:
    """In the place of a tensor: one that is as long as it says and has another byte, or one that is not."""
    if place is None or place.path.suffix != ".safetensors":
        return place
    with place.path.open("rb") as file:
        file.seek(place.offset)
        content = file.read(place.num_bytes)
    told = content[: len(content) // 2] if lie == SHORT else content[:-1] + bytes([content[-1] ^ 1])
    return Place(num_bytes=place.num_bytes, content=told)
