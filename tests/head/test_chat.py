"""Chat: each answer is a task that tells its end exactly once, however it ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.errors import NoRoute, UserError
from meshnet_gui.events import (
    EventBus,
    GenerationFailed,
    GenerationFinished,
    GenerationNote,
    GenerationRecovered,
    GenerationStarted,
    GenerationText,
    PrefillProgress,
)
from meshnet_gui.head.chat import MAX_OWN_SESSIONS, Chat, Question, Surroundings
from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.transport import HttpTransport, RawReply
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Hop, Message, Route, SamplingParams, Span, ToolCall
from meshnet_gui.wire.codec import PAST_LEN
from tests.fleet import QUICK, Call, Fleet, Pair, in_loop, load, load_tokenizer, running_node, running_pair, until

Tiny = Callable[[str], ModelSpec]
HELLO = [Message("user", "hello")]


class Talk:
    """A chat over a pair, with everything it told."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.told: list[Any] = []
        self.bus = EventBus()
        self.bus.subscribe(self.told.append)
        self.route_error: Exception | None = None
        self.overflow = "stop"
        self.chat = Chat(
            HopClient(pair.fleet, patience=QUICK),
            Surroundings(lambda: pair.spec, self._tokenizer, self._route),
            self.bus,
        )

    async def _tokenizer(self, spec: ModelSpec) -> Any:
        return self.pair.tokenizer

    async def _route(self, spec: ModelSpec, num_prompt_tokens: int, num_answer_tokens: int) -> Route:
        if self.route_error is not None:
            raise self.route_error
        return self.pair.route

    def start(self, name: str = "g", max_tokens: int = 4, messages: list[Message] = HELLO) -> None:
        self.chat.start(messages, SamplingParams(), max_tokens, name, self.overflow)

    async def end(self) -> None:
        await until(lambda: not self.chat.num_generating)

    def endings(self, name: str = "g") -> list[Any]:
        return [
            e for e in self.told if isinstance(e, GenerationFinished | GenerationFailed) and e.generation_id == name
        ]


