"""Completions over two real nodes: text behind a text, whole and streamed, with its own shapes."""

from __future__ import annotations

from collections.abc import Callable

from meshnet_gui.modelstore.spec import ModelSpec
from tests.api.service import Service, running_api
from tests.fleet import in_loop

Tiny = Callable[[str], ModelSpec]
PATH = "/v1/completions"
NO_END = {"1": -100, "2": -100}
PROMPT = "What is it that you can tell of the sea?"


def asked(service: Service, **changes: object) -> dict[str, object]:
    return {"model": service.model, "prompt": PROMPT, "max_tokens": 6, "temperature": 0} | changes


@in_loop
async def test_whole_and_stream_agree_and_each_prompt_has_its_choices(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        prompts = [PROMPT, "Of the land, too."]
        sent = asked(service, prompt=prompts, n=2, temperature=1.0, seed=7, echo=True, logit_bias=NO_END)
        whole = (await service.post(PATH, sent)).json()
        assert (whole["object"], whole["usage"]["completion_tokens"]) == ("text_completion", 24)
        assert whole["usage"]["prompt_tokens"] < 2 * len(PROMPT)
        texts = [choice["text"] for choice in whole["choices"]]
        assert [text.startswith(prompts[index // 2]) for index, text in enumerate(texts)] == [True] * 4
        assert len(set(texts)) == 4
        *chunks, end = await service.events(PATH, sent | {"stream": True, "stream_options": {"include_usage": True}})
        assert end == "[DONE]"
        assert chunks.pop()["usage"]["completion_tokens"] == 24
        choices = [chunk["choices"][0] for chunk in chunks]
        streamed = ["".join(each["text"] for each in choices if each["index"] == index) for index in range(4)]
        assert streamed == texts
        assert sorted(each["index"] for each in choices if each["finish_reason"] == "length") == [0, 1, 2, 3]


@in_loop
async def test_logprobs_have_their_own_shape_and_greedy_takes_the_likeliest(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        sent = asked(service, logprobs=2)
        (choice,) = (await service.post(PATH, sent)).json()["choices"]
        said = choice["logprobs"]
        assert {len(said[name]) for name in ("tokens", "token_logprobs", "top_logprobs", "text_offset")} == {6}
        for logprob, top in zip(said["token_logprobs"], said["top_logprobs"], strict=True):
            assert logprob == max(top.values()) < 0
        assert said["text_offset"] == sorted(said["text_offset"])
        *chunks, _ = await service.events(PATH, sent | {"stream": True})
        parts = [chunk["choices"][0]["logprobs"] for chunk in chunks]
        for name in ("tokens", "text_offset"):  # the hops held the prompt: the numbers differ in their last digits
            assert [value for part in parts if part for value in part[name]] == said[name]


@in_loop
async def test_what_is_not_supported_is_refused_by_name(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        for changes, name in (
            ({"suffix": "the end"}, "suffix"),
            ({"best_of": 2}, "best_of"),
            ({"echo": True, "logprobs": 1}, "echo"),
            ({"prompt": [[1, 2]]}, "prompt"),
            ({"prompt": []}, "prompt"),
            ({"prompt": [PROMPT] * 9}, "prompt"),
        ):
            reply = await service.post(PATH, asked(service, **changes))
            assert reply.status_code == 400, changes
            assert reply.json()["error"]["param"].startswith(name)
