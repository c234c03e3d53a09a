from __future__ import annotations

from dataclasses import replace

import pytest

from meshnet_gui.events import GenerationFailed, GenerationFinished
from meshnet_gui.gui.notifications import GAP_LASTS_S, MAX_WITHIN, SAME_AGAIN_S, WITHIN_S, Notifications
from meshnet_gui.runtime.snapshot import FetchView
from meshnet_gui.types import Span
from tests.gui import samples

READY = GenerationFinished("g1", samples.RESULT)
FAILED = replace(samples.IDLE, node=samples.FAILED)
GAP = replace(samples.IDLE, route=None, missing=(Span(15, 30),))
FETCHING = replace(
    samples.IDLE, fetches=(FetchView(samples.OTHER_MODEL.name, "checking", done_bytes=100, total_bytes=100),)
)


class Hidden:
    """Notifications of an app whose window is hidden, with a clock of their own."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.is_hidden = True
        self.told: list[tuple[str, str]] = []
        self.notifications = Notifications(
            lambda title, text: self.told.append((title, text)), lambda: self.is_hidden, lambda: self.now
        )
        self.see, self.hear = self.notifications.see, self.notifications.hear
        self.see(samples.IDLE)


@pytest.fixture
def hidden(english: None) -> Hidden:
    return Hidden()


def test_an_answer_that_is_ready_is_told_without_a_word_of_it(hidden: Hidden) -> None:
    hidden.hear(READY)
    assert hidden.told == [("Your answer is ready", "Open Meshnet to read it.")]


def test_an_answer_that_was_stopped_is_no_news(hidden: Hidden) -> None:
    hidden.hear(GenerationFinished("g1", replace(samples.RESULT, finish="stopped")))
    assert hidden.told == []


def test_an_answer_that_broke_off_is_told(hidden: Hidden) -> None:
    hidden.hear(GenerationFailed("g1", "No peer answers.", "", "Paris is"))
    assert hidden.told == [("An answer broke off", "Open Meshnet to go on with it.")]


def test_a_node_that_fails_is_told_once_with_its_reason(hidden: Hidden) -> None:
    hidden.see(FAILED)
    hidden.see(FAILED)
    assert [title for title, _ in hidden.told] == ["This computer cannot share"]
    assert "Port 8000" in hidden.told[0][1]


def test_a_gap_is_told_once_it_lasts_and_somebody_chats(hidden: Hidden) -> None:
    hidden.hear(GenerationFinished("g1", replace(samples.RESULT, finish="stopped")))
    hidden.see(GAP)
    hidden.now += GAP_LASTS_S - 1
    hidden.see(GAP)
    assert hidden.told == []
    hidden.now += 1
    hidden.see(GAP)
    hidden.see(GAP)
    assert hidden.told == [("Chats have to wait", "Nobody serves layers 15-30 now.")]


def test_a_gap_that_closes_at_once_or_that_no_chat_waits_for_is_no_news(hidden: Hidden) -> None:
    hidden.see(GAP)
    hidden.now += GAP_LASTS_S + 1
    hidden.see(GAP)  # nobody has chatted
    hidden.hear(GenerationFinished("g1", replace(samples.RESULT, finish="stopped")))
    hidden.see(samples.IDLE)
    hidden.see(GAP)
    hidden.see(samples.IDLE)
    assert hidden.told == []


def test_a_swarm_that_is_lost_while_one_chats_is_told(hidden: Hidden) -> None:
    lost = replace(samples.CUT_OFF, route=None, num_generating=1)
    hidden.see(lost)
    hidden.now += GAP_LASTS_S
    hidden.see(lost)
    assert hidden.told == [("Chats have to wait", "The other computers of Our house cannot be reached.")]


def test_a_model_that_has_come_is_told_and_one_that_was_given_up_is_not(hidden: Hidden) -> None:
    hidden.see(FETCHING)
    hidden.see(samples.IDLE)
    assert hidden.told == [("A model is here", "local/Gemma-3-270M can be used now.")]
    hidden.now += SAME_AGAIN_S
    for state in ("paused", "failed"):
        hidden.see(replace(FETCHING, fetches=(replace(FETCHING.fetches[0], state=state),)))
        hidden.see(samples.IDLE)
    hidden.see(replace(FETCHING, fetches=(replace(FETCHING.fetches[0], state="fetching", done_bytes=3),)))
    hidden.see(samples.IDLE)
    assert len(hidden.told) == 1


def test_nothing_is_told_while_the_window_can_be_seen(hidden: Hidden) -> None:
    hidden.is_hidden = False
    hidden.hear(READY)
    hidden.see(FAILED)
    assert hidden.told == []


def test_nothing_is_told_to_who_does_not_want_it(hidden: Hidden) -> None:
    quiet = replace(samples.IDLE, settings=replace(samples.IDLE.settings, notifications=False))
    hidden.see(quiet)
    hidden.hear(READY)
    hidden.see(replace(quiet, node=samples.FAILED))
    assert hidden.told == []


def test_the_same_news_is_told_again_only_after_a_while(hidden: Hidden) -> None:
    hidden.hear(READY)
    hidden.now += SAME_AGAIN_S - 1
    hidden.hear(READY)
    assert len(hidden.told) == 1
    hidden.now += 1
    hidden.hear(READY)
    assert len(hidden.told) == 2


def test_never_more_than_a_few_are_told_in_a_while(hidden: Hidden) -> None:
    for number in range(40):
        hidden.hear(READY)
        hidden.see(FAILED if number % 2 else samples.IDLE)
        hidden.now += WITHIN_S / 20
    assert len(hidden.told) <= 2 * MAX_WITHIN + 1
