"""Which model types were found to run right as spans, and what each asks of a span: the table that we ship.

Reads ``certified.json`` only (``meshnet certify`` writes it). Loads no torch.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from meshnet_gui.errors import UserError
from meshnet_gui.installation import resources

TABLE = "certified.json"
MAX_STREAMS = 64


@dataclass(frozen=True, slots=True)
class Needs:
    """What a type of model asks of a span beyond the hidden states; found out when the type is certified.

    ``token_ids``: its layers look at the ids (per-layer embeddings, hashed experts): every node keeps the embedding.
    ``single_steps``: its layers forget their state when several positions follow on a past: they go in one by one.
    ``is_decoder``: only where its configuration says so does it read in one direction.
    ``ends``: what stands before or behind its layers runs on every node, and is needed there.
    ``all_layers``: its layers share weights with others; of a model in pieces every node needs all.
    """

    token_ids: bool = False
    single_steps: bool = False
    is_decoder: bool = False
    ends: bool = False
    all_layers: bool = False

    @property
    def both_ends(self) -> bool:
        """Whether every node takes the pieces of both ends."""
        return self.token_ids or self.ends


NO_NEEDS = Needs()


@dataclass(frozen=True, slots=True)
class Row:
    """What came out for one model type. ``result`` is ``ok``, ``refused`` or ``differs``; ``note`` says why or how.

    ``worst`` is the largest relative difference of any logits that were compared. ``streams`` is for types that carry
    several hidden states per position: the field of their configuration that says how many, and what it is if absent.
    """

    result: str
    note: str = ""
    worst: float = 0.0
    needs: Needs = NO_NEEDS
    streams: tuple[str, int] | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values; what is not needed is left out."""
        needs = [name for name in Needs.__slots__ if getattr(self.needs, name)]
        content = {"result": self.result, "note": self.note, "worst": float(f"{self.worst:.1e}"), "needs": needs}
        return content | ({"streams": list(self.streams)} if self.streams else {})

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Row:
        """The inverse of ``to_json``."""
        needs = Needs(**dict.fromkeys(content["needs"], True))
        field, default = content.get("streams", (None, 1))
        streams = None if field is None else (str(field), int(default))
        return cls(content["result"], content["note"], content["worst"], needs, streams)


@lru_cache(maxsize=1)
def certified_types() -> Mapping[str, Row]:
    """The table that came with this program."""
    content = json.loads((resources() / TABLE).read_text(encoding="utf-8"))
    return {name: Row.from_json(row) for name, row in content["types"].items()}


def num_streams(model_type: str, config: Mapping[str, Any]) -> int:
    """How many hidden states there are per position; ``config`` is the part of a ``config.json`` on the text."""
    row = certified_types().get(model_type)
    if row is None or row.streams is None:
        return 1
    field, default = row.streams
    value = config.get(field, default)
    return value if isinstance(value, int) and 0 < value <= MAX_STREAMS else default


def needs_token_ids(model_type: str) -> bool:
    """Whether the token ids travel to every hop beside the hidden states."""
    row = certified_types().get(model_type)
    return row is not None and row.needs.token_ids


def known_needs(model_type: str) -> Needs:
    """What a type asks for, as far as anybody knows."""
    row = certified_types().get(model_type)
    return row.needs if row is not None else NO_NEEDS


def certified_needs(model_type: str, *, uncertified: bool = False) -> Needs:
    """What a span of that type asks for. Raises UserError where it was not certified, unless ``uncertified``."""
    row = certified_types().get(model_type)
    if row is not None and (row.result == "ok" or uncertified):
        return row.needs
    if uncertified:
        return NO_NEEDS
    why = row.note.rstrip(".") if row is not None else ""
    raise UserError(
        f"Models of type {model_type[:60]} are not certified to run in parts{f' ({why})' if why else ''}.",
        "Choose another model, or try it with --uncertified.",
    )
