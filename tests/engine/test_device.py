from __future__ import annotations

import ctypes
import mmap
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from meshnet_gui.engine import device
from meshnet_gui.engine.device import paging_out
from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.errors import MachineError, UserError


def has(monkeypatch: pytest.MonkeyPatch, kind: str | None) -> None:
    found = None if kind is None else torch.device(kind)
    monkeypatch.setattr(torch.accelerator, "current_accelerator", lambda check_available: found)


def test_half_of_the_usable_cores_compute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "num_usable_cores", lambda: 16)
    assert device.default_num_threads() == 8


def test_threads_are_set_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    before = torch.get_num_threads()
    try:
        assert device.set_num_threads(2) == torch.get_num_threads() == 2
        assert device.set_num_threads(0) == 1
        assert device.set_num_threads(None) == device.default_num_threads()
    finally:
        torch.set_num_threads(before)


@pytest.mark.parametrize("kind", ["cuda", "mps", "xpu"])
def test_the_gpu_that_torch_finds_is_taken(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    has(monkeypatch, kind)
    assert device.find_device(kind) == torch.device(kind)
    assert device.find_device("cpu") == torch.device("cpu")
    with pytest.raises(UserError, match=f"processor and {kind}"):
        device.find_device("mps" if kind == "cuda" else "cuda")


@pytest.mark.parametrize("kind", [None, "meta"])  # the second: a kind that nobody has tried here
def test_without_a_gpu_only_the_processor_is_there(monkeypatch: pytest.MonkeyPatch, kind: str | None) -> None:
    has(monkeypatch, kind)
    assert device.accelerator() is None
    with pytest.raises(UserError, match="only the processor"):
        device.find_device("cuda")


def test_free_memory_is_asked_of_the_device_and_may_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.accelerator, "get_memory_info", lambda _: (7, 9))
    assert device.free_bytes(torch.device("cuda")) == 7

    def refuse(_: torch.device) -> tuple[int, int]:
        raise RuntimeError("no such query")

    monkeypatch.setattr(torch.accelerator, "get_memory_info", refuse)
    assert device.free_bytes(torch.device("xpu")) is None
    monkeypatch.setattr(torch.mps, "recommended_max_memory", lambda: 10)
    monkeypatch.setattr(torch.mps, "driver_allocated_memory", lambda: 4)
    assert device.free_bytes(torch.device("mps")) == 6


def test_limit_of_a_gpus_memory_counts_what_this_process_has_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda = torch.device("cuda")
    monkeypatch.setattr(torch.accelerator, "get_memory_info", lambda _: (9 * 10**9, 10**10))
    monkeypatch.setattr(torch.accelerator, "memory_reserved", lambda _: 10**9)
    assert device.free_bytes(cuda) == 9 * 10**9
    assert device.free_bytes(cuda, 3 * 10**9) == 2 * 10**9
    assert device.free_bytes(cuda, 10**9) == 0
    with pytest.raises(MachineError, match=r"2.5 GB .* 2.0 GB free"):
        device.move(Layers(), cuda, 2_500_000_000, 3 * 10**9)
    caches = SessionCacheStore(max_bytes=5 * 10**9)
    device.bound_caches(caches, cuda, 3 * 10**9)
    assert caches.max_bytes == 10**9
    monkeypatch.setattr(torch.mps, "recommended_max_memory", lambda: 10)
    monkeypatch.setattr(torch.mps, "driver_allocated_memory", lambda: 4)
    assert device.free_bytes(torch.device("mps"), 5) == 1


class Layers(torch.nn.Module):
    """Says where it was moved, or that there is no room."""

    def __init__(self, full: bool = False) -> None:
        super().__init__()
        self.full = full
        self.place: Any = None

    def to(self, place: Any) -> Layers:  # type: ignore[override]
        if self.full:
            raise torch.OutOfMemoryError("full")
        self.place = place
        return self


