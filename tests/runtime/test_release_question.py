from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable

import httpx
import pytest

from meshnet_gui.errors import MachineError
from meshnet_gui.runtime import release_question
from meshnet_gui.runtime.release import Release
from meshnet_gui.runtime.release_question import ask_feed

FEED = "https://api.forge.example/repos/own/meshnet/releases/latest"
PAGE = "https://forge.example/own/meshnet/releases/tag/v0.2.0"
SAID = json.dumps({"tag_name": "v0.2.0", "html_url": PAGE, "draft": False, "prerelease": False})


def said(text: str = SAID, headers: dict[str, str] | None = None) -> httpx.Response:
    async def piece() -> AsyncIterator[bytes]:
        yield text.encode()

    return httpx.Response(200, content=piece(), headers=headers)


def ask(answer: Callable[[httpx.Request], httpx.Response], within_s: float = 5.0) -> Release:
    return asyncio.run(ask_feed(FEED, httpx.MockTransport(answer), within_s))


def test_one_question_says_nothing_of_who_asks() -> None:
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return said(headers={"set-cookie": "you=known"})

    assert ask(answer) == Release("0.2.0", PAGE)
    (request,) = asked
    assert (request.method, str(request.url), request.content) == ("GET", FEED, b"")
    assert dict(request.headers) == {
        "host": "api.forge.example",
        "user-agent": "meshnet",
        "accept": "application/json",
        "accept-encoding": "identity",
        "connection": "keep-alive",
    }


def test_redirects_are_followed_while_they_are_encrypted_and_few() -> None:
    def once(request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith("/repos/"):
            return httpx.Response(301, headers={"location": "/repositories/17/releases/latest"})
        return said()

    assert ask(once).version == "0.2.0"
    with pytest.raises(MachineError, match="without encryption"):
        ask(lambda request: httpx.Response(302, headers={"location": "http://api.forge.example/x"}))
    asked: list[str] = []

    def circles(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(302, headers={"location": f"/{len(asked)}"})

    with pytest.raises(MachineError, match="circles"):
        ask(circles)
    assert len(asked) == release_question.MAX_REDIRECTS + 1


def test_an_answer_without_end_is_given_up() -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 10 * release_question.MAX_ANSWER_BYTES:
            sent += 2**16
            yield b" " * 2**16

    with pytest.raises(MachineError, match="far longer"):
        ask(lambda request: httpx.Response(200, content=endless()))
    assert sent <= release_question.MAX_ANSWER_BYTES + 2**17


def test_an_answer_that_trickles_is_given_up() -> None:
    async def trickle() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.sleep(0.01)

    with pytest.raises(MachineError, match="does not answer"):
        ask(lambda request: httpx.Response(200, content=trickle()), within_s=0.1)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (httpx.Response(404), "No version is published"),
        (httpx.Response(403), "refuses to answer"),
        (httpx.Response(500), "refuses to answer"),
        (said("<html>Sign in to this network</html>"), "makes no sense"),
        (httpx.Response(302, headers={"location": "https://[x"}), "without encryption"),
    ],
    ids=["none", "limit", "failure", "page", "bad redirect"],
)
def test_what_is_no_answer_is_an_error_with_a_text(answer: httpx.Response, told: str) -> None:
    with pytest.raises(MachineError, match=told):
        ask(lambda request: answer)


def test_no_connection_is_said_and_a_bad_proxy_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    with pytest.raises(MachineError, match="cannot be reached"):
        ask(refuse)
    monkeypatch.setenv("HTTPS_PROXY", "gopher://proxy.example")
    with pytest.raises(MachineError, match="proxy"):
        asyncio.run(ask_feed(FEED))


def test_the_question_goes_through_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that refuses is asked for the feed's host, and nobody else is asked anything."""
    heard: list[bytes] = []

    async def run() -> None:
        async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            heard.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            writer.close()

        async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
            monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            monkeypatch.delenv("NO_PROXY", raising=False)
            monkeypatch.delenv("no_proxy", raising=False)
            with pytest.raises(MachineError, match="cannot be reached"):
                await ask_feed(FEED)

    asyncio.run(run())
    assert [request.split(b"\r\n")[0] for request in heard] == [b"CONNECT api.forge.example:443 HTTP/1.1"]
