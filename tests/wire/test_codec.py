"""Every header of a forward request and reply: round trips, each kind of malformed value, random bytes."""

from __future__ import annotations

import base64
import json
import random
import string
import struct
import zlib
from dataclasses import replace

import pytest

from meshnet_gui.types import MAX_IDENTITY_CHARS, MAX_LOGIT_BIASES, SamplingParams, TokenLogprobs
from meshnet_gui.wire import codec
from meshnet_gui.wire.limits import (
    MAX_ALLOWED_BYTES,
    MAX_ALLOWED_CHARS,
    MAX_JSON_BYTES,
    MAX_SAMPLING_CHARS,
    MAX_TOKEN_IDS,
    MAX_TOKEN_TEXT_CHARS,
    PayloadLimits,
)
from meshnet_gui.wire.messages import ForwardRequest, HiddenReply, TensorPayload, TokenReply, mint_session_id, short_id
from meshnet_gui.wire.refusals import BadRequest, TooLarge

HIDDEN = 4
LIMITS = PayloadLimits(max_positions=64, hidden_size=HIDDEN)
SESSION = "0123456789abcdef0123456789abcdef"
MODEL = "tiny@1:0123456789abcdef:float32"


def ids_tensor(*ids: int) -> TensorPayload:
    return TensorPayload((1, len(ids)), "int64", struct.pack(f"<{len(ids)}q", *ids))


def hidden_tensor(num_positions: int, dtype: str = "float32", hidden: int = HIDDEN) -> TensorPayload:
    width = {"float32": 4, "bfloat16": 2, "float16": 2}[dtype]
    return TensorPayload((1, num_positions, hidden), dtype, bytes(num_positions * hidden * width))


def decode_headers(**changes: str | None) -> dict[str, str]:
    """A good decode request's headers with some replaced or (None) left out; names without the common prefix."""
    headers: dict[str, str | None] = {
        "session": SESSION,
        "cache": "decode",
        "past-len": "3",
        "model": MODEL,
        "shape": "1,2",
        "dtype": "int64",
    }
    headers.update({name.replace("_", "-"): value for name, value in changes.items()})
    return {f"x-meshnet-{name}": value for name, value in headers.items() if value is not None}


def deflated(raw: bytes) -> str:
    return base64.b64encode(zlib.compress(raw)).decode()


def parse(headers: dict[str, str], body: bytes = bytes(16)) -> ForwardRequest:
    return codec.parse_request(headers, body, LIMITS)


@pytest.mark.parametrize(
    "request_",
    [
        ForwardRequest(ids_tensor(1, 2, 3)),
        ForwardRequest(hidden_tensor(2, "bfloat16")),
        ForwardRequest(ids_tensor(5), SESSION, "prefill", None, 0, 4, MODEL),
        ForwardRequest(hidden_tensor(1, "float16"), SESSION, "decode", 7, 2, 4, MODEL, truncate_to=7),
        ForwardRequest(
            hidden_tensor(2),
            SESSION,
            "decode",
            0,
            model=MODEL,
            sampling=SamplingParams(0.7, 0.9, 50, 1.1, 2**63 - 1),
            token_ids=(0, 2**32 - 1),
            verify=True,
        ),
        ForwardRequest(hidden_tensor(3), SESSION, "prefill", None, 2, 4, MODEL, reply_last=1),
        ForwardRequest(hidden_tensor(1), SESSION, "decode", 3, model=MODEL, allowed=b"\x00\x81\x00"),
        ForwardRequest(
            hidden_tensor(1),
            sampling=SamplingParams(
                0.5,
                min_p=0.05,
                frequency_penalty=-0.5,
                presence_penalty=2.0,
                answer_start=12,
                logit_bias=((5, -100.0), (7, 1.5)),
                top_logprobs=0,
            ),
        ),
    ],
)
def test_request_survives_a_round_trip(request_: ForwardRequest) -> None:
    headers = codec.encode_request(request_)
    assert codec.parse_request(headers, bytes(request_.tensor.data), LIMITS) == request_


