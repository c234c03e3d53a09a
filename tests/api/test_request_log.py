"""The log of requests: bounded, told of what came of each, and never of what was said."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from meshnet_gui.api.line import Line
from meshnet_gui.api.request_log import CLIENT_LEFT, MAX_REQUESTS, RequestLog, current


async def _nothing() -> dict[str, Any]:
    return {"type": "http.request"}


async def _ignore(message: Any) -> None:
    pass


def asked(log: RequestLog, app: Any, path: str = "/v1/models") -> None:
    scope = {"type": "http", "method": "GET", "path": path, "client": ("127.0.0.1", 1), "query_string": b"q=secret"}
    asyncio.run(log.around(app)(scope, _nothing, _ignore))  # type: ignore[arg-type]


async def answering(scope: Any, receive: Any, send: Any) -> None:
    current().note_model("tiny\u202e")
    current().note_tokens(10, 4, 3)
    await send({"type": "http.response.start", "status": 200})


def test_a_request_is_told_of_with_its_model_tokens_time_and_status() -> None:
    log = RequestLog(clock=lambda: 5.0, timer=iter([1.0, 3.5]).__next__)
    asked(log, answering)
    (line,) = log.lines()
    assert (line.time, line.method, line.path, line.client) == (5.0, "GET", "/v1/models", "127.0.0.1")
    assert (line.status, line.seconds, line.model) == (200, 2.5, "tiny?")  # nothing turns the text around
    assert (line.num_prompt_tokens, line.num_reused_tokens, line.num_tokens) == (10, 4, 3)
    assert "secret" not in repr(line)


def test_only_the_latest_are_kept_and_a_long_one_that_was_pushed_out_does_no_harm() -> None:
    log = RequestLog()

    async def long(scope: Any, receive: Any, send: Any) -> None:
        for _ in range(MAX_REQUESTS):
            await log.around(answering)(scope, receive, send)
        current().note_tokens(1, 1, 1)

    asked(log, long)
    assert [line.number for line in log.lines()] == list(range(1, MAX_REQUESTS + 1))
    assert len(log._lines) == MAX_REQUESTS


def test_error_stays_though_its_answer_begins_afterwards() -> None:
    async def refusing(scope: Any, receive: Any, send: Any) -> None:
        current().note_status(503, "no_route")
        await send({"type": "http.response.start", "status": 503})

    log = RequestLog()
    asked(log, refusing)
    assert (log.lines()[0].status, log.lines()[0].error) == (503, "no_route")


def test_client_that_left_before_any_answer_is_told_of() -> None:
    log = RequestLog()
    asked(log, _left)
    assert log.lines()[0].status == CLIENT_LEFT


async def _left(scope: Any, receive: Any, send: Any) -> None:
    pass


@pytest.mark.parametrize("path", ["/health", "/metrics"])
def test_who_only_looks_whether_it_is_there_is_not_noted(path: str) -> None:
    log = RequestLog()
    asked(log, answering, path)
    assert log.lines() == ()


def test_lines_are_made_anew_only_where_something_changed() -> None:
    log = RequestLog()
    asked(log, answering)
    assert log.lines() is log.lines()


def test_more_places_are_given_to_those_who_wait() -> None:
    async def run() -> None:
        line, entered = Line(1), asyncio.Event()

        async def second() -> None:
            async with line.turn():
                entered.set()

        async with line.turn():
            waiting = asyncio.create_task(second())
            while not line.num_waiting:  # noqa: ASYNC110
                await asyncio.sleep(0)
            line.allow(2)
            await asyncio.wait_for(entered.wait(), 5)
        await waiting

    asyncio.run(run())
