"""One app per data folder: a second start asks the first to show its window and ends.

A lock file decides who is first, a local socket carries the wish. What a crash leaves of either is recovered; an app
that is there and does not answer is told apart from one that has ended.
"""

from __future__ import annotations

import getpass
import hashlib
import logging
import os
import sys
from contextlib import suppress
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QLockFile, QObject, QThread, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

RAISE, LOOK = b"raise\n", b"here?\n"
_ANSWER = b"here\n"
_CONNECT_MS = 500
_ANSWER_MS = 3000
_COMES_UP_MS = 2000
_SILENCE_MS = 2000
_MAX_GUESTS = 8
_ANY_PROCESS = -1
_SOCKET = "app.socket"
_MAX_SOCKET_PATH_BYTES = 100  # systems take 103 or more, the end of the text included


class Claim(Enum):
    """What came of a start: it is the first, the first one has answered, or it is there and does not answer."""

    FIRST = "first"
    ANSWERED = "answered"
    HUNG = "hung"


def instance_name(data_dir: Path) -> str:
    """The local socket's name for a user and a data folder.

    Where systems make a file of it that lies in the folder, if it can; else it has a name of its own among the
    temporary files, or of the system's pipes.
    """
    inside = data_dir.absolute() / _SOCKET
    if os.name == "posix" and _can_hold(data_dir, inside):
        return str(inside)
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user id without a name, as containers have
        user = ""
    seed = user.encode(errors="replace") + b"\n" + os.fsencode(data_dir.absolute())  # a path may be no text
    return f"meshnet-{hashlib.sha256(seed).hexdigest()[:24]}"


def _can_hold(data_dir: Path, socket: Path) -> bool:
    try:
        length = len(str(socket).encode())
    except UnicodeEncodeError:  # a path may be no text
        return False
    return length <= _MAX_SOCKET_PATH_BYTES and os.access(data_dir, os.W_OK | os.X_OK)


class SingleInstance(QObject):
    """``raise_requested`` follows every later start that wants the window."""

    raise_requested = Signal()

    def __init__(self, data_dir: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        with suppress(OSError):
            data_dir.mkdir(parents=True, exist_ok=True)
        self._name = instance_name(data_dir)
        self._lock = QLockFile(str(data_dir / "app.lock"))
        self._lock.setStaleLockTime(0)  # it is stale when its process is gone, however long that one runs
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.setMaxPendingConnections(_MAX_GUESTS)
        self._server.newConnection.connect(self._greet)
        self._guests: list[QLocalSocket] = []  # oldest first

    def claim(self, *, wants_window: bool = True) -> Claim:
        """Becomes the first, or asks the first to show itself, unless the window is not wanted."""
        if not self._may_be_first():
            answer = self._ask_first(RAISE if wants_window else LOOK)
            if answer is not None:
                return answer
            log.info("what an app left that has ended is cleared away")
            self._take_lock_over()
        self._listen()
        return Claim.FIRST

    def close(self) -> None:
        """Leaves neither socket nor lock behind. A second call does nothing."""
        self._server.close()
        self._lock.unlock()

    def clear_away(self) -> None:
        """The same for a process that is ended in the midst of something. Threads: any."""
        for place in (self._server.fullServerName(), self._lock.fileName()):
            with suppress(OSError, ValueError):
                Path(place).unlink(missing_ok=True)

    def _may_be_first(self) -> bool:
        if self._lock.tryLock(0):
            return True
        # A folder that cannot be written keeps nobody from starting; the socket alone must do then.
        no_lock = self._lock.error() != QLockFile.LockError.LockFailedError
        return no_lock and not self._is_somebody_there()

    def _take_lock_over(self) -> None:
        """Its process goes by our name, but nobody listens: the number was given to another one."""
        Path(self._lock.fileName()).unlink(missing_ok=True)
        self._lock.tryLock(0)

    def _is_somebody_there(self) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        connected = socket.waitForConnected(_CONNECT_MS)
        socket.abort()
        return connected

    def _ask_first(self, word: bytes) -> Claim | None:
        """None where nobody listens, not even after the moment that a start takes."""
        clock = QElapsedTimer()
        clock.start()
        socket = QLocalSocket()
        while not _connects(socket, self._name):
            if clock.elapsed() > _COMES_UP_MS:
                return None
            QThread.msleep(50)
        _let_others_come_to_front()
        socket.write(word)
        socket.waitForBytesWritten(_CONNECT_MS)
        clock.restart()
        answer = b""
        while len(answer) < len(_ANSWER) and clock.elapsed() < _ANSWER_MS:
            if not socket.waitForReadyRead(_ANSWER_MS):
                break
            answer += socket.read(len(_ANSWER)).data()
        socket.abort()
        return Claim.ANSWERED if answer == _ANSWER else Claim.HUNG

    def _listen(self) -> None:
        if not self._server.listen(self._name):
            QLocalServer.removeServer(self._name)  # left behind by a crash: we hold the lock
            if not self._server.listen(self._name):
                log.info("a second start cannot be noticed: %s", self._server.errorString())

    def _greet(self) -> None:
        while self._server.hasPendingConnections():
            guest = self._server.nextPendingConnection()
            self._guests.append(guest)
            guest.disconnected.connect(lambda guest=guest: self._see_off(guest))
            guest.readyRead.connect(lambda guest=guest: self._read(guest))
            QTimer.singleShot(_SILENCE_MS, guest, guest.abort)
            self._read(guest)  # it may have come with the connection
            if len(self._guests) > _MAX_GUESTS:
                self._guests[0].abort()  # who has been silent longest: another start says its word at once

    def _see_off(self, guest: QLocalSocket) -> None:
        if guest in self._guests:
            self._guests.remove(guest)
            guest.deleteLater()

    def _read(self, guest: QLocalSocket) -> None:
        """One word, and nothing but one of the two; whoever says anything else is hung up on."""
        waiting = guest.bytesAvailable()
        if waiting < len(RAISE):
            return
        word = guest.read(len(RAISE)).data()
        if word not in (RAISE, LOOK) or waiting > len(RAISE):
            log.info("something else than this app knocked at its local socket")
            guest.abort()
            return
        guest.write(_ANSWER)
        guest.flush()
        guest.disconnectFromServer()
        if word == RAISE:
            self.raise_requested.emit()


def _connects(socket: QLocalSocket, name: str) -> bool:
    socket.connectToServer(name)
    if socket.waitForConnected(_CONNECT_MS):
        return True
    socket.abort()
    return False


def _let_others_come_to_front() -> None:
    """Windows lets only the program in front, which a fresh start is, pass that on."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.AllowSetForegroundWindow(_ANY_PROCESS)
