"""What the settings say of dtype, device and threads reaches the shard, and what they leave open is decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from meshnet_gui.engine.machine.this_machine import ThisMachine
from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.assembly import shard_loader
from meshnet_gui.settings import Settings
from meshnet_gui.types import Span

Tiny = Callable[[str], ModelSpec]


def loaded(spec: ModelSpec, **settings: Any) -> Any:
    return shard_loader(Settings(**settings), {})(spec, Span(1, 3))


def test_the_stages_of_a_load_are_told(tiny: Tiny) -> None:
    told: list[str] = []
    spec = tiny("llama")
    shard_loader(Settings(runner="generic", num_threads=1), {}, None, told.append)(spec, Span(1, 3))
    assert told == [
        f"Loading layers 1-3 of {spec.name}...",
        "Reading the weights...",
        "Computing a first token...",
    ]


def test_a_stated_dtype_is_computed_in_by_the_generic_runner(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ThisMachine, "accelerator", "")
    shard = loaded(tiny("llama"), dtype="bfloat16", num_threads=1)
    assert (shard.dtype, shard.device, shard.runner_name) == ("bfloat16", "cpu", "generic")


def test_what_only_the_lean_path_has_is_not_computed_in_16_bit(tiny: Tiny) -> None:
    with pytest.raises(UserError, match="float32"):
        loaded(tiny("llama"), dtype="bfloat16", precision="int8", num_threads=1)


def test_a_device_that_is_not_there_is_said_before_anything_is_loaded(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meshnet_gui.engine.device.accelerator", lambda: None)
    for dtype in ("auto", "bfloat16"):
        with pytest.raises(UserError, match="no device cuda"):
            loaded(tiny("llama"), device="cuda", dtype=dtype, num_threads=1)


def test_the_machines_measure_decides_what_is_left_open(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = {"float32": {1: 9.0, 8: 9.0, 128: 9.0}, "bfloat16": {1: 1.0, 8: 1.0, 128: 1.0}}
    monkeypatch.setattr(ThisMachine, "accelerator", "")
    monkeypatch.setattr(ThisMachine, "products", lambda *_: quick)
    assert loaded(tiny("llama"), runner="generic", num_threads=1).dtype == "bfloat16"
    assert loaded(tiny("llama"), runner="auto", num_threads=1).dtype == "float32"


@pytest.mark.parametrize("asked", ["auto", "cuda"])
def test_a_gpu_that_fails_is_stood_in_for_by_the_processor_unless_it_was_asked_for(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    def full(_model: object, place: torch.device, _num_bytes: int, _max_bytes: int) -> None:
        if place.type != "cpu":
            raise MachineError("The layers do not fit.")

    quick = {dtype: {1: 1e-9, 8: 1e-9, 128: 1e-9} for dtype in ("float32", "bfloat16")}
    slow = {"float32": {1: 9.0, 8: 9.0, 128: 9.0}}
    monkeypatch.setattr("meshnet_gui.engine.device.accelerator", lambda: torch.device("cuda"))
    monkeypatch.setattr(ThisMachine, "accelerator", "cuda")
    monkeypatch.setattr(ThisMachine, "free_bytes", lambda *_: None)
    monkeypatch.setattr(ThisMachine, "products", lambda _, device, threads: quick if device == "cuda" else slow)
    monkeypatch.setattr("meshnet_gui.engine.loader.move", full)
    monkeypatch.setattr("meshnet_gui.engine.loader.release_memory", lambda: None)
    if asked == "auto":
        shard = loaded(tiny("llama"), runner="generic", num_threads=1)
        assert (shard.device, shard.dtype) == ("cpu", "float32")
    else:
        with pytest.raises(MachineError, match="do not fit"):
            loaded(tiny("llama"), runner="generic", num_threads=1, device=asked)
