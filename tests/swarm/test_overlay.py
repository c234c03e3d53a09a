"""The overlay on loopback: who is there, what it carries, and that only members are in it."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import zenoh

from meshnet_gui.errors import MachineError, PortInUse, SwarmError
from meshnet_gui.swarm import hearing, overlay_inbox
from meshnet_gui.swarm import overlay as overlay_module
from meshnet_gui.swarm.overlay import MAX_ANSWERING, NODE_KEY, RECORD_KEY, Overlay
from meshnet_gui.swarm.overlay_calls import free_port, host_port
from meshnet_gui.swarm.overlay_config import MAX_MESSAGE_BYTES, OverlaySettings, multicast_port
from tests.fleet import in_loop, until
from tests.swarm_members import OTHER_SEED, Heard, member, overlay


@in_loop
async def test_members_see_each_other_come_and_go() -> None:
    a, b, heard_a, heard_b = member(), member(), Heard(), Heard()
    async with overlay(a, heard=heard_a) as first:
        async with overlay(b, first, heard=heard_b):
            await until(lambda: heard_a.alive == [b.node_id] and heard_b.alive == [a.node_id])
            assert first.alive == {b.node_id}
            assert [link.name for link in first.links()] == [b.node_id]
        await until(lambda: not heard_a.alive)
    assert heard_a.events == [("alive", b.node_id), ("gone", b.node_id)]


@in_loop
async def test_member_that_is_there_before_its_rendezvous_finds_it_later() -> None:
    early, late = member(), member()
    port = free_port()
    first = Overlay(early, OverlaySettings((f"127.0.0.1:{port}",), "127.0.0.1", 0, ""), Heard())
    await first.open()
    try:
        async with overlay(late, port=port):
            await until(lambda: first.alive == {late.node_id})
    finally:
        await first.close()


@in_loop
async def test_two_that_share_only_a_third_see_and_reach_each_other_through_it() -> None:
    a, b, heard = member(), member(), Heard()
    async with overlay(member()) as middle, overlay(a, middle, heard=heard), overlay(b, middle) as second:
        await second.serve("meshnet/echo", lambda asked: _echo(asked))
        async with overlay(member(), middle) as third:
            await until(lambda: third.alive >= {a.node_id, b.node_id})
            assert await _asked(third, "meshnet/echo", b"hello") == b"hello"
        await second.publish_record(b"signed")
        await until(lambda: heard.records == [(b.node_id, b"signed")])


async def _echo(asked: bytes) -> bytes:
    return asked


async def _asked(overlay: Overlay, key: str, payload: bytes) -> bytes:
    """The reply, as soon as the way to whoever serves it is known."""
    async with asyncio.timeout(10):
        while True:
            try:
                return await overlay.request(key, payload, timeout_s=1.0)
            except TimeoutError:
                await asyncio.sleep(0.02)


@in_loop
async def test_messages_arrive_whole_and_in_order_until_nobody_listens() -> None:
    got: list[bytes] = []
    async with overlay(member()) as first, overlay(member(), first) as second:
        listening = await first.subscribe("meshnet/bytes/1", lambda key, payload: got.append(payload))
        sent = [bytes([n % 256]) * (n * 40) for n in range(200)]
        while not got:  # until the subscription is known at the other end
            await second.put("meshnet/bytes/1", b"first")
            await asyncio.sleep(0.02)
        for payload in sent:
            await second.put("meshnet/bytes/1", payload)
        await until(lambda: len(got) >= len(sent) and got[-len(sent) :] == sent)
        await listening.close()
        await listening.close()
        num = len(got)
        await second.put("meshnet/bytes/1", b"late")
        assert await _asked_after(first, second) == b"x"
        assert len(got) == num


async def _asked_after(first: Overlay, second: Overlay) -> bytes:
    await first.serve("meshnet/after", _echo)
    return await _asked(second, "meshnet/after", b"x")


@in_loop
async def test_request_without_an_acceptable_answer_ends_in_its_time() -> None:
    async with overlay(member()) as first, overlay(member(), first) as second:
        with pytest.raises(TimeoutError):
            await second.request("meshnet/nobody", b"", timeout_s=0.2)

        async def refuse(asked: bytes) -> bytes:
            raise ValueError("no")

        await first.serve("meshnet/refusing", refuse)
        await first.serve("meshnet/echo", _echo)
        assert await _asked(second, "meshnet/echo", b"a") == b"a"
        for key in ("meshnet/refusing", "meshnet/echo"):
            with pytest.raises(TimeoutError):
                await second.request(key, b"a", timeout_s=0.2, acceptable=lambda reply: reply == b"b")


@in_loop
async def test_answer_of_somebody_who_serves_the_same_key_does_not_hide_the_right_one() -> None:
    async with overlay(member()) as first, overlay(member(), first) as wrong, overlay(member(), first) as asker:

        async def lie(asked: bytes) -> bytes:
            return b"lie"

        await wrong.serve("meshnet/info/x", lie)
        await first.serve("meshnet/info/x", _echo)
        assert await _asked(asker, "meshnet/info/x", b"lie") == b"lie"
        assert await asker.request("meshnet/info/x", b"true", timeout_s=2.0, acceptable=lambda r: r == b"true")


@in_loop
async def test_too_many_requests_at_once_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlay_module, "MAX_ANSWERING", 2)
    gate = asyncio.Event()
    inside: list[bytes] = []

    async def wait(asked: bytes) -> bytes:
        if not asked:
            return asked
        inside.append(asked)
        await gate.wait()
        return asked

    async with overlay(member()) as first, overlay(member(), first) as second:
        await first.serve("meshnet/slow", wait)
        await _asked(second, "meshnet/slow", b"")
        await until(lambda: not first._answering)
        asked = [asyncio.create_task(second.request("meshnet/slow", b"%d" % n, timeout_s=5.0)) for n in range(3)]
        await until(lambda: len(inside) == 2 and first.dropped["busy"] == 1)
        gate.set()
        ends = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(end, TimeoutError) for end in ends) == 1
    assert MAX_ANSWERING > 2


@in_loop
async def test_after_a_reopening_all_is_there_again_and_who_left_meanwhile_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(overlay_module, "REJOIN_S", 0.3)
    a, b, c, heard = member(), member(), member(), Heard()
    async with overlay(a) as first, overlay(b, first, heard=heard) as second:
        await second.serve("meshnet/echo", _echo)
        async with overlay(c, first):
            await until(lambda: set(heard.alive) == {a.node_id, c.node_id})
            await second._close()  # asleep, as it were: nothing is heard
            second._missed = {a.node_id, c.node_id}
        await second.reopen()
        await until(lambda: heard.alive == [a.node_id])
        assert heard.events.count(("gone", a.node_id)) == 0
        assert heard.events.count(("gone", c.node_id)) == 1
        assert await _asked(first, "meshnet/echo", b"again") == b"again"


@pytest.mark.slow
@in_loop
async def test_member_that_joins_as_another_leaves_hears_of_the_others_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(overlay_module, "HEAR_SOON_S", 0.15)
    monkeypatch.setattr(hearing, "SOON_S", 0.15)
    a, heard_a, heard = member(), Heard(), Heard()
    async with overlay(a, heard=heard_a) as first:
        async with overlay(member(), first):
            await until(lambda: len(heard_a.alive) == 1)
        async with overlay(member(), first, heard=heard) as second:
            await until(lambda: heard.alive == [a.node_id])
            while not heard_a.records:  # until the way there is known
                await second.publish_record(b"signed")
                await asyncio.sleep(0.02)


@in_loop
async def test_taken_port_is_named() -> None:
    async with overlay(member()) as first:
        other = Overlay(member(), OverlaySettings((), "127.0.0.1", first.port, ""), Heard())
        with pytest.raises(PortInUse, match=str(first.port)):
            await other.open()
        assert not other.is_open
        await other.close()


@in_loop
async def test_address_that_is_none_is_an_error_of_this_computer() -> None:
    other = Overlay(member(), OverlaySettings((), "203.0.113.1", 4000, ""), Heard())
    with pytest.raises(MachineError, match="cannot be opened"):
        await other.open()
    await other.close()


@in_loop
async def test_closed_overlay_carries_nothing() -> None:
    made = Overlay(member(), OverlaySettings((), "127.0.0.1", 0, ""), Heard())
    for work in (made.put("meshnet/x", b""), made.request("meshnet/x", b"", timeout_s=1.0), made.publish_record(b"")):
        with pytest.raises(SwarmError, match="not open"):
            await work
    async with overlay(member()) as opened:
        with pytest.raises(SwarmError, match="too large"):
            await opened.put("meshnet/x", bytes(MAX_MESSAGE_BYTES + 1))
    await made.close()
    await made.close()


@in_loop
async def test_flood_is_dropped_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlay_inbox, "MAX_PENDING_BYTES", 100_000)
    got: list[int] = []
    async with overlay(member()) as first, overlay(member(), first) as second:
        await first.subscribe("meshnet/bytes/1", lambda key, payload: got.append(len(payload)))
        while not got:
            await second.put("meshnet/bytes/1", b"first")
            await asyncio.sleep(0.02)
        session = second._session
        assert session is not None
        done = threading.Event()

        def flood() -> None:
            for _ in range(50):
                session.put("meshnet/bytes/1", bytes(30_000), congestion_control=zenoh.CongestionControl.BLOCK)
            done.set()

        threading.Thread(target=flood).start()
        done.wait(10)  # the loop stands still meanwhile
        await until(lambda: first.dropped["overflow"] > 0)
        await until(lambda: first._inbox is not None and first._inbox.num_pending_bytes == 0)


class PanicException(BaseException):
    """As the binding to Rust raises it: no Exception, and with no name to import."""


@in_loop
async def test_session_that_fails_for_good_is_opened_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlay_module, "HEAR_SOON_S", 0.05)

    class Broken:
        def put(self, *args: object, **kwargs: object) -> None:
            raise PanicException("called `Result::unwrap()` on an `Err` value: PoisonError { .. }")

        @property
        def info(self) -> object:
            raise PanicException

        def close(self) -> None:
            raise PanicException

    async with overlay(member()) as first:
        sound, first._session = first._session, Broken()  # type: ignore[assignment]
        with pytest.raises(SwarmError, match="opened anew"):
            await first.put("meshnet/x", b"")
        await until(lambda: not isinstance(first._session, Broken) and first.is_open)
        await first.put("meshnet/x", b"")
        assert sound is not None
        await asyncio.to_thread(sound.close)


@pytest.mark.parametrize(
    ("locator", "address"),
    [
        ("tls/[::ffff:10.0.0.1]:7447", "10.0.0.1:7447"),
        ("tls/10.0.0.1:7447?prio=1", "10.0.0.1:7447"),
        ("tls/[fe80::1%eth0]:7447#iface=eth0", "[fe80::1%eth0]:7447"),
    ],
)
def test_addresses_of_links_are_printed_as_ours(locator: str, address: str) -> None:
    assert host_port(locator) == address


def test_swarms_use_ports_of_their_own_for_multicast() -> None:
    assert multicast_port(member().swarm_id) != multicast_port(member(OTHER_SEED).swarm_id)
    assert 1024 < multicast_port("f" * 64) < 32768  # below the ports that systems hand out by themselves


# -- strangers --------------------------------------------------------------------------------------------------------


STRANGER = "5" * 64


def stranger_config(port: int, protocol: str, **tls: object) -> zenoh.Config:
    content = {
        "mode": "router",
        "listen": {"endpoints": []},
        "connect": {"endpoints": [f"{protocol}/127.0.0.1:{port}"], "timeout_ms": 0, "exit_on_failure": False},
        "scouting": {"multicast": {"enabled": False}},
        "transport": {"link": {"tls": tls}},
    }
    return zenoh.Config.from_json5(json.dumps(content))


async def gets_nothing(config: zenoh.Config, first: Overlay, heard: Heard, *, is_met: bool = False) -> None:
    """Opens a stranger's session and lets it try everything for as long as a member needs to be in.

    ``is_met``: the member comes after it, and looks for others when it is there.
    """
    got: list[str] = []
    session = await asyncio.to_thread(zenoh.open, config)
    mate = member()
    try:
        liveliness = session.liveliness()
        token = liveliness.declare_token(f"{NODE_KEY}/{STRANGER}")
        watching = liveliness.declare_subscriber("**", lambda sample: got.append(str(sample.key_expr)), history=True)
        if is_met:
            await first.reopen()
        async with overlay(mate, first):
            await until(lambda: heard.alive == [mate.node_id])
            session.put(f"{RECORD_KEY}/{STRANGER}", b"forged")
            replies = await asyncio.to_thread(lambda: list(session.get("meshnet/**", timeout=0.1)))
            assert not [reply for reply in replies if reply.ok is not None]
            assert not session.info.links()
            assert [link.name for link in first.links()] == [mate.node_id]
        await until(lambda: not heard.alive)
        assert (set(got), heard.records, len(heard.events)) == ({f"{NODE_KEY}/{STRANGER}"}, [], 2)
        del watching, token
    finally:
        await asyncio.to_thread(session.close)


@pytest.mark.parametrize("kind", ["plain tcp", "no certificate", "old seed"])
@in_loop
async def test_stranger_gets_nothing(kind: str) -> None:
    heard = Heard()
    async with overlay(member(), heard=heard) as first:
        await first.serve("meshnet/info/x", _echo)
        if kind == "plain tcp":
            config = stranger_config(first.port, "tcp")
        elif kind == "no certificate":
            config = stranger_config(first.port, "tls", verify_name_on_connect=False)
        else:
            config = overlay_module.session_config(
                member(OTHER_SEED), OverlaySettings((f"127.0.0.1:{first.port}",), "127.0.0.1", 0, ""), 0
            )
        await gets_nothing(config, first, heard)


@in_loop
async def test_member_with_another_seed_is_none_whoever_calls_whom() -> None:
    who, heard, old_heard = member(), Heard(), Heard()
    async with overlay(member(OTHER_SEED), heard=old_heard) as old, overlay(who, old, heard=heard) as first:
        async with overlay(member(), first) as mate:
            await until(lambda: len(heard.alive) == 1)
            assert mate.alive == {who.node_id}
        assert (old.links(), old_heard.events) == ((), [])


@pytest.mark.skipif(sys.platform != "linux", reason="multicast that stays on this computer")
@pytest.mark.parametrize("mode", ["router", pytest.param("peer", marks=pytest.mark.slow)])
@in_loop
async def test_zenoh_program_on_the_same_network_gets_nothing(mode: str) -> None:
    """It looks for others by multicast over plain tcp, as zenoh does by default.

    As a router it is found by the member, which would call it if it were let to speak anything but TLS.
    """
    heard, who = Heard(), member()
    made = Overlay(who, OverlaySettings((), "127.0.0.1", 0, "lo"), heard)
    await made.open()
    try:
        await made.serve("meshnet/info/x", _echo)
        multicast = {
            "address": f"224.0.0.224:{multicast_port(who.swarm_id)}",
            "interface": "lo",
            "autoconnect": {"router": ["router", "peer"], "peer": ["router", "peer"]},
        }
        content = {
            "mode": mode,
            "listen": {"endpoints": ["tcp/127.0.0.1:0"]},
            "scouting": {"multicast": multicast},
        }
        await gets_nothing(zenoh.Config.from_json5(json.dumps(content)), made, heard, is_met=True)
    finally:
        await made.close()


KILLED = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from tests.swarm_members import Heard, member, overlay
from meshnet_gui.swarm.overlay import Overlay
from meshnet_gui.swarm.overlay_config import OverlaySettings

async def run():
    who = member()
    made = Overlay(who, OverlaySettings((sys.argv[2],), "127.0.0.1", 0, ""), Heard())
    await made.open()
    print(who.node_id, flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    # returns without closing: the interpreter must end all the same

asyncio.run(run())
"""