def test_unknown_headers_are_ignored() -> None:
    assert parse(decode_headers() | {"x-meshnet-new-thing": "\x00", "accept": "*/*"}) == parse(decode_headers())


def test_absent_cache_header_means_stateless_and_needs_neither_session_nor_model() -> None:
    request = parse({codec.SHAPE: "1,2", codec.DTYPE: "int64", codec.PAST_LEN: "nonsense"})
    assert (request.cache, request.session, request.past_len, request.model) == (None, None, None, None)


def test_prefill_ignores_the_past_len_header() -> None:
    assert parse(decode_headers(cache="prefill", past_len="nonsense", truncate_to="-1")).past_len is None


NAMES = (
    *(codec.SESSION, codec.CACHE, codec.PAST_LEN, codec.START_LAYER, codec.END_LAYER, codec.MODEL),
    *(codec.SHAPE, codec.DTYPE, codec.TRUNCATE_TO, codec.SAMPLING, codec.TOKEN_IDS, codec.VERIFY, codec.REPLY_LAST),
)
BAD_INTS = ["-1", "+1", "1.0", "", " ", "1e3", "0x1", "2147483648", "99999999999", "nan", "１", "1,2", "None"]
MALFORMED = [
    ({"cache": "DECODE"}, "cache mode"),
    ({"cache": ""}, "cache mode"),
    ({"session": None}, "session id"),
    ({"session": "short"}, "session id"),
    ({"session": "a" * 65}, "session id"),
    ({"session": "../" * 8}, "session id"),
    ({"session": "ä" * 32}, "session id"),
    ({"session": SESSION + "\n"}, "session id"),
    ({"model": None}, "name its model"),
    ({"model": "m" * (MAX_IDENTITY_CHARS + 1)}, "too long"),
    ({"past_len": None}, "past length"),
    *(({"past_len": text}, "whole number") for text in BAD_INTS),
    *(({"start_layer": text}, "whole number") for text in BAD_INTS),
    *(({"end_layer": text}, "whole number") for text in BAD_INTS),
    *(({"truncate_to": text}, "whole number") for text in BAD_INTS),
    *(({"reply_last": text}, "whole number") for text in BAD_INTS),
    ({"shape": None}, "shape is missing"),
    ({"shape": ""}, "shape must be"),
    ({"shape": "2"}, "shape must be"),
    ({"shape": "1,2,4,1"}, "shape must be"),
    ({"shape": "1,-2"}, "shape must be"),
    ({"shape": "1,٢"}, "shape must be"),
    ({"shape": "1," + "9" * 5000}, "shape must be"),
    ({"shape": "0,2"}, "batch must be 1"),
    ({"shape": "2,1"}, "batch must be 1"),
    ({"shape": "1,0"}, "at least one position"),
    ({"shape": "1,2,4"}, "token ids need a shape"),
    ({"shape": "1,2", "dtype": "float32"}, "hidden states a shape"),
    ({"shape": "1,2,5", "dtype": "float32"}, "hidden size"),
    ({"shape": "1,2,0", "dtype": "float32"}, "hidden size"),
    ({"shape": "1,1"}, "16 bytes where shape and dtype say 8"),
    ({"shape": "1,3"}, "16 bytes where shape and dtype say 24"),
    ({"dtype": None}, "dtype must be"),
    ({"dtype": "Float32"}, "dtype must be"),
    ({"dtype": "float64"}, "dtype must be"),
    ({"dtype": "object"}, "dtype must be"),
    ({"sampling": ""}, "sampling"),
    ({"sampling": "[]"}, "sampling"),
    ({"sampling": "{"}, "sampling"),
    ({"sampling": "[" * 1000}, "sampling"),
    ({"sampling": '{"seed":1}' + " " * MAX_SAMPLING_CHARS}, "sampling"),
    ({"sampling": '{"logit_bias":[[1]]}'}, "sampling"),
    ({"sampling": '{"logit_bias":[[-1,1]]}'}, "sampling"),
    ({"sampling": '{"logit_bias":[[1,101]]}'}, "sampling"),
    ({"sampling": '{"logit_bias":{"1":NaN}}'}, "sampling"),
    ({"sampling": '{"logit_bias":7}'}, "sampling"),
    ({"sampling": json.dumps({"logit_bias": [[1, 1]] * (MAX_LOGIT_BIASES + 1)})}, "sampling"),
    ({"sampling": '{"top_logprobs":21}'}, "sampling"),
    ({"sampling": '{"min_p":1.5}'}, "sampling"),
    ({"sampling": '{"answer_start":-1}'}, "sampling"),
    ({"allowed": "A" * (MAX_ALLOWED_CHARS + 4)}, "allowed tokens"),
    ({"allowed": "nothing"}, "allowed tokens"),
    ({"allowed": "AAAA"}, "allowed tokens"),
    ({"allowed": deflated(b"\xff" * 8)[:-8]}, "allowed tokens"),
    ({"allowed": deflated(bytes(8))}, "allowed tokens"),
    ({"allowed": deflated(b"\x01" * (MAX_ALLOWED_BYTES + 1))}, "allowed tokens"),
    ({"allowed": deflated(bytes(50_000_000))}, "allowed tokens"),
    *(
        ({"sampling": f'{{"{name}":{value}}}'}, "sampling")
        for name in ("temperature", "top_p", "top_k", "repetition_penalty", "seed")
        for value in ("NaN", "-Infinity", "-1", '"1"', "null", "[]", "{}", "1" + "0" * 400, "true")
    ),
    ({"sampling": '{"top_p":0}'}, "top_p"),
    ({"sampling": '{"top_k":0.5}'}, "top_k"),
    ({"token_ids": "!"}, "base64"),
    ({"token_ids": "ä"}, "base64"),
    ({"token_ids": ""}, "one token id per position"),
    ({"token_ids": base64.b64encode(bytes(12)).decode()}, "one token id per position"),
    ({"token_ids": base64.b64encode(bytes(9)).decode()}, "one token id per position"),
]


