from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from meshnet_gui.swarm import tunnels as module
from meshnet_gui.swarm.tunnel import WINDOW_BYTES
from meshnet_gui.swarm.tunnel_frame import Frame, Kind, encode, parse
from meshnet_gui.swarm.tunnels import MAX_TUNNELS, MAX_TUNNELS_PER_PEER, Tunnels, mailbox
from tests.fleet import in_loop, until
from tests.swarm.carriers import Hub

HEAD, NODE, OTHER = "aa" * 32, "bb" * 32, "cc" * 32
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Ends:
    """A head and a node with a server behind it, over one hub."""

    def __init__(self, hub: Hub, head: Tunnels, node: Tunnels) -> None:
        self.hub, self.head, self.node = hub, head, node
        self.server_is_on = True
        self.writers: list[asyncio.StreamWriter] = []

    async def dial(self) -> Streams:
        streams = await asyncio.open_connection(sock=await self.head.dial(f"node:{NODE}"))
        self.writers.append(streams[1])
        return streams


@asynccontextmanager
async def running(serve: Serve) -> AsyncIterator[Ends]:
    served: set[asyncio.Task[None]] = set()

    async def tracked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        served.add(task)
        try:
            await serve(reader, writer)
        except asyncio.CancelledError:
            pass  # the test is over
        finally:
            writer.transport.abort()
            served.discard(task)

    server = await asyncio.start_server(tracked, "127.0.0.1", 0)
    where = server.sockets[0].getsockname()
    hub = Hub()
    head = Tunnels(hub, HEAD)
    node = Tunnels(hub, NODE, lambda: where if ends.server_is_on else None)
    ends = Ends(hub, head, node)
    await head.start()
    await node.start()
    try:
        yield ends
    finally:
        for writer in ends.writers:
            writer.transport.abort()
        await head.close()
        await node.close()
        server.close()
        for task in list(served):
            task.cancel()
        await until(lambda: not served)
        await server.wait_closed()


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data)
        await writer.drain()


async def _exchange(streams: Streams, data: bytes) -> bytes:
    reader, writer = streams
    writer.write(data)
    return await reader.readexactly(len(data))


@in_loop
async def test_bytes_go_both_ways_and_a_hang_up_ends_both_ends() -> None:
    async with running(echo) as ends:
        reader, writer = await ends.dial()
        assert await _exchange((reader, writer), b"hello") == b"hello"
        assert len(ends.head) == len(ends.node) == 1
        writer.close()
        await until(lambda: len(ends.head) == len(ends.node) == 0)


@in_loop
async def test_a_server_that_says_goodbye_is_heard_to_its_last_byte() -> None:
    goodbye = bytes(range(256)) * 4096

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(goodbye)
        writer.close()
        await writer.wait_closed()

    async with running(speak) as ends:
        reader, _ = await ends.dial()
        assert await reader.read() == goodbye
        await until(lambda: len(ends.head) == len(ends.node) == 0)


