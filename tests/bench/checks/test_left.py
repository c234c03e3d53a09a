"""Whatever is left behind is named."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from meshnet_gui.bench.checks import left
from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.bench.checks.left import Before, Writes, nothing_left


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    folder = tmp_path / "inside"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(left, "PATIENCE_S", 0.1)


def heard(folder: Path, write: Callable[[], object]) -> tuple[str, ...]:
    writes = Writes(folder)
    writes.start()
    write()
    writes.stop()
    return writes.outside


@pytest.mark.parametrize(
    "write",
    [
        lambda outside: outside.write_text("a"),
        lambda outside: outside.mkdir(),
        lambda outside: outside.symlink_to("/"),
        lambda outside: sqlite3.connect(outside).close(),
    ],
)
def test_what_is_written_elsewhere_is_heard(tmp_path: Path, inside: Path, write: Callable[[Path], object]) -> None:
    outside = tmp_path / "outside"
    assert heard(inside, lambda: write(outside)) == (str(outside),)
    assert heard(inside, lambda: write(inside / "own")) == ()


def test_a_file_that_is_moved_out_or_taken_away_is_heard(tmp_path: Path, inside: Path) -> None:
    (inside / "a").write_text("")
    assert heard(inside, lambda: (inside / "a").rename(tmp_path / "b")) == (str(tmp_path / "b"),)
    assert heard(inside, (tmp_path / "b").unlink) == (str(tmp_path / "b"),)


def test_what_is_only_read_is_not_meant(tmp_path: Path, inside: Path) -> None:
    (tmp_path / "a").write_text("")
    assert heard(inside, (tmp_path / "a").read_text) == ()


def test_nothing_left_passes(tmp_path: Path) -> None:
    assert nothing_left(Before(), Writes(tmp_path), tmp_path / "gone").startswith("no thread")


def test_a_thread_that_is_left_fails(tmp_path: Path) -> None:
    before, end = Before(), threading.Event()
    thread = threading.Thread(target=end.wait, name="left-over")
    thread.start()
    try:
        with pytest.raises(CheckFailed, match="threads: left-over"):
            nothing_left(before, Writes(tmp_path), tmp_path / "gone")
    finally:
        end.set()
        thread.join()


def test_a_process_a_socket_and_a_folder_that_are_left_fail(tmp_path: Path) -> None:
    before = Before()
    command = [sys.executable, "-c", "input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process, socket.create_server(("127.0.0.1", 0)) as own:
        port = own.getsockname()[1]
        with pytest.raises(CheckFailed) as caught:
            nothing_left(before, Writes(tmp_path), tmp_path)
        process.kill()
    assert "processes: " in str(caught.value)
    assert f"sockets: ('127.0.0.1', {port})" in str(caught.value)
    assert f"the temporary folder: {tmp_path}" in str(caught.value)


def test_a_file_elsewhere_fails(tmp_path: Path, inside: Path) -> None:
    writes = Writes(inside)
    writes.start()
    (tmp_path / "stray").write_text("")
    writes.stop()
    with pytest.raises(CheckFailed, match=r"files elsewhere: .*stray"):
        nothing_left(Before(), writes, tmp_path / "gone")
