"""The swarm that this computer is in: who is there, inviting somebody, changing, leaving and locking out."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QInputDialog, QMenu, QProgressBar, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import sentences_text
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import error_text
from meshnet_gui.gui.invite_view import InviteView
from meshnet_gui.gui.join_form import JoinForm
from meshnet_gui.gui.question import Question
from meshnet_gui.gui.swarm_words import num_others, presence_text
from meshnet_gui.gui.translation import mark, sentence, tr, tr_marked
from meshnet_gui.gui.widgets import Combo, IconButton, IconLabel, PlainLabel, StateDot, plain_tooltip, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot, SwarmView
from meshnet_gui.swarm.node_id import short_id

ALONE = mark("No swarm: work alone")
_WHAT = mark(
    "A swarm is a group of people who lend each other their computers. Each computer keeps some layers of the model, "
    "and together they answer. Only who has an invite gets in, and all that they send each other is encrypted."
)
_TRUST = mark("The computers that answer can read what you ask. Be in a swarm with people whom you trust.")
_PAUSED = mark("You are in no swarm now, so nobody helps this computer and it helps nobody. Choose one above to go on.")
_LOCK_OUT = mark(
    "There is no way to take a single person out: everybody who ever had an invite can come in. So to remove somebody "
    "the swarm gets a new secret. All invites until now stop working, and everybody who is to stay needs a new invite "
    "from you. Until they have used it they are out, too."
)
_LEAVE = mark("This computer forgets the swarm. To come back you need an invite again.")
_NO_HELP = mark("This computer does not help the others yet. You can chat all the same.")
_BLOCKED = mark("A firewall or a missing permission keeps Meshnet from the network.")
_LAST = mark("You seem to be the last one here, so nobody may be left to give you one.")


class SwarmCard(QFrame):
    """In a swarm its state and its invite; in none, what a swarm is and two ways in."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._snapshot: Snapshot | None = None
        self._shown: tuple[object, ...] = ()
        self.question = Question(self)
        self.name_dialog: QInputDialog | None = None
        self.title = PlainLabel(tr("Run a model together"), "heading")
        self.which = Combo(tr("Swarm"))
        self.invite = IconButton("plus", tr("Invite somebody to this swarm"), tr("Invite somebody"), kind="primary")
        self.more = QPushButton(tr("More"))
        self.more.setProperty("kind", "plain")
        self.more.setAccessibleName(tr("More that can be done with this swarm"))
        self.menu = QMenu(self)
        self.more.setMenu(self.menu)
        self._dot = StateDot()
        self.presence = PlainLabel("", "", wrap=True)
        self._busy = QProgressBar()
        self._text = PlainLabel("", "", wrap=True)
        self._trust = PlainLabel(tr_marked(_TRUST), "muted", wrap=True)
        self.reach = PlainLabel("", "muted", wrap=True, selectable=True)
        self._reach_row = QWidget()
        self._share_row = QWidget()
        self.share = QPushButton(tr("Share this computer"))
        self.blocked = _BlockedCard()
        self.view = InviteView()
        self.form = JoinForm(commands, bridge)
        self.cancel = QPushButton(tr("Cancel"))
        self.problem = PlainLabel("", "error", wrap=True, selectable=True)
        self._lay_out()
        self._connect()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        swarm = snapshot.swarm
        shown = (swarm, tuple(each.name for each in snapshot.swarms), snapshot.node_id, _may_share(snapshot))
        if shown == self._shown:
            return
        is_other = not self._shown or _name(swarm) != _name(self._shown[0])
        self._shown = shown
        self._fill_choice(snapshot)
        if self.view.is_for and self.view.is_for != _name(swarm):
            self.view.hide()
        if is_other:
            self.form.setVisible(swarm is None)
            self._tell("")
        self._show_state(swarm, bool(snapshot.swarms), snapshot.node_id)
        if not _may_share(snapshot) and self.window().focusWidget() is self.share:
            self.invite.setFocus()  # else Qt goes on to a field far below
        self._share_row.setVisible(_may_share(snapshot))

    def open_form(self) -> None:
        """Shows the two ways into a swarm."""
        self.view.hide()
        self.form.show()
        self.cancel.setVisible(self.has_swarm)
        self.form.invite.setFocus()

    @property
    def has_swarm(self) -> bool:
        """Whether this computer is in a swarm now."""
        return self._snapshot is not None and self._snapshot.swarm is not None

    def _show_state(self, swarm: SwarmView | None, has_others: bool, node_id: str) -> None:
        there = swarm is not None
        for widget in (self.invite, self._dot, self.presence):
            widget.setVisible(there)
        self.more.setVisible(there or has_others)
        self._text.setVisible(not there)
        self._trust.setVisible(not there)
        self._text.setText(tr_marked(_PAUSED) if has_others else tr_marked(_WHAT))
        self.cancel.setVisible(there and not self.form.isHidden())
        self.title.setVisible(not has_others)
        self._busy.setVisible(swarm is not None and swarm.state == "opening")
        self.blocked.show_swarm(swarm)
        reach = swarm.reach if swarm and swarm.state != "blocked" else ""
        self.reach.setText(sentence(reach))
        self._reach_row.setVisible(bool(reach))
        if swarm is not None:
            self._dot.set_state(swarm.state)
            self.presence.setText(presence_text(swarm))
            known_as = tr("The others know this computer as {short_id}.", short_id=short_id(node_id)) if node_id else ""
            self.presence.setToolTip(plain_tooltip(known_as))

    def _fill_choice(self, snapshot: Snapshot) -> None:
        wanted = [*((each.name, each.name) for each in snapshot.swarms), (tr_marked(ALONE), "")]
        present = [(self.which.itemText(i), self.which.itemData(i)) for i in range(self.which.count())]
        self.which.blockSignals(True)
        if wanted != present:  # else the choice in an open list would jump
            self.which.clear()
            for name, value in wanted:
                self.which.addItem(name, value)
        self.which.setCurrentIndex(self.which.findData(_name(snapshot.swarm)))
        self.which.blockSignals(False)
        self.which.setVisible(bool(snapshot.swarms))
        self.which.setEnabled(True)

    def _fill_menu(self) -> None:
        self.menu.clear()
        self.menu.addAction(tr("Join or start another swarm…")).triggered.connect(self.open_form)
        swarm = self._snapshot.swarm if self._snapshot else None
        if swarm is not None:
            self.menu.addAction(tr("Name of this computer…")).triggered.connect(self._ask_for_name)
            self.menu.addSeparator()
            self.menu.addAction(tr("Remove somebody…")).triggered.connect(partial(self._ask_to_rotate, swarm))
            leave = self.menu.addAction(tr("Leave {name}…", name=swarm.name).replace("&", "&&"))
            leave.triggered.connect(partial(self._ask_to_leave, swarm))

    def _choose(self, index: int) -> None:
        name = str(self.which.itemData(index) or "")
        if name != _name(self._snapshot.swarm if self._snapshot else None):
            self.which.setEnabled(False)
            self._do(self._commands.use_swarm(name))

    def _show_invite(self) -> None:
        swarm = self._snapshot.swarm if self._snapshot else None
        if swarm is not None:
            self.invite.setEnabled(False)
            self._tell("")
            self._bridge.watch(self._commands.swarm_invite(swarm.name), partial(self._got_invite, swarm.name))

    def _got_invite(self, name: str, invite: str | None, error: MeshnetError | None) -> None:
        self.invite.setEnabled(True)
        swarm = self._snapshot.swarm if self._snapshot else None
        if error is not None:
            self._tell(error_text(error))
        elif invite and swarm is not None and swarm.name == name and self.isVisible():
            if self._snapshot and self._snapshot.swarm:
                self.form.hide()
                self.cancel.hide()
            self.view.show_invite(invite, swarm)

    def _ask_for_name(self) -> None:
        dialog = QInputDialog(self.window())
        dialog.setWindowTitle("Meshnet")
        dialog.setLabelText(tr("What the others see this computer as; empty takes the name that it has."))
        dialog.setTextValue(self._snapshot.settings.node_name if self._snapshot else "")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.textValueSelected.connect(self._rename)
        self.name_dialog = dialog
        dialog.open()

    def _rename(self, name: str) -> None:
        self._do(self._commands.change_settings(node_name=" ".join(name.split())[:64]))

    def _ask_to_rotate(self, swarm: SwarmView) -> None:
        title = tr("Lock everybody out of {name} and invite anew?", name=swarm.name)
        self.question.ask(title, tr_marked(_LOCK_OUT), tr("Lock out"), partial(self._rotate, swarm.name))

    def _rotate(self, name: str) -> None:
        self.view.hide()
        self._tell("")
        self._bridge.watch(self._commands.rotate_swarm(name), self._rotated)

    def _rotated(self, _: object, error: MeshnetError | None) -> None:
        if error is not None:
            self._tell(error_text(error))
        else:
            self._show_invite()

    def _ask_to_leave(self, swarm: SwarmView) -> None:
        text = sentences_text([tr_marked(_LEAVE), "" if num_others(swarm) else tr_marked(_LAST)])
        self.question.ask(tr("Leave {name}?", name=swarm.name), text, tr("Leave"), partial(self._leave, swarm.name))

    def _leave(self, name: str) -> None:
        self.view.hide()
        self._do(self._commands.leave_swarm(name))

    def _do(self, future: Future[Any]) -> None:
        self._tell("")
        self._bridge.watch(future, self._done)

    def _done(self, _: object, error: MeshnetError | None) -> None:
        if self._snapshot is not None:
            self._fill_choice(self._snapshot)
        self._tell(error_text(error) if error else "")

    def _tell(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _close_form(self) -> None:
        self.form.setVisible(not self.has_swarm)
        self.cancel.hide()
        self.invite.setFocus()

    def _connect(self) -> None:
        self.which.activated.connect(self._choose)
        self.invite.clicked.connect(self._show_invite)
        self.share.clicked.connect(lambda: self._do(self._commands.set_contributing(True)))
        self.menu.aboutToShow.connect(self._fill_menu)
        self.form.done.connect(self._close_form)
        self.cancel.clicked.connect(self._close_form)

    def _lay_out(self) -> None:
        self._busy.setObjectName("thin")
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.setAccessibleName(tr("Looking for the others"))
        at_each_zoom(self.which, lambda: self.which.setMinimumWidth(zoomed(140)))
        head = row(spacing=10)
        head.addWidget(self.title)
        head.addWidget(self.which)
        head.addStretch(1)
        head.addWidget(self.invite)
        head.addWidget(self.more)
        state = row(spacing=8)
        state.addWidget(self._dot, 0, Qt.AlignmentFlag.AlignVCenter)
        state.addWidget(self.presence, 1)
        reach_row = row(spacing=8)
        reach_row.addWidget(IconLabel("info", "muted", 16), 0, Qt.AlignmentFlag.AlignTop)
        reach_row.addWidget(self.reach, 1)
        self._reach_row.setLayout(reach_row)
        share = row(spacing=12)
        share.addWidget(PlainLabel(tr_marked(_NO_HELP), "muted", wrap=True), 1)
        share.addWidget(self.share)
        self._share_row.setLayout(share)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addLayout(head)
        layout.addLayout(state)
        for widget in (
            self._busy,
            self._text,
            self._trust,
            self.blocked,
            self._reach_row,
            self._share_row,
            self.problem,
        ):
            layout.addWidget(widget)
        layout.addWidget(self.view)
        layout.addWidget(self.form)
        layout.addLayout(row(1, self.cancel))
        self.problem.hide()
        self.cancel.hide()


class _BlockedCard(QFrame):
    """Why this computer cannot talk to the network, and what to do about it. It goes by itself when that is done."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", "error")
        self.text = PlainLabel("", "", wrap=True, selectable=True)
        layout = row(spacing=12)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.addWidget(IconLabel("alert", "error", 20), 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.text, 1)
        self.setLayout(layout)
        self.hide()

    def show_swarm(self, swarm: SwarmView | None) -> None:
        problem = swarm.problem if swarm is not None else ""
        said = sentence(problem) or tr_marked(_BLOCKED)
        self.text.setText(sentences_text([said, tr("Meshnet goes on trying.")]))
        self.setVisible(swarm is not None and (swarm.state == "blocked" or bool(problem)))


def _may_share(snapshot: Snapshot) -> bool:
    """Whether this computer is in a swarm, could help and does not."""
    is_off = snapshot.node.state == "off" and not snapshot.settings.contributing
    return snapshot.swarm is not None and snapshot.model is not None and is_off and not snapshot.startup


def _name(swarm: object) -> str:
    return swarm.name if isinstance(swarm, SwarmView) else ""
