from __future__ import annotations

import mmap
import os
from pathlib import Path

import pytest

from meshnet_gui.bench.memory import SPARE_BYTES, Memory, can_measure, count_kilobytes, private_bytes

SMAPS = """\
7f00-7f10 r--p 00000000 fe:00 17 /data/models/starter/model.safetensors
Rss:                 160 kB
Shared_Clean:        100 kB
Private_Clean:        50 kB
Private_Dirty:        10 kB
VmFlags: rd mr mw me
7f20-7f30 r-xp 00000000 fe:00 18 /usr/lib/libsomething.so
Shared_Clean:       9000 kB
Private_Dirty:         7 kB
7f40-7f50 rw-p 00000000 00:00 0
Private_Dirty:      1000 kB
"""


def test_private_memory_counts_shared_pages_of_the_models_own_files_only():
    assert count_kilobytes(SMAPS.splitlines(), {"/data/models/starter"}) == 100 + 50 + 10 + 7 + 1000


def test_weights_that_are_mapped_twice_are_in_memory_once():
    again = """\
7f60-7f70 rw-p 00000000 fe:00 17 /data/models/starter/model.safetensors
Shared_Clean:        120 kB
7f70-7f80 rw-p 00010000 fe:00 17 /data/models/starter/model.safetensors
Shared_Clean:        100 kB
7f80-7f90 rw-p 00010000 fe:00 17 /data/models/starter/model.safetensors
Shared_Clean:         90 kB
"""
    assert count_kilobytes((SMAPS + again).splitlines(), {"/data/models/starter"}) == 220 + 7 + 1000


@pytest.mark.skipif(not can_measure(), reason="this system does not tell private memory")
def test_weights_that_are_a_link_count_too(tmp_path: Path):
    real, linked = tmp_path / "real", tmp_path / "linked"
    for folder in (real, linked):
        folder.mkdir()
    (real / "model.safetensors").write_bytes(bytes(40 * 2**20))
    (linked / "model.safetensors").symlink_to(real / "model.safetensors")
    before = private_bytes(os.getpid(), linked)
    with (real / "model.safetensors").open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        assert data.find(b"a") == -1  # reads every page
        assert private_bytes(os.getpid(), linked) - before > 30 * 2**20


def test_the_excess_is_what_the_shard_costs_beyond_its_tensors():
    memory = Memory(idle_bytes=100, serving_bytes=330, tensor_bytes=200)
    assert memory.excess_bytes == 30
    assert memory.over_tensor_bytes == pytest.approx(1.15)
    assert memory.limit_bytes == 60 + SPARE_BYTES


@pytest.mark.skipif(not can_measure(), reason="this system does not tell private memory")
def test_a_process_that_is_gone_has_no_memory():
    assert private_bytes(2**22 + 1, Path("/nowhere")) is None
