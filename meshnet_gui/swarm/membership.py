"""The swarms that this computer belongs to, and the file that remembers them. One of them at most is active.

The file holds seeds: only its user may read it. Programs that run at once each read it anew before they change it.
"""

from __future__ import annotations

import contextlib
import json
import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from meshnet_gui.errors import MachineError, MeshnetError, UserError
from meshnet_gui.settings import set_aside, write_atomically
from meshnet_gui.swarm.authority import SEED_BYTES, swarm_id_of
from meshnet_gui.swarm.invite import MAX_NAME_CHARS, Invite, checked_addresses
from meshnet_gui.swarm.private_files import FileLock, private_folder, read_private

log = logging.getLogger(__name__)

FILE_NAME = "swarms.json"
LOCK_DEADLINE_S = 2.0
LOCK_POLL_S = 0.02
MAX_SWARMS = 64


@dataclass(frozen=True, slots=True)
class Membership:
    """One swarm as this computer knows it. ``swarm_id`` is its public name; the seed is its secret."""

    name: str
    seed: bytes = field(repr=False)
    rendezvous: tuple[str, ...] = ()
    swarm_id: str = field(init=False)

    def __post_init__(self) -> None:
        invite = Invite(self.name, self.seed, self.rendezvous)
        object.__setattr__(self, "name", invite.name)
        object.__setattr__(self, "rendezvous", invite.rendezvous)
        object.__setattr__(self, "swarm_id", swarm_id_of(self.seed))

    def invite(self, rendezvous: Iterable[str] = ()) -> Invite:
        """What lets others in. ``rendezvous`` are addresses that are known to answer now; they come first."""
        return Invite(self.name, self.seed, checked_addresses((*rendezvous, *self.rendezvous)))


@dataclass(frozen=True, slots=True)
class _Kept:
    """The file's content. ``active`` is a name, or empty."""

    swarms: tuple[Membership, ...] = ()
    active: str = ""

    def names(self) -> list[str]:
        return [swarm.name for swarm in self.swarms]

    def named(self, name: str) -> Membership:
        """Raises UserError where there is none."""
        found = next((swarm for swarm in self.swarms if swarm.name == name), None)
        if found is None:
            hint = f"Yours are: {', '.join(self.names())}." if self.swarms else "Create one, or join by an invite."
            raise UserError(f"You are in no swarm called {name[:MAX_NAME_CHARS]!r}.", hint)
        return found

    def with_swarm(self, changed: Membership) -> _Kept:
        """``changed`` in the place of the one of its name, or behind the others. Raises UserError for too many."""
        if changed.name in self.names():
            swarms = tuple(changed if swarm.name == changed.name else swarm for swarm in self.swarms)
        elif len(self.swarms) >= MAX_SWARMS:
            raise UserError(f"You are in {MAX_SWARMS} swarms already.", "Leave one first.")
        else:
            swarms = (*self.swarms, changed)
        return replace(self, swarms=swarms)

    def with_active(self, chosen: Membership) -> _Kept:
        return replace(self.with_swarm(chosen), active=chosen.name)


