"""A fetch whose process is killed again and again."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from meshnet_gui.bench.sized_model import write_sized_model
from meshnet_gui.modelstore.fetch.wish import remembered
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.modelstore.tensors import digest
from tests.conftest import ROOT
from tests.modelstore.fetch.child_fetch import BLOCK_BYTES

NUM_KILLS = 20
LIMIT_S = 240


def _served_bytes(served: Path) -> int:
    return served.stat().st_size * BLOCK_BYTES if served.exists() else 0


def _run(arguments: list[str], served: Path, kill_at: int | None) -> int:
    command = [sys.executable, "-m", "tests.modelstore.fetch.child_fetch", *arguments]
    with subprocess.Popen(command, cwd=ROOT) as process:
        until = time.monotonic() + LIMIT_S
        while process.poll() is None and (kill_at is None or _served_bytes(served) < kill_at):
            assert time.monotonic() < until
            time.sleep(0.005)
        process.kill()
        return process.wait()


def _added(hub_store: ModelStore, folder: Path) -> ModelSpec:
    """The model in pieces, none of which is here, by way of its whole import."""
    whole = hub_store.import_path(folder, "whole")
    files = {path.name: path.read_bytes() for path in whole.path.iterdir() if path.suffix in (".json", ".jinja")}
    small = {name: content for name, content in files.items() if name not in ("meshnet.json", "tensors.json")}
    small.pop("model.safetensors.index.json", None)
    return ModelStore(hub_store.root.parent / "fetched").add("it", small, hub_store.tensors(whole), source="test")


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_two_hundred_megabytes_killed_at_twenty_points_end_whole_and_are_hardly_fetched_twice(tmp_path: Path):
    folder = write_sized_model(tmp_path / "large", num_layers=19, hidden_size=512, intermediate_size=1024, num_files=2)
    spec = _added(ModelStore(tmp_path / "models"), folder)
    store = ModelStore(spec.path.parent)
    tensors = store.tensors(spec).tensors
    total = sum(tensor.num_bytes for tensor in tensors)
    assert total > 200_000_000
    served = tmp_path / "served"
    arguments = [str(store.root), spec.name, str(folder), str(served)]
    for kill_at in sorted(random.Random(5).sample(range(total * 9 // 10), NUM_KILLS)):
        assert _run(arguments, served, max(kill_at, _served_bytes(served) + 1)) == -signal.SIGKILL
    assert _run(arguments, served, None) == 0
    done = store.get(spec.name)
    assert done.held is not None
    assert {EMBEDDING, TAIL} < done.held
    assert done.missing(done.full_span()) == ()
    assert remembered(done) is None
    for tensor in store.tensors(done).tensors:
        path, offset, num_bytes = store.place(done, tensor.name)
        with path.open("rb") as file:
            file.seek(offset)
            content = file.read(num_bytes)
        with (folder / tensor.file).open("rb") as file:
            file.seek(tensor.start)
            assert content == file.read(num_bytes)
        assert tensor.sha256 == digest(content)
    twice = _served_bytes(served) - total
    print(f"{total} bytes, {twice} of them twice ({twice / total:.1%})")
    assert twice <= 0.1 * total
