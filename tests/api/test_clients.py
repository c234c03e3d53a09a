"""OpenAI's own client against the API, as a program of somebody else uses it: every kind of question, every error."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from meshnet_gui.errors import NoRoute
from meshnet_gui.modelstore.spec import ModelSpec
from tests.api.service import KEY, Service, roomy, running_api
from tests.fleet import in_loop

openai = pytest.importorskip("openai")

Tiny = Callable[[str], ModelSpec]
ASKED = [{"role": "user", "content": "What is it that you can tell of the sea?"}]

WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "parameters": {
            "type": "object",
            "properties": {"sunny": {"type": "boolean"}},
            "required": ["sunny"],
            "additionalProperties": False,
        },
    },
}


class Verdict(BaseModel):
    """A form for answers that a tiny model fills in within a few tokens."""

    model_config = ConfigDict(extra="forbid")
    good: bool


@asynccontextmanager
async def served(spec: ModelSpec, **line: int) -> AsyncIterator[tuple[Service, Any, dict[str, Any]]]:
    """The API, a client of it that does not try again by itself, and what every question has."""
    async with running_api(spec, **line) as service:
        http_client = openai.DefaultAsyncHttpxClient(trust_env=False, verify=False)  # no proxy, no certificates
        known = {"base_url": f"{service.url}/v1", "api_key": KEY, "max_retries": 0}
        async with openai.AsyncOpenAI(**known, http_client=http_client) as client:
            yield service, client, {"model": service.model, "messages": ASKED, "temperature": 0, "max_tokens": 6}


@in_loop
async def test_openai_client_lists_models_and_chats(tiny: Tiny) -> None:
    async with served(tiny("llama")) as (service, client, asked):
        (model,) = [model async for model in client.models.list()]
        assert (model.id, model.object) == (service.model, "model")
        assert (await client.models.retrieve(service.model)).owned_by == "meshnet"
        reply = await client.chat.completions.create(**asked, n=2, seed=3)
        assert [choice.index for choice in reply.choices] == [0, 1]
        assert reply.choices[0].message.role == "assistant"
        assert (reply.choices[0].finish_reason, reply.usage.completion_tokens) == ("length", 12)
        assert reply.usage.total_tokens == reply.usage.prompt_tokens + 12
        assert reply.usage.prompt_tokens_details.cached_tokens is not None


@in_loop
async def test_openai_client_reads_a_stream(tiny: Tiny) -> None:
    async with served(tiny("llama")) as (_, client, asked):
        whole = (await client.chat.completions.create(**asked)).choices[0]
        stream = await client.chat.completions.create(**asked, stream=True, stream_options={"include_usage": True})
        *chunks, last = [chunk async for chunk in stream]
        assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == whole.message.content
        assert chunks[-1].choices[0].finish_reason == "length"
        assert (last.choices, last.usage.completion_tokens) == ([], 6)
        assert chunks[0].choices[0].delta.role == "assistant"


@in_loop
async def test_openai_client_gets_how_likely_each_token_was(tiny: Tiny) -> None:
    async with served(tiny("llama")) as (_, client, asked):
        (choice,) = (await client.chat.completions.create(**asked, logprobs=True, top_logprobs=3)).choices
        tokens = choice.logprobs.content
        assert len(tokens) == 6
        assert all(each.logprob <= 0 and len(each.top_logprobs) == 3 for each in tokens)
        assert [each.token for each in tokens] == [each.top_logprobs[0].token for each in tokens]  # it is greedy


@in_loop
async def test_openai_client_gets_an_answer_in_the_form_of_a_class(tiny: Tiny) -> None:
    async with served(tiny("llama")) as (_, client, asked):
        asked["max_tokens"] = 60
        (choice,) = (await client.chat.completions.parse(**asked, response_format=Verdict)).choices
        assert isinstance(choice.message.parsed, Verdict)
        async with client.chat.completions.stream(**asked, response_format=Verdict) as gathered:
            (streamed,) = (await gathered.get_final_completion()).choices
        assert streamed.message.parsed == choice.message.parsed
        schema = {"name": "verdict", "strict": True, "schema": Verdict.model_json_schema()}
        form = {"type": "json_schema", "json_schema": schema}
        (choice,) = (await client.chat.completions.create(**asked, response_format=form)).choices
        Verdict.model_validate_json(choice.message.content)


@in_loop
async def test_openai_client_gets_the_call_of_the_tool_that_it_chose_whole_and_streamed(tiny: Tiny) -> None:
    async with served(roomy(tiny("llama"))) as (_, client, asked):
        chosen = {"type": "function", "function": {"name": "weather"}}
        asked |= {"tools": [WEATHER], "tool_choice": chosen, "max_tokens": 120}
        (choice,) = (await client.chat.completions.create(**asked)).choices
        (call,) = choice.message.tool_calls
        assert (choice.finish_reason, call.type, call.function.name) == ("tool_calls", "function", "weather")
        assert isinstance(json.loads(call.function.arguments)["sunny"], bool)
        async with client.chat.completions.stream(**asked) as gathered:
            (streamed,) = (await gathered.get_final_completion()).choices
        (same,) = streamed.message.tool_calls
        assert (streamed.finish_reason, same.function.name) == ("tool_calls", "weather")
        assert same.function.arguments == call.function.arguments
        told = {"role": "tool", "tool_call_id": call.id, "content": "yes"}
        asked |= {"messages": [*ASKED, choice.message, told], "tool_choice": "none", "max_tokens": 6}
        (choice,) = (await client.chat.completions.create(**asked)).choices
        assert (choice.finish_reason, choice.message.tool_calls) == ("length", None)


@in_loop
async def test_openai_client_goes_on_with_a_text_and_asks_for_responses(tiny: Tiny) -> None:
    async with served(tiny("llama")) as (service, client, _):
        asked = {"model": service.model, "prompt": "The sea", "max_tokens": 4, "temperature": 0}
        text = (await client.completions.create(**asked)).choices[0].text
        stream = await client.completions.create(**asked, stream=True)
        assert "".join([chunk.choices[0].text async for chunk in stream]) == text
        put = {"model": service.model, "input": "Tell of the sea.", "max_output_tokens": 6, "temperature": 0}
        response = await client.responses.create(**put)
        assert (response.status, response.usage.output_tokens) == ("incomplete", 6)
        async with client.responses.stream(**put) as events:
            kinds = [event.type async for event in events]
        assert (kinds[0], kinds[-1]) == ("response.created", "response.incomplete")
        parsed = await client.responses.parse(**put | {"max_output_tokens": 60}, text_format=Verdict)
        assert isinstance(parsed.output_parsed, Verdict)


@in_loop
async def test_openai_client_raises_its_own_errors(tiny: Tiny) -> None:
    async with served(tiny("llama"), max_running=1, max_waiting=0) as (service, client, asked):
        create = client.chat.completions.create
        with pytest.raises(openai.NotFoundError, match=service.model) as unknown:
            await create(**asked | {"model": "gpt-5"})
        assert (unknown.value.code, unknown.value.param) == ("model_not_found", "model")
        with pytest.raises(openai.BadRequestError, match="maximum context length") as too_long:
            await create(**asked | {"messages": [{"role": "user", "content": "sea " * 200}]})
        assert too_long.value.code == "context_length_exceeded"
        with pytest.raises(openai.BadRequestError):
            await create(**asked | {"messages": []})
        with pytest.raises(openai.AuthenticationError):
            await client.with_options(api_key="mesh-of-somebody-else").models.list()
        async with service.line.turn():
            with pytest.raises(openai.RateLimitError) as full:
                await create(**asked)
        assert (full.value.code, full.value.response.headers["retry-after"]) == ("rate_limit_exceeded", "5")
        service.backend.route_error = NoRoute("Layers 2-3 are missing.", "Add a computer.")
        with pytest.raises(openai.InternalServerError, match="Layers 2-3 are missing") as missing:
            await create(**asked)
        assert (missing.value.status_code, missing.value.code) == (503, "no_route")
        assert missing.value.response.headers["retry-after"] == "5"
        with pytest.raises(openai.APIStatusError):
            await create(**asked, stream=True)


@in_loop
async def test_openai_client_hears_that_a_stream_was_cut_off(tiny: Tiny) -> None:
    async with served(tiny("llama")) as (service, client, asked):
        said = list[str]()

        async def read() -> None:
            async for chunk in await client.chat.completions.create(**asked, stream=True):
                assert chunk.choices[0].finish_reason is None
                said.append(chunk.choices[0].delta.content)
                service.backend.pair.fleet.apps.clear()  # every node is gone after the first words

        with pytest.raises(openai.APIError, match="cannot be reached") as cut:
            await read()
        assert said
        assert cut.value.code == "no_route"
        await service.idle()
