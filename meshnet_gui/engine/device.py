"""The machine under the compute: devices, threads and memory. Knows nothing of models."""

from __future__ import annotations

import ctypes
import platform
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol, TypeVar

import torch

from meshnet_gui.amounts import bytes_text
from meshnet_gui.engine.machine.choice import most_threads
from meshnet_gui.engine.machine.cores import num_usable_cores
from meshnet_gui.errors import MachineError, UserError

ACCELERATORS = ("cuda", "mps", "xpu")
CPU = torch.device("cpu")
MIN_SPARE_BYTES = 256 * 2**20  # for the kernels' own memory
_MADV_PAGEOUT = 21
_PAGE_OUT_INTERVAL_S = 0.02


class Caches(Protocol):
    """What has a budget (``kv_sessions.SessionCacheStore``)."""

    @property
    def max_bytes(self) -> int: ...
    def set_limits(self, *, max_bytes: int) -> None: ...


_Module = TypeVar("_Module", bound=torch.nn.Module)


def accelerator() -> torch.device | None:
    """The GPU that torch can use here; None where there is none."""
    found = torch.accelerator.current_accelerator(check_available=True)
    return found if found is not None and found.type in ACCELERATORS else None


def find_device(name: str) -> torch.device:
    """The device of a kind. Raises UserError where this machine, or this build of torch, has none of it."""
    if name == "cpu":
        return CPU
    found = accelerator()
    if found is None or found.type != name:
        raise UserError(
            f"There is no device {name} here: torch finds "
            f"{'only the processor' if found is None else f'the processor and {found.type}'}.",
            "Leave the device at auto.",
        )
    return found


def device_name(device: torch.device) -> str:
    """As its maker calls it. It tells machines apart; nothing is chosen by it."""
    if device.type == "cpu":
        return f"{_cpu_name()} {torch.backends.cpu.get_cpu_capability()}"
    module = getattr(torch, device.type, None)
    name = getattr(module, "get_device_name", None)  # Metal has none
    return str(name(device)) if name is not None else f"{device.type} {platform.machine()}"


def free_bytes(device: torch.device, max_bytes: int = 0) -> int | None:
    """Free memory of a GPU, of which this process takes ``max_bytes`` at most (0: all); None where nobody knows."""
    free = _says_free(device)
    if not max_bytes:
        return free
    left = max(0, max_bytes - _taken_bytes(device))
    return left if free is None else min(free, left)


def _taken_bytes(device: torch.device) -> int:
    """What this process has of a GPU's memory."""
    try:
        if device.type == "mps":
            return int(torch.mps.driver_allocated_memory())
        return int(torch.accelerator.memory_reserved(device))
    except (RuntimeError, AssertionError, NotImplementedError, AttributeError):
        return 0


def _says_free(device: torch.device) -> int | None:
    if device.type == "mps":  # the system's memory, of which Metal recommends a part
        return max(0, torch.mps.recommended_max_memory() - torch.mps.driver_allocated_memory())
    try:
        return int(torch.accelerator.get_memory_info(device)[0])
    except (RuntimeError, AssertionError, NotImplementedError):  # whatever a backend without that query raises
        return None


def move(module: _Module, device: torch.device, num_bytes: int, max_bytes: int = 0) -> _Module:
    """The module on the device. Raises MachineError where its memory, or what of it may be taken, does not hold it."""
    if device.type == "cpu":
        return module
    free = free_bytes(device, max_bytes)
    if free is not None and free < num_bytes + MIN_SPARE_BYTES:
        raise _no_room(device, num_bytes, free)
    try:
        return module.to(device)
    except torch.OutOfMemoryError as exc:
        raise _no_room(device, num_bytes, free_bytes(device, max_bytes)) from exc


def _no_room(device: torch.device, num_bytes: int, free: int | None) -> MachineError:
    return MachineError(
        f"The layers take {bytes_text(num_bytes)} and do not fit into the memory of {device.type}"
        f"{'' if free is None else f', which has {bytes_text(free)} free'}.",
        "Serve fewer layers, or choose the device cpu.",
    )


def bound_caches(caches: Caches, device: torch.device, max_bytes: int = 0) -> None:
    """No more bytes for session caches than a part of what a GPU has left, so that steps find room beside them."""
    free = None if device.type == "cpu" else free_bytes(device, max_bytes)
    if free is not None and free // 2 < caches.max_bytes:
        caches.set_limits(max_bytes=max(1, free // 2))


def synchronize(device: torch.device) -> None:
    """Wait until the device has computed what it was given."""
    if device.type != "cpu":
        torch.accelerator.synchronize(device)


def default_num_threads() -> int:
    """Half of the logical cores that we may use, at least one."""
    return most_threads(num_usable_cores())


def set_num_threads(num_threads: int | None) -> int:
    """Set torch's thread count for this process and return it; None takes the default."""
    count = default_num_threads() if num_threads is None else max(1, num_threads)
    torch.set_num_threads(count)
    return count


def release_memory() -> None:
    """Give freed memory back to the system, and the device's to others.

    glibc keeps it otherwise: 38 of 111 MB of evicted sessions stayed. torch keeps a device's memory for itself.
    """
    if accelerator() is not None:
        torch.accelerator.empty_cache()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)


def _cpu_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


@contextmanager
def paging_out(*files: Path) -> Iterator[None]:
    """Meanwhile, pages of ``files`` that this process has mapped leave memory soon after they were read.

    For libraries that map a file, copy what they need into a form of their own, and keep it mapped: the weights would
    lie in memory twice. A page that is read again comes back. Source: madvise(2), MADV_PAGEOUT; Linux only.
    """
    over, names = threading.Event(), frozenset(str(file) for file in files)

    def page_out() -> None:
        while not over.wait(_PAGE_OUT_INTERVAL_S):
            _page_out(names)

    thread = threading.Thread(target=page_out, name="page-out", daemon=True)
    if sys.platform == "linux":
        thread.start()
    try:
        yield
    finally:
        over.set()
        if thread.ident is not None:
            thread.join()
            _page_out(names)


def _page_out(names: frozenset[str]) -> None:
    libc = ctypes.CDLL(None)
    with suppress(OSError):
        for line in Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines():
            fields = line.split(maxsplit=5)
            if len(fields) == 6 and fields[5] in names:
                start, end = (int(bound, 16) for bound in fields[0].split("-"))
                libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _MADV_PAGEOUT)
