"""What is said of a peer that cannot be a hop for the chosen model, and what would help."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from meshnet_gui.modelstore.precision import in_precision
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.peer_view import peer_view, served_precision, why_not
from meshnet_gui.swarm.directory import Peer
from meshnet_gui.types import ModelIdentity, NodeStatus, ShardStatus, Span

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32", "gguf-1")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)


def serving(identity: ModelIdentity, name: str = "tiny", state: str = "ready") -> Peer:
    shard = ShardStatus(state, name, str(identity), Span(0, 4), 4)
    return Peer("http://a:1", True, probed=True, online=True, status=NodeStatus(state=state, shards=(shard,)))


@pytest.mark.parametrize(
    ("ours", "theirs", "words", "option"),
    [
        ("auto", "int8", "it in 8 bit", "int8"),
        ("auto", "int4", "it in 4 bit", "int4"),
        ("int8", "bf16", "it in 16 bit", "bf16"),
        ("int8", "auto", "it as stored", "auto"),
    ],
)
def test_the_precision_that_a_peer_serves_is_named(ours: str, theirs: str, words: str, option: str) -> None:
    peer = serving(in_precision(SPEC, theirs).identity, name="called differently there")
    assert why_not(peer, in_precision(SPEC, ours)) == f"http://a:1 serves {words}."
    assert served_precision(peer, in_precision(SPEC, ours)) == option


def test_a_precision_that_we_do_not_know_is_not_repeated() -> None:
    peer = serving(replace(IDENTITY, quantisation="pay_here"))
    assert why_not(peer, SPEC) == "http://a:1 serves another revision or precision of it."
    assert served_precision(peer, SPEC) == ""


@pytest.mark.parametrize("changed", [{"revision": "r2"}, {"weights_digest": "1" * 16}, {"repository": "else"}])
def test_other_weights_in_another_precision_are_another_model(changed: dict[str, str]) -> None:
    peer = serving(replace(IDENTITY, quantisation="int8_rotated32", **changed))
    assert "revision or precision" in why_not(peer, SPEC)
    assert served_precision(peer, SPEC) == ""


def test_a_peer_that_serves_ours_or_is_not_ready_has_no_other_precision() -> None:
    assert (why_not(serving(IDENTITY), SPEC), served_precision(serving(IDENTITY), SPEC)) == ("", "")
    loading = serving(in_precision(SPEC, "int8").identity, state="loading")
    assert (why_not(loading, SPEC), served_precision(loading, SPEC)) == ("http://a:1 is not ready (loading).", "")


@pytest.mark.parametrize("alive", [True, False])
def test_who_does_not_answer_is_told_from_who_has_left(alive: bool) -> None:
    view = peer_view(replace(serving(IDENTITY), online=False, alive=alive), SPEC)
    assert (view.state, view.alive) == ("offline", alive)
