"""Ollama's endpoints over two real nodes: lines of JSON, whole replies, names with a tag, and errors in its shape."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from meshnet_gui.modelstore.spec import ModelSpec
from tests.api.service import Service, running_api
from tests.fleet import in_loop

Tiny = Callable[[str], ModelSpec]
CHAT, GENERATE = "/api/chat", "/api/generate"


def asked(service: Service, **changes: object) -> dict[str, Any]:
    messages = [{"role": "user", "content": "What is it that you can tell of the sea?"}]
    options = {"temperature": 0, "num_predict": 6, "num_ctx": 99}
    return {"model": service.model, "messages": messages, "options": options} | changes


async def lines(service: Service, path: str, sent: Any) -> list[dict[str, Any]]:
    reply = await service.post(path, sent)
    assert (reply.status_code, reply.headers["content-type"]) == (200, "application/x-ndjson")
    return [json.loads(line) for line in reply.text.splitlines()]


@in_loop
async def test_chat_streams_lines_whose_text_is_that_of_the_whole_and_counts_at_the_end(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        *parts, last = await lines(service, CHAT, asked(service))
        whole = (await service.post(CHAT, asked(service, model=f"{service.model}:latest", stream=False))).json()
        assert "".join(part["message"]["content"] for part in parts) == whole["message"]["content"]
        assert [part["done"] for part in parts] == [False] * len(parts)
        for end in (last, whole):
            assert (end["done"], end["done_reason"], end["eval_count"]) == (True, "length", 6)
            assert end["total_duration"] >= end["prompt_eval_duration"] + end["eval_duration"] > 0
            assert end["load_duration"] > 0


@in_loop
async def test_generate_takes_a_system_text_or_the_prompt_as_it_is_and_holds_to_a_form(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        sent = {
            "model": service.model,
            "prompt": "Tell me.",
            "stream": False,
            "options": {"num_predict": 30, "seed": 1},
        }
        reply = (await service.post(GENERATE, sent | {"raw": True})).json()
        num_ids = len(service.backend.pair.tokenizer.encode("Tell me."))
        assert (reply["prompt_eval_count"], reply["response"] != "") == (num_ids, True)
        await service.post(GENERATE, sent | {"system": "Be brief."})
        assert [message.role for message in service.backend.asked[-1].messages] == ["system", "user"]
        schema = {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]}
        form = schema | {"additionalProperties": False}
        reply = (await service.post(GENERATE, sent | {"format": form})).json()
        assert isinstance(json.loads(reply["response"])["a"], bool)
        reply = (await service.post(GENERATE, {"model": service.model})).json()
        assert (reply["done"], reply["done_reason"], reply["response"]) == (True, "load", "")


@in_loop
async def test_models_are_listed_and_shown_under_names_that_may_be_asked(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        (model,) = (await service.client.get("/api/tags")).json()["models"]
        assert model["name"] == f"{service.model}:latest"
        assert (await service.client.get("/api/ps")).json()["models"] == [model]
        service.backend.is_loaded = False
        assert (await service.client.get("/api/ps")).json() == {"models": []}
        for name in (model["name"], service.model):
            shown = (await service.post("/api/show", {"name": name})).json()
            assert shown["model_info"]["llama.context_length"] == service.backend.pair.spec.context_tokens
        assert (await service.client.get("/api/version")).json()["version"]
        for method in ("HEAD", "GET"):  # what they knock with shows no key
            assert (await service.client.request(method, "/", headers={"authorization": ""})).status_code == 200


@in_loop
async def test_errors_are_one_sentence_with_the_right_status(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        for path, sent, status, word in (
            (CHAT, asked(service, model="nobody"), 404, service.model),
            (CHAT, asked(service, options={"top_p": 3}), 400, "options.top_p"),
            (CHAT, asked(service, messages=[{"role": "user", "images": ["x"]}]), 400, "images"),
            ("/api/show", {}, 400, "model"),
            ("/api/nothing", {}, 404, "/api/nothing"),
            (CHAT, asked(service, messages=[{"role": "user", "content": "word " * 100}]), 400, "tokens"),
        ):
            reply = await service.post(path, sent)
            assert (reply.status_code, word in reply.json()["error"]) == (status, True), reply.text
