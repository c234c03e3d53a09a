"""The node's endpoints over a real tiny shard: hostile requests, concurrent steps, browsers."""

from __future__ import annotations

import asyncio
import json
import random
import struct
import time
from collections.abc import Callable
from typing import Any

import pytest

from meshnet_gui.head.transport import InProcessTransport, RawReply
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node import app as app_module
from meshnet_gui.types import Span
from meshnet_gui.wire import codec
from meshnet_gui.wire.messages import ForwardRequest, TokenReply
from meshnet_gui.wire.status import parse_status
from tests.fleet import CONTEXT, HIDDEN, SESSION, Node, in_loop, load_once, running_node, until
from tests.node.fake_shards import SPEC, FakeShard
from tests.tiny_models import VOCAB_SIZE

Tiny = Callable[[str], ModelSpec]
OTHER = "f" * 32
PROMPT = (5, 6, 7)


def ids_body(*ids: int) -> bytes:
    return struct.pack(f"<{len(ids)}q", *ids)


def step(
    spec: ModelSpec, ids: tuple[int, ...], past_len: int | None = None, session: str = SESSION
) -> tuple[dict[str, str], bytes]:
    """A prefill, or a decode where ``past_len`` is given."""
    headers = {
        codec.SESSION: session,
        codec.CACHE: "prefill" if past_len is None else "decode",
        codec.MODEL: str(spec.identity),
        codec.SHAPE: f"1,{len(ids)}",
        codec.DTYPE: "int64",
    }
    return headers | ({} if past_len is None else {codec.PAST_LEN: str(past_len)}), ids_body(*ids)


async def take(
    node: Node, spec: ModelSpec, ids: tuple[int, ...], past_len: int | None = None, session: str = SESSION
) -> RawReply:
    headers, body = step(spec, ids, past_len, session)
    return await node.ask(headers=headers, body=body)


