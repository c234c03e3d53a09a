"""The local API in a real core over a tiny model: switched by the settings, told about in the snapshot."""

from __future__ import annotations

import asyncio
import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from meshnet_gui.concurrency.server import bind
from meshnet_gui.logs import masked
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.snapshot import ApiView
from meshnet_gui.settings import Settings, config_dir
from tests.cores import SOON, MakeCore, started

SENT = {"model": "tiny", "messages": [{"role": "user", "content": "What is it?"}], "max_tokens": 4, "temperature": 0}


def key_of(core: Core) -> str:
    return core.api_key().result(SOON)


def client_of(core: Core, key: str | None = None) -> httpx.Client:
    headers = {"authorization": f"Bearer {key or key_of(core)}"}
    return httpx.Client(base_url=core.snapshot().api.address, headers=headers, timeout=SOON, trust_env=False)


def switched_on(core: Core, **changes: Any) -> ApiView:
    """The API of a running core, once it was switched on."""
    core.change_settings(api_on=True, **({"api_port": 0} | changes)).result(SOON)
    return core.snapshot().api


def with_requests(core: Core, num: int) -> ApiView:
    """The view once it shows so many requests that have ended."""
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        view = core._api.view()
        if sum(bool(line.seconds) for line in view.requests) >= num:
            return view
        time.sleep(0.005)
    raise AssertionError("the requests did not end")


def test_switch_lets_programs_ask_and_ends_it_again(make: MakeCore) -> None:
    core = started(make(free_memory=lambda: 2**40))
    assert core.snapshot().api == ApiView()
    view = switched_on(core)
    assert (view.state, view.error) == ("on", "")
    assert view.address.startswith("http://127.0.0.1:")
    with client_of(core) as client:
        names = [model["id"] for model in client.get("/v1/models").json()["data"]]
        assert names == ["tiny", "window"]  # the chosen one first
        reply = client.post("/v1/chat/completions", json=SENT)
        assert reply.status_code == 200, reply.text
        used = reply.json()["usage"]
        line = with_requests(core, 2).requests[-1]
        assert (line.method, line.path, line.model, line.status) == ("POST", "/v1/chat/completions", "tiny", 200)
        assert (line.num_prompt_tokens, line.num_tokens) == (used["prompt_tokens"], used["completion_tokens"])
        assert line.client == "127.0.0.1"
        reply = client.post("/v1/chat/completions", json=SENT | {"n": 2})
        line = with_requests(core, 3).requests[-1]
        assert line.num_prompt_tokens == used["prompt_tokens"]  # once, however many answer it
        assert line.num_reused_tokens == reply.json()["usage"]["prompt_tokens_details"]["cached_tokens"] > 0
        assert [model["name"] for model in client.get("/api/ps").json()["models"]] == ["tiny:latest"]
        core.change_settings(api_on=False).result(SOON)
        assert core.snapshot().api.state == "off"
        assert core.snapshot().api.address == ""
        with pytest.raises(httpx.ConnectError):
            httpx.get(view.address, trust_env=False)


def test_api_that_was_on_is_on_again_after_the_next_start(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", api_on=True, api_port=0)))
    until = time.monotonic() + SOON
    while core.snapshot().api.state != "on" and time.monotonic() < until:
        time.sleep(0.005)
    with client_of(core) as client:
        assert client.get("/v1/models").status_code == 200


@pytest.mark.allow_warnings("the API does not answer: Port")
def test_taken_port_is_a_sentence_and_is_tried_again(make: MakeCore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meshnet_gui.runtime.api_service.TRY_AGAIN_S", 0.05)
    core = started(make())
    with bind("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        view = switched_on(core, api_port=port)
        assert view.state == "failed"
        assert f"Port {port} is taken" in view.error
    until = time.monotonic() + SOON
    while core.snapshot().api.state != "on" and time.monotonic() < until:
        time.sleep(0.005)
    assert core.snapshot().api.address == f"http://127.0.0.1:{port}"


@pytest.mark.allow_warnings("the API does not answer: At")
def test_other_computers_are_let_in_only_where_that_was_allowed(make: MakeCore) -> None:
    core = started(make())
    view = switched_on(core, api_host="0.0.0.0")
    assert view.state == "failed"
    assert "unencrypted" in view.error
    view = switched_on(core, api_host="0.0.0.0", api_to_others=True)
    assert view.state == "on"
    core.change_settings(api_to_others=False).result(SOON)
    assert core.snapshot().api.state == "failed"


def test_only_names_of_this_computer_may_be_called(make: MakeCore) -> None:
    core = started(make())
    switched_on(core)
    with client_of(core) as client:
        assert client.get("/v1/models", headers={"host": "kitchen.example"}).status_code == 403
        core.change_settings(api_names=("Kitchen.example",)).result(SOON)
        assert client.get("/v1/models", headers={"host": "kitchen.example:80"}).status_code == 200
        lines = with_requests(core, 2).requests
    assert [(line.status, line.error) for line in lines] == [(403, "wrong_host"), (200, "")]


def test_key_is_made_once_for_the_user_alone_and_a_new_one_locks_the_old_one_out(make: MakeCore) -> None:
    core = started(make())
    switched_on(core)
    old = key_of(core)
    assert old.startswith("mesh-")
    assert key_of(core) == old
    path = config_dir() / "api-key"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    new = core.new_api_key().result(SOON)
    assert new != old
    assert path.read_text().strip() == new
    with client_of(core, old) as client:
        assert client.get("/v1/models").status_code == 401
    with client_of(core, new) as client:
        assert client.get("/v1/models").status_code == 200
    assert new not in repr(core.snapshot())
    assert new not in masked(f"it was {new}, they said")


def test_key_that_the_user_wrote_is_taken_and_its_file_closed_to_others(make: MakeCore) -> None:
    core = started(make())
    path = config_dir() / "api-key"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("a-key-of-my-own-choice\n")
    path.chmod(0o644)
    assert key_of(core) == "a-key-of-my-own-choice"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.allow_warnings("held none that can be used")
def test_key_file_with_nothing_usable_gets_a_new_key(make: MakeCore) -> None:
    core = started(make())
    path = config_dir() / "api-key"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\0\0\0\n")
    assert key_of(core).startswith("mesh-")
    assert path.read_text().strip() == key_of(core)


def test_quit_cuts_open_requests_off_and_none_of_them_looks_like_a_whole_answer(
    make: MakeCore, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = started(make())
    switched_on(core)
    monkeypatch.setattr("meshnet_gui.api.exchange.OPEN_S", 0.01)
    core._chat._surroundings = replace(core._chat._surroundings, route=_never)
    with client_of(core) as client, ThreadPoolExecutor(1) as pool:
        whole = pool.submit(client.post, "/v1/chat/completions", json=SENT)
        with client.stream("POST", "/v1/chat/completions", json=SENT | {"stream": True}) as reply:
            assert reply.status_code == 200
            while len(core._api.view().requests) < 2:
                time.sleep(0.005)
            core.stop()
            ending = reply.read()
            assert b'"error"' in ending
            assert b"[DONE]" not in ending
        assert whole.result(SOON).status_code == 503


async def _never(*_: object) -> Any:
    await asyncio.Event().wait()
