"""In which precision a model's weights are served: part of its identity, since the same text would come out otherwise.

Knows no weights: the files in other precisions are made by the engine, beside the stored ones.
"""

from __future__ import annotations

from dataclasses import replace

from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import ModelIdentity

_QUANTISATIONS = {"bf16": "bf16", "int8": "int8_rotated32", "int4": "int4_fitted32"}
_STORED_IN_16_BIT = frozenset({"bfloat16", "float16"})
_STORED_IN = _STORED_IN_16_BIT | {"float32"}
IN_WORDS = {"auto": "as stored", "bf16": "in 16 bit", "int8": "in 8 bit", "int4": "in 4 bit"}
BYTES_PER_WEIGHT = {"int8": 1.16, "int4": 0.8, "bf16": 2.0}  # with scales, as the runtime packs them; others: float32


def in_precision(spec: ModelSpec, precision: str) -> ModelSpec:
    """The model as it is served in ``precision`` (one of ``settings.PRECISIONS``): under an identity of its own.

    ``auto`` and ``fp32`` are the weights as stored; so is ``bf16`` where they are stored in 16 bit.
    """
    quantisation = _QUANTISATIONS.get(precision)
    is_stored_so = precision == "bf16" and spec.identity.quantisation in _STORED_IN_16_BIT
    if quantisation is None or is_stored_so:
        return spec
    return replace(spec, identity=replace(spec.identity, quantisation=quantisation))


def precision_of(identity: str) -> str:
    """The precision that an identity names; empty for weights as stored, and for a text that is no identity."""
    try:
        quantisation = ModelIdentity.parse(identity).quantisation
    except ValueError:
        return ""
    return next((precision for precision, name in _QUANTISATIONS.items() if name == quantisation), "")


def other_precision(spec: ModelSpec, identity: str) -> str:
    """The precision in which ``identity`` is the same model as ``spec``, where it differs in nothing else.

    One of ``IN_WORDS``, whatever a stranger wrote; empty where it is another model, or the same in every respect.
    """
    try:
        other = ModelIdentity.parse(identity)
    except ValueError:
        return ""
    is_same = other == spec.identity
    if is_same or replace(other, quantisation=spec.identity.quantisation) != spec.identity:
        return ""
    return "auto" if other.quantisation in _STORED_IN else precision_of(identity)


def is_mapped(quantisation: str) -> bool:
    """Whether weights under this quantisation are computed from the mapped file and take no memory of their own."""
    return quantisation == "float32"
