"""``meshnet swarm peers``: who is in the swarm now, what each serves, and which layers nobody does."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from meshnet_gui.amounts import bytes_text
from meshnet_gui.errors import UserError
from meshnet_gui.headless import running
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.snapshot import ModelView, PeerView, Snapshot
from meshnet_gui.terminal import shown
from meshnet_gui.types import Span

LOOK_S = 5.0
QUIET_S = 1.5
_POLL_S = 0.1


def report_peers(core: Core, *, as_json: bool) -> int:
    """Takes part in the swarm for some seconds, prints who is there, and leaves; the exit code. Raises UserError."""
    with running(core):
        if core.snapshot().swarm is None:
            raise UserError("You take part in no swarm.", "Create one: meshnet swarm create NAME. Or join one.")
        picture = _settled(core)
    print(json.dumps(as_object(picture)) if as_json else "\n".join(lines(picture)))
    return 0


def _settled(core: Core) -> Snapshot:
    """The picture once nobody new has come for a moment and everybody was asked, or after some seconds."""
    give_up_at = time.monotonic() + LOOK_S
    known, since = frozenset[str](), time.monotonic()
    while time.monotonic() < give_up_at:
        peers = core.snapshot().peers
        seen = frozenset(peer.address for peer in peers)
        if seen != known:
            known, since = seen, time.monotonic()
        if seen and all(peer.road for peer in peers) and time.monotonic() - since > QUIET_S:
            break
        time.sleep(_POLL_S)
    return core.snapshot()


def lines(picture: Snapshot) -> Iterator[str]:
    """The swarm in a line, then one for each peer, then which layers of the chosen model are served."""
    swarm = picture.swarm
    assert swarm is not None
    others = len(picture.peers)
    count = "nobody else" if not others else "1 other computer" if others == 1 else f"{others} other computers"
    yield f"{shown(swarm.name)}: {count} there"
    if swarm.problem:
        yield shown(swarm.problem)
    for peer in picture.peers:
        yield f"  {_peer_line(peer)}"
    if picture.model is not None:
        yield f"{picture.model.name}: {_coverage_text(picture, picture.model)}"


def as_object(picture: Snapshot) -> dict[str, object]:
    """The same for programs. Units: tokens per second for one layer, milliseconds, bytes."""
    swarm = picture.swarm
    assert swarm is not None
    model = picture.model
    return {
        "swarm": swarm.name,
        "state": swarm.state,
        "problem": swarm.problem,
        "peers": [_peer_object(peer) for peer in picture.peers],
        "model": model.name if model is not None else "",
        "copies": [[str(span), count] for span, count in copies_of(picture, model)] if model is not None else [],
    }


def copies_of(picture: Snapshot, model: ModelView) -> Iterator[tuple[Span, int]]:
    """The model's layers as spans that equally many computers serve, and how many these are."""
    statuses = [peer.status for peer in picture.peers if peer.status is not None and peer.state != "offline"]
    spans = [span for status in statuses for span in status.spans_of(model.identity)]
    cuts = sorted({0, model.num_layers, *(cut for span in spans for cut in (span.start, span.end))})
    start, count = 0, -1
    for cut, end in zip(cuts, [*cuts[1:], -1], strict=True):
        held = -1 if end < 0 else sum(span.start <= cut < span.end for span in spans)
        if held != count:
            if count >= 0:
                yield Span(start, cut), count
            start, count = cut, held


def _peer_line(peer: PeerView) -> str:
    status = peer.status
    what = "no layers"
    if status is not None and status.span is not None:
        what = f"layers {status.span} of {shown(status.model_name)}"
    speed = f", {peer.decode_tps:,.0f} tokens/s a layer" if peer.decode_tps > 0 else ""
    away = f", {peer.latency_ms:.1f} ms" if peer.latency_ms is not None else ""
    sent = status.weights_sent_bytes if status is not None else 0
    gave = f", {bytes_text(sent)} of weights handed out" if sent else ""
    return f"{_name(peer)}: {peer.state.replace('_', ' ')}, {what}{speed}, {peer.road or 'not reached'}{away}{gave}"


def _name(peer: PeerView) -> str:
    return f"{shown(peer.name) or 'node'} ({peer.node_id[:8]})" if peer.node_id else peer.address


def _peer_object(peer: PeerView) -> dict[str, object]:
    status = peer.status
    return {
        "node_id": peer.node_id,
        "name": peer.name,
        "state": peer.state,
        "model": status.model_name if status is not None else "",
        "span": str(status.span) if status is not None and status.span is not None else "",
        "decode_tps": peer.decode_tps,
        "road": peer.road,
        "latency_ms": peer.latency_ms,
        "weights_sent_bytes": status.weights_sent_bytes if status is not None else 0,
    }


def _coverage_text(picture: Snapshot, model: ModelView) -> str:
    parts = [
        f"layers {span} on {count} computer{'' if count == 1 else 's'}" if count else f"layers {span} on NONE"
        for span, count in copies_of(picture, model)
    ]
    return ", ".join(parts)
