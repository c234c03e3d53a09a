import datetime
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from meshnet_gui.modelstore.fetch.hub_watch import Watch

PATIENCE_S = 30.0


def _certificate(folder: Path) -> Path:
    """A certificate for 127.0.0.1 with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    plain = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = folder / "certificate.pem"
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, *plain) + certificate.public_bytes(serialization.Encoding.PEM)
    )
    return path


@pytest.fixture(params=["http", "https"])
def silent_address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, ssl.SSLContext]]:
    """Somebody who announces 100 bytes, sends ten, and then says nothing; and what trusts them."""
    path, is_over = _certificate(tmp_path), threading.Event()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    door = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        plain, _ = door.accept()
        with context.wrap_socket(plain, server_side=True) if request.param == "https" else plain as connection:
            connection.recv(10_000)
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n" + bytes(10))
            is_over.wait(PATIENCE_S)

    thread = threading.Thread(target=serve)
    thread.start()
    yield f"{request.param}://127.0.0.1:{door.getsockname()[1]}", ssl.create_default_context(cafile=path)
    is_over.set()
    thread.join()
    door.close()


def _read(address: str, trusted: ssl.SSLContext, stop: Callable[[], bool], got: bytearray, read_s: float) -> None:
    timeout = httpx2.Timeout(PATIENCE_S, read=read_s)
    with (
        httpx2.Client(verify=trusted, trust_env=False, timeout=timeout) as client,
        client.stream("GET", address) as reply,
        Watch().over(reply, stop),
    ):
        for chunk in reply.iter_raw():
            got += chunk


def test_a_read_that_is_told_to_stop_ends_though_no_byte_comes(silent_address: tuple[str, ssl.SSLContext]):
    got = bytearray()
    began = time.monotonic()
    with pytest.raises(httpx2.HTTPError):
        _read(*silent_address, lambda: bool(got), got, PATIENCE_S)
    assert got == bytes(10)
    assert time.monotonic() - began < PATIENCE_S / 2


def test_a_read_that_is_wanted_is_left_alone(silent_address: tuple[str, ssl.SSLContext]):
    got = bytearray()
    with pytest.raises(httpx2.ReadTimeout):
        _read(*silent_address, lambda: False, got, 0.5)
    assert got == bytes(10)
