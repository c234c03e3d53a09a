"""A node without a window: starts, says that it is ready and what it may take, and ends when it is told to."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from meshnet_gui.amounts import bytes_text
from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.events import EndAsked, EventBus
from meshnet_gui.modelstore.precision import precision_of
from meshnet_gui.node.resident import MID_ANSWER_S, steps_lately
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.presence import EVERY_ADDRESS
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.service_manager import tell_service_manager
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.swarm.lookout import own_addresses
from meshnet_gui.terminal import complain, shown
from meshnet_gui.types import NodeStatus, ShardStatus

STOP_DEADLINE_S = 10.0


def serve_until_ended(core: Core, *, as_json: bool, until_stdin: bool) -> int:
    """Serves until a signal, or until standard input closes; the exit code.

    A signal lets the heads whose answers run here move on first, and a second one does not; whoever holds our standard
    input has no answers left.
    """
    ended = _watch_for_the_end(until_stdin, core.hurry, core.events)
    with running(core, ended):
        if not ended.is_set():
            announce(core, as_json)
        while not ended.wait(0.5):  # a wait without end would not let signals in on Windows
            pass
        if not as_json and any(steps_lately(session, MID_ANSWER_S) for session in core.snapshot().node.sessions):
            print("Chats that run here move to other nodes first; once more ends at once.", flush=True)
    return 0


def api_until_ended(core: Core, *, as_json: bool, until_stdin: bool) -> int:
    """Answers other programs until a signal, or until standard input closes; the exit code.

    Raises MachineError or UserError where the API cannot answer when everything else has started.
    """
    ended = _watch_for_the_end(until_stdin, core.hurry, core.events)
    with running(core, ended):
        _announce_api(core, ended, as_json)
        while not ended.wait(0.5):
            pass
    return 0


def _announce_api(core: Core, ended: threading.Event, as_json: bool) -> None:
    while core.snapshot().api.state in ("off", "starting") and not ended.wait(0.1):
        pass
    picture = core.snapshot()
    if picture.api.state == "failed" and not ended.is_set():
        raise MachineError(picture.api.error)
    if ended.is_set():
        return
    if as_json:
        node = {"node": picture.node_address, "span": str(picture.node.span)} if picture.node_address else {}
        print(json.dumps({"api": picture.api.address, "key_file": str(core.api_key_file)} | node), flush=True)
        return
    print(f"The API answers at {picture.api.address}/v1 (Ctrl-C ends)")
    if picture.node_address:
        announce(core, as_json)
    print(f"Its key is in {core.api_key_file}", flush=True)


def relay_until_ended(core: Core, *, as_json: bool, until_stdin: bool) -> int:
    """Takes part in the swarm without a node until a signal, or until standard input closes; the exit code.

    Raises UserError where there is no swarm.
    """
    ended = _watch_for_the_end(until_stdin, core.hurry, core.events)
    with running(core, ended):
        swarm, invite = core.snapshot().swarm, ""
        if swarm is None and not ended.is_set():
            raise UserError("You take part in no swarm.", "Create one: meshnet swarm create NAME. Or join one.")
        while not invite and not ended.wait(0.1):
            swarm = core.snapshot().swarm
            if swarm is not None and swarm.state not in ("off", "opening"):
                invite = core.swarm_invite(swarm.name).result(STOP_DEADLINE_S)
        if invite and swarm is not None:
            addresses = Invite.parse(invite).rendezvous
            if as_json:
                print(json.dumps({"swarm": swarm.name, "addresses": addresses}), flush=True)
            else:
                print(f"Members of {swarm.name} can meet here, at {' and '.join(addresses)} (Ctrl-C ends)", flush=True)
        while not ended.wait(0.5):
            pass
    return 0


def announce(core: Core, as_json: bool) -> None:
    """Says what is served, where, and how much memory it may come to; on standard error, what is not."""
    picture = core.snapshot()
    node = picture.node
    address = _reached_at(picture.node_address)
    how = {"runner": node.runner, "device": node.device, "dtype": node.dtype}
    failed = [shard for shard in node.shards if shard.state == "failed"]
    for shard in failed:
        complain(MachineError(f"Layers {shard.span} of {shard.model_name} are not served: {shard.error}"))
    if as_json:
        ready: dict[str, object] = {
            "address": address,
            "model": node.model_name,
            "span": str(node.span),
        }
        ready |= {"health": picture.health_address}
        ready |= {"identity": node.identity, "worst_case_bytes": node.worst_case_bytes}
        print(json.dumps(ready | how | {"shards": [_shard_line(shard) for shard in node.shards]}), flush=True)
        return
    print(
        f"Serving layers {node.span} of {node.model_name} at {address} by the {node.runner} runner "
        f"on {node.device} in {node.dtype} (Ctrl-C ends)"
    )
    for shard in node.shards[1:]:
        if shard not in failed:
            print(f"and {_shard_line(shard)}")
    if picture.swarm is not None:
        print(f"In the swarm {shown(picture.swarm.name)}, for its members alone.{_why(picture)}")
    if precision_of(node.identity):
        print(_chat_line(picture))
    if picture.health_address not in ("", picture.node_address):
        print(f"Whether it is ready, for programs on this computer: {picture.health_address}/health")
    print(_memory_line(node), flush=True)


def _reached_at(url: str) -> str:
    """The URL with an address that others can use in the place of "every address"."""
    parts = urlsplit(url)
    if parts.hostname not in EVERY_ADDRESS:
        return url
    host = next(iter(own_addresses()), "127.0.0.1")
    return f"{parts.scheme}://[{host}]:{parts.port}" if ":" in host else f"{parts.scheme}://{host}:{parts.port}"


def _chat_line(picture: Snapshot) -> str:
    """Whoever chats must name the precision, too, where it is not the one that the model is stored in."""
    model = f" --model {picture.settings.model}" if picture.settings.model else ""
    peer = f" --peer {picture.node_address}" if picture.swarm is None else ""  # members are found by themselves
    return f"Chat: meshnet chat{peer}{model} --precision {precision_of(picture.node.identity)}"


def _why(picture: Snapshot) -> str:
    """Why these layers, where nobody chose them."""
    return f" {shown(picture.assignment)}" if picture.assignment and not picture.settings.span else ""


def _shard_line(shard: ShardStatus) -> str:
    failed = f": {shown(shard.error)}" if shard.state == "failed" else ""
    return f"layers {shard.span} of {shard.model_name}, {shard.state}{failed}"


def _memory_line(node: NodeStatus) -> str:
    weights = sum(shard.shard_bytes for shard in node.ready_shards())
    parts = f"weights {bytes_text(weights)}, session caches {bytes_text(node.worst_case_bytes - weights)}"
    return f"Memory: up to {bytes_text(node.worst_case_bytes)} ({parts})"


def _watch_for_the_end(
    until_stdin_closes: bool, hurry: Callable[[], None], events: EventBus | None = None
) -> threading.Event:
    """Set by a signal, by standard input where it is to be watched, and once a drain is done."""
    ended = threading.Event()

    def end(*_: object) -> None:
        if ended.is_set():
            hurry()
        ended.set()

    def end_with_stdin() -> None:
        with suppress(OSError):
            while os.read(0, 4096):
                pass
        hurry()
        ended.set()

    if events is not None:
        events.subscribe(lambda event: ended.set() if isinstance(event, EndAsked) else None)
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
    if until_stdin_closes:
        threading.Thread(target=end_with_stdin, daemon=True).start()
    return ended


@contextmanager
def running(core: Core, ended: threading.Event | None = None) -> Iterator[Core]:
    """A started core, or one that was ``ended`` before it had started; always stopped."""
    ended = ended or threading.Event()
    try:
        future = core.start()
        while not future.done() and not ended.is_set():
            with suppress(TimeoutError):
                future.exception(0.5)
        if not ended.is_set():
            future.result()
        if not ended.is_set():
            tell_service_manager("READY=1")
        yield core
    finally:
        tell_service_manager("STOPPING=1")
        core.stop(STOP_DEADLINE_S)
