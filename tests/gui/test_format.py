from __future__ import annotations

import pytest

from meshnet_gui.gui import format as words
from meshnet_gui.types import EVICTION_REASONS, Span
from tests.gui import samples


@pytest.mark.parametrize(("seconds", "text"), [(0, "0s"), (75, "1m 15s"), (3725, "1h 2m"), (90_000, "1d 1h")])
def test_compact_durations_for_tables(seconds: float, text: str) -> None:
    assert words.compact_duration_text(seconds) == text


def test_a_moment_ago_is_just_now() -> None:
    assert words.ago_text(4.9) == "just now"
    assert words.ago_text(44) == "44 s ago"


def test_spans_are_listed_in_words() -> None:
    assert words.spans_text([Span(15, 30)]) == "layers 15-30"
    assert words.spans_text([Span(0, 2), Span(4, 6), Span(8, 9)]) == "layers 0-2, 4-6 and 8-9"


def test_every_node_state_and_eviction_reason_has_words() -> None:
    assert words.node_state_text(samples.OFF) == "Off"
    assert words.node_state_text(samples.LOADING) == "Loading layers 0-15…"
    assert words.node_state_text(samples.READY, "http://h:1") == "Ready: layers 0-15 at http://h:1"
    assert words.node_state_text(samples.FAILED) == "Failed: Port 8000 is in use by another program."
    assert set(words.EVICTION_WORDS) == set(EVICTION_REASONS)


@pytest.mark.parametrize(
    ("state", "idle_s", "text"),
    [("prefill", 0.0, "reading"), ("decode", 9.0, "writing"), ("idle", 0.4, "in use"), ("idle", 2.0, "idle")],
)
def test_a_session_between_two_steps_is_in_use(state: str, idle_s: float, text: str) -> None:
    assert words.session_state_text(state, idle_s) == text


@pytest.mark.parametrize(
    ("dtype", "device", "text"),
    [("float32", "cpu", "float32"), ("float32", "", "float32"), ("bfloat16", "cuda", "bfloat16 on cuda"), ("", "", "")],
)
def test_a_gpu_is_named_and_the_processor_goes_without_saying(dtype: str, device: str, text: str) -> None:
    assert words.compute_text(dtype, device) == text


def test_weights_in_fewer_bits_are_named_and_those_as_stored_go_without_saying() -> None:
    rounded = samples.IDENTITY.replace(":float32:", ":int8_rotated32:")
    assert words.weights_text(samples.IDENTITY) == ""
    assert words.weights_text(rounded) == "8-bit weights"
    assert words.model_text(samples.MODEL.name, samples.IDENTITY) == "SmolLM2-135M-Instruct"
    assert words.model_text(samples.MODEL.name, rounded) == "SmolLM2-135M-Instruct in 8 bit"
    assert [words.precision_text(each) for each in (samples.IDENTITY, rounded)] == ["as stored", "in 8 bit"]


def test_what_is_to_be_typed_in_a_terminal_is_left_out() -> None:
    for text, shown in (
        ("It is not here. Get it: meshnet models get tiny --layers 0-2", "It is not here."),
        (
            "It is not here. Wait a while. Or get it with: meshnet models get a.b, then go on.",
            "It is not here. Wait a while.",
        ),
        ("Check the network.", "Check the network."),
    ):
        assert words.for_window(text) == shown