@pytest.mark.slow
@pytest.mark.parametrize("how", ["killed", "leave"])
@in_loop
async def test_killed_member_is_gone_at_once_and_an_unclosed_session_does_not_hang(how: str) -> None:
    heard = Heard()
    async with overlay(member(), heard=heard) as first:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            KILLED,
            str(Path.cwd()),
            f"127.0.0.1:{first.port}",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            node_id = (await process.stdout.readline()).decode().strip()
            await until(lambda: heard.events[:1] == [("alive", node_id)])
            if how == "killed":
                process.send_signal(signal.SIGKILL)
            else:
                assert process.stdin is not None
                process.stdin.write(b"\n")
            async with asyncio.timeout(10):
                await process.wait()
            await until(lambda: not heard.alive)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


@in_loop
async def test_opening_that_is_given_up_leaves_no_session_behind() -> None:
    port = free_port()
    made = Overlay(member(), OverlaySettings((), "127.0.0.1", port, ""), Heard())
    opening = asyncio.create_task(made.open())
    await asyncio.sleep(0)
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    await made.close()
    await made.open()  # it is closed for good
    assert not made.is_open
    async with asyncio.timeout(10):
        while True:
            try:
                async with overlay(member(), port=port):
                    return
            except PortInUse:  # the thread has not got so far
                await asyncio.sleep(0.01)
