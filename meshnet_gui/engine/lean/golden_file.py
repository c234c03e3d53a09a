"""Golden outputs kept beside the weights, so that a later load compares with them without the library's model.

The name of such a file is a digest of all that they depend on: files, configuration, span, versions, machine. Of a
model in pieces the files are those of the span: others may come and go. A lean runner still runs the steps at every
load; whatever fails with kept outputs is done again with new ones.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import platform
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
import torch
import transformers

from meshnet_gui.engine.lean.golden import STEPS
from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.folder_check import span_files
from meshnet_gui.modelstore.safetensors_file import SafetensorsWriter, TensorEntry, read_header
from meshnet_gui.types import Span

FORMAT = 1
MAX_FILES = 16
MAX_BYTES = 64 * 2**20
_PREFIX = "golden-"
_SUFFIX = ".tensors"  # nobody shall take it for weights
_SECONDS = "step_seconds"
_log = logging.getLogger(__name__)


def golden_path(folder: Path, span: Span, num_threads: int, *, timed: bool) -> Path:
    """Where the outputs of this span on this machine lie, if they are there. Raises BadModelFile, OSError."""
    stats = [(name, (folder / name).stat()) for name in span_files(folder, span)]
    facts = [
        FORMAT,
        STEPS,
        str(span),
        num_threads,
        timed,
        hashlib.sha256((folder / "config.json").read_bytes()).hexdigest(),
        [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats],
        [torch.__version__, transformers.__version__, np.__version__],
        [platform.node(), platform.machine(), platform.processor(), os.cpu_count()],
    ]
    digest = hashlib.sha256(json.dumps(facts).encode()).hexdigest()
    return folder / f"{_PREFIX}{digest[:32]}{_SUFFIX}"


def read_golden(path: Path) -> tuple[list[torch.Tensor], float] | None:
    """The outputs of each step and the library's seconds for a step; None where there is no such whole file."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        entries = read_header(path)
        if [entry.name for entry in entries] != _names() or any(entry.dtype != "F32" for entry in entries):
            return None
        if entries[-1].shape != (1,):
            return None
        content = path.read_bytes()
    except (BadModelFile, OSError):
        return None
    offset, found = len(content) - sum(entry.num_bytes for entry in entries), []
    for entry in entries:
        values = np.frombuffer(content, np.float32, entry.num_bytes // 4, offset).reshape(entry.shape)
        found.append(torch.from_numpy(values.copy()))
        offset += entry.num_bytes
    return found[:-1], float(found[-1][0])


def write_golden(path: Path, outputs: Sequence[torch.Tensor], step_s: float) -> None:
    """Keep them; a disk that does not take them is no error. Old ones go."""
    tensors = [*(output.contiguous().numpy() for output in outputs), np.array([step_s], np.float32)]
    building = path.with_name(f".{_PREFIX}{secrets.token_hex(8)}")
    entries = [TensorEntry(name, "F32", tensor.shape) for name, tensor in zip(_names(), tensors, strict=True)]
    try:
        with SafetensorsWriter(building, entries) as writer:
            for tensor in tensors:
                writer.write(memoryview(tensor.astype("<f4", copy=False).tobytes()))
        building.replace(path)
        _remove_old(path.parent)
    except OSError as exc:
        _log.debug("golden outputs were not kept: %s", exc)
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)


def _names() -> list[str]:
    return [*(f"step_{index}" for index in range(len(STEPS))), _SECONDS]


def _remove_old(folder: Path) -> None:
    kept = sorted(folder.glob(f"{_PREFIX}*{_SUFFIX}"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in kept[MAX_FILES:]:
        file.unlink()
