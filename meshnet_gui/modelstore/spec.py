"""What a stored model is: its sizes and identity, read from small files only. Never hashes and never loads weights."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.certified import Needs, known_needs, needs_token_ids, num_streams
from meshnet_gui.modelstore.manifest import IMPORT_AGAIN, read_json, read_manifest
from meshnet_gui.modelstore.pieces import all_pieces, in_words, layers_in, piece_file, piece_in, pieces_of
from meshnet_gui.modelstore.safetensors_file import read_header
from meshnet_gui.types import ModelIdentity, Span

TOKENIZER_FILES = ("tokenizer.json", "tokenizer.model", "vocab.json", "vocab.txt", "spiece.model")
UNSTATED_CONTEXT_TOKENS = 2048
COMMIT_CHARS = 40
_LAYERS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers")
HIDDEN = ("hidden_size", "n_embd", "d_model", "dim")
_CONTEXT = ("max_position_embeddings", "n_positions", "max_sequence_length", "max_seq_len", "seq_length", "n_ctx")


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model in the store. ``path`` is the directory with config.json, the safetensors files and the tokenizer.

    ``hidden_size`` is the width between layers, all hidden states of a position side by side;
    ``context_tokens`` is what the model was made for (2048 where its configuration does not say);
    ``weight_bytes`` counts the weight files of the whole model, as stored. ``held`` are the pieces that are here, None
    where the model lies here whole in its own files; ``tied`` matters for pieces only.
    """

    name: str
    path: Path
    identity: ModelIdentity
    model_type: str
    num_layers: int
    hidden_size: int
    vocab_size: int
    context_tokens: int
    weight_bytes: int
    held: frozenset[str] | None = None
    tied: bool = False

    def full_span(self) -> Span:
        """All layers."""
        return Span(0, self.num_layers)

    def chosen_span(self, wanted: Span | None) -> Span:
        """All layers where none are named. Raises UserError for layers that it has not."""
        span = wanted or self.full_span()
        if span.end > self.num_layers:
            raise UserError(f"{self.name} has layers {self.full_span()}, not {span}.", "Name layers that it has.")
        return span

    @property
    def needs_token_ids(self) -> bool:
        """Whether the token ids travel to every hop beside the hidden states."""
        return needs_token_ids(self.model_type)

    def pieces(self, span: Span) -> tuple[str, ...]:
        """What a shard of ``span`` needs, wherever it is."""
        return needed_pieces(span, self.num_layers, tied=self.tied, needs=known_needs(self.model_type))

    def missing(self, span: Span) -> tuple[str, ...]:
        """The pieces that a shard of ``span`` needs and that are not here."""
        return () if self.held is None else tuple(piece for piece in self.pieces(span) if piece not in self.held)

    def held_spans(self) -> tuple[Span, ...]:
        """The layers that are here."""
        return (self.full_span(),) if self.held is None else layers_in(self.held)

    def held_bytes(self) -> int:
        """What the weights that are here take on the disk; not for the core loop, since it looks at the files."""
        if self.held is None:
            return self.weight_bytes
        sizes = []
        for piece in self.held:
            with suppress(OSError):  # it was removed meanwhile
                sizes.append((self.path / piece_file(piece)).stat().st_size)
        return sum(sizes)

    @property
    def is_on_hub(self) -> bool:
        """Whether its identity names a commit of a repository, from which pieces can be fetched again."""
        return "/" in self.identity.repository and len(self.identity.revision) == COMMIT_CHARS


def needed_pieces(span: Span, num_layers: int, *, tied: bool, needs: Needs) -> tuple[str, ...]:
    """The pieces that a shard of ``span`` takes, of a type of model with these needs."""
    if needs.all_layers:
        return all_pieces(num_layers)
    return pieces_of(span, num_layers, tied=tied, ids_everywhere=needs.both_ends)


@dataclass(frozen=True, slots=True)
class ConfigSizes:
    """The numbers that every part of the program needs from a ``config.json``."""

    model_type: str
    num_layers: int
    hidden_size: int
    vocab_size: int
    context_tokens: int


