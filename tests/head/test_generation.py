"""Generation over two real tiny shards: cached, stateless and one process agree, whatever the hops forget."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import pytest

from meshnet_gui import errors
from meshnet_gui.errors import NoRoute, PeerMisbehaved, PeerRefused, PeerUnreachable, PromptTooLong, UserError
from meshnet_gui.head import pipeline as pipeline_module
from meshnet_gui.head.generation import Generation, Listeners
from meshnet_gui.head.hop_client import HopClient, Patience
from meshnet_gui.head.recovery import MAX_MISSES
from meshnet_gui.head.transport import RawReply
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import GenerationResult, Hop, Route, SamplingParams, Span, TokenLogprobs
from meshnet_gui.wire import codec
from meshnet_gui.wire.refusals import Busy, KVCacheMiss, NoRoom, WrongModel
from tests.fleet import (
    QUICK,
    SESSION,
    Call,
    Fleet,
    Pair,
    in_loop,
    load,
    load_once,
    load_tokenizer,
    old_peer,
    reference_ids,
    running_node,
    running_pair,
)

Tiny = Callable[[str], ModelSpec]
KINDS = ["llama", "sliding", "all_sliding", "hybrid", "conv", "moe"]
PROMPT = [10, 20, 30, 40, 50, 60, 70]
NUM_TOKENS = 11


def generation(
    pair: Pair, num_tokens: int = NUM_TOKENS, listeners: Listeners | None = None, **changes: Any
) -> Generation:
    return Generation(
        pair.pipeline(**changes),
        pair.tokenizer,
        context_tokens=pair.spec.context_tokens,
        max_tokens=num_tokens,
        listeners=listeners,
        stop_at_eos=False,
    )


async def generate(pair: Pair, num_tokens: int = NUM_TOKENS, **changes: Any) -> GenerationResult:
    return await generation(pair, num_tokens, **changes).run(PROMPT)


def chunks_of(num_tokens: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline_module, "MAX_CHUNK_TOKENS", num_tokens)
    monkeypatch.setattr(pipeline_module, "MIN_CHUNK_TOKENS", num_tokens)


def at_decode(number: int, act: Callable[[Call], Awaitable[RawReply | None]], address: str = "b") -> Any:
    """A hook that acts once, when ``address`` is to run its decode ``number`` (0 is the first)."""
    seen = {"decodes": 0}

    async def hook(call: Call) -> RawReply | None:
        if call.address != address or call.mode != "decode":
            return None
        seen["decodes"] += 1
        return await act(call) if seen["decodes"] == number + 1 else None

    return hook


# -- identical tokens -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "cut"), [*((kind, 3) for kind in KINDS), ("llama", 1), ("sliding", 5), ("hybrid", 1)])
@in_loop
async def test_cached_stateless_and_one_process_give_identical_ids(tiny: Tiny, kind: str, cut: int) -> None:
    spec = tiny(kind)
    async with running_pair(spec, cut) as pair:
        cached = await generate(pair)
        assert cached.cached
        for node in pair.nodes:
            node.caches.set_enabled(False)
        stateless = await generate(pair)
        assert not stateless.cached
        assert list(cached.token_ids) == list(stateless.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert cached.text == stateless.text
        assert (cached.num_recoveries, cached.finish, cached.num_prompt_tokens) == (0, "length", len(PROMPT))


@in_loop
async def test_cached_generation_sends_one_position_per_step_and_one_prefill(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        await generate(pair, 5)
        assert pair.fleet.modes("a") == pair.fleet.modes("b") == ["prefill"] + ["decode"] * 4
        assert {call.headers[codec.SHAPE] for call in pair.fleet.calls if call.mode == "decode"} == {"1,1", "1,1,32"}
        assert {call.headers[codec.SESSION] for call in pair.fleet.calls} == {SESSION}


@pytest.mark.parametrize("kind", ["llama", "sliding", "hybrid"])
@in_loop
async def test_prompt_longer_than_a_chunk_is_prefilled_in_chunks(
    tiny: Tiny, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks_of(3, monkeypatch)
    spec = tiny(kind)
    done: list[tuple[int, int]] = []
    async with running_pair(spec) as pair:
        listeners = Listeners(on_prefill=lambda num_done, num_total: done.append((num_done, num_total)))
        result = await generation(pair, listeners=listeners).run(PROMPT)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert done == [(3, 7), (6, 7), (7, 7)]
        assert pair.fleet.modes("b")[:3] == ["prefill", "decode", "decode"]
        for address in "ab":
            sent = [call for call in pair.fleet.calls if call.address == address]
            assert [call.headers.get(codec.PAST_LEN) for call in sent[:3]] == [None, "3", "6"]


# -- recovery ---------------------------------------------------------------------------------------------------------


async def forget(pair: Pair, index: int) -> None:
    pair.nodes[index].caches.evict(SESSION, "user")


async def restart(pair: Pair, index: int) -> None:
    service = pair.nodes[index].service
    await service.start(pair.spec, service.ready_shard().span)


async def lengthen(pair: Pair, index: int) -> None:
    """One more token in the peer's cache than the head knows of: another past length."""
    address = "ab"[index]
    call = next(call for call in reversed(pair.fleet.calls) if call.address == address and call.mode == "decode")
    past_len = str(pair.nodes[index].tokens_held[0])
    reply = await pair.nodes[index].ask(headers=call.headers | {codec.PAST_LEN: past_len}, body=call.body)
    assert reply.status == 200


