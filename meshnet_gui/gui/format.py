"""Numbers, times and states in words. Pure functions; every text that a panel shows twice is made here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import bytes_text, duration_text, number_text, spoken_list
from meshnet_gui.gui.translation import is_translated, mark, sentence, tr, tr_count, tr_marked
from meshnet_gui.modelstore.forecast import Forecast
from meshnet_gui.modelstore.precision import IN_WORDS, precision_of
from meshnet_gui.runtime.snapshot import FetchView, Snapshot
from meshnet_gui.swarm.node_id import short_id
from meshnet_gui.types import NodeStatus, Route, ShardStatus, Span

EVICTION_WORDS = {
    "ttl": mark("timed out"),
    "lru": mark("made room"),
    "replaced": mark("replaced"),
    "user": mark("evicted by you"),
    "closed": mark("ended by its head"),
    "unload": mark("shard unloaded"),
}
NO_NAMES: Mapping[str, str] = MappingProxyType({})
LOOKING = mark("Looking which layers are needed…")
STARTING = mark("Starting…")
NO_MODEL = mark("No model is on this computer yet.")
_SESSION_STATE_WORDS = {"prefill": mark("reading"), "decode": mark("writing"), "idle": mark("idle")}
NODE_STATE_WORDS = {
    "off": mark("Off"),
    "loading": mark("Loading…"),
    "joining": mark("Checking…"),
    "ready": mark("Ready"),
    "draining": mark("Finishing running chats…"),
    "stopping": mark("Stopping…"),
    "failed": mark("Failed"),
    "paused": mark("Paused"),
}
_FOR_TERMINALS = re.compile(r"(?:(?<=[.!?])\s|^)[^.!?]*: meshnet .*", re.DOTALL)
_BETWEEN_STEPS_S = 1.5  # while the other hops compute, a session in use is idle here
PRECISION_WORDS = {"auto": mark("As stored"), "bf16": mark("16 bit"), "int8": mark("8 bit"), "int4": mark("4 bit")}
PEER_STATE_WORDS = {
    "probing": mark("Checking…"),
    "online": mark("Online"),
    "joining": mark("Joining"),
    "draining": mark("Leaving"),
    "not_ready": mark("Not ready"),
    "other_model": mark("Other model"),
    "other_precision": mark("Other precision"),
    "offline": mark("Offline"),
}


def compute_text(dtype: str, device: str) -> str:
    """What a shard computes in, and where if that is a GPU: ``float32``, ``bfloat16 on cuda``."""
    return dtype if device in ("", "cpu") or not dtype else tr("{dtype} on {device}", dtype=dtype, device=device)


def weights_text(identity: str) -> str:
    """``8-bit weights``; empty for weights as stored."""
    words = tr_marked(PRECISION_WORDS.get(precision_of(identity), ""))
    return tr("{words} weights", words=words.replace(" ", "-")) if words else ""


def model_text(name: str, identity: str) -> str:
    """``SmolLM2-135M``, or ``SmolLM2-135M in 8 bit``: two computers must agree on both."""
    words = tr_marked(PRECISION_WORDS.get(precision_of(identity), ""))
    return tr("{name} in {words}", name=short_model(name), words=words) if words else short_model(name)


def precision_text(identity: str) -> str:
    """``in 8 bit``, or ``as stored``."""
    return sentence(IN_WORDS[precision_of(identity) or "auto"])


def compact_duration_text(seconds: float) -> str:
    """``75`` -> ``1m 15s``, for table cells."""
    if is_translated():
        return duration_text(seconds)
    return duration_text(seconds).replace(" min", "m").replace(" s", "s").replace(" h", "h").replace(" d", "d")


def ago_text(seconds: float) -> str:
    """``3`` -> ``just now``; ``75`` -> ``1 min 15 s ago``."""
    return tr("just now") if seconds < 5 else tr("{seconds} ago", seconds=duration_text(seconds))


def address_text(address: str) -> str:
    """An address as a person writes it: a base URL without ``http``, a member by its short id; our own has none."""
    if address == "local":
        return tr("this computer")
    if address.startswith("node:"):
        return tr("node {short_id}", short_id=short_id(address.removeprefix("node:")))
    return address.removeprefix("http://").rstrip("/")


def route_text(route: Route, names: Mapping[str, str] = NO_NAMES) -> str:
    """``this computer [0-15] → the laptop [15-30]``; whoever is not in ``names`` goes by its address."""
    return " → ".join(f"{names.get(hop.address) or address_text(hop.address)} [{hop.span}]" for hop in route.hops)


def spans_text(spans: Sequence[Span]) -> str:
    """``layers 0-10 and 15-30``."""
    return tr("layers {spans}", spans=spoken_list(spans))


def error_text(error: MeshnetError) -> str:
    """The error with its hint, unless that is a line for a terminal: the window has a button for it."""
    return sentence(error.text if "meshnet " in error.hint else str(error))


def for_window(text: str) -> str:
    """The same for an error with its hint in one text: the sentence with a line for a terminal ends it."""
    return sentence(_FOR_TERMINALS.sub("", text))


def shown_node(snapshot: Snapshot) -> NodeStatus:
    """Our own node in the window's words: what the core says of a missing model names a terminal command."""
    no_model = snapshot.node.state == "failed" and not snapshot.models
    return replace(snapshot.node, error=tr_marked(NO_MODEL)) if no_model else snapshot.node


