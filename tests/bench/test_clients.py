from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from meshnet_gui.bench.clients import NUM_CLIENTS, Round, Service, Told, prompts_of, report, together
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import ModelIdentity

SPEC = ModelSpec(
    "tiny", Path("/nowhere"), ModelIdentity("tiny/model", "r1", "0" * 16, "float32"), "llama", 4, 32, 256, 256, 1000
)
ALONE = {"a": "one", "b": "two"}


class Api(BaseHTTPRequestHandler):
    """Answers with the end of the question, in two parts; a question for trouble gets it."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        prompt = asked["messages"][0]["content"]
        is_known = self.headers["authorization"] == "Bearer secret"
        self.send_response(200 if is_known else 401)
        self.end_headers()
        if not is_known:
            return
        for part in (prompt[:2], prompt[2:]):
            chunk = {"choices": [{"delta": {"content": part}}]}
            self.wfile.write(b": still at work\n\ndata: " + json.dumps(chunk).encode() + b"\n\n")
        if "cut" not in prompt:
            self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def running_api(key: str = "secret") -> Iterator[Service]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Api) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield Service(f"http://127.0.0.1:{server.server_port}", key, "tiny")
        finally:
            server.shutdown()
            thread.join()


def a_round(tokens: tuple[int, ...], alone_tps: float = 10.0, line: int = 6, told: tuple[Told, ...] = ()) -> Round:
    return Round(line, alone_tps, 10.0, tokens, told)


def test_speed_and_fairness_are_told_for_each_length_of_the_line():
    rounds = [a_round((50, 100)), a_round((110, 60), 8.5), a_round((10, 10), 1.0, line=8)]
    figures = report(SPEC, rounds, {}).figures
    assert figures["speed_up_6"] == pytest.approx((1.5 + 2.0) / 2)
    assert figures["fairness_6"] == 1.0  # 160 each
    assert (figures["speed_up_8"], figures["fairness_8"]) == (2.0, 1.0)


def test_an_answer_that_differs_from_the_one_alone_is_mixed_up_and_one_that_broke_off_is_an_error():
    told = (Told("a", (1.0,), "one"), Told("b", (1.0,), "one"), Told("b", (), "t", "OSError: gone"))
    figures = report(SPEC, [a_round((1, 1), told=told)], ALONE).figures
    assert (figures["answers"], figures["mixed_up"], figures["errors"]) == (3.0, 1.0, 1.0)


def test_a_stream_is_read_part_by_part_and_one_without_its_end_is_an_error():
    with running_api() as service:
        told = service.ask("hello")
        assert (told.text, len(told.times), told.error) == ("hello", 2, "")
        assert "cut off" in service.ask("cut").error
    with running_api("wrong") as service:
        assert service.ask("hello").error.startswith("ValueError: 401")


def test_every_program_asks_its_own_questions_until_the_time_is_over():
    with running_api() as service:
        found = together(service, 6, 1.0, 0.05)
    assert len(found.tokens) == NUM_CLIENTS
    assert all(one.text == one.prompt and not one.error for one in found.told)
    assert {one.prompt for one in found.told} >= {prompts_of(client)[0] for client in range(NUM_CLIENTS)}
