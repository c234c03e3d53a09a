"""Responses over two real nodes: whole and streamed, going on behind an earlier one, and held to a form."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from meshnet_gui.api.earlier import Earlier
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Message
from tests.api.service import Service, running_api
from tests.fleet import in_loop

Tiny = Callable[[str], ModelSpec]
PATH = "/v1/responses"


def asked(service: Service, **changes: object) -> dict[str, Any]:
    question = "What is it that you can tell of the sea?"
    return {"model": service.model, "input": question, "max_output_tokens": 6, "temperature": 0} | changes


@in_loop
async def test_stream_has_openais_events_in_order_and_the_text_of_the_whole(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        whole = (await service.post(PATH, asked(service))).json()
        assert (whole["status"], whole["incomplete_details"]) == ("incomplete", {"reason": "max_output_tokens"})
        events = await service.events(PATH, asked(service, stream=True))
        names = [each["type"].removeprefix("response.") for each in events]
        start = ["created", "in_progress", "output_item.added", "content_part.added"]
        end = ["output_text.done", "content_part.done", "output_item.done", "incomplete"]
        assert names == start + ["output_text.delta"] * (len(names) - 8) + end
        assert [each["sequence_number"] for each in events] == list(range(len(events)))
        text = "".join(each["delta"] for each in events if each["type"] == "response.output_text.delta")
        assert text == whole["output"][0]["content"][0]["text"]
        usage = events[-1]["response"]["usage"]
        assert (usage["output_tokens"], usage["input_tokens"]) == (6, whole["usage"]["input_tokens"])
        assert usage["input_tokens_details"]["cached_tokens"] == usage["input_tokens"] - 1


@in_loop
async def test_a_response_goes_on_behind_an_earlier_one_with_its_own_instructions(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        first = (await service.post(PATH, asked(service, instructions="Be brief."))).json()
        part = {"type": "input_text", "text": "And then?"}
        more = asked(service, input=[{"role": "user", "content": [part]}], previous_response_id=first["id"])
        assert (await service.post(PATH, more | {"store": False})).status_code == 200
        said = [(message.role, message.content) for message in service.backend.asked[-1].messages]
        answer = first["output"][0]["content"][0]["text"]
        assert said == [("user", asked(service)["input"]), ("assistant", answer), ("user", "And then?")]
        reply = await service.post(PATH, more | {"previous_response_id": "resp_0"})
        assert (reply.status_code, reply.json()["error"]["param"]) == (400, "previous_response_id")


@in_loop
async def test_an_answer_is_held_to_a_schema(tiny: Tiny) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]}
    form = {"type": "json_schema", "name": "x", "schema": schema | {"additionalProperties": False}}
    async with running_api(tiny("llama")) as service:
        reply = (await service.post(PATH, asked(service, text={"format": form}, max_output_tokens=30))).json()
        assert reply["status"] == "completed"
        assert isinstance(json.loads(reply["output"][0]["content"][0]["text"])["a"], bool)


def test_earlier_responses_are_forgotten_oldest_first_where_they_are_many_or_long() -> None:
    earlier = Earlier(max_kept=2, max_chars=10)
    for name in ("a", "b", "c"):
        earlier.keep(name, [Message("user", "1234")])
    assert (earlier.get("a"), earlier.get("b") is None, earlier.get("c") is None) == (None, False, False)
    earlier.keep("d", [Message("user", "123456789")])
    assert (earlier.get("c"), earlier.get("d") is None) == (None, False)
