"""What a grammar leaves to a model is a call that the family's reader understands."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from meshnet_gui.api.reading import CallArguments, CallBegun
from meshnet_gui.api.tool_formats.families import BY_NAME, FAMILIES, Family
from meshnet_gui.api.tool_formats.forcing import forced, guided
from meshnet_gui.api.tool_formats.reader import CallReader
from meshnet_gui.engine.grammar import constrain
from meshnet_gui.engine.tokenizer import load_tokenizer
from meshnet_gui.modelstore.spec import ModelSpec
from tests.fleet import tiny

__all__ = ["tiny"]

TOOL = {
    "name": "paint",
    "parameters": {
        "type": "object",
        "properties": {"colour": {"type": "string", "enum": ["red", "deep blue"]}, "coats": {"enum": [1, 2]}},
        "required": ["colour", "coats"],
    },
}


def followed(spec: ModelSpec, grammar: str, num_tokens: int = 300) -> str:
    """A text at random that the grammar allows."""
    tokenizer, chance = load_tokenizer(spec.path), random.Random(7)
    constraint, ids = constrain(spec.path, spec.vocab_size, tokenizer.eos_ids, grammar), []
    while not constraint.is_complete and len(ids) < num_tokens:
        bits = constraint.allowed()
        allowed = [i for i in range(spec.vocab_size) if bits[i // 8] >> (i % 8) & 1 and i not in tokenizer.eos_ids]
        ids.append(chance.choice(allowed))
        constraint.push(ids[-1])
    return tokenizer.decode(ids)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_forced_call_is_one_call_that_the_schema_allows(family: Family, tiny: Callable[[str], ModelSpec]) -> None:
    text = followed(tiny("llama"), forced(family, {"paint": TOOL}, lambda name: None))
    reader = CallReader(family, {"paint": TOOL["parameters"]})  # type: ignore[dict-item]
    begun, arguments = [*reader.push(text), *reader.flush()]
    assert isinstance(begun, CallBegun)
    assert isinstance(arguments, CallArguments)
    said = json.loads(arguments.text)
    assert said["colour"] in ("red", "deep blue")
    assert said["coats"] in (1, 2)


def test_marks_that_are_control_tokens_are_forced_as_such() -> None:
    grammar = forced(BY_NAME["mistral"], {"paint": TOOL}, {"[TOOL_CALLS]": 5}.get)
    assert 'call_0: <[5]> "[{' in grammar


@pytest.mark.parametrize("family", [each for each in FAMILIES if each.name != "llama"], ids=lambda family: family.name)
def test_guided_answer_may_be_text(family: Family, tiny: Callable[[str], ModelSpec]) -> None:
    assert followed(tiny("llama"), guided(family, {"paint": TOOL}, lambda name: None), num_tokens=5)


def test_family_without_a_mark_cannot_be_guided() -> None:
    assert guided(BY_NAME["llama"], {"paint": TOOL}, lambda name: None) == ""
