"""The swarm in plain words: who is there, how they are reached, which layers they hold. Pure functions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from meshnet_gui.concurrency.loopback import is_loopback
from meshnet_gui.gui.amounts import number_text, sentences_text, spoken_list
from meshnet_gui.gui.format import address_text, model_text, short_model, spans_text
from meshnet_gui.gui.lanes import Lane, gaps_of, is_coming, layers_once, serves
from meshnet_gui.gui.translation import mark, sentence, tr, tr_count, tr_marked
from meshnet_gui.runtime.snapshot import PeerView, Snapshot, SwarmView
from meshnet_gui.swarm.node_id import short_id
from meshnet_gui.types import Span

OWN_NAME = mark("this computer")
_BY_ID = re.compile(r"\b(?:Peer|Node) ([0-9a-f]{8})\b")
RELAYED_MEANS = mark(
    "No direct way to it was found, so what is sent goes through another computer of the swarm, which cannot read it."
)
_ROADS = {"direct": mark("direct"), "relayed": mark("relayed")}
_MAX_NAME_CHARS = 40
_PLAIN_NAME = re.compile(r"[!-~]+( [!-~]+)*")


def names_of(snapshot: Snapshot) -> dict[str, str]:
    """What to call each peer, by address. Members name themselves, so a name that is not unique gets the id with it."""
    given = {peer.address: _given_name(peer) for peer in snapshot.peers}
    taken = Counter(name.casefold() for name in given.values() if name)
    taken[tr_marked(OWN_NAME)] += 2
    return {
        peer.address: _called(peer, given[peer.address], is_unique=taken[given[peer.address].casefold()] == 1)
        for peer in snapshot.peers
    }


def hop_names(snapshot: Snapshot) -> dict[str, str]:
    """The same for a route, where it matters which of them are relayed."""
    names = names_of(snapshot)
    relayed = {peer.address for peer in snapshot.peers if peer.road == "relayed"}
    return {
        address: tr("{name} (relayed)", name=name) if address in relayed else name for address, name in names.items()
    }


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A sentence about members in which they go by their names instead of their ids, as everywhere else."""
    ids = set(_BY_ID.findall(text))
    if not ids:
        return text
    members = ((short_id(address.removeprefix("node:")), name) for address, name in names.items())
    known = {shown: name for shown, name in members if shown in ids}
    return _BY_ID.sub(lambda found: known.get(found[1], found[0]), text)


def road_text(peer: PeerView) -> str:
    """``direct``, ``relayed``, or what a peer without a swarm is."""
    if not peer.node_id:
        return tr("not encrypted") if is_plain(peer) else tr("on this computer") if _is_here(peer) else tr("by address")
    if has_left(peer):
        return ""
    is_off = peer.status is not None and peer.status.state == "off"
    return (
        tr_marked(_ROADS[peer.road])
        if peer.road in _ROADS
        else ("" if is_off and peer.state != "offline" else tr("not reached yet"))
    )


def has_left(peer: PeerView) -> bool:
    """Whether it is a member that the swarm sees no more: members come and go, and that needs no repair."""
    return peer.state == "offline" and bool(peer.node_id) and not peer.alive


def is_plain(peer: PeerView) -> bool:
    """Whether what is said to it can be read on the way."""
    return not peer.node_id and peer.address.startswith("http://") and not _is_here(peer)


def speed_text(peer: PeerView) -> str:
    """How many tokens a second pass the layers that it serves; empty where nothing was measured."""
    status = peer.status
    if peer.decode_tps <= 0 or status is None or status.span is None:
        return ""
    return tr("{value} tokens/s", value=number_text(peer.decode_tps / status.span.num_layers, 0))


def num_others(swarm: SwarmView) -> int:
    """How many other members are there now."""
    return max(0, swarm.num_members - 1)


def presence_text(swarm: SwarmView) -> str:
    """Who is there, as one sentence."""
    if swarm.state == "connected":
        return tr_count(num_others(swarm), "{num} other computer is here.", "{num} other computers are here.")
    return {
        "opening": tr("Looking for the others…"),
        "alone": tr(
            "Nobody else is here yet. Invite somebody; the computers of a swarm find each other by themselves."
        ),
        "blocked": tr("This computer cannot get to the others."),
    }.get(swarm.state, tr("Not active."))


