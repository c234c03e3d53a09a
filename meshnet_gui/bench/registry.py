"""The benches by name, and how their reports reach a terminal or a script."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from meshnet_gui.bench import (
    batch,
    churn,
    clients,
    decay,
    decode,
    device,
    fetch,
    join,
    memory,
    overhead,
    quality,
    recovery,
    start,
    stream,
    turns,
    ui,
)
from meshnet_gui.bench.report import Report
from meshnet_gui.errors import UserError


@dataclass(frozen=True, slots=True)
class Bench:
    """``summary`` is one line for the list; ``takes`` names what may be chosen, which ``run`` is told by name."""

    summary: str
    run: Callable[..., Report]
    takes: frozenset[str] = frozenset()


BENCHES: Mapping[str, Bench] = {
    "overhead": Bench(
        "speed of two local nodes over one process of transformers, in turns (2 minutes)",
        overhead.run,
        frozenset({"runner"}),
    ),
    "decay": Bench("does the speed hold over a long answer, with and without session caches (9 minutes)", decay.run),
    "memory": Bench("memory of shards while they load and serve, and of evicted sessions (3 minutes)", memory.run),
    "batch": Bench("what sessions of one node cost each other: four at once, a long prompt (3 minutes)", batch.run),
    "decode": Bench(
        "tokens per second beside transformers, the memory's limit and any other program (10 minutes)",
        decode.run,
        frozenset({"precisions", "threads", "beside"}),
    ),
    "quality": Bench(
        "what each precision costs in what is said, on fixed texts (2 minutes)", quality.run, frozenset({"precisions"})
    ),
    "churn": Bench(
        "six nodes that are killed, frozen and replaced while a head goes on asking them (5 minutes)",
        churn.run,
        frozenset({"seed", "plain_http"}),
    ),
    "recovery": Bench(
        "what an answer loses when one of its three hops is killed or frozen at token 200 (4 minutes)",
        recovery.run,
        frozenset({"plain_http"}),
    ),
    "join": Bench(
        "how soon a node that is started serves its first token (1 minute)", join.run, frozenset({"plain_http"})
    ),
    "fetch": Bench(
        "what bringing layers here costs, survives and withstands: a hub and members on this machine (4 minutes)",
        fetch.run,
        frozenset({"seed"}),
    ),
    "turns": Bench("what the third turn of a chat computes and waits for (1 minute)", turns.run),
    "clients": Bench("eight programs ask the local API at once, beside one alone (5 minutes)", clients.run),
    "start": Bench("how soon the window is there, beside what importing Qt's widgets takes (seconds)", start.run),
    "device": Bench(
        "what this machine is good at, and what follows from it (seconds)", device.run, frozenset({"fresh"})
    ),
}


UI_SUMMARY = "how late the window's thread is while its own node loads and answers twice at once (half a minute)"
STREAM_SUMMARY = "a long answer in the window: lateness, and whether a reader stays in place (3.5 minutes)"


def run_bench(
    name: str,
    *,
    as_json: bool,
    window: ui.MeasureLateness | None = None,
    streaming: stream.MeasureStream | None = None,
    benches: Mapping[str, Bench] = BENCHES,
    chosen: Mapping[str, object] | None = None,
) -> int:
    """Runs one bench and prints its report; without a name prints the list.

    Raises UserError for an unknown name, and for anything ``chosen`` that the bench does not take.
    ``window`` and ``streaming`` are the app's own measures, handed in by who may know the app.
    """
    if window is not None:
        benches = {**benches, "ui": Bench(UI_SUMMARY, partial(ui.run, window))}
    if streaming is not None:
        takes = frozenset({"tokens", "rate"})
        benches = {**benches, "stream": Bench(STREAM_SUMMARY, partial(stream.run, streaming), takes)}
    if not name:
        print(listing(benches, as_json))
        return 0
    if name not in benches:
        raise UserError(f"There is no bench named {name[:40]!r}.", f"There are: {', '.join(benches)}.")
    bench = benches[name]
    chosen = chosen or {}
    for what in chosen:
        if what not in bench.takes:
            option = "precision" if what == "precisions" else what.replace("_", "-")
            raise UserError(f"The bench {name} does not take --{option}.", f"Leave --{option} out.")
    report = bench.run(_to_stderr, **chosen)
    print(report.as_json() if as_json else report.as_text())
    return 0


def listing(benches: Mapping[str, Bench], as_json: bool) -> str:
    """One line for each bench."""
    if as_json:
        return json.dumps({name: bench.summary for name, bench in benches.items()})
    return "\n".join(f"{name.ljust(max(map(len, benches)))}  {bench.summary}" for name, bench in benches.items())


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
