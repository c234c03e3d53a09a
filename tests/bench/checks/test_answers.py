"""The local API over two spans, and what is wrong with one that answers otherwise."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from meshnet_gui.bench.checks import answers
from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.modelstore.spec import ModelSpec

SPEC = cast(ModelSpec, SimpleNamespace(name="tiny"))
EVENT = b"data: " + json.dumps({"choices": [{"delta": {"content": "a"}, "finish_reason": None}]}).encode() + b"\n\n"


@contextmanager
def serving(status: int, body: bytes) -> Iterator[str]:
    """Somebody who gives everybody the same answer."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Says nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_an_answer_streams_over_two_spans_and_nobody_is_let_in_without_the_key(tmp_path: Path) -> None:
    assert "over two spans; 401 without the key" in answers.api(tmp_path)


def test_an_api_that_lets_anybody_in_fails() -> None:
    with serving(200, b"{}") as address, pytest.raises(CheckFailed, match="200 and not 401 to no key"):
        answers.expect_refusal(address, "")


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (200, EVENT, "cut off"),
        (503, b"no room", "answers 503 to a question: no room"),
        (200, b'data: {"error": "lost"}\n\ndata: [DONE]\n', "failed: lost"),
    ],
)
def test_a_stream_that_does_not_end_as_it_must_fails(status: int, body: bytes, said: str) -> None:
    with serving(status, body) as address, pytest.raises(CheckFailed, match=said):
        answers.streamed(address, "key", SPEC)


def test_a_whole_stream_passes() -> None:
    with serving(200, EVENT + EVENT + b"data: [DONE]\n") as address:
        assert len(answers.streamed(address, "key", SPEC)) == 2


@pytest.mark.parametrize("events", [[], [{"choices": [{"delta": {"content": "a"}, "finish_reason": None}]}]])
def test_an_answer_without_words_or_an_end_fails(events: list[dict[str, Any]]) -> None:
    with pytest.raises(CheckFailed, match="no words or no end"):
        answers.expect_whole(events)
