"""This computer's own key, made once: its node id is the key's digest, and whatever the node says is signed with it.

Several programs of one user run at once (the app and a node in a terminal), and none may speak as another. So each
holds a lock on its key while it runs, and takes the next free one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from meshnet_gui.errors import MachineError
from meshnet_gui.settings import set_aside, write_atomically
from meshnet_gui.swarm.node_id import node_id_of, short_id
from meshnet_gui.swarm.private_files import FileLock, private_folder, read_private

log = logging.getLogger(__name__)

MAX_KEYS = 256  # programs of one user at once
MAX_BOOT = 2**62 - 1  # what others take
_DOMAIN = b"meshnet node 1\0"  # what is signed here can never be taken for a part of a TLS handshake


def verify(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether ``message`` was signed by ``Identity.sign`` with the key. Never raises for what a stranger sent."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, _DOMAIN + message)
    except (InvalidSignature, ValueError):
        return False
    return True


class Identity:
    """An Ed25519 key with its node id. ``boot`` is larger each time that the key is taken up."""

    def __init__(self, key: Ed25519PrivateKey, boot: int = 1, lock: FileLock | None = None) -> None:
        self._key = key
        self._lock = lock
        self.boot = boot
        self.public_key = key.public_key().public_bytes_raw()
        self.node_id = node_id_of(self.public_key)

    @classmethod
    def make(cls) -> Identity:
        """A new one that no file remembers."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def load_or_make(cls, folder: Path, wall_clock: Callable[[], float] = time.time) -> Identity:
        """The first key in ``folder`` that no running program holds, made if there is none. Raises MachineError.

        A file that is no key is set aside, and the node is a new one from then on.
        """
        try:
            private_folder(folder)
            lock, path = _free_place(folder)
            try:
                key = _read_key(path) or _make_key(path)
                return cls(key, _next_boot(path.with_suffix(".boot"), wall_clock), lock)
            except BaseException:
                lock.release()
                raise
        except OSError as exc:
            raise MachineError(
                f"This computer's key cannot be read or written: {exc.strerror or exc}.", f"Check the folder {folder}."
            ) from exc

    def __repr__(self) -> str:
        return f"Identity({short_id(self.node_id)})"

    def key_pem(self) -> bytes:
        """The private key as a TLS library wants it."""
        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def sign(self, message: bytes) -> bytes:
        """64 bytes that ``verify`` accepts for this key and message only."""
        return self._key.sign(_DOMAIN + message)

    def close(self) -> None:
        """Lets another program take up the key."""
        if self._lock is not None:
            self._lock.release()


def _free_place(folder: Path) -> tuple[FileLock, Path]:
    for number in range(1, MAX_KEYS + 1):
        path = folder / ("node.key" if number == 1 else f"node-{number}.key")
        lock = FileLock.take(path.with_suffix(".lock"))
        if lock is not None:
            return lock, path
    raise MachineError(f"{MAX_KEYS} programs use this configuration already.", "End one of them first.")


def _read_key(path: Path) -> Ed25519PrivateKey | None:
    """The key in a file; None where there is none. Raises OSError."""
    content = read_private(path)
    if content is None:
        return None
    try:
        key = load_pem_private_key(content, None)
    except (ValueError, TypeError):
        key = None
    if isinstance(key, Ed25519PrivateKey):
        return key
    log.warning("this computer's key could not be read and was set aside: to others it is a new node now")
    set_aside(path)
    return None


def _make_key(path: Path) -> Ed25519PrivateKey:
    key = Ed25519PrivateKey.generate()
    write_atomically(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return key


def _next_boot(path: Path, wall_clock: Callable[[], float]) -> int:
    """One more than the last time, and where that is not known any more, more than it can have been."""
    try:
        last = int((read_private(path) or b"0").decode("ascii"))
    except ValueError:
        last = 0
    boot = max(last + 1, int(wall_clock()))
    if boot > MAX_BOOT:  # no clock was ever that late: the file is damaged
        boot = int(min(wall_clock(), MAX_BOOT))
    write_atomically(path, str(boot).encode())
    return boot
