"""Node ids as text: how they follow from a key, what they look like and what is shown of them. No cryptography."""

from __future__ import annotations

import hashlib
import re

SHOWN_DIGITS = 8
_NODE_ID = re.compile(r"[0-9a-f]{64}")


def node_id_of(public_key: bytes) -> str:
    """The node id that belongs to a raw Ed25519 key of 32 bytes. Raises ValueError for any other length."""
    if len(public_key) != 32:
        raise ValueError("a public key has 32 bytes")
    return hashlib.sha256(public_key).hexdigest()


def is_node_id(text: str) -> bool:
    """Whether the text has the form of a node id: 64 lower-case hexadecimal digits."""
    return _NODE_ID.fullmatch(text) is not None


def short_id(node_id: str) -> str:
    """What is shown of a node id."""
    return node_id[:SHOWN_DIGITS]
