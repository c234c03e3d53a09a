"""What templates have no words for becomes text, in an order and with ids that they take."""

from __future__ import annotations

from meshnet_gui.api.tool_formats.families import BY_NAME, HERMES
from meshnet_gui.api.tool_formats.telling import as_the_template_has_it, told
from meshnet_gui.types import Message, ToolCall, ToolSupport

CALL = ToolCall("call_1", "time", '{"zone": "UTC"}')
TURNS = [
    Message("user", "How late is it?"),
    Message("assistant", "I look.", (CALL, ToolCall("call_2", "time", "{}"))),
    Message("tool", "noon", (), "call_1"),
    Message("tool", "night", (), "call_2"),
]
NATIVE = ToolSupport("hermes", tells=True, writes_calls=True, writes_outcomes=True, takes_system=True)


def test_calls_and_outcomes_become_text_where_the_template_leaves_them_out() -> None:
    user, assistant, outcome = as_the_template_has_it(TURNS, HERMES, ToolSupport(takes_system=True))
    assert user == TURNS[0]
    assert assistant.content == (
        'I look.\n<tool_call>\n{"name": "time", "arguments": {"zone": "UTC"}}\n</tool_call>\n'
        '<tool_call>\n{"name": "time", "arguments": {}}\n</tool_call>'
    )
    assert outcome == Message(
        "user", "<tool_response>\nnoon\n</tool_response>\n<tool_response>\nnight\n</tool_response>"
    )


def test_template_that_knows_calls_gets_them_and_the_names_of_outcomes() -> None:
    made = as_the_template_has_it(TURNS, HERMES, NATIVE)
    assert made[:2] == TURNS[:2]
    assert [(message.role, message.name) for message in made[2:]] == [("tool", "time")] * 2


def test_ids_of_mistrals_calls_are_short_and_still_belong_together() -> None:
    _, assistant, first, second = as_the_template_has_it(TURNS, BY_NAME["mistral"], NATIVE)
    ids = [call.id for call in assistant.tool_calls]
    assert [first.tool_call_id, second.tool_call_id] == ids
    assert all(len(each) == 9 and each.isalnum() for each in ids)


def test_tools_are_told_in_the_system_message_or_before_the_first_question() -> None:
    system = Message("system", "Be kind.")
    with_system = told([system, TURNS[0]], [{"name": "time"}], HERMES, system=True)
    assert with_system[0].content.startswith("Be kind.\n\nYou can call functions.")
    assert told(TURNS[:1], [{"name": "time"}], HERMES, system=True)[0].role == "system"
    (only,) = told(TURNS[:1], [{"name": "time"}], HERMES, system=False)
    assert only.content.endswith("\n\nHow late is it?")
    assert '{"name": "time"}' in only.content


def test_thousands_of_outcomes_in_a_row_are_joined_once() -> None:
    outcomes = [Message("tool", "x" * 2000, tool_call_id=str(number)) for number in range(5000)]
    (made,) = as_the_template_has_it(outcomes, HERMES, ToolSupport())
    assert made.role == "user"
    assert made.content.count("<tool_response>") == 5000
