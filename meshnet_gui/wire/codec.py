"""Headers and body of ``POST /forward`` <-> messages. Pure functions; header names are looked up in lower case.

Raises ``BadRequest`` for anything malformed in a request and ``ValueError`` for anything malformed in a reply.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import struct
import zlib
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from typing import cast

from meshnet_gui.types import MAX_IDENTITY_CHARS, MAX_TOP_LOGPROBS, SamplingParams, TokenLogprobs
from meshnet_gui.wire.limits import (
    MAX_ALLOWED_BYTES,
    MAX_ALLOWED_CHARS,
    MAX_HEADER_INT,
    MAX_JSON_BYTES,
    MAX_SAMPLING_CHARS,
    MAX_SESSION_CHARS,
    MAX_TOKEN_IDS,
    MAX_TOKEN_TEXT_CHARS,
    PayloadLimits,
)
from meshnet_gui.wire.messages import (
    ITEM_BYTES,
    CacheMode,
    ForwardReply,
    ForwardRequest,
    HiddenReply,
    Target,
    TensorPayload,
    TokenReply,
)
from meshnet_gui.wire.refusals import BadRequest, TooLarge

SESSION = "x-meshnet-session"
CACHE = "x-meshnet-cache"
PAST_LEN = "x-meshnet-past-len"
START_LAYER = "x-meshnet-start-layer"
END_LAYER = "x-meshnet-end-layer"
MODEL = "x-meshnet-model"
SHAPE = "x-meshnet-shape"
DTYPE = "x-meshnet-dtype"
TRUNCATE_TO = "x-meshnet-truncate-to"
SAMPLING = "x-meshnet-sampling"
TOKEN_IDS = "x-meshnet-token-ids"
VERIFY = "x-meshnet-verify"
REPLY_LAST = "x-meshnet-reply-last"
ALLOWED = "x-meshnet-allowed"
DRAINING = "x-meshnet-draining"

LEAST_LOGPROB, LARGEST_LOGPROB = -1e9, 1e-3  # rounding may take it a little above 0
_SESSION_ID = re.compile(rf"[0-9A-Za-z-]{{16,{MAX_SESSION_CHARS}}}")
_INT = re.compile(r"[0-9]{1,10}")
_SURROGATE = re.compile("[\ud800-\udfff]")  # JSON can hold half a character, UTF-8 cannot
_SAMPLING_FIELDS = tuple(f.name for f in fields(SamplingParams))
_ALWAYS_SAID = ("temperature", "top_p", "top_k", "repetition_penalty", "seed")

Headers = Mapping[str, str]


def parse_request(headers: Headers, body: bytes | bytearray | memoryview, limits: PayloadLimits) -> ForwardRequest:
    """The request that arrived. Raises BadRequest (or TooLarge) with a reason; never anything else."""
    cache = _parse_cache(headers.get(CACHE))
    session = headers.get(SESSION)
    if session is not None and _SESSION_ID.fullmatch(session) is None:
        raise BadRequest("the session id is not 16 to 64 letters and digits")
    if cache is not None and session is None:
        raise BadRequest(f"a {cache} request needs a session id")
    model = headers.get(MODEL)
    if model is not None and len(model) > MAX_IDENTITY_CHARS:
        raise BadRequest("the model identity is too long")
    if cache is not None and model is None:
        raise BadRequest(f"a {cache} request must name its model")
    past_len = _parse_int(headers, PAST_LEN) if cache == "decode" else None
    if cache == "decode" and past_len is None:
        raise BadRequest("a decode request needs its past length")
    tensor = _parse_tensor(headers, body, limits)
    return ForwardRequest(
        tensor=tensor,
        session=session,
        cache=cache,
        past_len=past_len,
        start_layer=_parse_int(headers, START_LAYER),
        end_layer=_parse_int(headers, END_LAYER),
        model=model,
        truncate_to=_parse_int(headers, TRUNCATE_TO) if cache == "decode" else None,
        sampling=_parse_sampling(headers.get(SAMPLING)),
        token_ids=_parse_token_ids(headers.get(TOKEN_IDS), tensor.num_positions),
        verify=headers.get(VERIFY) == "1",
        reply_last=_parse_int(headers, REPLY_LAST) or None,
        allowed=_parse_allowed(headers.get(ALLOWED)),
    )


def parse_target(headers: Headers) -> Target:
    """What the headers say of the shard that the request is for, read before its body. Raises BadRequest."""
    return Target(
        headers.get(MODEL), _parse_int(headers, START_LAYER), _parse_int(headers, END_LAYER), headers.get(SESSION)
    )


def encode_request(request: ForwardRequest) -> dict[str, str]:
    """The headers of a request; its body is ``request.tensor.data``."""
    headers = {SHAPE: _shape_text(request.tensor.shape), DTYPE: request.tensor.dtype}
    named: tuple[tuple[str, str | int | None], ...] = (
        (SESSION, request.session),
        (CACHE, request.cache),
        (PAST_LEN, request.past_len),
        (START_LAYER, request.start_layer),
        (END_LAYER, request.end_layer),
        (MODEL, request.model),
        (TRUNCATE_TO, request.truncate_to),
        (REPLY_LAST, request.reply_last),
    )
    headers.update((name, str(value)) for name, value in named if value is not None)
    if request.sampling is not None:
        headers[SAMPLING] = _sampling_text(request.sampling)
    if request.token_ids is not None:
        headers[TOKEN_IDS] = base64.b64encode(struct.pack(f"<{len(request.token_ids)}I", *request.token_ids)).decode()
    if request.verify:
        headers[VERIFY] = "1"
    if request.allowed is not None:
        headers[ALLOWED] = allowed_text(request.allowed)
    return headers


def allowed_text(allowed: bytes) -> str:
    """Which tokens may come, as a header has it. Raises ValueError where it is too long for one."""
    text = base64.b64encode(zlib.compress(allowed, 1)).decode()
    if len(text) > MAX_ALLOWED_CHARS:
        raise ValueError("the allowed tokens are too many to be said in a header")
    return text


@lru_cache(64)  # the same for every token of an answer
def _sampling_text(sampling: SamplingParams) -> str:
    usual = SamplingParams()
    said = {name: getattr(sampling, name) for name in _SAMPLING_FIELDS}
    return json.dumps(
        {name: value for name, value in said.items() if name in _ALWAYS_SAID or value != getattr(usual, name)},
        separators=(",", ":"),
    )


def encode_reply(
    reply: ForwardReply, *, cached: bool, last: int | None = None
) -> tuple[dict[str, str], bytes | bytearray | memoryview]:
    """Headers and body of a reply. ``cached`` says whether the request was a prefill or decode.

    ``last`` is how many positions' hidden states were asked for; None: all.
    """
    headers = {PAST_LEN: str(reply.past_len)} if cached else {}
    if reply.draining:
        headers[DRAINING] = "1"
    if isinstance(reply, HiddenReply):
        tensor = reply.tensor if last is None else reply.tensor.last(last)
        headers |= {SHAPE: _shape_text(tensor.shape), DTYPE: tensor.dtype}
        return headers | {"content-type": "application/octet-stream"}, tensor.data
    content: dict[str, object] = {"text": reply.text, "token_id": reply.token_id}
    if reply.token_ids:
        content["token_ids"] = reply.token_ids
    if reply.logprobs is not None:
        content["logprob"] = reply.logprobs.logprob
        content["top_logprobs"] = reply.logprobs.top
    return headers | {"content-type": "application/json"}, json.dumps(content).encode()


def parse_hidden_reply(
    headers: Headers, body: bytes, num_positions: int, hidden_size: int | None = None, last: int | None = None
) -> HiddenReply:
    """A middle hop's reply to ``num_positions`` positions. Raises ValueError where it is anything else.

    ``last`` is how many it was asked for; an older hop answers all.
    """
    try:
        shape = _parse_shape(headers.get(SHAPE))
    except BadRequest as exc:
        raise ValueError(exc.reason) from exc
    dtype = headers.get(DTYPE, "")
    if len(shape) != 3 or dtype not in ITEM_BYTES or dtype == "int64":
        raise ValueError("the reply holds no hidden states")
    if shape[:2] not in ((1, num_positions), (1, last)) or (hidden_size is not None and shape[2] != hidden_size):
        raise ValueError(
            f"the reply has shape {_shape_text(shape)} where 1,{num_positions},{hidden_size or 'hidden'} was due"
        )
    return HiddenReply(TensorPayload(shape, dtype, body), _parse_reply_past_len(headers), _is_draining(headers))


def parse_token_reply(headers: Headers, body: bytes) -> TokenReply:
    """A tail's reply. Raises ValueError where it is not one."""
    if len(body) > MAX_JSON_BYTES:
        raise ValueError("the tail's reply is too long")
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as exc:
        raise ValueError("the tail's reply is not JSON") from exc
    text = content.get("text") if isinstance(content, dict) else None
    if not isinstance(text, str) or len(text) > MAX_TOKEN_TEXT_CHARS or _SURROGATE.search(text):
        raise ValueError("the tail's reply has no text")
    token_id = content.get("token_id")
    if token_id is not None and not _is_token_id(token_id):
        raise ValueError("the tail's token id is not a token id")
    token_ids = content.get("token_ids", [])
    if not isinstance(token_ids, list) or len(token_ids) > MAX_TOKEN_IDS or not all(map(_is_token_id, token_ids)):
        raise ValueError("the tail's token ids are not token ids")
    return TokenReply(
        text,
        token_id,
        _parse_reply_past_len(headers),
        tuple(token_ids),
        _is_draining(headers),
        _parse_logprobs(content, token_id),
    )