def read_spec(path: Path) -> ModelSpec:
    """Read a directory of the store. Raises BadModelFile."""
    manifest = read_manifest(path)
    sizes = read_sizes(read_json(path / "config.json"), path.name)
    return ModelSpec(
        name=path.name,
        path=path,
        identity=manifest.identity,
        model_type=sizes.model_type,
        num_layers=sizes.num_layers,
        hidden_size=sizes.hidden_size,
        vocab_size=sizes.vocab_size,
        context_tokens=sizes.context_tokens,
        weight_bytes=manifest.weight_bytes,
        held=held_pieces(path, sizes.num_layers) if manifest.in_pieces else None,
        tied=manifest.tied,
    )


def held_pieces(path: Path, num_layers: int) -> frozenset[str]:
    """The pieces in a model's directory: each appears whole or not at all. Raises BadModelFile."""
    try:
        found = {piece_in(entry.name) for entry in path.iterdir()}
    except OSError as exc:
        raise BadModelFile(f"The folder of the model {path.name} cannot be read.", IMPORT_AGAIN) from exc
    return frozenset(found).intersection(all_pieces(num_layers))


def of_text(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """The part of a ``config.json`` that is about text: that of a model with other towers is nested."""
    text = config.get("text_config")
    return text if isinstance(text, dict) else config


def read_sizes(config: Mapping[str, Any], model_name: str) -> ConfigSizes:
    """The sizes from a parsed ``config.json``, nested or flat. Raises BadModelFile."""
    inner = of_text(config)
    model_type = config.get("model_type")
    if not isinstance(model_type, str) or not model_type:
        raise BadModelFile(f"The config.json of {model_name} does not say what type of model it is.", IMPORT_AGAIN)
    return ConfigSizes(
        model_type=model_type,
        num_layers=_size(inner, _LAYERS, model_name, 10_000),
        hidden_size=_size(inner, HIDDEN, model_name, 2**20) * num_streams(model_type, inner),
        vocab_size=_size(inner, ("vocab_size",), model_name, 2**26),
        context_tokens=_size(inner, _CONTEXT, model_name, 2**31, UNSTATED_CONTEXT_TOKENS),
    )


def _size(config: Mapping[str, Any], keys: tuple[str, ...], model_name: str, limit: int, default: int = 0) -> int:
    """The first of ``keys`` that the configuration has."""
    value = next((config[key] for key in keys if config.get(key) is not None), default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= limit:
        raise BadModelFile(f"The config.json of {model_name} gives no usable {keys[0]}.", IMPORT_AGAIN)
    return value


def check_complete(spec: ModelSpec) -> None:
    """See that the weight files and a tokenizer are there, in full by size and header. Raises BadModelFile.

    Of a model in pieces, those that are there.
    """
    if spec.held is None:
        for file in read_manifest(spec.path).weight_files:
            _check_size(spec, file.name, file.num_bytes)
            read_header(spec.path / file.name)
    for piece in sorted(spec.held or ()):
        _check_piece(spec, piece)
    if not any((spec.path / name).is_file() for name in TOKENIZER_FILES):
        raise BadModelFile(f"The tokenizer of the model {spec.name} is missing.", IMPORT_AGAIN)


def damaged_pieces(spec: ModelSpec) -> tuple[str, ...]:
    """The pieces whose files are not as long as their headers say, or have none."""
    damaged = []
    for piece in sorted(spec.held or ()):
        try:
            _check_piece(spec, piece)
        except BadModelFile:
            damaged.append(piece)
    return tuple(damaged)


def _check_piece(spec: ModelSpec, piece: str) -> None:
    try:
        read_header(spec.path / piece_file(piece))
    except BadModelFile as exc:
        raise BadModelFile(
            f"The file of {in_words(piece)} of the model {spec.name} is damaged.",
            f"Have it removed and get it again: meshnet models verify {spec.name}",
        ) from exc


def _check_size(spec: ModelSpec, name: str, expected: int) -> None:
    try:
        found = (spec.path / name).stat().st_size
    except OSError as exc:
        raise BadModelFile(f"The file {name} of the model {spec.name} is missing.", IMPORT_AGAIN) from exc
    if found != expected:
        raise BadModelFile(
            f"The file {name} of the model {spec.name} is damaged: it has {found} bytes instead of {expected}.",
            IMPORT_AGAIN,
        )