def own_state_text(snapshot: Snapshot, address: str = "") -> str:
    """What our own node does, as one line; before it serves it may first look what the swarm needs."""
    if is_starting(snapshot):
        return tr_marked(STARTING)
    fetch = bringing(snapshot)
    if fetch is not None:
        return _bringing_text(snapshot.node, fetch)
    return tr_marked(LOOKING) if is_looking(snapshot) else node_state_text(shown_node(snapshot), address)


def bringing(snapshot: Snapshot) -> FetchView | None:
    """The fetch of layers that our own node needs before it can load them."""
    node = snapshot.node
    if node.state != "loading":
        return None
    coming = (each for each in snapshot.fetches if each.state in ("waiting", "fetching", "checking"))
    return next((each for each in coming if each.model == node.model_name), None)


def _bringing_text(node: NodeStatus, fetch: FetchView) -> str:
    done, total = bytes_text(fetch.done_bytes), bytes_text(fetch.total_bytes)
    parts = [tr("{done_bytes} of {total_bytes}", done_bytes=done, total_bytes=total)] if fetch.total_bytes else []
    if fetch.eta_s is not None and fetch.eta_s >= 1:
        parts.append(tr("{eta_s} left", eta_s=duration_text(fetch.eta_s)))
    amount = ", ".join(parts)
    if node.span is None:
        return tr("Getting its layers first: {amount}…", amount=amount) if amount else tr("Getting its layers first…")
    if not amount:
        return tr("Getting layers {span} first…", span=node.span)
    return tr("Getting layers {span} first: {amount}…", span=node.span, amount=amount)


def drawn_state(snapshot: Snapshot) -> str:
    """Our own node's state as its dot and the tray draw it: on the way counts as loading."""
    return "loading" if is_starting(snapshot) or is_looking(snapshot) else snapshot.node.state


def is_starting(snapshot: Snapshot) -> bool:
    """Whether our node is to be on as before and waits until the program has started."""
    return snapshot.settings.contributing and bool(snapshot.startup) and snapshot.node.state == "off"


def is_looking(snapshot: Snapshot) -> bool:
    """Whether our node is on and has not chosen its layers yet."""
    wants = snapshot.settings.contributing and not snapshot.settings.span and snapshot.model is not None
    return wants and snapshot.node.state == "off" and snapshot.swarm is not None and not snapshot.startup


