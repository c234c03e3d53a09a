"""The window in a language of brackets and long words: nothing is cut off, and nothing stays as the source wrote it.

Its scenes are those of the gallery. A few of them by default, all where ``slow`` tests are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.theme import ThemeController
from meshnet_gui.gui.tray import Tray
from meshnet_gui.gui.turns import Turns
from tests.gui import look, samples, shots
from tests.gui.fakes import FakeCore

Speak = Callable[[str], None]

USUAL, LEAST = QSize(1180, 800), QSize(820, 600)
BY_DEFAULT = ("chat-no-route", "node-busy", "swarm-connected", "models-fetching")
NAMES = (
    r"SmolLM2-135M(-Instruct)?|SmolLM2 360M Instruct|Gemma-3-270M|Qwen3[- ]8B|qwen3-8b|DeepSeek R1|Mixtral[- ]8x22B"
    r"|[Ll]lama[- ]3\.1[- ]70[Bb]( Instruct)?|harbour/[\w@-]+|gaming PC|kitchen laptop|attic-mini|gpu-box\.lan:8000"
    r"|volunteer \d+|Our house|Reading circle|blender|Apache-2\.0|MIT|llama3\.1|other|python|sql|LaTeX|Meshnet"
    r"|b?float(16|32)|cuda|mps|xpu"
)
SAID = (  # by the hand-made states, in words that the core would choose otherwise
    r"How do I get the median\?|How do I solve this\?|Summarise this text:|Tell me a story about a lighthouse\."
    r"|What do the notes say of the benches\?|What is in this report\?|When should I leave\?|Which ways are there\?"
    r"|What is the capital of France\? Please add a few facts and…|No answer for 3 min\.|It serves [\w-]+\."
    r"|127\.0\.0\.1:51002 .*|kitchen laptop left; layers .*|Computers in this network reach this one directly; .*"
    r"|Fetching the starter model: .*|This computer serves .*|That invite is not complete\. .*"
    r"|brochure\.pdf is no text\. .*|The starter model could not be downloaded\..*|All 184 tensors .*"
    r"|Layer 7 is damaged\. .*|The folder could not .*|Loading the program's libraries…"
)
FOREIGN = re.compile(f"{SAID}|{NAMES}", re.DOTALL)


def drawn(theme: ThemeController, size: QSize, only: tuple[str, ...] = ()) -> Iterator[tuple[str, QWidget]]:
    """The name of each scene, and its window or the dialog over it, shown at a size."""
    for name, tab, snapshot, act in shots.scenes():
        if only and name not in only:
            continue
        core = FakeCore()
        bridge = Bridge(core.events)
        window = MainWindow(core.commands, core.conversations, bridge, theme)
        window.resize(size)
        window.show_snapshot(snapshot)
        window.show_tab(tab)
        window.show()
        shots.settle(20)
        act(window)
        shots.settle(60)
        while any(each.is_waiting for each in window.findChildren(Turns)):
            shots.settle(60)
        for _ in range(3):
            lay_out()  # what the last answer has changed
        yield name, shots._in_front(window)
        bridge.close()
        window.allow_close()
        window.close()
        window.deleteLater()


def lay_out() -> None:
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


def faults(name: str, shown: QWidget) -> list[str]:
    bare = [
        f"{name}: {each.kind} of {each.widget} is not translated: {each.text!r}"
        for each in look.texts(shown)
        if look.untouched(each.text, FOREIGN)
    ]
    return [*bare, *(f"{name}: {line}" for line in look.cut_off(shown))]


def test_long_words_are_translated_and_have_room_on_every_tab(speak: Speak, theme: ThemeController) -> None:
    speak("pseudo")
    assert [fault for name, shown in drawn(theme, USUAL, BY_DEFAULT) for fault in faults(name, shown)] == []


@pytest.mark.slow
@pytest.mark.timeout(600)  # every scene there is
@pytest.mark.parametrize("size", [USUAL, LEAST], ids=["usual", "least"])
def test_long_words_are_translated_and_have_room_in_every_state(
    speak: Speak, theme: ThemeController, size: QSize
) -> None:
    speak("pseudo")
    assert [fault for name, shown in drawn(theme, size) for fault in faults(name, shown)] == []


@pytest.mark.slow
@pytest.mark.timeout(600)  # every scene there is
@pytest.mark.parametrize("language", ["de", "zh_CN"])
def test_no_text_is_cut_off_in_a_language_that_is_spoken(speak: Speak, theme: ThemeController, language: str) -> None:
    speak(language)
    cut = [f"{name}: {line}" for name, shown in drawn(theme, USUAL) for line in look.cut_off(shown)]
    assert cut == []


def test_the_trays_menu_and_tooltip_are_translated(speak: Speak, qapp: QApplication) -> None:
    speak("pseudo")
    tray = Tray()
    tray.show_snapshot(samples.IN_SWARM)
    tray.rebuild_menu()
    texts = [action.text() for action in tray.menu.actions() if not action.isSeparator()]
    assert texts
    assert [text for text in texts if look.untouched(text, FOREIGN)] == []
    tray.close()


def test_a_label_without_room_and_a_text_without_brackets_are_found(speak: Speak, qapp: QApplication) -> None:
    page = QWidget()
    label, button = QLabel("A text that is far too long", page), QPushButton("[Sénd ~]", page)
    label.resize(20, 20)
    button.resize(300, 40)
    page.resize(400, 100)
    page.show()
    assert len(list(look.cut_off(page))) == 1
    assert [each.text for each in look.texts(page) if look.untouched(each.text, FOREIGN)] == [label.text()]
    page.close()
