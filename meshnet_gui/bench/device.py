"""``bench device``: what was measured on this machine, and why dtype, threads and device are chosen as they are.

Shows what is remembered and measures only what is missing; ``fresh`` measures everything anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from meshnet_gui.bench.report import Report, Say, circumstances

if TYPE_CHECKING:
    from meshnet_gui.engine.machine.plan import ComputePlan
    from meshnet_gui.engine.machine.record import MachineRecord


def run(say: Say, *, fresh: bool = False) -> Report:
    """Takes about a second for each device where nothing is remembered."""
    from meshnet_gui.engine.machine.plan import Wish, plan_compute
    from meshnet_gui.engine.machine.this_machine import ThisMachine

    machine = ThisMachine(fresh=fresh)
    say("measuring this machine" if fresh else "looking up this machine")
    machine.one_row()
    plan = plan_compute(Wish(runner="generic"), machine)
    devices = ["cpu", *filter(None, [machine.accelerator])]
    for device in devices:
        machine.products(device, plan.num_threads)
    return report(plan, [machine.record(device) for device in devices])


def report(plan: ComputePlan, records: list[MachineRecord]) -> Report:
    """The records as a table; what the generic runner does by itself, and why, beneath it."""
    figures: dict[str, float] = {}
    rows = [("milliseconds", "1 row", "8 rows", "128 rows")]
    for record in records:
        device = record.key.device
        for count, seconds in sorted(record.one_row.items()):
            figures[f"{device}_t{count}_one_row_ms"] = 1e3 * seconds
            rows.append((f"{device}, {_threads(count)}", _milliseconds(seconds), "", ""))
        for count, times in sorted(record.products.items()):
            for dtype, by_rows in times.items():
                figures |= {f"{device}_t{count}_{dtype}_{n}_ms": 1e3 * seconds for n, seconds in by_rows.items()}
                where = f"{device}, {_threads(count)}" if device == "cpu" else device
                rows.append((f"{where}, {dtype}", *_cells(by_rows)))
    settings = circumstances(
        chosen=f"{plan.dtype} on {plan.device} with {_threads(plan.num_threads)} where the generic runner serves",
        because="; ".join(plan.reasons) or "nothing had to be measured",
        measured=", ".join(f"{record.key.device} {record.taken}{_busy(record)}" for record in records),
    )
    return Report("device", figures, rows, settings=settings)


def _cells(by_rows: Mapping[int, float]) -> tuple[str, str, str]:
    one, few, many = (_milliseconds(by_rows[n]) if n in by_rows else "-" for n in (1, 8, 128))
    return one, few, many


def _milliseconds(seconds: float) -> str:
    return f"{1e3 * seconds:.2f}"


def _threads(count: int) -> str:
    return f"{count} thread{'s' if count > 1 else ''}"


def _busy(record: MachineRecord) -> str:
    return " (while others used the machine)" if record.was_busy else ""