def test_layers_move_to_a_device_that_has_room_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda, layers = torch.device("cuda"), Layers()
    monkeypatch.setattr(device, "free_bytes", lambda *_: 2**30)
    assert device.move(layers, cuda, 2**29).place == cuda
    monkeypatch.setattr(device, "free_bytes", lambda *_: None)
    assert device.move(Layers(), cuda, 2**40).place == cuda  # it does not say: it is tried
    assert device.move(Layers(), torch.device("cpu"), 2**60).place is None


def test_layers_that_do_not_fit_are_refused_with_the_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    cuda, layers = torch.device("cuda"), Layers()
    monkeypatch.setattr(device, "free_bytes", lambda *_: 500_000_000)
    with pytest.raises(MachineError, match=r"400 MB .* 500 MB free"):
        device.move(layers, cuda, 400_000_000)
    assert layers.place is None
    monkeypatch.setattr(device, "free_bytes", lambda *_: None)
    with pytest.raises(MachineError, match="do not fit"):
        device.move(Layers(full=True), cuda, 400_000_000)


@pytest.mark.parametrize(("kind", "free", "expected"), [("cuda", 1000, 500), ("cuda", None, 800), ("cpu", 10, 800)])
def test_session_caches_get_a_part_of_what_a_gpu_has_left(
    monkeypatch: pytest.MonkeyPatch, kind: str, free: int | None, expected: int
) -> None:
    monkeypatch.setattr(device, "free_bytes", lambda *_: free)
    caches = SessionCacheStore(max_bytes=800)
    device.bound_caches(caches, torch.device(kind))
    assert caches.max_bytes == expected


def test_releasing_memory_is_harmless() -> None:
    device.release_memory()


def test_releasing_memory_empties_the_devices_cache_too(monkeypatch: pytest.MonkeyPatch) -> None:
    emptied = []
    has(monkeypatch, "cuda")
    monkeypatch.setattr(torch.accelerator, "empty_cache", lambda: emptied.append(True))
    device.release_memory()
    assert emptied == [True]


def test_only_a_gpu_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[torch.device] = []
    monkeypatch.setattr(torch.accelerator, "synchronize", waited.append)
    device.synchronize(torch.device("cpu"))
    device.synchronize(torch.device("xpu"))
    assert waited == [torch.device("xpu")]


def test_devices_have_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda _: "Fast One")
    assert device.device_name(torch.device("cuda")) == "Fast One"
    assert device.device_name(torch.device("mps")).startswith("mps")
    assert torch.backends.cpu.get_cpu_capability() in device.device_name(torch.device("cpu"))


def test_the_package_is_cheap_and_quiets_waiting_threads() -> None:
    code = (
        "import os, sys, meshnet_gui.engine;"
        "assert os.environ['OMP_WAIT_POLICY'] == 'PASSIVE';"
        "assert not {'torch', 'transformers', 'tokenizers'} & set(sys.modules)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, env=environment)


@pytest.mark.skipif(sys.platform != "linux", reason="the advice is Linux's")
def test_the_pages_of_a_file_are_sent_away_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, other = tmp_path / "mapped", tmp_path / "mapped_not"
    for each in (file, other):
        each.write_bytes(os.urandom(2**20))
    advised: list[tuple[int, int]] = []
    libc = ctypes.CDLL(None)

    def madvise(start: Any, length: Any, advice: int) -> int:
        advised.append((length.value, advice))
        return int(libc.madvise(start, length, advice))

    monkeypatch.setattr(device.ctypes, "CDLL", lambda _: SimpleNamespace(madvise=madvise))
    with file.open("rb") as opened, other.open("rb") as kept:
        mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        alone = mmap.mmap(kept.fileno(), 0, access=mmap.ACCESS_READ)
    with paging_out(file):
        content = mapped[:]
    assert set(advised) == {(2**20, 21)}
    assert mapped[:] == content == file.read_bytes()
    mapped.close()
    alone.close()
