"""Certificates and TLS contexts: who gets through a handshake, and who does not. In memory, without a socket."""

from __future__ import annotations

import errno
import hashlib
import ssl
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from meshnet_gui.errors import MachineError
from meshnet_gui.swarm import authority
from meshnet_gui.swarm.authority import authority_certificate, member_certificate, swarm_id_of
from meshnet_gui.swarm.credentials import Credentials, WrongPeer, node_id_of_certificate
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.membership import Membership

SEED = bytes(range(32))
SWARM = Membership("home", SEED)
OTHER = Membership("home", bytes(32))


def member(swarm: Membership = SWARM) -> Credentials:
    return Credentials(Identity.make(), swarm)


def handshake(client: ssl.SSLContext, server: ssl.SSLContext) -> tuple[ssl.SSLObject, ssl.SSLObject]:
    """Both ends after a handshake and one byte each way, in which TLS 1.3 tells a client that it was refused."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(to_client, to_server)
    answering = server.wrap_bio(to_server, to_client, server_side=True)
    steps: list[Any] = [asking.do_handshake, answering.do_handshake]
    for _ in range(4):
        for step in tuple(steps):
            try:
                step()
            except ssl.SSLWantReadError:
                continue
            steps.remove(step)
    asking.write(b"?")
    assert answering.read(1) == b"?"
    answering.write(b"!")
    assert asking.read(1) == b"!"
    return asking, answering


def test_everybody_derives_the_same_authority_to_the_byte() -> None:
    assert authority_certificate(SEED) == authority_certificate(bytes(SEED))
    assert authority_certificate(SEED) != authority_certificate(bytes(32))
    assert (
        hashlib.sha256(authority_certificate(SEED)).hexdigest()
        == "9ab14702c99c6b5394dc9a3124bb163d3d80cc1e57c8f122dd029ed7231af1d4"
    )
    assert swarm_id_of(SEED) != swarm_id_of(bytes(32))


def test_a_member_certificate_is_a_function_of_seed_and_key() -> None:
    identity = Identity.make()
    assert member_certificate(SEED, identity) == member_certificate(SEED, identity)
    der = ssl.PEM_cert_to_DER_cert(member_certificate(SEED, identity).decode())
    assert node_id_of_certificate(der) == identity.node_id


def test_members_meet_over_tls_13_and_each_learns_who_the_other_is() -> None:
    ours, theirs = member(), member()
    asking, answering = handshake(ours.client_context(theirs.node_id), theirs.server_context())
    assert asking.version() == "TLSv1.3"
    assert node_id_of_certificate(answering.getpeercert(True) or b"") == ours.node_id
    assert node_id_of_certificate(asking.getpeercert(True) or b"") == theirs.node_id


def test_without_a_pin_any_member_will_do() -> None:
    ours, theirs = member(), member()
    asking, _ = handshake(ours.client_context(""), theirs.server_context())
    assert node_id_of_certificate(asking.getpeercert(True) or b"") == theirs.node_id


def test_another_member_than_the_one_asked_for_learns_nothing() -> None:
    ours, wanted, liar = member(), member(), member()
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = ours.client_context(wanted.node_id).wrap_bio(to_client, to_server)
    answering = liar.server_context().wrap_bio(to_server, to_client, server_side=True)
    with pytest.raises(ssl.SSLWantReadError):
        asking.do_handshake()
    with pytest.raises(ssl.SSLWantReadError):
        answering.do_handshake()
    with pytest.raises(WrongPeer):
        asking.do_handshake()
    with pytest.raises(ValueError, match="not done"):  # our certificate was not sent
        answering.getpeercert(True)


def test_the_old_seed_gets_nothing_on_either_side() -> None:
    ours, theirs = member(OTHER), member()
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(ours.client_context(), theirs.server_context())
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(theirs.client_context(), ours.server_context())


def test_no_certificate_and_older_tls_get_nothing() -> None:
    theirs = member()
    stranger = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    stranger.check_hostname, stranger.verify_mode = False, ssl.CERT_NONE
    with pytest.raises(ssl.SSLError, match="PEER_DID_NOT_RETURN_A_CERTIFICATE"):
        handshake(stranger, theirs.server_context())
    stranger.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError, match="UNSUPPORTED_PROTOCOL"):
        handshake(stranger, theirs.server_context())


def test_a_member_cannot_certify_another_key_with_its_own_certificate() -> None:
    """Its certificate is no authority: what is signed with its key is not accepted."""
    liar = Identity.make()
    forged = Credentials(Identity.make(), SWARM)
    builder = authority._dated(x509.CertificateBuilder()).serial_number(7)
    victim = x509.load_pem_x509_certificate(forged.certificate_pem.encode())
    builder = builder.subject_name(victim.subject).public_key(victim.public_key())
    forged.certificate_pem = builder.sign(liar._key, None).public_bytes(Encoding.PEM).decode()
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(forged.client_context(), member().server_context())


def test_contexts_are_made_once_for_each_peer_and_not_kept_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meshnet_gui.swarm.credentials.MAX_CONTEXTS", 2)
    ours = member()
    first = ours.client_context("1" * 64)
    assert ours.client_context("1" * 64) is first
    assert ours.server_context() is ours.server_context()
    ours.client_context("2" * 64)
    ours.client_context("3" * 64)
    assert len(ours._clients) == 2
    assert ours.client_context("1" * 64) is not first


@pytest.mark.parametrize("der", [b"", b"\x30\x03\x02\x01\x01", b"\0" * 100_000])
def test_what_is_no_certificate_names_nobody(der: bytes) -> None:
    with pytest.raises(ValueError, match="certificate"):
        node_id_of_certificate(der)


def test_what_prints_credentials_prints_no_secret() -> None:
    ours = member()
    assert "PRIVATE" not in repr(ours)
    assert ours.node_id[8:] not in repr(ours)


def test_full_disk_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> object:
        raise OSError(errno.ENOSPC, "No space left on device")

    ours = member()
    monkeypatch.setattr("meshnet_gui.swarm.credentials.tempfile.TemporaryDirectory", full)
    with pytest.raises(MachineError, match="certificate cannot be used: No space left"):
        ours.server_context()
    monkeypatch.undo()
    assert ours.server_context()
