"""Models, their layers on this disk and their fetches in words and numbers. Pure functions of snapshots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meshnet_gui.gui.amounts import bytes_text, duration_text, number_text
from meshnet_gui.gui.format import for_window, short_model, spans_text
from meshnet_gui.gui.translation import mark, sentence, tr, tr_count, tr_marked
from meshnet_gui.modelstore.piece_bytes import PieceBytes
from meshnet_gui.runtime.snapshot import DiskView, FetchView, ModelView, Snapshot, SwarmModelView
from meshnet_gui.types import Span, uncovered

ONLY_SMALL_FILES = mark("No layers on this disk yet")
IN_CHATS = mark("Used in chats")
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
    here = (
        tr(
            "{num_held} of {num_layers} here",
            num_held=num_held,
            num_layers=tr_count(model.num_layers, "{num} layer", "{num} layers"),
        )
        if num_held
        else tr("no layers here")
    )
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
        return tr("all {num_layers}", num_layers=tr_count(model.num_layers, "{num} layer", "{num} layers"))
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
        parts.append("imported")
    if model.used_at and model.held:
        parts.append(tr("used {used}", used=used_text(max(0.0, now - model.used_at))))
    words = " · ".join(parts)
    return words[:1].upper() + words[1:]


def used_text(idle_s: float) -> str:
    """When it was used last, as coarse as people remember."""
    if idle_s < 3600:
        return tr("within the last hour")
    hours = int(idle_s // 3600)
    return (
        tr("{count} ago", count=tr_count(hours // 24, "{num} day", "{num} days"))
        if hours >= 24
        else tr("{hours} ago", hours=tr_count(hours, "{num} hour", "{num} hours"))
    )


def start_fetch_text(model: ModelView, span: Span) -> str:
    """What sharing these layers would fetch before it starts; empty where all of them are here."""
    missing = uncovered(model.held, span)
    if model.is_whole or not missing:
        return ""
    which = (
        tr("None of these layers is")
        if missing == (span,)
        else tr("{missing} are not", missing=spans_text(missing).capitalize())
    )
    return tr(
        "{which} on this disk yet: about {bytes_to_get} are fetched first.",
        which=which,
        bytes_to_get=bytes_text(bytes_to_get(model, span)),
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
    has_come = bool(amount and fetch.done_bytes)
    if fetch.state == "failed":
        return _with(
            tr("Failed"), sentence(fetch.text), tr("{amount} are here and stay", amount=amount) if has_come else ""
        )
    if fetch.state == "paused":
        return _with(tr("Paused"), sentence(fetch.text), tr("{amount} are here", amount=amount) if has_come else "")
    if fetch.state == "waiting":
        return _with(tr("Waiting"), sentence(fetch.text))
    if fetch.state == "adding":
        return _with(tr("Looking what it consists of"), sentence(fetch.text))
    if fetch.state == "checking":
        return _with(tr("Checking what has come"), sentence(fetch.text))
    if fetch.text:  # nothing comes now
        return _with(
            tr("Waiting"),
            sentence(fetch.text),
            tr("{amount} are here; it goes on by itself", amount=amount) if has_come else "",
        )
    return " · ".join(part for part in (f"Getting {amount}".strip(), *_pace(fetch), sources_text(fetch)) if part)


def _pace(fetch: FetchView) -> tuple[str, ...]:
    speed = (f"{bytes_text(fetch.bytes_per_s)}/s",) if fetch.bytes_per_s > 0 else ()
    left = (
        (tr("{eta_s} left", eta_s=duration_text(fetch.eta_s)),)
        if fetch.eta_s is not None and fetch.eta_s >= _MIN_ETA_S
        else ()
    )
    return (*speed, *left)


def sources_text(fetch: FetchView) -> str:
    """Who gives it: the hub, members, or both, with the larger share first."""
    hub = tr("the hub") if fetch.hub_bytes else ""
    peers = (
        tr("{num_peers} of your swarm", num_peers=tr_count(fetch.num_peers, "{num} computer", "{num} computers"))
        if fetch.num_peers
        else ""
    )
    if fetch.peer_bytes and not peers:
        peers = tr("your swarm")
    named = [hub, peers] if fetch.hub_bytes >= fetch.peer_bytes else [peers, hub]
    return " and ".join(filter(None, named)) and tr("from {value}", value=" and ".join(filter(None, named)))


def left_out_text(fetch: FetchView) -> str:
    """Who gives nothing more of it and why, in few words; empty where that is nobody."""
    said = [_sentence(for_window(why)) for why in fetch.dropped if why.rstrip(".") not in sentence(fetch.text)]
    if not said:
        return ""
    others = len(said) - _SHOWN_LEFT_OUT
    parts = [
        *said[:_SHOWN_LEFT_OUT],
        *([tr("And {others}.", others=tr_count(others, "{num} other", "{num} others"))] if others > 0 else []),
    ]
    parts += [] if fetch.state in ("failed", "paused") else [tr("What is missing comes from elsewhere.")]
    return tr("Left out: {value}", value=" ".join(parts))


def _sentence(text: str) -> str:
    return f"{text.rstrip('.')}."


def share_of(fetch: FetchView) -> float:
    """How much of it has come, from 0 to 1."""
    return min(1.0, fetch.done_bytes / fetch.total_bytes) if fetch.total_bytes > 0 else 0.0


def _with(state: str, said: str, note: str = "") -> str:
    text = for_window(said)
    words = f"{state}: {text}" if text else f"{state}…" if state not in ("Failed", "Paused") else state
    return f"{words.rstrip('.')}. {note}." if note else words


def disk_text(disk: DiskView) -> str:
    """What models take, and what they may."""
    limit = (
        tr(" of {limit_bytes} that they may take", limit_bytes=bytes_text(disk.limit_bytes)) if disk.limit_bytes else ""
    )
    return tr(
        "Models take {used_bytes}{limit}. {free_bytes} of the disk are free.",
        used_bytes=bytes_text(disk.used_bytes),
        limit=limit,
        free_bytes=bytes_text(disk.free_bytes),
    )


def leftovers_text(disk: DiskView) -> str:
    """What no model needs; empty where there is none of it."""
    if not disk.num_leftovers:
        return ""
    one = disk.num_leftovers == 1
    what = (
        tr("One file or folder")
        if one
        else tr("{num_leftovers} files or folders", num_leftovers=number_text(disk.num_leftovers))
    )
    return tr(
        "{what} that no model needs {value} {leftover_bytes}.",
        what=what,
        value="takes" if one else "take",
        leftover_bytes=bytes_text(disk.leftover_bytes),
    )


def swarm_model_text(model: SwarmModelView) -> str:
    """How far the swarm covers a model, and by how many."""
    who = tr_count(model.num_members, "{num} other computer", "{num} other computers")
    if not model.missing:
        return tr(
            "All {num_layers} on {who}", num_layers=tr_count(model.num_layers, "{num} layer", "{num} layers"), who=who
        )
    return tr(
        "{missing} of {num_layers} missing · {who}",
        missing=spans_text(model.missing).capitalize(),
        num_layers=model.num_layers,
        who=who,
    )


def _layers_bytes(pieces: PieceBytes, spans: Iterable[Span]) -> int:
    return sum(sum(pieces.layers[span.start : span.end]) for span in spans)
