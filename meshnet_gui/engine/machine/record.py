"""What was measured on this machine, and the file that remembers it. Knows neither how it is measured nor what follows.

A record belongs to its key: another torch, another processor or another number of cores is measured anew. A file that
cannot be read, or that is anything else, counts as none.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from meshnet_gui.settings import cache_dir, write_atomically

_log = logging.getLogger(__name__)
FORMAT = 1
MAX_FILE_BYTES = 64 * 1024
DTYPES = ("float32", "bfloat16", "float16")
ROWS = (1, 8, 128)
NUM_WEIGHTS = 4 * 4096 * 2048
"""What one row is multiplied with: 128 MB in float32, more than most caches."""

Times = Mapping[str, Mapping[int, float]]
"""Seconds by dtype and rows. What the machine cannot do, or not in reasonable time, is not in it."""


@dataclass(frozen=True, slots=True)
class MachineKey:
    """What a record holds for. ``device`` is a kind like ``cpu`` or ``cuda``, ``device_name`` its maker's name."""

    torch: str
    device: str
    device_name: str
    num_cores: int
    num_usable_cores: int

    @property
    def file_name(self) -> str:
        text = json.dumps(asdict(self), sort_keys=True)
        return f"{self.device}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"


@dataclass(frozen=True, slots=True)
class MachineRecord:
    """Seconds of products.

    ``one_row`` is by thread count (float32, one row); ``products`` by thread count, then dtype and rows.
    ``was_busy``: others used much of the machine meanwhile.
    """

    key: MachineKey
    one_row: Mapping[int, float] = field(default_factory=dict)
    products: Mapping[int, Times] = field(default_factory=dict)
    was_busy: bool = False
    taken: str = ""


def record_path(key: MachineKey) -> Path:
    """Where the record of ``key`` lies."""
    return cache_dir() / "machine" / key.file_name


def load_record(key: MachineKey) -> MachineRecord:
    """What is remembered for ``key``; an empty record where that is nothing."""
    path = record_path(key)
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise ValueError("it is too large")
        return _record(json.loads(content), key)
    except FileNotFoundError:
        pass
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as exc:
        _log.info("what was measured on this machine cannot be read (%s): it is measured anew", type(exc).__name__)
    return MachineRecord(key)


def save_record(record: MachineRecord) -> None:
    """Remember it. A disk that does not take it costs the next start a measurement and nothing else."""
    path = record_path(record.key)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, json.dumps({"format": FORMAT} | asdict(record), indent=1).encode())
    except OSError as exc:
        _log.info("what was measured on this machine could not be kept (%s)", exc.strerror)


def _record(content: dict[str, Any], key: MachineKey) -> MachineRecord:
    if content["format"] != FORMAT or content["key"] != asdict(key):
        raise ValueError("it is of another kind")
    if set(content) != {"format", *(f.name for f in fields(MachineRecord))}:
        raise ValueError("it holds something else")
    return MachineRecord(
        key,
        _seconds(content["one_row"]),
        {_count(threads): _times(times) for threads, times in content["products"].items()},
        content["was_busy"] is True,
        str(content["taken"])[:40],
    )


def _times(content: dict[str, Any]) -> Times:
    if not set(content) <= set(DTYPES):
        raise ValueError("it holds unknown dtypes")
    return {dtype: _seconds(by_rows) for dtype, by_rows in content.items()}


def _seconds(content: dict[str, Any]) -> dict[int, float]:
    found = {_count(count): float(seconds) for count, seconds in content.items()}
    if not all(math.isfinite(seconds) and seconds > 0 for seconds in found.values()):
        raise ValueError("it holds times that are none")
    return found


def _count(text: str) -> int:
    count = int(text)
    if not 1 <= count <= 1 << 20:
        raise ValueError("it holds counts that are none")
    return count