def _parse_logprobs(content: Mapping[str, object], token_id: int | None) -> TokenLogprobs | None:
    logprob, top = content.get("logprob"), content.get("top_logprobs", [])
    if logprob is None or token_id is None:
        return None
    if not _is_logprob(logprob) or not isinstance(top, list) or len(top) > MAX_TOP_LOGPROBS:
        raise ValueError("the tail's logprobs are malformed")
    for item in top:
        if not (isinstance(item, list) and len(item) == 2 and _is_token_id(item[0]) and _is_logprob(item[1])):
            raise ValueError("the tail's logprobs are malformed")
    return TokenLogprobs(token_id, float(cast(float, logprob)), tuple((item[0], float(item[1])) for item in top))


def _is_logprob(value: object) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and LEAST_LOGPROB <= cast(float, value) <= LARGEST_LOGPROB


def _is_token_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_HEADER_INT


def _parse_cache(value: str | None) -> CacheMode | None:
    if value is None or value == "prefill" or value == "decode":
        return value  # type: ignore[return-value]
    raise BadRequest("the cache mode must be prefill or decode")


def _parse_int(headers: Headers, name: str) -> int | None:
    text = headers.get(name)
    if text is None:
        return None
    if _INT.fullmatch(text) is None or int(text) > MAX_HEADER_INT:
        raise BadRequest(f"{name} must be a whole number of at least 0")
    return int(text)


