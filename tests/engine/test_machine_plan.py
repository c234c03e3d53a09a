"""What the user wants meets what a made-up machine is good at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from meshnet_gui.engine.machine.plan import ComputePlan, Wish, plan_compute
from meshnet_gui.engine.machine.record import Times
from meshnet_gui.errors import UserError

SLOW_16_BIT: Times = {"float32": {1: 15.0, 8: 8.0, 128: 80.0}, "bfloat16": {1: 14.0, 8: 8.0, 128: 300.0}}
QUICK_16_BIT: Times = {"float32": {1: 15.0, 8: 8.0, 128: 80.0}, "bfloat16": {1: 7.0, 8: 4.0, 128: 20.0}}
GPU: Times = {"float32": {1: 0.4, 8: 0.4, 128: 0.5}, "bfloat16": {1: 0.2, 8: 0.2, 128: 0.2}}


@dataclass
class FakeMachine:
    num_cores: int = 8
    num_usable_cores: int = 8
    busy_cores: float = 0.0
    accelerator: str = ""
    free: int | None = None
    times: dict[str, Times] = field(default_factory=lambda: {"cpu": SLOW_16_BIT, "cuda": GPU})
    rows: dict[int, float] = field(default_factory=lambda: {1: 10.0, 2: 5.0, 4: 4.9, 8: 1.0})
    measured: list[str] = field(default_factory=list)

    def free_bytes(self, device: str) -> int | None:
        return self.free

    def one_row(self) -> Mapping[int, float]:
        self.measured.append("threads")
        return self.rows

    def products(self, device: str, num_threads: int) -> Times:
        self.measured.append(f"{device} {num_threads}")
        return self.times[device]


def plan(machine: FakeMachine, **wish: Any) -> tuple[str, str, int]:
    found = plan_compute(Wish(**wish), machine)
    assert isinstance(found, ComputePlan)
    return found.device, found.dtype, found.num_threads


def test_what_is_stated_is_done_without_measuring() -> None:
    machine = FakeMachine(accelerator="cuda", busy_cores=8.0)
    assert plan(machine, dtype="bfloat16", device="cpu", num_threads=7) == ("cpu", "bfloat16", 7)
    assert plan(machine, dtype="float32", device="cuda", num_threads=1) == ("cuda", "float32", 1)
    assert machine.measured == []


def test_threads_follow_from_the_measurement_and_the_dtype_is_measured_with_them() -> None:
    machine = FakeMachine(times={"cpu": QUICK_16_BIT})
    assert plan(machine) == ("cpu", "bfloat16", 2)
    assert machine.measured == ["threads", "cpu 2"]


def test_threads_are_not_measured_where_only_one_is_ours() -> None:
    machine = FakeMachine(num_cores=2, num_usable_cores=2)
    assert plan(machine, is_lean_family=True) == ("cpu", "float32", 1)
    assert machine.measured == []


def test_nodes_of_one_machine_share_its_cores() -> None:
    machine = FakeMachine(rows={1: 8.0, 2: 4.0, 4: 2.0, 8: 1.0})
    counts = [plan(machine, num_local_nodes=n, is_lean_family=True)[2] for n in (1, 2, 4, 8)]
    assert counts == [4, 4, 2, 1]


def test_a_busy_machine_gets_fewer_threads_and_the_log_a_reason() -> None:
    machine = FakeMachine(rows={1: 8.0, 2: 4.0, 4: 2.0}, busy_cores=5.5)
    found = plan_compute(Wish(is_lean_family=True), machine)
    assert found.num_threads == 2
    assert any("busy" in reason for reason in found.reasons)


@pytest.mark.parametrize("precision", ["int8", "some_later_one"])
def test_kept_precisions_are_computed_in_float32_on_the_processor(precision: str) -> None:
    machine = FakeMachine(times={"cpu": QUICK_16_BIT, "cuda": GPU}, accelerator="cuda")
    assert plan(machine, precision=precision, num_threads=1) == ("cpu", "float32", 1)
    for wrong in ({"device": "cuda"}, {"dtype": "bfloat16"}):
        with pytest.raises(UserError, match=precision):
            plan(machine, precision=precision, **wrong)


def test_the_lean_runner_computes_in_float32_on_the_processor() -> None:
    machine = FakeMachine(times={"cpu": QUICK_16_BIT, "cuda": GPU}, accelerator="cuda")
    assert plan(machine, runner="lean", num_threads=1) == ("cpu", "float32", 1)
    with pytest.raises(UserError, match="lean"):
        plan(machine, runner="lean", device="cuda")
    with pytest.raises(UserError, match="lean"):
        plan(machine, runner="lean", dtype="float16")


def test_where_the_lean_path_may_serve_the_processor_stays_at_float32() -> None:
    machine = FakeMachine(times={"cpu": QUICK_16_BIT})
    assert plan(machine, is_lean_family=True, num_threads=1)[1] == "float32"
    assert plan(machine, is_lean_family=True, runner="generic", num_threads=1)[1] == "bfloat16"
    assert plan(machine, is_lean_family=False, num_threads=1)[1] == "bfloat16"
    assert plan(machine, is_lean_family=True, dtype="bfloat16", num_threads=1)[1] == "bfloat16"


def test_caches_in_8_bit_are_kept_by_the_generic_runner_alone() -> None:
    machine = FakeMachine(times={"cpu": QUICK_16_BIT})
    assert plan(machine, is_lean_family=True, kv_precision="int8", num_threads=1)[1] == "bfloat16"
    for lean in ({"runner": "lean"}, {"precision": "int8"}):
        with pytest.raises(UserError, match="session caches"):
            plan(machine, kv_precision="int8", **lean)


def test_a_gpu_is_taken_where_it_is_quicker() -> None:
    machine = FakeMachine(accelerator="cuda")
    assert plan(machine, is_lean_family=True, num_threads=1) == ("cuda", "bfloat16", 1)
    slow = {"float32": {1: 40.0, 8: 40.0, 128: 50.0}, "bfloat16": {1: 20.0, 8: 20.0, 128: 20.0}}
    machine = FakeMachine(accelerator="cuda", times={"cpu": SLOW_16_BIT, "cuda": slow})
    assert plan(machine, num_threads=1) == ("cpu", "float32", 1)
    assert plan(machine, num_threads=1, device="cuda") == ("cuda", "bfloat16", 1)


@pytest.mark.parametrize(("num_weights", "expected"), [(10**7, "cpu"), (10**9, "cuda")])
def test_a_small_span_stays_on_the_lean_path(num_weights: int, expected: str) -> None:
    cpu = {"float32": {1: 0.010, 8: 0.01, 128: 0.1}}
    gpu = {"float32": {1: 0.0004, 8: 0.0004, 128: 0.0005}}
    machine = FakeMachine(accelerator="cuda", times={"cpu": cpu, "cuda": gpu})
    size = {"num_weights": num_weights, "num_layers": 30, "num_threads": 1}
    assert plan(machine, is_lean_family=True, **size)[0] == expected
    assert plan(machine, is_lean_family=False, **size)[0] == "cuda"  # there the processor takes as long for each layer
    for without_lean in ({"runner": "generic"}, {"kv_precision": "int8"}, {"dtype": "float16"}):
        times = {"cpu": cpu, "cuda": gpu | {"float16": gpu["float32"]}}
        assert (
            plan(FakeMachine(accelerator="cuda", times=times), is_lean_family=True, **without_lean, **size)[0] == "cuda"
        )


@pytest.mark.parametrize(("free", "expected"), [(None, "cuda"), (2_500_000, "cuda"), (2_300_000, "cpu")])
def test_a_gpu_is_taken_where_the_layers_fit(free: int | None, expected: str) -> None:
    machine = FakeMachine(accelerator="cuda", free=free)
    assert plan(machine, num_weights=1_000_000, num_threads=1)[0] == expected


def test_float16_is_for_weights_that_are_stored_in_it() -> None:
    old = {"float32": GPU["float32"], "float16": GPU["bfloat16"]}
    machine = FakeMachine(accelerator="cuda", times={"cpu": SLOW_16_BIT, "cuda": old})
    assert plan(machine, num_threads=1, stored_in="float16") == ("cuda", "float16", 1)
    assert plan(machine, num_threads=1, stored_in="bfloat16") == ("cuda", "float32", 1)


def test_a_gpu_that_computes_nothing_is_not_taken() -> None:
    machine = FakeMachine(accelerator="cuda", times={"cpu": SLOW_16_BIT, "cuda": {}})
    assert plan(machine, num_threads=1) == ("cpu", "float32", 1)
