from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from types import TracebackType

import pytest

from meshnet_gui import __version__, logs
from meshnet_gui.gui.crash_report import FILE_NAME, MAX_CHARS, MAX_LINE_CHARS, LastRun, report, report_of
from tests.gui.test_application import ROOT, environment


def failure(text: str) -> tuple[type[BaseException], BaseException, TracebackType | None]:
    try:
        raise ValueError(text)
    except ValueError as exc:
        return type(exc), exc, exc.__traceback__


def test_a_report_says_version_system_thread_and_place() -> None:
    text = report_of(*failure("no such layer"), "meshnet-core")
    assert text.startswith(f"Meshnet {__version__}\nPython ")
    assert "Thread: meshnet-core" in text
    assert "test_crash_report.py" in text
    assert text.endswith("ValueError: no such layer")


def test_keys_and_the_user_s_folder_are_masked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    text = report_of(*failure(f"hf_abcdefghijkl in {tmp_path}/chats, token=sesame99"), "")
    assert not any(secret in text for secret in ("hf_abcdefghijkl", "sesame99", str(tmp_path)))


def test_a_long_value_is_cut_and_a_report_is_never_large() -> None:
    text = report_of(*failure("a secret story " * 1000), "")
    assert max(map(len, text.splitlines())) <= MAX_LINE_CHARS
    assert len(report("line\n" * 100_000)) <= MAX_CHARS


def test_the_log_s_last_lines_are_in_it(tmp_path: Path) -> None:
    logs.keep(tmp_path)
    try:
        logging.getLogger("meshnet_gui.node.service").info("serving layers %s", "0-15")
        assert report("Fault").endswith("The log's last lines:\nINFO node.service: serving layers 0-15")
    finally:
        logs._take_out(logs._KEPT, logs._KEPT_FILE)


def run(folder: Path, then: str) -> int:
    code = f"import ctypes, sys\nfrom pathlib import Path\nfrom meshnet_gui.gui.crash_report import LastRun\n{then}"
    command = [sys.executable, "-c", code, str(folder)]
    return subprocess.run(command, env=environment(), capture_output=True, cwd=ROOT, timeout=60).returncode


def test_a_run_that_a_fault_ended_is_known_of_in_the_next_one(tmp_path: Path) -> None:
    fault = "import os, signal, faulthandler; run = LastRun(Path(sys.argv[1])); run.begin(); faulthandler._sigabrt()"
    assert run(tmp_path, fault) != 0
    again = LastRun(tmp_path)
    left = again._left()
    assert "Fatal Python error" in left
    assert "File" in left


def test_a_run_that_ended_well_or_was_killed_leaves_nothing_to_tell(tmp_path: Path) -> None:
    assert run(tmp_path, "run = LastRun(Path(sys.argv[1])); assert run.begin() == ''; run.end()") == 0
    assert not (tmp_path / FILE_NAME).exists()
    assert run(tmp_path, "import os; run = LastRun(Path(sys.argv[1])); run.begin(); os._exit(9)") == 9
    assert run(tmp_path, "run = LastRun(Path(sys.argv[1])); assert run.begin() == ''; run.end()") == 0


@pytest.mark.parametrize("content", [b"\0" * 4096, b"\xff\xfe broken", b""])
def test_a_damaged_file_keeps_nobody_from_starting(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert isinstance(LastRun(tmp_path)._left(), str)


def test_a_folder_that_cannot_be_written_keeps_nobody_from_starting(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    last = LastRun(tmp_path / "file")
    assert last.begin() == ""
    last.end()