@in_loop
async def test_more_than_the_window_arrives_whole() -> None:
    async with running(echo) as ends:
        data = bytes(range(256)) * (3 * WINDOW_BYTES // 256)
        streams = await ends.dial()
        assert await _exchange(streams, data) == data


@in_loop
async def test_no_more_than_the_window_is_on_its_way_while_nobody_reads() -> None:
    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    async with running(deaf) as ends:
        _, writer = await ends.dial()
        writer.write(bytes(24 * WINDOW_BYTES))

        def num_on_the_way() -> int:
            frames = [parse(payload) for _, payload in ends.hub.carried]
            sent = sum(len(frame.payload) for frame in frames)
            return sent - max((frame.number for frame in frames if frame.kind == Kind.CREDIT), default=0)

        await until(lambda: num_on_the_way() > WINDOW_BYTES // 2)
        for _ in range(60):
            await asyncio.sleep(0)
            assert num_on_the_way() <= WINDOW_BYTES
        assert writer.transport.get_write_buffer_size() > 8 * WINDOW_BYTES  # the rest waits where it was written


@in_loop
async def test_a_lost_frame_breaks_the_connection_instead_of_the_stream() -> None:
    async with running(echo) as ends:
        streams = await ends.dial()
        assert await _exchange(streams, b"one") == b"one"
        ends.hub.loses = lambda key, payload: parse(payload).payload == b"two"
        streams[1].write(b"two")
        await until(lambda: ends.hub.carried)
        await asyncio.sleep(0.01)
        streams[1].write(b"three")
        assert await streams[0].read() == b""
        await until(lambda: len(ends.head) == len(ends.node) == 0)


@in_loop
async def test_a_peer_without_a_server_hangs_up() -> None:
    async with running(echo) as ends:
        ends.server_is_on = False
        reader, _ = await ends.dial()
        assert await reader.read() == b""


@in_loop
async def test_a_restarted_peer_hangs_up_on_tunnels_from_before() -> None:
    async with running(echo) as ends:
        streams = await ends.dial()
        assert await _exchange(streams, b"one") == b"one"
        ends.hub.loses = lambda key, payload: key == mailbox(HEAD)
        await ends.node.close()  # killed: nobody hears of it
        ends.hub.loses = lambda key, payload: False
        await ends.node.start()
        streams[1].write(b"two")
        assert await streams[0].read() == b""


@in_loop
async def test_one_peer_cannot_take_every_place() -> None:
    async with running(echo) as ends:

        async def open_as(sender: str, number: int) -> None:
            await ends.hub.put(mailbox(NODE), encode(Frame(Kind.OPEN, number.to_bytes(16, "big"), sender, 1)))

        for number in range(2 * MAX_TUNNELS_PER_PEER):
            await open_as(OTHER, number)
        await asyncio.sleep(0.01)
        assert len(ends.node) == MAX_TUNNELS_PER_PEER
        assert await _exchange(await ends.dial(), b"still here") == b"still here"
        for number in range(1000, 1000 + 2 * MAX_TUNNELS):
            await open_as(f"{number:064x}", number)
        await asyncio.sleep(0.01)
        assert len(ends.node) == MAX_TUNNELS


@in_loop
async def test_tunnels_that_others_open_leave_room_for_our_own() -> None:
    async with running(echo) as ends:
        ends.head._server = ends.node._server
        for number in range(MAX_TUNNELS):
            await ends.hub.put(
                mailbox(HEAD), encode(Frame(Kind.OPEN, number.to_bytes(16, "big"), f"{number // 8:064x}", 1))
            )
        await until(lambda: len(ends.head) == MAX_TUNNELS)
        assert await _exchange(await ends.dial(), b"still here") == b"still here"
        ends.head.drop()


@in_loop
async def test_frames_of_unknown_tunnels_do_not_pile_up_where_the_overlay_is_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MAX_WAITING", 8)
    async with running(echo) as ends:
        gate = asyncio.Event()

        async def slow(key: str, payload: bytes) -> None:
            await gate.wait()

        monkeypatch.setattr(ends.hub, "put", slow)
        for number in range(100):
            frame = Frame(Kind.DATA, number.to_bytes(16, "big"), OTHER, 0, b"?")
            ends.node._received(mailbox(NODE), encode(frame))
        assert (ends.node.num_dropped, len(ends.node._tasks)) == (100, 8)
        gate.set()


@in_loop
async def test_an_opened_tunnel_without_a_handshake_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEGIN_S", 0.01)
    async with running(echo) as ends:
        await ends.hub.put(mailbox(NODE), encode(Frame(Kind.OPEN, bytes(16), OTHER, 1)))
        await until(lambda: mailbox(OTHER) in [key for key, _ in ends.hub.carried])  # it is told
        assert [parse(payload).kind for key, payload in ends.hub.carried if key == mailbox(OTHER)] == [Kind.CLOSE]
        assert len(ends.node) == 0


@in_loop
async def test_an_idle_tunnel_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IDLE_S", 0.0)
    monkeypatch.setattr(module, "SWEEP_EVERY_S", 0.01)
    async with running(echo) as ends:
        reader, _ = await ends.dial()
        assert await reader.read() == b""
        await until(lambda: len(ends.head) == len(ends.node) == 0)


@in_loop
async def test_frames_of_others_are_dropped_and_counted() -> None:
    async with running(echo) as ends:
        streams = await ends.dial()
        assert await _exchange(streams, b"one") == b"one"
        tunnel_id = next(iter(ends.node._tunnels))
        await ends.hub.put(mailbox(NODE), b"no frame")
        await ends.hub.put(mailbox(NODE), encode(Frame(Kind.CREDIT, bytes(16), OTHER, 5)))
        await ends.hub.put(mailbox(NODE), encode(Frame(Kind.DATA, tunnel_id, OTHER, 1, b"forged")))
        assert await _exchange(streams, b"two") == b"two"
        assert ends.node.num_dropped == 2


@in_loop
async def test_dropping_a_peer_ends_its_tunnels_only() -> None:
    async with running(echo) as ends:
        streams = await ends.dial()
        ends.head.drop(OTHER)
        assert await _exchange(streams, b"one") == b"one"
        ends.head.drop(NODE)
        assert await streams[0].read() == b""


@in_loop
async def test_a_closed_overlay_breaks_the_connection() -> None:
    async with running(echo) as ends:
        streams = await ends.dial()
        assert await _exchange(streams, b"one") == b"one"
        ends.hub.is_open = False
        streams[1].write(b"two")
        assert await streams[0].read() == b""


@in_loop
async def test_only_the_address_of_a_member_is_dialled() -> None:
    async with running(echo) as ends:
        assert await ends.head.dial(f"https://10.0.0.1:7000#{NODE}") is None
        assert len(ends.head) == 0


@in_loop
async def test_whoever_sends_more_than_the_window_is_hung_up_on() -> None:
    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    async with running(deaf) as ends:
        tunnel_id, piece = bytes(16), bytes(WINDOW_BYTES // 4)
        await ends.hub.put(mailbox(NODE), encode(Frame(Kind.OPEN, tunnel_id, OTHER, 1)))
        await until(lambda: len(ends.node) == 1)
        for number in range(200):  # no system's buffers take this much
            await ends.hub.put(mailbox(NODE), encode(Frame(Kind.DATA, tunnel_id, OTHER, number, piece)))
        await until(lambda: len(ends.node) == 0)


@in_loop
async def test_credit_for_what_was_never_sent_is_not_believed() -> None:
    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    async with running(deaf) as ends:
        _, writer = await ends.dial()
        forged = 1 << 60
        await ends.hub.put(mailbox(HEAD), encode(Frame(Kind.CREDIT, next(iter(ends.head._tunnels)), NODE, forged)))
        await asyncio.sleep(0.01)
        writer.write(bytes(8 * WINDOW_BYTES))
        for _ in range(100):
            await asyncio.sleep(0)
            frames = [parse(payload) for _, payload in ends.hub.carried]
            credit = max((f.number for f in frames if f.kind == Kind.CREDIT and f.number != forged), default=0)
            assert sum(len(f.payload) for f in frames) - credit <= WINDOW_BYTES
