"""A folder in the Hugging Face layout becomes a model directory: checked, copied and hashed. Knows no store.

Weights are taken from safetensors only. Pickles are refused and code in the folder is left behind: neither is ever run.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.folder_check import (
    INDEX_NAME,
    PLAIN_WEIGHT_NAME,
    check_shapes,
    check_tokenizer,
    weight_files,
)
from meshnet_gui.modelstore.manifest import (
    MAX_JSON_BYTES,
    Manifest,
    WeightFile,
    dump_json,
    read_json,
    sha256_of,
    weights_digest,
)
from meshnet_gui.modelstore.names import name_of_folder, slug, snapshot_of
from meshnet_gui.modelstore.progress import Progress, part, silent
from meshnet_gui.modelstore.safetensors_file import PRECISION_NAMES, TensorEntry, read_header
from meshnet_gui.modelstore.small_files import CONFIG_FILES, OTHER_FILES, as_stored, identity_digest, small_files_in
from meshnet_gui.modelstore.spec import ModelSpec, read_sizes
from meshnet_gui.modelstore.staging import write_text
from meshnet_gui.types import ModelIdentity

CHUNK_BYTES = 4 * 2**20
MAX_WEIGHT_FILES = 10_000
WHOLE_NAME = "model.safetensors"
_OTHER_FILES = (*OTHER_FILES, INDEX_NAME)
_PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")
_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}(/[A-Za-z0-9._+-]{1,96})?")
_log = logging.getLogger(__name__)


class FolderSource:
    """A folder that is ready to be imported: complete by its index, headers and sizes.

    Raises: BadModelFile for a folder that is incomplete or damaged, UserError for one that is not supported.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.default_name = name_of_folder(path)
        self._snapshot = snapshot_of(path)
        self._config = read_json(path / "config.json")
        read_sizes(self._config, path.name)
        self._weights = _weight_names(path)
        entries = [entry for name in self._weights for entry in read_header(path / name)]
        self._index = "" if self._weights == [WHOLE_NAME] else _index_of(self._weights, entries)
        self._quantisation = stored_quantisation(self._config, entries)
        self._others = [name for name in _OTHER_FILES if (path / name).is_file()]
        if INDEX_NAME in self._others:
            self._index = ""  # it has its own
        for name in self._others:
            if name != "tokenizer.json":  # of many megabytes, and while it is parsed no other thread runs
                _check_small(path / name)
        check_tokenizer(path)
        check_shapes(self._config, entries, path.name)
        self._digests: dict[str, str] = {}

    @property
    def num_bytes(self) -> int:
        """What the import will write, at most."""
        names = {*self._weights, *self._others, *CONFIG_FILES}
        return sum((self.path / name).stat().st_size for name in names if (self.path / name).is_file()) + 2**20

    def prepare(self, progress: Progress) -> None:
        """Hash the weights, which ``matches`` needs."""
        for done, name in enumerate(self._weights):
            report = part(progress, done / len(self._weights), (done + 1) / len(self._weights))
            self._digests[name] = sha256_of(self.path / name, report)

    @property
    def identity(self) -> ModelIdentity:
        """From the folder's contents alone; known after ``prepare``. Two tokenizers on equal weights are two models."""
        commit = self._snapshot[1] if self._snapshot else str(self._config.get("_commit_hash") or "")
        return ModelIdentity(
            repository=self._repository(),
            revision=commit if _COMMIT.fullmatch(commit) else "local",
            weights_digest=identity_digest(weights_digest(self._digests), small_files_in(self.path)),
            quantisation=self._quantisation,
        )

    def _repository(self) -> str:
        if self._snapshot is not None and _REPOSITORY.fullmatch(self._snapshot[0]):
            return self._snapshot[0]
        named = self._config.get("_name_or_path")
        if isinstance(named, str) and _REPOSITORY.fullmatch(named):
            return named
        return slug(str(self._config["model_type"]))

    def matches(self, spec: ModelSpec) -> bool:
        """Whether this model of the store is the same in every file that an import copies."""
        names = (*CONFIG_FILES, *(OTHER_FILES if spec.held is not None or self._index else _OTHER_FILES))
        return spec.identity == self.identity and all(self._is_same(name, spec.path / name) for name in names)

    def _is_same(self, name: str, stored: Path) -> bool:
        if not (self.path / name).is_file() or not stored.is_file():
            return not (self.path / name).is_file() and not stored.is_file()
        if name in CONFIG_FILES:
            return as_stored(name, (self.path / name).read_bytes()) == stored.read_bytes()
        return (self.path / name).read_bytes() == stored.read_bytes()

    def write(self, directory: Path, progress: Progress) -> Manifest:
        """Copy everything but the manifest, which is returned. Raises OSError and BadModelFile."""
        for name in CONFIG_FILES:
            if (self.path / name).is_file():
                _copy_without_code(self.path / name, directory / name)
        for name in self._others:
            _copy(self.path / name, directory / name, silent)
        if self._index:
            write_text(directory / INDEX_NAME, self._index)
        files = []
        for done, name in enumerate(self._weights):
            report = part(progress, done / len(self._weights), (done + 1) / len(self._weights))
            files.append(self._copy_weights(name, directory, report))
        return Manifest(self.identity, self.path.name, tuple(files))

    def _copy_weights(self, name: str, directory: Path, progress: Progress) -> WeightFile:
        digest = _copy(self.path / name, directory / name, progress)
        if digest != self._digests[name]:
            raise BadModelFile(f"The file {name} changed while it was being copied.", "Import the folder again.")
        return WeightFile(name, (directory / name).stat().st_size, digest)


