from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from numpy.typing import NDArray

from meshnet_gui.errors import UserError
from meshnet_gui.swarm import qr

INVITE = "meshnet-" + "ab12CD34" * 30


def drawn(text: str, scale: int = 4) -> NDArray[np.uint8]:
    framed = np.pad(qr.squares(text), qr.QUIET_SQUARES)
    return np.where(framed, 0, 255).astype(np.uint8).repeat(scale, axis=0).repeat(scale, axis=1)


def pixels_of(png: bytes) -> NDArray[np.uint8]:
    """The grey picture of a PNG with one unfiltered data chunk, as this program writes it."""
    width, height = struct.unpack(">II", png[16:24])
    start = png.index(b"IDAT") + 4
    lines = np.frombuffer(zlib.decompress(png[start:]), dtype=np.uint8).reshape(height, width + 1)
    assert not lines[:, 0].any()
    return lines[:, 1:]


@pytest.mark.parametrize("text", ["a", INVITE, "Grüße, 你好", "x" * qr.MAX_CHARS])
def test_a_text_survives_the_way_through_a_picture(text: str) -> None:
    assert qr.texts_in(drawn(text)) == (text,)


def test_the_png_holds_the_same_code() -> None:
    assert qr.texts_in(pixels_of(qr.png(INVITE))) == (INVITE,)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_is_read(turns: int) -> None:
    assert qr.texts_in(np.rot90(drawn(INVITE), turns)) == (INVITE,)


def test_a_code_is_found_in_a_larger_noisy_picture_and_on_dark_ground() -> None:
    rng = np.random.default_rng(4)
    code = drawn(INVITE)
    page = np.full((900, 1400), 230, dtype=np.uint8)
    page[200 : 200 + code.shape[0], 600 : 600 + code.shape[1]] = code
    noisy = np.clip(page + rng.normal(0, 25, page.shape), 0, 255).astype(np.uint8)
    assert qr.texts_in(noisy) == (INVITE,)
    assert qr.texts_in(255 - drawn(INVITE)) == (INVITE,)


def test_a_picture_without_a_code_says_nothing() -> None:
    assert qr.texts_in(np.full((300, 300), 255, dtype=np.uint8)) == ()
    assert qr.texts_in(np.random.default_rng(1).integers(0, 256, (300, 300), dtype=np.uint8)) == ()
    assert qr.texts_in(np.zeros((0, 0), dtype=np.uint8)) == ()


@pytest.mark.parametrize("text", ["", "x" * (qr.MAX_CHARS + 1), "你" * qr.MAX_CHARS])
def test_what_no_code_can_hold_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        qr.squares(text)
