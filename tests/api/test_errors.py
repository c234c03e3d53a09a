"""What goes wrong, over HTTP: each with its status, its code, the field it is about, and when to try again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from meshnet_gui.api.ollama_schemas import OllamaChat
from meshnet_gui.api.openai_schemas import ChatRequest, CompletionRequest, Sent
from meshnet_gui.api.responses_schemas import ResponseRequest
from meshnet_gui.errors import NoRoute
from meshnet_gui.head.transport import RawReply
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.wire.refusals import Busy, NoRoom, Refusal
from tests.api.service import Service, running_api
from tests.fleet import Call, in_loop, until

Tiny = Callable[[str], ModelSpec]
PATH = "/v1/chat/completions"


async def refused(service: Service, sent: Any, status: int, code: str | None, param: str | None = None) -> str:
    """The message, whole and streamed: both have the status, since the stream has not begun."""
    for stream in (False, True):
        reply = await service.post(PATH, sent | {"stream": stream})
        error = reply.json()["error"]
        assert (reply.status_code, error["code"], error["param"]) == (status, code, param), reply.text
        assert ("retry-after" in reply.headers) == (status in (429, 503))
    return str(error["message"])


def refusing(refusal: Refusal, after: int = 0) -> Any:
    left = [after]

    async def hook(call: Call) -> RawReply | None:
        left[0] -= call.method == "POST"
        is_due = call.method == "POST" and left[0] < 0
        return RawReply(refusal.status, {"content-type": "application/json"}, refusal.to_body()) if is_due else None

    return hook


@in_loop
async def test_wrong_values_are_named(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        assert service.model in await refused(service, service.chat(model="nobody"), 404, "model_not_found", "model")
        await refused(service, service.chat(temperature=3), 400, "invalid_request", "temperature")
        none = await refused(service, service.chat(messages=[]), 400, "invalid_request", "messages")
        assert none == "messages: at least 1 needed."
        await refused(service, service.chat(logit_bias={"99999": 1}), 400, None, "logit_bias")
        form = {"type": "json_schema", "json_schema": {"schema": {"type": "nothing"}}}
        await refused(service, service.chat(response_format=form), 400, "invalid_request", "response_format")
        assert await refused(service, {}, 400, "invalid_request", "model") == "model: this is required."
        endless = {"type": "json_schema", "json_schema": {"schema": {"$ref": "#"}}}
        reply = await service.post(PATH, service.chat(response_format=endless))  # found out with the first token
        assert (reply.status_code, "<state>" in reply.text) == (400, False), reply.text
        long = [{"role": "user", "content": "word " * 200}]
        message = await refused(service, service.chat(messages=long), 400, "context_length_exceeded", "messages")
        assert f"{service.backend.pair.spec.context_tokens:,}. Send less." in message


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        (CompletionRequest, {"prompt": [1] * 9000}),
        (CompletionRequest, {"prompt": "a", "stop": [1] * 9000}),
        (CompletionRequest, {"prompt": "a", "logit_bias": dict.fromkeys(map(str, range(9000)), "x")}),
        (ChatRequest, {"messages": [{"role": "nobody"}] * 9000}),
        (ChatRequest, {"messages": [{"role": "user", "content": [1] * 90}] * 9000}),
        (ChatRequest, {"messages": [{"role": "assistant", "tool_calls": [0] * 90}] * 9000}),
        (OllamaChat, {"messages": [0] * 9000}),
        (ResponseRequest, {"input": [0] * 9000}),
        (ResponseRequest, {"input": [{"role": "user", "content": [1] * 90}] * 9000}),
    ],
)
def test_of_thousands_of_mistakes_no_more_than_a_few_are_looked_at(form: type[Sent], sent: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        form.model_validate({"model": "any", **sent})
    assert caught.value.error_count() < 5


def test_parts_of_all_messages_are_counted_together() -> None:
    part = {"type": "text", "text": ""}
    with pytest.raises(ValidationError, match="At most 10,000 parts"):
        ChatRequest.model_validate({"model": "any", "messages": [{"role": "user", "content": [part] * 101}] * 100})


@in_loop
async def test_a_wrong_field_is_named_as_its_path_has_it(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        schema, long = {"type": "nothing"}, "word " * 200
        form = {"type": "json_schema", "name": "x", "schema": schema}
        for path, sent, param in (
            ("/v1/responses", {"input": "Tell of it.", "text": {"format": form}}, "text.format"),
            ("/v1/responses", {"input": long}, "input"),
            ("/v1/completions", {"prompt": long}, "prompt"),
        ):
            for stream in (False, True):
                reply = await service.post(path, sent | {"model": service.model, "stream": stream})
                assert (reply.status_code, reply.json()["error"]["param"]) == (400, param)
        for path, told in (
            ("/api/generate", {"prompt": "Tell."}),
            ("/api/chat", {"messages": [{"role": "user", "content": "Tell."}]}),
        ):
            reply = await service.post(path, told | {"model": service.model, "format": schema})
            assert (reply.status_code, reply.json()["error"].partition(": ")[0]) == (400, "format")


@in_loop
async def test_paths_methods_and_broken_bodies_are_told_apart(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        json = {"content-type": "application/json"}
        for method, path, body, status, code in (
            ("POST", PATH, b"{", 400, "invalid_request"),
            ("POST", PATH, b"\xff", 400, "invalid_request"),
            ("POST", PATH, b"[" * 100_000, 400, "invalid_request"),
            ("POST", PATH, b"[]", 400, "invalid_request"),
            ("POST", "/v1/nothing", b"{}", 404, "not_found"),
            ("GET", PATH, b"", 405, "method_not_allowed"),
            ("GET", "/v1/models/nobody", b"", 404, "model_not_found"),
        ):
            reply = await service.client.request(method, path, content=body, headers=json)
            assert (reply.status_code, reply.json()["error"]["code"]) == (status, code), reply.text
        reply = await service.client.post(PATH, content=b'{"model": }', headers=json)
        assert reply.json()["error"]["message"] == "The body is not JSON (at character 10: Expecting value)."
        reply = await service.client.post(PATH, content=b"[]", headers=json)
        assert reply.json()["error"]["message"] == "The body: this has to be a JSON object."
        reply = await service.post("/v1/responses", {"model": service.model, "input": "x", "tools": [{}]})
        assert reply.json()["error"]["message"] == "tools: not supported at this path."


@in_loop
async def test_no_route_says_which_layers_are_missing_and_when_to_try_again(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        service.backend.route_error = NoRoute("Nobody serves layers 2-5 of tiny-llama.", "Add a peer.")
        assert "layers 2-5" in await refused(service, service.chat(), 503, "no_route")


@in_loop
async def test_no_room_on_every_hop_is_507_and_a_busy_one_503(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        service.backend.pair.fleet.hook = refusing(NoRoom("the memory is full here"))
        reply = await service.post(PATH, service.chat())
        assert (reply.status_code, reply.json()["error"]["code"]) == (507, "no_room")
        service.backend.pair.fleet.hook = refusing(Busy("all sessions are in use"))
        reply = await service.post(PATH, service.chat())
        assert (reply.status_code, reply.headers["retry-after"] != "") == (503, True)


@in_loop
async def test_a_full_line_is_429_with_a_time(tiny: Tiny) -> None:
    async with running_api(tiny("llama"), max_running=1, max_waiting=1) as service:
        service.backend.route_wait = asyncio.Event().wait
        waiting = [asyncio.ensure_future(service.post(PATH, service.chat())) for _ in range(2)]
        await until(lambda: service.line.num_running == 1 and service.line.num_waiting == 1)
        await refused(service, service.chat(), 429, "rate_limit_exceeded")
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await service.idle()
        assert service.line.num_waiting == 0


@in_loop
async def test_what_breaks_off_a_stream_is_an_error_and_never_a_finish(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        for path, sent in (
            (PATH, service.chat(stream=True)),
            ("/v1/completions", {"model": service.model, "prompt": "Tell of it.", "stream": True}),
        ):
            service.backend.pair.fleet.hook = refusing(NoRoom("the memory is full here"), after=6)
            *chunks, error, end = await service.events(path, sent)
            assert (end, error["error"]["code"]) == ("[DONE]", "no_room")
            assert chunks
            assert all(choice["finish_reason"] is None for chunk in chunks for choice in chunk["choices"])
        service.backend.pair.fleet.hook = refusing(NoRoom("the memory is full here"), after=6)
        sent = {"model": service.model, "input": "Tell of it.", "stream": True}
        *_, error, failed = await service.events("/v1/responses", sent)
        assert (error["type"], failed["type"]) == ("error", "response.failed")
        assert failed["response"]["error"]["code"] == "no_room"


@in_loop
async def test_an_answer_that_the_program_stops_is_an_error_and_no_usual_end(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        asking = asyncio.ensure_future(
            service.post(PATH, service.chat(max_tokens=150, logit_bias={"1": -100, "2": -100}))
        )
        await until(lambda: len(service.backend.pair.fleet.calls) > 10)
        await service.backend.chat.close()
        reply = await asking
        assert (reply.status_code, reply.json()["error"]["code"]) == (503, "stopped")
