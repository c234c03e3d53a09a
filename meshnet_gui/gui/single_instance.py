"""One app per data folder: a second start asks the first to show its window and ends."""

from __future__ import annotations

import getpass
import hashlib
import logging
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

_PATIENCE_MS = 500
_WORD = b"raise\n"


def instance_name(data_dir: Path) -> str:
    """The local socket's name for a user and a data folder."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user id without a name, as containers have
        user = ""
    seed = f"{user}\n{data_dir.absolute()}"
    return f"meshnet-{hashlib.sha256(seed.encode()).hexdigest()[:24]}"


class SingleInstance(QObject):
    """``raise_requested`` follows every later start."""

    raise_requested = Signal()

    def __init__(self, data_dir: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = instance_name(data_dir)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)

    def claim(self) -> bool:
        """True if we are the first; False after the first one was asked to show itself."""
        if self._raise_other():
            return False
        if not self._server.listen(self._name):
            QLocalServer.removeServer(self._name)  # left behind by a crash: nobody answered above
            if not self._server.listen(self._name):
                log.info("a second start cannot be noticed: %s", self._server.errorString())
        return True

    def close(self) -> None:
        self._server.close()

    def _raise_other(self) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_PATIENCE_MS):
            return False
        socket.write(_WORD)
        socket.waitForBytesWritten(_PATIENCE_MS)
        socket.disconnectFromServer()
        return True

    def _greet(self) -> None:
        while self._server.hasPendingConnections():
            connection = self._server.nextPendingConnection()
            connection.disconnected.connect(connection.deleteLater)
            self.raise_requested.emit()
