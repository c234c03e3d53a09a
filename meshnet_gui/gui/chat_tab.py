"""The chat: rows of questions and answers, the composer, and the conversation's way through the core's events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from meshnet_gui.archive.tree import Attachment, ConversationTree
from meshnet_gui.errors import MeshnetError
from meshnet_gui.events import GenerationFailed, GenerationNote
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.composer import Composer, Content
from meshnet_gui.gui.context_meter import ContextUse, ContextWatch
from meshnet_gui.gui.conversation import Conversation
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.exchange_rows import ExchangeRows
from meshnet_gui.gui.format import NO_NAMES, count_text, error_text, short_model
from meshnet_gui.gui.keeper import Keeper
from meshnet_gui.gui.message_view import AnswerView, QuestionView
from meshnet_gui.gui.options_panel import OptionsPanel
from meshnet_gui.gui.prompt_edit import local_files
from meshnet_gui.gui.swarm_words import hop_names, with_names
from meshnet_gui.gui.transcript import COLUMN_WIDTH, SIDE, Transcript
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.welcome import Welcome, blocked_reason
from meshnet_gui.gui.widgets import PlainLabel, centred
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.conversations import Conversations
from meshnet_gui.runtime.snapshot import ModelView, Snapshot
from meshnet_gui.types import Message, Span

MAX_RUNNING = 4
MAX_UNSENT = 32


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
        self._context = ContextWatch(commands, bridge, self._next_messages, self)
        self._snapshot: Snapshot | None = None
        self._names: Mapping[str, str] | None = None
        self._counted: tuple[int, int] | None = None
        self._editing: int | None = None
        self._wanted = ""
        self._elsewhere: dict[str, Conversation] = {}
        self._unsent: dict[str, Content] = {}
        self.conversation = Conversation()
        self.transcript = Transcript()
        self._rows = ExchangeRows(self.transcript)
        self.welcome = Welcome()
        self.composer = Composer(bridge.watch)
        self.options = OptionsPanel()
        self.options.hide()
        self.new_chat = self.composer.new_chat
        self._problem = PlainLabel("", "error", wrap=True)
        self._problem.hide()
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        bridge.generation.connect(self._take_event)
        self._keeper.first_draft(self._take_draft)

    @property
    def rows(self) -> list[tuple[QuestionView, AnswerView]]:
        """The question and the answer of each row that is there."""
        return self._rows.rows

    def show_snapshot(self, snapshot: Snapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        self._names = None
        self.options.show_settings(snapshot.settings)
        self.welcome.show_snapshot(snapshot)
        if before is None or (before.model, before.startup) != (snapshot.model, snapshot.startup):
            self._counted = None
            self._context.look()
        self._refresh()

    def send(self, prompt: str, attachments: Sequence[Attachment] = ()) -> None:
        """Asks the model; the answer's row follows the core's events."""
        if self._editing is None:
            exchange = self.conversation.ask(prompt, attachments)
        else:
            exchange = self.conversation.edit(self._editing, prompt, attachments)
            self._editing = None
        self.options.save_system_prompt()
        self._keeper.keep_question(self.conversation, exchange)
        self._start()

    def stop(self) -> None:
        """Stops the running answer, if there is one."""
        self._stop(self.conversation)

    def clear(self) -> None:
        """Begins a new chat; a running answer goes on, and is kept."""
        if self.conversation.exchanges:
            self._leave()
            self._enter(Conversation(), ("", ()))
            self._keeper.first_draft(self._take_draft)
        self.composer.edit.setFocus()

    def open(self, conversation_id: str) -> None:
        """Shows a stored chat."""
        self._wanted = conversation_id
        if conversation_id == self.conversation.id:
            return
        running = self._elsewhere.get(conversation_id)
        if running is not None:
            self._leave()
            self._enter(running, ("", ()))
        else:
            self._keeper.load(conversation_id, partial(self._loaded, conversation_id))

    def drop(self, conversation_id: str) -> None:
        """A chat was deleted: its answer is stopped, and nothing of it is shown."""
        self._unsent.pop(conversation_id, None)
        gone = self._elsewhere.pop(conversation_id, None)
        if gone is not None:
            self._stop(gone)
        if conversation_id == self.conversation.id:
            self.stop()
            self._enter(Conversation(), ("", ()))

    def save(self) -> None:
        """Stores what is written and not sent, before the program ends."""
        self._keeper.save_draft()

    def retry(self) -> None:
        """Asks the last question again."""
        if self._may_branch() and self.conversation.exchanges[-1].question_id:
            self.conversation.retry()
            self._start()

    def regenerate(self, index: int) -> None:
        """Asks for another answer beside the one at ``index``."""
        if self._may_branch() and self.conversation.exchanges[index].question_id:
            self.conversation.regenerate(index)
            self._start()

    def edit(self, index: int) -> None:
        """Puts an earlier question into the composer; sending it begins a branch."""
        exchange = self.conversation.exchanges[index]
        if not self.conversation.running and exchange.question_id:
            self._editing = index
            self.composer.begin_editing(exchange.prompt, exchange.attachments)

    def go_on(self) -> None:
        """Asks for the rest of an answer that broke off."""
        exchange = self.conversation.current
        if exchange is None or not exchange.may_resume:
            return
        self._say("")
        broken = exchange.error, exchange.hint
        self.conversation.go_on()
        self._keeper.record(self.conversation, exchange)
        future = self._commands.resume_generation(exchange.generation_id)
        self._bridge.watch(future, partial(self._went_on, self.conversation, exchange, broken))
        self.transcript.follow()
        self._show_current()

    def _went_on(
        self,
        conversation: Conversation,
        exchange: Exchange,
        broken: tuple[str, str],
        _: object,
        error: MeshnetError | None,
    ) -> None:
        if error is None or exchange is not conversation.current or exchange.phase != "waiting":
            return
        conversation.fail(*broken)
        self._keeper.keep_answer(conversation, exchange, self._known_names())
        if conversation is self.conversation:
            self._say(error_text(error))
            self._show_current()

    def _may_branch(self) -> bool:
        """Whether another answer can be asked for; a question that is being edited is given up for it."""
        if self.conversation.running or not self.conversation.exchanges:
            return False
        self.composer.end_editing()
        return True

    def _choose_branch(self, message_id: str, step: int) -> None:
        if not self.conversation.running:
            self.composer.end_editing()
            self._keeper.keep_leaf(self.conversation, self.conversation.choose(message_id, step))
            self._show_rows()
            self._context.look()

    def _start(self) -> None:
        exchange = self.conversation.current
        assert exchange is not None
        self._say("")
        try:
            messages = self.conversation.messages(self.options.system_prompt())
            exchange.generation_id = self._commands.start_generation(
                messages, self.options.sampling(), self.options.max_tokens.value(), self.options.overflow_rule
            )
            self._keeper.record(self.conversation, exchange)
        except MeshnetError as exc:
            self._fail_to_start(exchange, exc.text, exc.hint)
        except ValueError as exc:
            self._fail_to_start(exchange, str(exc), tr("Change it under Options."))
        self.transcript.follow()
        self._show_rows()

    def _fail_to_start(self, exchange: Exchange, text: str, hint: str) -> None:
        self.conversation.fail(text, hint)
        self._keeper.keep_answer(self.conversation, exchange, self._known_names())

    def _stop(self, conversation: Conversation) -> None:
        exchange = conversation.current
        if exchange is not None and exchange.running and exchange.generation_id:
            self._bridge.watch(self._commands.stop_generation(exchange.generation_id), self._tell_failure)

    def _take_event(self, event: object) -> None:
        if isinstance(event, GenerationNote | GenerationFailed):
            event = replace(event, text=with_names(event.text, self._known_names()))  # now: the peer may be forgotten
        if self.conversation.apply(event):
            self._keep_if_ended(self.conversation)
            self._show_current()
            return
        for other in tuple(self._elsewhere.values()):
            if other.apply(event) and self._keep_if_ended(other):
                del self._elsewhere[other.id]
                self._refresh()

    def _keep_if_ended(self, conversation: Conversation) -> bool:
        exchange = conversation.current
        if exchange is None or exchange.running:
            return False
        self._keeper.keep_answer(conversation, exchange, self._known_names())
        if conversation is self.conversation:
            self._context.look()
        return True

    def _leave(self) -> None:
        """Keeps what the shown chat needs when it comes back."""
        self.composer.end_editing()
        self._keeper.save_draft()
        content = self.composer.content()
        if self.conversation.running:
            self._elsewhere[self.conversation.id] = self.conversation
        if content[1] or (content[0] and self.conversation.running):
            self._unsent[self.conversation.id if self.conversation.is_kept else ""] = content
            for oldest in tuple(self._unsent)[:-MAX_UNSENT]:
                del self._unsent[oldest]

    def _enter(self, conversation: Conversation, content: Content) -> None:
        self._elsewhere.pop(conversation.id, None)
        self._editing, self._counted = None, None
        self.conversation = conversation
        self._wanted = conversation.id
        self.options.show_options(conversation.options)
        unsent = self._unsent.pop(conversation.id if conversation.is_kept else "", content)
        self.composer.blockSignals(True)  # it is no news to the disk
        self.composer.set_content(*unsent)
        self.composer.blockSignals(False)
        self._say("")
        self.transcript.follow()
        self._show_rows()
        self._context.look()

    def _loaded(self, conversation_id: str, tree: ConversationTree | None, error: MeshnetError | None) -> None:
        if conversation_id != self._wanted or conversation_id == self.conversation.id:
            return
        if tree is None:
            self._say(error_text(error) if error else "")
            return
        self._leave()
        self._enter(Conversation(tree), (tree.draft, ()))

    def _take_draft(self, draft: str | None, _: MeshnetError | None) -> None:
        if draft and not self.conversation.is_kept and self.composer.content() == ("", ()):
            self.composer.set_content(draft)

    def _note_content(self) -> None:
        self._context.look()
        if not self.composer.is_editing:
            self._keeper.note_draft(
                self.conversation.id if self.conversation.is_kept else "", self.composer.content()[0]
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
        self._refresh()

    def _context_use(self) -> ContextUse | None:
        exchange, model = self.conversation.current, self._snapshot.model if self._snapshot else None
        if model is None:
            return None
        limits = model.context_tokens, self.options.max_tokens.value(), self.options.overflow_rule
        if exchange is not None and exchange.running and exchange.num_prompt_tokens:
            return ContextUse(exchange.num_prompt_tokens + exchange.num_tokens, *limits, least_tokens=0)
        return ContextUse(self._counted[0], *limits, least_tokens=self._counted[1]) if self._counted else None

    def _show_rows(self) -> None:
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
        self._stack.setCurrentIndex(1 if self.rows else 0)
        self.new_chat.setEnabled(bool(self.rows))

    def _blocked_reason(self) -> str:
        """Why nothing can be asked; nothing is said of the next question while an answer still comes over its hops."""
        exchange = self.conversation.current
        if exchange is not None and exchange.phase in ("reading", "writing"):
            return ""
        blocked = blocked_reason(self._snapshot) if self._snapshot else tr("Getting ready")
        if not blocked and not self.conversation.running and len(self._elsewhere) >= MAX_RUNNING:
            return tr("{num} other chats are being answered", num=len(self._elsewhere))
        return blocked

    def _tell_failure(self, _: object, error: MeshnetError | None) -> None:
        self._say(str(error) if error else "")

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.composer.read_files(local_files(event.mimeData()))
        event.acceptProposedAction()

    def _lay_out(self) -> None:
        welcome = QScrollArea()
        welcome.setObjectName("plain")
        welcome.setWidgetResizable(True)
        self.welcome.setMaximumWidth(720)
        welcome.setWidget(centred(self.welcome, (24, 0, 24, 0)))
        self._stack.addWidget(welcome)
        self._stack.addWidget(self.transcript)
        foot = QWidget()
        foot.setMaximumWidth(COLUMN_WIDTH)
        below = QVBoxLayout(foot)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(6)
        for widget in (self._problem, self.options, self.composer):
            below.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._stack, 1)
        layout.addWidget(centred(foot, (SIDE, 4, SIDE, 18)))

    def _connect(self) -> None:
        self.composer.sent.connect(self.send)
        self.composer.stop_requested.connect(self._stop_here)
        self.composer.changed.connect(self._note_content)
        self.composer.edit_ended.connect(self._forget_editing)
        self._rows.retried.connect(self.retry)
        self._rows.went_on.connect(self.go_on)
        self._rows.edited.connect(self.edit)
        self._rows.regenerated.connect(self.regenerate)
        self._rows.branched.connect(self._choose_branch)
        self._context.counted.connect(self._take_count)
        self._context.unknown.connect(self._forget_count)
        self._keeper.failed.connect(self._say)
        self.composer.options.toggled.connect(self._toggle_options)
        self.options.changed.connect(self._keep_options)
        self.options.settings_changed.connect(self._save)
        self.new_chat.clicked.connect(self.clear)
        self.welcome.example.connect(self._send_example)
        self.welcome.starter_requested.connect(self._fetch_starter)
        self.welcome.swarm_model_requested.connect(self._add_model)
        self.welcome.serve_requested.connect(self._serve)
        self.welcome.others_requested.connect(self.others_requested)
        self.welcome.models_requested.connect(self.models_requested)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self._escape)
        QShortcut(QKeySequence.StandardKey.New, self, self.clear)
        QTimer.singleShot(0, self.composer.edit, self.composer.edit.setFocus)

    def _escape(self) -> None:
        if self.conversation.running:
            self.stop()
        else:
            self.composer.end_editing()

    def _forget_editing(self) -> None:
        self._editing = None
        self._context.look()

    def _keep_options(self, options: dict[str, object]) -> None:
        self._keeper.keep_options(self.conversation, options)
        self._context.look()
        self._refresh()

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
    where = "on this computer" if {hop.address for hop in hops} == {"local"} else count_text(len(hops), "hop")
    return f"{short_model(snapshot.model.name)} · {where}"
