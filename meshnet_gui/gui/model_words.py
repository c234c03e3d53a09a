"""Models, their layers on this disk and their fetches in words and numbers. Pure functions of snapshots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from meshnet_gui.gui.amounts import (
    bytes_text,
    duration_text,
    ended,
    in_front,
    number_text,
    sentences_text,
    spoken_list,
)
from meshnet_gui.gui.format import for_window, short_model, spans_text
from meshnet_gui.gui.translation import mark, tr, tr_count, tr_marked
from meshnet_gui.modelstore.piece_bytes import PieceBytes
from meshnet_gui.runtime.snapshot import DiskView, FetchView, ModelView, Snapshot, SwarmModelView
from meshnet_gui.types import Span, uncovered

IN_CHATS = mark("Used in chats")
_STANDS = MappingProxyType(  # a fetch that does not come now: without and with what is said of it
    {
        "failed": (mark("Failed"), mark("Failed: {text}")),
        "paused": (mark("Paused"), mark("Paused: {text}")),
        "waiting": (mark("Waiting…"), mark("Waiting: {text}")),
        "adding": (mark("Looking what it consists of…"), mark("Looking what it consists of: {text}")),
        "checking": (mark("Checking what has come…"), mark("Checking what has come: {text}")),
    }
)
_MIN_ETA_S = 1.0
_SHOWN_LEFT_OUT = 2


def whole_span(model: ModelView) -> Span:
    """All its layers."""
    return Span(0, model.num_layers)


def is_complete(model: ModelView) -> bool:
    """Whether every layer of it is here."""
    return model.is_whole or not uncovered(model.held, whole_span(model))


def choice_text(model: ModelView) -> str:
    """Its name in a list to choose from, with how many of its layers are here where not all are."""
    if is_complete(model):
        return short_model(model.name)
    num_held = sum(span.num_layers for span in model.held)
    here = tr("no layers here")
    if num_held:
        here = tr_count(model.num_layers, "{held} of {num} layer here", "{held} of {num} layers here", held=num_held)
    return f"{short_model(model.name)} · {here}"


def pieces_on_disk(model: ModelView) -> PieceBytes:
    """What its pieces take as stored: each as much of the weight files as it has of the numbers, so about."""
    sizes = model.sizes
    if sizes is None:
        return PieceBytes((model.weight_bytes // model.num_layers,) * model.num_layers, 0, 0, tied=False)
    counts = [weights.products + weights.others for weights in (*sizes.layers, sizes.embedding, sizes.tail)]
    *layers, embedding, tail = (round(model.weight_bytes * count / max(1, sum(counts))) for count in counts)
    return PieceBytes(tuple(layers), embedding, tail, sizes.tied, sizes.ids_everywhere)


def bytes_to_get(model: ModelView, span: Span) -> int:
    """What a fetch of these layers would still bring, about."""
    missing = uncovered(model.held, span)
    if model.is_whole or not missing:
        return 0
    pieces = pieces_on_disk(model)
    ends = pieces.of_span(span) - _layers_bytes(pieces, (span,))
    ends_here = max(0, model.held_bytes - _layers_bytes(pieces, model.held))
    return _layers_bytes(pieces, missing) + max(0, ends - ends_here)


def bytes_freed(model: ModelView, span: Span) -> int:
    """What is free again once these layers are removed, with the ends that no other layer here needs, about."""
    staying = tuple(part for held in model.held for part in uncovered((span,), held))
    if not staying:
        return model.held_bytes
    pieces = pieces_on_disk(model)
    layers = _layers_bytes(pieces, model.held) - _layers_bytes(pieces, staying)
    return layers + _ends_bytes(pieces, model.held) - _ends_bytes(pieces, staying)


def _ends_bytes(pieces: PieceBytes, spans: Sequence[Span]) -> int:
    """What embedding and tail take that these layers need."""
    last = len(pieces.layers)
    is_front = any(span.start == 0 for span in spans)
    is_tail = any(span.end == last for span in spans)
    needs_all = bool(spans) and pieces.ids_everywhere
    front = pieces.embedding if is_front or needs_all or (is_tail and pieces.tied) else 0
    return front + (pieces.tail if is_tail or needs_all else 0)


def shared_spans(model: ModelView, snapshot: Snapshot) -> tuple[Span, ...]:
    """The layers of it that others compute with here, so that they must stay."""
    node = snapshot.node
    shared = [shard.span for shard in node.shards if shard.model_name == model.name and shard.state != "failed"]
    if not shared and node.model_name == model.name and node.span and node.state not in ("off", "failed"):
        shared = [node.span]
    return tuple(shared)


def held_text(model: ModelView) -> str:
    """Which layers are here: ``all 30 layers``, ``layers 0-12 of 30``, or that none is."""
    if is_complete(model):
        return tr_count(model.num_layers, "its {num} layer", "all {num} layers")
    return (
        tr("{held} of {num_layers}", held=spans_text(model.held), num_layers=model.num_layers)
        if model.held
        else tr("no layers on this disk yet")
    )


def stored_text(model: ModelView, now: float) -> str:
    """The line under a model's name: its layers, what it takes, where it came from and when it was used last.

    ``now`` in seconds since 1970.
    """
    parts = [held_text(model), tr("{held_bytes} on this disk", held_bytes=bytes_text(model.held_bytes))]
    if not is_complete(model):
        parts[-1] = tr(
            "{held_bytes} of {weight_bytes}",
            held_bytes=bytes_text(model.held_bytes),
            weight_bytes=bytes_text(model.weight_bytes),
        )
    elif not model.can_fetch:
        parts.append(tr("imported"))
    if model.used_at and model.held:
        parts.append(tr("used {used}", used=used_text(max(0.0, now - model.used_at))))
    return in_front(" · ".join(parts))


def used_text(idle_s: float) -> str:
    """When it was used last, as coarse as people remember."""
    if idle_s < 3600:
        return tr("within the last hour")
    hours = int(idle_s // 3600)
    if hours >= 24:
        return tr_count(hours // 24, "{num} day ago", "{num} days ago")
    return tr_count(hours, "{num} hour ago", "{num} hours ago")


def start_fetch_text(model: ModelView, span: Span) -> str:
    """What sharing these layers would fetch before it starts; empty where all of them are here."""
    missing = uncovered(model.held, span)
    if model.is_whole or not missing:
        return ""
    size = bytes_text(bytes_to_get(model, span))
    if missing == (span,):
        return tr("None of these layers is on this disk yet: about {size} are fetched first.", size=size)
    return tr(
        "Layers {layers} are not on this disk yet: about {size} are fetched first.",
        layers=spoken_list(missing),
        size=size,
    )


def uses_of(model: ModelView, snapshot: Snapshot) -> tuple[str, ...]:
    """What needs it now: chats, and the layers that are shared."""
    shared = shared_spans(model, snapshot)
    chats = (tr_marked(IN_CHATS),) if snapshot.model is not None and snapshot.model.name == model.name else ()
    return (*chats, *((tr("Shares {shared}", shared=spans_text(shared)),) if shared else ()))


def is_shared(model: ModelView, snapshot: Snapshot) -> bool:
    """Whether others compute with it here, so that it must stay."""
    return any(use != tr_marked(IN_CHATS) for use in uses_of(model, snapshot))


def fetch_of(name: str, fetches: Sequence[FetchView]) -> FetchView | None:
    """The fetch of one model."""
    return next((fetch for fetch in fetches if fetch.model == name), None)


def fetch_text(fetch: FetchView) -> str:
    """How far a fetch is, as one line."""
    amount = (
        tr(
            "{done_bytes} of {total_bytes}",
            done_bytes=bytes_text(fetch.done_bytes),
            total_bytes=bytes_text(fetch.total_bytes),
        )
        if fetch.total_bytes
        else ""
    )
    stands = _STANDS.get("waiting" if fetch.state == "fetching" and fetch.text else fetch.state)
    if stands is None:
        getting = tr("Getting {amount}", amount=amount) if amount else tr("Getting")
        return " · ".join(part for part in (getting, *_pace(fetch), sources_text(fetch)) if part)
    text = for_window(fetch.text)
    words = tr_marked(stands[1], text=text) if text else tr_marked(stands[0])
    note = _has_come(fetch, amount)
    return sentences_text([ended(words), note]) if note else words


def _has_come(fetch: FetchView, amount: str) -> str:
    """What is here of a fetch that stands still, as a sentence."""
    if not (amount and fetch.done_bytes):
        return ""
    return {
        "failed": tr("{amount} are here and stay.", amount=amount),
        "paused": tr("{amount} are here.", amount=amount),
        "fetching": tr("{amount} are here; it goes on by itself.", amount=amount),
    }.get(fetch.state, "")


def _pace(fetch: FetchView) -> tuple[str, ...]:
    speed = (tr("{amount}/s", amount=bytes_text(fetch.bytes_per_s)),) if fetch.bytes_per_s > 0 else ()
    left = (
        (tr("{eta_s} left", eta_s=duration_text(fetch.eta_s)),)
        if fetch.eta_s is not None and fetch.eta_s >= _MIN_ETA_S
        else ()
    )
    return (*speed, *left)


def sources_text(fetch: FetchView) -> str:
    """Who gives it: the hub, members, or both, with the larger share first."""
    hub = tr("from the hub") if fetch.hub_bytes else ""
    peers = tr("from your swarm") if fetch.peer_bytes else ""
    if fetch.num_peers:
        peers = tr_count(fetch.num_peers, "from {num} computer of your swarm", "from {num} computers of your swarm")
    named = [hub, peers] if fetch.hub_bytes >= fetch.peer_bytes else [peers, hub]
    return spoken_list([each for each in named if each])


def left_out_text(fetch: FetchView) -> str:
    """Who gives nothing more of it and why, in few words; empty where that is nobody."""
    said = [ended(for_window(why)) for why in fetch.dropped if why.rstrip(".") not in fetch.text]
    if not said:
        return ""
    others = len(said) - _SHOWN_LEFT_OUT
    parts = said[:_SHOWN_LEFT_OUT]
    if others > 0:
        parts.append(tr_count(others, "And {num} other.", "And {num} others."))
    if fetch.state not in ("failed", "paused"):
        parts.append(tr("What is missing comes from elsewhere."))
    return tr("Left out: {sentences}", sentences=sentences_text(parts))


def share_of(fetch: FetchView) -> float:
    """How much of it has come, from 0 to 1."""
    return min(1.0, fetch.done_bytes / fetch.total_bytes) if fetch.total_bytes > 0 else 0.0


def disk_text(disk: DiskView) -> str:
    """What models take, and what they may."""
    used, free = bytes_text(disk.used_bytes), tr("{free} of the disk are free.", free=bytes_text(disk.free_bytes))
    if not disk.limit_bytes:
        return sentences_text([tr("Models take {used}.", used=used), free])
    limit = bytes_text(disk.limit_bytes)
    return sentences_text([tr("Models take {used} of {limit} that they may take.", used=used, limit=limit), free])


def leftovers_text(disk: DiskView) -> str:
    """What no model needs; empty where there is none of it."""
    if not disk.num_leftovers:
        return ""
    return tr_count(
        disk.num_leftovers,
        "{num} file or folder that no model needs takes {size}.",
        "{num} files or folders that no model needs take {size}.",
        size=bytes_text(disk.leftover_bytes),
    )


def swarm_model_text(model: SwarmModelView) -> str:
    """How far the swarm covers a model, and by how many."""
    if not model.missing:
        return tr_count(
            model.num_members,
            "All {layers} layers on {num} other computer",
            "All {layers} layers on {num} other computers",
            layers=number_text(model.num_layers),
        )
    layers = spoken_list(model.missing)
    missing = tr("Layers {layers} of {num_layers} missing", layers=layers, num_layers=model.num_layers)
    return f"{missing} · {tr_count(model.num_members, '{num} other computer', '{num} other computers')}"


def _layers_bytes(pieces: PieceBytes, spans: Iterable[Span]) -> int:
    return sum(sum(pieces.layers[span.start : span.end]) for span in spans)
