"""The next turn of a chat computes only what is new, on every hop, and says exactly what it would have said without."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui.errors import NoRoute
from meshnet_gui.events import EventBus, GenerationFailed, GenerationFinished
from meshnet_gui.head.chat import MAX_PLACES, Chat, Question, Surroundings
from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.kept_sessions import MAX_KEPT, MAX_KEPT_S, common_prefix
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import GenerationResult, Hop, Message, Route, SamplingParams, Span
from meshnet_gui.wire import codec
from tests.fleet import QUICK, Call, Pair, in_loop, running_node, running_pair, until

Tiny = Callable[[str], ModelSpec]
KINDS = ["llama", "sliding", "all_sliding", "hybrid", "conv", "moe"]
FIRST = Message("user", "What is it that you can tell of the sea?")


class Talker:
    """A chat over a pair whose answers come back as results."""

    def __init__(self, pair: Pair, **surroundings: Any) -> None:
        self.pair = pair
        self.route = pair.route
        self.replaced: dict[str, str] = {}
        values = {
            "goes_on": lambda spec, route: route == self.route,
            "replacement": lambda spec, span, avoid: next(
                ((Hop(new, span),) for old, new in self.replaced.items() if old in avoid and new not in avoid), None
            ),
        }
        self.chat = Chat(
            HopClient(pair.fleet, patience=QUICK),
            Surroundings(lambda: pair.spec, self._tokenizer, self._route, **(values | surroundings)),
            EventBus(),
        )
        self._count = 0

    async def _tokenizer(self, spec: ModelSpec) -> Any:
        return self.pair.tokenizer

    async def _route(self, spec: ModelSpec, num_prompt_tokens: int, num_answer_tokens: int) -> Route:
        return self.route

    async def ask(self, *messages: Message, max_tokens: int = 6, **question: Any) -> GenerationResult:
        told: list[object] = []
        self._count += 1
        self.chat.ask(Question(messages, max_tokens=max_tokens, **question), f"g{self._count}", told.append)
        await until(lambda: isinstance(told[-1] if told else None, GenerationFinished | GenerationFailed))
        assert isinstance(told[-1], GenerationFinished), told[-1]
        return told[-1].result

    async def fresh(self, *messages: Message, **question: Any) -> GenerationResult:
        """By a head that keeps no session, and only knows with which tokens the answers were written."""
        other = Talker(self.pair)
        other.chat._answers = self.chat._answers
        result = await other.ask(*messages, **question)
        await other.chat.close()
        return result

    def positions(self, address: str, since: int = 0) -> list[int]:
        """How many positions each step that was sent to an address had."""
        calls = [call for call in self.pair.fleet.calls[since:] if call.address == address and call.method == "POST"]
        return [int(call.headers[codec.SHAPE].split(",")[1]) for call in calls]


def next_turn(result: GenerationResult, question: str = "And of the hills?") -> Sequence[Message]:
    return FIRST, Message("assistant", result.text), Message("user", question)


@pytest.mark.parametrize("kind", KINDS)
@in_loop
async def test_second_turn_computes_what_is_new_on_every_hop_and_says_the_same(tiny: Tiny, kind: str) -> None:
    async with running_pair(tiny(kind)) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        num_first = first.num_prompt_tokens + len(first.token_ids)
        asked = next_turn(first)
        expected = await talker.fresh(*asked)
        since = len(pair.fleet.calls)
        second = await talker.ask(*asked)
        assert second.token_ids == expected.token_ids
        assert num_first - 1 <= second.num_reused_tokens <= num_first
        num_new = second.num_prompt_tokens - second.num_reused_tokens
        for address in "ab":
            assert talker.positions(address, since) == [num_new] + [1] * (len(second.token_ids) - 1)
        assert first.num_reused_tokens == expected.num_reused_tokens == 0


@pytest.mark.parametrize("kind", ["llama", "sliding", "hybrid"])
@in_loop
async def test_an_answer_made_anew_goes_back_where_the_layers_can_and_computes_again_where_not(
    tiny: Tiny, kind: str
) -> None:
    async with running_pair(tiny(kind)) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        since = len(pair.fleet.calls)
        again = await talker.ask(FIRST)
        assert (again.text, again.num_reused_tokens) == (first.text, first.num_prompt_tokens - 1)
        steps = talker.positions("a", since)
        if kind == "llama":
            assert steps[0] == 1
            assert pair.fleet.calls[since].headers[codec.TRUNCATE_TO] == str(first.num_prompt_tokens - 1)
        else:
            assert steps[:2] == [1, first.num_prompt_tokens]  # a miss, then all of this hop's history
        assert not any(codec.TRUNCATE_TO in call.headers for call in pair.fleet.calls[since + 6 :])


@in_loop
async def test_a_hop_that_left_between_two_turns_is_replaced_and_it_alone_computes_the_past_again(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_pair(spec) as pair, running_node(spec, Span(2, spec.num_layers)) as spare:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        asked = next_turn(first)
        expected = await talker.fresh(*asked)
        del pair.fleet.apps["b"]
        pair.fleet.apps["c"] = spare.app
        talker.replaced["b"] = "c"
        since = len(pair.fleet.calls)
        second = await talker.ask(*asked)
        assert second.token_ids == expected.token_ids
        assert [hop.address for hop in second.route.hops] == ["a", "c"]
        num_new = second.num_prompt_tokens - second.num_reused_tokens
        assert talker.positions("a", since)[0] == num_new
        assert sum(talker.positions("c", since)) >= second.num_prompt_tokens


@in_loop
async def test_a_session_that_a_hop_evicted_is_computed_again_there(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        asked = next_turn(first)
        expected = await talker.fresh(*asked)
        pair.nodes[0].caches.clear("user")
        since = len(pair.fleet.calls)
        second = await talker.ask(*asked)
        assert second.token_ids == expected.token_ids
        assert talker.positions("b", since)[0] == second.num_prompt_tokens - second.num_reused_tokens
        assert "prefill" in [call.mode for call in pair.fleet.calls[since:] if call.address == "a"]


@in_loop
async def test_another_route_begins_a_session_anew_and_closes_the_old_one(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        pair.fleet.apps["b2"] = pair.fleet.apps["b"]
        talker.route = Route((pair.route.hops[0], Hop("b2", pair.route.hops[1].span)))
        since = len(pair.fleet.calls)
        second = await talker.ask(*next_turn(first))
        assert second.num_reused_tokens == 0
        assert "prefill" in [call.mode for call in pair.fleet.calls[since:] if call.address == "b2"]
        await until(lambda: {"a", "b"} <= {call.address for call in pair.fleet.calls if call.mode == "delete"})


@in_loop
async def test_two_chats_that_begin_alike_do_not_take_each_others_sessions(tiny: Tiny) -> None:
    system = Message("system", "Speak plainly and be brief, whatever it is.")
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        one, other = Message("user", "a" * 60), Message("user", "b" * 60)
        first = await talker.ask(system, one)
        second = await talker.ask(system, other)
        assert second.num_reused_tokens == 0  # what they share is less than half of what is held
        again = await talker.ask(system, one, Message("assistant", first.text), other)
        assert again.num_reused_tokens >= first.num_prompt_tokens


@in_loop
async def test_few_sessions_are_kept_and_fewer_while_others_run(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        for letter in "abcdefg":
            await talker.ask(Message("user", letter * 40), max_tokens=2)
        await until(lambda: sum(call.mode == "delete" for call in pair.fleet.calls) == 2 * (7 - MAX_KEPT))
        assert [len(node.tokens_held) for node in pair.nodes] == [MAX_KEPT, MAX_KEPT]
        asks = [talker.ask(Message("user", letter * 40), max_tokens=8) for letter in "uvwxyz"[: MAX_PLACES - 1]]
        most = 0

        async def look(call: Call) -> None:
            nonlocal most
            most = max(most, *(len(node.tokens_held) for node in pair.nodes))

        pair.fleet.hook = look
        await asyncio.gather(*asks)
        assert most <= MAX_PLACES + 1  # one may still be on its way out


@in_loop
async def test_a_conversation_finds_its_session_also_where_no_other_one_may_stay(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        await talker.ask(Message("user", "z" * 40), max_tokens=2)
        monkeypatch.setattr("meshnet_gui.head.chat.MAX_PLACES", 1)  # the running one
        second = await talker.ask(*next_turn(first))
        assert second.num_reused_tokens > 0
        assert len(talker.chat._kept) == 1


@in_loop
async def test_a_new_session_is_sent_only_when_the_hops_have_heard_that_an_old_one_is_over(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        await talker.ask(FIRST)
        monkeypatch.setattr("meshnet_gui.head.chat.MAX_PLACES", 1)
        on_their_way, heard, too_soon = 0, 0, 0

        async def look(call: Call) -> None:
            nonlocal on_their_way, heard, too_soon
            if call.mode != "delete":
                too_soon += on_their_way
                return
            on_their_way += 1
            for _ in range(50):  # turns of the loop, in which a step could be sent
                await asyncio.sleep(0)
            on_their_way, heard = on_their_way - 1, heard + 1

        pair.fleet.hook = look
        await talker.ask(Message("user", "z" * 40), max_tokens=3)
        assert (heard, too_soon) == (2, 0)


@pytest.mark.parametrize("moment", ["route", "prefill"])
@in_loop
async def test_a_next_turn_that_is_stopped_leaves_no_session_behind(tiny: Tiny, moment: str) -> None:
    async with running_pair(tiny("llama")) as pair:
        reached, stuck = asyncio.Event(), asyncio.Event()

        async def route(spec: ModelSpec, num_prompt_tokens: int, num_answer_tokens: int) -> Route:
            reached.set()
            await stuck.wait()
            return pair.route

        async def hold(call: Call) -> None:
            if call.mode != "delete":
                reached.set()
                await stuck.wait()

        talker = Talker(pair)
        first = await talker.ask(FIRST)
        usual = talker.chat._surroundings
        if moment == "prefill":
            pair.fleet.hook = hold
        else:
            talker.chat._surroundings = replace(usual, route=route, goes_on=lambda spec, route: False)
        told: list[object] = []
        talker.chat.ask(Question(next_turn(first), max_tokens=4), "stopped", told.append)
        await reached.wait()
        await talker.chat.stop("stopped")
        pair.fleet.hook, talker.chat._surroundings = None, usual
        assert len(talker.chat._kept) == 0
        await until(lambda: not any(node.tokens_held for node in pair.nodes))
        assert talker.chat._budget.used_bytes == 0
        again = await talker.ask(*next_turn(first))
        assert again.token_ids == (await talker.fresh(*next_turn(first))).token_ids


@in_loop
async def test_two_questions_at_once_that_want_one_session_are_both_answered_as_alone(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        turns = next_turn(first), next_turn(first, "And of the ships?")
        both = await asyncio.gather(*(talker.ask(*turn) for turn in turns))
        assert sorted(result.num_reused_tokens > 0 for result in both) == [False, True]
        for turn, result in zip(turns, both, strict=True):
            assert result.token_ids == (await talker.fresh(*turn)).token_ids


@in_loop
async def test_another_precision_of_the_model_takes_no_session_of_this_one(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        ids = pair.tokenizer.encode_chat([_raw(message) for message in next_turn(first)])
        assert talker.chat._kept.take(f"{pair.spec.identity}:int8", ids) is None
        assert talker.chat._kept.take(str(pair.spec.identity), ids) is not None


@in_loop
async def test_a_next_turn_without_a_route_fails_and_gives_its_memory_back(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:

        async def no_route(spec: ModelSpec, num_prompt_tokens: int, num_answer_tokens: int) -> Route:
            raise NoRoute("Nobody serves these layers.")

        talker = Talker(pair, goes_on=lambda spec, route: False)
        first = await talker.ask(FIRST)
        talker.chat._surroundings = replace(talker.chat._surroundings, route=no_route)
        told: list[object] = []
        talker.chat.ask(Question(next_turn(first), max_tokens=4), "lost", told.append)
        await until(lambda: bool(told) and isinstance(told[-1], GenerationFailed))
        await until(lambda: not any(node.tokens_held for node in pair.nodes))
        assert (len(talker.chat._kept), talker.chat._budget.used_bytes) == (0, 0)


@in_loop
async def test_a_session_that_hops_have_forgotten_by_now_is_not_gone_on_with(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        now = talker.chat._kept._clock() + MAX_KEPT_S + 1.0
        talker.chat._kept._clock = lambda: now
        second = await talker.ask(*next_turn(first))
        assert second.num_reused_tokens == 0
        third = await talker.ask(*next_turn(first), Message("assistant", second.text), Message("user", "And?"))
        assert third.num_reused_tokens > 0


@in_loop
async def test_close_ends_every_kept_session(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        await talker.ask(FIRST)
        assert [len(node.tokens_held) for node in pair.nodes] == [1, 1]
        await talker.chat.close()
        assert len(talker.chat._kept) == 0


@in_loop
async def test_memory_for_histories_is_taken_from_kept_sessions_first(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        budget = talker.chat._budget
        budget.max_bytes = budget.used_bytes + 100
        other = Message("user", "z" * 60)
        await talker.ask(other, max_tokens=3)
        running = talker.chat._kept.take(str(pair.spec.identity), pair.tokenizer.encode_chat([_raw(other)]))
        assert running is not None
        assert running[0].pipeline._histories.before(0).is_complete
        pair.nodes[1].caches.clear("user")  # and without its history the first one is computed anew as a whole
        second = await talker.ask(*next_turn(first))
        assert second.num_reused_tokens == 0
        assert second.token_ids == (await talker.fresh(*next_turn(first))).token_ids


@in_loop
async def test_how_an_answer_is_picked_changes_with_the_question(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        hot = SamplingParams(temperature=1.5, seed=3, presence_penalty=1.0)
        second = await talker.ask(*next_turn(first), sampling=hot)
        assert second.num_reused_tokens > 0
        assert second.token_ids == (await talker.fresh(*next_turn(first), sampling=hot)).token_ids


@in_loop
async def test_an_edited_answer_is_read_as_it_stands(tiny: Tiny) -> None:
    async with running_pair(tiny("llama")) as pair:
        talker = Talker(pair)
        first = await talker.ask(FIRST)
        edited = (FIRST, Message("assistant", first.text + " No."), Message("user", "Why?"))
        second = await talker.ask(*edited)
        assert second.num_reused_tokens >= first.num_prompt_tokens - 1
        assert second.token_ids == (await talker.fresh(*edited)).token_ids


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [([], [1], 0), ([1, 2, 3], [1, 2, 3, 4], 3), ([1, 2, 9, 4], [1, 2, 3, 4], 2), ([5], [6], 0), ([1, 2], [1, 2], 2)],
)
def test_what_two_sequences_begin_with(left: list[int], right: list[int], expected: int) -> None:
    assert common_prefix(left, right) == common_prefix(right, left) == expected


def _raw(message: Message) -> dict[str, str]:
    return {"role": message.role, "content": message.content}
