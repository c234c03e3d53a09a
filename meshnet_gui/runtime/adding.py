"""A model becomes known here by its small files: found by a name, in the swarm first, else at the hub.

Threads: the core loop; the hub and the disk on the default executor.
"""

from __future__ import annotations

import asyncio
import logging

from meshnet_gui.errors import PeerError, SwarmError, UserError
from meshnet_gui.modelstore.catalogue import by_name
from meshnet_gui.modelstore.names import slug
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.runtime.place import Place
from meshnet_gui.runtime.served import Stored

log = logging.getLogger(__name__)
LOOK_EVERY_S = 0.1
BEFORE_THE_HUB_S = 2.0
THE_SWARM = "the swarm"  # as the source of a model


async def bring_in(place: Place, name: str, revision: str = "") -> ModelSpec:
    """By the name of a catalogue's entry, a repository, or a model of the swarm; or what is here already.

    What the swarm serves comes from there where no revision is asked for, so that all have the same commit. Raises a
    MeshnetError.
    """
    here = await asyncio.to_thread(find_here, place.store, name, revision)
    if here is not None:
        if await asyncio.to_thread(place.store.has_list, here):
            return here
        name = str(here.identity)  # it is added again, which puts it right
    entry = by_name(name)
    repository = entry.repository if entry is not None else name
    served = None if revision else Stored.parse(name) or await _in_swarm_soon(place, name, repository)
    if served is not None:
        spec = await _from_members(place, served)
        if spec is not None:
            return spec
        repository, revision = served.repository, served.revision
    if not _is_repository(repository):
        raise await asyncio.to_thread(_unknown, place.store, name)
    return await _from_hub(place, repository, revision or (entry.revision if entry is not None else ""))


def find_here(store: ModelStore, name: str, revision: str = "") -> ModelSpec | None:
    """A model of the store by its name, identity, repository or name in the catalogue.

    So a fetch goes on at the commit that it began with, whatever the repository has become and whether or not the hub
    can be reached. A ``revision`` must be that commit.
    """
    specs = [spec for spec in store.list() if revision in ("", spec.identity.revision)]
    of_that_name = next((spec for spec in specs if spec.name == name), None)
    stored = Stored.parse(name)
    found = of_that_name or next((spec for spec in specs if stored == Stored.of(spec.identity)), None)
    if found is not None:
        return found
    entry = by_name(name)
    repository = (entry.repository if entry is not None else name).casefold()
    of_repository = [spec for spec in specs if spec.identity.repository.casefold() == repository]
    return of_repository[0] if len(of_repository) == 1 else None


async def _in_swarm_soon(place: Place, name: str, repository: str) -> Stored | None:
    """``_in_swarm``, where the members are just being found, too: not for long where the hub may have it."""
    loop = asyncio.get_running_loop()
    finds_for_s = place.members.finds_for_s()
    can_ask_hub = place.has_hub and _is_repository(repository)
    give_up_at = loop.time() + (min(finds_for_s, BEFORE_THE_HUB_S) if can_ask_hub else finds_for_s)
    while (found := _in_swarm(place, name, repository)) is None and loop.time() < give_up_at:  # noqa: ASYNC110
        await asyncio.sleep(LOOK_EVERY_S)
    return found


def _in_swarm(place: Place, name: str, repository: str) -> Stored | None:
    """By identity, by repository, and only then by the name that members give it."""
    served = [(view, stored) for view in place.served() if (stored := Stored.parse(view.identity)) is not None]
    wanted = Stored.parse(name)
    found = [stored for _, stored in served if stored == wanted]
    found += [stored for _, stored in served if stored.repository == repository]
    found += [stored for view, stored in served if view.name == name]
    return found[0] if found else None


def _name_there(place: Place, served: Stored) -> str:
    """What members call an imported model, whose identity has no name of its own; empty for a repository."""
    names = (view.name for view in place.served() if Stored.parse(view.identity) == served)
    return "" if _is_repository(served.repository) else next(names, "")


async def _from_members(place: Place, served: Stored) -> ModelSpec | None:
    """None where they have it not, or not rightly, and the hub has. Raises PeerError and SwarmError."""
    try:
        found = await place.members.find(served)
    except (PeerError, SwarmError) as exc:
        if not _is_repository(served.repository) or not place.has_hub:
            raise
        log.info("%s cannot be had from the swarm: %s", served.repository, exc.text)
        return None
    if found is None:
        return None
    name = slug(_name_there(place, served) or served.repository.rpartition("/")[2])

    def add() -> ModelSpec:
        files = found.files
        return place.store.add(
            name, files.small, found.manifest, source=THE_SWARM, headers=files.headers, is_from_members=True
        )

    return await asyncio.to_thread(add)


async def _from_hub(place: Place, repository: str, revision: str) -> ModelSpec:
    hub = await place.hub()

    def add() -> ModelSpec:
        model = hub.describe(repository, revision, place.go_on)
        short = slug(repository.rpartition("/")[2])
        return place.store.add(
            short, model.files, model.manifest, source=repository, headers=model.headers, is_from_hub=True
        )

    return await asyncio.to_thread(add)


def _unknown(store: ModelStore, name: str) -> UserError:
    here = ", ".join(spec.name for spec in store.list())
    return UserError(
        f"There is no model {name[:80]!r} on this computer, in the catalogue or in your swarm.",
        f"{f'Here are: {here}. ' if here else ''}"
        "Name a repository of the hub (OWNER/NAME), or look for one: meshnet models search TEXT",
    )


def _is_repository(name: str) -> bool:
    owner, _, rest = name.partition("/")
    return bool(owner and rest) and "/" not in rest
