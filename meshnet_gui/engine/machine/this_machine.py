"""This machine as ``plan.Machine`` asks for it: measured where nothing is remembered, by one process at a time.

Threads: the compute thread.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime

import torch

from meshnet_gui.engine.device import accelerator, device_name, find_device, free_bytes, set_num_threads
from meshnet_gui.engine.machine import cores
from meshnet_gui.engine.machine.choice import is_busy, thread_counts
from meshnet_gui.engine.machine.measure import measure_products, measure_threads
from meshnet_gui.engine.machine.record import (
    MachineKey,
    MachineRecord,
    Times,
    load_record,
    record_path,
    save_record,
)
from meshnet_gui.modelstore.staging import try_lock

_log = logging.getLogger(__name__)
LOCK_PATIENCE_S = 10.0
LOCK_POLL_S = 0.05


class ThisMachine:
    """Reads records and fills their gaps. ``fresh`` forgets what was remembered, once for each part. Of a GPU's memory
    ``gpu_max_bytes`` may be taken, 0 for all."""

    def __init__(
        self,
        *,
        fresh: bool = False,
        products: Callable[[torch.device], Times] = measure_products,
        threads: Callable[[tuple[int, ...]], Mapping[int, float]] = measure_threads,
        gpu_max_bytes: int = 0,
    ) -> None:
        self.num_cores = cores.num_logical_cores()
        self.num_usable_cores = cores.num_usable_cores()
        self.busy_cores = cores.busy_cores()
        self._measure_products, self._measure_threads = products, threads
        self._records: dict[str, MachineRecord] = {}
        self._fresh = fresh
        self._gpu_max_bytes = gpu_max_bytes

    @property
    def accelerator(self) -> str:
        found = accelerator()
        return "" if found is None else found.type

    def free_bytes(self, device: str) -> int | None:
        return free_bytes(find_device(device), self._gpu_max_bytes)

    def record(self, device: str) -> MachineRecord:
        """What is known of a device, as it was last remembered."""
        key = self._key(find_device(device))
        known = self._records.get(device)
        if known is None:
            known = MachineRecord(key) if self._fresh else load_record(key)
            if known.was_busy and not self._is_busy:
                known = MachineRecord(key)  # it told of others rather than of the machine
        self._records[device] = known
        return known

    def one_row(self) -> Mapping[int, float]:
        def fill(record: MachineRecord) -> MachineRecord:
            return replace(record, one_row=self._measure_threads(thread_counts(self.num_usable_cores)))

        return self._filled("cpu", lambda: not self.record("cpu").one_row, fill).one_row

    def products(self, device: str, num_threads: int) -> Times:
        on_cpu = device == "cpu"
        counted = num_threads if on_cpu else 1  # a GPU does not compute with them

        def missing() -> bool:
            return counted not in self.record(device).products

        def fill(record: MachineRecord) -> MachineRecord:
            before = torch.get_num_threads()
            set_num_threads(num_threads)
            try:
                times = self._measure_products(find_device(device))
            finally:
                torch.set_num_threads(before)
            return replace(record, products={**record.products, counted: times})

        return self._filled(device, missing, fill).products[counted]

    @property
    def _is_busy(self) -> bool:
        return is_busy(self.num_cores, self.busy_cores)

    def _filled(
        self, device: str, missing: Callable[[], bool], fill: Callable[[MachineRecord], MachineRecord]
    ) -> MachineRecord:
        """The record with what was asked for; two processes that measure at once would measure each other."""
        if not missing():
            return self.record(device)
        with _one_at_a_time(self.record(device).key):
            if not self._fresh:
                del self._records[device]  # the one that measured before us has written it down
            if missing():
                started = time.perf_counter()
                taken = datetime.now(UTC).isoformat(timespec="seconds")
                record = replace(fill(self.record(device)), was_busy=self._is_busy, taken=taken)
                save_record(record)
                self._records[device] = record
                _log.info("measured this machine (%s) in %.1f s", device, time.perf_counter() - started)
        return self.record(device)

    def _key(self, device: torch.device) -> MachineKey:
        return MachineKey(
            torch=torch.__version__,
            device=device.type,
            device_name=device_name(device),
            num_cores=self.num_cores,
            num_usable_cores=self.num_usable_cores,
        )


@contextmanager
def _one_at_a_time(key: MachineKey) -> Iterator[None]:
    """Until the process that measures already is done; for some seconds, and then all the same."""
    path = record_path(key).with_suffix(".lock")
    deadline = time.monotonic() + LOCK_PATIENCE_S
    with ExitStack() as stack:
        with suppress(OSError):  # a disk that takes no lock takes no record either
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = stack.enter_context(path.open("a+b"))
            while not try_lock(file) and time.monotonic() < deadline:
                time.sleep(LOCK_POLL_S)
        yield