def short_presence(snapshot: Snapshot) -> str:
    """The same in two or three words, for the header."""
    swarm = snapshot.swarm
    if swarm is None:
        online = sum(peer.state == "online" for peer in snapshot.peers)
        return (
            tr(
                "{online} of {peers} online",
                online=online,
                peers=tr_count(len(snapshot.peers), "{num} peer", "{num} peers"),
            )
            if snapshot.peers
            else tr("no peers")
        )
    if swarm.state == "connected":
        return tr("{num_others} here", num_others=tr_count(num_others(swarm), "{num} other", "{num} others"))
    return {"opening": tr("looking for others"), "alone": tr("nobody else here"), "blocked": tr("network blocked")}.get(
        swarm.state, tr("no swarm")
    )


def coverage_text(snapshot: Snapshot, lanes: Sequence[Lane]) -> str:
    """Whether the chosen model can answer, and what is missing or hangs on one computer."""
    if snapshot.model is None:
        return tr("No model is on this computer yet, so there is nothing to cover.")
    name = model_text(snapshot.model.name, snapshot.model.identity)
    served = [lane.span for lane in lanes if lane.state == "ready"]
    gaps = gaps_of(snapshot.model.num_layers, served)
    if gaps and runs_alone(snapshot):
        text = tr("{name} runs on this computer alone; nobody shares {gaps}.", name=name, gaps=spans_text(gaps))
        return sentences_text([text, *_coming(gaps, lanes)])
    if snapshot.missing:
        missing = spans_text(snapshot.missing)
        text = tr("{name}: nobody serves {missing}, so it cannot answer yet.", name=name, missing=missing)
        return sentences_text([text, *_coming(snapshot.missing, lanes)])
    if gaps:
        text = tr("{name}: nobody serves {gaps} to others.", name=name, gaps=spans_text(gaps))
        return sentences_text([text, sentence(snapshot.route_note)])
    text = tr("{name}: all {num_layers} layers are served.", name=name, num_layers=snapshot.model.num_layers)
    once = layers_once(snapshot.model.num_layers, served)
    if snapshot.swarm is None or snapshot.swarm.state != "connected" or not once:
        return text
    return sentences_text([text, _on_one(once)])


def _coming(gaps: Sequence[Span], lanes: Sequence[Lane]) -> list[str]:
    return [tr("Somebody is getting layers ready.")] if is_coming(gaps, lanes) else []


def runs_alone(snapshot: Snapshot) -> bool:
    """Whether chats need nobody else, so that what the others lack keeps nothing from being answered."""
    return snapshot.route is not None and {hop.address for hop in snapshot.route.hops} == {"local"}


def _on_one(once: Sequence[Span]) -> str:
    return tr("Layers {layers} are each on one computer only: chats wait while it is away.", layers=spoken_list(once))


def other_model(snapshot: Snapshot) -> str:
    """The name of the model that the others serve, where nobody but us serves the chosen one; else empty."""
    if snapshot.model is None or any(serves(peer, snapshot.model.identity) for peer in snapshot.peers):
        return ""
    names = Counter(
        shard.model_name
        for peer in snapshot.peers
        if peer.state == "other_model" and peer.status
        for shard in peer.status.ready_shards()
    )
    return names.most_common(1)[0][0] if names else ""


def other_model_text(name: str) -> str:
    return tr("The others serve {name}, so they cannot help with this model.", name=short_model(name))


def _is_here(peer: PeerView) -> bool:
    try:
        return is_loopback(urlsplit(peer.address).hostname or "")
    except ValueError:
        return False


def _given_name(peer: PeerView) -> str:
    if len(peer.name) <= _MAX_NAME_CHARS and _PLAIN_NAME.fullmatch(peer.name):
        return peer.name  # as nearly all are: with thousands of members this is what a snapshot costs
    printable = "".join(c if c.isprintable() else " " for c in peer.name[: 4 * _MAX_NAME_CHARS])
    words = " ".join(printable.split())
    return words if len(words) <= _MAX_NAME_CHARS else words[: _MAX_NAME_CHARS - 1] + "…"


def _called(peer: PeerView, name: str, *, is_unique: bool) -> str:
    if not name:
        return address_text(peer.address)
    return name if is_unique else f"{name} ({short_id(peer.node_id) or address_text(peer.address)})"
