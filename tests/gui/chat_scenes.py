"""Scenes of the chat for the gallery: what answers are made of, how they were made, and what a chat runs into."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from meshnet_gui.events import GenerationFinished, GenerationRecovered, GenerationStarted, GenerationText
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.parts_view import ThoughtView
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.types import Hop, HopTime, Recovered, Route, Span
from tests.gui import samples

Act = Callable[[MainWindow], None]

THOUGHTS = (
    "<think>\nThe user asks when to leave. The train takes 2 h 10 min and must arrive by noon, so it leaves by 9:50. "
    "The way to the station takes a quarter of an hour.\n\nSo leave the house at about half past nine.\n</think>\n\n"
)
TABLE = """Three ways to get there, the fastest first:

| | Time | Price | Changes |
|:--|--:|--:|:-:|
| Night train | 7 h 40 min | 59.00 | 0 |
| Day trains by the lake, with a stop for lunch | 8 h 5 min | 84.50 | 2 |
| Coach | 11 h 15 min | **24.90** | 1 |

Prices are those of a *weekday*; see <b>the operator's page</b> for others.
"""
CODE = """Both do the same. In Python:

```python
import statistics


def median_ms(times: list[float]) -> float:
    \"\"\"The middle of the times, in milliseconds.\"\"\"
    return 1000 * statistics.median(times)  # of seconds
```

and in SQL, where the longest line goes on beyond the edge of the block:

```sql
SELECT route, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS middle, count(*) AS runs FROM runs WHERE finish = 'eos' GROUP BY route;
```
"""  # noqa: E501
FORMULA = """The solutions of $ax^2 + bx + c = 0$ are

$$
x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}
$$

where \\(b^2 - 4ac\\) must not be negative, and a_b_c is no emphasis.
"""


def _answers(prompt: str, text: str, *, finished: bool = True) -> Act:
    def act(window: MainWindow) -> None:
        window.chat.send(prompt)
        say = window.chat._talk.take_event
        say(GenerationStarted("g1", samples.SWARM_ROUTE, 41))
        say(GenerationText("g1", text, 118))
        if finished:
            say(GenerationFinished("g1", result_of(text)))

    return act


def result_of(text: str) -> samples.GenerationResult:
    """An answer that three computers made, with what each of them took of the time."""
    times = zip(samples.SWARM_ROUTE.hops, (3.1, 4.9, 2.2), strict=True)
    return replace(
        samples.RESULT,
        text=text,
        token_ids=tuple(range(118)),
        route=samples.SWARM_ROUTE,
        hop_times=tuple(HopTime(hop, seconds) for hop, seconds in times),
    )


def thoughts_open(window: MainWindow) -> None:
    _answers("When should I leave?", THOUGHTS + "Leave at about **half past nine**.")(window)
    next(each for each in window.chat.rows[-1][1].sections if isinstance(each, ThoughtView)).button.setChecked(True)


def moved(window: MainWindow) -> None:
    """An answer in the middle of which a computer left."""
    window.chat.send("Tell me a story about a lighthouse.")
    say = window.chat._talk.take_event
    lost, heir = Hop(f"node:{samples.LAPTOP}", Span(12, 24)), Hop(f"node:{samples.GAMING}", Span(12, 24))
    first, last = Hop("local", Span(0, 12)), Hop(f"node:{samples.GAMING}", Span(24, 30))
    recovered = Recovered(lost, (heir,), 1.2)
    say(GenerationStarted("g1", Route((first, lost, last)), 30))
    say(GenerationText("g1", "Once upon a time, on a rock far out at sea, there stood a lighthouse.", 17))
    say(GenerationRecovered("g1", recovered))
    times = (HopTime(first, 4.2), HopTime(lost, 1.1), HopTime(heir, 5.0), HopTime(last, 1.6))
    result = replace(
        result_of("Once upon a time, on a rock far out at sea, there stood a lighthouse whose light was never lit."),
        route=Route((first, heir, last)),
        hop_times=times,
        recoveries=(recovered,),
        num_recoveries=1,
    )
    say(GenerationFinished("g1", result))


def too_long(num_tokens: int, rule: str) -> Act:
    """A draft before it is sent, that with the rest of the chat is more than the model takes."""

    def act(window: MainWindow) -> None:
        from tests.gui.shots import until

        _answers("What is in this report?", "It is about **park benches**: where they stand, and who paid.")(window)
        overflow = window.chat.options.overflow
        overflow.setCurrentIndex(overflow.findData(rule))
        overflow.activated.emit(overflow.currentIndex())
        window.chat.composer.set_text("And what does it say of the benches by the lake?")
        until(lambda: not window.chat._context._timer.isActive())
        window.chat._take_count(num_tokens, 64)

    return act


def raw(window: MainWindow) -> None:
    _answers("Which ways are there?", TABLE)(window)
    window.chat.rows[-1][1].raw.setChecked(True)


def chat_scenes() -> Iterator[tuple[str, str, Snapshot, Act]]:
    swarm = samples.IN_SWARM
    yield "chat-thinking", "Chat", swarm, _answers("When should I leave?", THOUGHTS[:120], finished=False)
    yield "chat-thought", "Chat", swarm, _answers("When should I leave?", THOUGHTS + "Leave at **half past nine**.")
    yield "chat-thought-open", "Chat", swarm, thoughts_open
    yield "chat-table", "Chat", swarm, _answers("Which ways are there?", TABLE)
    yield "chat-raw", "Chat", swarm, raw
    yield "chat-code", "Chat", swarm, _answers("How do I get the median?", CODE)
    yield "chat-formula", "Chat", swarm, _answers("How do I solve this?", FORMULA)
    yield "chat-moved", "Chat", swarm, moved
    yield "chat-overflow", "Chat", swarm, too_long(9_416, "drop_oldest")
    yield "chat-overflow-stop", "Chat", swarm, too_long(9_416, "stop")