class MembershipStore:
    """Swarms on disk. Every change is on the disk when its method returns. Threads: one at a time.

    ``notice`` says what was found damaged, in a sentence for the user; empty where nothing was.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self.notice = ""

    def list(self) -> tuple[Membership, ...]:
        """All swarms, in the order in which they came. Raises MachineError."""
        return self._load().swarms

    def active(self) -> Membership | None:
        """The one that is used, if any. Raises MachineError."""
        kept = self._load()
        return next((swarm for swarm in kept.swarms if swarm.name == kept.active), None)

    def get(self, name: str) -> Membership:
        """Raises UserError where there is none of that name."""
        return self._load().named(name)

    def create(self, name: str, rendezvous: Iterable[str] = ()) -> Membership:
        """A new swarm of one, which is active from now on. Raises UserError for a name that is taken."""
        made = Membership(name, secrets.token_bytes(SEED_BYTES), tuple(rendezvous))

        def edit(kept: _Kept) -> _Kept:
            if made.name in kept.names():
                raise UserError(f"You are in a swarm called {made.name} already.", "Choose another name.")
            return kept.with_active(made)

        return self._change(edit).named(made.name)

    def join(self, invite: Invite) -> Membership:
        """Becomes a member, or learns new addresses of a swarm that is known; it is active from now on.

        Where another swarm has the name, this one gets a number behind it.
        """
        swarm_id = swarm_id_of(invite.seed)

        def edit(kept: _Kept) -> _Kept:
            known = next((swarm for swarm in kept.swarms if swarm.swarm_id == swarm_id), None)
            if known is not None:
                return kept.with_active(replace(known, rendezvous=(*invite.rendezvous, *known.rendezvous)))
            return kept.with_active(Membership(_free_name(invite.name, kept.names()), invite.seed, invite.rendezvous))

        return next(swarm for swarm in self._change(edit).swarms if swarm.swarm_id == swarm_id)

    def use(self, name: str) -> Membership | None:
        """Makes a swarm the active one; with an empty name none is. Raises UserError."""
        if not name:
            self._change(lambda kept: replace(kept, active=""))
            return None
        return self._change(lambda kept: kept.with_active(kept.named(name))).named(name)

    def leave(self, name: str) -> None:
        """Forgets a swarm and its seed: coming back takes an invite. Raises UserError."""

        def edit(kept: _Kept) -> _Kept:
            left = kept.named(name)
            swarms = tuple(swarm for swarm in kept.swarms if swarm is not left)
            return _Kept(swarms, "" if kept.active == name else kept.active)

        self._change(edit)

    def rotate(self, name: str) -> Membership:
        """A new seed for a swarm: nobody else is in it until they get a new invite. Raises UserError."""
        seed = secrets.token_bytes(SEED_BYTES)
        return self._change(lambda kept: kept.with_swarm(replace(kept.named(name), seed=seed))).named(name)

    def set_rendezvous(self, name: str, rendezvous: Iterable[str]) -> Membership:
        """Remembers where members can be found. Raises UserError."""
        found = tuple(rendezvous)
        return self._change(lambda kept: kept.with_swarm(replace(kept.named(name), rendezvous=found))).named(name)

    # -- the file ---------------------------------------------------------------------------------------------------

    def _change(self, edit: Callable[[_Kept], _Kept]) -> _Kept:
        """Reads, edits and writes, while no other program does. Raises what ``edit`` does, and MachineError."""
        try:
            private_folder(self.path.parent)
            with _alone(self.path.with_name(self.path.name + ".lock")):
                kept = edit(self._load())
                self._save(kept)
        except OSError as exc:
            raise _file_error(self.path, exc) from exc
        return kept

    def _load(self) -> _Kept:
        try:
            content = read_private(self.path)
            if content is not None:
                try:
                    return _parsed(content)
                except ValueError:
                    self.notice = f"The list of swarms was damaged. {set_aside(self.path)}"
                    log.warning("the list of swarms was damaged and set aside")
            content = read_private(self._last_good)
        except OSError as exc:
            raise _file_error(self.path, exc) from exc
        with contextlib.suppress(ValueError):
            return _parsed(content) if content is not None else _Kept()
        return _Kept()

    def _save(self, kept: _Kept) -> None:
        for path in (self.path, self._last_good):
            write_atomically(path, _written(kept))

    @property
    def _last_good(self) -> Path:
        return self.path.with_name(self.path.name + ".bak")


def _written(kept: _Kept) -> bytes:
    swarms = [
        {"name": swarm.name, "seed": swarm.seed.hex(), "rendezvous": list(swarm.rendezvous)} for swarm in kept.swarms
    ]
    return json.dumps({"version": 1, "active": kept.active, "swarms": swarms}, indent=2).encode() + b"\n"


def _parsed(content: bytes) -> _Kept:
    """Raises ValueError for anything that ``_written`` would not have written."""
    try:
        values = json.loads(content)
        swarms = tuple(
            Membership(str(each["name"]), bytes.fromhex(each["seed"]), tuple(map(str, each["rendezvous"])))
            for each in values["swarms"][:MAX_SWARMS]
        )
        kept = _Kept(swarms, str(values["active"]))
    except (TypeError, KeyError, RecursionError, MeshnetError) as exc:
        raise ValueError("not a list of swarms") from exc
    if len(set(kept.names())) != len(swarms):
        raise ValueError("two swarms of one name")
    return kept


def _free_name(name: str, taken: Collection[str]) -> str:
    numbered = (f"{name[: MAX_NAME_CHARS - 4].rstrip()} {number}" for number in range(2, MAX_SWARMS + 2))
    return name if name not in taken else next(text for text in numbered if text not in taken)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """While no other program changes the file. Raises MachineError where one takes too long, and OSError."""
    deadline = time.monotonic() + LOCK_DEADLINE_S
    while (lock := FileLock.take(path)) is None:
        if time.monotonic() > deadline:
            raise MachineError("Another program is changing the list of swarms.", "Try again in a moment.")
        time.sleep(LOCK_POLL_S)
    try:
        yield
    finally:
        lock.release()


def _file_error(path: Path, exc: OSError) -> MachineError:
    reason = exc.strerror or "the file cannot be read or written"
    return MachineError(f"The list of swarms cannot be kept: {reason}.", f"Check the folder {path.parent}.")
