"""``python -m tests.gui.gallery``: docs/gallery, each panel empty, busy and in trouble, light and dark."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.gui.shots import draw, scenes

GALLERY = Path(__file__).resolve().parents[2] / "docs" / "gallery"
STATES = ("empty", "busy", "error")
MODES = ("light", "dark")
PANELS = {
    "chat": ("chat-ready", "chat-writing", "chat-error"),
    "models": ("models-none", "models-fetching", "models-failed"),
    "node": ("node-empty", "node-busy", "node-failed"),
    "swarm": ("swarm-alone", "swarm-connected", "swarm-leaving"),
    "api": ("api-off", "api-busy", "api-failed"),
    "sharing": ("node-off", "node-by-rules", "sharing-failed"),
    "settings": ("settings", "settings-changed", "settings-wrong"),
    "rules": ("rules", "rules-waiting", "rules-wrong"),
    "log": ("log-empty", "log", "log-trouble"),
    "new version": ("updates-none", "updates-newer", "updates-failed"),
    "first run": ("first-run-privacy", "first-run-fetching", "first-run-failed"),
}
"""The scenes of each panel in the order of ``STATES``."""
ANSWERS = {
    "thinking": "chat-thought-open",
    "table": "chat-table",
    "code": "chat-code",
    "formula": "chat-formula",
    "moved": "chat-moved",
    "branches": "chat-branched",
    "attachments": "chat-attaching",
    "too long": "chat-overflow",
}
"""What answers are made of, and what a chat runs into, by what it is called below the panels."""

ABOUT = {"installed": "about-bundle", "licences": "licences"}
"""What the program says of itself, and where that stands."""


def pictures() -> dict[str, str]:
    """The scene of each picture, by the picture's name without light or dark."""
    of_panels = {
        _file_name(panel, state): scene
        for panel, shown in PANELS.items()
        for state, scene in zip(STATES, shown, strict=True)
    }
    answers = {_file_name("answer", what): scene for what, scene in ANSWERS.items()}
    return of_panels | answers | {_file_name("about", what): scene for what, scene in ABOUT.items()}


def _file_name(panel: str, state: str) -> str:
    return f"{panel}-{state}".replace(" ", "-")


def index() -> str:
    """The page that shows them all."""
    lines = ["# The window, panel by panel", ""]
    lines += ["Drawn from hand-made states by `python3 dev.py shots`.", ""]
    for panel in PANELS:
        lines += [f"## {panel.capitalize()}", "", "| | light | dark |", "| --- | --- | --- |"]
        lines += [_row(state, _file_name(panel, state)) for state in STATES] + [""]
    lines += ["## Answers", "", "| | light | dark |", "| --- | --- | --- |"]
    lines += [_row(what, _file_name("answer", what)) for what in ANSWERS] + [""]
    lines += ["## About", "", "| | light | dark |", "| --- | --- | --- |"]
    lines += [_row(what, _file_name("about", what)) for what in ABOUT] + [""]
    return "\n".join(lines)


def _row(what: str, name: str) -> str:
    return f"| {what} | " + " | ".join(f"![{name}, {mode}]({name}-{mode}.png)" for mode in MODES) + " |"


def paint(app: QApplication, out: Path) -> int:
    """Draws all pictures and their page into a folder; how many pictures."""
    out.mkdir(parents=True, exist_ok=True)
    by_scene = {scene: name for name, scene in pictures().items()}
    num_drawn = 0
    for file in draw(app, out, set(by_scene)):
        scene, mode = file.stem.rsplit("-", 1)
        plain = QImage(str(file)).convertToFormat(QImage.Format.Format_RGB888)
        plain.save(str(out / f"{by_scene[scene]}-{mode}.png"), quality=0)  # the smallest file
        if scene != by_scene[scene]:
            file.unlink()
        num_drawn += 1
    (out / "README.md").write_text(index(), encoding="utf-8")
    return num_drawn


def main() -> int:
    if not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))  # digits are grouped
    missing = set(pictures().values()) - {scene[0] for scene in scenes()}
    if missing:
        sys.stderr.write(f"there are no such scenes: {', '.join(sorted(missing))}\n")
        return 1
    sys.stdout.write(f"{paint(QApplication(sys.argv[:1]), GALLERY)} pictures in {GALLERY}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