@pytest.mark.parametrize(("changes", "reason"), MALFORMED)
def test_malformed_request_is_refused_with_its_reason(changes: dict[str, str | None], reason: str) -> None:
    with pytest.raises(BadRequest, match=reason) as caught:
        parse(decode_headers(**changes))
    assert 400 <= caught.value.status < 500
    assert len(caught.value.reason) < 2000


@pytest.mark.parametrize("body", [b"", b"x", bytes(15), bytes(17), bytes(16_000)])
def test_body_of_another_length_than_shape_and_dtype_say_is_refused(body: bytes) -> None:
    with pytest.raises(BadRequest, match="bytes where shape and dtype say 16"):
        parse(decode_headers(), body)


@pytest.mark.parametrize("shape", ["1,65", "1,9999999999"])
def test_more_positions_than_the_context_are_too_large(shape: str) -> None:
    with pytest.raises(TooLarge, match="context of 64") as caught:
        parse(decode_headers(shape=shape))
    assert caught.value.status == 413


def test_largest_body_holds_the_whole_context_in_float32() -> None:
    assert PayloadLimits(10, 4).max_body_bytes == 10 * 4 * 4
    assert PayloadLimits(10, 1).max_body_bytes == 10 * 8  # token ids are wider than such hidden states


@pytest.mark.parametrize("seed", range(8))
def test_random_headers_are_parsed_or_refused_and_nothing_else(seed: int) -> None:
    chance = random.Random(seed)
    alphabet = string.printable + "äé１٣\x00\ud7ff"
    samples = [
        "",
        "1",
        "0",
        "-1",
        "1,2",
        "1,1,4",
        "float32",
        "int64",
        "prefill",
        "decode",
        SESSION,
        MODEL,
        "{}",
        "AA==",
    ]
    for _ in range(2000):
        headers = decode_headers()
        for name in chance.sample(NAMES, chance.randint(0, 5)):
            noise = "".join(chance.choices(alphabet, k=chance.randint(0, 40)))
            headers[name] = chance.choice([*samples, noise])
        body = chance.randbytes(chance.choice([0, 1, 8, 16, 32]))
        try:
            request = parse(headers, body)
        except BadRequest as exc:
            assert exc.reason  # noqa: PT017 - the point is that nothing but a refusal comes
        else:
            assert len(request.tensor.data) == request.tensor.num_bytes == len(body)


