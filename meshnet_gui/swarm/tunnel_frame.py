"""The frames of a tunnel: bytes to frames and back. No I/O, no state.

A frame is a kind (1 byte), the tunnel's id (16), the sender's node id (32), a number (8, big endian) and a payload. The
sender is what it says it is and no more: who speaks inside the tunnel is proven there, by TLS.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum

MAX_PAYLOAD_BYTES = 256 * 1024  # what a loop reads at once; with 64 kB a prefill took half as long again
_HEADER = struct.Struct(">B16s32sQ")


class Kind(IntEnum):
    """What a frame is for, and what its number means."""

    OPEN = 1  # the first frame of a tunnel; the number is the version of this format
    DATA = 2  # bytes; the number counts the data frames of this direction
    CREDIT = 3  # the number is how many bytes were taken in so far, over the whole life of the tunnel
    CLOSE = 4  # the last frame; the number is how many data frames came before it


VERSION = 1


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame. ``sender`` is a node id."""

    kind: Kind
    tunnel_id: bytes
    sender: str
    number: int
    payload: bytes = b""


def encode(frame: Frame) -> bytes:
    return _HEADER.pack(frame.kind, frame.tunnel_id, bytes.fromhex(frame.sender), frame.number) + frame.payload


def parse(data: bytes) -> Frame:
    """Raises ValueError for what is no frame."""
    if not _HEADER.size <= len(data) <= _HEADER.size + MAX_PAYLOAD_BYTES:
        raise ValueError("no frame has this length")
    kind, tunnel_id, sender, number = _HEADER.unpack_from(data)
    payload = data[_HEADER.size :]
    if payload and kind != Kind.DATA:
        raise ValueError("only data has a payload")
    return Frame(Kind(kind), tunnel_id, sender.hex(), number, payload)
