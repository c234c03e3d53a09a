from __future__ import annotations

import pytest

from meshnet_gui.archive.stored_text import FOUND_CHARS, piece_around

_SHOWN_CHARS = 40  # in the narrowest list


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A poem.", "A poem."),
        ("What is the capital of France? Write a short poem about the sea.", "…Write a short poem about the sea."),
        ("x" * 100 + "poem", "…" + "x" * 16 + "poem"),
        ("a b c", ""),
    ],
)
def test_what_was_found_stands_early_in_its_piece(text: str, expected: str) -> None:
    assert piece_around(text, "poem") == expected


def test_a_piece_is_short_and_shows_the_place_wherever_it_is() -> None:
    for place in range(0, 400, 7):
        text = "word " * (place // 5) + "Needle" + " and so on" * 100
        piece = piece_around(text, "needle")
        assert "Needle" in piece[:_SHOWN_CHARS]
        assert len(piece) <= FOUND_CHARS + 2
