"""An invite as a picture and back: QR codes drawn and found. Knows neither what the text says nor any window."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
import zxingcpp
from numpy.typing import NDArray

from meshnet_gui.errors import UserError

MAX_CHARS = 2_000
QUIET_SQUARES = 4  # the white margin without which readers do not find the code
_MAX_CODES = 16
_TOO_LONG = "That text is too long for a QR code."


def squares(text: str) -> NDArray[np.bool_]:
    """The code's squares, True for black, without a margin. Raises UserError for a text that no code can hold.

    Shapes: [n, n], n from 21 to 177.
    """
    if not 0 < len(text) <= MAX_CHARS:
        raise UserError(_TOO_LONG if text else "There is nothing to show as a QR code.")
    try:
        code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    except ValueError as exc:
        raise UserError(_TOO_LONG) from exc
    return _array(code.to_image(scale=1, add_quiet_zones=False)) < 128


def png(text: str, pixels_per_square: int = 8) -> bytes:
    """The code with its margin as a PNG file. Raises UserError like ``squares``."""
    framed = np.pad(squares(text), QUIET_SQUARES)
    light = np.where(framed, 0, 255).astype(np.uint8)
    large = light.repeat(pixels_per_square, axis=0).repeat(pixels_per_square, axis=1)
    height, width = large.shape
    lines = np.pad(large, ((0, 0), (1, 0))).tobytes()  # each line begins with its filter, 0 for none
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


def texts_in(grey: NDArray[np.uint8]) -> tuple[str, ...]:
    """What the QR codes of a picture say, however it is turned; empty where there is none.

    Shapes: [height, width], 0 is black.
    """
    if grey.ndim != 2 or not grey.size:
        return ()
    found = zxingcpp.read_barcodes(
        np.ascontiguousarray(grey), formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    )
    return tuple(code.text for code in found[:_MAX_CODES] if code.valid and len(code.text) <= MAX_CHARS)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _array(image: Any) -> NDArray[np.uint8]:
    return np.array(image, dtype=np.uint8)