def node_state_text(node: NodeStatus, address: str = "") -> str:
    """Our own node's state as one line."""
    span = node.span
    if node.state == "loading":
        return tr("Loading layers {span}…", span=span) if span else tr("Loading…")
    if node.state == "ready":
        ready = _ready_text(node)
        return tr("{ready} at {address}", ready=ready, address=address) if address else ready
    if node.state == "joining":
        return tr("Checking layers {span} before others use them…", span=span) if span else tr("Checking…")
    if node.state == "draining":
        return tr("Finishing: running chats move to other computers first…")
    if node.state == "stopping":
        return tr("Stopping…")
    if node.state == "failed":
        return tr("Failed: {error}", error=sentence(node.error) or tr("no reason given"))
    if node.state == "paused":
        return tr("Paused: layers {span} stay in memory for a while", span=span) if span else tr("Paused")
    return tr("Off")


def _ready_text(node: NodeStatus) -> str:
    if node.span is None:
        return tr("Ready: model")
    others = len(node.ready_shards()) - 1
    if others <= 0:
        return tr("Ready: layers {span}", span=node.span)
    return tr_count(
        others,
        "Ready: layers {span} and {num} shard more",
        "Ready: layers {span} and {num} shards more",
        span=node.span,
    )


def layers_text(node: NodeStatus) -> str:
    """``layers 0-15 of 30``, or ``layers 0-5 and 10-15 of 30``, or of several models each by name."""
    shards = node.ready_shards()
    if len(shards) < 2:
        return tr("layers {span} of {num_layers}", span=node.span, num_layers=node.num_layers)
    if len({shard.identity for shard in shards}) == 1:
        return tr(
            "{spans} of {num_layers}", spans=spans_text([shard.span for shard in shards]), num_layers=node.num_layers
        )
    return ", ".join(tr("{span} of {model}", span=shard.span, model=short_model(shard.model_name)) for shard in shards)


def shard_name_text(shard: ShardStatus) -> str:
    """``SmolLM2-135M layers 0-15``."""
    return tr("{model_name} layers {span}", model_name=short_model(shard.model_name), span=shard.span)


def shard_state_text(shard: ShardStatus) -> str:
    """What it takes now and at worst, or why it is not there."""
    if shard.state == "ready":
        return tr(
            "{shard_bytes}, at worst {worst_case_bytes}",
            shard_bytes=bytes_text(shard.shard_bytes),
            worst_case_bytes=bytes_text(shard.worst_case_bytes),
        )
    return (
        (sentence(shard.error) or tr("Failed"))
        if shard.state == "failed"
        else tr_marked(NODE_STATE_WORDS.get(shard.state, shard.state))
    )


def forecast_text(seen: Forecast) -> str:
    """The worst case with the numbers that make it; empty where nothing is known of the session caches."""
    if not seen.kv_bytes_per_token:
        return ""
    each = tr(
        "{context_tokens} tokens × {kv_bytes_per_token}",
        context_tokens=number_text(seen.context_tokens),
        kv_bytes_per_token=bytes_text(seen.kv_bytes_per_token),
    )
    asked = seen.max_sessions * seen.context_tokens * seen.kv_bytes_per_token
    text = tr(
        "At worst {worst_bytes}: {max_sessions} × {each}",
        worst_bytes=bytes_text(seen.worst_bytes),
        max_sessions=tr_count(seen.max_sessions, "{num} session", "{num} sessions"),
        each=each,
    )
    if asked <= seen.max_cache_bytes:
        return text
    return tr("{text}, limited to {size}", text=text, size=bytes_text(seen.max_cache_bytes))


def short_model(name: str) -> str:
    """The last part of a repository name, which is the one that people say."""
    return name.rstrip("/").rsplit("/", 1)[-1]


def session_state_text(state: str, idle_s: float) -> str:
    """What a session is doing: one whose last step was a moment ago is in use and waits for its next."""
    if state == "idle" and idle_s < _BETWEEN_STEPS_S:
        return tr("in use")
    return tr_marked(_SESSION_STATE_WORDS.get(state, state))
