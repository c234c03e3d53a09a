from __future__ import annotations

from pathlib import Path

from meshnet_gui.modelstore.known_quality import KnownQuality, known_quality, read_record
from meshnet_gui.settings import PRECISIONS


def test_every_precision_that_rounds_is_known_and_8_bit_is_good_enough() -> None:
    found = known_quality()
    assert set(found) == set(PRECISIONS) - {"auto", "fp32"}
    assert found["int8"].agreement >= 0.97
    assert found["int8"].perplexity_ratio <= 1.03


def test_the_words_say_what_flatters_the_numbers() -> None:
    text = KnownQuality(0.9754, 1.003).words()
    assert "97.5%" in text
    assert "+0.3%" in text
    assert "4 bit itself, which flatters this. Other models were not measured." in text


def test_what_rounds_to_nothing_is_no_minus() -> None:
    assert "perplexity +0.0%" in KnownQuality(0.9952, 0.9999).words()


def test_figures_of_single_texts_are_no_precisions(tmp_path: Path) -> None:
    record = tmp_path / "quality.json"
    record.write_text(
        '{"figures": {"int8_agreement": 0.97, "int8_perplexity_ratio": 1.01, '
        '"int8_held_out_agreement": 0.96, "int8_held_out_perplexity_ratio": 1.02}}',
        encoding="utf-8",
    )
    assert read_record(record) == {"int8": KnownQuality(0.97, 1.01)}