BREAKS = {"eviction": forget, "restart": restart, "past-len mismatch": lengthen}


@pytest.mark.parametrize(("kind", "index"), [("llama", 0), ("llama", 1), ("sliding", 1), ("hybrid", 1)])
@pytest.mark.parametrize("name", BREAKS)
@in_loop
async def test_lost_cache_costs_one_prefill_and_the_text_is_unbroken(
    tiny: Tiny, kind: str, name: str, index: int
) -> None:
    spec = tiny(kind)
    async with running_pair(spec) as pair:

        async def act(call: Call) -> None:
            await BREAKS[name](pair, index)

        pair.fleet.hook = at_decode(5, act, "ab"[index])
        told: list[str] = []
        result = await generation(pair, listeners=Listeners(on_recovery=told.append)).run(PROMPT)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (result.num_recoveries, len(told), result.cached) == (1, 1, True)
        assert result.text == pair.tokenizer.decode(result.token_ids)
        lost, other = "ab"[index], "ba"[index]
        assert [pair.fleet.modes(address).count("prefill") for address in (lost, other)] == [2, 1]
        assert [node.tokens_held for node in pair.nodes] == [[len(PROMPT) + NUM_TOKENS - 1]] * 2


@pytest.mark.parametrize(("index", "chunk"), [(0, 0), (0, 1), (1, 0), (1, 1)])
@in_loop
async def test_eviction_between_the_chunks_of_a_prefill_is_recovered(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch, index: int, chunk: int
) -> None:
    chunks_of(2, monkeypatch)
    spec = tiny("llama")
    async with running_pair(spec) as pair:

        async def act(call: Call) -> None:
            await forget(pair, index)

        pair.fleet.hook = at_decode(chunk, act, "ab"[index])
        done: list[int] = []
        listeners = Listeners(on_prefill=lambda num_done, num_total: done.append(num_done))
        result = await generation(pair, listeners=listeners).run(PROMPT)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert result.num_recoveries == 1
        assert done == [2, 4, 6, 7]
        assert [node.tokens_held for node in pair.nodes] == [[len(PROMPT) + NUM_TOKENS - 1]] * 2


@in_loop
async def test_hop_that_keeps_no_cache_is_found_out_at_the_first_chunk_of_many(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks_of(2, monkeypatch)
    spec = tiny("llama")
    async with running_pair(spec) as pair:
        pair.nodes[1].caches.set_enabled(False)
        result = await generate(pair, 4)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, 4)
        assert (result.cached, result.num_recoveries) == (False, 0)
        assert pair.fleet.modes("b") == ["prefill"] + ["stateless"] * 4


