"""Places of its own for all that the self-test and its children write, and the starter model in them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from meshnet_gui.bench.checks.check import CheckFailed, Skipped
from meshnet_gui.errors import DiskFull
from meshnet_gui.installation import IS_BUNDLE
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.starter import bundled_starter, find_starter, import_bundled
from meshnet_gui.modelstore.store import ModelStore, default_store

_MADE_HERE = (".", "golden-", "quantised-")  # what nodes add to a model
_LINKS: tuple[Callable[[Path, Path], object], ...] = (
    lambda source, target: target.symlink_to(source),
    lambda source, target: target.hardlink_to(source),
    shutil.copyfile,
)


@contextmanager
def own_places(folder: Path) -> Iterator[None]:
    """Data, settings, caches and temporary files of this process and of its children are in ``folder`` meanwhile."""
    names = {f"MESHNET_{name}_DIR": name.lower() for name in ("DATA", "CONFIG", "CACHE")}
    names |= {"HF_HOME": "hub", "XDG_CACHE_HOME": "cache", "TMPDIR": "tmp", "TMP": "tmp", "TEMP": "tmp"}
    names |= {"TORCHINDUCTOR_CACHE_DIR": "torch"}  # the engine's, which may have been imported before
    before = dict(os.environ)
    for name, place in names.items():
        (folder / place).mkdir(parents=True, exist_ok=True)
        os.environ[name] = str(folder / place)
    usual, tempfile.tempdir = tempfile.tempdir, str(folder / "tmp")
    try:
        yield
    finally:
        tempfile.tempdir = usual
        os.environ.clear()
        os.environ.update(before)


class Starter:
    """The starter model, taken into the self-test's own store at first use: out of the bundle, or linked from the
    user's store, in which nothing is changed."""

    def __init__(self, users: ModelStore, inside: Path | None = None, *, bundle: bool = IS_BUNDLE) -> None:
        self._users = users
        self._inside = inside if inside is not None else bundled_starter()
        self._bundle = bundle
        self._spec: ModelSpec | None = None

    def spec(self) -> ModelSpec:
        """Raises Skipped where there is none from source or no room, CheckFailed where a bundle lacks it."""
        if self._spec is None:
            self._spec = self._taken()
        return self._spec

    def _taken(self) -> ModelSpec:
        store = default_store()
        if self._inside is not None:
            try:
                return import_bundled(store, self._inside)
            except DiskFull as exc:
                raise Skipped(exc.text) from exc
        if self._bundle:
            raise CheckFailed("the starter model did not come along")
        found = find_starter(self._users)
        if found is None:
            raise Skipped("not imported")
        target = store.root / found.name
        target.mkdir(parents=True)
        for file in found.path.iterdir():
            if file.is_file() and not file.name.startswith(_MADE_HERE):
                _link(file, target / file.name)
        return store.get(found.name)


def _link(source: Path, target: Path) -> None:
    """Whichever way this system and this place allow."""
    for way in _LINKS[:-1]:
        with suppress(OSError, NotImplementedError):
            way(source, target)
            return
    shutil.copyfile(source, target)
