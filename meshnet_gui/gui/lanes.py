"""Who holds which layers of the chosen model, and how many hold each. Pure functions over a snapshot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meshnet_gui.gui.translation import tr
from meshnet_gui.runtime.snapshot import PeerView, Snapshot
from meshnet_gui.types import NodeStatus, Route, Span

LOCAL = "local"  # how a route names this computer
_COMING = ("loading", "joining")
_HOLDING = ("online", "joining", "draining", "not_ready")  # the states of a peer that may have layers of this model


@dataclass(frozen=True, slots=True)
class Lane:
    """Somebody's layers; ``ours`` for this computer. ``state`` is ``ready``, ``joining`` or ``draining``.

    ``in_route`` are the layers of it that the current route uses; None where it uses none.
    """

    name: str
    span: Span
    ours: bool
    state: str = "ready"
    in_route: Span | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring layers that equally many computers serve."""

    span: Span
    num_copies: int


def lanes_of(snapshot: Snapshot, names: Mapping[str, str]) -> tuple[Lane, ...]:
    """Everybody with layers of the chosen model, this computer first, then by first layer."""
    model = snapshot.model
    if model is None:
        return ()
    route = _used(snapshot.route)
    lanes = [
        Lane(tr("This computer"), *each, _part(each[0], route.get(LOCAL, ())))
        for each in _held(snapshot.node, model.identity, ours=True)
    ]
    for peer in snapshot.peers:
        if peer.status and peer.state in _HOLDING:
            name = names.get(peer.address, peer.address)
            used = route.get(peer.address, ())
            held = _held(peer.status, model.identity, ours=False)
            lanes += [Lane(name, *each, _part(each[0], used)) for each in held]
    fitting = (lane for lane in lanes if lane.span.end <= model.num_layers)
    return tuple(sorted(fitting, key=lambda lane: (not lane.ours, lane.span.start, lane.span.end, lane.name)))


def stretches_of(num_layers: int, spans: Sequence[Span]) -> tuple[Stretch, ...]:
    """``[0, num_layers)`` cut where the number of spans that hold a layer changes."""
    steps = [0] * (num_layers + 1)
    for span in spans:
        steps[min(span.start, num_layers)] += 1
        steps[min(span.end, num_layers)] -= 1
    stretches: list[Stretch] = []
    copies = 0
    for layer in range(num_layers):
        copies += steps[layer]
        if stretches and stretches[-1].num_copies == copies:
            stretches[-1] = Stretch(Span(stretches[-1].span.start, layer + 1), copies)
        else:
            stretches.append(Stretch(Span(layer, layer + 1), copies))
    return tuple(stretches)


def gaps_of(num_layers: int, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The layers of ``[0, num_layers)`` that no span holds."""
    return tuple(each.span for each in stretches_of(num_layers, spans) if not each.num_copies)


def layers_once(num_layers: int, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The layers of ``[0, num_layers)`` that exactly one span holds."""
    return tuple(each.span for each in stretches_of(num_layers, spans) if each.num_copies == 1)


def is_coming(missing: Sequence[Span], lanes: Sequence[Lane]) -> bool:
    """Whether somebody is getting some of the missing layers ready."""
    coming = [lane.span for lane in lanes if lane.state == "joining"]
    return any(span.start < gap.end and gap.start < span.end for span in coming for gap in missing)


def serves(peer: PeerView, identity: str) -> bool:
    """Whether a peer serves layers of exactly this model now."""
    return peer.state == "online" and peer.status is not None and bool(peer.status.spans_of(identity))


def _used(route: Route | None) -> dict[str, tuple[Span, ...]]:
    """The spans of a route, by address."""
    used: dict[str, tuple[Span, ...]] = {}
    for hop in route.hops if route is not None else ():
        used[hop.address] = (*used.get(hop.address, ()), hop.span)
    return used


def _part(span: Span, used: Sequence[Span]) -> Span | None:
    """What a route uses of a span."""
    return next((each for each in used if span.start <= each.start and each.end <= span.end), None)


def _held(status: NodeStatus, identity: str, *, ours: bool) -> list[tuple[Span, bool, str]]:
    held = [(span, ours, "ready") for span in status.spans_of(identity)]
    for shard in status.shards:
        if shard.identity == identity and shard.state in (*_COMING, "draining"):
            held.append((shard.span, ours, "joining" if shard.state in _COMING else "draining"))
    return held
