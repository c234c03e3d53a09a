"""From what the user wants and what the machine is good at: the device, the dtype and the threads of a shard.

What the user states is done or refused; what is ``auto`` follows from measurements, never from a name. Knows no torch.

* ``precision`` is how the weights are kept, and part of the model's identity. Any other than the stored ones is
  computed in float32 on the processor, since only the lean path has them.
* The lean path (``runner``) computes in float32 on the processor. Where it may serve, a processor stays at float32.
* Else the GPU, if there is one that the layers fit into and that is quicker; in 16 bit if that is quicker still.
  A small span of a lean family is not: the library's forward, which alone serves there, takes its time for each layer.
* Else the processor, in float32 unless 16 bit is clearly quicker.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from meshnet_gui.amounts import bytes_text
from meshnet_gui.engine.machine.choice import (
    ONE,
    Choice,
    choose_dtype,
    choose_num_threads,
    leave_to_others,
    most_threads,
)
from meshnet_gui.engine.machine.record import NUM_WEIGHTS, Times
from meshnet_gui.errors import UserError

_log = logging.getLogger(__name__)
_ITEM_BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}
EAGER_LAYER_S = 0.3e-3
"""What the library's own forward takes for a layer however small it is: 9.3 ms for 30 layers, measured. On a GPU, which
only it serves, that is often more than the products."""
SPARE = 1.2
"""How much more memory than the layers' own a GPU must have: steps and session caches need some."""
AS_STORED = ("auto", "fp32")


class Machine(Protocol):
    """What is asked of the machine. ``accelerator`` is the kind of GPU that torch finds, or empty."""

    @property
    def num_cores(self) -> int: ...
    @property
    def num_usable_cores(self) -> int: ...
    @property
    def busy_cores(self) -> float: ...
    @property
    def accelerator(self) -> str: ...
    def free_bytes(self, device: str) -> int | None: ...
    def one_row(self) -> Mapping[int, float]: ...
    def products(self, device: str, num_threads: int) -> Times: ...


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted; ``auto`` and 0 threads leave it to the machine.

    ``is_lean_family``: the lean graph knows the model's type. The span has ``num_weights`` (0 if unknown) in
    ``num_layers``, ``stored_in`` a dtype. ``num_local_nodes`` share this machine.
    """

    dtype: str = "auto"
    device: str = "auto"
    num_threads: int = 0
    runner: str = "auto"
    precision: str = "auto"
    kv_precision: str = "auto"
    is_lean_family: bool = False
    num_weights: int = 0
    stored_in: str = "float32"
    num_layers: int = 0
    num_local_nodes: int = 1

    @property
    def needs_lean(self) -> bool:
        """Only the lean path can do it."""
        return self.runner == "lean" or self.precision not in AS_STORED

    @property
    def may_be_lean(self) -> bool:
        if self.needs_lean:
            return True
        is_open = self.runner == "auto" and self.kv_precision == "auto" and self.dtype in ("auto", "float32")
        return self.is_lean_family and is_open


@dataclass(frozen=True, slots=True)
class ComputePlan:
    """How a shard computes. ``reasons`` are sentences for the log and for ``bench device``."""

    dtype: str
    device: str
    num_threads: int
    reasons: tuple[str, ...] = ()


def plan_compute(wish: Wish, machine: Machine) -> ComputePlan:
    """Decide. Threads: the compute thread, since it may measure. Raises UserError where wishes exclude each other."""
    _check(wish)
    threads = _threads(wish, machine)
    device, dtype = _device_and_dtype(wish, machine, threads.value)
    reasons = tuple(reason for reason in (device.reason, dtype.reason, threads.reason) if reason)
    return ComputePlan(dtype.value, device.value, threads.value, reasons)


def _check(wish: Wish) -> None:
    if not wish.needs_lean:
        return
    precision = "" if wish.precision in AS_STORED else wish.precision
    if wish.device not in ("auto", "cpu"):
        raise UserError(
            f"{f'The precision {precision}' if precision else 'The lean path'} "
            f"computes on the processor, not on {wish.device}.",
            "Leave the device at auto.",
        )
    if wish.kv_precision != "auto":
        raise UserError(
            f"{f'The precision {precision}' if precision else 'The lean path'} keeps its session caches in float32.",
            "Leave the precision of session caches at auto.",
        )
    if wish.dtype not in ("auto", "float32"):
        raise UserError(
            f"{f'The precision {precision}' if precision else 'The lean path'} "
            f"computes in float32, not in {wish.dtype}.",
            "Leave the dtype at auto.",
        )


def _threads(wish: Wish, machine: Machine) -> Choice[int]:
    if wish.num_threads:
        return Choice(wish.num_threads, "")
    most = most_threads(machine.num_usable_cores, wish.num_local_nodes)
    one_row = machine.one_row() if most > 1 else {}
    chosen = choose_num_threads(one_row, most)
    left = leave_to_others(chosen.value, machine.num_cores, machine.busy_cores)
    return Choice(left.value, "; ".join(filter(None, (chosen.reason, left.reason))))


def _device_and_dtype(wish: Wish, machine: Machine, num_threads: int) -> tuple[Choice[str], Choice[str]]:
    found = machine.accelerator
    if wish.device != "auto":
        return Choice(wish.device, ""), _dtype(wish, machine, wish.device, num_threads)
    if not found or wish.needs_lean:
        return Choice("cpu", ""), _dtype(wish, machine, "cpu", num_threads)
    dtype = _dtype(wish, machine, found, num_threads)
    against = _against(wish, machine, found, dtype.value, num_threads)
    if against:
        return Choice("cpu", against), _dtype(wish, machine, "cpu", num_threads)
    return Choice(found, f"{found} is there, and quicker than the processor"), dtype


def _against(wish: Wish, machine: Machine, device: str, dtype: str, num_threads: int) -> str:
    """What speaks against the GPU; empty where nothing does."""
    free, needed = machine.free_bytes(device), int(SPARE * wish.num_weights * _ITEM_BYTES[dtype])
    if free is not None and free < needed:
        return f"{device} has {bytes_text(free)} free, and {bytes_text(needed)} are needed"
    own = machine.products("cpu", num_threads).get("float32", {}).get(ONE)
    there = machine.products(device, num_threads).get(dtype, {}).get(ONE)
    if there is None:
        return f"{device} cannot compute in {dtype}"
    if own is None:
        return ""
    if own < there:
        return f"{device} is {there / own:.1f} times slower than the processor"
    steps = [wish.num_weights / NUM_WEIGHTS * seconds for seconds in (own, there)]
    steps[1] += wish.num_layers * EAGER_LAYER_S
    if wish.may_be_lean and steps[0] < steps[1]:
        by_lean, by_gpu = (f"{1e3 * seconds:.1f} ms" for seconds in steps)
        return f"a step of these layers takes about {by_lean} by the lean path on the processor, {by_gpu} on {device}"
    return ""


def _dtype(wish: Wish, machine: Machine, device: str, num_threads: int) -> Choice[str]:
    if wish.dtype != "auto":
        return Choice(wish.dtype, "")
    if device == "cpu" and wish.may_be_lean:
        return Choice("float32", "")
    return choose_dtype(machine.products(device, num_threads), device, wish.stored_in)


def say(plan: ComputePlan) -> None:
    """Into the log: what was decided and why."""
    why = "; ".join(plan.reasons) or "as the settings say"
    _log.info("computing in %s on %s, threads: %d (%s)", plan.dtype, plan.device, plan.num_threads, why)
