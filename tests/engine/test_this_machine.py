from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import torch

from meshnet_gui.engine.machine import this_machine
from meshnet_gui.engine.machine.record import Times, load_record, record_path, save_record
from meshnet_gui.engine.machine.this_machine import ThisMachine
from meshnet_gui.modelstore.staging import try_lock

TIMES: Times = {"float32": {1: 0.02, 8: 0.01, 128: 0.1}}


class Measures:
    """Counts what is measured."""

    def __init__(self) -> None:
        self.products: list[int] = []
        self.threads: list[tuple[int, ...]] = []

    def machine(self, **more: bool) -> ThisMachine:
        return ThisMachine(products=self._products, threads=self._threads, **more)

    def _products(self, device: torch.device) -> Times:
        self.products.append(torch.get_num_threads())
        return TIMES

    def _threads(self, counts: tuple[int, ...]) -> Mapping[int, float]:
        self.threads.append(counts)
        return dict.fromkeys(counts, 0.5)


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MESHNET_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3}, raising=False)
    load_average(monkeypatch, 0.0)


def load_average(monkeypatch: pytest.MonkeyPatch, load: float) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (load, load, load), raising=False)


def test_each_part_is_measured_once_and_then_remembered() -> None:
    measures = Measures()
    for _ in range(2):
        machine = measures.machine()
        assert machine.one_row() == {1: 0.5, 2: 0.5, 4: 0.5}
        assert machine.products("cpu", 2) == TIMES
        assert machine.products("cpu", 3) == TIMES
    assert measures.threads == [(1, 2, 4)]
    assert measures.products == [2, 3]  # with the threads that they are for


def test_the_thread_count_is_put_back() -> None:
    before = torch.get_num_threads()
    Measures().machine().products("cpu", before + 1)
    assert torch.get_num_threads() == before


def test_fresh_measures_anew_and_keeps_the_result() -> None:
    measures = Measures()
    measures.machine().products("cpu", 1)
    machine = measures.machine(fresh=True)
    machine.products("cpu", 1)
    machine.products("cpu", 1)
    assert measures.products == [1, 1]
    assert load_record(machine.record("cpu").key) == machine.record("cpu")


def test_what_a_busy_machine_measured_is_used_until_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    measures = Measures()
    load_average(monkeypatch, 3.0)
    for _ in range(2):
        measures.machine().products("cpu", 1)
    assert len(measures.products) == 1
    load_average(monkeypatch, 0.5)
    for _ in range(2):
        measures.machine().products("cpu", 1)
    assert len(measures.products) == 2


def test_a_process_waits_for_the_one_that_measures_and_takes_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    measures = Measures()
    machine, other = measures.machine(), measures.machine()
    path = record_path(machine.record("cpu").key).with_suffix(".lock")
    path.parent.mkdir(parents=True)
    with path.open("a+b") as file:
        assert try_lock(file)

        def other_ends(_: float) -> None:
            record = other.record("cpu")
            save_record(type(record)(record.key, products={1: TIMES}))
            file.close()

        monkeypatch.setattr(this_machine.time, "sleep", other_ends)
        assert machine.products("cpu", 1) == TIMES
    assert measures.products == []


def test_a_process_that_measures_for_too_long_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    measures = Measures()
    machine = measures.machine()
    path = record_path(machine.record("cpu").key).with_suffix(".lock")
    path.parent.mkdir(parents=True)
    monkeypatch.setattr(this_machine, "LOCK_PATIENCE_S", 0.0)
    with path.open("a+b") as file:
        assert try_lock(file)
        machine.products("cpu", 1)
    assert measures.products == [1]


def test_without_a_folder_for_it_the_machine_is_measured_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    measures = Measures()
    assert measures.machine().products("cpu", 1) == TIMES


def test_an_error_while_measuring_is_not_swallowed() -> None:
    def fail(_: torch.device) -> Times:
        raise OSError("broken")

    with pytest.raises(OSError, match="broken"):
        ThisMachine(products=fail).products("cpu", 1)


def test_a_gpu_is_asked_for_by_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    fake: Callable[..., torch.device] = lambda **_: torch.device("cuda")  # noqa: E731
    monkeypatch.setattr(torch.accelerator, "current_accelerator", fake)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda _: "Fast One")
    measures = Measures()
    machine = measures.machine()
    assert machine.accelerator == "cuda"
    assert machine.products("cuda", 4) == machine.products("cuda", 1) == TIMES
    assert len(measures.products) == 1  # a GPU does not compute with the processor's threads
    assert machine.record("cuda").key.device_name == "Fast One"
    monkeypatch.setattr(torch.accelerator, "get_memory_info", lambda _: (5, 10))
    assert machine.free_bytes("cuda") == 5
