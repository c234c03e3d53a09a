from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.engine.machine.record import (
    MAX_FILE_BYTES,
    MachineKey,
    MachineRecord,
    load_record,
    record_path,
    save_record,
)

KEY = MachineKey("2.13.0", "cpu", "Some Processor", 8, 4)
FULL = MachineRecord(
    KEY,
    one_row={1: 0.02, 2: 0.01},
    products={2: {"float32": {1: 0.02, 8: 0.003, 128: 0.05}, "bfloat16": {1: 0.01}}},
    was_busy=True,
    taken="2026-01-02T03:04:05+00:00",
)
NOTHING = MachineRecord(KEY)


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MESHNET_CACHE_DIR", str(tmp_path / "cache"))


def written(change: dict[str, Any]) -> None:
    save_record(FULL)
    path = record_path(KEY)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))


def test_a_record_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    assert load_record(KEY) == NOTHING
    save_record(FULL)
    assert load_record(KEY) == FULL
    assert record_path(KEY).is_relative_to(tmp_path / "cache")
    assert [p.name for p in record_path(KEY).parent.iterdir()] == [record_path(KEY).name]


@pytest.mark.parametrize(
    "change",
    [{"torch": "2.14.0"}, {"device": "cuda"}, {"device_name": "Another"}, {"num_cores": 9}, {"num_usable_cores": 2}],
)
def test_another_machine_has_a_record_of_its_own(change: dict[str, Any]) -> None:
    save_record(FULL)
    other = replace(KEY, **change)
    assert load_record(other) == MachineRecord(other)
    save_record(MachineRecord(other, one_row={1: 1.0}))
    assert load_record(KEY) == FULL


@pytest.mark.parametrize("content", [b"", b"\0\0\0", b"{", b"[]", b"3", b'"x"', b"\xff", b"[" * 30000])
def test_a_damaged_file_counts_as_none(content: bytes) -> None:
    save_record(FULL)
    record_path(KEY).write_bytes(content)
    assert load_record(KEY) == NOTHING
    save_record(FULL)
    assert load_record(KEY) == FULL


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"key": {}},
        {"extra": 1},
        {"one_row": {"1": 0.0}},
        {"one_row": {"1": -1.0}},
        {"one_row": {"1": float("nan")}},
        {"one_row": {"1": float("inf")}},
        {"one_row": {"1": "quick"}},
        {"one_row": {"0": 1.0}},
        {"one_row": {"x": 1.0}},
        {"one_row": {"9999999999": 1.0}},
        {"one_row": [1.0]},
        {"products": {"1": {"int4": {"1": 1.0}}}},
        {"products": {"1": {"float32": {"1": None}}}},
        {"products": {"1": 5}},
    ],
)
def test_a_foreign_file_counts_as_none(change: dict[str, Any]) -> None:
    written(change)
    assert load_record(KEY) == NOTHING


def test_an_endless_file_is_not_read() -> None:
    save_record(FULL)
    path = record_path(KEY)
    path.write_text(path.read_text() + " " * MAX_FILE_BYTES)
    assert load_record(KEY) == NOTHING


def test_a_disk_that_takes_no_record_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    save_record(FULL)
    assert load_record(KEY) == NOTHING
