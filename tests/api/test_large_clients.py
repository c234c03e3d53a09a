"""litellm and llm against the API, as programs built on them use it. Slow: litellm alone takes seconds to import."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from meshnet_gui.errors import NoRoute
from meshnet_gui.head.chat import Question
from meshnet_gui.modelstore.spec import ModelSpec
from tests.api.service import KEY, Service, roomy, running_api
from tests.fleet import in_loop

OF_LITELLM = (
    r"ignore:Items? .* on TypedDict class '\w+' (is|are) using the `ReadOnly` qualifier:UserWarning",
    r"ignore:Accessing the 'model_\w+' attribute on the instance is deprecated:DeprecationWarning",
    "ignore:Unclosed (client session|connector):ResourceWarning",
)
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings(*OF_LITELLM)]
Tiny = Callable[[str], ModelSpec]
ASKED = [{"role": "user", "content": "What is it that you can tell of the sea?"}]


class Verdict(BaseModel):
    """A form for answers that a tiny model fills in within a few tokens."""

    model_config = ConfigDict(extra="forbid")
    good: bool


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is fetched, nothing of the user's is read."""
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    return tmp_path


@pytest.fixture
def litellm() -> Any:
    library = pytest.importorskip("litellm")
    library.suppress_debug_info = True
    return library


@asynccontextmanager
async def asking(litellm: Any, service: Service) -> AsyncIterator[dict[str, Any]]:
    """What every question of litellm's has."""
    try:
        yield {
            "model": f"openai/{service.model}",
            "messages": ASKED,
            "api_base": f"{service.url}/v1",
            "api_key": KEY,
            "max_retries": 0,
            "temperature": 0,
            "max_tokens": 6,
        }
    finally:
        await litellm.close_litellm_async_clients()


@in_loop
async def test_litellm_chats_streams_and_gets_forms_and_likelihoods(tiny: Tiny, litellm: Any) -> None:
    async with running_api(tiny("llama")) as service, asking(litellm, service) as asked:
        whole = await litellm.acompletion(**asked)
        (choice,) = whole.choices
        assert (choice.finish_reason, whole.usage.completion_tokens) == ("length", 6)
        stream = await litellm.acompletion(**asked, stream=True, stream_options={"include_usage": True})
        *chunks, last = [chunk async for chunk in stream]
        assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == choice.message.content
        assert chunks[-1].choices[0].finish_reason == "length"
        assert last.usage.completion_tokens == 6
        (choice,) = (await litellm.acompletion(**asked, logprobs=True, top_logprobs=2)).choices
        assert [len(each.top_logprobs) for each in choice.logprobs.content] == [2] * 6
        (choice,) = (await litellm.acompletion(**asked | {"max_tokens": 60}, response_format=Verdict)).choices
        Verdict.model_validate_json(choice.message.content)


@in_loop
async def test_litellm_gets_the_call_of_the_tool_that_it_chose_whole_and_streamed(tiny: Tiny, litellm: Any) -> None:
    function = {"name": "weather", "parameters": {"type": "object", "properties": {"sunny": {"type": "boolean"}}}}
    async with running_api(roomy(tiny("llama"))) as service, asking(litellm, service) as asked:
        chosen = {"type": "function", "function": {"name": "weather"}}
        asked |= {"tools": [{"type": "function", "function": function}], "tool_choice": chosen, "max_tokens": 120}
        whole = await litellm.acompletion(**asked)
        (call,) = whole.choices[0].message.tool_calls
        assert (whole.choices[0].finish_reason, call.function.name) == ("tool_calls", "weather")
        json.loads(call.function.arguments)
        chunks = [chunk async for chunk in await litellm.acompletion(**asked, stream=True)]
        built = litellm.stream_chunk_builder(chunks).choices[0]
        (same,) = built.message.tool_calls
        assert (built.finish_reason, same.function.name) == ("tool_calls", "weather")
        assert same.function.arguments == call.function.arguments


@in_loop
async def test_litellm_goes_on_with_a_text_and_asks_for_responses(tiny: Tiny, litellm: Any) -> None:
    async with running_api(tiny("llama")) as service, asking(litellm, service) as asked:
        del asked["messages"]
        text = asked | {"model": f"text-completion-openai/{service.model}", "prompt": "The sea"}
        assert (await litellm.atext_completion(**text)).usage.completion_tokens == 6
        del asked["max_tokens"]
        response = await litellm.aresponses(**asked, input="The sea", max_output_tokens=20)
        assert (response.status, response.usage.output_tokens) == ("incomplete", 20)


