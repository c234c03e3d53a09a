"""The catalogue: well-known open models, and what each weighs, so that nothing need be fetched to choose one.

Reads ``catalogue.json`` only. Its facts and configurations are the publishers' own; all sizes follow from them and were
counted by ``meshnet_gui.bench.catalogue_check``, never written by hand. Loads no torch.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any

from meshnet_gui.installation import resources
from meshnet_gui.modelstore.certified import certified_types, needs_token_ids
from meshnet_gui.modelstore.piece_bytes import PieceBytes
from meshnet_gui.modelstore.sizes import ModelSizes, Weights
from meshnet_gui.types import Span

CATALOGUE = "catalogue.json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """One model of the catalogue.

    ``revision`` is what the hub is asked for; the commit is pinned when the model is added. ``licence`` is an SPDX name
    or the family's own. ``gated``: the hub gives it only to who signed in and accepted its terms. ``stored`` says how
    its weights are kept (``bf16``, ``fp8``, ``mxfp4``); without ``few_bits`` it is served in no other precision.
    ``parameters`` counts the whole model, with other towers;
    ``published_parameters`` is what its publisher says.
    """

    id: str
    name: str
    family: str
    repository: str
    revision: str
    licence: str
    gated: bool
    stored: str
    model_type: str
    parameters: int
    published_parameters: int
    context_tokens: int
    sizes: ModelSizes
    piece_bytes: PieceBytes
    few_bits: bool = True

    @property
    def num_layers(self) -> int:
        return len(self.sizes.layers)

    def full_span(self) -> Span:
        """All layers."""
        return Span(0, self.num_layers)

    @property
    def stored_bytes(self) -> int:
        """All pieces, as they are fetched; without other towers."""
        return self.piece_bytes.whole

    @property
    def is_certified(self) -> bool:
        """Whether models of its type were found to run right in parts."""
        row = certified_types().get(self.model_type)
        return row is not None and row.result == "ok"


@dataclass(frozen=True, slots=True)
class _Run:
    """Layers that follow each other and are alike."""

    count: int
    weights: Weights
    stored_bytes: int
    kv_bytes: int


@lru_cache(maxsize=1)
def catalogue() -> tuple[CatalogueModel, ...]:
    """The models that came with this program, by family and size."""
    return tuple(read_model(raw) for raw in read_raw(resources() / CATALOGUE))


def read_raw(path: Traversable) -> Sequence[Mapping[str, Any]]:
    """The entries of a catalogue as they are written."""
    content = json.loads(path.read_text(encoding="utf-8"))
    if content["format"] != FORMAT:
        raise ValueError(f"the catalogue has the format {content['format']}, not {FORMAT}")
    entries: Sequence[Mapping[str, Any]] = content["models"]
    return entries


def find(text: str) -> tuple[CatalogueModel, ...]:
    """The models of which every word of ``text`` is a part of the name, id, family or repository."""
    words = text.casefold().split()
    return tuple(model for model in catalogue() if all(word in _searched(model) for word in words))


def by_name(name: str) -> CatalogueModel | None:
    """The model with that id or of that repository, in any case of letters."""
    wanted = name.strip().casefold()
    return next((m for m in catalogue() if wanted in (m.id.casefold(), m.repository.casefold())), None)


def read_model(raw: Mapping[str, Any]) -> CatalogueModel:
    """One entry of the file."""
    counted = raw["counted"]
    ids_everywhere = needs_token_ids(counted["model_type"])
    runs = [_Run(count, Weights(products, others), *rest) for count, products, others, *rest in counted["layers"]]
    embedding, tail = counted["embedding"], counted["tail"]
    sizes = ModelSizes(
        layers=tuple(run.weights for run in runs for _ in range(run.count)),
        embedding=Weights(embedding[0], embedding[1]),
        tail=Weights(tail[0], tail[1]),
        tied=counted["tied"],
        kv_bytes=tuple(run.kv_bytes for run in runs for _ in range(run.count)),
        ids_everywhere=ids_everywhere,
    )
    stored = tuple(run.stored_bytes for run in runs for _ in range(run.count))
    return CatalogueModel(
        id=raw["id"],
        name=raw["name"],
        family=raw["family"],
        repository=raw["repository"],
        revision=raw["revision"],
        licence=raw["licence"],
        gated=raw["gated"],
        stored=raw["stored"],
        model_type=counted["model_type"],
        parameters=counted["parameters"],
        published_parameters=raw["published_parameters"],
        context_tokens=counted["context_tokens"],
        few_bits=counted["few_bits"],
        sizes=sizes,
        piece_bytes=PieceBytes(stored, embedding[2], tail[2], counted["tied"], ids_everywhere),
    )


def _searched(model: CatalogueModel) -> str:
    return f"{model.name} {model.id} {model.family} {model.repository}".casefold()
