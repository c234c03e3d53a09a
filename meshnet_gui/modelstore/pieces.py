"""A model's weights in pieces: its embedding, each of its layers, and what only the tail needs.

A piece is what is fetched, kept and removed as a whole: a span takes the pieces of its layers and of its ends. Knows
tensor names and no files but their names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from meshnet_gui.types import Span

EMBEDDING = "embedding"
TAIL = "tail"
PART_SUFFIX = ".part"
PROGRESS_SUFFIX = ".progress"
FETCH_LOCK_NAME = ".fetch.lock"
WISH_NAME = ".fetch.json"
LAYER_OF_TENSOR = re.compile(r"(?:^|\.)(?:layers|h|blocks|block)\.(\d+)\.")
OTHER_TOWER = re.compile(r"(?:^|\.)(?:vision|visual|audio|speech|image|img|multi_?modal|mm_proj|mtp)", re.IGNORECASE)
_EMBEDDING = re.compile(r"(?:^|\.)(?:embed_tokens|wte|wpe|word_embeddings|embed_in|embeddings?)(?:\.|_(?!norm)|$)")
_LM_HEAD = re.compile(r"(?:^|\.)(?:lm_head|embed_out)\.")
_MADE_OF = re.compile(rf"(?:.*[-_])?({EMBEDDING}|{TAIL}|layer-\d{{5}})\..*")
_PIECE = re.compile(rf"{EMBEDDING}|{TAIL}|layer-(\d{{5}})")


def layer_piece(layer: int) -> str:
    """``layer-00012``."""
    return f"layer-{layer:05}"


def piece_of(tensor: str, num_layers: int) -> str:
    """The piece that a tensor belongs to, by its name; empty where no span needs it (another tower, further layers)."""
    if OTHER_TOWER.search(tensor):
        return ""
    layer = LAYER_OF_TENSOR.search(tensor)
    if layer is not None:
        return layer_piece(int(layer[1])) if int(layer[1]) < num_layers else ""
    return EMBEDDING if _EMBEDDING.search(tensor) else TAIL


def is_tied(tensors: Iterable[str]) -> bool:
    """Whether the embedding is the lm_head, too: the model has none of its own."""
    return not any(_LM_HEAD.search(name) for name in tensors)


def pieces_of(span: Span, num_layers: int, *, tied: bool, ids_everywhere: bool) -> tuple[str, ...]:
    """What a shard of ``span`` needs. ``ids_everywhere``: what stands at the ends is needed wherever the layers are."""
    is_front, is_tail = span.start == 0, span.end == num_layers
    front = [EMBEDDING] if is_front or ids_everywhere or (is_tail and tied) else []
    back = [TAIL] if is_tail or ids_everywhere else []
    return (*front, *map(layer_piece, range(span.start, span.end)), *back)


def all_pieces(num_layers: int) -> tuple[str, ...]:
    """Every piece of a model, in order."""
    return pieces_of(Span(0, num_layers), num_layers, tied=True, ids_everywhere=True)


def piece_file(piece: str) -> str:
    """The name of the file that a piece is kept in."""
    return f"{piece}.safetensors"


def piece_in(file_name: str) -> str:
    """The inverse of ``piece_file``; empty for any other file."""
    piece = file_name.removesuffix(".safetensors")
    return piece if piece != file_name and _PIECE.fullmatch(piece) else ""


def in_words(piece: str) -> str:
    """``layer 12``; any other name as it is."""
    match = _PIECE.fullmatch(piece)
    return f"layer {int(match[1])}" if match and match[1] else piece


def part_file(piece: str) -> str:
    """The name of the file in which a piece comes together while it is fetched."""
    return piece_file(piece) + PART_SUFFIX


def progress_file(piece: str) -> str:
    """The name of the file that says which bytes of ``part_file`` are there."""
    return piece_file(piece) + PROGRESS_SUFFIX


def made_of(file_name: str) -> str:
    """The piece that a file of a model's directory holds or was made of, as its name says; empty for any other."""
    match = _MADE_OF.fullmatch(file_name)
    return match[1] if match else ""


def layers_in(pieces: Collection[str]) -> tuple[Span, ...]:
    """The layers among the pieces, as spans in order."""
    layers = sorted(int(match[1]) for piece in pieces if (match := _PIECE.fullmatch(piece)) and match[1])
    spans: list[Span] = []
    for layer in layers:
        if spans and spans[-1].end == layer:
            spans[-1] = Span(spans[-1].start, layer + 1)
        else:
            spans.append(Span(layer, layer + 1))
    return tuple(spans)