@in_loop
async def test_hop_that_dies_between_the_chunks_is_named_and_the_others_are_asked_no_more(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks_of(2, monkeypatch)
    async with running_pair(tiny("llama")) as pair:

        async def act(call: Call) -> None:
            del pair.fleet.apps["b"]

        pair.fleet.hook = at_decode(0, act)
        with pytest.raises(NoRoute, match=r"Nobody serves layers 2-6 any more. Peer b \(layers 2-6\) cannot"):
            await generation(pair).run([5] * 100)
        num_calls = len(pair.fleet.calls)
        await asyncio.sleep(0)
        assert len(pair.fleet.calls) == num_calls
        assert len(pair.fleet.modes("a")) <= 4


@pytest.mark.parametrize("index", [0, 1])
@in_loop
async def test_caching_that_is_switched_off_goes_on_stateless(tiny: Tiny, index: int) -> None:
    spec = tiny("hybrid")
    async with running_pair(spec) as pair:

        async def act(call: Call) -> None:
            pair.nodes[index].caches.set_enabled(False)

        pair.fleet.hook = at_decode(5, act)
        result = await generate(pair)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (result.cached, result.num_recoveries) == (False, 1)
        assert pair.fleet.modes("a")[-1] == "stateless"


@pytest.mark.parametrize("address", ["a", "b"])
@in_loop
async def test_reply_lost_after_the_step_was_applied_never_appends_twice(tiny: Tiny, address: str) -> None:
    spec = tiny("llama")
    async with running_pair(spec) as pair:
        lost = []

        def drop(call: Call, reply: RawReply) -> RawReply:
            if call.address == address and call.mode == "decode" and len(pair.fleet.calls) > 10 and not lost:
                lost.append(call)
                raise PeerUnreachable(address, "The connection broke.")
            return reply

        pair.fleet.after = drop
        result = await generate(pair)
        assert lost
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert result.num_recoveries == 1
        assert [node.tokens_held for node in pair.nodes] == [[len(PROMPT) + NUM_TOKENS - 1]] * 2


@in_loop
async def test_seeded_sampling_is_the_same_cached_stateless_and_after_a_replacement_tail(tiny: Tiny) -> None:
    sampling = SamplingParams(temperature=0.9, top_p=0.95, top_k=40, repetition_penalty=1.3, seed=7)
    spec = tiny("llama")
    async with running_pair(spec) as pair, running_node(spec, Span(2, 6), load) as replacement:
        cached = await generate(pair, sampling=sampling)
        other_seed = await generate(pair, sampling=SamplingParams(0.9, 0.95, 40, 1.3, 8))

        async def act(call: Call) -> None:
            pair.fleet.apps["b"] = replacement.app

        pair.fleet.hook = at_decode(5, act)
        recovered = await generate(pair, sampling=sampling)
        pair.nodes[0].caches.set_enabled(False)
        stateless = await generate(pair, sampling=sampling)
        assert cached.token_ids == recovered.token_ids == stateless.token_ids != other_seed.token_ids
        assert (recovered.num_recoveries, stateless.cached) == (1, False)


# -- mixed fleets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["a", "b"])
@in_loop
async def test_old_hop_without_acknowledgement_is_prefilled_at_every_step(tiny: Tiny, address: str) -> None:
    spec = tiny("llama")
    async with running_pair(spec) as pair:
        pair.fleet.apps[address] = old_peer(pair.fleet.apps[address])
        result = await generate(pair, 8)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, 8)
        assert (result.cached, result.num_recoveries) == (False, 0)
        assert "decode" not in pair.fleet.modes(address)


@in_loop
async def test_old_middle_hop_among_three_still_gives_the_right_tokens(tiny: Tiny) -> None:
    spec = tiny("sliding")
    spans = (Span(0, 2), Span(2, 4), Span(4, 6))
    async with (
        running_node(spec, spans[0], load_once) as a,
        running_node(spec, spans[1], load_once) as b,
        running_node(spec, spans[2], load_once) as c,
    ):
        fleet = Fleet({"a": a.app, "b": old_peer(b.app), "c": c.app})
        route = Route(tuple(Hop(name, span) for name, span in zip("abc", spans, strict=True)))
        result = await generate(Pair(spec, [a, b, c], fleet, route, load_tokenizer(spec)), 12)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, 12)
        assert not result.cached


