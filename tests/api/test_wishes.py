"""What a request may wish for: ends, forms, penalties, choices, probabilities; each changes what it should."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from meshnet_gui.api import exchange
from meshnet_gui.api.stream import Stream
from meshnet_gui.head.chat import MAX_PLACES
from meshnet_gui.modelstore.spec import ModelSpec
from tests.api.service import Service, running_api
from tests.fleet import Call, in_loop

Tiny = Callable[[str], ModelSpec]
PATH = "/v1/chat/completions"
NO_END = {"1": -100, "2": -100}


async def whole(service: Service, **changes: Any) -> list[Any]:
    """The choices."""
    reply = await service.post(PATH, service.chat(**changes))
    assert reply.status_code == 200, reply.text
    choices: list[Any] = reply.json()["choices"]
    return choices


async def text(service: Service, **changes: Any) -> str:
    """What the one choice says."""
    return str((await whole(service, **changes))[0]["message"]["content"])


async def streamed(service: Service, **changes: Any) -> dict[int, list[Any]]:
    """The parts of each choice."""
    *chunks, end = await service.events(PATH, service.chat(stream=True, **changes))
    assert end == "[DONE]"
    parts = defaultdict(list)
    for chunk in chunks:
        (choice,) = chunk["choices"]
        parts[choice["index"]].append(choice)
    return parts


def joined(parts: list[Any]) -> str:
    return "".join(part["delta"].get("content", "") for part in parts)


def held_to(said: object) -> dict[str, Any]:
    """A wish for just this value, which the tiny model writes letter by letter and byte by byte."""
    schema = {"type": "json_schema", "json_schema": {"name": "said", "schema": {"const": said}}}
    return {"response_format": schema, "max_tokens": 60}


@in_loop
async def test_stop_texts_end_the_answer_over_the_borders_of_tokens_and_are_not_shown(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        wish = held_to("one two")
        for stop, shown in ((["xyz", "e t"], '"on'), (["twos"], None)):
            wanted = '"one two"' if shown is None else shown
            (choice,) = await whole(service, stop=stop, **wish)
            assert (choice["message"]["content"], choice["finish_reason"]) == (wanted, "stop")
            (parts,) = (await streamed(service, stop=stop, **wish)).values()
            assert (joined(parts), parts[-1]["finish_reason"]) == (wanted, "stop")


@in_loop
async def test_letters_of_several_tokens_come_whole_in_a_stream(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        said = "Grüße, 海 🌊!"
        (parts,) = (await streamed(service, **held_to(said))).values()
        assert json.loads(joined(parts)) == said
        assert "\N{REPLACEMENT CHARACTER}" not in joined(parts)
        (parts,) = (await streamed(service, **held_to(said) | {"max_tokens": 4})).values()  # ends within a letter
        assert joined(parts).startswith('"Gr')
        assert parts[-1]["finish_reason"] == "length"


@in_loop
async def test_a_banned_token_never_comes_and_a_wanted_one_always(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        letter = service.backend.pair.tokenizer.encode("e")[0]
        assert await text(service, logit_bias={str(letter): 100}) == "eeeeee"
        (choice,) = await whole(service, logit_bias=NO_END, max_tokens=12, logprobs=True)
        tokens = [each["token"] for each in choice["logprobs"]["content"]]
        first = next(token for token in tokens if token.isascii())
        banned = service.backend.pair.tokenizer.encode(first)[0]
        (choice,) = await whole(service, logit_bias=NO_END | {str(banned): -100}, max_tokens=12, logprobs=True)
        assert first not in [each["token"] for each in choice["logprobs"]["content"]]


@in_loop
async def test_penalties_break_a_repetition_off(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        letter = str(service.backend.pair.tokenizer.encode("e")[0])
        wish = {"logit_bias": NO_END | {letter: 1.2}, "max_tokens": 16}
        plain = await text(service, **wish)
        for penalty in ({"frequency_penalty": 2}, {"presence_penalty": 2}, {"repetition_penalty": 5}):
            changed = await text(service, **wish, **penalty)
            assert len(set(changed)) > len(set(plain)), penalty


@in_loop
async def test_min_p_and_top_k_of_one_leave_the_likeliest_token_alone(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        wish = {"logit_bias": NO_END, "max_tokens": 8}
        greedy = await text(service, **wish)
        for only in ({"min_p": 1}, {"top_k": 1}, {"top_p": 0}):
            assert await text(service, **wish, temperature=2, seed=3, **only) == greedy, only
        assert await text(service, **wish, temperature=2, seed=3) != greedy


@in_loop
async def test_same_seed_writes_the_same_text_and_another_seed_another(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        wish = {"logit_bias": NO_END, "max_tokens": 8, "temperature": 1}
        first, again, other = [await text(service, **wish, seed=seed) for seed in (5, 5, 6)]
        assert first == again != other
        assert joined((await streamed(service, **wish, seed=5))[0]) == first


@in_loop
async def test_logprobs_name_each_token_with_its_likeliest_neighbours(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        wish = {"logit_bias": NO_END, "logprobs": True}
        (choice,) = await whole(service, **wish, top_logprobs=3)
        content = choice["logprobs"]["content"]
        assert len(content) == 6
        for each in content:
            top = [near["logprob"] for near in each["top_logprobs"]]
            assert (len(top), sorted(top, reverse=True)) == (3, top)
            assert each["logprob"] <= 0
            assert bytes(each["bytes"]) == each["token"].encode()
        (parts,) = (await streamed(service, **wish, top_logprobs=3)).values()
        tokens = [each["token"] for part in parts if part["logprobs"] for each in part["logprobs"]["content"]]
        assert tokens == [each["token"] for each in content]
        (choice,) = await whole(service, **wish)
        assert [each["top_logprobs"] for each in choice["logprobs"]["content"]] == [[]] * 6
        assert (await whole(service))[0]["logprobs"] is None


@in_loop
async def test_several_choices_have_one_role_and_one_finish_each(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        wish = {"logit_bias": NO_END, "n": 3, "temperature": 1, "seed": 9}
        choices = await whole(service, **wish)
        assert [choice["index"] for choice in choices] == [0, 1, 2]
        assert len({choice["message"]["content"] for choice in choices}) == 3
        parts = await streamed(service, **wish)
        for choice in choices:
            mine = parts[choice["index"]]
            assert [part["delta"].get("role") for part in mine] == ["assistant"] + [None] * (len(mine) - 1)
            assert [part["finish_reason"] for part in mine] == [None] * (len(mine) - 1) + ["length"]
            assert joined(mine) == choice["message"]["content"]


@in_loop
async def test_as_many_choices_as_a_hop_has_places_are_answered_and_more_refused_by_name(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        wish = {"logit_bias": NO_END, "temperature": 1, "max_tokens": 2}
        assert len(await whole(service, n=MAX_PLACES, **wish)) == MAX_PLACES
        reply = await service.post(PATH, service.chat(n=MAX_PLACES + 1, **wish))
        assert (reply.status_code, reply.json()["error"]["param"]) == (400, "n")


@in_loop
async def test_answers_in_a_form_can_be_parsed_and_fit_it(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        schema = {
            "type": "object",
            "properties": {"calm": {"type": "boolean"}, "colour": {"enum": ["blue", "grey"]}},
            "required": ["calm", "colour"],
            "additionalProperties": False,
        }
        form = {"type": "json_schema", "json_schema": {"name": "sea", "schema": schema, "strict": True}}
        for seed in range(2):
            (choice,) = await whole(service, response_format=form, max_tokens=80, temperature=1, seed=seed)
            said = json.loads(choice["message"]["content"])
            assert (set(said), choice["finish_reason"]) == ({"calm", "colour"}, "stop")
            assert said["colour"] in ("blue", "grey")
        closing = {str(service.backend.pair.tokenizer.encode("}")[0]): 50}  # else it writes on to the end of its room
        said = await text(service, response_format={"type": "json_object"}, max_tokens=80, logit_bias=closing)
        assert isinstance(json.loads(said), dict)


@in_loop
async def test_a_long_prefill_is_filled_with_comments(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "Stream", partial(Stream, keep_alive_s=0.01))
    async with running_api(tiny("llama")) as service:
        goes_on = asyncio.Event()

        async def slow(call: Call) -> None:
            await goes_on.wait()

        service.backend.pair.fleet.hook = slow
        lines: list[str] = []
        async with service.client.stream("POST", PATH, json=service.chat(stream=True)) as reply:
            async for line in reply.aiter_lines():
                lines.append(line)
                if sum(each.startswith(":") for each in lines) == 3:
                    goes_on.set()
        told = [line for line in lines if line and not line.startswith(":")]
        assert json.loads(told[0].removeprefix("data: "))["choices"][0]["delta"]["role"] == "assistant"
        assert lines.index(told[1]) > [at for at, line in enumerate(lines) if line.startswith(":")][2]
        assert told[-1] == "data: [DONE]"
