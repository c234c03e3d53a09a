"""Writes an ONNX model: the few messages of the format that our graphs need, without a protobuf library.

Source: onnx/onnx.proto (IR version 10) and the protocol buffers encoding. Weights are not part of what is written: an
initialiser names the part of a file that holds its data.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

IR_VERSION = 10
OPSETS = {"": 21, "com.microsoft": 1}
FLOAT, UINT8, INT32, INT64 = 1, 2, 6, 7
Attribute = float | int | str | tuple[int, ...]
Dimension = int | str
"""A size, or the name of one that is only known at run time."""

_FLOAT_ATTRIBUTE, _INT_ATTRIBUTE, _TEXT_ATTRIBUTE, _INTS_ATTRIBUTE = 1, 2, 3, 7
_EXTERNAL = 1
_VARINT, _LENGTH, _FIXED32 = 0, 2, 5


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tensor's bytes lie: a plain file name, and the part of that file."""

    file: str
    offset: int
    num_bytes: int


@dataclass(slots=True)
class Graph:
    """Collects nodes in the order in which they run, then gives the model's bytes."""

    name: str
    nodes: list[bytes] = field(default_factory=list)
    initialisers: list[bytes] = field(default_factory=list)
    inputs: list[bytes] = field(default_factory=list)
    outputs: list[bytes] = field(default_factory=list)
    constants: set[str] = field(default_factory=set)

    def node(
        self, kind: str, inputs: Sequence[str], outputs: Sequence[str], domain: str = "", **attributes: Attribute
    ) -> str:
        """Adds a node and returns its first output; an empty name stands for an input or output that is not there."""
        parts = [_text(1, name) for name in inputs] + [_text(2, name) for name in outputs]
        parts += [_text(3, outputs[0] or outputs[-1]), _text(4, kind)]
        parts += [_bytes(5, _attribute(name, value)) for name, value in attributes.items()]
        parts.append(_text(7, domain))
        self.nodes.append(b"".join(parts))
        return outputs[0]

    def initialiser(self, name: str, kind: int, shape: Sequence[int], place: Place) -> str:
        """Declares a weight whose data lies in a file."""
        dims = b"".join(_number(1, size) for size in shape)
        entries = {"location": place.file, "offset": str(place.offset), "length": str(place.num_bytes)}
        data = b"".join(_bytes(13, _text(1, key) + _text(2, value)) for key, value in entries.items())
        self.initialisers.append(dims + _number(2, kind) + _text(8, name) + data + _number(14, _EXTERNAL))
        return name

    def constant(self, name: str, kind: int, shape: Sequence[int], data: bytes) -> str:
        """A small tensor inside the model, shared by all who give it this name. ``data``: C order, little endian."""
        if name in self.constants:
            return name
        self.constants.add(name)
        dims = b"".join(_number(1, size) for size in shape)
        self.initialisers.append(dims + _number(2, kind) + _text(8, name) + _bytes(9, data))
        return name

    def sizes(self, *wanted: int) -> str:
        """A shape, or other whole numbers, as a constant; in a shape 0 stays as it is and -1 is what is left."""
        name = "sizes." + ".".join(map(str, wanted))
        return self.constant(name, INT64, (len(wanted),), struct.pack(f"<{len(wanted)}q", *wanted))

    def input(self, name: str, kind: int, shape: Sequence[Dimension]) -> str:
        self.inputs.append(_value(name, kind, shape))
        return name

    def output(self, name: str, kind: int, shape: Sequence[Dimension]) -> str:
        self.outputs.append(_value(name, kind, shape))
        return name

    def to_bytes(self, opsets: Mapping[str, int] = OPSETS) -> bytes:
        """The whole model."""
        graph = b"".join(_bytes(1, node) for node in self.nodes) + _text(2, self.name)
        graph += b"".join(_bytes(5, initialiser) for initialiser in self.initialisers)
        graph += b"".join(_bytes(11, value) for value in self.inputs)
        graph += b"".join(_bytes(12, value) for value in self.outputs)
        versions = b"".join(_bytes(8, _text(1, domain) + _number(2, version)) for domain, version in opsets.items())
        return _number(1, IR_VERSION) + _bytes(7, graph) + versions


def _attribute(name: str, value: Attribute) -> bytes:
    if isinstance(value, float):
        return _text(1, name) + _key(2, _FIXED32) + struct.pack("<f", value) + _number(20, _FLOAT_ATTRIBUTE)
    if isinstance(value, int):
        return _text(1, name) + _number(3, value) + _number(20, _INT_ATTRIBUTE)
    if isinstance(value, tuple):
        return _text(1, name) + b"".join(_number(8, size) for size in value) + _number(20, _INTS_ATTRIBUTE)
    return _text(1, name) + _text(4, value) + _number(20, _TEXT_ATTRIBUTE)


def _value(name: str, kind: int, shape: Sequence[Dimension]) -> bytes:
    dims = b"".join(_bytes(1, _text(2, d) if isinstance(d, str) else _number(1, d)) for d in shape)
    return _text(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, dims)))


def _text(number: int, text: str) -> bytes:
    return _bytes(number, text.encode())


def _bytes(number: int, content: bytes) -> bytes:
    return _key(number, _LENGTH) + _varint(len(content)) + content


def _number(number: int, value: int) -> bytes:
    return _key(number, _VARINT) + _varint(value)


def _key(number: int, wire_type: int) -> bytes:
    return _varint(number << 3 | wire_type)


def _varint(value: int) -> bytes:
    value &= 2**64 - 1  # negative numbers travel as 64 bits
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)
