"""The program's icon, in the forms that the three systems want."""

from pathlib import Path

import pytest
from PIL import Image

from installers import icons


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("icons") / "new"
    icons.draw_icons(target)
    return target


def opened(path: Path):
    """The picture itself, with its file closed again."""
    with Image.open(path) as image:
        return image.convert("RGBA")


def opaque_width(image) -> float:
    """How much of its width is not see-through."""
    left, _, right, _ = image.getchannel("A").point(lambda alpha: 255 if alpha > 127 else 0).getbbox()
    return (right - left) / image.width


def test_every_size_is_drawn_as_large_as_it_says(folder):
    drawn = {int(path.stem): opened(path) for path in (folder / "png").glob("*.png")}
    assert sorted(drawn) == list(icons.PNG_SIZES)
    assert all(image.size == (size, size) for size, image in drawn.items())


def test_corners_are_see_through_and_the_middle_is_not(folder):
    for path in (folder / "png").glob("*.png"):
        image = opened(path)
        middle = image.width // 2
        assert image.getpixel((0, 0))[3] == 0
        assert image.getpixel((middle, middle))[3] == 255
        assert min(image.getpixel((middle, middle))[:3]) > 200, "the knot in the middle is white"


def test_windows_gets_the_sizes_of_all_its_scales(folder):
    with Image.open(folder / "meshnet.ico") as ico:
        assert ico.info["sizes"] == {(size, size) for size in icons.ICO_SIZES}


def test_a_mac_gets_its_icon_with_a_margin(folder):
    with Image.open(folder / "meshnet.icns") as icns:
        assert {width * scale for width, _, scale in icns.info["sizes"]} == set(icons.ICNS_SIZES)
    assert opaque_width(opened(folder / "meshnet.icns")) == pytest.approx(icons.MAC_SHARE, abs=0.01)
    assert opaque_width(opened(folder / "png" / "512.png")) == pytest.approx(22 / 24, abs=0.01)


def test_two_drawings_are_equal(folder, tmp_path):
    icons.draw_icons(tmp_path)
    for path in folder.rglob("*.*"):
        assert path.read_bytes() == (tmp_path / path.relative_to(folder)).read_bytes(), path.name


def test_the_drawing_itself_goes_along(folder):
    assert (folder / "meshnet.svg").read_bytes() == icons.DRAWING.read_bytes()
