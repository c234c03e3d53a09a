"""What the terminal shows of nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any

import pytest

from meshnet_gui.events import GenerationFailed, GenerationFinished, GenerationText
from meshnet_gui.runtime.snapshot import FetchView, PeerView, Snapshot, SnapshotTaken
from meshnet_gui.settings import Settings
from meshnet_gui.terminal import CheckLine, FetchLine, StartupLines, Talk, converse, fetch_text, node_line, route_lines
from meshnet_gui.types import GenerationResult, Hop, Message, NodeStatus, Route, SamplingParams, Span

MEMBER = "node:" + "0123abcd" * 8
PLAIN = "http://127.0.0.1:51001"
MB = 1_000_000


def test_a_member_is_shown_by_the_first_digits_of_its_id_and_a_plain_peer_by_its_address() -> None:
    route = Route((Hop(MEMBER, Span(0, 2)), Hop(PLAIN, Span(2, 4)), Hop("local", Span(4, 6))))
    result = GenerationResult("", (1,), 1, "eos", route, 0.0, 0.0, 0, True)
    assert route_lines(result) == [
        "layers 0-2 at node 0123abcd",
        f"layers 2-4 at {PLAIN}",
        "layers 4-6 at local",
    ]
    assert node_line(PeerView(MEMBER, "probing")) == "node 0123abcd: no answer yet"
    status = NodeStatus(state="ready", span=Span(0, 2))
    assert node_line(PeerView(MEMBER, "online", status)).startswith("node 0123abcd [0-2]: 0 of ")


class BreakingCore:
    """Every answer breaks off after its first words, and its rest comes when it is asked for."""

    def __init__(self) -> None:
        self.events = self
        self.asked: list[Sequence[Message]] = []
        self._tell: Callable[[object], None] = lambda event: None

    def subscribe(self, listener: Callable[[object], None]) -> None:
        self._tell = listener

    def start_generation(self, messages: Sequence[Message], sampling: SamplingParams, max_tokens: int) -> str:
        self.asked.append(messages)
        generation_id = f"g{len(self.asked)}"
        self._tell(GenerationText(generation_id, "Once upon", 2))
        self._tell(GenerationFailed(generation_id, "Nobody serves layers 2-4 any more.", "It can go on.", "Once upon"))
        return generation_id

    def resume_generation(self, generation_id: str) -> Future[None]:
        self._tell(GenerationText(generation_id, " a time.", 4))
        route = Route((Hop("local", Span(0, 4)),))
        result = GenerationResult("Once upon a time.", (1, 2, 3, 4), 5, "eos", route, 1.0, 0.1, 0, True)
        self._tell(GenerationFinished(generation_id, result))
        done: Future[None] = Future()
        done.set_result(None)
        return done


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    left: Iterator[str] = iter((*lines, ""))
    monkeypatch.setattr("builtins.input", lambda prompt: next(left))


def test_an_answer_that_broke_off_can_be_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    core: Any = BreakingCore()
    typed(monkeypatch, "Tell me a story.", "Go on", "And then?")
    assert converse(Talk(core, SamplingParams(), 10, "")) == 0
    shown = capsys.readouterr().out
    assert shown.index("Once upon\n") < shown.index("Type go on") < shown.index(" a time.") < shown.index("route:")
    assert [message.content for message in core.asked[-1]] == ["Tell me a story.", "Once upon a time.", "And then?"]


def test_go_on_is_a_message_like_any_other_where_no_answer_broke_off(monkeypatch: pytest.MonkeyPatch) -> None:
    core: Any = BreakingCore()
    typed(monkeypatch, "go on", "Something else.")
    converse(Talk(core, SamplingParams(), 10, ""))
    assert [messages[-1].content for messages in core.asked] == ["go on", "Something else."]


# -- fetches ------------------------------------------------------------------------------------------------------


def test_progress_says_speed_time_and_from_whom() -> None:
    view = FetchView("m", "fetching", Span(10, 20), 450 * MB, 1000 * MB, 34.2e6, 16.4, 400 * MB, 50 * MB, 2)
    assert fetch_text(view) == (
        "getting layers 10-20: 45 % of 1.0 GB, 34.2 MB/s, 16 s left, from the hub and 2 members"
    )


def test_progress_says_why_nothing_moves_and_steers_no_terminal() -> None:
    view = FetchView("m", "waiting", None, text="for another fetch\x1b[2J")
    assert fetch_text(view) == "waiting all layers: for another fetch\ufffd[2J"
    view = FetchView("m", "fetching", Span(0, 2), 10 * MB, 100 * MB, text="The hub cannot be reached.")
    assert fetch_text(view) == "waiting for layers 0-2 (10 % of 100 MB here): The hub cannot be reached."


def test_away_from_a_terminal_each_tenth_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    line = FetchLine("m", Span(0, 2))
    for percent in (0, 1, 9, 10, 15, 40, 41):
        view = FetchView("m", "fetching", Span(0, 2), percent * MB, 100 * MB)
        other = FetchView("other", "fetching", Span(0, 2), 99 * MB, 100 * MB)
        line(SnapshotTaken(Snapshot(Settings(), fetches=(other, view))))
        line.show()
    said = capsys.readouterr().err.splitlines()
    assert [text.split(": ")[1].split(" ")[0] for text in said] == ["0", "10", "40"]


def test_a_check_says_on_a_terminal_how_far_it_is_and_leaves_its_line_free(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    line = CheckLine("m")
    for fraction, text in ((0.0, ""), (0.42, "checking layer-00001.safetensors"), (1.0, "comparing with the hub")):
        line(fraction, text)
        line.show()
        line.show()  # nothing new: nothing is printed
    line.end()
    said = capsys.readouterr().err.split("\r\033[K")
    assert said == ["", "Checking m: 0%", "Checking m: 42%", "Checking m: comparing with the hub", ""]


def test_away_from_a_terminal_a_check_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    line = CheckLine("m")
    for fraction in (0.0, 0.5, 1.0):
        line(fraction, "")
        line.show()
    line.end()
    assert capsys.readouterr().err == "Checking m...\n"


def test_a_node_that_starts_says_each_tenth_of_what_it_brings(capsys: pytest.CaptureFixture[str]) -> None:
    lines = StartupLines()
    for percent in (0, 5, 10, 12, 90):
        view = FetchView("m", "fetching", Span(0, 2), percent * MB, 100 * MB)
        lines(SnapshotTaken(Snapshot(Settings(), fetches=(view,))))
    said = capsys.readouterr().err.splitlines()
    assert said == [f"m: getting layers 0-2: {percent} % of 100 MB" for percent in (0, 10, 90)]
