"""Which files of a repository make up a model, whether they are what the hub says, and what the weights hold."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.bounded_json import load_bounded
from meshnet_gui.modelstore.fetch.hub_errors import HubFailed
from meshnet_gui.modelstore.folder_check import INDEX_NAME, PLAIN_WEIGHT_NAME
from meshnet_gui.modelstore.folder_import import MAX_WEIGHT_FILES, WHOLE_NAME
from meshnet_gui.modelstore.manifest import MAX_JSON_BYTES
from meshnet_gui.modelstore.small_files import SMALL_FILES
from meshnet_gui.modelstore.tensors import StoredTensor

MAX_LISTED = 100_000
MAX_WEIGHT_BYTES = 2**44
MAX_PLAIN_WEIGHT_BYTES = 16 * 2**20  # the hub keeps larger files in its storage, and knows their sha256
_PICKLES = frozenset({".bin", ".pt", ".pth", ".ckpt", ".pkl"})
_GGUF = ".gguf"


@dataclass(frozen=True, slots=True)
class Listed:
    """A file as the hub lists it: ``blob_id`` is git's, ``sha256`` is empty for what is not in the storage."""

    name: str
    num_bytes: int
    blob_id: str
    sha256: str = ""

    def check(self, content: bytes) -> None:
        """See that this is the file. Raises HubFailed."""
        if self.sha256:
            is_it = hashlib.sha256(content).hexdigest() == self.sha256
        else:
            blob = hashlib.sha1(b"blob %d\0" % len(content), usedforsecurity=False)
            blob.update(content)
            is_it = blob.hexdigest() == self.blob_id
        if not is_it:
            raise HubFailed(f"The file {self.name} is not the one that the hub lists.", "Try again later.")


def listed_files(siblings: Any, repository: str) -> Mapping[str, Listed]:
    """The files at the top of a repository, from the hub's answer. Raises HubFailed."""
    if not isinstance(siblings, list) or len(siblings) > MAX_LISTED:
        raise _odd_answer(repository)
    found: dict[str, Listed] = {}
    try:
        for raw in siblings:
            lfs = raw.get("lfs") or {}
            listed = Listed(raw["rfilename"], _size(raw["size"]), str(raw["blobId"]), str(lfs.get("sha256") or ""))
            if "/" not in listed.name:
                found[listed.name] = listed
    except (KeyError, TypeError, ValueError, AttributeError) as exc:
        raise _odd_answer(repository) from exc
    return found


def _size(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_WEIGHT_BYTES:
        raise ValueError("a file's size is none")
    return value


def _odd_answer(repository: str) -> HubFailed:
    return HubFailed(f"The hub's answer about {repository} cannot be read.", "Try again later.")


def small_files(files: Mapping[str, Listed], repository: str) -> tuple[Listed, ...]:
    """The configuration, the tokenizer and the index, each of bounded size. Raises UserError."""
    chosen = tuple(files[name] for name in (*SMALL_FILES, INDEX_NAME) if name in files)
    if "config.json" not in files:
        raise _no_model(files, repository)
    too_large = next((file.name for file in chosen if file.num_bytes > MAX_JSON_BYTES), "")
    if too_large:
        raise UserError(f"The file {too_large} of {repository} is far too large for what it should be.")
    return chosen


def weight_files(files: Mapping[str, Listed], index: bytes | None, repository: str) -> tuple[Listed, ...]:
    """The safetensors files that the model consists of, by name. Raises UserError."""
    names = _names_of(index, repository) if index is not None else _names_without_index(files, repository)
    missing = next((name for name in names if name not in files), "")
    if missing:
        raise UserError(f"{repository} lacks {missing}, which its index names.", "Choose another revision.")
    chosen = tuple(files[name] for name in sorted(names))
    plain = next((f.name for f in chosen if not f.sha256 and f.num_bytes > MAX_PLAIN_WEIGHT_BYTES), "")
    if plain:
        raise UserError(f"The hub does not say what {plain} of {repository} should be.", "Choose another revision.")
    return chosen


def _names_of(index: bytes, repository: str) -> Collection[str]:
    names = set(weight_map(index, repository).values())
    if len(names) > MAX_WEIGHT_FILES or not all(PLAIN_WEIGHT_NAME.fullmatch(name) for name in names):
        raise UserError(f"The {INDEX_NAME} of {repository} names files that are no safetensors files of it.")
    return names


def weight_map(index: bytes, repository: str) -> Mapping[str, str]:
    """Which file holds which tensor, by an index. Raises UserError."""
    try:
        table = load_bounded(index)["weight_map"]
    except (ValueError, KeyError, TypeError, RecursionError) as exc:
        raise UserError(f"The {INDEX_NAME} of {repository} is damaged.", "Choose another revision.") from exc
    if not isinstance(table, dict) or not table or not all(isinstance(name, str) for name in table.values()):
        raise UserError(f"The {INDEX_NAME} of {repository} is damaged.", "Choose another revision.")
    return table


def _names_without_index(files: Mapping[str, Listed], repository: str) -> Collection[str]:
    found = [name for name in files if PLAIN_WEIGHT_NAME.fullmatch(name)]
    if WHOLE_NAME in found:
        return [WHOLE_NAME]
    if len(found) == 1:
        return found
    if found:
        raise UserError(f"{repository} has several weight files but no {INDEX_NAME}.", "Choose another repository.")
    raise _no_model(files, repository)


def _no_model(files: Mapping[str, Listed], repository: str) -> UserError:
    """Why a repository is none that can be used."""
    suffixes = {PurePosixPath(name).suffix for name in files}
    if any(PLAIN_WEIGHT_NAME.fullmatch(name) for name in files):
        return UserError(f"{repository} has weights but no config.json.", "Choose the repository of the whole model.")
    if _GGUF in suffixes:
        return UserError(
            f"{repository} has .gguf files only.",
            "Get one of them from its page at the hub, and import that file.",
        )
    pickle = next((name for name in sorted(files) if PurePosixPath(name).suffix in _PICKLES), "")
    if pickle:
        return UserError(
            f"The weights in {repository} are pickled ({pickle[:80]}); such files can run code when they are opened.",
            "Meshnet reads safetensors files only; choose a repository with the model in that format.",
        )
    return UserError(f"{repository} holds no language model.", "Choose a repository with safetensors files.")


def check_index(index: bytes, tensors: Sequence[StoredTensor], repository: str) -> None:
    """Every tensor of the index lies in the file that it names. Raises BadModelFile."""
    where = {tensor.name: tensor.file for tensor in tensors}
    for name, file in weight_map(index, repository).items():
        if where.get(name) != file:
            raise BadModelFile(f"The file {file[:80]} of {repository} lacks the tensor {name[:80]}.")
