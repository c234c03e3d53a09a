"""What a grammar leaves to a model is a call that the family's reader understands."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace

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


def allows(spec: ModelSpec, grammar: str, text: str) -> bool:
    """Whether a model may write this."""
    tokenizer = load_tokenizer(spec.path)
    constraint = constrain(spec.path, spec.vocab_size, tokenizer.eos_ids, grammar)
    for token in tokenizer.encode(text)[len(tokenizer.encode("")) :]:
        if not constraint.allowed()[token // 8] >> (token % 8) & 1:
            return False
        constraint.push(token)
    return True


def test_guided_answer_may_have_calls_amid_text_that_fit_their_schema(tiny: Callable[[str], ModelSpec]) -> None:
    grammar = guided(BY_NAME["hermes"], {"paint": TOOL}, lambda name: None)
    right = '<tool_call>\n{"name": "paint", "arguments": {"colour": "red", "coats": 2}}\n</tool_call>'
    assert allows(tiny("llama"), grammar, f"I paint. {right}\n{right} Done.")
    assert not allows(tiny("llama"), grammar, "I paint. " + right.replace("red", "green"))
    assert not allows(tiny("llama"), grammar, "I paint. " + right.replace("paint", "draw"))


def test_forced_control_token_is_shown_and_read_as_a_mark(tiny: Callable[[str], ModelSpec]) -> None:
    spec = tiny("llama")
    tokenizer = load_tokenizer(spec.path)
    name = next(
        each for each in ("<|end|>", "<|user|>", "<|im_start|>", "<s>") if tokenizer.control_id(each) is not None
    )
    family = replace(
        BY_NAME["granite"], written=BY_NAME["granite"].written.replace("<|tool_call|>", name), opens=(name,)
    )
    constraint = constrain(spec.path, spec.vocab_size, (250,), forced(family, {"paint": TOOL}, tokenizer.control_id))
    bits, token = constraint.allowed(), tokenizer.control_id(name)
    assert [i for i in range(spec.vocab_size) if bits[i // 8] >> (i % 8) & 1] == [token]
    shown = tokenizer.detokenizer(family.marks_in_text)
    assert token is not None
    assert shown.push(token) == name
