"""The starter model, over two nodes, calls a tool when it must, and answers from what came of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meshnet_gui.modelstore.spec import ModelSpec
from tests.api.service import running_api
from tests.fleet import in_loop

pytestmark = [pytest.mark.real_model, pytest.mark.slow, pytest.mark.timeout(300)]

PATH = "/v1/chat/completions"
WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather in a city right now.",
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "maxLength": 40},
                "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
            },
            "required": ["city", "unit"],
        },
    },
}


@in_loop
async def test_starter_model_calls_a_forced_tool_and_then_answers_by_text(starter_model: ModelSpec) -> None:
    turns: list[dict[str, Any]] = [{"role": "user", "content": "What is the weather in Paris?"}]
    async with running_api(starter_model) as service:
        request = {"model": service.model, "messages": turns, "tools": [WEATHER], "temperature": 0, "max_tokens": 80}
        named = {"type": "function", "function": {"name": "get_weather"}}
        reply = (await service.post(PATH, request | {"tool_choice": named})).json()
        message = reply["choices"][0]["message"]
        (call,) = message["tool_calls"]
        assert reply["choices"][0]["finish_reason"] == "tool_calls"
        arguments = json.loads(call["function"]["arguments"])
        assert arguments["unit"] in ("celsius", "fahrenheit")
        assert "Paris" in arguments["city"]
        turns += [message, {"role": "tool", "tool_call_id": call["id"], "content": '{"degrees": 21, "sky": "clear"}'}]
        reply = (await service.post(PATH, request | {"messages": turns, "tool_choice": "none"})).json()
        answer = reply["choices"][0]["message"]
        assert answer["content"].strip()
        assert "tool_calls" not in answer
