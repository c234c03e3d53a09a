"""``GET /status`` <-> ``NodeStatus``. What a peer says of itself is checked and bounded before use."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

from meshnet_gui.types import (
    EVICTION_REASONS,
    MAX_IDENTITY_CHARS,
    NODE_STATES,
    EvictionRecord,
    NodeStatus,
    SessionStatus,
    ShardStatus,
    Span,
)
from meshnet_gui.wire.limits import (
    MAX_REASON_CHARS,
    MAX_SHARD_TEXT_CHARS,
    MAX_STATUS_BYTES,
    MAX_STATUS_EVICTIONS,
    MAX_STATUS_SESSIONS,
    MAX_STATUS_SHARDS,
)
from meshnet_gui.wire.refusals import printable

PROTOCOL_VERSION = 1
_T = TypeVar("_T")
_COUNTERS = ("requests", "tokens", "cache_misses", "refusals", "evictions", "prefilled_tokens", "reused_tokens")


def encode_status(status: NodeStatus) -> bytes:
    """The JSON body of ``GET /status``; spans are written as ``"12-24"``. Cut to what ``parse_status`` takes."""
    bounded = replace(
        status,
        sessions=status.sessions[-MAX_STATUS_SESSIONS:],
        evictions=status.evictions[:MAX_STATUS_EVICTIONS],
        model_name=printable(status.model_name),
        error=printable(status.error),
        shards=tuple(map(_short, status.shards[:MAX_STATUS_SHARDS])),
    )
    return json.dumps({"protocol": PROTOCOL_VERSION} | _plain(bounded)).encode()


def _short(shard: ShardStatus) -> ShardStatus:
    name, error = (printable(text)[:MAX_SHARD_TEXT_CHARS] for text in (shard.model_name, shard.error))
    return replace(shard, model_name=name, error=error)


def parse_status(body: bytes) -> NodeStatus:
    """What a peer says of itself. Raises ValueError where it is malformed or out of bounds."""
    if len(body) > MAX_STATUS_BYTES:
        raise ValueError("the status is too long")
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as exc:
        raise ValueError("the status is not JSON") from exc
    if not isinstance(content, dict):
        raise ValueError("the status is not an object")
    try:
        return _status(content)
    except (KeyError, TypeError, AttributeError, OverflowError) as exc:
        raise ValueError(f"the status is malformed ({type(exc).__name__})") from exc


def _status(c: dict[str, Any]) -> NodeStatus:
    counters = c.get("counters", {})
    return NodeStatus(
        state=_one_of(c["state"], NODE_STATES),
        model_name=_text(c["model_name"]),
        identity=_text(c["identity"], MAX_IDENTITY_CHARS),
        span=None if c["span"] is None else Span.parse(c["span"]),
        num_layers=_count(c["num_layers"]),
        shard_bytes=_count(c["shard_bytes"]),
        dtype=_text(c["dtype"], 32),
        runner=_text(c.get("runner", ""), 32),
        device=_text(c.get("device", ""), 32),
        supports_kv_cache=_flag(c["supports_kv_cache"]),
        sessions=_items(c["sessions"], MAX_STATUS_SESSIONS, _session),
        evictions=_items(c["evictions"], MAX_STATUS_EVICTIONS, _eviction),
        used_bytes=_count(c["used_bytes"]),
        limit_bytes=_count(c["limit_bytes"]),
        max_sessions=_count(c["max_sessions"]),
        ttl_s=_measure(c["ttl_s"]),
        counters={name: _count(counters.get(name, 0)) for name in _COUNTERS},
        error=_text(c["error"]),
        shards=_items(c.get("shards", []), MAX_STATUS_SHARDS, _shard),
        worst_case_bytes=_count(c.get("worst_case_bytes", 0)),
        free_cache_bytes=_count(c.get("free_cache_bytes", max(0, _count(c["limit_bytes"]) - _count(c["used_bytes"])))),
        weights_sent_bytes=_count(c.get("weights_sent_bytes", 0)),
    )


def _shard(c: dict[str, Any]) -> ShardStatus:
    return ShardStatus(
        state=_one_of(c["state"], NODE_STATES),
        model_name=_text(c["model_name"]),
        identity=_text(c["identity"], MAX_IDENTITY_CHARS),
        span=Span.parse(c["span"]),
        num_layers=_count(c["num_layers"]),
        shard_bytes=_count(c["shard_bytes"]),
        dtype=_text(c["dtype"], 32),
        runner=_text(c["runner"], 32),
        device=_text(c.get("device", ""), 32),
        supports_kv_cache=_flag(c["supports_kv_cache"]),
        context_tokens=_count(c["context_tokens"]),
        num_sessions=_count(c["num_sessions"]),
        kv_bytes_per_token=_count(c["kv_bytes_per_token"]),
        worst_case_bytes=_count(c["worst_case_bytes"]),
        error=_text(c["error"]),
        decode_tps=_measure(c.get("decode_tps", 0.0)),
        prefill_tps=_measure(c.get("prefill_tps", 0.0)),
        queue_s=_measure(c.get("queue_s", 0.0)),
    )


def _session(c: dict[str, Any]) -> SessionStatus:
    return SessionStatus(
        short_id=_text(c["short_id"], 8),
        span=Span.parse(c["span"]),
        num_tokens=_count(c["num_tokens"]),
        num_bytes=_count(c["num_bytes"]),
        state=_one_of(c["state"], ("prefill", "decode", "idle")),
        age_s=_measure(c["age_s"]),
        idle_s=_measure(c["idle_s"]),
        ttl_left_s=_measure(c["ttl_left_s"]),
        shard=_count(c.get("shard", 0)),
    )


def _eviction(c: dict[str, Any]) -> EvictionRecord:
    return EvictionRecord(
        short_id=_text(c["short_id"], 8),
        reason=_one_of(c["reason"], EVICTION_REASONS),
        num_tokens=_count(c["num_tokens"]),
        num_bytes=_count(c["num_bytes"]),
        ago_s=_measure(c["ago_s"]),
    )


def _plain(value: object) -> Any:
    if isinstance(value, Span):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, (NodeStatus, ShardStatus, SessionStatus, EvictionRecord)):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    return value


def _items(value: object, most: int, parse: Callable[[dict[str, Any]], _T]) -> tuple[_T, ...]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError("a list in the status is missing or too long")
    return tuple(parse(item) for item in value)


def _text(value: object, most: int = MAX_REASON_CHARS) -> str:
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise ValueError("a text in the status is missing, too long or not printable")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("a flag in the status is missing")
    return value


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**62:
        raise ValueError("a number in the status is missing or out of range")
    return value


def _measure(value: object) -> float:
    """Seconds, or tokens per second."""
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float))
        or not math.isfinite(value)
        or not 0 <= value < 1e10
    ):
        raise ValueError("a time or speed in the status is missing or out of range")
    return float(value)


def _one_of(value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise ValueError("a state or reason in the status is unknown")
    return value
