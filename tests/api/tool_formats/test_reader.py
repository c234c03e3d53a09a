"""Calls are found in what models write, whatever family they are of and however the text is cut."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from meshnet_gui.api.reading import CallArguments, CallBegun, Content, Delta
from meshnet_gui.api.tool_formats.families import ARGUMENTS, BY_NAME, FAMILIES, NAME, Family
from meshnet_gui.api.tool_formats.reader import CallReader

SCHEMAS = {
    "get_weather": {
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["city"],
    },
    "get_time": {"type": "object", "properties": {}},
}
ARGUMENTS_OF_CALL: dict[str, Any] = {"city": 'K\u00f6ln "}]{</tool_call>\\', "days": 3}
PIECES = (
    "<tool_call>",
    "</tool_call>",
    "[TOOL_CALLS]",
    "[ARGS]",
    "<function=",
    "</function>",
    "<parameter=",
    "</parameter>",
    "<arg_key>",
    "</arg_key>",
    "<arg_value>",
    "</arg_value>",
    "<|tool_call|>",
    "<|python_tag|>",
    "<|tool_call_argument_begin|>",
    "<\uff5ctool\u2581call\u2581begin\uff5c>",
    '{"name": "get_weather", "arguments": {"city": "Rome"}}',
    '{"name": "get_time", "parameters": {',
    '"arguments": "{\\"a\\": 1}"',
    "get_weather",
    '{"',
    "}",
    "{",
    "]",
    "[",
    ",",
    ":",
    '"',
    "\\",
    "\n",
    " ",
    "text",
    "\ud83d",
    "\x00",
    "1e999",
)


def read(family: Family, pieces: Sequence[str], most_calls: int = 128) -> tuple[str, list[tuple[str, str]]]:
    """The content, and the calls: names and arguments."""
    reader = CallReader(family, SCHEMAS, most_calls)
    deltas: list[Delta] = [delta for piece in pieces for delta in reader.push(piece)] + reader.flush()
    text, calls = "", []
    for delta in deltas:
        if isinstance(delta, Content):
            text += delta.text
        elif isinstance(delta, CallBegun):
            assert delta.index == len(calls)
            assert delta.id.startswith("call_")
            calls.append([delta.name, ""])
        else:
            assert delta.index == len(calls) - 1
            calls[delta.index][1] += delta.text
    return text, [(name, arguments) for name, arguments in calls]


def written(family: Family, name: str, arguments: dict[str, Any]) -> str:
    """A call as the family has it."""
    said = json.dumps(arguments, ensure_ascii=False)
    if family.tags is not None:
        values = {key: value if isinstance(value, str) else json.dumps(value) for key, value in arguments.items()}
        said = "".join(family.tags.argument(key, value) for key, value in values.items())
    return family.written.replace(NAME, name).replace(ARGUMENTS, said)


def harmless(family: Family) -> dict[str, Any]:
    """Arguments with all that may stand in them."""
    return {"city": "K\u00f6ln {[\"'", "days": 3} if family.tags is not None else ARGUMENTS_OF_CALL


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_call_of_each_family_is_read_letter_by_letter_as_in_one_piece(family: Family) -> None:
    arguments = harmless(family)
    text = written(family, "get_weather", arguments)
    for pieces in ([text], list(text)):
        content, calls = read(family, pieces)
        assert content == ""
        ((name, said),) = calls
        assert name == "get_weather"
        assert json.loads(said) == arguments


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_several_calls_amid_text_are_read_in_order(family: Family) -> None:
    first, second = written(family, "get_weather", {"city": "Oslo"}), written(family, "get_time", {})
    before = "" if family.name == "llama" else "I look: 2 < 3.\n\n"
    separator = "; " if family.name == "llama" else "\n"
    content, calls = read(family, [before + first + separator + second + "\n Done {ok}."])
    assert content == before.rstrip() + "Done {ok}."
    assert [(name, json.loads(said)) for name, said in calls] == [("get_weather", {"city": "Oslo"}), ("get_time", {})]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_at_most_one_call_is_told_where_only_one_is_wanted(family: Family) -> None:
    text = "; ".join([written(family, "get_weather", {"city": "Oslo"})] * 2)
    _, calls = read(family, [text], most_calls=1)
    assert [name for name, _ in calls] == ["get_weather"]


def test_arguments_are_told_as_they_are_written() -> None:
    reader = CallReader(BY_NAME["hermes"], SCHEMAS)
    assert reader.push('Yes. <tool_call>\n{"name": "get_weather", ') == [Content("Yes.")]
    begun, arguments = reader.push('"arguments": {"ci')
    assert isinstance(begun, CallBegun)
    assert arguments == CallArguments(0, '{"ci')
    assert reader.push('ty": "Oslo"') == [CallArguments(0, 'ty": "Oslo"')]
    assert reader.push("}}\n</tool_") == [CallArguments(0, "}")]
    assert reader.push("call>") == reader.flush() == []


def test_only_what_may_begin_a_mark_is_held_back() -> None:
    reader = CallReader(BY_NAME["hermes"], SCHEMAS)
    assert reader.push("a <b> and <tool") == [Content("a <b> and")]
    assert reader.push("s> ") == [Content(" <tools>")]
    assert reader.flush() == [Content(" ")]


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>\n{"name": "get_weather", "arg',
        "<tool_call>\nno JSON\n</tool_call>",
        '<tool_call>{"name": 5, "arguments": {}}</tool_call>',
        '<tool_call>{"city": "Oslo"}</tool_call>',
        '<tool_call>{"name": "get_weather", "arguments": 5}</tool_call>',
        '<tool_call>{"name": "get_weather", "arguments": "no object"}</tool_call>',
        '{"name": "Bob", "arguments": {}}',
        '{"answer": {"name": "get_weather"}}',
        "</tool_call>",
        "<tool_call",
    ],
)
def test_what_is_no_call_is_content(text: str) -> None:
    assert read(BY_NAME["hermes"], [text]) == (text, [])


def test_call_that_breaks_off_in_its_arguments_stays_a_call() -> None:
    text = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Os'
    assert read(BY_NAME["hermes"], [text]) == ("", [("get_weather", '{"city": "Os')])


def test_arguments_that_come_first_or_as_text_are_understood() -> None:
    first = '<tool_call>{"id": "7", "arguments": {"city": "Oslo"}, "name": "get_weather"}</tool_call>'
    text = '<tool_call>{"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}</tool_call>'
    for each in (first, text):
        assert read(BY_NAME["hermes"], [each]) == ("", [("get_weather", '{"city": "Oslo"}')])
    assert read(BY_NAME["hermes"], ['<tool_call>{"name": "get_time"}']) == ("", [("get_time", "{}")])


def test_bare_call_is_read_where_the_tool_was_told() -> None:
    text = '{"name": "get_weather", "parameters": {"city": "Oslo"}}'
    assert read(BY_NAME["llama"], ["\n" + text]) == ("", [("get_weather", '{"city": "Oslo"}')])
    assert read(BY_NAME["llama"], ["As " + text]) == ("As " + text, [])


def test_mistral_writes_names_with_ids_or_lists() -> None:
    named = '[TOOL_CALLS]get_weather[CALL_ID]abcdefghi[ARGS]{"city": "Oslo"}'
    assert read(BY_NAME["mistral_named"], [named + named])[1] == [("get_weather", '{"city": "Oslo"}')] * 2
    listed = '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Oslo"}, "id": "abcdefghi"}]'
    assert read(BY_NAME["mistral_named"], [listed]) == ("", [("get_weather", '{"city": "Oslo"}')])


def test_tagged_values_have_the_types_of_the_schema() -> None:
    text = (
        "<tool_call>\n<function=get_weather>\n<parameter=city>\n42\n</parameter>\n"
        "<parameter=days>\n42\n</parameter>\n<parameter=new>\nplain\n</parameter>\n</function>\n</tool_call>"
    )
    ((_, said),) = read(BY_NAME["coder"], [text])[1]
    assert json.loads(said) == {"city": "42", "days": 42, "new": "plain"}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_hostile_text_is_read_the_same_however_it_is_cut(family: Family) -> None:
    chance = random.Random(f"{family.name} 7")
    own = [*PIECES, *family.marks * 3, *([family.written] * 2)]
    for _ in range(60):
        text = "".join(chance.choices(own, k=chance.randrange(1, 25)))
        whole = read(family, [text])
        cuts = sorted(chance.choices(range(len(text) + 1), k=5))
        assert read(family, [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]) == whole
        assert read(family, list(text)) == whole


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_no_mark_of_a_family_begins_another(family: Family) -> None:
    marks = set(family.marks)
    assert not [(a, b) for a in marks for b in marks if a != b and b.startswith(a)]