def floats(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


HIDDEN_HEADERS = {codec.SHAPE: f"1,1,{HIDDEN}", codec.DTYPE: "float32", codec.START_LAYER: "1"}
FULL = {codec.START_LAYER: "0", codec.END_LAYER: "6"}
# name: (changes to a good decode's headers, body or None for the good one, status)
HOSTILE: dict[str, tuple[dict[str, str | None], bytes | None, int]] = {
    "empty body": ({}, b"", 400),
    "body too short": ({}, bytes(7), 400),
    "body too long": ({}, bytes(9), 400),
    "huge body": ({}, bytes(CONTEXT * HIDDEN * 4 + 1), 413),
    "no shape": ({codec.SHAPE: None}, None, 400),
    "no dtype": ({codec.DTYPE: None}, None, 400),
    "unknown dtype": ({codec.DTYPE: "complex64"}, None, 400),
    "ids as floats": ({codec.DTYPE: "float32"}, None, 400),
    "floats as ids": ({codec.SHAPE: f"1,1,{HIDDEN}"}, floats(*[1.0] * HIDDEN), 400),
    "two sequences": ({codec.SHAPE: "2,1"}, bytes(16), 400),
    "no positions": ({codec.SHAPE: "1,0"}, b"", 400),
    "negative shape": ({codec.SHAPE: "1,-1"}, None, 400),
    "huge shape": ({codec.SHAPE: "1,9999999999"}, None, 413),
    "shape of many digits": ({codec.SHAPE: "1," + "9" * 5000}, None, 400),
    "more than the context": ({codec.SHAPE: f"1,{CONTEXT + 1}"}, bytes(8 * (CONTEXT + 1)), 413),
    "past and new beyond the context": ({codec.PAST_LEN: str(CONTEXT)}, None, 413),
    "past beyond everything": ({codec.PAST_LEN: str(2**31 - 1)}, None, 413),
    "hidden size": (HIDDEN_HEADERS | {codec.SHAPE: "1,1,31"}, bytes(31 * 4), 400),
    "NaN": (HIDDEN_HEADERS, floats(*[float("nan")] * HIDDEN), 400),
    "infinity": (HIDDEN_HEADERS, floats(float("inf"), *[0.0] * (HIDDEN - 1)), 400),
    "overflowing float16": (HIDDEN_HEADERS | {codec.DTYPE: "float16"}, b"\x00\x7c" * HIDDEN, 400),
    "token id below 0": ({}, ids_body(-1), 400),
    "token id beyond the vocabulary": ({}, ids_body(VOCAB_SIZE), 400),
    "token id of 63 bits": ({}, ids_body(2**63 - 1), 400),
    "missing past": ({codec.PAST_LEN: None}, None, 400),
    "negative past": ({codec.PAST_LEN: "-1"}, None, 400),
    "past is no number": ({codec.PAST_LEN: "three"}, None, 400),
    "past too small": ({codec.PAST_LEN: "2"}, None, 409),
    "past too large": ({codec.PAST_LEN: "4"}, None, 409),
    "other session": ({codec.SESSION: OTHER}, None, 409),
    "no session": ({codec.SESSION: None}, None, 400),
    "short session": ({codec.SESSION: "abc"}, None, 400),
    "session with a path": ({codec.SESSION: "../../../../etc/passwd"}, None, 400),
    "unknown cache mode": ({codec.CACHE: "append"}, None, 400),
    "no model": ({codec.MODEL: None}, None, 400),
    "other model": ({codec.MODEL: "tiny/llama@2:0123456789abcdef:float32"}, None, 400),
    "model of 10000 letters": ({codec.MODEL: "m" * 10_000}, None, 400),
    "layers beyond the shard": ({codec.END_LAYER: "7"}, None, 400),
    "layers in reverse": ({codec.START_LAYER: "3", codec.END_LAYER: "2"}, None, 400),
    "no layers": ({codec.START_LAYER: "0", codec.END_LAYER: "0"}, None, 400),
    "ids in the middle": ({codec.START_LAYER: "1"}, None, 400),
    "fewer layers than the session": ({codec.END_LAYER: "5"}, None, 409),
    "layers of many digits": ({codec.END_LAYER: "1" * 400}, None, 400),
    "truncate to more than there is": ({codec.PAST_LEN: "9", codec.TRUNCATE_TO: "9"}, None, 409),
    "truncate to another past": ({codec.TRUNCATE_TO: "1"}, None, 400),
    "sampling is no JSON": ({codec.SAMPLING: "{"}, None, 400),
    "sampling out of range": ({codec.SAMPLING: '{"temperature":-1}'}, None, 400),
    "sampling nested": ({codec.SAMPLING: "[" * 1000}, None, 400),
    "token ids beside of another number": ({codec.TOKEN_IDS: "AAAAAAAAAAA="}, None, 400),
    "token ids beside no base64": ({codec.TOKEN_IDS: "*"}, None, 400),
    "non-ASCII session": ({codec.SESSION: "ä" * 32}, None, 400),
    "non-ASCII model": ({codec.MODEL: "\xff\xfe"}, None, 400),
    "non-ASCII number": ({codec.PAST_LEN: "\xb3"}, None, 400),
    "non-ASCII shape": ({codec.SHAPE: "1,\xb9"}, None, 400),
    "control characters": ({codec.DTYPE: "int64\x00"}, None, 400),
}


@pytest.mark.parametrize("name", HOSTILE)
@in_loop
async def test_hostile_request_is_refused_and_the_next_good_step_comes_out_right(tiny: Tiny, name: str) -> None:
    changes, body, status = HOSTILE[name]
    spec = tiny("llama")
    async with running_node(spec, Span(0, 6), load_once) as node:
        first = json.loads((await take(node, spec, PROMPT)).body)["token_id"]
        held = node.caches.sessions()[0]
        headers, good_body = step(spec, (first,), 3)
        hostile = {n: v for n, v in (headers | changes).items() if v is not None}
        refused = await node.ask(headers=hostile, body=good_body if body is None else body)
        said = json.loads(refused.body)
        assert (refused.status, bool(said["reason"])) == (status, True), said
        left = node.caches.sessions()
        assert [(s.num_tokens, s.num_bytes, s.state) for s in left] == [(held.num_tokens, held.num_bytes, "idle")]
        after = await take(node, spec, (first,), 3)
        whole = await node.ask(headers={codec.SHAPE: "1,4", codec.DTYPE: "int64"}, body=ids_body(*PROMPT, first))
        assert (after.status, after.headers[codec.PAST_LEN]) == (200, "4")
        assert json.loads(after.body) == json.loads(whole.body)


@pytest.mark.parametrize("seed", range(3))
@in_loop
async def test_random_requests_never_end_the_node_nor_touch_the_session(tiny: Tiny, seed: int) -> None:
    chance = random.Random(seed)
    spec = tiny("llama")
    names = [value for key, value in vars(codec).items() if key.isupper() and isinstance(value, str)]
    values = [
        "",
        "0",
        "1",
        "-1",
        "1,1",
        "1,1,32",
        "int64",
        "float32",
        "prefill",
        "decode",
        OTHER,
        "{}",
        "\xe4",
        "x" * 99,
    ]
    async with running_node(spec, Span(0, 6), load_once) as node:
        first = json.loads((await take(node, spec, PROMPT)).body)["token_id"]
        for _ in range(150):
            headers, body = step(spec, (first,), 3, OTHER)
            for name in chance.sample(names, chance.randint(1, 4)):
                headers[name] = chance.choice(values)
            reply = await node.ask(headers=headers, body=chance.choice([body, b"", chance.randbytes(8)]))
            assert reply.status == 200 or 400 <= reply.status < 500
        assert (await take(node, spec, (first,), 3)).status == 200


@in_loop
async def test_unknown_headers_are_ignored(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_node(spec, Span(0, 6)) as node:
        plain = await take(node, spec, PROMPT)
        headers, body = step(spec, PROMPT)
        strange = await node.ask(headers=headers | {"x-meshnet-novelty": "\xff", "x-other": "1"}, body=body)
        assert (strange.status, strange.body) == (200, plain.body)


async def send_raw(node: Node, headers: dict[str, str], messages: list[dict[str, Any]], **scope: Any) -> int:
    """Calls the app as a server would, with body messages of our own; the status it answers."""
    statuses = []

    async def receive() -> dict[str, Any]:
        if not messages:
            await asyncio.Event().wait()  # the client waits for its reply
        return messages.pop(0)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await node.app(forward_scope(headers, **scope), receive, send)
    return statuses[0]


def forward_scope(headers: dict[str, str], **changes: Any) -> dict[str, Any]:
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    whole: dict[str, Any] = {"type": "http", "method": "POST", "path": "/forward", "headers": raw, "query_string": b""}
    return whole | {"root_path": "", "scheme": "http", "server": None, "client": None} | changes


def chunk(body: bytes, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


@in_loop
async def test_body_in_chunks_without_a_length_is_taken_within_the_limit(tiny: Tiny) -> None:
    spec = tiny("llama")
    headers, body = step(spec, PROMPT)
    async with running_node(spec, Span(0, 6)) as node:
        pieces = [chunk(body[i : i + 1], more=True) for i in range(len(body))]
        assert await send_raw(node, headers, [*pieces, chunk(b"", more=False)]) == 200
        flood = [chunk(bytes(CONTEXT * HIDDEN * 2), more=True) for _ in range(4)]
        assert await send_raw(node, headers, flood) == 413
        assert len(flood) == 1  # no more was read than it took to see it


@pytest.mark.parametrize("length", ["-1", "+5", "1e9", "\xb2", "9" * 5000, "1, 2"])
@in_loop
async def test_content_length_that_is_no_number_is_refused(tiny: Tiny, length: str) -> None:
    async with running_node(tiny("llama"), Span(0, 6), load_once) as node:
        assert await send_raw(node, {"content-length": length}, [chunk(b"", more=False)]) == 400


@in_loop
async def test_claimed_size_beyond_the_limit_is_refused_before_the_body_is_read(tiny: Tiny) -> None:
    async with running_node(tiny("llama"), Span(0, 6), load_once) as node:
        assert await send_raw(node, {"content-length": str(10**15)}, []) == 413


@in_loop
async def test_body_that_never_ends_is_given_up(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "BODY_DEADLINE_S", 0.01)

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    statuses: list[int] = []

    async def send(message: Any) -> None:
        statuses.append(message.get("status", 0))

    spec = tiny("llama")
    async with running_node(spec, Span(0, 6)) as node:
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/forward",
            "headers": [],
            "query_string": b"",
            "server": None,
        }
        await node.app(scope | {"root_path": "", "scheme": "http", "client": None}, receive, send)
        assert statuses[0] == 400
        assert (await take(node, spec, PROMPT)).status == 200


@pytest.mark.parametrize(("rate", "status"), [(2, 200), (10**9, 400)], ids=["faster", "slower"])
@in_loop
async def test_body_may_take_longer_as_long_as_it_flows(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch, rate: int, status: int
) -> None:
    monkeypatch.setattr(app_module, "BODY_DEADLINE_S", 0.2)
    monkeypatch.setattr(app_module, "MIN_BYTES_PER_S", rate)
    spec = tiny("llama")
    headers, body = step(spec, PROMPT)
    sent = 0

    async def receive() -> dict[str, Any]:
        nonlocal sent
        if sent:
            await asyncio.sleep(0.1)
        sent += 6
        return chunk(body[sent - 6 : sent], more=sent < len(body))

    statuses: list[int] = []

    async def send(message: Any) -> None:
        statuses.append(message.get("status", 0))

    async with running_node(spec, Span(0, 6)) as node:
        await node.app(forward_scope(headers | {"content-length": str(len(body))}), receive, send)
    assert statuses[0] == status


@in_loop
async def test_stalled_bodies_of_one_address_leave_places_for_others(tiny: Tiny) -> None:
    async def stall() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    async def ignore(message: Any) -> None:
        pass

    spec = tiny("llama")
    headers, body = step(spec, PROMPT)
    async with running_node(spec, Span(0, 6)) as node:
        scope = forward_scope(headers | {"content-length": "24"}, client=("192.0.2.1", 1))
        stalled = [asyncio.create_task(node.app(dict(scope), stall, ignore)) for _ in range(33)]
        await asyncio.sleep(0)
        await until(lambda: sum(task.done() for task in stalled) >= 17)
        assert await send_raw(node, headers, [chunk(body, more=False)], client=("192.0.2.1", 1)) == 503
        assert await send_raw(node, headers, [chunk(body, more=False)], client=("192.0.2.2", 1)) == 200
        for task in stalled:
            task.cancel()
        await asyncio.wait(stalled)


@in_loop
async def test_client_that_leaves_during_its_body_leaves_nothing_behind(tiny: Tiny) -> None:
    spec = tiny("llama")
    headers, body = step(spec, PROMPT)
    async with running_node(spec, Span(0, 6)) as node:
        await send_raw(node, headers, [chunk(body[:3], more=True), {"type": "http.disconnect"}])
        assert node.caches.sessions() == ()


class PausingShard(FakeShard):
    """Computes a step of many parts, of which only a pause can end the row."""

    ended = False

    def forward(self, request: ForwardRequest, owner: str | None = None, pause: Any = None) -> TokenReply:
        self.entered.set()
        deadline = time.monotonic() + 10
        try:
            while time.monotonic() < deadline:
                pause()
        except asyncio.CancelledError:
            self.ended = True
            raise
        return TokenReply("x", 7, 0)


@in_loop
async def test_client_that_leaves_during_a_long_step_ends_it_at_its_next_part() -> None:
    headers, body = step(SPEC, PROMPT)
    shard = PausingShard(Span(0, 6))

    async with running_node(SPEC, Span(0, 6), lambda spec, span: shard) as node:
        pieces = [chunk(body, more=False), {"type": "http.disconnect"}]

        async def receive() -> dict[str, Any]:
            piece = pieces.pop(0)
            if not pieces:
                await until(shard.entered.is_set)
            return piece

        async def ignore(message: Any) -> None:
            pass

        await node.app(forward_scope(headers | {"content-length": str(len(body))}), receive, ignore)
        await until(lambda: shard.ended)
        assert node.compute.num_waiting == 0


# -- sessions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["llama", "sliding", "hybrid", "moe"])
@in_loop
async def test_two_decodes_at_once_one_wins_and_the_cache_grows_by_one(tiny: Tiny, kind: str) -> None:
    spec = tiny(kind)
    async with running_node(spec, Span(0, 6)) as node:
        first = json.loads((await take(node, spec, PROMPT)).body)["token_id"]
        replies = await asyncio.gather(*(take(node, spec, (first,), 3) for _ in range(2)))
        assert sorted(reply.status for reply in replies) == [200, 409]
        assert json.loads(next(r for r in replies if r.status == 409).body)["error"] == "cache_miss"
        assert node.tokens_held == [4]


@in_loop
async def test_same_step_delivered_twice_never_appends_twice(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_node(spec, Span(0, 6)) as node:
        for _ in range(2):
            first = json.loads((await take(node, spec, PROMPT)).body)["token_id"]
            assert node.tokens_held == [3]
        assert [(await take(node, spec, (first,), 3)).status for _ in range(3)] == [200, 409, 409]
        assert node.tokens_held == [4]


async def generate(node: Node, spec: ModelSpec, prompt: tuple[int, ...], session: str, num_tokens: int) -> list[int]:
    ids = [json.loads((await take(node, spec, prompt, None, session)).body)["token_id"]]
    while len(ids) < num_tokens:
        await asyncio.sleep(0)
        reply = await take(node, spec, (ids[-1],), len(prompt) + len(ids) - 1, session)
        ids.append(json.loads(reply.body)["token_id"])
    return ids


@pytest.mark.parametrize("kind", ["llama", "sliding", "hybrid"])
@in_loop
async def test_interleaved_sessions_never_see_each_other(tiny: Tiny, kind: str) -> None:
    spec = tiny(kind)
    prompts = {f"{n:032x}": tuple(range(3 + n, 8 + 3 * n)) for n in range(4)}
    async with running_node(spec, Span(0, 6)) as node:
        alone = {s: await generate(node, spec, p, s, 12) for s, p in prompts.items()}
        together = await asyncio.gather(*(generate(node, spec, p, s, 12) for s, p in prompts.items()))
        assert dict(zip(prompts, together, strict=True)) == alone


@in_loop
async def test_status_shows_real_sessions_without_their_full_ids_and_is_no_use_of_them(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_node(spec, Span(0, 6)) as node:
        await take(node, spec, PROMPT)
        body = (await node.ask("GET", "/status")).body
        assert SESSION.encode() not in body
        status = parse_status(body)
        (session,) = status.sessions
        assert (status.state, status.identity, status.span) == ("ready", str(spec.identity), Span(0, 6))
        assert (session.short_id, session.num_tokens, session.state) == (SESSION[:8], 3, "idle")
        assert session.num_bytes == status.used_bytes > 0
        assert status.counters["tokens"] == 3
        again = parse_status((await node.ask("GET", "/status")).body).sessions[0]
        assert again.idle_s > session.idle_s


@in_loop
async def test_disabled_caching_answers_a_prefill_without_acknowledging(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_node(spec, Span(0, 6)) as node:
        acknowledged = await take(node, spec, PROMPT)
        node.caches.set_enabled(False)
        plain = await take(node, spec, PROMPT)
        assert (acknowledged.headers[codec.PAST_LEN], plain.headers[codec.PAST_LEN]) == ("3", "0")
        assert plain.body == acknowledged.body
        assert (await take(node, spec, (5,), 3)).status == 409


# -- browsers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("server", "headers", "allowed"),
    [
        (("127.0.0.1", 80), {"host": "127.0.0.1:80"}, True),
        (("127.0.0.1", 80), {"host": "localhost"}, True),
        (("127.0.0.1", 80), {"host": "LOCALHOST:80"}, True),
        (("127.0.0.1", 80), {"host": "[::1]:80"}, True),
        (("127.0.0.1", 80), {"host": "evil.example:80"}, False),
        (("127.0.0.1", 80), {"host": "127.0.0.1.evil.example"}, False),
        (("127.0.0.1", 80), {"host": ""}, False),
        (("127.0.0.1", 80), {}, False),
        (("127.0.0.1", 80), {"host": "127.0.0.1", "origin": "http://evil.example"}, False),
        (("127.0.0.1", 80), {"host": "127.0.0.1", "origin": "null"}, False),
        (("127.0.0.1", 80), {"host": "127.0.0.1", "origin": ""}, False),
        (("::1", 80), {"host": "evil.example"}, False),
        (("::ffff:127.0.0.1", 80), {"host": "evil.example"}, False),
        (("192.168.1.5", 80), {"host": "attic.local"}, True),
        (("192.168.1.5", 80), {"host": "attic.local", "origin": "http://attic.local"}, False),
        (None, {}, True),
    ],
)
@pytest.mark.parametrize(("method", "path"), [("GET", "/status"), ("DELETE", f"/session/{SESSION}")])
@in_loop
async def test_web_pages_are_kept_out(
    server: tuple[str, int] | None, headers: dict[str, str], allowed: bool, method: str, path: str
) -> None:
    node = Node()
    status = await send_raw(node, headers, [chunk(b"", more=False)], server=server, method=method, path=path)
    assert (status != 403) is allowed


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/", 404), ("GET", "/forward", 405), ("PUT", "/status", 405)]
)
@in_loop
async def test_unknown_endpoints_are_plain_errors(method: str, path: str, status: int) -> None:
    assert (await Node().ask(method, path)).status == status


@in_loop
async def test_a_member_neither_reaches_nor_ends_another_members_session(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_node(spec, Span(0, spec.num_layers), load_once) as node:

        async def ask(member: str, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> int:
            as_member = AsMember(node.app, member)
            transport = InProcessTransport(as_member)
            reply = await transport.send("here", method, path, headers, body, deadline_s=30, max_bytes=1 << 24)
            return reply.status

        assert await ask("first member", "POST", "/forward", *step(spec, PROMPT)) == 200
        assert await ask("second member", "POST", "/forward", *step(spec, (8,), past_len=3)) == 409
        assert await ask("second member", "POST", "/forward", *step(spec, PROMPT)) == 400
        assert await ask("second member", "DELETE", f"/session/{SESSION}", {}) == 404
        assert (await take(node, spec, (8,), past_len=3)).status == 409  # nor does whoever is not known
        assert await ask("first member", "POST", "/forward", *step(spec, (8,), past_len=3)) == 200
        assert await ask("first member", "DELETE", f"/session/{SESSION}", {}) == 204


@in_loop
async def test_what_was_done_for_others_is_counted_apart_from_our_own_chats(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_node(spec, Span(0, spec.num_layers), load_once) as node:
        await take(node, spec, PROMPT, session="0" * 32)
        given = node.service.given
        assert (node.service.num_tokens, given.num_tokens, given.num_sessions) == (3, 0, 0)
        others = InProcessTransport(AsMember(node.app, "a member"))
        for past_len in (None, 3):
            headers, body = step(spec, PROMPT, past_len)
            reply = await others.send("here", "POST", "/forward", headers, body, deadline_s=30, max_bytes=1 << 24)
            assert reply.status == 200
        assert (node.service.num_tokens, given.num_tokens, given.num_sessions) == (9, 6, 1)
        assert given.num_bytes >= len(reply.body)


class AsMember:
    """The node's app as the server calls it for a member that it knows by its certificate."""

    def __init__(self, app: Any, member: str) -> None:
        self._app = app
        self._member = member

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self._app(scope | {"state": {"node_id": self._member}}, receive, send)
