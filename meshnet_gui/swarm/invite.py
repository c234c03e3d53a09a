"""An invite: one line of text that makes whoever has it a member. It holds the swarm's seed, so it is never logged.

"meshnet:" + base64url( version, seed, name, rendezvous addresses, checksum )
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import ipaddress
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from meshnet_gui.errors import UserError
from meshnet_gui.swarm.authority import SEED_BYTES

PREFIX = "meshnet:"
VERSION = 1
MAX_NAME_CHARS = 40
MAX_RENDEZVOUS = 16
MAX_HOST_CHARS = 100
MAX_TEXT_CHARS = 4096
MAX_PIECES = 100  # that an invite may be broken into where other words follow it
CHECKSUM_BYTES = 6
_ADDRESS = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)):([0-9]{1,5})")
_CODE = re.compile(r"[A-Za-z0-9_-]*")
_AGAIN = "Ask for it again, and copy all of it."


def checked_name(text: str) -> str:
    """A swarm's name as it is kept. Raises UserError for one that cannot be shown safely in one line."""
    name = unicodedata.normalize("NFC", text).strip()
    if not name or len(name) > MAX_NAME_CHARS or not name.isprintable():
        raise UserError(f"A swarm's name has 1 to {MAX_NAME_CHARS} visible characters.")
    return name


def checked_rendezvous(text: str) -> str:
    """``host:port`` as it is kept, IPv6 in brackets. Raises UserError."""
    text = text.strip()
    match = _ADDRESS.fullmatch(text)
    if match is None or len(text) > MAX_HOST_CHARS or not 0 < int(match[3]) < 65536 or not _is_host(match[1]):
        raise UserError(f"{text[:80]!r} is no address of a swarm.", "It looks like 203.0.113.7:7447.")
    return text.lower()


def _is_host(ipv6: str | None) -> bool:
    if ipv6 is None:
        return True
    try:
        ipaddress.IPv6Address(ipv6)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Invite:
    """What a new member needs: the swarm's name, its seed, and where members can be found (``host:port``)."""

    name: str
    seed: bytes = field(repr=False)
    rendezvous: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        object.__setattr__(self, "name", checked_name(self.name))
        object.__setattr__(self, "rendezvous", checked_addresses(self.rendezvous))

    def encode(self) -> str:
        """One line without spaces, at most a few hundred characters."""
        parts = [bytes([VERSION]), self.seed, *map(_counted, (self.name, *self.rendezvous))]
        content = b"".join(parts)
        return PREFIX + base64.urlsafe_b64encode(content + _checksum(content)).decode("ascii").rstrip("=")

    @classmethod
    def parse(cls, text: str) -> Invite:
        """Also from a message around it, or broken into lines or quoted. Raises UserError with what is wrong."""
        content = _content_inside(text)
        if content[0] != VERSION:
            raise UserError("This invite was made by a newer version of Meshnet.", "Update Meshnet, then try again.")
        seed, rest = content[1 : 1 + SEED_BYTES], content[1 + SEED_BYTES :]
        try:
            name, *rendezvous = _texts(rest)
            return cls(name, seed, tuple(rendezvous))
        except ValueError as exc:
            raise UserError("This invite is damaged.", _AGAIN) from exc


def checked_addresses(addresses: Iterable[str]) -> tuple[str, ...]:
    """The addresses as they are kept, each once, the first ones of too many. Raises UserError."""
    return tuple(dict.fromkeys(map(checked_rendezvous, addresses)))[:MAX_RENDEZVOUS]


def _content_inside(text: str) -> bytes:
    """What the invite in a text stands for: the text as a whole, else so many of its words as make one."""
    if len(text) > MAX_TEXT_CHARS:
        raise UserError("This is too long for an invite.", "An invite is one line that begins with meshnet:")
    try:
        return _content(text)
    except UserError:
        words = text[max(0, text.lower().find(PREFIX)) :].split(maxsplit=MAX_PIECES)[:MAX_PIECES]
        for number in range(1, len(words) + 1):
            with suppress(UserError):
                return _content("".join(words[:number]))
        raise


def _content(text: str) -> bytes:
    """What the text stands for, with its checksum looked at. Raises UserError."""
    bare = "".join(c for c in text if not c.isspace() and unicodedata.category(c) not in ("Cf", "Cc")).strip(
        "\"'`<>«»“”.,"
    )
    if not bare.lower().startswith(PREFIX):
        raise UserError("This is no invite to a swarm.", "An invite is one line that begins with meshnet:")
    code = bare[len(PREFIX) :]
    try:
        if _CODE.fullmatch(code) is None:
            raise ValueError("a character that is not part of the code")
        content = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
    except (ValueError, binascii.Error) as exc:
        raise UserError("This invite is damaged: it holds characters that none has.", _AGAIN) from exc
    body, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    if len(body) < 1 + SEED_BYTES + 1 or _checksum(body) != checksum:
        raise UserError("This invite is damaged or not complete.", _AGAIN)
    return body


def _counted(text: str) -> bytes:
    content = text.encode()
    return bytes([len(content)]) + content


def _texts(content: bytes) -> list[str]:
    """The inverse of ``_counted``, for all that follow each other. Raises ValueError."""
    texts = []
    while content:
        length, content = content[0], content[1:]
        if length > len(content):
            raise ValueError("it ends too early")
        texts.append(content[:length].decode())
        content = content[length:]
    return texts


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(b"meshnet invite" + content).digest()[:CHECKSUM_BYTES]