@in_loop
async def test_old_tail_with_text_only_is_retokenised_and_ends_at_empty_text(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_pair(spec) as pair:
        pair.fleet.apps["b"] = old_peer(pair.fleet.apps["b"], reply_keys=("text",))
        result = await generate(pair, 8)
        expected = ""
        while True:  # the same in one process: read prompt and text, take the next piece of text
            ids = PROMPT + pair.tokenizer.encode(expected)
            piece = pair.tokenizer.token_text(reference_ids(spec, ids, 1)[0])
            expected += piece
            if not piece or len(ids) - len(PROMPT) > 30 or len(expected) >= len(result.text):
                break
        assert result.text
        assert expected == result.text
        assert (result.token_ids, result.cached) == ((), False)


class Scripted:
    """A tail (and only hop) that answers what it is told; remembers what it was asked."""

    def __init__(self, *answers: dict[str, Any] | RawReply) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, list[int]]] = []

    async def __call__(self, call: Call) -> RawReply:
        ids = list(memoryview(call.body).cast("q")) if call.headers[codec.DTYPE] == "int64" else []
        self.asked.append((call.mode, ids))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, RawReply):
            return answer
        held = int(call.headers.get(codec.PAST_LEN, "0")) + len(ids) if call.mode != "stateless" else 0
        return RawReply(200, {codec.PAST_LEN: str(held)}, json.dumps(answer).encode())


class Letters:
    """A tokenizer of letters: a is 1, b is 2 ...; 0 opens every text and 26 (``z``) ends a sequence."""

    eos_ids = frozenset({26, 27})

    def encode(self, text: str) -> list[int]:
        return [0, *(ord(letter) - ord("a") + 1 for letter in text)]

    def token_text(self, token_id: int) -> str:
        return "" if token_id in self.eos_ids else chr(token_id + ord("a") - 1)

    def detokenizer(self, shown: Collection[str] = ()) -> Any:
        letters = self

        class Detokenizer:
            def push(self, token_id: int) -> str:
                return letters.token_text(token_id)

            def flush(self) -> str:
                return ""

        return Detokenizer()


def scripted(tail: Scripted, num_tokens: int = 5, patience: Patience = QUICK, **options: Any) -> Generation:
    pipeline = pipeline_module.Pipeline(
        HopClient(Fleet({}, hook=tail), patience=patience),
        Route((Hop("http://tail:1", Span(0, 2)),)),
        SESSION,
        "tiny@1:0123456789abcdef:float32",
        32,
        SamplingParams(),
        vocab_size=28,
    )
    values = {"context_tokens": 64, "max_tokens": num_tokens} | options
    return Generation(pipeline, Letters(), **values)


@in_loop
async def test_retokenised_text_does_not_open_the_sequence_a_second_time() -> None:
    tail = Scripted({"text": "b"}, {"text": "c"}, {"text": ""})
    result = await scripted(tail).run([0, 1])
    assert (result.text, result.finish) == ("bc", "eos")
    assert [ids for _, ids in tail.asked] == [[0, 1], [0, 1, 2], [0, 1, 2, 3]]


@in_loop
async def test_old_tail_that_says_the_eos_piece_ends_the_sequence() -> None:
    result = await scripted(Scripted({"text": "b"}, {"text": "z"})).run([0, 1])
    assert (result.text, result.finish) == ("b", "eos")


@in_loop
async def test_tail_that_falls_back_to_text_and_comes_back_to_ids_is_read_in_order() -> None:
    tail = Scripted({"text": "b", "token_id": 2}, {"text": "c"}, {"text": "d", "token_id": 4}, {"text": "e"})
    result = await scripted(tail, 4).run([0, 1])
    assert result.text == "bcde"
    assert [ids for _, ids in tail.asked] == [[0, 1], [2], [0, 1, 2, 3], [0, 1, 2, 3, 4]]


@pytest.mark.parametrize("eos", [26, 27])
@in_loop
async def test_sequence_ends_at_any_of_the_eos_ids(eos: int) -> None:
    result = await scripted(Scripted({"text": "b", "token_id": 2}, {"text": "x", "token_id": eos})).run([0, 1])
    assert (result.text, result.token_ids, result.finish) == ("b", (2,), "eos")


# -- other ends -------------------------------------------------------------------------------------------------------


def said(text: str) -> Scripted:
    return Scripted(*({"text": letter, "token_id": 1 + ord(letter) - ord("a")} for letter in text))


