"""``bench stream``: does a long answer that streams in hold the window up, and does it leave a reader in peace?

The app's window and a stream of tokens with code fences and tables, once with the reader at its end and once with the
reader scrolled up: how late does a 10 ms timer of the window's thread come, and is what is read in its place at every
paint?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median

from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.timing import percentile
from meshnet_gui.errors import MachineError

TOKENS, RATE = 20_000, 200.0
CHARS_PER_TOKEN = 4
PIECE = (
    "Some **bold** words, `code`, and a [link](https://example.org) in a paragraph of usual length.\n\n"
    "| layer | peer | ms |\n|---|---|---|\n" + "| 12 | gaming PC | 3.4 |\n" * 12 + "\n"
    "```python\n" + "def step(x: int) -> int:\n    return x + 1  # one more\n" * 10 + "```\n\n"
)
AT_END, SCROLLED_UP = "at the end", "scrolled up"
TARGETS = (
    Target("end_max_ms", 100.0, at_least=False),
    Target("up_max_ms", 100.0, at_least=False),
    Target("paints_off_place", 0.0, at_least=False),
    Target("pictures_changed", 0.0, at_least=False),
)

MeasureStream = Callable[[Sequence[str], float, bool], Mapping[str, Sequence[float]]]
"""``gui.streaming``: tokens, tokens per second, whether the reader scrolls up; what was seen, by name."""


def run(measure: MeasureStream, say: Say, tokens: int = TOKENS, rate: float = RATE) -> Report:
    """Opens a window in memory twice, for the length of the stream. Raises MachineError where none comes to its end."""
    pieces, seen = streamed(tokens), dict[str, Mapping[str, Sequence[float]]]()
    for reader in (AT_END, SCROLLED_UP):
        say(f"{tokens} tokens at {rate:g} a second, the reader {reader}: {tokens / rate:.0f} s")
        seen[reader] = measure(pieces, rate, reader == SCROLLED_UP)
    return report(seen, tokens, rate)


def streamed(num_tokens: int) -> list[str]:
    """Tokens of an answer with paragraphs, tables and code."""
    text = PIECE * (num_tokens * CHARS_PER_TOKEN // len(PIECE) + 1)
    return [text[at : at + CHARS_PER_TOKEN] for at in range(0, num_tokens * CHARS_PER_TOKEN, CHARS_PER_TOKEN)]


def report(seen: Mapping[str, Mapping[str, Sequence[float]]], tokens: int, rate: float) -> Report:
    """Percentiles of both readers. Raises MachineError where nothing was drawn."""
    end, up = seen[AT_END], seen[SCROLLED_UP]
    if not all((end["late_ms"], end["off_px"], up["late_ms"], up["off_px"])):
        raise MachineError("Nothing was drawn while the answer came.")
    figures = {
        "end_max_ms": max(end["late_ms"]),
        "up_max_ms": max(up["late_ms"]),
        "end_busy_max_ms": max(end["busy_ms"]),
        "up_busy_max_ms": max(up["busy_ms"]),
        "paints": len(up["off_px"]),
        "paints_off_place": sum(off > 0 for off in up["off_px"]),
        "largest_jump_px": max(up["off_px"]),
        "pictures": len(up["changed"]),
        "pictures_changed": sum(up["changed"]),
        "end_paints_off_place": sum(off > 0 for off in end["off_px"]),
        "parts": up["parts"][0],
    }
    columns = ("10 ms timer", "ticks", "median", "95 %", "99 %", "99.9 %", "max")
    measures = ("late_ms", "ms late"), ("busy_ms", "ms computed")
    rows: list[tuple[str, ...]] = [columns]
    for reader in (AT_END, SCROLLED_UP):
        rows += [_row(f"reader {reader}, {words}", seen[reader][name]) for name, words in measures]
    return Report("stream", figures, rows, TARGETS, circumstances(tokens=tokens, tokens_per_s=rate))


def _row(what: str, values: Sequence[float]) -> tuple[str, ...]:
    numbers = (median(values), *(percentile(values, percent) for percent in (95.0, 99.0, 99.9)), max(values))
    return what, str(len(values)), *(f"{number:.1f}" for number in numbers)
