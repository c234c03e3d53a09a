"""What is remembered of the store's models belongs to the model, not to the name that it happens to have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.runtime.library import Library
from meshnet_gui.settings import Settings
from tests.weight_members import make_folder


class Inline:
    """A compute thread that is none."""

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        return function(*args)


def test_another_model_of_the_same_name_has_its_own_tokenizer(tmp_path: Path) -> None:
    store, loaded = ModelStore(tmp_path / "models"), []

    def load(path: Path) -> Any:
        loaded.append(store.get(path.name).identity)
        return object()

    async def use() -> None:
        library = Library(store, Inline(), load, Settings)  # type: ignore[arg-type]
        for seed in (0, 1):
            store.import_path(make_folder(tmp_path / f"folder{seed}", seed=seed), "tiny")
            await library.refresh()
            assert await library.tokenizer(library.find("tiny")) is await library.tokenizer(library.find("tiny"))
            store.remove("tiny")

    asyncio.run(use())
    assert len(loaded) == len(set(loaded)) == 2
