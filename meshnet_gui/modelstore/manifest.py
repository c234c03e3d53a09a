"""The store's own file in a model's directory, ``meshnet.json``: identity, source, digests. Knows no model formats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.bounded_json import load_bounded
from meshnet_gui.modelstore.progress import Progress
from meshnet_gui.types import ModelIdentity

FILE_NAME = "meshnet.json"
FORMAT = 1
PIECES_FORMAT = 2
HASH_CHUNK_BYTES = 4 * 2**20
MAX_JSON_BYTES = 64 * 2**20
MAX_JSON_VALUES = 8_000_000  # the largest tokenizers have 3 million
IMPORT_AGAIN = "Import the model again."


@dataclass(frozen=True, slots=True)
class WeightFile:
    """One file of weights as it was written. ``sha256`` is hexadecimal."""

    name: str
    num_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What ``meshnet.json`` holds. ``source`` is the name of the file or folder that was imported, for people only.

    Of a model ``in_pieces``, ``weight_files`` are the repository's, which are not here; ``tied`` says whether its
    embedding is its lm_head, too.
    """

    identity: ModelIdentity
    source: str
    weight_files: tuple[WeightFile, ...]
    in_pieces: bool = False
    tied: bool = False

    @property
    def weight_bytes(self) -> int:
        return sum(file.num_bytes for file in self.weight_files)


def sha256_of(path: Path, progress: Progress) -> str:
    """The hexadecimal digest of a file. Raises OSError."""
    digest, size, done = hashlib.sha256(), path.stat().st_size, 0
    with path.open("rb") as file:
        while chunk := file.read(HASH_CHUNK_BYTES):
            digest.update(chunk)
            done += len(chunk)
            progress(done / max(size, 1), f"checking {path.name}")
    return digest.hexdigest()


def weights_digest(files: Mapping[str, str]) -> str:
    """The digest for a model's identity from the sha256 of each weight file by name."""
    if len(files) == 1:
        return next(iter(files.values()))[:32]
    lines = "".join(f"{name}\n{files[name]}\n" for name in sorted(files))
    return hashlib.sha256(lines.encode()).hexdigest()[:32]


def dump_manifest(manifest: Manifest) -> str:
    """The text of ``meshnet.json``."""
    pieces = {"pieces": {"tied": manifest.tied}} if manifest.in_pieces else {}
    return dump_json(
        {
            "format": PIECES_FORMAT if manifest.in_pieces else FORMAT,
            "identity": str(manifest.identity),
            "source": manifest.source,
            "weight_files": {
                file.name: {"bytes": file.num_bytes, "sha256": file.sha256} for file in manifest.weight_files
            },
            **pieces,
        }
    )


def read_manifest(directory: Path) -> Manifest:
    """Raises BadModelFile."""
    raw = read_json(directory / FILE_NAME)
    if raw.get("format") not in (FORMAT, PIECES_FORMAT):
        raise BadModelFile(
            f"The model {directory.name} was imported by another version of Meshnet.",
            "Update Meshnet, or import the model again.",
        )
    try:
        files = tuple(_weight_file(name, value) for name, value in raw["weight_files"].items())
        identity, source = ModelIdentity.parse(raw["identity"]), str(raw["source"])
        if raw["format"] == FORMAT:
            return Manifest(identity, source, files)
        return Manifest(identity, source, files, in_pieces=True, tied=bool(raw["pieces"]["tied"]))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as exc:
        raise BadModelFile(f"The file {FILE_NAME} of the model {directory.name} is damaged.", IMPORT_AGAIN) from exc


def _weight_file(name: str, value: Mapping[str, Any]) -> WeightFile:
    if Path(name).name != name or name in ("", "..") or not name.isprintable():
        raise ValueError(f"not a plain file name: {name!r}")
    return WeightFile(name, int(value["bytes"]), str(value["sha256"]))


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object from a file of bounded size. Raises BadModelFile."""
    try:
        if path.stat().st_size > MAX_JSON_BYTES:
            raise BadModelFile(f"The file {path.name} of the model {path.parent.name} is far too large.", IMPORT_AGAIN)
        content = path.read_bytes()
    except FileNotFoundError as exc:
        raise BadModelFile(f"The file {path.name} of the model {path.parent.name} is missing.", IMPORT_AGAIN) from exc
    except OSError as exc:
        raise BadModelFile(
            f"The file {path.name} of the model {path.parent.name} cannot be read.", IMPORT_AGAIN
        ) from exc
    return parse_json(content, path.name, path.parent.name)


def parse_json(content: bytes, name: str, of: str = "") -> dict[str, Any]:
    """A JSON object. ``name`` and the model ``of`` which it is say which file it is. Raises BadModelFile."""
    try:
        raw = load_bounded(content, MAX_JSON_VALUES)
    except (ValueError, RecursionError) as exc:
        text = f"The file {name} of {of} is not valid JSON." if of else f"The file {name} is not valid JSON."
        raise BadModelFile(text, IMPORT_AGAIN) from exc
    if not isinstance(raw, dict):
        text = f"The file {name} of {of} is not a JSON object." if of else f"The file {name} is not a JSON object."
        raise BadModelFile(text, IMPORT_AGAIN)
    return raw


def dump_json(value: Mapping[str, Any]) -> str:
    """JSON as this project writes it: indented, readable, ending in a newline."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
