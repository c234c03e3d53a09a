from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from meshnet_gui.gui.theme import DARK, LIGHT, ThemeController
from tests.gui import gallery, shots


@pytest.mark.parametrize("name", ["chat-writing", "node-busy", "peers-gap"])
def test_each_scene_is_drawn_light_and_dark(
    qapp: QApplication, theme: ThemeController, tmp_path: Path, name: str
) -> None:
    files = shots.draw(qapp, tmp_path, name)
    assert [file.stem for file in files] == [f"{name}-light", f"{name}-dark"]
    grounds = [QImage(str(file)).pixelColor(4, QImage(str(file)).height() - 4).name() for file in files]
    assert grounds == [LIGHT.window, DARK.window]
    theme.set_mode("light")


def test_scenes_have_names_of_their_own() -> None:
    names = [scene[0] for scene in shots.scenes()]
    assert len(names) == len(set(names))
    assert len(names) >= 20


def test_a_wrong_call_gets_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert shots.main([]) == 2
    assert capsys.readouterr().err.startswith("usage:")


def test_every_picture_of_the_gallery_is_a_scene_and_is_there_light_and_dark() -> None:
    assert set(gallery.pictures().values()) <= {scene[0] for scene in shots.scenes()}
    wanted = {f"{name}-{mode}.png" for name in gallery.pictures() for mode in gallery.MODES}
    assert {file.name for file in gallery.GALLERY.iterdir()} == wanted | {"README.md"}
    assert (gallery.GALLERY / "README.md").read_text(encoding="utf-8") == gallery.index()
