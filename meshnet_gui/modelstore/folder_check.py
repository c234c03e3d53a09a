"""Whether the weights of a Hugging Face folder are whole and fit its small files."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.manifest import read_json
from meshnet_gui.modelstore.pieces import LAYER_OF_TENSOR, OTHER_TOWER, piece_file
from meshnet_gui.modelstore.safetensors_file import TensorEntry, read_header
from meshnet_gui.modelstore.span_files import check_held, piece_entries, spec_in_pieces
from meshnet_gui.modelstore.spec import HIDDEN, TOKENIZER_FILES, ModelSpec, of_text, read_sizes
from meshnet_gui.modelstore.tensors import read_tensors
from meshnet_gui.types import Span

INDEX_NAME = "model.safetensors.index.json"
PLAIN_WEIGHT_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,200}\.safetensors")
_GET_AGAIN = "Get the folder again."
_NUMBERS_IN_ONE = {"I32": 8, "U32": 8, "I64": 16, "U8": 4, "I8": 4, "I16": 4}
_OTHER_WIDTH = ("word_embed_proj_dim", "embedding_size", "quantization_config")
_EMBEDDING = re.compile(r"(?:^|\.)(?:embed_tokens|wte|word_embeddings|embed_in)\.weight$")


def check_weights(folder: Path, span: Span | None = None, *, with_layers: bool = True) -> int:
    """See that the weight files of a model folder are whole and fit its configuration; how many numbers they hold.

    Of a model in pieces, those of ``span``: its whole list of tensors must fit the configuration, and the pieces that
    list. Reads headers only. Packed formats hold several numbers in one. ``with_layers``: types that are not certified
    may share layers, or name them otherwise. Raises BadModelFile, and UserError where pieces of the span are not here.
    """
    config, spec = read_json(folder / "config.json"), spec_in_pieces(folder)
    if spec is None:
        everything = entries = [entry for name in weight_files(folder) for entry in read_header(folder / name)]
    else:
        pieces, manifest = _pieces(spec, span), read_tensors(folder)
        everything, entries = [tensor.entry for tensor in manifest.tensors], piece_entries(spec, pieces, manifest)
    names = Counter(entry.name for entry in entries)
    doubled = next((name for name, count in names.items() if count > 1), "")
    if doubled:
        raise BadModelFile(f"The weight files of {folder.name} hold the tensor {doubled[:200]} twice.", _GET_AGAIN)
    if with_layers:
        check_shapes(config, everything, folder.name)
    return sum(math.prod(entry.shape) * _NUMBERS_IN_ONE.get(entry.dtype, 1) for entry in entries)


def span_files(folder: Path, span: Span | None = None) -> list[str]:
    """The names of the files that hold ``span``: of a model in pieces those of its pieces, else all. Raises
    BadModelFile, and UserError where pieces of the span are not here."""
    spec = spec_in_pieces(folder)
    return weight_files(folder) if spec is None else [piece_file(piece) for piece in _pieces(spec, span)]


def _pieces(spec: ModelSpec, span: Span | None) -> list[str]:
    if span is None:
        return sorted(spec.held or ())
    check_held(spec, span)
    return list(spec.pieces(span))


def weight_files(folder: Path) -> list[str]:
    """The names of the safetensors files that a loader reads. Raises BadModelFile for an index that leads elsewhere."""
    if not (folder / INDEX_NAME).is_file():
        names = ["model.safetensors"]
    else:
        table = read_json(folder / INDEX_NAME).get("weight_map")
        if not isinstance(table, dict) or not table or not all(isinstance(name, str) for name in table.values()):
            raise BadModelFile(f"The {INDEX_NAME} of {folder.name} is damaged.", _GET_AGAIN)
        names = sorted(set(table.values()))
    if not all(PLAIN_WEIGHT_NAME.fullmatch(name) for name in names):
        raise BadModelFile(
            f"The {INDEX_NAME} of {folder.name} names files that are not safetensors files of the folder.",
            "Do not trust this folder.",
        )
    for name in names:
        if not (folder / name).is_file():
            raise BadModelFile(f"The folder {folder.name} lacks the weight file {name}.", _GET_AGAIN)
    return names


def check_tokenizer(folder: Path) -> None:
    """See that there is a tokenizer, and that its ``tokenizer.json`` is one. Raises BadModelFile."""
    if not any((folder / name).is_file() for name in TOKENIZER_FILES):
        raise BadModelFile(f"The folder {folder.name} has no tokenizer.", "It needs a tokenizer.json.")
    if not (folder / "tokenizer.json").is_file():
        return
    model = read_json(folder / "tokenizer.json").get("model")
    if not isinstance(model, dict) or not ("vocab" in model or isinstance(model.get("type"), str)):
        raise BadModelFile(f"The tokenizer.json of {folder.name} holds no tokenizer.", _GET_AGAIN)


def check_shapes(config: Mapping[str, Any], entries: Iterable[TensorEntry], name: str) -> None:
    """See that layers and width are those that the configuration states. Raises BadModelFile.

    Names that are not understood say nothing.
    """
    own = [entry for entry in entries if not OTHER_TOWER.search(entry.name)]
    _check_layers(config, own, name)
    inner = of_text(config)
    stated = next((inner[key] for key in HIDDEN if inner.get(key) is not None), None)
    if any(section.get(key) is not None for section in (config, inner) for key in _OTHER_WIDTH):
        return
    for entry in own:
        if _EMBEDDING.search(entry.name) and len(entry.shape) == 2 and entry.shape[1] != stated:
            raise BadModelFile(
                f"The config.json of {name} states a hidden size of {stated}, but the weights have {entry.shape[1]}.",
                _GET_AGAIN,
            )


def _check_layers(config: Mapping[str, Any], entries: Iterable[TensorEntry], name: str) -> None:
    found = {int(match[1]) for entry in entries if (match := LAYER_OF_TENSOR.search(entry.name))}
    stated = read_sizes(config, name).num_layers
    more = of_text(config).get("num_nextn_predict_layers")  # they predict further tokens, and are counted apart
    most = stated + (more if isinstance(more, int) else 0)
    nested = isinstance(config.get("text_config"), dict)  # another part of the model may have more layers
    if found and (not found.issuperset(range(stated)) or (max(found) >= most and not nested)):
        raise BadModelFile(
            f"The config.json of {name} states {stated} layers, but the weights have {len(found)}.", _GET_AGAIN
        )