def _parse_reply_past_len(headers: Headers) -> int:
    text = headers.get(PAST_LEN, "0")
    if _INT.fullmatch(text) is None:
        raise ValueError("the reply's past length is not a number")
    return int(text)


def _is_draining(headers: Headers) -> bool:
    return headers.get(DRAINING) == "1"


def _parse_shape(text: str | None) -> tuple[int, ...]:
    if text is None:
        raise BadRequest("the tensor's shape is missing")
    parts = text.replace(" ", "").split(",")
    if len(parts) not in (2, 3) or not all(_INT.fullmatch(part) for part in parts):
        raise BadRequest("the tensor's shape must be two or three whole numbers")
    return tuple(map(int, parts))


def _shape_text(shape: tuple[int, ...]) -> str:
    return ",".join(map(str, shape))


def _parse_tensor(headers: Headers, body: bytes | bytearray | memoryview, limits: PayloadLimits) -> TensorPayload:
    shape, dtype = _parse_shape(headers.get(SHAPE)), headers.get(DTYPE, "")
    if dtype not in ITEM_BYTES:
        raise BadRequest(f"the dtype must be one of {', '.join(ITEM_BYTES)}")
    ids = dtype == "int64"
    if len(shape) != (2 if ids else 3):
        raise BadRequest("token ids need a shape 1,n and hidden states a shape 1,n,hidden")
    if shape[0] != 1 or shape[1] < 1:
        raise BadRequest("the batch must be 1 and hold at least one position")
    if shape[1] > limits.max_positions:
        raise TooLarge(f"{shape[1]} positions are more than the model's context of {limits.max_positions}")
    if not ids and shape[2] != limits.hidden_size:
        raise BadRequest(f"the hidden size is {shape[2]} where this model has {limits.hidden_size}")
    try:
        return TensorPayload(shape, dtype, body)
    except ValueError as exc:
        raise BadRequest(str(exc)) from exc


@lru_cache(64)
def _parse_sampling(text: str | None) -> SamplingParams | None:
    if text is None:
        return None
    try:
        content = json.loads(text) if len(text) <= MAX_SAMPLING_CHARS else None
        if not isinstance(content, dict):
            raise ValueError("not an object")
        said = {name: content[name] for name in _SAMPLING_FIELDS if name in content}
        if "logit_bias" in said:
            said["logit_bias"] = tuple((token_id, bias) for token_id, bias in said["logit_bias"])
        return SamplingParams(**said)
    except (ValueError, TypeError, RecursionError, OverflowError) as exc:
        raise BadRequest(f"the sampling parameters are malformed: {exc}") from exc


def _parse_token_ids(text: str | None, num_positions: int) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as exc:
        raise BadRequest("the token ids are not base64") from exc
    if len(raw) != 4 * num_positions:
        raise BadRequest("there must be one token id per position")
    return struct.unpack(f"<{num_positions}I", raw)


@lru_cache(64)  # what a grammar allows repeats
def _parse_allowed(text: str | None) -> bytes | None:
    if text is None:
        return None
    if len(text) > MAX_ALLOWED_CHARS:
        raise BadRequest("the allowed tokens are too long")
    try:
        inflate = zlib.decompressobj()
        allowed = inflate.decompress(base64.b64decode(text, validate=True), MAX_ALLOWED_BYTES)
    except (binascii.Error, ValueError, zlib.error) as exc:
        raise BadRequest("the allowed tokens are malformed") from exc
    if not inflate.eof or not any(allowed):
        raise BadRequest("the allowed tokens are cut off, too many, or none")
    return allowed