@pytest.mark.parametrize(
    ("stops", "expected", "finish"),
    [
        (["d"], "abc", "stop"),
        (["cd"], "ab", "stop"),
        (["x", "de", "bcde"], "a", "stop"),
        (["abcdef"], "", "stop"),
        (["fg"], "abcdef", "length"),  # held back as a possible beginning, and let go at the end
        (["", "q"], "abcdef", "length"),
    ],
)
@in_loop
async def test_answer_ends_before_a_stop_text_also_across_tokens(stops: list[str], expected: str, finish: str) -> None:
    shown: list[str] = []
    listeners = Listeners(on_text=lambda piece, *_: shown.append(piece))
    result = await scripted(said("abcdef"), 6, stops=stops, listeners=listeners).run([0, 1])
    assert (result.text, result.finish) == (expected, finish)
    assert "".join(shown) == expected


class Even:
    """Lets only even tokens come, four of them."""

    def __init__(self) -> None:
        self.got: list[int] = []

    def allowed(self) -> bytes | None:
        return b"\x55" * 4

    def push(self, token_id: int) -> None:
        self.got.append(token_id)

    @property
    def is_complete(self) -> bool:
        return len(self.got) == 4


@in_loop
async def test_constraint_says_what_may_come_at_every_step_and_ends_the_answer(tiny: Tiny) -> None:
    class EvenOfMany(Even):
        def allowed(self) -> bytes | None:
            return b"\x55" * 100

    async with running_pair(tiny("llama")) as pair:
        even = EvenOfMany()
        made = generation(pair)
        made._constraint = even
        result = await made.run(PROMPT)
        assert (len(result.token_ids), result.finish) == (4, "eos")
        assert list(result.token_ids) == even.got
        assert all(token_id % 2 == 0 for token_id in result.token_ids)
        assert list(result.token_ids) != reference_ids(pair.spec, PROMPT, 4)
        allowed = [codec.ALLOWED in call.headers for call in pair.fleet.calls]
        assert allowed == [False, True] * 4  # the tail alone picks


@in_loop
async def test_hop_that_is_replaced_under_a_constraint_picks_what_may_come(tiny: Tiny) -> None:
    class EvenOfMany(Even):
        def allowed(self) -> bytes | None:
            return b"\x55" * 100

    async with running_pair(tiny("llama")) as pair:
        whole, broken = generation(pair), generation(pair, session_id="f" * 32)
        whole._constraint, broken._constraint = EvenOfMany(), EvenOfMany()
        unbroken = await whole.run(PROMPT)

        async def forget(call: Call) -> None:
            pair.nodes[1].caches.clear("user")

        pair.fleet.hook = at_decode(2, forget)
        assert (await broken.run(PROMPT)).token_ids == unbroken.token_ids


@in_loop
async def test_tail_that_answers_what_may_not_come_is_at_fault() -> None:
    with pytest.raises(PeerMisbehaved, match="may not come"):
        await scripted(said("abc"), 6, constraint=Even()).run([0, 1])


@in_loop
async def test_tail_that_does_not_say_how_likely_its_tokens_are_is_at_fault() -> None:
    made = scripted(said("abc"), 6)
    made._pipeline._sampling = SamplingParams(top_logprobs=2)
    with pytest.raises(PeerMisbehaved, match="how likely"):
        await made.run([0, 1])


@in_loop
async def test_logprobs_come_with_the_text_of_their_tokens(tiny: Tiny) -> None:
    told: list[tuple[TokenLogprobs, ...]] = []
    async with running_pair(tiny("llama")) as pair:
        listeners = Listeners(on_text=lambda piece, num_tokens, logprobs: told.append(logprobs))
        result = await generation(pair, 5, listeners, sampling=SamplingParams(top_logprobs=1)).run(PROMPT)
        got = [each for logprobs in told for each in logprobs]
        assert [each.token_id for each in got] == list(result.token_ids)
        assert all(each.top == ((each.token_id, each.logprob),) for each in got)  # greedy: the likeliest is picked


# -- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_tokens", [64, 65, 1000])
@in_loop
async def test_prompt_that_fills_the_context_is_refused_before_any_network(num_tokens: int) -> None:
    tail = Scripted({"text": "b", "token_id": 2})
    with pytest.raises(PromptTooLong, match=f"has {num_tokens:,} tokens; this model takes 64"):
        await scripted(tail).run([1] * num_tokens)
    assert tail.asked == []


