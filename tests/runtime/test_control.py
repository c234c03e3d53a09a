"""The control channel: who may command, what is refused, and what a command does."""

from __future__ import annotations

import asyncio
import functools
import http.client
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.control_cli import ask
from meshnet_gui.errors import MeshnetError, PortInUse, UserError
from meshnet_gui.runtime.control import Control, Levers
from meshnet_gui.runtime.instances import Instance, running
from meshnet_gui.runtime.metrics import Metrics
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.settings import Settings


def on_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    @functools.wraps(test)
    def run(*values: Any, **named: Any) -> None:
        asyncio.run(test(*values, **named))

    return run


class Program:
    """Notes what it is told."""

    def __init__(self, error: MeshnetError | None = None) -> None:
        self.told: list[object] = []
        self.error = error
        self.never = asyncio.Event()

    async def pause(self, seconds: float | None) -> None:
        self.told.append(("pause", seconds))
        if self.error is not None:
            raise self.error
        if seconds == 7:
            await self.never.wait()

    async def resume(self) -> None:
        self.told.append("resume")

    def levers(self) -> Levers:
        picture = Snapshot(Settings())
        return Levers(
            lambda: picture,
            self.pause,
            self.resume,
            lambda: self.told.append("drain"),
            lambda: "drain" in self.told,
            lambda: Metrics().text(picture),
        )


@asynccontextmanager
async def controlled(folder: Path, program: Program) -> AsyncIterator[Instance]:
    control = Control(program.levers(), "node", folder, lambda: 0)
    await control.start()
    try:
        (instance,) = running(folder)
        yield instance
    finally:
        await control.close()
    assert running(folder) == ()


async def asked(instance: Instance, method: str, path: str, body: Any = None) -> dict[str, Any]:
    return await asyncio.to_thread(ask, instance, method, path, body)


@on_a_loop
async def test_a_port_that_is_taken_is_said_with_the_setting_that_names_it(tmp_path: Path) -> None:
    async with controlled(tmp_path, Program()) as first:
        second = Control(Program().levers(), "serve", tmp_path, lambda: first.port)
        with pytest.raises(PortInUse, match=r"is taken by another program\. Set control_port \(--control-port\)"):
            await second.start()


@on_a_loop
async def test_a_command_is_carried_out_and_answered_with_the_status(tmp_path: Path) -> None:
    program = Program()
    async with controlled(tmp_path, program) as instance:
        assert (await asked(instance, "GET", "/status"))["node"]["state"] == "off"
        await asked(instance, "POST", "/pause", {})
        await asked(instance, "POST", "/pause", {"seconds": 60})
        await asked(instance, "POST", "/resume", {})
        assert (await asked(instance, "POST", "/drain", {}))["state"] == "draining"
    assert program.told == [("pause", None), ("pause", 60), "resume", "drain"]


@on_a_loop
async def test_a_pause_that_waits_for_sessions_is_answered_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meshnet_gui.runtime.control.ANSWER_WITHIN_S", 0.05)
    async with controlled(tmp_path, Program()) as instance:
        assert (await asked(instance, "POST", "/pause", {"seconds": 7}))["kind"] == "node"


@on_a_loop
async def test_what_stands_in_the_way_is_the_answer(tmp_path: Path) -> None:
    async with controlled(tmp_path, Program(UserError("There is nothing to pause."))) as instance:
        with pytest.raises(UserError, match="There is nothing to pause"):
            await asked(instance, "POST", "/pause", {})


def raw(instance: Instance, method: str, path: str, headers: dict[str, str], body: str | None = None) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", instance.port, timeout=5)
    connection.request(method, path, body, headers)
    status = connection.getresponse().status
    connection.close()
    return status


JSON = {"Content-Type": "application/json"}


REFUSED: list[tuple[str, dict[str, str], str, int]] = [
    ("/pause", {"Authorization": "Bearer wrong"}, "{}", 401),
    ("/pause", {"Authorization": ""}, "{}", 401),
    ("/pause", {"Host": "meshnet.example:80"}, "{}", 403),
    ("/pause", {"Origin": "http://127.0.0.1"}, "{}", 403),
    ("/pause", {"Sec-Fetch-Site": "cross-site"}, "{}", 403),
    ("/pause", {"Content-Type": "text/plain"}, "{}", 415),
    ("/pause", {}, "[1]", 400),
    ("/pause", {}, "{", 400),
    ("/pause", {}, '{"seconds": "x"}', 400),
    ("/pause", {}, '{"seconds": NaN}', 400),
    ("/pause", {}, '{"seconds": 1e999}', 400),
    ("/pause", {}, "[" * 4000, 400),
    ("/pause", {}, " " * 5000, 413),
    ("/nothing", {}, "{}", 404),
]


@on_a_loop
async def test_what_a_web_page_or_a_stranger_could_send_is_refused(tmp_path: Path) -> None:
    program = Program()
    async with controlled(tmp_path, program) as instance:
        for path, changes, body, status in REFUSED:
            headers = {**JSON, "Authorization": f"Bearer {instance.token}", **changes}
            assert await asyncio.to_thread(raw, instance, "POST", path, headers, body) == status, changes
    assert program.told == []


@on_a_loop
async def test_a_command_that_is_cut_off_is_not_carried_out(tmp_path: Path) -> None:
    program = Program()
    async with controlled(tmp_path, program) as instance:
        head = f"host: 127.0.0.1:{instance.port}\r\nauthorization: Bearer {instance.token}\r\n"
        for path in ("/drain", "/pause", "/resume"):
            reader, writer = await asyncio.open_connection("127.0.0.1", instance.port)
            writer.write(f"POST {path} HTTP/1.1\r\n{head}content-type: application/json\r\n".encode())
            writer.write(b"content-length: 15\r\n\r\n")
            writer.write_eof()
            await reader.read()  # until the program hangs up, too
            writer.close()
            await writer.wait_closed()
        await asked(instance, "GET", "/status")
        assert program.told == []


@on_a_loop
async def test_figures_need_no_token_but_are_not_for_web_pages(tmp_path: Path) -> None:
    async with controlled(tmp_path, Program()) as instance:
        assert await asyncio.to_thread(raw, instance, "GET", "/metrics", {}) == 200
        assert await asyncio.to_thread(raw, instance, "GET", "/metrics", {"Origin": "http://a.example"}) == 403
        assert await asyncio.to_thread(raw, instance, "GET", "/metrics", {"Host": "a.example"}) == 403
        assert await asyncio.to_thread(raw, instance, "GET", "/status", {}) == 401


@on_a_loop
async def test_the_token_is_another_one_each_time(tmp_path: Path) -> None:
    tokens = []
    for _ in range(2):
        async with controlled(tmp_path, Program()) as instance:
            tokens.append(instance.token)
    assert tokens[0] != tokens[1]
