"""A hop that fails is replaced by others, which alone compute again; the text is that of an unbroken run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from meshnet_gui.errors import NoRoom as AllFull
from meshnet_gui.errors import NoRoute, PeerMisbehaved, PeerRefused, PeerUnreachable
from meshnet_gui.head import pipeline as pipeline_module
from meshnet_gui.head.history import HistoryBudget
from meshnet_gui.head.pace import Patience
from meshnet_gui.head.recovery import MAX_MISSES, MAX_REPLACEMENTS
from meshnet_gui.head.transport import RawReply
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import SamplingParams, Span
from meshnet_gui.wire import codec
from meshnet_gui.wire.refusals import Busy, Draining, KVCacheMiss, NoRoom, WrongModel
from tests.fleet import QUICK, SESSION, Call, in_loop, reference_ids, until
from tests.head.trio import NUM_TOKENS, PROMPT, Trio, at_step, running_trio

Tiny = Callable[[str], ModelSpec]
NUM_HELD = len(PROMPT) + NUM_TOKENS - 1
SAMPLING = SamplingParams(temperature=0.9, top_p=0.95, top_k=40, repetition_penalty=1.3, seed=7)


def refused(refusal: Any) -> RawReply:
    return RawReply(refusal.status, {}, refusal.to_body())


async def kill(trio: Trio, call: Call) -> None:
    trio.kill(call.address)


async def freeze(trio: Trio, call: Call) -> None:
    trio.kill(call.address)
    await trio.freeze(call.address)


async def drain(trio: Trio, call: Call) -> RawReply:
    return refused(Draining("this node is leaving"))


async def fill(trio: Trio, call: Call) -> RawReply:
    return refused(NoRoom("the memory is full here"))


async def move(trio: Trio, call: Call) -> RawReply:
    return refused(WrongModel("this node serves other@1"))


async def babble(trio: Trio, call: Call) -> RawReply:
    return RawReply(200, {}, b"<html>")


async def lose_reply(trio: Trio, call: Call) -> RawReply:
    """The step is applied and nobody hears of it; then the node is gone."""
    await trio.nodes[call.address].ask(headers=call.headers, body=call.body)
    trio.kill(call.address)
    raise PeerUnreachable(call.address, "The connection broke.") from ConnectionResetError()


FAILURES = {f.__name__: f for f in (kill, freeze, drain, fill, move, babble, lose_reply)}


def failures_everywhere() -> list[Any]:
    """Each failure at each place; all but one of a kind for runs on demand."""
    usual = {("kill", "a"), ("freeze", "b"), ("lose_reply", "c")}
    both = [(name, address) for name in FAILURES for address in "abc"]
    return [pytest.param(*each, marks=[] if each in usual else [pytest.mark.slow]) for each in both]


def some_slow(*params: Any, usual: int = 1) -> list[Any]:
    """The first ``usual`` always, the others on demand."""
    return [pytest.param(each, marks=[] if i < usual else [pytest.mark.slow]) for i, each in enumerate(params)]


def chunks_of(num_tokens: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline_module, "MAX_CHUNK_TOKENS", num_tokens)
    monkeypatch.setattr(pipeline_module, "MIN_CHUNK_TOKENS", num_tokens)


def breaking(trio: Trio, name: str) -> Any:
    async def act(call: Call) -> RawReply | None:
        return await FAILURES[name](trio, call)

    return act


# -- one hop is lost --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "address"), failures_everywhere())
@in_loop
async def test_lost_hop_is_replaced_and_only_the_replacement_computes_again(
    tiny: Tiny, name: str, address: str
) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        trio.fleet.hook = at_step(6, address, breaking(trio, name))
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (result.num_recoveries, result.cached) == (1, True)
        assert trio.addresses(result) == [{address: f"{address}2"}.get(each, each) for each in "abc"]
        (recovered,) = result.recoveries
        assert (recovered.lost.address, [hop.address for hop in recovered.taken_over_by]) == (address, [f"{address}2"])
        assert recovered.seconds > 0
        assert {time.hop.address for time in result.hop_times} >= {"a", "b", "c", f"{address}2"} - {address}
        assert [trio.num_computed(each) for each in "abc" if each != address] == [NUM_HELD] * 2
        assert trio.num_computed(f"{address}2") == NUM_HELD
        assert trio.nodes[f"{address}2"].tokens_held == [NUM_HELD]
        assert trio.fleet.modes(f"{address}2")[:2] == ["prefill", "decode"]
        replayed = next(call for call in trio.fleet.calls if call.address == f"{address}2")
        assert replayed.headers.get(codec.REPLY_LAST) == (None if address == "c" else "1")


@pytest.mark.slow
@in_loop
async def test_older_replacement_that_answers_all_positions_will_do(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        inner = trio.fleet.apps["b2"]

        async def older(scope: Any, receive: Any, send: Any) -> None:
            kept = [(name, value) for name, value in scope["headers"] if name != codec.REPLY_LAST.encode()]
            await inner({**scope, "headers": kept}, receive, send)

        trio.fleet.apps["b2"] = older
        trio.fleet.hook = at_step(6, "b", breaking(trio, "kill"))
        assert list((await trio.generate()).token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sliding", "hybrid", "moe"])
@in_loop
async def test_replacement_of_other_kinds_of_layers_goes_on_alike(tiny: Tiny, kind: str) -> None:
    spec = tiny(kind)
    async with running_trio(spec) as trio:
        trio.fleet.hook = at_step(6, "b", breaking(trio, "kill"))
        assert list((await trio.generate()).token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)


@pytest.mark.parametrize("address", some_slow("c", "a", "b"))
@in_loop
async def test_sampled_text_goes_on_as_if_nothing_had_happened(tiny: Tiny, address: str) -> None:
    async with running_trio(tiny("llama")) as trio:
        unbroken = await trio.generate(sampling=SAMPLING)
        trio.fleet.hook = at_step(6, address, breaking(trio, "kill"))
        broken = await trio.generate(sampling=SAMPLING)
        assert (unbroken.token_ids, unbroken.text) == (broken.token_ids, broken.text)
        assert (unbroken.num_recoveries, broken.num_recoveries) == (0, 1)


@pytest.mark.parametrize("address", some_slow("b", "a", "c"))
@pytest.mark.parametrize("chunk", some_slow(1, 0, 3, usual=2))
@in_loop
async def test_hop_that_is_lost_inside_a_prefill_is_replaced_there(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch, address: str, chunk: int
) -> None:
    chunks_of(2, monkeypatch)
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        trio.fleet.hook = at_step(chunk, address, breaking(trio, "kill"))
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert [trio.num_computed(each) for each in "abc" if each != address] == [NUM_HELD] * 2
        assert trio.num_computed(f"{address}2") == NUM_HELD


@in_loop
async def test_lost_hop_may_be_replaced_by_several(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec, x=Span(2, 3), y=Span(3, 6)) as trio:
        trio.reserves = {"x", "y"}
        trio.fleet.hook = at_step(6, "b", breaking(trio, "kill"))
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert [str(hop.span) for hop in result.route.hops] == ["0-2", "2-3", "3-4", "4-6"]
        assert [trio.num_computed(each) for each in "acxy"] == [NUM_HELD] * 4


@in_loop
async def test_one_of_several_replacements_may_be_lost_in_turn(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec, x=Span(2, 3), y=Span(3, 4), z=Span(3, 4)) as trio:
        trio.reserves = {"x", "y"}

        async def lose_y(call: Call) -> None:
            trio.kill("y")
            trio.reserves = {"x", "z"}

        first, second = at_step(6, "b", breaking(trio, "kill")), at_step(0, "y", lose_y)

        async def both(call: Call) -> RawReply | None:
            return await first(call) or await second(call)

        trio.fleet.hook = both
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert trio.addresses(result) == ["a", "x", "z", "c"]
        assert [trio.num_computed(each) for each in "acxz"] == [NUM_HELD] * 4


@in_loop
async def test_peer_that_already_runs_other_layers_takes_over_in_a_session_of_its_own(tiny: Tiny) -> None:
    """A node keeps one state per session and shard: the layers that it runs already must not lose theirs."""
    spec = tiny("llama")
    async with running_trio(spec, whole=Span(0, 6)) as trio:
        trio.fleet.apps["c"] = trio.nodes["whole"].app
        trio.spans["c"] = Span(0, 6)
        trio.reserves = {"c"}
        trio.fleet.hook = at_step(6, "b", breaking(trio, "kill"))
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (trio.addresses(result), result.num_recoveries) == (["a", "c", "c"], 1)
        assert len(trio.sessions) == 1
        assert {call.headers[codec.SESSION] for call in trio.fleet.calls if call.address == "c"} == {
            SESSION,
            *trio.sessions,
        }
        assert trio.nodes["whole"].tokens_held == [NUM_HELD] * 2


@in_loop
async def test_replacement_that_turns_out_to_keep_no_cache_is_replaced_by_one_that_does(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec, b3=Span(2, 4)) as trio:
        trio.reserves = {"b2", "b3"}
        trio.nodes["b2"].caches.set_enabled(False)
        trio.fleet.hook = at_step(6, "b", breaking(trio, "kill"))
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (trio.addresses(result), result.cached) == (["a", "b3", "c"], True)


# -- several are lost -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", some_slow("abc", "ab", "bc", "ac"))
@in_loop
async def test_hops_that_are_lost_at_once_are_all_replaced(tiny: Tiny, lost: str) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:

        async def act(call: Call) -> None:
            for address in lost:
                trio.kill(address)

        trio.fleet.hook = at_step(6, "a", act)
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert result.num_recoveries == len(lost)
        assert trio.addresses(result) == [f"{each}2" if each in lost else each for each in "abc"]
        assert [trio.num_computed(address) for address in trio.addresses(result)] == [NUM_HELD] * 3


@in_loop
async def test_hops_that_are_lost_inside_a_prefill_at_once_are_all_replaced(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks_of(1, monkeypatch)
    spec = tiny("llama")
    async with running_trio(spec) as trio:

        async def act(call: Call) -> None:
            trio.kill("b")
            trio.kill("c")

        trio.fleet.hook = at_step(3, "b", act)
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert trio.addresses(result) == ["a", "b2", "c2"]
        assert trio.num_computed("a") == NUM_HELD


@in_loop
async def test_replacement_that_is_lost_too_is_followed_by_the_next(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec, b3=Span(2, 4)) as trio:
        trio.reserves = {"b2", "b3"}
        trio.kill("b2")
        trio.fleet.hook = at_step(6, "b", breaking(trio, "kill"))
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (trio.addresses(result), result.num_recoveries) == (["a", "b3", "c"], 2)


@in_loop
async def test_stateless_generation_survives_the_loss_of_a_hop_too(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        trio.nodes["c"].caches.set_enabled(False)
        trio.reserves -= {"c2"}  # it would keep the session
        trio.fleet.hook = at_step(4, "b", breaking(trio, "kill"))
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (result.cached, trio.addresses(result)) == (False, ["a", "b2", "c"])


# -- a hop that lives -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", some_slow("b", "a", "c"))
@in_loop
async def test_hop_that_lost_its_cache_computes_again_alone_although_others_could(tiny: Tiny, address: str) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:

        async def forget(call: Call) -> None:
            trio.nodes[address].caches.evict(SESSION, "user")

        trio.fleet.hook = at_step(6, address, forget)
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (trio.addresses(result), result.num_recoveries) == (["a", "b", "c"], 1)
        assert [trio.num_computed(each) for each in "abc" if each != address] == [NUM_HELD] * 2
        assert trio.num_computed(address) == NUM_HELD + len(PROMPT) + 5
        assert trio.faults.noted == []


@in_loop
async def test_hop_that_keeps_losing_its_cache_is_left(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    chunks_of(3, monkeypatch)  # so that computing again meets the miss too
    spec = tiny("llama")
    async with running_trio(spec) as trio:

        async def always(call: Call) -> RawReply | None:
            return refused(KVCacheMiss("?")) if call.address == "b" and call.mode == "decode" else None

        trio.fleet.hook = always
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert trio.addresses(result) == ["a", "b2", "c"]
        assert trio.fleet.modes("b") == ["prefill", "decode"] * MAX_MISSES
        assert trio.num_computed("a") == trio.num_computed("c") == NUM_HELD


@in_loop
async def test_busy_hop_that_holds_the_session_is_waited_for_before_it_is_left(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        num_refused = {"b": 0}

        async def busy(call: Call) -> RawReply | None:
            if call.address == "b" and call.mode == "decode" and num_refused["b"] < 2:
                num_refused["b"] += 1
                return refused(Busy("full"))
            return None

        trio.fleet.hook = busy
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (trio.addresses(result), result.num_recoveries, trio.num_computed("b")) == (["a", "b", "c"], 0, NUM_HELD)
        assert trio.told == ["Peer b (layers 2-4) is busy; waiting for it."]


@in_loop
async def test_busy_hop_that_holds_nothing_yet_is_left_at_once(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:

        async def busy(call: Call) -> RawReply | None:
            return refused(Busy("full")) if call.address == "b" else None

        trio.fleet.hook = busy
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert trio.addresses(result) == ["a", "b2", "c"]
        assert len(trio.fleet.modes("b")) == 1


LONG = 40


@in_loop
async def test_hop_that_says_it_is_leaving_serves_until_another_one_holds_its_session(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        may_begin, num_meanwhile = asyncio.Event(), 0

        async def watch(call: Call) -> None:
            nonlocal num_meanwhile
            if call.address == "b" and call.headers.get(codec.PAST_LEN) == str(len(PROMPT) + 5):
                trio.leaving.add("b")
            if call.address == "b" and trio.leaving:
                num_meanwhile += 1
                if num_meanwhile == 10:  # nobody has waited for the one that is to take over
                    may_begin.set()
            if call.address == "b2" and call.mode == "prefill":
                await may_begin.wait()

        trio.fleet.hook = watch
        made = trio.generation(LONG)
        result = await made.run(PROMPT)
        await made._pipeline.close()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, LONG)
        assert (trio.addresses(result), result.num_recoveries) == (["a", "b2", "c"], 1)
        num_held = len(PROMPT) + LONG - 1
        assert [trio.num_computed(each) for each in ("a", "c", "b2")] == [num_held] * 3
        assert trio.num_computed("b") < num_held
        assert trio.faults.noted == []
        assert [node.tokens_held for node in trio.nodes.values()] == [[]] * 6


@in_loop
async def test_hop_that_is_lost_while_it_hands_over_is_followed_by_those_who_were_being_prepared(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec, x=Span(2, 3), y=Span(3, 4)) as trio:
        trio.reserves = {"x", "y"}

        async def watch(call: Call) -> None:
            if call.address == "b" and call.headers.get(codec.PAST_LEN) == str(len(PROMPT) + 5):
                trio.leaving.add("b")
            if call.address == "x" and call.mode == "prefill":
                trio.kill("b")

        trio.fleet.hook = watch
        result = await trio.generate(LONG)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, LONG)
        assert (trio.addresses(result), result.num_recoveries) == (["a", "x", "y", "c"], 1)
        assert [trio.num_computed(each) for each in "acxy"] == [len(PROMPT) + LONG - 1] * 4


@in_loop
async def test_one_who_cannot_take_over_is_passed_over_and_costs_nothing(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        trio.kill("b2")

        async def leave(call: Call) -> None:
            trio.leaving.add("b")

        trio.fleet.hook = at_step(5, "b", leave)
        result = await trio.generate(LONG)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, LONG)
        assert (trio.addresses(result), result.num_recoveries) == (["a", "b", "c"], 0)
        assert len(trio.fleet.modes("b2")) == 1


@in_loop
async def test_answer_that_ends_while_a_hop_hands_over_leaves_no_session_behind(tiny: Tiny) -> None:
    async with running_trio(tiny("llama")) as trio:
        begun = asyncio.Event()

        async def watch(call: Call) -> None:
            if call.address == "b" and call.headers.get(codec.PAST_LEN) == str(len(PROMPT) + 5):
                trio.leaving.add("b")
            if call.address == "b2" and call.mode == "prefill":
                begun.set()
                await asyncio.Event().wait()

        trio.fleet.hook = watch
        made = trio.generation()
        await made.run(PROMPT)
        await begun.wait()
        await made._pipeline.close()
        assert [node.tokens_held for node in trio.nodes.values()] == [[]] * 6
        assert not [task for task in asyncio.all_tasks() if task.get_name() == "hand over"]


@in_loop
async def test_node_that_drains_in_the_middle_of_an_answer_loses_its_session_to_another_one(tiny: Tiny) -> None:
    """Its own reply says so; it has told nobody else yet."""
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        draining: list[asyncio.Task[bool]] = []

        async def leave(call: Call) -> None:
            draining.append(asyncio.create_task(trio.nodes["b"].service.drain(20.0)))
            await asyncio.sleep(0)

        trio.fleet.hook = at_step(5, "b", leave)
        result = await trio.generate(LONG)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, LONG)
        assert (trio.addresses(result), result.num_recoveries) == (["a", "b2", "c"], 1)
        assert [trio.num_computed(each) for each in ("a", "c", "b2")] == [len(PROMPT) + LONG - 1] * 3
        assert await draining[0]  # as soon as its session was gone


@in_loop
async def test_hop_that_is_leaving_serves_on_where_nobody_can_take_over(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        trio.reserves, trio.leaving = set(), {"b"}
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (trio.addresses(result), result.num_recoveries) == (["a", "b", "c"], 0)


# -- bounds -----------------------------------------------------------------------------------------------------------


@in_loop
async def test_history_beyond_its_bound_costs_a_prefill_of_everybody(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        budget = HistoryBudget(2000)
        trio.fleet.hook = at_step(6, "c", breaking(trio, "kill"))
        result = await trio.generate(budget=budget)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert trio.addresses(result) == ["a", "b", "c2"]
        assert trio.fleet.modes("a").count("prefill") == 2


@in_loop
async def test_finished_session_keeps_no_history(tiny: Tiny) -> None:
    async with running_trio(tiny("llama")) as trio:
        budget = HistoryBudget()
        made = trio.generation(budget=budget)
        await made.run(PROMPT)
        assert budget.used_bytes > 0
        made._pipeline.forget_histories()
        assert budget.used_bytes == 0


@in_loop
async def test_layers_that_nobody_serves_any_more_are_named_after_a_bounded_wait(tiny: Tiny) -> None:
    async with running_trio(tiny("llama")) as trio:
        trio.reserves = set()
        trio.fleet.hook = at_step(6, "b", breaking(trio, "kill"))
        made = trio.generation()
        with pytest.raises(NoRoute, match=r"Nobody serves layers 2-4 any more\. Peer b"):
            await made.run(PROMPT)
        assert len(made.progress.token_ids) == 6
        assert trio.told == ["Peer b (layers 2-4) does not answer; waiting for it or somebody else to come."]


@in_loop
async def test_peer_that_appears_while_everybody_waits_goes_on_at_once(tiny: Tiny) -> None:
    spec = tiny("llama")
    patience = Patience(reconnect_for_s=30.0, reconnect_wait_s=30.0)
    async with running_trio(spec) as trio:
        trio.reserves = set()
        trio.fleet.hook = at_step(6, "b", breaking(trio, "kill"))
        task = asyncio.create_task(trio.generate(patience=patience))
        await until(lambda: "b" not in trio.fleet.apps and trio.faults is not None)
        await asyncio.sleep(0)
        trio.reserves = {"b2"}
        trio.change.set()
        result = await task
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert trio.addresses(result) == ["a", "b2", "c"]


@pytest.mark.parametrize(("name", "error"), [("fill", AllFull), ("move", PeerRefused), ("babble", PeerMisbehaved)])
@in_loop
async def test_refusal_of_everybody_ends_after_one_try_of_each(tiny: Tiny, name: str, error: type[Exception]) -> None:
    async with running_trio(tiny("llama"), b3=Span(2, 4)) as trio:
        trio.reserves = {"b2", "b3"}

        async def always(call: Call) -> RawReply | None:
            return await FAILURES[name](trio, call) if call.address.startswith("b") else None

        trio.fleet.hook = always
        with pytest.raises(error):
            await trio.generate()
        assert [len(trio.fleet.modes(address)) for address in ("b", "b2", "b3")] == [1, 1, 1]


@in_loop
async def test_number_of_replacements_for_one_step_is_bounded(tiny: Tiny) -> None:
    async with running_trio(tiny("llama")) as trio:
        endless = {f"e{number}": Span(2, 4) for number in range(50)}
        trio.spans |= endless
        trio.reserves = set(endless)

        async def always(call: Call) -> RawReply | None:
            return await babble(trio, call) if call.address in {"b", *endless} else None

        trio.fleet.hook = always
        with pytest.raises(PeerMisbehaved):
            await trio.generate()
        assert len(trio.faults.noted) == MAX_REPLACEMENTS + 1


@pytest.mark.parametrize(
    ("name", "is_fault"),
    [
        ("freeze", True),
        ("drain", False),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in [("lose_reply", True), ("babble", True)]),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in [("fill", False), ("move", False)]),
    ],
)
@in_loop
async def test_only_a_peers_own_fault_counts_against_it(tiny: Tiny, name: str, is_fault: bool) -> None:
    async with running_trio(tiny("llama")) as trio:
        trio.fleet.hook = at_step(3, "b", breaking(trio, name))
        await trio.generate()
        assert trio.faults.noted == (["b"] if is_fault else [])
        assert trio.faults.praised == {"a", "b", "b2", "c"}


@in_loop
async def test_peer_that_left_the_swarm_is_replaced_while_its_step_is_in_flight(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        made = trio.generation(patience=Patience())

        async def hang(call: Call) -> None:
            asyncio.get_running_loop().call_soon(made._pipeline._client.gone, "b")
            await asyncio.Event().wait()

        trio.fleet.hook = at_step(6, "b", hang)
        result = await made.run(PROMPT)
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (trio.addresses(result), trio.faults.noted) == (["a", "b2", "c"], [])


@in_loop
async def test_closing_tells_those_who_left_too(tiny: Tiny) -> None:
    async with running_trio(tiny("llama")) as trio:
        trio.fleet.hook = at_step(3, "b", breaking(trio, "drain"))
        made = trio.generation(patience=QUICK)
        await made.run(PROMPT)
        assert trio.nodes["b"].tokens_held
        await made._pipeline.close()
        assert [node.tokens_held for node in trio.nodes.values()] == [[]] * 6