@in_loop
async def test_empty_prompt_is_the_users_mistake() -> None:
    with pytest.raises(UserError, match="nothing to answer"):
        await scripted(Scripted({})).run([])


@in_loop
async def test_answer_ends_where_the_context_is_full(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        result = await generation(pair, 1000).run([5] * 250)
        assert (len(result.token_ids), result.finish) == (6, "length")


@in_loop
async def test_emoji_over_several_tokens_stream_whole_and_joined_equal_the_full_text(tiny: Tiny) -> None:
    tokenizer = load_tokenizer(tiny("llama"))
    text = "héllo 👩‍🚀 日本語 🇫🇷!"
    ids = tokenizer.encode(text)
    assert len(ids) > len(text)
    tail = Scripted(*({"text": "", "token_id": token_id} for token_id in ids))
    pieces: list[str] = []
    made = scripted(tail, len(ids), listeners=Listeners(on_text=lambda piece, *_: pieces.append(piece)))
    whole = Generation(
        made._pipeline,
        tokenizer,
        context_tokens=4096,
        max_tokens=len(ids),
        listeners=Listeners(on_text=lambda piece, *_: pieces.append(piece)),
    )
    whole._pipeline._vocab_size = None
    result = await whole.run([5])
    assert "".join(pieces) == result.text == text == tokenizer.decode(ids)
    assert not any("\ufffd" in piece for piece in pieces)


@in_loop
async def test_answer_cut_inside_a_character_shows_a_replacement_like_the_full_decoding(tiny: Tiny) -> None:
    tokenizer = load_tokenizer(tiny("llama"))
    ids = tokenizer.encode("ok 🚀")[:-1]
    made = scripted(Scripted(*({"text": "", "token_id": token_id} for token_id in ids)))
    made._pipeline._vocab_size = None
    whole = Generation(made._pipeline, tokenizer, context_tokens=4096, max_tokens=len(ids))
    result = await whole.run([5])
    assert result.text == tokenizer.decode(ids) == "ok \ufffd"


@in_loop
async def test_speed_counts_the_decode_steps_only() -> None:
    times = iter([100.0, 103.0, 103.5, 104.0, 104.5, 105.0])
    made = scripted(Scripted({"text": "b", "token_id": 2}), 5, clock=lambda: next(times))
    result = await made.run([1])
    assert (result.first_token_s, result.tokens_per_s) == (3.0, 2.0)


@in_loop
async def test_time_between_breaking_off_and_going_on_does_not_count_for_the_speed() -> None:
    times = iter([100.0, 103.0, 103.5, 203.5, 204.0, 204.5])
    broken = RawReply(500, {}, b"")
    made = scripted(Scripted(TOKEN, TOKEN, broken), 4, clock=lambda: next(times))
    with pytest.raises(PeerRefused):
        await made.run([1])
    tail = Scripted(TOKEN)
    result = await made.go_on(scripted(tail)._pipeline)
    assert (result.text, result.first_token_s, result.tokens_per_s) == ("bbbb", 3.0, 2.0)
    assert tail.asked[0] == ("prefill", [1, 2, 2])


# -- hops that fail ---------------------------------------------------------------------------------------------------


def refused(refusal: Any) -> RawReply:
    return RawReply(refusal.status, {}, refusal.to_body())


TOKEN = {"text": "b", "token_id": 2}


@in_loop
async def test_cache_miss_for_ever_ends_after_a_bounded_number_of_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks_of(1, monkeypatch)  # so that the prefill itself meets the miss
    asked: list[str] = []
    good = Scripted(TOKEN)

    async def tail(call: Call) -> RawReply:
        asked.append(call.mode)
        return refused(KVCacheMiss("not here")) if call.mode == "decode" else await good(call)

    made = scripted(good)
    made._pipeline._client._transport.hook = tail  # type: ignore[attr-defined]
    with pytest.raises(PeerRefused, match=rf"tail:1 \(layers 0-2\) lost its session cache {MAX_MISSES}"):
        await made.run([0, 1])
    assert asked == ["prefill", "decode"] * MAX_MISSES


@in_loop
async def test_miss_at_each_decode_is_recovered_each_time() -> None:
    async def tail(call: Call) -> RawReply:
        return refused(KVCacheMiss("not here")) if call.mode == "decode" else await good(call)

    good = Scripted(TOKEN)
    made = scripted(good)
    made._pipeline._client._transport.hook = tail  # type: ignore[attr-defined]
    result = await made.run([0, 1])
    assert (result.text, result.num_recoveries) == ("bbbbb", 4)


@pytest.mark.parametrize("mode", ["prefill", "stateless"])
@in_loop
async def test_miss_that_answers_no_decode_is_the_peers_fault(mode: str) -> None:
    first = RawReply(200, {}, json.dumps(TOKEN).encode())  # acknowledges nothing: what follows is stateless
    answers = [first] if mode == "stateless" else []
    with pytest.raises(PeerMisbehaved, match=r"tail:1.*was not asked for"):
        await scripted(Scripted(*answers, refused(KVCacheMiss("?")))).run([0, 1])


@in_loop
async def test_busy_peer_is_asked_again_and_the_answer_is_whole() -> None:
    tail = Scripted(refused(Busy("full")), refused(Busy("full")), TOKEN)
    assert (await scripted(tail, 3).run([0, 1])).text == "bbb"
    assert [mode for mode, _ in tail.asked] == ["prefill"] * 3 + ["decode"] * 2


@in_loop
async def test_peer_that_stays_busy_is_named_after_a_bounded_number_of_tries() -> None:
    tail = Scripted(refused(Busy("every session here is in use")))
    with pytest.raises(PeerRefused, match=r"tail:1 \(layers 0-2\) stayed busy: every session here is in use"):
        await scripted(tail).run([0, 1])
    assert len(tail.asked) == QUICK.busy_tries


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (refused(WrongModel("this node serves other@1")), "serves another model: this node serves other@1"),
        (RawReply(500, {}, b"oops"), "HTTP status 500"),
        (RawReply(404, {}, b"<html>"), "HTTP status 404"),
        (RawReply(301, {"location": "http://evil"}, b""), "HTTP status 301"),
    ],
)
@in_loop
async def test_refusal_is_a_plain_error_that_names_the_hop_and_is_not_repeated(reply: RawReply, text: str) -> None:
    tail = Scripted(reply)
    with pytest.raises(PeerRefused, match=r"Peer http://tail:1 \(layers 0-2\)") as caught:
        await scripted(tail).run([0, 1])
    assert text in caught.value.text
    assert caught.value.address == "http://tail:1"
    assert len(tail.asked) == 1


