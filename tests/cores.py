"""Cores over a store of tiny models, for tests of the runtime and of the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.runtime.core import Core, Parts
from meshnet_gui.settings import Settings
from tests.fleet import load

SOON = 15.0
MakeCore = Callable[..., Core]


def tiny_store(root: Path, tiny: Callable[[str], ModelSpec]) -> ModelStore:
    """A store with the models ``tiny`` and ``window``."""
    made = ModelStore(root)
    made.import_path(tiny("llama").path, "tiny")
    made.import_path(tiny("sliding").path, "window")
    return made


@contextmanager
def core_maker(store: ModelStore) -> Iterator[MakeCore]:
    """Makes cores; stops them all at its end."""
    made: list[Core] = []

    def build(settings: Settings | None = None, **parts: Any) -> Core:
        defaults: dict[str, Any] = {
            "store": store,
            "load_shard": lambda settings: load,
            "load_tokenizer": _load_tokenizer,
            "fetch_starter": _no_starter,
        }
        core = Core(Parts(**(defaults | parts)), settings or Settings(model="tiny"))
        made.append(core)
        return core

    try:
        yield build
    finally:
        for core in made:
            core.stop()


def started(core: Core) -> Core:
    core.start().result(SOON)
    return core


def _load_tokenizer(path: Path) -> Any:
    from meshnet_gui.engine.tokenizer import load_tokenizer

    return load_tokenizer(path)


def _no_starter(store: ModelStore, progress: Any) -> ModelSpec:
    raise AssertionError("the starter model is not needed here")
