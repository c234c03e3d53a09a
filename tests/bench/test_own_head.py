from __future__ import annotations

from typing import Any

import pytest

from meshnet_gui.bench import own_head
from meshnet_gui.bench.own_head import OwnHead
from meshnet_gui.events import (
    EventBus,
    GenerationFailed,
    GenerationFinished,
    GenerationNote,
    GenerationStarted,
    GenerationText,
)
from meshnet_gui.types import GenerationResult, Hop, Route, Span

ROUTE = Route((Hop("a", Span(0, 4)),))
RESULT = GenerationResult("ab", (1, 2), 5, "length", ROUTE, 1.0, 1.0, 1, True)


class FakeCore:
    """Publishes an answer's events before it even returns its id, which is what a quick core loop may do."""

    def __init__(self, *endings: object) -> None:
        self.events = EventBus()
        self.endings = list(endings)
        self.stopped: list[str] = []

    def start_generation(self, messages: Any, sampling: Any, max_tokens: int) -> str:
        own = f"g{len(self.endings)}"
        self.events.publish(GenerationNote("g9", "what another one says"))
        for event in (
            GenerationStarted(own, ROUTE, 5),
            GenerationText(own, "a", 1),
            GenerationNote(own, "Peer b goes on."),
            GenerationText(own, "b", 2),
            GenerationText(own, "", 2),
        ):
            self.events.publish(event)
        match self.endings.pop():
            case str(text) if text:
                self.events.publish(GenerationFailed(own, text, "Try again.", "ab"))
            case GenerationResult() as result:
                self.events.publish(GenerationFinished(own, result))
        return own

    def stop_generation(self, own: str) -> FakeCore:
        self.stopped.append(own)
        return self

    def result(self, timeout: float) -> None:
        return None


def head(*endings: object) -> OwnHead:
    made = OwnHead(FakeCore(*endings))  # type: ignore[arg-type]
    made._earlier.add("g9")
    return made


def test_an_answer_has_the_time_of_each_token_and_of_each_note() -> None:
    tokens: list[int] = []
    answer = head(RESULT).ask("hi", 2, lambda num_tokens, route: tokens.append(num_tokens))
    assert (answer.route, answer.num_prompt_tokens, answer.token_ids) == (ROUTE, 5, (1, 2))
    assert (tokens, len(answer.times), len(answer.gaps), answer.num_recoveries) == ([1, 2], 2, 1, 1)
    assert [text for _, text in answer.notes] == ["Peer b goes on."]
    assert answer.times[0] <= answer.notes[0][0] <= answer.times[1] <= answer.ended_at
    assert answer.noted_after(answer.times[0]) == answer.notes[0][0]
    assert answer.noted_after(answer.ended_at + 1) is None


def test_an_answer_that_fails_says_why_and_the_next_one_is_another() -> None:
    asked = head(RESULT, "A peer left.")
    failed, good = asked.ask("hi", 2), asked.ask("hi", 2)
    assert (failed.failure, failed.token_ids, failed.num_recoveries) == ("A peer left. Try again.", (), 0)
    assert (good.failure, good.token_ids) == ("", (1, 2))


def test_an_answer_without_an_end_is_stopped_and_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_head, "ANSWER_DEADLINE_S", 0.01)
    asked = head("")
    assert "no end within" in asked.ask("hi", 2).failure
    assert asked.core.stopped == ["g1"]  # type: ignore[attr-defined]
