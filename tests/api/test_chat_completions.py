"""Chat completions over two real nodes: whole and streamed, with every end and every error in its place."""

from __future__ import annotations

from collections.abc import Callable

from meshnet_gui.modelstore.spec import ModelSpec
from tests.api.service import running_api
from tests.fleet import in_loop

Tiny = Callable[[str], ModelSpec]
PATH = "/v1/chat/completions"


@in_loop
async def test_whole_answer_has_its_text_its_finish_and_its_usage(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        reply = (await service.post(PATH, service.chat())).json()
        (choice,) = reply["choices"]
        assert choice["message"]["role"] == "assistant"
        assert choice["finish_reason"] == "length"
        assert reply["usage"]["completion_tokens"] == 6
        assert reply["object"] == "chat.completion"
        again = (await service.post(PATH, service.chat())).json()
        assert again["choices"][0]["message"] == choice["message"]
        assert again["usage"]["prompt_tokens_details"]["cached_tokens"] == reply["usage"]["prompt_tokens"] - 1


@in_loop
async def test_stream_has_one_role_one_finish_and_one_end_and_the_same_text(tiny: Tiny) -> None:
    async with running_api(tiny("llama")) as service:
        whole = (await service.post(PATH, service.chat())).json()
        *chunks, end = await service.events(PATH, service.chat(stream=True, stream_options={"include_usage": True}))
        assert end == "[DONE]"
        usage = chunks.pop()
        assert (usage["choices"], usage["usage"]["completion_tokens"]) == ([], 6)
        deltas = [chunk["choices"][0] for chunk in chunks]
        assert [each["delta"].get("role") for each in deltas] == ["assistant"] + [None] * (len(deltas) - 1)
        assert [each["finish_reason"] for each in deltas] == [None] * (len(deltas) - 1) + ["length"]
        text = "".join(each["delta"].get("content", "") for each in deltas)
        assert text == whole["choices"][0]["message"]["content"]
        await service.idle()