@in_loop
async def test_where_everybody_says_that_there_is_no_room_that_is_the_error_and_it_is_not_repeated() -> None:
    tail = Scripted(refused(NoRoom("the memory is full here")))
    with pytest.raises(errors.NoRoom, match=r"Peer http://tail:1 \(layers 0-2\) refused the step: the memory is full"):
        await scripted(tail).run([0, 1])
    assert len(tail.asked) == 1


@pytest.mark.parametrize(
    "reply",
    [
        RawReply(200, {}, b""),
        RawReply(200, {}, b"<html>"),
        RawReply(200, {}, b"[]"),
        RawReply(200, {}, b'{"text": 5}'),
        RawReply(200, {}, b'{"text": "a", "token_id": "1"}'),
        RawReply(200, {}, b'{"text": "a", "token_id": -1}'),
        RawReply(200, {codec.PAST_LEN: "x"}, b'{"text": "a", "token_id": 1}'),
        RawReply(200, {codec.PAST_LEN: "1"}, b'{"text": "a", "token_id": 1}'),
        RawReply(200, {codec.PAST_LEN: "3"}, b'{"text": "a", "token_id": 1}'),
        RawReply(200, {codec.PAST_LEN: "2"}, b'{"text": "a", "token_id": 28}'),
        RawReply(200, {codec.PAST_LEN: "2"}, b'{"text": "a", "token_id": 2000000000}'),
    ],
)
@in_loop
async def test_malformed_reply_of_a_tail_is_the_tails_fault(reply: RawReply) -> None:
    with pytest.raises(PeerMisbehaved, match=r"http://tail:1 \(layers 0-2\)") as caught:
        await scripted(Scripted(reply)).run([0, 1])
    assert caught.value.address == "http://tail:1"