def _weight_names(folder: Path) -> list[str]:
    if (folder / INDEX_NAME).is_file():
        return _names_of_index(folder)
    found = sorted(path.name for path in folder.glob("*.safetensors") if path.is_file())
    if WHOLE_NAME in found:
        return [WHOLE_NAME]
    if len(found) == 1 and PLAIN_WEIGHT_NAME.fullmatch(found[0]):
        return found
    if len(found) == 1:
        raise UserError(f"The file {found[0][:80]} of {folder.name} has an odd name.", f"Rename it to {WHOLE_NAME}.")
    if found:
        raise BadModelFile(f"The folder {folder.name} has several weight files but no {INDEX_NAME}.", "Get it again.")
    pickles = sorted(path.name for pattern in _PICKLES for path in folder.glob(pattern))
    if pickles:
        raise UserError(
            f"The weights in {folder.name} are pickled ({pickles[0]}); such files can run code when they are opened.",
            "Meshnet reads safetensors files only; get the model in that format.",
        )
    raise BadModelFile(f"The folder {folder.name} has no safetensors files.", "Choose a folder with a complete model.")


def _index_of(names: Iterable[str], entries: Iterable[TensorEntry]) -> str:
    """For a lone file of another name than the one that is looked for where there is no index."""
    name, tensors = next(iter(names)), list(entries)
    total = sum(entry.num_bytes for entry in tensors)
    return dump_json({"metadata": {"total_size": total}, "weight_map": {entry.name: name for entry in tensors}})


def _names_of_index(folder: Path) -> list[str]:
    """Every tensor of the index must lie in the file that it names."""
    names = weight_files(folder)
    if len(names) > MAX_WEIGHT_FILES:
        raise BadModelFile(f"The {INDEX_NAME} of {folder.name} names far too many files.", "Do not trust this folder.")
    present = {name: {entry.name for entry in read_header(folder / name)} for name in names}
    for tensor, name in read_json(folder / INDEX_NAME)["weight_map"].items():
        if tensor not in present[name]:
            raise BadModelFile(f"The file {name} of {folder.name} lacks the tensor {tensor[:80]}.", "Get it again.")
    return names


def stored_quantisation(config: Mapping[str, Any], entries: Iterable[TensorEntry]) -> str:
    """The quantiser's name, or the precision that most bytes are stored in. Raises UserError."""
    quantiser = config.get("quantization_config")
    if isinstance(quantiser, dict) and isinstance(quantiser.get("quant_method"), str):
        bits = quantiser.get("bits")
        text = f"{quantiser['quant_method']}_{bits}" if isinstance(bits, int) else quantiser["quant_method"]
        name = re.sub(r"[^a-z0-9_]", "_", text.lower())[:16]
        if name:
            return name
    sizes: Counter[str] = Counter()
    for entry in entries:
        sizes[entry.dtype] += entry.num_bytes
    if not sizes:
        raise BadModelFile("The model's weight files are empty.", "Get them again.")
    dtype = sizes.most_common(1)[0][0]
    return PRECISION_NAMES.get(dtype, dtype.lower())


def _check_small(path: Path) -> None:
    if path.suffix == ".json":
        read_json(path)
    elif path.stat().st_size > MAX_JSON_BYTES:
        raise BadModelFile(f"The file {path.name} is far too large for what it should be.", "Get the folder again.")


def _copy_without_code(source: Path, target: Path) -> None:
    """Copy a configuration without ``auto_map``, which names code of the folder to be run; ours never is."""
    if "auto_map" in read_json(source):
        _log.info("%s asks for code of its own; it was left out, the built-in model is used", source.name)
    write_text(target, as_stored(source.name, source.read_bytes()).decode())


def _copy(source: Path, target: Path, progress: Progress) -> str:
    """Copy a file onto the disk and return its sha256."""
    digest, size, done = hashlib.sha256(), source.stat().st_size, 0
    with source.open("rb") as reader, target.open("xb") as writer:
        while chunk := reader.read(CHUNK_BYTES):
            writer.write(chunk)
            digest.update(chunk)
            done += len(chunk)
            progress(done / max(size, 1), f"copying {source.name}")
        writer.flush()
        os.fsync(writer.fileno())
    return digest.hexdigest()
