"""What is said of stored models and their fetches follows from the numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meshnet_gui.gui.model_words import (
    bytes_freed,
    bytes_to_get,
    disk_text,
    fetch_text,
    held_text,
    is_complete,
    leftovers_text,
    pieces_on_disk,
    share_of,
    start_fetch_text,
    stored_text,
    swarm_model_text,
    used_text,
    uses_of,
)
from meshnet_gui.runtime.snapshot import DiskView, FetchView
from meshnet_gui.types import Span
from tests.gui import samples

LAYER = samples.CATALOGUE[1].piece_bytes.layers[0]
EMBEDDING = samples.CATALOGUE[1].piece_bytes.embedding
WHOLE = Span(0, 36)


def test_pieces_on_disk_add_up_to_the_weight_files() -> None:
    pieces = pieces_on_disk(samples.QWEN)
    assert pieces.whole == pytest.approx(samples.QWEN.weight_bytes, rel=1e-6)
    assert pieces.layers[5] == pytest.approx(LAYER, rel=1e-3)
    assert pieces_on_disk(replace(samples.QWEN, sizes=None)).layers[0] == samples.QWEN.weight_bytes // 36


def test_a_fetch_brings_what_lacks_and_no_more() -> None:
    nothing = replace(samples.QWEN, held=(), held_bytes=0)
    assert bytes_to_get(nothing, WHOLE) == pytest.approx(samples.QWEN.weight_bytes, rel=1e-3)
    assert bytes_to_get(nothing, Span(4, 6)) == pytest.approx(2 * LAYER, rel=1e-3)
    assert bytes_to_get(nothing, Span(0, 1)) == pytest.approx(LAYER + EMBEDDING, rel=1e-3)
    front = replace(nothing, held=(Span(0, 10),), held_bytes=10 * LAYER + EMBEDDING)
    assert bytes_to_get(front, Span(0, 12)) == pytest.approx(2 * LAYER, rel=1e-2)
    assert bytes_to_get(front, Span(2, 8)) == 0
    assert bytes_to_get(samples.MODEL, Span(0, 30)) == 0


def test_what_removing_frees_counts_an_end_only_with_the_last_layer_that_needs_it() -> None:
    front = replace(samples.QWEN, held=(Span(0, 10),), held_bytes=10 * LAYER + EMBEDDING)
    assert bytes_freed(front, Span(8, 12)) == pytest.approx(2 * LAYER, rel=1e-2)
    assert bytes_freed(front, Span(0, 2)) == pytest.approx(2 * LAYER + EMBEDDING, rel=1e-2)
    assert bytes_freed(front, Span(0, 10)) == front.held_bytes
    assert bytes_freed(front, Span(10, 36)) == 0


def test_a_model_says_what_of_it_is_here() -> None:
    assert held_text(samples.MODEL) == "all 30 layers"
    assert held_text(samples.QWEN) == "layers 0-10 and 14-20 of 36"
    assert held_text(samples.ADDED) == "no layers on this disk yet"
    assert not is_complete(samples.QWEN)
    assert is_complete(replace(samples.QWEN, held=(WHOLE,)))
    assert stored_text(samples.MODEL, 0) == "All 30 layers · 538 MB on this disk · imported"
    used = replace(samples.QWEN, used_at=1000.0)
    assert stored_text(used, 1000.0 + 3 * 86400) == (
        "Layers 0-10 and 14-20 of 36 · 6.9 GB of 14.6 GB · used 3 days ago"
    )


@pytest.mark.parametrize(
    ("idle_s", "words"),
    [(0, "within the last hour"), (3599, "within the last hour"), (3600, "1 hour ago"), (172_900, "2 days ago")],
)
def test_last_use_is_said_as_coarse_as_people_remember(idle_s: float, words: str) -> None:
    assert used_text(idle_s) == words


def test_what_uses_a_model_now() -> None:
    assert uses_of(samples.MODEL, samples.MODELS) == ("Used in chats", "Shares layers 0-15")
    assert uses_of(samples.QWEN, samples.MODELS) == ()
    two = replace(samples.MODELS, node=samples.TWO_SHARDS)
    assert uses_of(samples.OTHER_MODEL, two) == ("Shares layers 0-6",)
    failed = replace(samples.MODELS, node=samples.ONE_FAILED)
    assert uses_of(samples.OTHER_MODEL, failed) == ()
    assert uses_of(samples.MODEL, replace(samples.MODELS, node=samples.LOADING, model=None)) == ("Shares layers 0-15",)


@pytest.mark.parametrize(
    ("fetch", "words"),
    [
        (
            samples.FETCHING,
            "Getting 7.4 GB of 9.2 GB · 48.3 MB/s · 37 s left · from 2 computers of your swarm and from the hub",
        ),
        (
            replace(samples.FETCHING, peer_bytes=0, num_peers=0, eta_s=None),
            "Getting 7.4 GB of 9.2 GB · 48.3 MB/s · from the hub",
        ),
        (replace(samples.FETCHING, hub_bytes=0, num_peers=1, eta_s=0.2, bytes_per_s=0.0),
         "Getting 7.4 GB of 9.2 GB · from 1 computer of your swarm"),
        (FetchView("a", "fetching"), "Getting"),
        (
            replace(samples.FETCHING, text="The hub cannot be reached."),
            "Waiting: The hub cannot be reached. 7.4 GB of 9.2 GB are here; it goes on by itself.",
        ),
        (replace(samples.PAUSED, done_bytes=0), "Paused"),
        (samples.PAUSED, "Paused. 7.4 GB of 9.2 GB are here."),
        (replace(samples.PAUSED, text="The disk is full."), "Paused: The disk is full. 7.4 GB of 9.2 GB are here."),
        (FetchView("a", "failed", text="No such repository."), "Failed: No such repository."),
        (
            FetchView("a", "failed", text="It is not here. Get it again: meshnet models verify a"),
            "Failed: It is not here.",
        ),
        (samples.CHECKING, "Checking what has come…"),
        (samples.ADDING, "Looking what it consists of…"),
        (samples.WAITING, "Waiting: another window of Meshnet fetches it already."),
    ],
)  # fmt: skip
def test_a_fetch_in_words(fetch: FetchView, words: str) -> None:
    assert fetch_text(fetch) == words


def test_the_share_of_a_fetch_never_leaves_its_bounds() -> None:
    assert share_of(samples.FETCHING) == pytest.approx(0.804, abs=0.001)
    assert share_of(FetchView("a", "fetching")) == 0
    assert share_of(replace(samples.FETCHING, done_bytes=10**12)) == 1


def test_the_disk_in_words() -> None:
    assert disk_text(samples.DISK) == "Models take 9.4 GB. 61.0 GB of the disk are free."
    assert "of 20.0 GB that they may take" in disk_text(samples.FULL_DISK)
    assert leftovers_text(samples.DISK) == ""
    assert leftovers_text(samples.FULL_DISK) == "3 files or folders that no model needs take 1.5 GB."
    assert leftovers_text(DiskView(num_leftovers=1, leftover_bytes=1000)) == (
        "1 file or folder that no model needs takes 1.0 kB."
    )


def test_a_model_of_the_swarm_says_what_lacks() -> None:
    whole, partly = samples.SWARM_MODELS
    assert swarm_model_text(whole) == "All 36 layers on 3 other computers"
    assert swarm_model_text(partly) == "Layers 40-56 of 56 missing · 5 other computers"


def test_what_a_start_would_fetch() -> None:
    assert start_fetch_text(samples.QWEN, Span(2, 9)) == ""
    assert start_fetch_text(samples.QWEN, Span(8, 15)).startswith("Layers 10-14 are not on this disk yet: about 1.5 GB")
    assert start_fetch_text(samples.QWEN, Span(10, 12)).startswith("None of these layers is on this disk yet")
    assert start_fetch_text(samples.MODEL, Span(0, 30)) == ""
