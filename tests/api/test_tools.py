"""Tools: forced calls are valid ones, whole and streamed; what does not go together is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from meshnet_gui.api.ollama_tools import Told
from meshnet_gui.api.tool_formats.families import BY_NAME
from meshnet_gui.api.tool_formats.reader import CallReader
from meshnet_gui.modelstore.spec import ModelSpec
from tests.api.service import roomy, running_api
from tests.fleet import in_loop

Tiny = Callable[[str], ModelSpec]
PATH = "/v1/chat/completions"
WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather of now.",
        "parameters": {"type": "object", "properties": {"hot": {"type": "boolean"}}, "required": ["hot"]},
    },
}
TIME = {"type": "function", "function": {"name": "time"}}
NAMED = {"type": "function", "function": {"name": "weather"}}


def asked(service: Any, **changes: Any) -> dict[str, Any]:
    wanted: dict[str, Any] = service.chat(**{"tools": [WEATHER, TIME], "max_tokens": 120} | changes)
    return wanted


@in_loop
async def test_call_of_a_named_tool_is_forced_and_its_arguments_fit_the_schema(tiny: Tiny) -> None:
    async with running_api(roomy(tiny("llama"))) as service:
        reply = (await service.post(PATH, asked(service, tool_choice=NAMED))).json()
        (choice,) = reply["choices"]
        (call,) = choice["message"]["tool_calls"]
        assert choice["finish_reason"] == "tool_calls"
        assert choice["message"]["content"] is None
        assert (call["type"], call["function"]["name"]) == ("function", "weather")
        assert set(json.loads(call["function"]["arguments"])) == {"hot"}
        *chunks, end = await service.events(PATH, asked(service, tool_choice=NAMED, stream=True))
        assert end == "[DONE]"
        deltas = [each["choices"][0] for each in chunks]
        parts = [part for each in deltas for part in each["delta"].get("tool_calls", [])]
        assert parts[0]["function"] == {"name": "weather", "arguments": ""}
        assert "".join(part["function"]["arguments"] for part in parts) == call["function"]["arguments"]
        assert [each["finish_reason"] for each in deltas if each["finish_reason"]] == ["tool_calls"]


@in_loop
async def test_required_calls_one_of_the_tools_and_none_tells_of_none(tiny: Tiny) -> None:
    async with running_api(roomy(tiny("llama"))) as service:
        reply = (await service.post(PATH, asked(service, tool_choice="required"))).json()
        (call,) = reply["choices"][0]["message"]["tool_calls"]
        assert call["function"]["name"] in ("weather", "time")
        await service.post(PATH, asked(service, tool_choice="none", max_tokens=2))
        required, none = service.backend.asked
        assert "weather" in repr(required.messages) + repr(required.tools)
        assert "weather" not in repr(none.messages) + repr(none.tools)
        assert none.grammar == ""


@in_loop
async def test_a_call_that_is_cut_off_ends_by_its_length(tiny: Tiny) -> None:
    async with running_api(roomy(tiny("llama"))) as service:
        reply = (await service.post(PATH, asked(service, tool_choice=NAMED, max_tokens=4))).json()
        assert reply["choices"][0]["finish_reason"] == "length"


@in_loop
async def test_strict_tools_may_be_left_alone_and_calls_of_before_are_told(tiny: Tiny) -> None:
    strict = {"type": "function", "function": WEATHER["function"] | {"strict": True}}  # type: ignore[operator]
    call = {"id": "call_7", "type": "function", "function": {"name": "weather", "arguments": '{"hot": true}'}}
    turns = [
        {"role": "user", "content": "Is it hot?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_7", "content": "31 degrees"},
    ]
    async with running_api(roomy(tiny("llama"))) as service:
        reply = await service.post(PATH, asked(service, tools=[strict], messages=turns, max_tokens=3))
        assert reply.status_code == 200, reply.text
        (question,) = service.backend.asked
        assert question.grammar
        assert "31 degrees" in repr(question.messages)


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"tool_choice": {"type": "function", "function": {"name": "other"}}}, "tool_choice"),
        ({"tool_choice": "required", "tools": []}, "tool_choice"),
        ({"response_format": {"type": "json_object"}}, "response_format"),
        ({"tools": [TIME, TIME]}, "tools[1]"),
        ({"tools": [{"type": "function", "function": {"name": "x", "parameters": {"type": "array"}}}]}, "tools[0]"),
    ],
)
@in_loop
async def test_what_does_not_go_together_is_refused_with_a_reason(
    tiny: Tiny, changes: dict[str, Any], param: str
) -> None:
    async with running_api(roomy(tiny("llama"))) as service:
        reply = await service.post(PATH, asked(service, **changes))
        assert reply.status_code == 400
        assert reply.json()["error"]["param"] == param
        assert not service.backend.asked


@in_loop
async def test_tools_of_ollamas_clients_are_told_and_their_calls_come_whole(tiny: Tiny) -> None:
    call = {"function": {"name": "weather", "arguments": {"hot": True}}}
    turns = [
        {"role": "user", "content": "Is it hot?"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_name": "weather", "content": "31 degrees"},
    ]
    async with running_api(roomy(tiny("llama"))) as service:
        sent = {"model": service.model, "messages": turns, "tools": [WEATHER], "options": {"num_predict": 3}}
        reply = await service.post("/api/chat", sent | {"stream": False})
        assert reply.status_code == 200, reply.text
        (question,) = service.backend.asked
        assert "The weather of now." in repr(question.messages) + repr(question.tools)
        assert "31 degrees" in repr(question.messages)


def test_calls_are_told_whole_to_ollamas_clients_and_left_out_where_they_broke_off() -> None:
    told = Told(CallReader(BY_NAME["hermes"], {}))
    text = 'Yes. <tool_call>{"name": "weather", "arguments": {"hot": true}}</tool_call>'
    assert told.push(text) + told.push(text[5:-20]) + told.flush() == "Yes."
    assert told.calls() == [{"function": {"name": "weather", "arguments": {"hot": True}}}]


@in_loop
async def test_tools_in_a_response_are_refused_instead_of_passed_over(tiny: Tiny) -> None:
    async with running_api(roomy(tiny("llama"))) as service:
        sent = {"model": service.model, "input": "Is it hot?", "tools": [{"type": "function", "name": "weather"}]}
        reply = await service.post("/v1/responses", sent)
        assert reply.status_code == 400
        assert "tools" in reply.json()["error"]["param"]
        assert (await service.post("/v1/responses", sent | {"tools": [], "max_output_tokens": 1})).status_code == 200
