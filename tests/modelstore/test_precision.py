from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from meshnet_gui.modelstore.precision import in_precision, other_precision, precision_of
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.settings import PRECISIONS
from meshnet_gui.types import ModelIdentity

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32", "gguf-1")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)


@pytest.mark.parametrize("precision", ["auto", "fp32"])
def test_weights_as_stored_keep_their_identity(precision: str) -> None:
    assert in_precision(SPEC, precision) == SPEC


@pytest.mark.parametrize(("precision", "name"), [("int8", "int8_rotated32"), ("int4", "int4_fitted32")])
def test_coded_weights_are_another_model_to_the_swarm(precision: str, name: str) -> None:
    found = in_precision(SPEC, precision)
    assert str(found.identity) == f"tiny/model@r1:0000000000000000:{name}:gguf-1"
    assert ModelIdentity.parse(str(found.identity)) == found.identity
    assert found.path == SPEC.path


def test_float32_weights_in_16_bit_are_another_model_and_those_stored_so_are_not() -> None:
    assert str(in_precision(SPEC, "bf16").identity) == "tiny/model@r1:0000000000000000:bf16:gguf-1"
    for stored in ("bfloat16", "float16"):
        spec = replace(SPEC, identity=replace(IDENTITY, quantisation=stored))
        assert in_precision(spec, "bf16") == spec
        assert in_precision(spec, "int8").identity.quantisation == "int8_rotated32"


def test_every_precision_of_the_settings_is_known() -> None:
    identities = [str(in_precision(SPEC, precision).identity) for precision in PRECISIONS]
    assert identities[:2] == [str(IDENTITY)] * 2
    assert len(set(identities)) == len(PRECISIONS) - 1


@pytest.mark.parametrize("precision", sorted(set(PRECISIONS) - {"auto", "fp32"}))
def test_an_identity_says_its_precision(precision: str) -> None:
    assert precision_of(str(in_precision(SPEC, precision).identity)) == precision


@pytest.mark.parametrize("text", [str(IDENTITY), "", "int8", "a@b:c:int8_rotated32", "x" * 10_000])
def test_weights_as_stored_and_what_is_no_identity_have_no_precision(text: str) -> None:
    assert precision_of(text) == ""


def test_the_same_model_in_another_precision_is_recognised_and_nothing_else_is() -> None:
    eight_bit = in_precision(SPEC, "int8")
    assert other_precision(SPEC, str(eight_bit.identity)) == "int8"
    assert other_precision(eight_bit, str(SPEC.identity)) == "auto"
    others = [eight_bit.identity, replace(IDENTITY, quantisation="odd"), replace(IDENTITY, revision="r2"), "a@b"]
    assert [other_precision(eight_bit, str(text)) for text in others] == [""] * len(others)
