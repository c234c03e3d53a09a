"""The project's words check themselves and print in one form."""

from __future__ import annotations

import pytest

from meshnet_gui.types import Hop, Message, ModelIdentity, Route, SamplingParams, Span, uncovered

DIGEST = "0123456789abcdef"


def test_span_prints_and_parses_as_start_dash_end() -> None:
    assert str(Span(12, 24)) == "12-24"
    assert Span.parse(" 12-24 ") == Span(12, 24)
    assert Span(12, 24).num_layers == 12


@pytest.mark.parametrize("text", ["", "12", "12-", "-12", "a-b", "1-2-3", "1 - 2", "１-２", "1-123456", "24-12", "3-3"])
def test_text_that_is_no_span_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="span"):
        Span.parse(text)


@pytest.mark.parametrize(
    "identity",
    [
        ModelIdentity("org/model", "main", DIGEST, "float32"),
        ModelIdentity("model", "v1.0+x", DIGEST * 4, "q4_1", "gguf-1"),
    ],
)
def test_identity_survives_a_round_trip(identity: ModelIdentity) -> None:
    assert ModelIdentity.parse(str(identity)) == identity


@pytest.mark.parametrize(
    "text",
    [
        "",
        "model",
        f"model@1:{DIGEST}",
        f"model@1:{DIGEST[:15]}:float32",
        f"model@1:{DIGEST.upper()}:float32",
        f"a/b/c@1:{DIGEST}:float32",
        f"mo del@1:{DIGEST}:float32",
        f"mödel@1:{DIGEST}:float32",
        f"model@1:{DIGEST}:float32\n",
        f"model@1:{DIGEST}:float32:x:y",
        f"{'m' * 300}@1:{DIGEST}:float32",
    ],
)
def test_text_that_is_no_identity_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a model identity"):
        ModelIdentity.parse(text)


def test_identity_with_a_part_that_would_not_parse_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="not a model identity"):
        ModelIdentity("model:x", "1", DIGEST, "float32")


def test_route_covers_the_layers_once_in_order() -> None:
    route = Route((Hop("a", Span(0, 2)), Hop("b", Span(2, 6))))
    assert route.num_layers == 6
    assert str(route) == "a [0-2] -> b [2-6]"


@pytest.mark.parametrize("spans", [(), ((1, 3),), ((0, 2), (3, 4)), ((0, 2), (1, 4)), ((2, 4), (0, 2))])
def test_route_with_a_gap_or_an_overlap_cannot_be_made(spans: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match="route"):
        Route(tuple(Hop("a", Span(*span)) for span in spans))


@pytest.mark.parametrize(
    "values",
    [
        {"temperature": -0.1},
        {"temperature": 10.1},
        {"temperature": float("nan")},
        {"temperature": float("inf")},
        {"temperature": "1"},
        {"temperature": True},
        {"temperature": 10**400},
        {"top_p": 0.0},
        {"top_p": 1.01},
        {"top_k": -1},
        {"top_k": 1.0},
        {"top_k": True},
        {"repetition_penalty": 0.0},
        {"seed": -1},
        {"seed": 2**63},
        {"seed": None},
    ],
)
def test_sampling_parameter_out_of_bounds_is_refused_by_name(values: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(values))):
        SamplingParams(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize("role", ["", "function", "USER", "x" * 1000])
def test_message_role_is_one_of_four(role: str) -> None:
    with pytest.raises(ValueError, match="role"):
        Message(role, "hello")


@pytest.mark.parametrize(
    ("spans", "wanted", "missing"),
    [
        ((), Span(2, 5), (Span(2, 5),)),
        ((Span(0, 9),), Span(2, 5), ()),
        ((Span(3, 4),), Span(2, 5), (Span(2, 3), Span(4, 5))),
        ((Span(6, 8), Span(0, 3)), Span(2, 9), (Span(3, 6), Span(8, 9))),
        ((Span(7, 9),), Span(2, 5), (Span(2, 5),)),
    ],
)
def test_layers_that_no_span_has(spans: tuple[Span, ...], wanted: Span, missing: tuple[Span, ...]) -> None:
    assert uncovered(spans, wanted) == missing
