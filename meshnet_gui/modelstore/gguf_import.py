"""A GGUF file becomes a model directory: float32 safetensors, configuration and tokenizer. Knows no store.

Weights are streamed: a few thousand rows at a time are read, dequantised, put in order and written, so that memory
stays small however large the model is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType
from gguf.quants import dequantize

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.architectures import plan_conversion
from meshnet_gui.modelstore.gguf_file import GgufTensor, read_gguf, read_rows
from meshnet_gui.modelstore.gguf_rules import PlannedTensor
from meshnet_gui.modelstore.gguf_tokenizer import convert_tokenizer
from meshnet_gui.modelstore.manifest import Manifest, WeightFile, dump_json, sha256_of, weights_digest
from meshnet_gui.modelstore.names import name_of_gguf, slug
from meshnet_gui.modelstore.progress import Progress
from meshnet_gui.modelstore.safetensors_file import SafetensorsWriter
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.staging import write_text
from meshnet_gui.types import ModelIdentity

IMPORTER = "gguf-1"
WEIGHTS_NAME = "model.safetensors"
CHUNK_VALUES = 4 * 2**20
_SMALL_FILES_BYTES = 96 * 2**20


class GgufSource:
    """A GGUF file that is ready to be imported; everything but the weights' own values is checked already.

    Raises: BadModelFile for a damaged file, UserError for one of a kind that is not supported.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.default_name = name_of_gguf(path)
        self._file = read_gguf(path)
        self._conversion = plan_conversion(self._file)
        config = self._conversion.config
        self._tokenizer = convert_tokenizer(self._file, config["max_position_embeddings"], config["vocab_size"])
        self._revision = ""
        for planned in self._conversion.tensors:
            _check_dequantiser(planned.source.kind)

    @property
    def num_bytes(self) -> int:
        """What the import will write, at most."""
        return sum(planned.entry.num_bytes for planned in self._conversion.tensors) + _SMALL_FILES_BYTES

    @property
    def repository(self) -> str:
        """The model's name as its file's author gave it, equal on every computer whatever the file is called."""
        return slug(self._file.text("general.name", ""), self._file.text("general.architecture"))

    def prepare(self, progress: Progress) -> None:
        """Hash the file, which ``matches`` and ``write`` need."""
        self._revision = f"gguf-{sha256_of(self.path, progress)[:12]}"

    def matches(self, spec: ModelSpec) -> bool:
        """Whether this model of the store came from the same file by the same importer."""
        mine = (self.repository, self._revision, IMPORTER)
        return mine == (spec.identity.repository, spec.identity.revision, spec.identity.importer)

    def write(self, directory: Path, progress: Progress) -> Manifest:
        """Write everything but the manifest, which is returned. Raises OSError and BadModelFile."""
        self._write_small_files(directory)
        sha256 = self._write_weights(directory / WEIGHTS_NAME, progress)
        size = (directory / WEIGHTS_NAME).stat().st_size
        identity = ModelIdentity(
            self.repository, self._revision, weights_digest({WEIGHTS_NAME: sha256}), "float32", IMPORTER
        )
        return Manifest(identity, self.path.name, (WeightFile(WEIGHTS_NAME, size, sha256),))

    def _write_small_files(self, directory: Path) -> None:
        generation = self._tokenizer.generation_config
        ids = {key: value for key, value in generation.items() if key.endswith("_token_id")}
        write_text(directory / "config.json", dump_json({**self._conversion.config, **ids}))
        write_text(directory / "generation_config.json", dump_json(generation))
        write_text(directory / "tokenizer.json", self._tokenizer.tokenizer)
        write_text(directory / "tokenizer_config.json", dump_json(self._tokenizer.tokenizer_config))

    def _write_weights(self, path: Path, progress: Progress) -> str:
        """The digest of the file that was written."""
        planned = self._conversion.tensors
        total = sum(tensor.entry.num_bytes for tensor in planned)
        done = 0
        with self.path.open("rb") as file, SafetensorsWriter(path, [tensor.entry for tensor in planned]) as writer:
            for tensor in planned:
                for values in _values(file, tensor):
                    writer.write(values.data.cast("B"))
                    done += values.nbytes
                    progress(done / total, f"converting the weights of {self.path.name}")
        return writer.sha256


def _values(file: BinaryIO, planned: PlannedTensor) -> Iterator[npt.NDArray[np.float32]]:
    """A tensor's float32 values, piece by piece in row order. A vector is one piece."""
    tensor, unit = planned.source, planned.rotary_rows or 1
    if len(tensor.shape) == 1:
        values = _dequantise(read_rows(file, tensor, 0, 1), tensor).reshape(-1, 1)
        yield _in_order(values, planned)
        return
    step = max(CHUNK_VALUES // tensor.shape[-1] // unit, 1) * unit
    end = planned.first_row + planned.num_rows
    for first in range(planned.first_row, end, step):
        yield _in_order(_dequantise(read_rows(file, tensor, first, min(step, end - first)), tensor), planned)


def _in_order(values: npt.NDArray[np.float32], planned: PlannedTensor) -> npt.NDArray[np.float32]:
    """What llama.cpp's converter did to values and rows is undone."""
    if planned.offset:
        values = values + np.float32(planned.offset)
    return _unpermute(values, planned.rotary_rows) if planned.rotary_rows else values


def _dequantise(stored: bytes, tensor: GgufTensor) -> npt.NDArray[np.float32]:
    """Shapes: bytes of n rows -> [n, columns]. Raises BadModelFile for values that are not finite."""
    raw = np.frombuffer(stored, np.uint8).reshape(-1, tensor.row_bytes)
    with np.errstate(all="ignore"):
        values = np.ascontiguousarray(dequantize(raw, tensor.kind), dtype="<f4")
    if not np.isfinite(values).all():
        raise BadModelFile(f"The tensor {tensor.name} holds values that are not numbers.", "Get the file again.")
    return values


def _unpermute(values: npt.NDArray[np.float32], head_rows: int) -> npt.NDArray[np.float32]:
    """Undo llama.cpp's order of the query and key rows, which pairs the two halves of each attention head.

    Shapes: [n * head_rows, columns] -> the same. Source: LlamaModel.permute in llama.cpp's convert_hf_to_gguf.py.
    """
    grouped = values.reshape(-1, head_rows // 2, 2, values.shape[-1])
    return np.ascontiguousarray(grouped.swapaxes(1, 2)).reshape(values.shape)


def _check_dequantiser(kind: GGMLQuantizationType) -> None:
    """Refuse a quantisation before the first byte is written."""
    raw = np.zeros((1, GGML_QUANT_SIZES[kind][1]), np.uint8)
    try:
        result = dequantize(raw, kind)
    except NotImplementedError as exc:
        raise UserError(
            f"The quantisation {kind.name} cannot be imported yet.", "Choose a file in Q4_K_M, Q8_0 or F16."
        ) from exc
    if not np.issubdtype(result.dtype, np.floating):
        raise UserError(f"Weights stored as {kind.name} cannot be imported.", "Choose a file in Q4_K_M, Q8_0 or F16.")
