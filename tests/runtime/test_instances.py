"""Which programs of this user run, and which files count for nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from meshnet_gui.runtime.instances import FOLDER, Instance, began_at, remember, running


def test_this_process_is_found_by_a_file_that_only_the_user_reads(tmp_path: Path) -> None:
    path = remember(tmp_path, "node", 5000, "secret")
    (found,) = running(tmp_path)
    assert (found.pid, found.kind, found.port, found.token) == (os.getpid(), "node", 5000, "secret")
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700


def test_where_nothing_was_ever_started_nothing_runs(tmp_path: Path) -> None:
    assert running(tmp_path / "none") == ()


def written(folder: Path, instance: Instance, **changes: object) -> Path:
    path = folder / FOLDER / f"{instance.pid}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({**asdict(instance), **changes}))
    return path


def test_the_file_of_a_process_that_has_ended_is_removed(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    path = written(tmp_path, Instance(process.pid, began_at(process.pid), "node", 5000, "t"))
    assert len(running(tmp_path)) == 1
    process.communicate(b"\n")
    assert running(tmp_path) == ()
    assert not path.exists()


def test_another_process_with_the_number_of_one_that_ended_is_not_taken_for_it(tmp_path: Path) -> None:
    path = written(tmp_path, Instance(os.getpid(), began_at(os.getpid()) - 60, "node", 5000, "t"))
    assert running(tmp_path) == ()
    assert not path.exists()


@pytest.mark.parametrize(
    "changes", [{"port": "5000"}, {"port": 0}, {"pid": True}, {"kind": "x"}, {"token": 3}, {"began": None}, {"more": 1}]
)
def test_a_file_that_says_something_else_counts_for_nothing(tmp_path: Path, changes: dict[str, object]) -> None:
    written(tmp_path, Instance(os.getpid(), began_at(os.getpid()), "node", 5000, "t"), **changes)
    assert running(tmp_path) == ()


def test_a_file_that_is_no_json_counts_for_nothing(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "1.json").write_bytes(b"\0\0")
    assert running(tmp_path) == ()


def test_a_file_nested_without_end_counts_for_nothing(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "1.json").write_bytes(b"[" * 4096)
    assert running(tmp_path) == ()
