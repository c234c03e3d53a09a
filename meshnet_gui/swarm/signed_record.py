"""``NodeRecord`` <-> signed bytes. What a member says of itself is checked and bounded before use.

    public key (32 bytes) | signature (64 bytes) | JSON

The signature is over the JSON's exact bytes, and the JSON names the swarm: a record of one swarm says nothing in
another. Who it is from follows from the key, so nobody can say anything in another's name. An *answer* puts a second
signature before a record, over a number that the asker chose: nobody can answer with what a member said earlier.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

from meshnet_gui.errors import UserError
from meshnet_gui.swarm.identity import Identity, verify
from meshnet_gui.swarm.node_id import is_node_id, node_id_of
from meshnet_gui.swarm.probe import normal_address
from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.types import MAX_IDENTITY_CHARS, NODE_STATES, Span
from meshnet_gui.wire.limits import MAX_SHARD_TEXT_CHARS, MAX_STATUS_SHARDS

MAX_RECORD_BYTES = 24 * 1024
MAX_NAME_CHARS = 64
MAX_VERSION_CHARS = 32
MAX_ADDRESSES = 8
MAX_ROUND_TRIPS = 32
NONCE_BYTES = 16
_KEY_BYTES, _SIGNATURE_BYTES = 32, 64
_RECORD, _ANSWER = b"record 1\0", b"answer 1\0"
_T = TypeVar("_T")


def sign_record(record: NodeRecord, swarm_id: str, identity: Identity) -> bytes:
    """The record as its node sends it. Texts and lists are cut to what ``open_record`` takes."""
    content = _plain(record) | {"swarm": swarm_id}
    del content["node_id"]
    body = json.dumps(content, separators=(",", ":")).encode()
    return identity.public_key + identity.sign(_RECORD + body) + body


def open_record(signed: bytes, swarm_id: str) -> NodeRecord:
    """What a member says of itself. Raises ValueError where it is forged, malformed, or of another swarm."""
    key, signature, body = _parts(signed)
    if not verify(key, signature, _RECORD + body):
        raise ValueError("the signature is not the node's")
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as exc:
        raise ValueError("the record is not JSON") from exc
    if not isinstance(content, dict) or content.get("swarm") != swarm_id:
        raise ValueError("the record is of another swarm")
    try:
        return _record(node_id_of(key), content)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, UserError) as exc:
        raise ValueError(f"the record is malformed ({type(exc).__name__}: {str(exc)[:100]!r})") from exc


def sign_answer(signed: bytes, nonce: bytes, identity: Identity) -> bytes:
    """A signed record, and the proof that its node is there now. Raises ValueError for a nonce of another length."""
    return identity.sign(_answered(signed, nonce)) + signed


def open_answer(answer: bytes, nonce: bytes) -> bytes:
    """The signed record in it. Raises ValueError where its node did not answer just this nonce."""
    proof, signed = answer[:_SIGNATURE_BYTES], answer[_SIGNATURE_BYTES:]
    key, _, _ = _parts(signed)
    if not verify(key, proof, _answered(signed, nonce)):
        raise ValueError("the answer is not the node's")
    return signed


def _answered(signed: bytes, nonce: bytes) -> bytes:
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes")
    return _ANSWER + nonce + hashlib.sha256(signed).digest()


def _parts(signed: bytes) -> tuple[bytes, bytes, bytes]:
    start = _KEY_BYTES + _SIGNATURE_BYTES
    if not start < len(signed) <= MAX_RECORD_BYTES:
        raise ValueError("the record is too short or too long")
    return signed[:_KEY_BYTES], signed[_KEY_BYTES:start], signed[start:]


# -- writing ----------------------------------------------------------------------------------------------------------


def _plain(record: NodeRecord) -> dict[str, Any]:
    content = {f.name: getattr(record, f.name) for f in fields(record)}
    return content | {
        "name": _clean(record.name, MAX_NAME_CHARS),
        "version": _clean(record.version, MAX_VERSION_CHARS),
        "shards": [_plain_shard(shard) for shard in record.shards[:MAX_STATUS_SHARDS]],
        "addresses": list(record.addresses[:MAX_ADDRESSES]),
        "round_trips": [[node_id, _rounded(s)] for node_id, s in record.round_trips[:MAX_ROUND_TRIPS]],
    }


def _plain_shard(shard: ShardOffer) -> dict[str, Any]:
    content = {f.name: getattr(shard, f.name) for f in fields(shard)}
    speeds = {name: _rounded(content[name]) for name in ("decode_tps", "prefill_tps", "queue_s")}
    return content | speeds | {"span": str(shard.span), "model_name": _clean(shard.model_name, MAX_SHARD_TEXT_CHARS)}


def _clean(text: str, most: int) -> str:
    return "".join(c if c.isprintable() else "?" for c in text[:most])


def _rounded(number: float) -> float:
    return float(f"{number:.4g}")


# -- reading ----------------------------------------------------------------------------------------------------------


def _record(node_id: str, c: dict[str, Any]) -> NodeRecord:
    return NodeRecord(
        node_id=node_id,
        name=_text(c["name"], MAX_NAME_CHARS),
        boot=_count(c["boot"]),
        sequence=_count(c["sequence"]),
        protocol=_count(c["protocol"]),
        version=_text(c["version"], MAX_VERSION_CHARS),
        state=_one_of(c["state"], NODE_STATES),
        shards=_items(c["shards"], MAX_STATUS_SHARDS, _shard),
        addresses=_items(c["addresses"], MAX_ADDRESSES, _address),
        round_trips=_items(c["round_trips"], MAX_ROUND_TRIPS, _round_trip),
        free_cache_bytes=_count(c["free_cache_bytes"]),
        max_sessions=_count(c["max_sessions"]),
        is_relay=c["is_relay"] is True,
    )


def _shard(c: Any) -> ShardOffer:
    offer = ShardOffer(
        identity=_text(c["identity"], MAX_IDENTITY_CHARS),
        model_name=_text(c["model_name"], MAX_SHARD_TEXT_CHARS),
        num_layers=_count(c["num_layers"]),
        span=Span.parse(c["span"]),
        state=_one_of(c["state"], NODE_STATES),
        decode_tps=_number(c["decode_tps"]),
        prefill_tps=_number(c["prefill_tps"]),
        queue_s=_number(c["queue_s"]),
        kv_bytes_per_token=_count(c["kv_bytes_per_token"]),
        context_tokens=_count(c["context_tokens"]),
        dtype=_text(c["dtype"], 32),
        runner=_text(c["runner"], 32),
    )
    if offer.span.end > offer.num_layers:
        raise ValueError("a shard is longer than its model")
    return offer


def _address(value: Any) -> str:
    address = normal_address(value)
    if address != value or not address.startswith("https://"):
        raise ValueError("an address in the record is none")
    return address


def _round_trip(value: Any) -> tuple[str, float]:
    node_id, seconds = value
    if not isinstance(node_id, str) or not is_node_id(node_id):
        raise ValueError("a node id in the record is none")
    return node_id, _number(seconds)


def _items(value: object, most: int, parse: Callable[[Any], _T]) -> tuple[_T, ...]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError("a list in the record is missing or too long")
    return tuple(parse(item) for item in value)


def _text(value: object, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise ValueError("a text in the record is missing, too long or not printable")
    return value


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**62:
        raise ValueError("a count in the record is missing or out of range")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError("a number in the record is missing")
    if not math.isfinite(value) or not 0 <= value < 1e10:
        raise ValueError("a number in the record is out of range")
    return float(value)


def _one_of(value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise ValueError("a state in the record is unknown")
    return value
