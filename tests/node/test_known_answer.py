"""A shard joins only if it answers a known question as others do, or as itself where there is nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from meshnet_gui.errors import MachineError, PeerUnreachable
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.known_answer import MAX_ASKED, KnownAnswer
from meshnet_gui.node.question import Exam, difference
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest, HiddenReply, TensorPayload, TokenReply
from meshnet_gui.wire.refusals import Refusal
from tests.fleet import in_loop, load_once, running_node
from tests.tiny_models import make_tiny

FULL, LOW, HIGH, MIDDLE = Span(0, 6), Span(0, 3), Span(3, 6), Span(2, 4)


@pytest.fixture(scope="module")
def right(tiny: Callable[[str], ModelSpec]) -> ModelSpec:
    return tiny("llama")


@pytest.fixture(scope="module")
def wrong(right: ModelSpec, tmp_path_factory: pytest.TempPathFactory) -> ModelSpec:
    """The same model by name and identity, with other weights."""
    return replace(right, path=make_tiny("llama", tmp_path_factory.mktemp("other") / "llama", seed=7))


class Others:
    """Holders by name: what each holds and with which weights; None does not answer."""

    def __init__(self, held: Mapping[str, tuple[Span, ModelSpec | None]]) -> None:
        self._held = held
        self.asked: list[str] = []

    def spans(self, identity: str) -> Sequence[tuple[str, Span]]:
        return [(name, span) for name, (span, _) in self._held.items()]

    async def ask(self, address: str, request: ForwardRequest, *, is_tail: bool, hidden_size: int) -> ForwardReply:
        self.asked.append(address)
        span, spec = self._held[address]
        if spec is None:
            raise PeerUnreachable(address, f"{address} cannot be reached.")
        assert is_tail == (request.end_layer == spec.num_layers)
        reply: ForwardReply = load_once(spec, span).forward(request)
        return reply

    def name(self, address: str) -> str:
        return f"Peer {address}"


async def join(spec: ModelSpec, span: Span, others: Others | None = None) -> None:
    shard = load_once(spec, span)

    async def answer(request: ForwardRequest) -> ForwardReply:
        reply: ForwardReply = shard.forward(request)
        return reply

    await KnownAnswer(others).check(spec, shard, answer)


@pytest.mark.parametrize("span", [FULL, LOW, HIGH, MIDDLE, Span(5, 6)])
@in_loop
async def test_first_holder_is_in_agreement_with_itself(right: ModelSpec, span: Span) -> None:
    await join(right, span)


@pytest.mark.parametrize(("span", "theirs"), [(LOW, LOW), (HIGH, HIGH), (MIDDLE, FULL), (FULL, MIDDLE), (LOW, MIDDLE)])
@in_loop
async def test_another_holder_agrees_on_the_layers_that_both_have(
    right: ModelSpec, wrong: ModelSpec, span: Span, theirs: Span
) -> None:
    others = Others({"a": (theirs, right)})
    await join(right, span, others)
    assert others.asked
    with pytest.raises(MachineError, match=r"differently from Peer a: .* differ"):
        await join(wrong, span, others)


@pytest.mark.allow_warnings("disagrees")
@in_loop
async def test_who_disagrees_is_outvoted_by_another_holder_and_named_in_the_log(
    right: ModelSpec, wrong: ModelSpec, caplog: pytest.LogCaptureFixture
) -> None:
    await join(right, LOW, Others({"a": (LOW, wrong), "b": (LOW, right)}))
    assert "Peer a disagrees with this node and others on layers 0-3" in caplog.text


@in_loop
async def test_agreement_on_other_layers_does_not_outvote_anybody(right: ModelSpec, wrong: ModelSpec) -> None:
    others = Others({"a": (LOW, wrong), "b": (Span(3, 5), right), "c": (Span(5, 6), right)})
    with pytest.raises(MachineError, match="layers 0-3 of tiny-llama differently from Peer a"):
        await join(right, FULL, others)


@in_loop
async def test_who_does_not_answer_says_nothing_and_no_more_than_a_few_are_asked(right: ModelSpec) -> None:
    silent = Others({f"peer {number}": (LOW, None) for number in range(20)})
    await join(right, LOW, silent)
    assert len(silent.asked) == MAX_ASKED
    await join(right, LOW, Others({"a": (LOW, None), "b": (LOW, right)}))


@in_loop
async def test_a_shard_that_fails_at_the_question_does_not_join(right: ModelSpec) -> None:
    async def answer(request: ForwardRequest) -> ForwardReply:
        raise Refusal("layers 0-3 produced values that are not finite")

    with pytest.raises(MachineError, match="do not answer here: layers 0-3 produced values"):
        await KnownAnswer().check(right, load_once(right, LOW), answer)


@in_loop
async def test_a_shard_that_answers_otherwise_the_second_time_does_not_join(right: ModelSpec) -> None:
    shard, answers = load_once(right, LOW), 0

    async def answer(request: ForwardRequest) -> ForwardReply:
        nonlocal answers
        answers += 1
        reply: HiddenReply = shard.forward(request)
        noise = np.frombuffer(reply.tensor.data, "<f4") * answers
        return replace(reply, tensor=replace(reply.tensor, data=noise.astype("<f4").tobytes()))

    with pytest.raises(
        MachineError,
        match=r"do not compute right on this computer\. Asked twice, .* the values differ by",
    ):
        await KnownAnswer().check(right, shard, answer)


@in_loop
async def test_node_is_joining_until_the_check_is_over_and_has_a_speed_then(right: ModelSpec) -> None:
    seen: list[tuple[str, int]] = []

    async def check(spec: ModelSpec, shard: Any, answer: Any) -> None:
        seen.append((node.service.status().state, (await node.ask("GET", "/health")).status))
        await KnownAnswer().check(spec, shard, answer)  # nobody else holds these layers

    async with running_node(right, LOW, load_once) as node:
        node.service._join_check = check
        await node.service.start(right, HIGH)
        status = node.service.status()
        assert seen[-1] == ("joining", 503)
        assert status.state == "ready"
        assert status.shards[0].decode_tps > 0
        assert status.shards[0].prefill_tps > 0
        assert status.counters["requests"] == 0


@in_loop
async def test_node_whose_shard_is_wrong_fails_with_who_disagrees_and_serves_nobody(
    right: ModelSpec, wrong: ModelSpec
) -> None:
    others = Others({"a": (FULL, right)})
    async with running_node(right, LOW, load_once, join_check=KnownAnswer(others).check) as node:
        with pytest.raises(MachineError, match="Peer a"):
            await node.service.start(wrong, HIGH)
        status = node.service.status()
        assert (status.state, status.ready_shards()) == ("failed", ())
        assert "differently from Peer a" in status.error


# -- comparing --------------------------------------------------------------------------------------------------------


def hidden(values: Any, dtype: str = "float32") -> HiddenReply:
    data = np.asarray(values, np.float32)
    raw = (data.view(np.uint32) >> 16).astype("<u2") if dtype == "bfloat16" else data.astype("<f4")
    return HiddenReply(TensorPayload((1, 1, data.size), dtype, raw.tobytes()))


def asked(values: Any) -> ForwardRequest:
    return ForwardRequest(hidden(values).tensor)


def test_what_only_passes_through_does_not_hide_a_difference() -> None:
    came_in = np.full(64, 100.0)
    ours, theirs = came_in + 1.0, came_in - 1.0
    assert "differ" in difference(hidden(ours), hidden(theirs), asked(came_in), 0.02)
    assert difference(hidden(ours), hidden(ours + 0.001), asked(came_in), 0.02) == ""


def test_what_bfloat16_rounds_away_is_no_difference() -> None:
    came_in = np.linspace(1, 3, 64)
    ours = came_in + 0.5
    assert difference(hidden(ours), hidden(ours, "bfloat16"), asked(came_in), 0.02) == ""


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_values_that_are_not_finite_never_agree(bad: float) -> None:
    values = np.ones(8)
    odd = np.array([bad, *values[1:]])
    assert difference(hidden(values), hidden(odd), asked(values * 2), 0.02) != ""


def test_tokens_agree_if_most_do_and_a_reply_of_another_kind_never_does() -> None:
    ours = TokenReply("", 1, token_ids=(1, 2, 3, 4))
    assert difference(ours, TokenReply("", 1, token_ids=(1, 2, 9, 4)), asked([1.0]), 0.02) == ""
    assert "3 of 4 tokens differ" in difference(ours, TokenReply("", 1, token_ids=(1, 9, 9, 9)), asked([1.0]), 0.02)
    assert difference(ours, TokenReply("", 1, token_ids=(1,)), asked([1.0]), 0.02) != ""
    assert difference(ours, hidden([1.0]), asked([1.0]), 0.02) != ""


def test_question_is_the_same_for_every_holder_and_another_one_for_other_layers(right: ModelSpec) -> None:
    async def never(request: ForwardRequest) -> ForwardReply:
        raise AssertionError

    whole, part = (Exam(right, load_once(right, span), never) for span in (FULL, MIDDLE))
    assert whole.questions(MIDDLE) == part.questions(MIDDLE)
    assert whole.question(MIDDLE).tensor != whole.question(Span(1, 4)).tensor
    assert [question.end_layer for question in whole.questions(HIGH)] == [5, 6]