# -- replies ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draining", [True, False])
def test_reply_of_a_hop_that_is_about_to_leave_says_so(draining: bool) -> None:
    headers, body = codec.encode_reply(TokenReply("x", 7, 3, draining=draining), cached=True)
    assert codec.parse_token_reply(headers, body).draining is draining
    headers, body = codec.encode_reply(HiddenReply(hidden_tensor(2), 3, draining), cached=True)
    assert codec.parse_hidden_reply(headers, bytes(body), 2).draining is draining


def test_hidden_reply_survives_a_round_trip_and_acknowledges_only_when_cached() -> None:
    reply = HiddenReply(hidden_tensor(3), past_len=9)
    headers, body = codec.encode_reply(reply, cached=True)
    assert codec.parse_hidden_reply(headers, bytes(body), 3, HIDDEN) == reply
    headers, body = codec.encode_reply(reply, cached=False)
    assert codec.parse_hidden_reply(headers, bytes(body), 3, HIDDEN) == replace(reply, past_len=0)


@pytest.mark.parametrize(("last", "num_sent"), [(None, 3), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_hidden_reply_has_the_last_positions_that_were_asked_for(last: int | None, num_sent: int) -> None:
    reply = HiddenReply(hidden_tensor(3), past_len=9)
    headers, body = codec.encode_reply(reply, cached=True, last=last)
    got = codec.parse_hidden_reply(headers, bytes(body), 3, HIDDEN, last)
    assert (got.tensor.shape, got.past_len) == ((1, num_sent, HIDDEN), 9)
    assert bytes(got.tensor.data) == bytes(reply.tensor.data)[-num_sent * HIDDEN * 4 :]
    assert parse({codec.SHAPE: "1,2", codec.DTYPE: "int64", codec.REPLY_LAST: "0"}).reply_last is None


@pytest.mark.parametrize(
    "reply",
    [
        TokenReply("hé", 7, 4),
        TokenReply("", 0, 1, (1, 2, 3)),
        TokenReply("x", None),
        TokenReply("x", 7, 4, logprobs=TokenLogprobs(7, -0.25)),
        TokenReply("x", 7, 4, logprobs=TokenLogprobs(7, -9.5, ((3, -0.5), (4, -1.0)))),
    ],
)
def test_token_reply_survives_a_round_trip(reply: TokenReply) -> None:
    headers, body = codec.encode_reply(reply, cached=True)
    assert codec.parse_token_reply(headers, bytes(body)) == reply


@pytest.mark.parametrize(
    "changes",
    [
        {codec.SHAPE: "1,2,4"},
        {codec.SHAPE: "1,3,5"},
        {codec.SHAPE: "2,3,4"},
        {codec.SHAPE: "1,3"},
        {codec.SHAPE: "x"},
        {codec.SHAPE: None},
        {codec.DTYPE: "float64"},
        {codec.DTYPE: "int64"},
        {codec.DTYPE: "bfloat16"},
        {codec.DTYPE: None},
        {codec.PAST_LEN: "-1"},
        {codec.PAST_LEN: "many"},
        {codec.PAST_LEN: "9" * 5000},
    ],
)
def test_malformed_hidden_reply_is_a_value_error(changes: dict[str, str | None]) -> None:
    headers: dict[str, str | None] = {codec.SHAPE: "1,3,4", codec.DTYPE: "float32", codec.PAST_LEN: "3"}
    with pytest.raises(ValueError, match=r"reply|shape|dtype|body"):
        codec.parse_hidden_reply(
            {name: value for name, value in (headers | changes).items() if value is not None}, bytes(48), 3, HIDDEN
        )


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b'{"token_id": 1}',
        b'{"text": 1, "token_id": 1}',
        b'{"text": null, "token_id": 1}',
        b'{"text": "a", "token_id": -1}',
        b'{"text": "a", "token_id": 1.0}',
        b'{"text": "a", "token_id": true}',
        b'{"text": "a", "token_id": "1"}',
        b'{"text": "a", "token_id": NaN}',
        b'{"text": "a", "token_id": 1' + b"0" * 30 + b"}",
        b'{"text": "a", "token_id": 1' + b"0" * 9000 + b"}",
        b'{"text": "a", "token_id": 1, "token_ids": 5}',
        b'{"text": "a", "token_id": 1, "token_ids": ["1"]}',
        b'{"text": "a", "token_id": 1, "token_ids": null}',
        b'{"text": "a", "token_id": 1, "logprob": "1"}',
        b'{"text": "a", "token_id": 1, "logprob": NaN}',
        b'{"text": "a", "token_id": 1, "logprob": -Infinity}',
        b'{"text": "a", "token_id": 1, "logprob": 1.0}',
        b'{"text": "a", "token_id": 1, "logprob": -1' + b"0" * 400 + b"}",
        b'{"text": "a", "token_id": 1, "logprob": -1, "top_logprobs": {}}',
        b'{"text": "a", "token_id": 1, "logprob": -1, "top_logprobs": [[1]]}',
        b'{"text": "a", "token_id": 1, "logprob": -1, "top_logprobs": [[-1, -1.0]]}',
        json.dumps({"text": "a", "token_id": 1, "logprob": -1, "top_logprobs": [[1, -1]] * 21}).encode(),
        b"[" * 100_000,
        json.dumps({"text": "x" * (MAX_TOKEN_TEXT_CHARS + 1), "token_id": 1}).encode(),
        json.dumps({"text": "x", "token_id": 1, "token_ids": [1] * (MAX_TOKEN_IDS + 1)}).encode(),
        b" " * (MAX_JSON_BYTES + 1),
        rb'{"text": "\ud800"}',
        rb'{"text": "half \udc00 a character"}',
    ],
)
def test_malformed_token_reply_is_a_value_error(body: bytes) -> None:
    with pytest.raises(ValueError, match="the tail's"):
        codec.parse_token_reply({}, body)


