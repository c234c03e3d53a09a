"""How far the fetch of a model is, with what can be done about it: pause, go on, try again, cancel."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import error_text, short_model
from meshnet_gui.gui.model_words import fetch_text, left_out_text, share_of
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import IconButton, PlainLabel, ProgressBar, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import FetchView

_STEPS = 1000


class FetchLine(QWidget):
    """Shows one fetch; hidden while there is none."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self._commands = commands
        self._bridge = bridge
        self._fetch: FetchView | None = None
        self.bar = ProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Fetched so far"))
        self.text = PlainLabel("", "caption", wrap=True, selectable=True)
        self.left_out = PlainLabel("", "caption", wrap=True, selectable=True)
        self.pause = IconButton("pause", tr("Pause"), tr("Pause"))
        self.resume = IconButton("play", tr("Go on"), tr("Go on"))
        self.again = IconButton("retry", tr("Try again"), tr("Try again"))
        self.cancel = IconButton("close", tr("Cancel and forget what has come of unfinished layers"), tr("Cancel"))
        self.pause.clicked.connect(lambda: self._do(self._commands.pause_fetch))
        for button in (self.resume, self.again):
            button.clicked.connect(lambda: self._do(self._commands.resume_fetch))
        self.cancel.clicked.connect(lambda: self._do(self._commands.cancel_fetch))
        self._lay_out()

    def show_fetch(self, fetch: FetchView | None) -> None:
        self.setVisible(fetch is not None)
        if fetch is None or fetch == self._fetch:
            self._fetch = fetch
            return
        self._fetch = fetch
        state = fetch.state
        knows_size = fetch.total_bytes > 0
        self.bar.setRange(0, _STEPS if knows_size or state in ("paused", "failed") else 0)
        self.bar.setValue(round(_STEPS * share_of(fetch)))
        self.bar.setAccessibleDescription(fetch_text(fetch))
        self.text.setText(fetch_text(fetch))
        self.text.set_role("error-caption" if state == "failed" else "caption")
        self.left_out.setText(left_out_text(fetch))
        self.left_out.setVisible(bool(self.left_out.text()))
        self.pause.setVisible(state in ("waiting", "fetching"))
        self.resume.setVisible(state == "paused")
        self.again.setVisible(state == "failed")
        self.cancel.setVisible(state != "adding")  # that ends by itself soon
        for button in (self.pause, self.resume, self.again, self.cancel):
            button.setEnabled(True)
            button.setAccessibleName(f"{button.text()}: {short_model(fetch.model)[:60]}")

    def _do(self, command: Any) -> None:
        if self._fetch is None:
            return
        for button in (self.pause, self.resume, self.again, self.cancel):
            button.setEnabled(False)
        asked: Future[None] = command(self._fetch.model)
        self._bridge.watch(asked, partial(self._done, self._fetch.model))

    def _done(self, model: str, _: object, error: MeshnetError | None) -> None:
        if self._fetch is None or self._fetch.model != model:
            return
        for button in (self.pause, self.resume, self.again, self.cancel):
            button.setEnabled(True)
        if error is not None:
            self.text.set_role("error-caption")
            self.text.setText(error_text(error))

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.bar)
        foot = row(spacing=4)
        foot.addWidget(self.text, 1)
        for button in (self.pause, self.resume, self.again, self.cancel):
            foot.addWidget(button)
        layout.addLayout(foot)
        layout.addWidget(self.left_out)
        self.left_out.hide()
        self.hide()
