"""The models on this computer as they lie there: which there are, and where each of their tensors is.

Reads, and writes nothing but an index that a crash left behind.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.errors import BadModelFile, MachineError, UserError
from meshnet_gui.modelstore import disk, held, in_use, staging
from meshnet_gui.modelstore.piece_layout import PieceLayout, piece_layouts
from meshnet_gui.modelstore.pieces import piece_file, piece_of
from meshnet_gui.modelstore.spec import ModelSpec, check_complete, read_spec
from meshnet_gui.modelstore.tensor_lists import TensorLists, model_lock
from meshnet_gui.modelstore.tensors import TensorManifest, read_tensors

_HOW_TO_IMPORT = (
    "Add one of the catalogue with: meshnet models add NAME. Or import one with: meshnet models import PATH "
    "(a .gguf file or a folder with safetensors files)."
)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Problem:
    """A directory of the store that cannot be used, and why."""

    name: str
    text: str


class StoredModels:
    """The models under ``root``, one directory each. Threads: any."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lists = TensorLists()

    def list(self) -> tuple[ModelSpec, ...]:
        """The usable models by name. A broken one is logged and left out; ``problems`` says why."""
        specs, problems = self._survey()
        for problem in problems:
            _log.warning("the model %s cannot be used: %s", problem.name, problem.text)
        return specs

    def problems(self) -> tuple[Problem, ...]:
        """The broken models."""
        return self._survey()[1]

    def get(self, name: str) -> ModelSpec:
        """A model that is complete by its sizes and headers. Raises UserError (no such model) and BadModelFile."""
        self._refuse_unknown(name)
        spec = checked(self.root / name)
        if spec.held is not None and not held.is_index_right(spec):
            self._write_index(spec)
        return spec

    def tensors(self, spec: ModelSpec) -> TensorManifest:
        """The list of all tensors; of a whole model it is made from the headers. Raises BadModelFile."""
        return self._lists.get(spec).manifest

    def has_list(self, spec: ModelSpec) -> bool:
        """Whether its list of tensors can be read; a damaged one is exchanged by adding the model again."""
        try:
            self.tensors(spec)
        except BadModelFile:
            return False
        return True

    def layouts(self, spec: ModelSpec) -> Mapping[str, PieceLayout]:
        """What the file of each piece looks like. Raises BadModelFile."""
        return self._lists.get(spec).layouts

    def place(self, spec: ModelSpec, tensor_name: str) -> tuple[Path, int, int]:
        """The file that holds a tensor, its first byte there, and its bytes. Raises BadModelFile where it is not here.

        The file may be gone when it is opened.
        """
        known = self._lists.get(spec)
        tensor = known.manifest.by_name.get(tensor_name)
        if tensor is not None and spec.held is None:
            return spec.path / tensor.file, tensor.start, tensor.num_bytes
        layout = known.layouts.get(piece_of(tensor_name, spec.num_layers))
        if tensor is not None and layout is not None and (spec.path / piece_file(layout.piece)).is_file():
            return spec.path / piece_file(layout.piece), layout.offsets[tensor_name], tensor.num_bytes
        raise BadModelFile(f"The tensor {tensor_name[:80]} of {spec.name} is not on this computer.")

    def _names(self) -> tuple[str, ...]:
        try:
            self._check_place()
            entries = sorted(self.root.iterdir()) if self.root.is_dir() else []
        except OSError as exc:
            raise MachineError(f"The model store {self.root} cannot be read.", "Check its access rights.") from exc
        return tuple(path.name for path in entries if path.is_dir() and not path.name.startswith("."))

    def _check_place(self) -> None:
        there = next((place for place in (self.root, *self.root.parents) if place.exists()), None)
        if there is not None and not there.is_dir():
            raise MachineError(f"{there} is not a folder.", f"The models are kept in {self.root}; move it away.")

    def _survey(self) -> tuple[tuple[ModelSpec, ...], tuple[Problem, ...]]:
        specs, problems = [], []
        for name in self._names():
            try:
                specs.append(checked(self.root / name))
            except BadModelFile as exc:
                problems.append(Problem(name, str(exc)))
        return tuple(specs), tuple(problems)

    def _find(self, matches: Callable[[ModelSpec], bool]) -> ModelSpec | None:
        return next((spec for spec in self._survey()[0] if matches(spec)), None)

    def _refuse_unknown(self, name: str) -> None:
        if name not in self._names():
            known = [spec.name for spec in self._survey()[0]]
            there = f"There are: {', '.join(known)}." if known else "There is none yet."
            raise UserError(f"There is no model named {name[:80]!r}. {there}", _HOW_TO_IMPORT)

    def _refuse_used(self, path: Path) -> None:
        if in_use.is_in_use(path):
            raise UserError(f"This computer serves {path.name} now.", "Switch sharing off, or choose another model.")
        if disk.is_fetching(path):
            raise UserError(f"Layers of {path.name} are being fetched.", "Cancel that first.")

    def _write_index(self, spec: ModelSpec) -> None:
        with staging.disk_errors(self.root), staging.lock(model_lock(spec.path), lambda: None):
            held.write_index(spec, piece_layouts(read_tensors(spec.path), spec.num_layers))


def checked(directory: Path) -> ModelSpec:
    """A model that is complete by its sizes and headers. Raises BadModelFile."""
    spec = read_spec(directory)
    check_complete(spec)
    return spec
