"""What systemd is told, and that nothing happens elsewhere."""

from __future__ import annotations

import socket
import tempfile
from pathlib import Path

import pytest

from meshnet_gui.service_manager import VARIABLE, tell_service_manager

needs_unix = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd is on Linux alone")


@needs_unix
def test_the_state_is_one_datagram_to_the_socket_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        path = str(Path(folder) / "notify")
        listener.bind(path)
        listener.settimeout(5)
        monkeypatch.setenv(VARIABLE, path)
        tell_service_manager("READY=1")
        assert listener.recv(100) == b"READY=1"


def test_without_one_or_with_one_that_is_gone_nothing_happens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    tell_service_manager("READY=1")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "gone"))
    tell_service_manager("READY=1")
