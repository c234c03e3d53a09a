from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from numpy.typing import NDArray

from meshnet_gui.errors import UserError
from meshnet_gui.swarm import qr

INVITE = "meshnet-" + "ab12CD34" * 30


def drawn(text: str) -> NDArray[np.uint8]:
    grey, side = qr.pixels(text, 4)
    return np.frombuffer(grey, dtype=np.uint8).reshape(side, side)


def read(picture: NDArray[np.uint8]) -> tuple[str, ...]:
    return qr.texts_in(picture.tobytes(), picture.shape[1])


def pixels_of(png: bytes) -> NDArray[np.uint8]:
    """The grey picture of a PNG with one unfiltered data chunk, as this program writes it."""
    width, height = struct.unpack(">II", png[16:24])
    start = png.index(b"IDAT") + 4
    lines = np.frombuffer(zlib.decompress(png[start:]), dtype=np.uint8).reshape(height, width + 1)
    assert not lines[:, 0].any()
    return lines[:, 1:]


@pytest.mark.parametrize("text", ["a", INVITE, "Grüße, 你好", "x" * qr.MAX_CHARS])
def test_a_text_survives_the_way_through_a_picture(text: str) -> None:
    assert read(drawn(text)) == (text,)


def test_the_squares_are_those_of_the_picture() -> None:
    side, margin = len(qr.squares(INVITE)), qr.QUIET_SQUARES
    small = drawn(INVITE)[2::4, 2::4]
    assert small.shape == (side + 2 * margin, side + 2 * margin)
    assert (small[margin:-margin, margin:-margin] == 0).tolist() == [list(row) for row in qr.squares(INVITE)]
    assert small[:margin].min() == 255


def test_the_png_holds_the_same_code() -> None:
    assert read(pixels_of(qr.png(INVITE))) == (INVITE,)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_is_read(turns: int) -> None:
    assert read(np.rot90(drawn(INVITE), turns)) == (INVITE,)


def test_a_code_is_found_in_a_larger_noisy_picture_and_on_dark_ground() -> None:
    rng = np.random.default_rng(4)
    code = drawn(INVITE)
    page = np.full((900, 1400), 230, dtype=np.uint8)
    page[200 : 200 + code.shape[0], 600 : 600 + code.shape[1]] = code
    noisy = np.clip(page + rng.normal(0, 25, page.shape), 0, 255).astype(np.uint8)
    assert read(noisy) == (INVITE,)
    assert read(255 - drawn(INVITE)) == (INVITE,)


def test_a_picture_without_a_code_says_nothing() -> None:
    assert read(np.full((300, 300), 255, dtype=np.uint8)) == ()
    assert read(np.random.default_rng(1).integers(0, 256, (300, 300), dtype=np.uint8)) == ()
    assert qr.texts_in(b"", 0) == ()
    assert qr.texts_in(b"\x00" * 10, 3) == ()


@pytest.mark.parametrize("text", ["", "x" * (qr.MAX_CHARS + 1), "你" * qr.MAX_CHARS])
def test_what_no_code_can_hold_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        qr.squares(text)
