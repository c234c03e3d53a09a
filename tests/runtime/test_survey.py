"""What the assignment is told: holders from records, and what a model's layers need here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from meshnet_gui.modelstore.forecast import FLOAT32_LOAD_FACTOR, MARGIN_BYTES, needed_bytes
from meshnet_gui.modelstore.sizes import ModelSizes, Weights
from meshnet_gui.runtime.survey import Survey, layers_on_disk, needs_of, own_holder
from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.types import NodeStatus, ShardStatus, Span
from tests.fleet import tiny_spec

SPEC = tiny_spec("llama", Path("nowhere"))
OFFER = ShardOffer(str(SPEC.identity), SPEC.name, 6, Span(0, 3), "ready", decode_tps=800.0)
RECORD = NodeRecord("a" * 64, "attic", 1, 1, 1, "0.1", "ready", (OFFER,))
SHARD = ShardStatus("ready", SPEC.name, str(SPEC.identity), Span(2, 4), 6, decode_tps=500.0)
LAYER = Weights(1_000_000, 1000)
SIZES = ModelSizes((LAYER,) * 6, Weights(4_000_000), Weights(0, 500), tied=True)


def test_holders_are_the_shards_of_exactly_this_model() -> None:
    other = replace(OFFER, identity="other@1:0123456789abcdef:float32")
    beyond = replace(OFFER, span=Span(4, 9))
    leaving = replace(OFFER, span=Span(4, 6), state="draining")
    records = [RECORD, replace(RECORD, node_id="b" * 64, shards=(other, beyond, leaving))]
    found = [(h.node_id[0], h.span, h.state, h.decode_tps) for h in Survey().holders(records, SPEC)]
    assert found == [("a", Span(0, 3), "ready", 800.0), ("b", Span(4, 6), "draining", 800.0)]


def test_joining_is_counted_from_when_it_was_first_seen_and_anew_after_it_ended() -> None:
    now = [100.0]
    survey = Survey(lambda: now[0])
    joining = replace(RECORD, shards=(replace(OFFER, state="joining"),))
    assert survey.holders([joining], SPEC)[0].joining_s == 0.0
    now[0] += 60
    assert survey.holders([joining], SPEC)[0].joining_s == 60.0
    assert survey.holders([RECORD], SPEC)[0].joining_s == 0.0
    assert survey.holders([joining], SPEC)[0].joining_s == 0.0


def test_own_node_is_the_holder_that_its_first_shard_makes_it() -> None:
    status = NodeStatus(state="ready", shards=(SHARD, replace(SHARD, span=Span(0, 1))))
    holder = own_holder("c" * 64, status, SPEC)
    assert holder is not None
    assert (holder.node_id[0], holder.span, holder.decode_tps) == ("c", Span(2, 4), 500.0)
    assert own_holder("c", NodeStatus(), SPEC) is None
    assert own_holder("c", replace(status, shards=(replace(SHARD, state="failed"),)), SPEC) is None
    assert own_holder("c", replace(status, shards=(replace(SHARD, identity="other"),)), SPEC) is None


@pytest.mark.parametrize("precision", ["fp32", "bf16", "int8"])
def test_a_span_that_is_said_to_fit_is_one_that_the_load_is_let_through_with(precision: str) -> None:
    for free_bytes in range(MARGIN_BYTES, MARGIN_BYTES + 80_000_000, 3_000_000):
        shape, memory_bytes = needs_of(SIZES, precision, None, free_bytes)
        starts, ends = shape.longest_spans(memory_bytes)
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            needed = needed_bytes(SIZES.of_span(Span(start, end), precision), precision)
            assert needed <= free_bytes + 100  # rounded in parts


def test_whole_tied_model_fits_although_its_embedding_would_not_fit_twice() -> None:
    whole = SIZES.of_span(Span(0, 6), "fp32")
    free_bytes = MARGIN_BYTES + round(whole * FLOAT32_LOAD_FACTOR) + 10
    shape, memory_bytes = needs_of(SIZES, "fp32", None, free_bytes)
    assert [part.tolist() for part in shape.longest_spans(memory_bytes)] == [[0], [6]]
    shape, memory_bytes = needs_of(SIZES, "fp32", None, free_bytes - 1000)
    assert [0, 6] not in zip(*(part.tolist() for part in shape.longest_spans(memory_bytes)), strict=True)


def test_embedding_that_every_span_needs_leaves_less_for_layers() -> None:
    free_bytes = MARGIN_BYTES + 40_000_000
    plain, alike = needs_of(SIZES, "fp32", None, free_bytes)[1], replace(SIZES, ids_everywhere=True)
    assert needs_of(alike, "fp32", None, free_bytes)[1] < plain - 16_000_000


def test_a_disk_has_room_for_layers_with_their_ends_and_codes() -> None:
    spec = replace(SPEC, num_layers=6, weight_bytes=SIZES.of_span(Span(0, 6)))
    whole, layer = spec.weight_bytes, LAYER.num_bytes("fp32")
    assert layers_on_disk(spec, SIZES, "auto", 2 * whole) == 6
    assert layers_on_disk(spec, SIZES, "auto", whole - 1000) < 6
    assert layers_on_disk(spec, SIZES, "auto", layer + 1000) == 1
    assert layers_on_disk(spec, SIZES, "auto", layer // 2) == layers_on_disk(spec, SIZES, "auto", -5) == 0
    assert layers_on_disk(spec, SIZES, "int8", whole + layer) < 6
