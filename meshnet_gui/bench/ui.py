"""``bench ui``: does the window stay quick while this computer computes?

The real app, its own node with the whole model inside its process, two answers at once: how late does a 10 ms timer
of the window's thread come?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median

from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import NUM_THREADS, PROMPT, starter_spec
from meshnet_gui.bench.timing import percentile
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.settings import Settings

SECONDS = 20.0
PROMPTS = (PROMPT, "Write a long letter from a lighthouse keeper to his sister.")
PHASES = LOADING, ASKING, DECODING = "loading", "asking", "decoding"
TARGETS = (Target("p99_ms", 20.0, at_least=False), Target("max_ms", 100.0, at_least=False))

MeasureLateness = Callable[[Plan, Sequence[str], float], Mapping[str, Sequence[float]]]
"""``gui.lateness``: the milliseconds by which each tick came late, for each phase."""


def run(measure_lateness: MeasureLateness, say: Say) -> Report:
    """Opens the window for some seconds. Raises UserError without the starter model, MachineError without a window."""
    spec = starter_spec()
    say(f"the app opens, loads, and answers {len(PROMPTS)} prompts for {SECONDS:.0f} s")
    settings = Settings(contributing=True, model=spec.name, num_threads=NUM_THREADS, close_to_tray_asked=True)
    return report(spec, measure_lateness(Plan(settings), PROMPTS, SECONDS))


def report(spec: ModelSpec, lateness_ms: Mapping[str, Sequence[float]]) -> Report:
    """Percentiles of each phase. Raises MachineError where one never came."""
    if not all(lateness_ms.get(phase) for phase in PHASES):
        raise MachineError("The window closed before there was anything to measure.")
    figures = {
        "p99_ms": percentile(lateness_ms[DECODING], 99.0),
        "max_ms": max(lateness_ms[DECODING]),
        "loading_max_ms": max(lateness_ms[LOADING]),
        "asking_max_ms": max(lateness_ms[ASKING]),
    }
    columns = ("10 ms timer, ms late", "ticks", "median", "95 %", "99 %", "99.9 %", "max")
    rows = [columns, *(_row(phase, lateness_ms[phase]) for phase in PHASES)]
    settings = circumstances(model=spec.name, threads=NUM_THREADS, sessions=len(PROMPTS), seconds=SECONDS)
    return Report("ui", figures, rows, TARGETS, settings)


def _row(phase: str, values: Sequence[float]) -> tuple[str, ...]:
    numbers = (median(values), *(percentile(values, percent) for percent in (95.0, 99.0, 99.9)), max(values))
    return phase, str(len(values)), *(f"{number:.1f}" for number in numbers)
