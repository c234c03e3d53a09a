"""An invite as a picture and back: QR codes drawn and found. Knows neither what the text says nor any window.

Works on bytes alone: numpy would be loaded before the window is up.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

import zxingcpp

from meshnet_gui.errors import UserError

MAX_CHARS = 2_000
QUIET_SQUARES = 4  # the white margin without which readers do not find the code
_MAX_CODES = 16
_TOO_LONG = "That text is too long for a QR code."


def squares(text: str) -> tuple[tuple[bool, ...], ...]:
    """The code's rows of squares, True for black, without a margin. Raises UserError for a text that no code can hold.

    Shapes: n rows of n, n from 21 to 177.
    """
    if not 0 < len(text) <= MAX_CHARS:
        raise UserError(_TOO_LONG if text else "There is nothing to show as a QR code.")
    try:
        code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    except ValueError as exc:
        raise UserError(_TOO_LONG) from exc
    image: Any = code.to_image(scale=1, add_quiet_zones=False)  # a buffer, which its types do not say
    height, width = image.shape
    flat = memoryview(image).tobytes()
    return tuple(tuple(value < 128 for value in flat[row * width : (row + 1) * width]) for row in range(height))


def pixels(text: str, pixels_per_square: int) -> tuple[bytes, int]:
    """The code with its margin as grey bytes, row by row, and the number of pixels in a row."""
    code = squares(text)
    side = (len(code) + 2 * QUIET_SQUARES) * pixels_per_square
    white = b"\xff" * (QUIET_SQUARES * pixels_per_square)
    rows = [
        white + b"".join((b"\x00" if dark else b"\xff") * pixels_per_square for dark in row) + white for row in code
    ]
    edge = b"\xff" * (side * QUIET_SQUARES * pixels_per_square)
    return edge + b"".join(row * pixels_per_square for row in rows) + edge, side


def png(text: str, pixels_per_square: int = 8) -> bytes:
    """The code with its margin as a PNG file. Raises UserError like ``squares``."""
    grey, side = pixels(text, pixels_per_square)
    lines = b"".join(b"\x00" + grey[start : start + side] for start in range(0, len(grey), side))  # 0: no filter
    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


def texts_in(grey: bytes, width: int) -> tuple[str, ...]:
    """What the QR codes of a picture say, however it is turned; empty where there is none.

    Shapes: rows of ``width`` bytes, 0 is black.
    """
    if width <= 0 or not grey or len(grey) % width:
        return ()
    picture = memoryview(grey).cast("B", (len(grey) // width, width))
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    return tuple(code.text for code in found[:_MAX_CODES] if code.valid and len(code.text) <= MAX_CHARS)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
