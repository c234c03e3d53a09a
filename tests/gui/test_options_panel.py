from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.options_panel import CHAT_OPTIONS, OptionsPanel, usable_options
from meshnet_gui.settings import Settings, setting_names


@pytest.fixture
def panel(qtbot: QtBot) -> OptionsPanel:
    panel = OptionsPanel()
    qtbot.addWidget(panel)
    return panel


def test_every_option_of_a_chat_takes_the_place_of_a_setting() -> None:
    assert set(CHAT_OPTIONS) - {"seed"} <= set(setting_names())


def test_each_option_has_its_help_and_goes_back_to_the_setting(panel: OptionsPanel) -> None:
    heard: list[dict[str, object]] = []
    panel.changed.connect(heard.append)
    own = {
        "temperature": 1.5,
        "top_p": 0.5,
        "top_k": 3,
        "repetition_penalty": 1.5,
        "max_tokens": 9,
        "seed": 11,
        "overflow": "drop_middle",
        "system_prompt": "Be brief.",
    }
    panel.show_options(own)
    assert panel.own_options() == own
    assert (panel.sampling().temperature, panel.sampling().seed, panel.overflow_rule) == (1.5, 11, "drop_middle")
    assert panel.system_prompt() == "Be brief."
    for name in CHAT_OPTIONS:
        assert panel.fields[name].accessibleDescription()
        assert panel.resets[name].isEnabled()
        panel.resets[name].click()
        assert not panel.resets[name].isEnabled()
        assert name not in heard[-1]
    defaults = Settings()
    assert panel.sampling().temperature == defaults.temperature
    assert (panel.max_tokens.value(), panel.overflow_rule) == (defaults.max_tokens, defaults.overflow)
    assert (panel.seed.text(), panel.system_prompt()) == ("", "")


def test_a_changed_setting_reaches_the_chats_that_have_no_value_of_their_own(panel: OptionsPanel) -> None:
    panel.show_options({"top_k": 3})
    panel.show_settings(replace(Settings(), temperature=0.9, top_k=7))
    assert (panel.temperature.value(), panel.top_k.value()) == (0.9, 3)
    panel.reset("top_k")
    assert panel.top_k.value() == 7


def test_a_value_that_equals_the_setting_is_none_of_the_chat_s_own(panel: OptionsPanel) -> None:
    panel.top_k.setValue(3)
    panel.top_k.editingFinished.emit()
    assert panel.own_options() == {"top_k": 3}
    panel.top_k.setValue(Settings().top_k)
    panel.top_k.editingFinished.emit()
    assert panel.own_options() == {}


def test_options_from_elsewhere_that_make_no_sense_are_left_out() -> None:
    wrong = {"temperature": "hot", "top_p": 7, "seed": -1, "overflow": "explode", "theme": "dark", "max_tokens": True}
    assert usable_options({**wrong, "top_k": 5}) == {"top_k": 5}
    assert usable_options({"seed": True}) == {}


def test_a_huge_system_prompt_is_cut_before_it_is_laid_out(panel: OptionsPanel) -> None:
    data = QMimeData()
    data.setText("x\0" * 5_000_000)
    panel.system.insertFromMimeData(data)
    assert panel.system_prompt() == "x" * 8_000


def test_the_panel_is_no_higher_than_its_fields(panel: OptionsPanel, qtbot: QtBot) -> None:
    panel.resize(900, 600)
    panel.show()
    inside = panel.widget()
    assert inside is not None
    layout = inside.layout()
    assert layout is not None
    qtbot.waitUntil(lambda: panel.maximumHeight() == min(330, layout.totalSizeHint().height() + 2), timeout=2000)
    assert abs(inside.height() - layout.totalSizeHint().height()) <= 2
