"""Where models come from: signing in to the hub, a mirror of it, and handing layers on to the swarm."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QLineEdit, QPushButton, QVBoxLayout

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.flow import Flow
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import mark, sentence, tr, tr_marked
from meshnet_gui.gui.widgets import NumberBox, PlainLabel, plain_tooltip, restyle, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.settings import Settings, help_text, what_is_wrong

_WHAT = mark(
    "Layers come from members of your swarm first, then from the hub, where models are published. Some models ask you "
    "to accept their terms there; with an access token of your account this computer can get those, too."
)
_SIGNED_IN = mark("Signed in. The token is kept in this computer's own place for it.")
_SIGNED_OUT = mark("Signed out: the token is forgotten here.")
_ACCOUNT = {True: mark("This computer is signed in."), False: mark("This computer is not signed in."), None: ""}
_NO_TOKEN = mark("Paste a token first. You make one in the settings of your account on the hub; reading is enough.")
_MAX_TOKEN_CHARS = 500
_MB = 1_000_000


class HubCard(QFrame):
    """The token is cleared as soon as it was handed over, and is never shown again."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._settings: Settings | None = None
        self.token = QLineEdit()
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setAccessibleName(tr("Access token"))
        self.token.setPlaceholderText(tr("Access token"))
        self.token.setMaxLength(_MAX_TOKEN_CHARS)
        self.account = PlainLabel("", "caption")
        self.sign_in = QPushButton(tr("Sign in"))
        self.sign_out = QPushButton(tr("Sign out"))
        self.sign_out.setProperty("kind", "quiet")
        self.mirror = QLineEdit()
        self.mirror.setAccessibleName(tr("Address of a mirror"))
        self.mirror.setPlaceholderText(tr("the hub itself"))
        self.mirror.setMaxLength(300)
        self.share = QCheckBox(tr("Hand layers on to members"))
        self.upload = NumberBox(tr("The most that is handed on, in MB per second"), 0, 1_000_000)
        self.upload.setSpecialValueText(tr("no limit"))
        self.upload.setSuffix(tr(" MB/s"))
        self.apply = QPushButton(tr("Apply"))
        self.apply.setProperty("kind", "primary")
        self.told = Told()
        self._lay_out()
        self._connect()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Follows what is saved, but never overwrites a choice that is not applied yet."""
        old, new = self._settings, snapshot.settings
        self._settings = new
        self.account.setText(tr_marked(_ACCOUNT[snapshot.is_signed_in]))
        self.account.set_role("ok" if snapshot.is_signed_in else "caption")
        self.account.setVisible(snapshot.is_signed_in is not None)
        self.sign_out.setEnabled(snapshot.is_signed_in is not False)
        if old is None or old.hub_endpoint != new.hub_endpoint:
            self.mirror.setText(new.hub_endpoint)
        if old is None or old.share_weights != new.share_weights:
            self.share.setChecked(new.share_weights)
        if old is None or old.upload_bytes_per_s != new.upload_bytes_per_s:
            self.upload.setValue(_whole_mb(new.upload_bytes_per_s))
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._bridge.watch(self._commands.look_at_account(), self._looked_at)

    def _looked_at(self, _: object, error: MeshnetError | None) -> None:
        """What went wrong is told to who signs in; until then nothing is said of it."""

    def _changes(self) -> dict[str, object]:
        saved = self._settings
        if saved is None:
            return {}
        changes: dict[str, object] = {}
        if self.mirror.text().strip() != saved.hub_endpoint:
            changes["hub_endpoint"] = self.mirror.text().strip()
        if self.share.isChecked() != saved.share_weights:
            changes["share_weights"] = self.share.isChecked()
        if self.upload.value() != _whole_mb(saved.upload_bytes_per_s):
            changes["upload_bytes_per_s"] = self.upload.value() * _MB
        return changes

    def _refresh(self) -> None:
        self._mark("")
        self.upload.setEnabled(self.share.isChecked())
        self.apply.setEnabled(bool(self._changes()))

    def _mark(self, wrong: str) -> None:
        """What is wrong with the mirror; empty for nothing."""
        restyle(self.mirror, "invalid", "true" if wrong else "false")
        self.mirror.setAccessibleDescription(sentence(wrong))

    def _sign_in(self) -> None:
        token = self.token.text().strip()
        self.token.clear()
        if not token:
            self.told.tell(tr_marked(_NO_TOKEN), "error-caption")
            self.token.setFocus()
            return
        self.sign_in.setEnabled(False)
        self.told.tell(tr("Asking the hub whether it knows this token…"))
        self._bridge.watch(self._commands.sign_in_to_hub(token), self._signed_in)

    def _signed_in(self, _: object, error: MeshnetError | None) -> None:
        self.sign_in.setEnabled(True)
        self.told.tell_outcome(error, tr_marked(_SIGNED_IN), "ok")

    def _sign_out(self) -> None:
        self._bridge.watch(self._commands.sign_in_to_hub(""), self._signed_out)

    def _signed_out(self, _: object, error: MeshnetError | None) -> None:
        self.told.tell_outcome(error, tr_marked(_SIGNED_OUT))

    def _apply(self) -> None:
        changes = self._changes()
        wrong = what_is_wrong("hub_endpoint", self.mirror.text().strip())
        self._mark(wrong)
        if wrong:
            self.told.tell(tr("That mirror cannot be used: {wrong}.", wrong=sentence(wrong)), "error-caption")
            self.mirror.setFocus()
        elif changes:
            self.apply.setEnabled(False)
            self._bridge.watch(self._commands.change_settings(**changes), self._applied)

    def _applied(self, _: object, error: MeshnetError | None) -> None:
        self.told.tell_outcome(error)
        self._refresh()

    def _connect(self) -> None:
        self.sign_in.clicked.connect(self._sign_in)
        self.token.returnPressed.connect(self._sign_in)
        self.token.textEdited.connect(lambda: self.told.tell(""))
        self.sign_out.clicked.connect(self._sign_out)
        self.mirror.textChanged.connect(self._refresh)
        self.mirror.returnPressed.connect(self._apply)
        self.share.toggled.connect(self._refresh)
        self.upload.valueChanged.connect(self._refresh)
        self.apply.clicked.connect(self._apply)

    def _lay_out(self) -> None:
        self.account.hide()
        self.share.setToolTip(plain_tooltip(sentence(help_text("share_weights"))))
        self.mirror.setToolTip(plain_tooltip(sentence(help_text("hub_endpoint"))))
        self.upload.setToolTip(plain_tooltip(sentence(help_text("upload_bytes_per_s"))))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for line, name, field in ((0, tr("Sign in to the hub"), self.token), (2, tr("Mirror of the hub"), self.mirror)):
            label = PlainLabel(name, "")
            label.setBuddy(field)
            grid.addWidget(label, line, 0)
            grid.addWidget(field, line, 1)
        grid.addLayout(row(self.sign_in, self.sign_out), 0, 2)
        grid.addWidget(self.account, 1, 1)
        grid.addLayout(row(1, self.apply), 3, 2)
        share = Flow(self.share, PlainLabel(tr("at most"), "muted"), self.upload)
        at_each_zoom(self.upload, lambda: self.upload.setMinimumWidth(zoomed(130)))
        grid.addLayout(share, 3, 0, 1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(PlainLabel(tr("Where layers come from"), "heading"))
        layout.addWidget(PlainLabel(tr_marked(_WHAT), "muted", wrap=True))
        layout.addLayout(grid)
        layout.addWidget(self.told)


def _whole_mb(num_bytes: int) -> int:
    """Rounded up, so that a limit below 1 MB does not look like none."""
    return -(-num_bytes // _MB)
