"""Which models the swarm serves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.served import MAX_SHOWN, served_models
from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.types import ModelIdentity, Span

IDENTITY = ModelIdentity("org/model", "c" * 40, "d" * 32, "bfloat16")


def _record(number: int, *offers: ShardOffer) -> NodeRecord:
    return NodeRecord(f"{number:064x}", "computer", 1, 1, 1, "1", "ready", offers)


def _offer(span: Span, state: str = "ready", identity: ModelIdentity = IDENTITY, name: str = "model") -> ShardOffer:
    return ShardOffer(str(identity), name, 12, span, state)


def test_one_model_in_two_precisions_is_one() -> None:
    eight_bit = replace(IDENTITY, quantisation="int8")
    records = [_record(1, _offer(Span(0, 6))), _record(2, _offer(Span(6, 9), identity=eight_bit))]
    (view,) = served_models(records, ())
    assert (view.num_members, view.num_layers, view.missing) == (2, 12, (Span(9, 12),))


def test_who_is_only_joining_serves_nothing_yet() -> None:
    (view,) = served_models([_record(1, _offer(Span(0, 6), "joining"))], ())
    assert view.missing == (Span(0, 12),)
    assert view.num_members == 1


def test_other_weights_under_the_same_name_are_another_model() -> None:
    other = replace(IDENTITY, weights_digest="e" * 32)
    views = served_models([_record(1, _offer(Span(0, 12))), _record(2, _offer(Span(0, 12), identity=other))], ())
    assert [view.num_members for view in views] == [1, 1]


def test_a_model_of_ours_is_told_apart() -> None:
    spec = ModelSpec("mine", Path("mine"), IDENTITY, "llama", 12, 8, 100, 64, 1000)
    offer = _offer(Span(0, 12), identity=replace(IDENTITY, quantisation="int8"))
    assert [view.is_here for view in served_models([_record(1, offer)], [spec])] == [True]
    assert [view.is_here for view in served_models([_record(1, offer)], ())] == [False]


def test_what_is_no_identity_is_left_out_and_strangers_cannot_make_the_list_endless() -> None:
    odd = ShardOffer("no identity", "model", 12, Span(0, 12), "ready")
    many = [_offer(Span(0, 12), identity=replace(IDENTITY, weights_digest=f"{n:032x}")) for n in range(MAX_SHOWN + 5)]
    assert len(served_models([_record(1, odd, *many)], ())) == MAX_SHOWN


def test_the_model_of_most_members_comes_first_under_its_commonest_name() -> None:
    other = replace(IDENTITY, weights_digest="e" * 32)
    records = [_record(1, _offer(Span(0, 12), identity=other, name="a"))]
    records += [_record(n, _offer(Span(0, 12), name=name)) for n, name in ((2, "b"), (3, "c"), (4, "c"))]
    assert [view.name for view in served_models(records, ())] == ["c", "a"]
