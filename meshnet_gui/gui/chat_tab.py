"""The chat: the list of chats, the rows of the one that is shown, and the composer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from meshnet_gui.archive.tree import Attachment
from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.chat_list import ChatList
from meshnet_gui.gui.chat_rows import one_line
from meshnet_gui.gui.composer import Composer, Content
from meshnet_gui.gui.context_meter import ContextUse, ContextWatch
from meshnet_gui.gui.conversation import Conversation
from meshnet_gui.gui.exchange_rows import ExchangeRows
from meshnet_gui.gui.format import NO_NAMES, short_model
from meshnet_gui.gui.keeper import Keeper
from meshnet_gui.gui.message_view import AnswerView, QuestionView
from meshnet_gui.gui.options_panel import OptionsPanel
from meshnet_gui.gui.prompt_edit import local_files
from meshnet_gui.gui.shortcuts import add_shortcut
from meshnet_gui.gui.swarm_words import hop_names
from meshnet_gui.gui.talk import MAX_RUNNING, HowToAnswer, Talk
from meshnet_gui.gui.transcript import COLUMN_WIDTH, SIDE, Transcript
from meshnet_gui.gui.translation import sentence, tr, tr_count
from meshnet_gui.gui.welcome import Welcome, blocked_reason
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, PlainLabel, centred, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.conversations import Conversations
from meshnet_gui.runtime.snapshot import ModelView, Snapshot
from meshnet_gui.types import Message, Span

MAX_UNSENT = 32
_ROOM_FOR_LIST = 940
_LIST_SHARE = 0.26
_LIST_WIDTHS = 210, 320


class ChatTab(QWidget):
    """``others_requested`` and ``models_requested`` ask the window for what lies on other tabs."""

    others_requested = Signal()
    models_requested = Signal()

    def __init__(self, commands: Commands, conversations: Conversations, bridge: Bridge) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAcceptDrops(True)
        self._commands = commands
        self._bridge = bridge
        self._keeper = Keeper(conversations, bridge, self)
        self._talk = Talk(commands, self._keeper, bridge, self._how_to_answer, self._known_names, self)
        self._context = ContextWatch(commands, bridge, self._next_messages, self)
        self._snapshot: Snapshot | None = None
        self._names: Mapping[str, str] | None = None
        self._counted: tuple[int, int] | None = None
        self._editing: int | None = None
        self._unsent: dict[str, Content] = {}
        self._list_wanted: bool | None = None  # until somebody says so, as there is room
        self.chats = ChatList(conversations, bridge)
        self.list_button = IconButton("sidebar", tr("Show or hide the list of chats (Ctrl+B)"))
        self.list_button.setCheckable(True)
        self.title = ElidedLabel("", "muted")
        self.transcript = Transcript()
        self._rows = ExchangeRows(self.transcript)
        self.welcome = Welcome()
        self.composer = Composer(bridge.watch)
        self._below = QVBoxLayout()
        self.new_chat = self.composer.new_chat
        self._problem = PlainLabel("", "error", wrap=True)
        self._problem.hide()
        self._chats_notice = PlainLabel("", "warn-caption", wrap=True)  # while the list that says it is hidden
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        self._keeper.first_draft(self._take_draft)

    @cached_property
    def options(self) -> OptionsPanel:
        """Made when somebody first asks for it: the window is there sooner without."""
        panel = OptionsPanel()
        panel.hide()
        if self._snapshot is not None:
            panel.show_settings(self._snapshot.settings)
        panel.show_options(self.conversation.options)
        panel.changed.connect(self._keep_options)
        panel.settings_changed.connect(self._save)
        self._below.insertWidget(self._below.indexOf(self.composer), panel)
        return panel

    @property
    def _made_options(self) -> OptionsPanel | None:
        return self.__dict__.get("options")

    @property
    def conversation(self) -> Conversation:
        """The chat that is shown."""
        return self._talk.conversation

    @property
    def rows(self) -> list[tuple[QuestionView, AnswerView]]:
        """The question and the answer of each row that is there."""
        return self._rows.rows

    def show_snapshot(self, snapshot: Snapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        self._names = None
        if self._made_options is not None:
            self._made_options.show_settings(snapshot.settings)
        self.welcome.show_snapshot(snapshot)
        if before is None or (before.model, before.startup) != (snapshot.model, snapshot.startup):
            self._forget_count()
        self._refresh()

    def send(self, prompt: str, attachments: Sequence[Attachment] = ()) -> None:
        """Asks the model; the answer's row follows the core's events."""
        instead_of, self._editing = self._editing, None
        self.options.save_system_prompt()
        is_first = not self.conversation.is_kept
        self._talk.ask(prompt, attachments, instead_of)
        if is_first:
            self._keeper.note_draft("", "")  # it is sent: the next new chat does not begin with it
            self._note_content()
        self.transcript.follow()
        self.chats.show_current(self.conversation.id)

    def stop(self) -> None:
        """Stops the running answer, if there is one."""
        self._talk.stop()

    def clear(self) -> None:
        """Begins a new chat; a running answer goes on, and is kept."""
        if self.conversation.exchanges:
            self._talk.begin()
            self._keeper.first_draft(self._take_draft)
        self.composer.edit.setFocus()

    def open(self, conversation_id: str) -> None:
        """Shows a stored chat."""
        self._talk.open(conversation_id)

    def drop(self, conversation_id: str) -> None:
        """A chat was deleted."""
        self._unsent.pop(conversation_id, None)
        self._talk.drop(conversation_id)

    def rename(self, conversation_id: str, title: str) -> None:
        """A chat has another title."""
        self._talk.rename(conversation_id, title)
        self._refresh()

    def save(self) -> None:
        """Stores what is written and not sent, and what could not be stored, before the program ends."""
        self._keeper.keep_again()
        self._keeper.save_draft()

    def retry(self) -> None:
        """Asks the last question again."""
        self.composer.end_editing()
        self._talk.retry()
        self.transcript.follow()
        self.composer.edit.setFocus()  # the button went with the row

    def regenerate(self, index: int) -> None:
        """Asks for another answer beside the one at ``index``."""
        self.composer.end_editing()
        self._talk.regenerate(index)
        self.transcript.follow()
        self.composer.edit.setFocus()  # the button went with the row

    def edit(self, index: int) -> None:
        """Puts an earlier question into the composer; sending it begins a branch."""
        if self._talk.may_branch(index):
            self._editing = index
            exchange = self.conversation.exchanges[index]
            self.composer.begin_editing(exchange.prompt, exchange.attachments)
            self._context.look()

    def choose_branch(self, message_id: str, step: int) -> None:
        """Shows another version of a message."""
        self.composer.end_editing()
        self._talk.choose_branch(message_id, step)
        self._context.look()

    def go_on(self) -> None:
        """Asks for the rest of an answer that broke off."""
        self._talk.go_on()
        self.transcript.follow()

    def show_list(self, shown: bool) -> None:
        """Shows or hides the list of chats, as somebody chose."""
        self._list_wanted = shown
        self._fit_list()

    def search_chats(self) -> None:
        """Puts the cursor where chats are searched."""
        self.show_list(True)
        self.chats.focus_search()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_list()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.composer.read_files(local_files(event.mimeData()))
        event.acceptProposedAction()

    # -- the chat that is shown ---------------------------------------------------------------------------------------

    def _leaving(self) -> None:
        """Keeps what the shown chat needs when it comes back."""
        self.composer.end_editing()
        self._keeper.save_draft()
        content = self.composer.content()
        if content[1] or (content[0] and self.conversation.running):
            self._unsent[self._draft_id()] = content
            for oldest in tuple(self._unsent)[:-MAX_UNSENT]:
                del self._unsent[oldest]

    def _entered(self, draft: str) -> None:
        self._editing, self._counted = None, None
        if self._made_options is not None:
            self._made_options.show_options(self.conversation.options)
        unsent = self._unsent.pop(self._draft_id(), (draft, ()))
        self.composer.blockSignals(True)  # it is no news to the disk
        self.composer.set_content(*unsent)
        self.composer.blockSignals(False)
        self.transcript.follow()
        self.chats.show_current(self.conversation.id if self.conversation.is_kept else "")
        self._context.look()

    def _draft_id(self) -> str:
        return self.conversation.id if self.conversation.is_kept else ""

    def _take_draft(self, draft: str | None, _: MeshnetError | None) -> None:
        if draft and not self.conversation.is_kept and self.composer.content() == ("", ()):
            self.composer.set_content(draft)

    def _note_content(self) -> None:
        self._context.look()
        if not self.composer.is_editing:
            self._keeper.note_draft(self._draft_id(), self.composer.content()[0])

    def _how_to_answer(self) -> HowToAnswer:
        options = self.options
        return HowToAnswer(
            options.system_prompt(), options.sampling(), options.max_tokens.value(), options.overflow_rule
        )

    def _next_messages(self) -> Sequence[Message]:
        """What the model would be given for what is written now."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.model is None or snapshot.startup or self.conversation.running:
            return ()
        text, attachments = self.composer.content()
        if not (text.strip() or attachments or self.conversation.exchanges):
            return ()
        return self.conversation.messages_with(self.options.system_prompt(), text, attachments, self._editing)

    def _take_count(self, num_tokens: int, least_tokens: int) -> None:
        self._counted = num_tokens, least_tokens
        self._refresh()

    def _forget_count(self) -> None:
        self._counted = None
        self._context.look()
        self._refresh()

    def _no_count(self) -> None:
        self._counted = None
        self._refresh()

    def _context_use(self) -> ContextUse | None:
        exchange, model = self.conversation.current, self._snapshot.model if self._snapshot else None
        if model is None:
            return None
        is_running = exchange is not None and exchange.running and exchange.num_prompt_tokens
        if not is_running and not self._counted:
            return None
        limits = model.context_tokens, self.options.max_tokens.value(), self.options.overflow_rule
        if exchange is not None and is_running:
            return ContextUse(exchange.num_prompt_tokens + exchange.num_tokens, *limits, least_tokens=0)
        return ContextUse(self._counted[0], *limits, least_tokens=self._counted[1]) if self._counted else None

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _show_rows(self) -> None:
        self._choose_page()  # so that the rows are laid out in their width only
        self._rows.show(self.conversation, self._known_names())
        self._refresh()

    def _show_current(self) -> None:
        self._rows.show_current(self._known_names())
        self._refresh()

    def _known_names(self) -> Mapping[str, str]:
        """What the peers of now are called; looked up once for each snapshot, and only where somebody chats."""
        if self._names is None:
            self._names = hop_names(self._snapshot) if self._snapshot else NO_NAMES
        return self._names

    def _refresh(self) -> None:
        snapshot = self._snapshot
        blocked = self._blocked_reason()
        self.composer.set_state(self.conversation.running, blocked)
        self.composer.context.set_text(_context_line(snapshot, blocked) if self.rows or blocked else "")
        self.composer.show_use(self._context_use())
        self._choose_page()
        self.new_chat.setEnabled(bool(self.rows))
        self.title.set_text(one_line(self.conversation.title))

    def _choose_page(self) -> None:
        self._stack.setCurrentIndex(1 if self.conversation.exchanges else 0)

    def _blocked_reason(self) -> str:
        """Why nothing can be asked; nothing is said of the next question while an answer still comes over its hops."""
        exchange = self.conversation.current
        if exchange is not None and exchange.phase in ("reading", "writing"):
            return ""
        blocked = blocked_reason(self._snapshot) if self._snapshot else tr("Getting ready")
        if not blocked and not self.conversation.running and self._talk.num_elsewhere >= MAX_RUNNING:
            return tr("{num} other chats are being answered", num=self._talk.num_elsewhere)
        return blocked

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _tell_failure(self, _: object, error: MeshnetError | None) -> None:
        self._say(sentence(str(error)) if error else "")

    def _fit_list(self) -> None:
        shown = self.width() >= zoomed(_ROOM_FOR_LIST) if self._list_wanted is None else self._list_wanted
        low, high = (zoomed(width) for width in _LIST_WIDTHS)
        self.chats.setFixedWidth(max(low, min(high, round(self.width() * _LIST_SHARE))))
        self.chats.setVisible(shown)
        self.list_button.setChecked(shown)
        self.new_chat.setVisible(not shown)  # the list has one
        self._chats_notice.setVisible(not shown and bool(self._chats_notice.text()))

    def _say_of_chats(self, notice: str) -> None:
        self._chats_notice.setText(notice)
        self._chats_notice.setVisible(bool(notice) and self.chats.isHidden())

    # -- building -----------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        welcome = QScrollArea()
        welcome.setObjectName("plain")
        welcome.setWidgetResizable(True)
        at_each_zoom(self.welcome, lambda: self.welcome.setMaximumWidth(zoomed(720)))
        welcome.setWidget(centred(self.welcome, (24, 0, 24, 0)))
        self._stack.addWidget(welcome)
        self._stack.addWidget(self.transcript)
        foot = QWidget()
        at_each_zoom(foot, lambda: foot.setMaximumWidth(zoomed(COLUMN_WIDTH)))
        foot.setLayout(self._below)
        self._below.setContentsMargins(0, 0, 0, 0)
        self._below.setSpacing(6)
        for widget in (self._chats_notice, self._problem, self.composer):
            self._below.addWidget(widget)
        head = row(self.list_button, self.title)
        head.setContentsMargins(10, 8, SIDE, 0)
        head.setStretch(1, 1)
        main = QVBoxLayout()
        main.setSpacing(0)
        main.addLayout(head)
        main.addWidget(self._stack, 1)
        main.addWidget(centred(foot, (SIDE, 4, SIDE, 18)))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.chats)
        layout.addLayout(main, 1)

    def _connect(self) -> None:
        talk, composer, rows = self._talk, self.composer, self._rows
        talk.leaving.connect(self._leaving)
        talk.entered.connect(self._entered)
        talk.moved.connect(self._show_rows)
        talk.grew.connect(self._show_current)
        talk.ended.connect(self._context.look)
        talk.ended.connect(self._refresh)
        talk.problem.connect(self._say)
        self._keeper.failed.connect(self._say)
        self._keeper.stored.connect(self.chats.refresh)
        self._context.counted.connect(self._take_count)
        self._context.unknown.connect(self._no_count)
        self.chats.chosen.connect(self.open)
        self.chats.new_requested.connect(self.clear)
        self.chats.deleted.connect(self.drop)
        self.chats.renamed.connect(self.rename)
        self.chats.noticed.connect(self._say_of_chats)
        self.list_button.clicked.connect(self.show_list)
        composer.sent.connect(self.send)
        composer.stop_requested.connect(self._stop_here)
        composer.changed.connect(self._note_content)
        composer.edit_ended.connect(self._forget_editing)
        composer.options.toggled.connect(self._toggle_options)
        rows.retried.connect(self.retry)
        rows.went_on.connect(self.go_on)
        rows.edited.connect(self.edit)
        rows.regenerated.connect(self.regenerate)
        rows.branched.connect(self.choose_branch)
        self.new_chat.clicked.connect(self.clear)
        self._connect_welcome()
        add_shortcut("stop", self, self._escape)
        add_shortcut("new_chat", self, self.clear)
        add_shortcut("list", self, self.list_button.click)
        add_shortcut("search_chats", self, self.search_chats)
        QTimer.singleShot(0, composer.edit, composer.edit.setFocus)

    def _connect_welcome(self) -> None:
        self.welcome.example.connect(self._send_example)
        self.welcome.starter_requested.connect(self._fetch_starter)
        self.welcome.swarm_model_requested.connect(self._add_model)
        self.welcome.serve_requested.connect(self._serve)
        self.welcome.others_requested.connect(self.others_requested)
        self.welcome.models_requested.connect(self.models_requested)

    # -- what the buttons do ------------------------------------------------------------------------------------------

    def _escape(self) -> None:
        if self.conversation.running:
            self.stop()
        elif self.composer.is_editing:
            self.composer.end_editing()
        elif self.composer.options.isChecked():
            self.composer.options.click()
            self.composer.edit.setFocus()

    def _forget_editing(self) -> None:
        self._editing = None
        self._context.look()

    def _send_example(self, prompt: str) -> None:
        self.send(prompt)
        self.composer.edit.setFocus()

    def _stop_here(self) -> None:
        self.stop()
        self.composer.edit.setFocus()

    def _fetch_starter(self) -> None:
        self._bridge.watch(self._commands.fetch_starter(), self._fetched)

    def _add_model(self, identity: str) -> None:
        self._bridge.watch(self._commands.add_model(identity), self._fetched)

    def _fetched(self, model: ModelView | None, error: MeshnetError | None) -> None:
        self.welcome.status.end_fetching(error)
        chosen = self._snapshot.settings.model if self._snapshot else ""
        if model is not None and chosen not in ("", model.name):  # a model that is gone was chosen
            self._bridge.watch(self._commands.set_model(model.name), self._tell_failure)

    def _toggle_options(self, shown: bool) -> None:
        self.options.setVisible(shown)
        if not shown:
            self.options.save_system_prompt()

    def _keep_options(self, options: dict[str, object]) -> None:
        self._talk.keep_options(options)
        self._context.look()
        self._refresh()

    def _save(self, changes: dict[str, object]) -> None:
        self._bridge.watch(self._commands.change_settings(**changes), self._tell_failure)

    def _serve(self, span: Span) -> None:
        self._bridge.watch(self._commands.set_span(span), self._tell_failure)
        self._bridge.watch(self._commands.set_contributing(True), self._tell_failure)


def _context_line(snapshot: Snapshot | None, blocked: str) -> str:
    if blocked or snapshot is None or snapshot.model is None:
        return blocked
    if snapshot.route is None:  # a hop of the running answer drains
        return short_model(snapshot.model.name)
    hops = snapshot.route.hops
    is_here = {hop.address for hop in hops} == {"local"}
    where = tr("on this computer") if is_here else tr_count(len(hops), "{num} hop", "{num} hops")
    return f"{short_model(snapshot.model.name)} · {where}"