@pytest.mark.parametrize(
    "change",
    [
        {codec.SHAPE: None},
        {codec.SHAPE: "1,6,32"},
        {codec.SHAPE: "1,7,31"},
        {codec.SHAPE: "7,1,32"},
        {codec.DTYPE: "float64"},
        {codec.DTYPE: "bfloat16"},
        {codec.DTYPE: "int64"},
        {codec.PAST_LEN: "-1"},
        {codec.PAST_LEN: "6"},
        {codec.PAST_LEN: "8"},
    ],
)
@in_loop
async def test_malformed_reply_of_a_middle_hop_is_that_hops_fault(tiny: Tiny, change: dict[str, str | None]) -> None:
    async with running_pair(tiny("llama")) as pair:

        def damage(call: Call, reply: RawReply) -> RawReply:
            if call.address != "a":
                return reply
            headers = {n: v for n, v in {**reply.headers, **change}.items() if v is not None}
            return RawReply(reply.status, headers, reply.body)

        pair.fleet.after = damage
        with pytest.raises(PeerMisbehaved, match=r"Peer a \(layers 0-2\)"):
            await generate(pair)
        assert pair.fleet.modes("b") == []


@in_loop
async def test_dead_hop_is_named_with_its_layers_and_the_partial_text_is_kept(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:

        async def act(call: Call) -> None:
            del pair.fleet.apps["b"]

        pair.fleet.hook = at_decode(3, act)
        made = generation(pair)
        with pytest.raises(NoRoute, match=r"Nobody serves layers 2-6 any more. Peer b \(layers 2-6\) cannot"):
            await made.run(PROMPT)
        assert len(made.progress.token_ids) == 4
        assert pair.fleet.modes("b")[-2:] == ["decode"] * 2


@in_loop
async def test_frozen_hop_that_nobody_can_replace_is_asked_again_for_a_bounded_time_and_named(tiny: Tiny) -> None:
    frozen: list[Call] = []

    async def freeze(call: Call) -> RawReply | None:
        if call.address == "b":
            frozen.append(call)
            raise PeerUnreachable("b", "b did not answer within 20 s.") from TimeoutError()
        return None

    async with running_pair(tiny("llama")) as pair:
        pair.fleet.hook = freeze
        with pytest.raises(NoRoute, match=r"Peer b \(layers 2-6\).*did not answer"):
            await generate(pair)
        assert 1 < len(frozen) < 100


# -- stopping ---------------------------------------------------------------------------------------------------------


@in_loop
async def test_cancelling_stops_every_peer_within_one_step(tiny: Tiny) -> None:
    reached = asyncio.Event()

    async def act(call: Call) -> None:
        reached.set()
        await asyncio.Event().wait()

    async with running_pair(tiny("llama")) as pair:
        pair.fleet.hook = at_decode(4, act)
        task = asyncio.create_task(generate(pair, 200))
        await reached.wait()
        before = [node.service.status().counters["requests"] for node in pair.nodes]
        task.cancel()
        await asyncio.wait([task])
        for _ in range(20):
            await asyncio.sleep(0)
        after = [node.service.status().counters["requests"] for node in pair.nodes]
        assert [b - a for a, b in zip(before, after, strict=True)] <= [1, 1]
        await pair.pipeline().close()
        assert [node.tokens_held for node in pair.nodes] == [[], []]
        assert [node.service.status().evictions[0].reason for node in pair.nodes] == ["closed", "closed"]


@in_loop
async def test_cancelling_during_a_prefill_ends_at_the_next_chunk(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    chunks_of(2, monkeypatch)
    async with running_pair(tiny("llama")) as pair:
        task: asyncio.Task[Any]
        sent: list[tuple[int, int]] = []

        def stop(done: int, total: int) -> None:
            sent.append((len(pair.fleet.modes("a")), len(pair.fleet.modes("b"))))
            task.cancel()

        task = asyncio.create_task(generation(pair, listeners=Listeners(on_prefill=stop)).run([5] * 100))
        await asyncio.wait([task])
        assert task.cancelled()
        assert len(sent) == 1
        for address, before in zip("ab", sent[0], strict=True):
            assert len(pair.fleet.modes(address)) - before <= 1
        assert len(pair.fleet.modes("a")) <= 5  # it may be as far ahead as the belt between the hops lets it
