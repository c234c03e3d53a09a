"""Builds the directory of a model that is added with none of its pieces: small files, and the list of all tensors.

Everything that a stranger may have written is checked here, before it is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.folder_check import PLAIN_WEIGHT_NAME, check_shapes, check_tokenizer
from meshnet_gui.modelstore.folder_import import stored_quantisation
from meshnet_gui.modelstore.hashing import HEADER_SUFFIX, UNSURE_HEADERS_NAME, tensors_by_file
from meshnet_gui.modelstore.manifest import FILE_NAME, Manifest, WeightFile, dump_manifest, parse_json, weights_digest
from meshnet_gui.modelstore.pieces import LAYER_OF_TENSOR, is_tied
from meshnet_gui.modelstore.safetensors_file import parse_header
from meshnet_gui.modelstore.small_files import as_stored, identity_digest, listed
from meshnet_gui.modelstore.staging import write_text
from meshnet_gui.modelstore.tensor_lists import in_order
from meshnet_gui.modelstore.tensors import FILE_NAME as TENSORS_NAME
from meshnet_gui.modelstore.tensors import StoredTensor, TensorManifest, digest
from meshnet_gui.settings import write_atomically

_DISTRUST = "Do not trust where it came from."


def write_added(directory: Path, files: Mapping[str, bytes], manifest: TensorManifest, source: str) -> None:
    """Write all files of the model but its index. Raises BadModelFile, OSError."""
    manifest = in_order(manifest)
    kept = {name: as_stored(name, content) for name, content in files.items()}
    _check_small_files(files, kept, manifest)
    _check_weights(kept, manifest)
    for name, content in kept.items():
        write_atomically(directory / name, content)
    check_tokenizer(directory)
    written = replace(manifest, small_files=listed(kept))
    write_atomically(directory / TENSORS_NAME, TensorManifest.from_bytes(written.to_bytes()).to_bytes())
    weight_files = tuple(WeightFile(file.name, file.num_bytes, file.sha256) for file in written.files)
    tied = is_tied(tensor.name for tensor in written.tensors)
    text = dump_manifest(Manifest(manifest.identity, source[:200], weight_files, in_pieces=True, tied=tied))
    write_text(directory / FILE_NAME, text)


def write_headers(
    directory: Path, manifest: TensorManifest, headers: Mapping[str, bytes], *, is_from_hub: bool
) -> None:
    """Keep the headers of the repository's files, and whether they are sure; those of strangers only where they fit.

    Raises BadModelFile for one of the hub's that does not, OSError.
    """
    by_file = tensors_by_file(in_order(manifest))
    for name, header in headers.items():
        if _fits(name, header, by_file.get(name, [])):
            write_atomically(directory / f"{name}{HEADER_SUFFIX}", header)
        elif is_from_hub:
            raise BadModelFile(f"The header of {name} does not tell of the model's tensors.", _DISTRUST)
    if is_from_hub:
        (directory / UNSURE_HEADERS_NAME).unlink(missing_ok=True)
    else:
        (directory / UNSURE_HEADERS_NAME).touch()


def _fits(name: str, header: bytes, tensors: Sequence[StoredTensor]) -> bool:
    try:
        placed, _ = parse_header(header, name)
    except BadModelFile:
        return False
    return bool(tensors) and [(tensor.entry, tensor.start) for tensor in tensors] == list(placed)


def _check_small_files(files: Mapping[str, bytes], kept: Mapping[str, bytes], manifest: TensorManifest) -> None:
    """They are those that the list names, as the repository or as another computer has them."""
    if "config.json" not in files:
        raise BadModelFile("The model has no config.json.", "Choose another one.")
    for file in manifest.small_files:
        if file.sha256 and file.name in files:
            found = {digest(files[file.name]), digest(kept[file.name])}
            if file.sha256 not in found:
                raise BadModelFile(f"The file {file.name} is not the one that was announced.", _DISTRUST)


def _check_weights(kept: Mapping[str, bytes], manifest: TensorManifest) -> None:
    """The list of tensors, the configuration and the model's identity belong together."""
    identity, name = manifest.identity, manifest.identity.repository
    config = parse_json(kept["config.json"], "config.json", name)
    entries = [tensor.entry for tensor in manifest.tensors]
    if not all(file.sha256 and PLAIN_WEIGHT_NAME.fullmatch(file.name) for file in manifest.files):
        raise BadModelFile(f"The weight files of {name} are not safetensors files with digests.", _DISTRUST)
    check_shapes(config, entries, name)
    if not any(LAYER_OF_TENSOR.search(entry.name) for entry in entries):
        raise BadModelFile(f"The layers of {name} cannot be told apart.", "Import it whole.")
    weights = weights_digest({file.name: file.sha256 for file in manifest.files})
    wanted = weights if identity.importer else identity_digest(weights, kept)
    if wanted != identity.weights_digest:
        raise BadModelFile(f"The files of {name} are not those of the model that was asked for.", _DISTRUST)
    if not identity.importer and stored_quantisation(config, entries) != identity.quantisation:
        raise BadModelFile(f"The weights of {name} are stored otherwise than announced.", _DISTRUST)
