from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import UserError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.context_meter import ContextMeter, ContextUse, ContextWatch, warning_text
from meshnet_gui.types import Message
from tests.gui.fakes import FakeCommands


@pytest.mark.parametrize(
    ("use", "words", "is_refused"),
    [
        (ContextUse(100, 8192, 512, "stop", 100), "", False),
        (ContextUse(7000, 8192, 512, "stop", 100), "", False),
        (ContextUse(8000, 8192, 512, "stop", 100), "room for 192 more tokens", False),
        (ContextUse(8192, 8192, 512, "stop", 100), "will not be answered", True),
        (ContextUse(9000, 8192, 512, "stop", 9000), "This message alone", True),
        (ContextUse(8000, 8192, 512, "drop_oldest", 100), "oldest messages will be left out", False),
        (ContextUse(9000, 8192, 512, "drop_oldest", 100), "oldest messages will be left out", False),
        (ContextUse(9000, 8192, 512, "drop_middle", 100), "from its middle", False),
        (ContextUse(9000, 8192, 512, "drop_middle", 9000), "This message alone", True),
    ],
)
def test_the_warning_says_what_the_rule_will_do(use: ContextUse, words: str, is_refused: bool) -> None:
    assert words in warning_text(use)
    assert bool(warning_text(use)) is bool(words)
    assert use.is_refused is is_refused


def test_the_meter_shows_tokens_of_the_window_and_its_colour(qtbot: QtBot) -> None:
    meter = ContextMeter()
    qtbot.addWidget(meter)
    assert meter.isHidden()
    for num_tokens, role in ((1234, "caption"), (8100, "warn"), (9000, "error")):
        meter.show_use(ContextUse(num_tokens, 8192, 512, "stop"))
        assert meter.label.property("role") == role
    assert meter.label.text() == "9,000 of 8,192 tokens"
    meter.show_use(None)
    assert meter.isHidden()


class Counting:
    def __init__(self, bridge: Bridge, *messages: Message) -> None:
        self.commands = FakeCommands()
        self.messages: Sequence[Message] = messages
        self.parent = QObject()
        self.watch = ContextWatch(self.commands, bridge, lambda: self.messages, self.parent)
        self.heard: list[tuple[int, int] | None] = []
        self.watch.counted.connect(lambda whole, least: self.heard.append((whole, least)))
        self.watch.unknown.connect(lambda: self.heard.append(None))


def test_many_changes_make_one_count_of_the_whole_and_one_of_what_always_stays(bridge: Bridge, qtbot: QtBot) -> None:
    system, old, new = Message("system", "Be brief."), Message("user", "Old"), Message("user", "New")
    counting = Counting(bridge, system, old, Message("assistant", "Answer"), new)
    counting.commands.answers["count_tokens"] = 40
    for _ in range(50):
        counting.watch.look()
    qtbot.waitUntil(lambda: counting.heard == [(40, 40)], timeout=5000)
    asked = counting.commands.named("count_tokens")
    assert [len(messages) for (messages,) in asked] == [4, 2]
    assert asked[1][0] == (system, new)


def test_a_change_during_a_count_is_counted_after_it(bridge: Bridge, qtbot: QtBot) -> None:
    counting = Counting(bridge, Message("user", "a"))
    counting.commands.hold = True
    counting.watch.look()
    qtbot.waitUntil(lambda: len(counting.commands.held) == 1, timeout=5000)
    counting.messages = (Message("user", "a longer one"),)
    counting.watch.look()
    counting.watch.look()
    counting.commands.held[0].set_result(1)
    qtbot.waitUntil(lambda: len(counting.commands.held) == 2, timeout=5000)
    counting.commands.held[1].set_result(3)
    qtbot.waitUntil(lambda: counting.heard == [(1, 1), (3, 3)], timeout=5000)


def test_where_nothing_can_be_counted_nothing_is_claimed(bridge: Bridge, qtbot: QtBot) -> None:
    counting = Counting(bridge, Message("user", "a"))
    counting.commands.fail_with = UserError("There is no model.")
    counting.watch.look()
    qtbot.waitUntil(lambda: counting.heard == [None], timeout=5000)
    counting.messages = ()
    counting.watch.look()
    qtbot.waitUntil(lambda: counting.heard == [None, None], timeout=5000)
    assert len(counting.commands.calls) == 1