@in_loop
async def test_answer_tells_its_start_progress_text_and_end_in_order(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        talk.start()
        await talk.end()
        kinds = [type(event) for event in talk.told]
        assert kinds[:2] == [GenerationStarted, PrefillProgress]
        assert kinds[-1] is GenerationFinished
        result = talk.told[-1].result
        assert "".join(e.text for e in talk.told if isinstance(e, GenerationText)) == result.text
        assert result.route == pair.route
        (short,) = talk.chat.own_sessions
        assert short == talk.chat.own_sessions[short][:8]


@in_loop
async def test_stopped_answer_keeps_its_text_and_its_sessions_are_closed_on_every_peer(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)

        async def stop_soon(call: Call) -> None:
            if call.mode == "decode" and len(pair.fleet.calls) > 6 and not stopping:
                stopping.append(asyncio.create_task(talk.chat.stop("g")))
                stopping.append(asyncio.create_task(talk.chat.stop("g")))

        stopping: list[asyncio.Task[None]] = []
        pair.fleet.hook = stop_soon
        talk.start(max_tokens=200)
        await talk.end()
        await asyncio.gather(*stopping)
        (ending,) = talk.endings()
        assert (ending.result.finish, bool(ending.result.text)) == ("stopped", True)
        assert [node.tokens_held for node in pair.nodes] == [[], []]
        assert {call.address for call in pair.fleet.calls if call.mode == "delete"} == {"a", "b"}


@in_loop
async def test_answer_that_is_stopped_before_its_first_line_still_ends(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        talk.start()
        await talk.chat.stop("g")
        (ending,) = talk.endings()
        assert isinstance(ending, GenerationFailed)
        assert "Stopped before it began" in ending.text
        assert pair.fleet.calls == []
        assert talk.chat.num_generating == 0


@in_loop
async def test_answer_that_is_stopped_while_its_route_is_sought_ends(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        sought = asyncio.Event()

        async def never(spec: ModelSpec, num_prompt_tokens: int, num_answer_tokens: int) -> Route:
            sought.set()
            await asyncio.Event().wait()
            raise AssertionError("unreachable")

        talk.chat._surroundings = Surroundings(lambda: pair.spec, talk._tokenizer, never)
        talk.start()
        await sought.wait()
        await talk.chat.stop("g")
        assert [type(e) for e in talk.endings()] == [GenerationFailed]


@in_loop
async def test_frozen_hop_does_not_keep_the_stop_waiting_for_the_user(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        closing = asyncio.Event()

        async def freeze(call: Call) -> None:
            if call.mode == "delete":
                closing.set()
                await asyncio.Event().wait()
            if call.mode == "decode":
                asyncio.get_running_loop().call_soon(lambda: tasks.append(asyncio.ensure_future(talk.chat.stop("g"))))
                await asyncio.Event().wait()

        tasks: list[Any] = []
        pair.fleet.hook = freeze
        talk.start()
        await closing.wait()
        assert len(talk.endings()) == 1  # told before the hops are


@in_loop
async def test_failure_tells_why_keeps_the_partial_text_and_frees_the_other_hop(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)

        async def die(call: Call) -> None:
            if call.address == "b" and call.mode == "decode" and len(pair.fleet.calls) > 6:
                pair.fleet.apps.pop("b", None)

        pair.fleet.hook = die
        talk.start(max_tokens=50)
        await talk.end()
        (ending,) = talk.endings()
        assert "Peer b (layers 2-6) cannot be reached" in ending.text
        assert ending.partial == "".join(e.text for e in talk.told if isinstance(e, GenerationText)) != ""
        assert pair.nodes[0].tokens_held == []


@in_loop
async def test_answer_that_broke_off_goes_on_where_it_stopped_once_the_layers_are_served_again(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk, broken = Talk(pair), Talk(pair)
        talk.start(max_tokens=20)
        await talk.end()
        whole = talk.told[-1].result

        async def die(call: Call) -> None:
            if call.address == "b" and call.headers.get(PAST_LEN) == str(whole.num_prompt_tokens + 7):
                pair.fleet.apps.pop("b", None)

        app = pair.fleet.apps["b"]
        pair.fleet.hook = die
        broken.start(max_tokens=20)
        await broken.end()
        (failed,) = broken.endings()
        assert failed.partial != ""
        broken.chat.resume("g")  # too early
        await broken.end()
        assert [e.partial for e in broken.endings()] == [failed.partial] * 2
        pair.fleet.apps["b"], pair.fleet.hook = app, None
        broken.chat.resume("g")
        await broken.end()
        result = broken.endings()[-1].result
        assert (result.text, result.token_ids, result.finish) == (whole.text, whole.token_ids, whole.finish)
        assert "".join(e.text for e in broken.told if isinstance(e, GenerationText)) == whole.text
        with pytest.raises(UserError, match="cannot go on any more"):
            broken.chat.resume("g")


@pytest.mark.parametrize("at_once", [True, False])
@in_loop
async def test_answer_that_is_stopped_while_it_waits_to_go_on_keeps_its_text(tiny: Tiny, at_once: bool) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk, entered = Talk(pair), asyncio.Event()

        async def die(call: Call) -> None:
            if call.address == "b" and call.mode == "decode" and len(pair.fleet.calls) > 8:
                pair.fleet.apps.pop("b", None)

        async def no_route(*_: Any) -> Route:
            entered.set()
            await asyncio.Event().wait()
            return pair.route

        pair.fleet.hook = die
        talk.start(max_tokens=20)
        await talk.end()
        talk.chat._surroundings = replace(talk.chat._surroundings, route=no_route)
        talk.chat.resume("g")
        if not at_once:
            await entered.wait()
        await talk.chat.stop("g")
        failed, ended = talk.endings()
        assert (ended.result.finish, ended.result.text) == ("stopped", failed.partial)
        assert failed.partial


@in_loop
async def test_answer_that_never_began_may_begin_later_and_a_users_mistake_may_not(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        talk.route_error = NoRoute("Nobody serves layers 2-6.", "Add a peer.")
        talk.start()
        await talk.end()
        talk.route_error = None
        talk.chat.resume("g")
        await talk.end()
        assert [type(e) for e in talk.endings()] == [GenerationFailed, GenerationFinished]
        talk.start("long", messages=[Message("user", "x" * 300)])
        await talk.end()
        with pytest.raises(UserError):
            talk.chat.resume("long")


@in_loop
async def test_prompt_beyond_the_context_is_refused_before_a_route_is_sought(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        talk.route_error = AssertionError("asked for a route")
        talk.start(messages=[Message("user", "x" * 300)])
        await talk.end()
        (ending,) = talk.endings()
        assert "this model takes 256" in ending.text
        assert ending.hint


@in_loop
async def test_chat_beyond_the_context_leaves_old_messages_out_where_it_may_and_says_so(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        talk.overflow = "drop_oldest"
        talk.start(messages=[Message("user", "x" * 300), Message("assistant", "y"), *HELLO])
        await talk.end()
        notes = [e.text for e in talk.told if isinstance(e, GenerationNote)]
        assert notes == ["2 earlier messages were left out: the chat is longer than the model's context."]
        (ending,) = talk.endings()
        assert ending.result.num_prompt_tokens == await talk.chat.count_tokens(HELLO)


@in_loop
async def test_error_of_the_route_is_told_as_it_is(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        talk.route_error = NoRoute("Nobody serves layers 2-6.", "Add a peer.")
        talk.start()
        await talk.end()
        assert [(e.text, e.hint, e.partial) for e in talk.endings()] == [
            ("Nobody serves layers 2-6.", "Add a peer.", "")
        ]


@pytest.mark.allow_warnings("a generation failed")
@in_loop
async def test_unexpected_error_is_logged_and_still_ends_the_answer(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        talk.route_error = ZeroDivisionError()
        talk.start()
        await talk.end()
        assert "ZeroDivisionError" in talk.endings()[0].text


@in_loop
async def test_model_without_a_chat_template_is_named_as_such(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        talk.start("with")
        await talk.end()
        monkeypatch.setattr(pair.tokenizer, "_template", None)
        talk.start("without")
        await talk.end()
        notes = [e for e in talk.told if isinstance(e, GenerationNote)]
        assert [(note.generation_id, "no chat template" in note.text) for note in notes] == [("without", True)]


@in_loop
async def test_recovery_is_told(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)

        async def forget(call: Call) -> None:
            if len(pair.fleet.calls) == 6:
                pair.nodes[1].caches.clear("user")

        pair.fleet.hook = forget
        talk.start(max_tokens=6)
        await talk.end()
        assert len([e for e in talk.told if isinstance(e, GenerationNote)]) == 1
        assert talk.endings()[0].result.num_recoveries == 1
        (recovered,) = [e.recovered for e in talk.told if isinstance(e, GenerationRecovered)]
        assert recovered.taken_over_by == (recovered.lost,)  # it only had to compute its part again


@in_loop
async def test_close_stops_every_answer_and_own_sessions_are_bounded(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)

        async def hold(call: Call) -> RawReply | None:
            if call.method == "POST":
                await asyncio.Event().wait()
            return RawReply(404, {}, b"")

        pair.fleet.hook = hold
        for number in range(MAX_OWN_SESSIONS + 5):
            talk.start(str(number))
        await until(lambda: len(pair.fleet.calls) == MAX_OWN_SESSIONS + 5)
        await talk.chat.close()
        assert talk.chat.num_generating == 0
        assert all(len(talk.endings(str(n))) == 1 for n in range(MAX_OWN_SESSIONS + 5))
        assert len(talk.chat.own_sessions) == MAX_OWN_SESSIONS


@in_loop
async def test_stopping_an_unknown_answer_does_nothing(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk = Talk(pair)
        await talk.chat.stop("nobody")
        assert talk.told == []


@in_loop
async def test_stop_during_a_prefill_over_http_leaves_no_session_and_no_further_step(tiny: Tiny) -> None:
    """The session must not stay when the prefill of a head that has gone ends."""
    spec = tiny("llama")
    entered, go_on, left = threading.Event(), threading.Event(), threading.Event()

    async with running_node(spec, Span(0, 6), load) as node:
        shard = node.service.ready_shard()
        compute = shard.forward

        def slow(*arguments: Any) -> Any:
            entered.set()
            assert go_on.wait(20)
            try:
                return compute(*arguments)
            finally:
                left.set()

        shard.forward = slow  # type: ignore[method-assign]
        server = HttpServer(node.app, "127.0.0.1", 0)
        await server.start()
        client = HopClient(HttpTransport(), patience=QUICK)
        pair = Pair(spec, [node], Fleet({}), Route((Hop(server.url, Span(0, 6)),)), load_tokenizer(spec))
        talk = Talk(pair)
        talk.chat._client = client
        talk.start(max_tokens=50)
        await asyncio.to_thread(entered.wait, 20)
        stopping = asyncio.create_task(talk.chat.stop("g"))
        await until(talk.endings)
        go_on.set()
        await stopping
        await until(left.is_set)
        await node.compute.run(lambda: None)  # behind what the closing of the session still asks of the thread
        assert node.service.status().counters["requests"] == 1
        assert node.tokens_held == []
        await client.close()
        await server.stop()


@pytest.mark.parametrize(
    "question",
    [
        Question([Message("user", "a" * 30_000)]),
        Question([Message("user", "")] * 1000),
        Question([Message("assistant", "", (ToolCall("1", "find", '{"a": "' + "a" * 30_000 + '"}'),))]),
        Question(HELLO, tools=[{"type": "function", "function": {"name": "find"}}]),
    ],
)
@in_loop
async def test_a_prompt_that_takes_long_to_make_does_not_hold_the_loop_up(
    tiny: Tiny, question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_pair(tiny("llama")) as pair:
        talk, threads = Talk(pair), set[int]()

        def encode_chat(*args: Any, **named: Any) -> list[int]:
            threads.add(threading.get_ident())
            raise UserError("That is enough.")

        monkeypatch.setattr(pair.tokenizer, "encode_chat", encode_chat)
        talk.chat.ask(question, "g", talk.told.append)
        await talk.end()
        assert threads
        assert threading.get_ident() not in threads