@in_loop
async def test_litellm_raises_its_own_errors(tiny: Tiny, litellm: Any) -> None:
    async with running_api(tiny("llama")) as service, asking(litellm, service) as asked:
        with pytest.raises(litellm.NotFoundError, match=service.model):
            await litellm.acompletion(**asked | {"model": "openai/somebody-elses"})
        with pytest.raises(litellm.ContextWindowExceededError):
            await litellm.acompletion(**asked | {"messages": [{"role": "user", "content": "sea " * 200}]})
        with pytest.raises(litellm.AuthenticationError):
            await litellm.acompletion(**asked | {"api_key": "mesh-of-somebody-else"})
        service.backend.route_error = NoRoute("Layers 2-3 are missing.", "Add a computer.")
        with pytest.raises(litellm.ServiceUnavailableError, match="Layers 2-3 are missing"):
            await litellm.acompletion(**asked)


def settle_llm(folder: Path, service: Service) -> None:
    """Makes the model known to llm, as its manual says."""
    known = {"model_id": "mesh", "model_name": service.model, "api_base": f"{service.url}/v1", "api_key_name": "mesh"}
    models = [known | {"supports_schema": True, "supports_tools": True}]
    (folder / "extra-openai-models.yaml").write_text(json.dumps(models), encoding="utf-8")  # JSON is YAML


@in_loop
async def test_llm_chats_streams_goes_on_and_gets_forms(tiny: Tiny, at_home: Path) -> None:
    llm = pytest.importorskip("llm")
    async with running_api(tiny("llama")) as service:
        settle_llm(at_home, service)

        def ask() -> None:
            model = llm.get_model("mesh")
            how = {"temperature": 0, "max_tokens": 6, "key": KEY}
            response = model.prompt("Tell of the sea.", stream=False, **how)
            text = response.text()
            assert response.usage().output == 6
            assert "".join(model.prompt("Tell of the sea.", **how)) == text
            verdict = model.prompt("Is it good?", schema=Verdict, **how | {"max_tokens": 60})
            Verdict.model_validate_json(verdict.text())
            conversation = model.conversation()
            conversation.prompt("Tell of the sea.", **how).text()
            conversation.prompt("And then?", **how).text()
            said = [message.content for message in service.backend.asked[-1].messages]
            assert said == ["Tell of the sea.", text, "And then?"]

        await asyncio.to_thread(ask)


@in_loop
async def test_llm_runs_the_tool_that_the_model_chooses_and_tells_it_what_came_of_it(tiny: Tiny, at_home: Path) -> None:
    llm = pytest.importorskip("llm")
    written = '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
    async with running_api(roomy(tiny("llama"))) as service:
        settle_llm(at_home, service)
        ask, cities = service.backend.ask, list[str]()

        def choose(question: Question, *rest: Any) -> None:
            """The tiny model cannot choose a tool: the first answer is given to it, word by word."""
            is_first = not service.backend.asked
            ask(replace(question, grammar=f"start: {json.dumps(written)}") if is_first else question, *rest)

        def weather(city: str) -> str:
            """The weather of now."""
            cities.append(city)
            return "It snows."

        def run() -> None:
            model = llm.get_model("mesh")
            how = {"temperature": 0, "max_tokens": 100}
            model.chain("How is it in Oslo?", tools=[weather], options=how, key=KEY).text()

        service.backend.ask = choose  # type: ignore[method-assign]
        await asyncio.to_thread(run)
        assert cities == ["Oslo"]
        assert "It snows." in service.backend.asked[1].messages[-1].content


@in_loop
async def test_llm_answers_in_a_terminal(tiny: Tiny, at_home: Path) -> None:
    pytest.importorskip("llm")
    async with running_api(tiny("llama")) as service:
        settle_llm(at_home, service)

        def call(*arguments: str, key: str = KEY) -> subprocess.CompletedProcess[str]:
            command = [sys.executable, "-m", "llm", *arguments, "--key", key]
            environment = os.environ | {"PYTHONIOENCODING": "utf-8:replace"}
            return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=60)

        told = ("-m", "mesh", "Tell of the sea.", "-o", "max_tokens", "6", "--no-log")
        done = await asyncio.to_thread(call, *told)
        assert (done.returncode, bool(done.stdout.strip())) == (0, True), done.stderr
        done = await asyncio.to_thread(call, *told, key="mesh-of-somebody-else")
        assert (done.returncode, "The API key is missing or wrong" in done.stderr) == (1, True)
        done = await asyncio.to_thread(call, "openai", "endpoint", f"{service.url}/v1", "--models")
        assert service.model in done.stdout
