from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication

from meshnet_gui.gui.amounts import bytes_text, duration_text, localized, number_text, spoken_list
from meshnet_gui.gui.language import Language, chosen_language
from meshnet_gui.gui.pseudo import pseudo
from meshnet_gui.gui.translation import language, mark, sentence, tr, tr_count, tr_marked

Speak = Callable[[str], None]


@pytest.mark.parametrize(
    ("setting", "environ", "system", "spoken"),
    [
        ("de", {}, ["en-US"], "de"),
        ("system", {}, ["de-AT", "en"], "de"),
        ("system", {}, ["fr-FR", "de-DE"], "de"),
        ("system", {}, ["zh-Hans-CN"], "zh_CN"),
        ("system", {}, ["zh-TW", "en"], "en"),
        ("system", {}, ["fr"], "en"),
        ("system", {}, ["C"], "en"),
        ("en", {}, ["de"], "en"),
        ("en", {"MESHNET_LANGUAGE": "zh_CN"}, ["de"], "zh_CN"),
        ("en", {"MESHNET_LANGUAGE": "pseudo"}, ["de"], "pseudo"),
        ("de", {"MESHNET_LANGUAGE": "klingon"}, ["en"], "en"),
    ],
)
def test_the_language_is_the_environments_the_settings_or_the_systems(
    setting: str, environ: dict[str, str], system: list[str], spoken: str
) -> None:
    assert chosen_language(setting, environ, system) == spoken


def test_english_needs_no_translator_and_counts_right(qapp: QApplication) -> None:
    assert language() == "en"
    assert tr("Serving layers {span}", span="0-5") == "Serving layers 0-5"
    assert tr_count(1, "{num} layer", "{num} layers") == "1 layer"
    assert tr_count(12400, "{num} layer", "{num} layers") == "12,400 layers"
    assert tr_marked(mark("Off")) == "Off"
    assert sentence("Choose another port.") == "Choose another port."


def test_the_pseudo_language_brackets_every_text_and_fills_its_values(speak: Speak) -> None:
    speak("pseudo")
    assert tr("Serving layers {span}", span="0-5").startswith("[Sérvîñg")
    assert "0-5" in tr("Serving layers {span}", span="0-5")
    assert tr_count(1, "{num} layer", "{num} layers").startswith("[1 ")
    assert tr_marked(mark("Off")).startswith("[Öff")


def test_a_text_in_the_pseudo_language_is_two_fifths_longer() -> None:
    text = "Your computer goes on serving, and a click opens the window."
    assert 1.35 * len(text) < len(pseudo(text)) < 1.5 * len(text)
    assert pseudo("<b>a</b> {name} &File").count("{name}") == 1
    assert "<b>" in pseudo("<b>a</b>")


def test_german_numbers_and_bytes_have_commas(speak: Speak) -> None:
    speak("de")
    assert bytes_text(1_500_000) == "1,5 MB"
    assert number_text(12400) == "12.400"
    assert number_text(3.25, 1) in ("3,2", "3,3")
    assert localized("0.5 s") == "0,5 s"
    assert localized("12-24") == "12-24"


def test_amounts_in_english_are_those_of_the_core(qapp: QApplication) -> None:
    assert bytes_text(1_500_000) == "1.5 MB"
    assert duration_text(75) == "1 min 15 s"
    assert spoken_list(["a", "b", "c"]) == "a, b and c"
    assert spoken_list([]) == ""


def test_a_removed_language_leaves_english(qapp: QApplication) -> None:
    spoken = Language(qapp, "pseudo")
    spoken.remove()
    assert tr("Off") == "Off"
    assert number_text(12400) == "12,400"
