"""Does the local API answer other programs: a stream over two spans of a tiny model, and nobody without the key?"""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.bench.local_node import local_node
from meshnet_gui.bench.own_head import OwnHead, own_head
from meshnet_gui.bench.tiny_model import write_tiny_model
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import default_store
from meshnet_gui.settings import Settings
from meshnet_gui.types import Span

NUM_TOKENS = 8
DEADLINE_S = 60.0
_NAME = "self-test-api"
_DONE = b"data: [DONE]\n"


def api(folder: Path) -> str:
    """Two nodes on loopback, and the program's own head before them, which is asked over HTTP."""
    spec = default_store().import_path(write_tiny_model(folder / "tiny", seed=1), _NAME)
    settings = Settings(model=spec.name, route="split", api_on=True, api_port=0)
    with (
        local_node(spec, Span(0, 2)) as first,
        local_node(spec, Span(2, spec.num_layers)) as second,
        own_head(spec, folder / "swarms", settings) as head,
    ):
        for node in (first, second):
            head.add(node.address)
        address, key = _listening(head), head.core.api_key().result(DEADLINE_S)
        expect_refusal(address, "")
        expect_refusal(address, key[:-1] + ("0" if key[-1] != "0" else "1"))
        events = streamed(address, key, spec)
    expect_whole(events)
    return f"{len(events)} events over two spans; 401 without the key"


def expect_whole(events: Sequence[Mapping[str, Any]]) -> None:
    """Raises CheckFailed."""
    texts = [event for event in events if event["choices"][0]["delta"].get("content")]
    if not texts or events[-1]["choices"][0]["finish_reason"] is None:
        raise CheckFailed("the answer had no words or no end")


def expect_refusal(address: str, key: str) -> None:
    """Raises CheckFailed where a request with that key gets another answer than 401."""
    with closing(_connection(address)) as connection:
        status = _asked(connection, key, {"model": "x", "messages": []}).status
    if status != 401:
        raise CheckFailed(f"the API answers {status} and not 401 to {'a wrong' if key else 'no'} key")


def streamed(address: str, key: str, spec: ModelSpec) -> list[dict[str, Any]]:
    """The events of an answer before its end. Raises CheckFailed where it does not end as it must."""
    body = {"model": spec.name, "messages": [{"role": "user", "content": "Hello"}], "stream": True}
    events: list[dict[str, Any]] = []
    with closing(_connection(address)) as connection:
        response = _asked(connection, key, {**body, "max_tokens": NUM_TOKENS, "temperature": 0})
        if response.status != 200:
            said = response.read(300).decode(errors="replace")
            raise CheckFailed(f"the API answers {response.status} to a question: {said}")
        while (line := response.readline()) != _DONE:
            if not line:
                raise CheckFailed("the stream was cut off before its end")
            if line.startswith(b"data: "):
                events.append(json.loads(line[6:]))
    if broken := next((event["error"] for event in events if "error" in event), None):
        raise CheckFailed(f"the answer failed: {broken}")
    return [event for event in events if event.get("choices")]


def _connection(address: str) -> http.client.HTTPConnection:
    url = urlsplit(address)
    return http.client.HTTPConnection(url.hostname or "", url.port, timeout=DEADLINE_S)


def _asked(connection: http.client.HTTPConnection, key: str, body: Mapping[str, object]) -> http.client.HTTPResponse:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})
    connection.request("POST", "/v1/chat/completions", json.dumps(body), headers)
    return connection.getresponse()


def _listening(head: OwnHead) -> str:
    """The API's address once it listens and the head sees a route. Raises MachineError."""
    deadline = time.monotonic() + DEADLINE_S
    while (view := head.core.snapshot().api).state != "on" or head.route_now() is None:
        if view.state == "failed" or time.monotonic() > deadline:
            raise MachineError("The API did not start.", view.error)
        time.sleep(0.05)
    return view.address