def test_longest_token_reply_of_our_own_fits_into_what_a_head_parses() -> None:
    longest = TokenReply("\U0001f9d1" * MAX_TOKEN_TEXT_CHARS, 2**31 - 1, 2**31 - 1, (2**31 - 1,) * MAX_TOKEN_IDS)
    headers, body = codec.encode_reply(longest, cached=True)
    assert codec.parse_token_reply(headers, bytes(body)) == longest


def test_old_tail_may_leave_out_the_token_id() -> None:
    assert codec.parse_token_reply({}, b'{"text": "Paris"}') == TokenReply("Paris", None, 0)


def test_minted_session_ids_differ_are_accepted_and_are_shown_shortened() -> None:
    first, second = mint_session_id(), mint_session_id()
    assert first != second
    assert len(first) == 32
    assert len(short_id(first)) == 8
    assert parse(decode_headers(session=first)).session == first


def test_what_a_sampling_leaves_out_is_the_usual_and_older_names_are_always_said() -> None:
    sampling = SamplingParams(0.7, min_p=0.1)
    said = json.loads(codec.encode_request(ForwardRequest(ids_tensor(1), sampling=sampling))[codec.SAMPLING])
    assert said == {
        "temperature": 0.7,
        "top_p": 1.0,
        "top_k": 0,
        "repetition_penalty": 1.0,
        "seed": 0,
        "min_p": 0.1,
    }


def test_the_most_biases_and_a_mask_that_does_not_shrink_fit_into_their_headers() -> None:
    biases = tuple((2**31 - 1 - index, -99.12345678901234) for index in range(MAX_LOGIT_BIASES))
    mask = random.Random(1).randbytes(262_144 // 8)
    sent = ForwardRequest(ids_tensor(0), sampling=SamplingParams(logit_bias=biases), allowed=mask)
    assert codec.parse_request(codec.encode_request(sent), bytes(8), LIMITS) == sent
    with pytest.raises(ValueError, match="too many"):
        codec.allowed_text(random.Random(1).randbytes(40_000))
