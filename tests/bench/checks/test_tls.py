"""Members alone are answered, and downloads are verified; an installation where that is not so is found out."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from meshnet_gui.bench.checks import tls
from meshnet_gui.bench.checks.check import CheckFailed, Skipped
from meshnet_gui.swarm.credentials import Credentials


def test_members_alone_are_answered_here(tmp_path: Path) -> None:
    assert tls.members(tmp_path) == ""


def test_a_server_that_answers_anybody_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unchecked = Credentials.server_context

    def lax(self: Credentials) -> ssl.SSLContext:
        context = unchecked(self)
        context.verify_mode = ssl.CERT_NONE
        return context

    monkeypatch.setattr(Credentials, "server_context", lax)
    with pytest.raises(CheckFailed, match="known by its certificate"):
        tls.members(tmp_path)


def test_downloads_are_verified(tmp_path: Path) -> None:
    context = ssl.create_default_context()
    if context.cert_store_stats()["x509_ca"]:
        assert ssl.OPENSSL_VERSION in tls.certificates(tmp_path)


def test_downloads_that_would_trust_anybody_fail(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    with pytest.raises(CheckFailed, match="would not verify"):
        tls.certificates(tmp_path, lambda: context)


def test_a_computer_that_trusts_nobody_yet_is_no_fault_of_the_installation(tmp_path: Path) -> None:
    with pytest.raises(Skipped, match="no certificate authorities"):
        tls.certificates(tmp_path, lambda: ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
