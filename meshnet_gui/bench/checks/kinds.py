"""Does each certified model type still run as spans as it does whole? In child processes, one for each core.

A tiny random model of each type is cut once in the middle; a prompt and some steps with session caches must give what
the library's plain forward gives. ``meshnet certify`` tries more: every kind of cut, chunks, cutting back.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from meshnet_gui.bench.certify import results_of_child
from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.bench.checks.installed import listed
from meshnet_gui.installation import console_command
from meshnet_gui.modelstore.certified import Row, certified_types

TYPE_DEADLINE_S = 300.0  # the first one also waits for the libraries, which may come from a slow disk
DEADLINE_S = 1800.0
Command = Callable[[Sequence[str]], Sequence[str]]


def kinds(folder: Path) -> str:
    """All that the table says are certified."""
    wanted = [name for name, row in certified_types().items() if row.result == "ok"]
    rows = asyncio.run(run_all(wanted, min(len(wanted), _num_cores()), _command, DEADLINE_S))
    wrong = {name: row for name, row in rows.items() if row.result != "ok"}
    if wrong:
        first = next(iter(wrong.values()))
        raise CheckFailed(f"{len(wrong)} of {len(wanted)} kinds: {listed(wrong, 20)} ({first.note})")
    return f"{len(rows)} kinds"


async def run_all(wanted: Sequence[str], num_children: int, command: Command, deadline_s: float) -> Mapping[str, Row]:
    """A row for each type, whatever becomes of the children."""
    ends = time.monotonic() + deadline_s
    shares = [wanted[start::num_children] for start in range(num_children)]
    found = await asyncio.gather(*(_share(share, command, ends) for share in shares))
    return {name: row for rows in found for name, row in rows.items()}


async def _share(names: Sequence[str], command: Command, ends: float) -> Mapping[str, Row]:
    """One child after another, each beginning behind the type that its predecessor did not survive."""
    rows: dict[str, Row] = {}
    while left := [name for name in names if name not in rows]:
        if time.monotonic() > ends:
            return {**rows, **dict.fromkeys(left, Row("refused", "there was no time left for it"))}
        async for name, row in results_of_child(left, command(left), TYPE_DEADLINE_S):
            rows[name] = row
            if time.monotonic() > ends:
                break
    return rows


def _command(names: Collection[str]) -> Sequence[str]:
    return [*console_command(), "certify", *names, "--here", "--as-shipped"]


def _num_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
