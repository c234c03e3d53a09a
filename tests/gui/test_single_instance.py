from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from meshnet_gui.gui import single_instance
from meshnet_gui.gui.application import run_app
from meshnet_gui.gui.single_instance import Claim, SingleInstance, instance_name
from meshnet_gui.settings import data_dir
from tests.gui.fakes import FakeCore

FIRST = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from meshnet_gui.gui.single_instance import SingleInstance
app = QCoreApplication([])
instance = SingleInstance(Path(sys.argv[1]))
print(instance.claim().value, flush=True)
app.exec()
"""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_instance, "_ANSWER_MS", 300)
    monkeypatch.setattr(single_instance, "_COMES_UP_MS", 100)
    monkeypatch.setattr(single_instance, "_SILENCE_MS", 200)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "Großmutters Daten"


@pytest.fixture
def first(qapp: QApplication, folder: Path) -> Iterator[SingleInstance]:
    first = SingleInstance(folder)
    assert first.claim() is Claim.FIRST
    yield first
    first.close()


@pytest.fixture
def other_process(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """An app in a process of its own that is the first."""
    command = [sys.executable, "-c", FIRST, str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "first\n"
        yield process
        process.kill()


def knock(name: str, content: bytes) -> QLocalSocket:
    guest = QLocalSocket()
    guest.connectToServer(name)
    assert guest.waitForConnected(1000)
    guest.write(content)
    guest.flush()
    return guest


def test_what_a_killed_app_leaves_is_recovered(other_process: subprocess.Popen[str], folder: Path) -> None:
    other_process.kill()
    other_process.wait()
    assert (folder / "app.lock").exists()
    again = SingleInstance(folder)
    assert again.claim() is Claim.FIRST
    assert again._server.isListening()
    again.close()
    assert not (folder / "app.lock").exists()


def test_a_socket_file_alone_keeps_nobody_from_starting(qapp: QApplication, folder: Path) -> None:
    left = QLocalServer()
    folder.mkdir()
    QLocalServer.removeServer(instance_name(folder))
    assert left.listen(instance_name(folder))
    path = Path(left.fullServerName())
    kept = path.with_name(path.name + ".kept")
    os.link(path, kept)
    left.close()
    kept.rename(path)  # a socket's file behind which nobody listens
    again = SingleInstance(folder)
    assert again.claim() is Claim.FIRST
    assert again._server.isListening()
    again.close()
    assert not path.exists()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system cannot stop a process")
def test_an_app_that_hangs_is_told_apart_from_one_that_has_ended(
    other_process: subprocess.Popen[str], folder: Path
) -> None:
    other_process.send_signal(signal.SIGSTOP)
    try:
        assert SingleInstance(folder).claim() is Claim.HUNG
    finally:
        other_process.send_signal(signal.SIGCONT)
    assert SingleInstance(folder).claim() is Claim.ANSWERED


def test_a_lock_whose_process_number_went_to_another_program_is_taken_over(
    qapp: QApplication, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = SingleInstance(folder)
    assert first._lock.tryLock(0)  # held by a process that lives, and nobody listens
    second = SingleInstance(folder)
    assert second.claim() is Claim.FIRST
    second.close()
    first.close()


def test_a_start_in_the_tray_leaves_the_window_of_the_first_where_it_is(
    first: SingleInstance, other_start: Callable[..., str], folder: Path, qtbot: QtBot
) -> None:
    raised: list[bool] = []
    first.raise_requested.connect(lambda: raised.append(True))
    assert other_start(folder, wants_window=False) == "answered"
    assert raised == []
    assert other_start(folder, wants_window=True) == "answered"
    assert raised == [True]


@pytest.fixture
def other_start(qtbot: QtBot) -> Callable[..., str]:
    """A second start in a process of its own, while our event loop runs."""

    def start(folder: Path, *, wants_window: bool) -> str:
        code = FIRST.replace("claim()", f"claim(wants_window={wants_window})").replace("app.exec()", "")
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
        command = [sys.executable, "-c", code, str(folder)]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        with process:
            qtbot.waitUntil(lambda: process.poll() is not None, timeout=20_000)
            assert process.stdout is not None
            return process.stdout.read().strip()

    return start


@pytest.mark.parametrize("content", [b"raise me", b"\x00" * 6, b"x" * 200_000, b"GET / HTTP/1.1\r\n\r\n"])
def test_wrong_words_at_the_socket_do_nothing(
    first: SingleInstance, folder: Path, qtbot: QtBot, content: bytes
) -> None:
    raised: list[bool] = []
    first.raise_requested.connect(lambda: raised.append(True))
    guest = knock(instance_name(folder), content)
    qtbot.waitUntil(lambda: guest.state() == QLocalSocket.LocalSocketState.UnconnectedState, timeout=3000)
    assert raised == []
    assert first._guests == []


def test_whoever_says_nothing_is_hung_up_on_and_the_many_do_not_pile_up(
    first: SingleInstance, folder: Path, qtbot: QtBot
) -> None:
    guests = [knock(instance_name(folder), b"") for _ in range(12)]
    unconnected = QLocalSocket.LocalSocketState.UnconnectedState
    qtbot.waitUntil(lambda: all(guest.state() == unconnected for guest in guests), timeout=5000)
    qtbot.waitUntil(lambda: first._guests == [], timeout=3000)


def test_many_that_say_nothing_keep_no_other_start_from_being_heard(
    first: SingleInstance, folder: Path, qtbot: QtBot
) -> None:
    raised: list[bool] = []
    first.raise_requested.connect(lambda: raised.append(True))
    silent = [knock(instance_name(folder), b"") for _ in range(20)]
    knock(instance_name(folder), b"raise\n")
    qtbot.waitUntil(lambda: bool(raised), timeout=1000)
    for guest in silent:
        guest.abort()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="whoever is root may write everywhere")
def test_a_folder_that_cannot_be_written_keeps_nobody_from_starting(qapp: QApplication, folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o500)
    instance = SingleInstance(folder)
    assert instance.claim() is Claim.FIRST
    instance.close()


def test_a_second_start_beside_a_hung_app_says_so_and_ends(
    qapp: QApplication, core: FakeCore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: shown.append(box.text()))
    monkeypatch.setattr(SingleInstance, "claim", lambda self, wants_window: Claim.HUNG)
    assert run_app(lambda: core, ["meshnet"]) == 1
    assert core.num_starts == 0
    assert "does not answer" in shown[0]
    assert "does not answer" in capsys.readouterr().err
    assert not (data_dir() / "app.lock").exists()


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder whose path leaves room for a socket's; that of the other tests may be too long for it."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name) / "Daten"


@pytest.mark.skipif(os.name != "posix", reason="sockets are no files there")
def test_the_socket_lies_in_the_data_folder_and_goes_with_the_app(qapp: QApplication, short_folder: Path) -> None:
    first = SingleInstance(short_folder)
    try:
        assert first.claim() is Claim.FIRST
        found = sorted(path.name for path in short_folder.iterdir())
    finally:
        first.close()
    assert found == ["app.lock", "app.socket"]
    assert list(short_folder.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="sockets are no files there")
def test_where_a_sockets_path_would_be_too_long_a_second_start_is_noticed_all_the_same(
    qapp: QApplication, tmp_path: Path
) -> None:
    deep = tmp_path / ("folder" * 20)
    first, guest = SingleInstance(deep), QLocalSocket()
    try:
        assert first.claim() is Claim.FIRST
        guest.connectToServer(instance_name(deep))
        is_noticed = guest.waitForConnected(1000)
        found = [path.name for path in deep.iterdir()]
    finally:
        guest.abort()
        first.close()
    assert is_noticed
    assert found == ["app.lock"]


def test_any_folder_has_a_name_whatever_bytes_its_name_is_made_of(folder: Path) -> None:
    names = {instance_name(place) for place in (folder, folder / "家", folder / os.fsdecode(b"caf\xe9"))}
    assert len(names) == 3


@pytest.mark.skipif(os.name != "posix", reason="signals end a process at once there")
def test_a_signal_closes_the_word_on_a_hung_app(
    qapp: QApplication, core: FakeCore, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def exec_of(box: QMessageBox) -> None:
        with qtbot.waitSignal(box.rejected, timeout=5000):
            box.open()
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(QMessageBox, "exec", exec_of)
    monkeypatch.setattr(SingleInstance, "claim", lambda self, wants_window: Claim.HUNG)
    old = signal.signal(signal.SIGTERM, lambda number, frame: None)  # where nobody listens, the test fails by itself
    try:
        assert run_app(lambda: core, ["meshnet"]) == 1
    finally:
        signal.signal(signal.SIGTERM, old)
