"""A model that the hub's own library brought, imported, and one that was fetched: are they the same?"""

from __future__ import annotations

from pathlib import Path

import pytest
from huggingface_hub import snapshot_download

from meshnet_gui.modelstore.fetch.hub import Hub
from meshnet_gui.modelstore.store import ModelStore
from tests.hub_server import REPOSITORY, hub_with
from tests.in_pieces import publish


@pytest.mark.parametrize("num_files", [1, 3])
def test_a_folder_of_the_hubs_library_and_a_fetched_model_are_one(tmp_path: Path, num_files: int) -> None:
    with hub_with(tmp_path / "repository", num_layers=3, num_files=num_files) as hub:
        model = Hub(hub.url).describe(REPOSITORY)
        folder = snapshot_download(REPOSITORY, endpoint=hub.url, cache_dir=tmp_path / "cache", token=False)
    store = ModelStore(tmp_path / "models")
    spec = store.add("", model.files, model.manifest, source="hub", headers=model.headers, is_from_hub=True)
    whole = ModelStore(tmp_path / "elsewhere").import_path(Path(folder))
    assert whole.identity == spec.identity
    assert ModelStore(whole.path.parent).tensors(whole) == store.tensors(spec)
    for piece in spec.missing(spec.full_span()):
        publish(store, spec, piece, whole)
    assert set(store.verify(spec.name).proven) == {file.name for file in model.manifest.files}
    assert store.import_path(Path(folder)) == store.get(spec.name)
