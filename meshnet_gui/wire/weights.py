"""``GET /weights`` <-> ``HeldModel``: which weights a member hands to others. Checked and bounded before use.

Whoever reads it knows what is claimed and who signed it, not whether it is so.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from meshnet_gui.types import ModelIdentity, Span

PATH = "/weights"
FORMAT = 1
MAX_HELD_BYTES = 256 * 1024  # parsed on the core loop: some milliseconds
MAX_HELD_MODELS = 64
MAX_SPANS = 256
MAX_SMALL_FILES = 16
MAX_HEADERS = 512  # of a model in more files than that none are handed out
MAX_HEADER_BYTES = 100 * 2**20
MAX_SMALL_FILE_BYTES = 64 * 2**20
MAX_MANIFEST_BYTES = 64 * 2**20
MAX_NAME_CHARS = 64
FROM_FILES, FROM_RANGES, FROM_MEMBERS = "file", "range", "members"
_SHA256 = re.compile(r"[0-9a-f]{64}")
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,200}")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Attestation:
    """A member's signature under the digests of a model's tensors, as its list of all tensors states them.

    ``taken``: ``file`` (from whole files whose own digests were right), ``range`` (from what the hub sent), or
    ``members`` (at least one was taken over from others, so it says nothing that they have not said).
    """

    public_key: bytes
    signature: bytes
    taken: str


@dataclass(frozen=True, slots=True)
class HeldModel:
    """A model of which a member hands out pieces. ``manifest_sha256`` is the digest of its list of all tensors.

    ``small_files``: (name, bytes, sha256) of the configuration and the tokenizer; ``headers``: the same of the first
    bytes of the repository's weight files, to the end of each header, by which a whole file's digest can be taken.
    """

    identity: ModelIdentity
    name: str
    layers: tuple[Span, ...]
    has_embedding: bool
    has_tail: bool
    manifest_sha256: str
    manifest_bytes: int
    small_files: tuple[tuple[str, int, str], ...]
    attestation: Attestation | None
    headers: tuple[tuple[str, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """The whole answer. ``num_coming``: so many more models are there, whose digests are still being taken."""

    models: tuple[HeldModel, ...] = ()
    num_coming: int = 0


def is_digest(text: str) -> bool:
    """Whether it is a hexadecimal sha256."""
    return _SHA256.fullmatch(text) is not None


def is_file_name(text: str) -> bool:
    """Whether it can be a file of a repository, and on every system."""
    return _FILE.fullmatch(text) is not None


def encode_held(held: Held) -> bytes:
    """The JSON body, cut to what ``parse_held`` takes."""
    beside = {"format": FORMAT, "coming": held.num_coming}
    left = MAX_HELD_BYTES - len(_dump(beside | {"models": []}))
    models: list[str] = []
    for model in held.models[:MAX_HELD_MODELS]:
        text = _dump(_plain(model))
        left -= len(text) + 1
        if left < 0:
            break
        models.append(text)
    return f'{_dump(beside)[:-1]},"models":[{",".join(models)}]}}'.encode()


def _dump(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"))


def parse_held(body: bytes) -> Held:
    """What a member says it hands out. Raises ValueError where it is malformed or out of bounds."""
    if len(body) > MAX_HELD_BYTES:
        raise ValueError("the list of weights is too long")
    try:
        content = json.loads(body)
        if content["format"] != FORMAT:
            raise ValueError("the list of weights is of another version")
        models = _items(content["models"], MAX_HELD_MODELS, _held_model)
        return Held(models, _count(content["coming"], 10_000))
    except (KeyError, TypeError, AttributeError, RecursionError) as exc:
        raise ValueError(f"the list of weights is malformed ({type(exc).__name__})") from exc


def _plain(model: HeldModel) -> dict[str, Any]:
    return {
        "identity": str(model.identity),
        "name": "".join(c if c.isprintable() else "?" for c in model.name[:MAX_NAME_CHARS]),
        "layers": [str(span) for span in model.layers[:MAX_SPANS]],
        "embedding": model.has_embedding,
        "tail": model.has_tail,
        "manifest": [model.manifest_sha256, model.manifest_bytes],
        "small_files": [list(file) for file in model.small_files[:MAX_SMALL_FILES]],
        "headers": [list(file) for file in model.headers] if len(model.headers) <= MAX_HEADERS else [],
        "attestation": None if model.attestation is None else _plain_attestation(model.attestation),
    }


def _plain_attestation(attestation: Attestation) -> list[str]:
    key, signature = (base64.b64encode(part).decode() for part in (attestation.public_key, attestation.signature))
    return [key, signature, attestation.taken]


def _held_model(c: Any) -> HeldModel:
    sha256, num_bytes = c["manifest"]
    name = c["name"]
    if not isinstance(name, str) or len(name) > MAX_NAME_CHARS or not name.isprintable():
        raise ValueError("a model's name is none")
    return HeldModel(
        identity=ModelIdentity.parse(c["identity"]),
        name=name,
        layers=_items(c["layers"], MAX_SPANS, Span.parse),
        has_embedding=c["embedding"] is True,
        has_tail=c["tail"] is True,
        manifest_sha256=_digest(sha256),
        manifest_bytes=_count(num_bytes, MAX_MANIFEST_BYTES),
        small_files=_items(c["small_files"], MAX_SMALL_FILES, lambda item: _file(item, MAX_SMALL_FILE_BYTES)),
        headers=_items(c["headers"], MAX_HEADERS, lambda item: _file(item, MAX_HEADER_BYTES)),
        attestation=None if c["attestation"] is None else _attestation(c["attestation"]),
    )


def _file(c: Any, most: int) -> tuple[str, int, str]:
    name, num_bytes, sha256 = c
    if not is_file_name(name):
        raise ValueError("a file's name is none")
    return name, _count(num_bytes, most), _digest(sha256)


def _attestation(c: Any) -> Attestation:
    key, signature, taken = c
    if taken not in (FROM_FILES, FROM_RANGES, FROM_MEMBERS):
        raise ValueError("an attestation does not say how the digests were taken")
    try:
        parts = base64.b64decode(key, validate=True), base64.b64decode(signature, validate=True)
    except binascii.Error as exc:
        raise ValueError("an attestation is not base64") from exc
    if tuple(map(len, parts)) != (32, 64):
        raise ValueError("an attestation is too short or too long")
    return Attestation(*parts, taken)


def _items(value: object, most: int, parse: Callable[[Any], _T]) -> tuple[_T, ...]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError("a list is missing or too long")
    return tuple(parse(item) for item in value)


def _count(value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise ValueError("a number is missing or out of range")
    return value


def _digest(value: object) -> str:
    if not isinstance(value, str) or not is_digest(value):
        raise ValueError("a digest is none")
    return value


def range_of(text: str, num_bytes: int) -> tuple[int, int] | None:
    """``bytes=0-99`` -> (0, 100), of something ``num_bytes`` long; None for what is no such range, or lies beyond.

    One closed range is all that a member needs to ask for.
    """
    match = re.fullmatch(r"bytes=([0-9]{1,15})-([0-9]{1,15})", text)
    if match is None or not int(match[1]) <= int(match[2]) < num_bytes:
        return None
    return int(match[1]), int(match[2]) + 1


def range_header(start: int, end: int) -> str:
    """The inverse, for ``[start, end)``."""
    return f"bytes={start}-{end - 1}"


def content_range(start: int, end: int, num_bytes: int) -> str:
    """What a reply to the range says."""
    return f"bytes {start}-{end - 1}/{num_bytes}"
