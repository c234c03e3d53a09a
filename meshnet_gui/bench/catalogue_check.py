"""Counts the catalogue's sizes anew from the publishers' configurations, and holds them against what they publish.

``python -m meshnet_gui.bench.catalogue_check`` says what differs; with ``--write`` it writes the catalogue anew. To add
a model: its facts and its configuration, then ``--write``. ``--hub`` asks the hub what each repository really holds,
``--hub ID...`` what these do: small files and the headers of the weight files are read, no weights.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from meshnet_gui.engine.parameters import as_stored, full_config, has_few_bits, parameters
from meshnet_gui.errors import MeshnetError
from meshnet_gui.modelstore.catalogue import CATALOGUE, FORMAT, CatalogueModel, read_model, read_raw
from meshnet_gui.modelstore.certified import needs_token_ids
from meshnet_gui.modelstore.fetch.hub import Hub
from meshnet_gui.modelstore.piece_bytes import piece_bytes
from meshnet_gui.modelstore.pieces import is_tied
from meshnet_gui.modelstore.sizes import sizes_of
from meshnet_gui.modelstore.spec import read_sizes

TOLERANCE = 0.01  # of the published number of parameters
_PATH = Path(__file__).resolve().parents[2] / "resources" / CATALOGUE


def count(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What follows from an entry's configuration: the ``counted`` part of the catalogue."""
    config = full_config(raw["config"]).to_dict()
    facts = read_sizes(config, raw["id"])
    entries = parameters(raw["config"], raw["stored"], with_repeated=raw.get("repeats_lm_head", False))
    ids_everywhere = needs_token_ids(facts.model_type)
    sizes = sizes_of(entries, config, facts.num_layers, ids_everywhere=ids_everywhere)
    stored = piece_bytes(as_stored(entries, raw["stored"]), facts.num_layers, tied=sizes.tied)
    layers = zip(sizes.layers, stored.layers, sizes.kv_bytes, strict=True)
    each = [[weights.products, weights.others, num_bytes, kv] for weights, num_bytes, kv in layers]
    return {
        "model_type": facts.model_type,
        "parameters": sum(math.prod(entry.shape) for entry in entries),
        "context_tokens": facts.context_tokens,
        "few_bits": has_few_bits(raw["config"]) and not raw.get("long_rope", False),
        "tied": sizes.tied,
        "embedding": [sizes.embedding.products, sizes.embedding.others, stored.embedding],
        "layers": [[len(list(run)), *layer] for layer, run in itertools.groupby(each)],
        "tail": [sizes.tail.products, sizes.tail.others, stored.tail],
    }


def differs(counted: Mapping[str, Any], published: int) -> float:
    """By what share the count is off what the publisher says."""
    return float(abs(counted["parameters"] - published) / published)


def problems(raw: Mapping[str, Any]) -> list[str]:
    """What is wrong with an entry, in words."""
    counted = count(raw)
    found = []
    if counted != raw.get("counted"):
        found.append(f"{raw['id']}: its sizes are not those of its configuration")
    if differs(counted, raw["published_parameters"]) > TOLERANCE:
        published = f"{raw['published_parameters']:,} published"
        found.append(f"{raw['id']}: {counted['parameters']:,} parameters counted, {published}")
    return found


def hub_problems(model: CatalogueModel, hub: Hub) -> list[str]:
    """What the hub says otherwise of a model now."""
    try:
        found = hub.describe(model.repository, model.revision)
    except MeshnetError as exc:
        return [f"{model.id}: {exc.text}"]
    facts = read_sizes(json.loads(found.files["config.json"]), model.id)
    entries = [tensor.entry for tensor in found.manifest.tensors]
    if facts.num_layers != model.num_layers:
        return [f"{model.id}: {facts.num_layers} layers at the hub, {model.num_layers} in the catalogue"]
    tied = is_tied(entry.name for entry in entries)
    stored = piece_bytes(entries, facts.num_layers, tied=tied)
    pairs = [
        ("bytes", stored.whole, model.piece_bytes.whole),
        ("bytes of the embedding", stored.embedding, model.piece_bytes.embedding),
        *(
            (f"bytes of layer {layer}", *both)
            for layer, both in enumerate(zip(stored.layers, model.piece_bytes.layers, strict=True))
        ),
        ("tokens of context", facts.context_tokens, model.context_tokens),
    ]
    differing = [(what, there, here) for what, there, here in pairs if abs(there - here) > TOLERANCE * here]
    return [
        f"{model.id}: {there:,} {what} at the hub, {here:,} in the catalogue" for what, there, here in differing[:3]
    ]


def write(entries: Sequence[Mapping[str, Any]], path: Path = _PATH) -> None:
    """All entries counted anew, one line for each part of a model."""
    lines = [_as_text({**raw, "counted": count(raw)}) for raw in entries]
    path.write_text(f'{{"format": {FORMAT}, "models": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")


def _as_text(raw: Mapping[str, Any]) -> str:
    facts = {name: value for name, value in raw.items() if name not in ("config", "counted")}
    parts = (
        json.dumps(facts)[:-1],
        f'"config": {json.dumps(raw["config"])}',
        f'"counted": {json.dumps(raw["counted"])}}}',
    )
    return ",\n ".join(parts)


def main(arguments: Sequence[str]) -> int:
    entries = read_raw(_PATH)
    if "--write" in arguments:
        write(entries)
        entries = read_raw(_PATH)
    if "--hub" in arguments:
        models = [model for model in map(read_model, entries) if model.id in arguments or len(arguments) == 1]
        found = [problem for model in models for problem in hub_problems(model, Hub())]
    else:
        found = [problem for raw in entries for problem in problems(raw)]
    print("\n".join(found) or "As published.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
