"""The chat: rows of questions and answers, the composer, and the conversation's way through the core's events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.events import GenerationFailed, GenerationNote
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.composer import Composer
from meshnet_gui.gui.conversation import Conversation
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.format import NO_NAMES, count_text, error_text, short_model
from meshnet_gui.gui.message_view import AnswerView, QuestionView
from meshnet_gui.gui.options_panel import OptionsPanel
from meshnet_gui.gui.swarm_words import hop_names, with_names
from meshnet_gui.gui.transcript import COLUMN_WIDTH, SIDE, Transcript
from meshnet_gui.gui.welcome import Welcome, blocked_reason
from meshnet_gui.gui.widgets import PlainLabel, centred
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.conversations import Conversations
from meshnet_gui.runtime.snapshot import ModelView, Snapshot
from meshnet_gui.types import Span


class ChatTab(QWidget):
    """``others_requested`` and ``models_requested`` ask the window for what lies on other tabs."""

    others_requested = Signal()
    models_requested = Signal()

    def __init__(self, commands: Commands, conversations: Conversations, bridge: Bridge) -> None:
        super().__init__()
        self.setObjectName("page")
        self._commands = commands
        self._conversations = conversations
        self._bridge = bridge
        self._snapshot: Snapshot | None = None
        self._names: Mapping[str, str] | None = None
        self.conversation = Conversation()
        self.rows: list[tuple[QuestionView, AnswerView]] = []
        self.transcript = Transcript()
        self.welcome = Welcome()
        self.composer = Composer()
        self.options = OptionsPanel()
        self.options.hide()
        self.new_chat = self.composer.new_chat
        self._problem = PlainLabel("", "error", wrap=True)
        self._problem.hide()
        self._stack = QStackedWidget()
        self._lay_out()
        self._connect()
        bridge.generation.connect(self._take_event)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._names = None
        self.options.show_settings(snapshot.settings)
        self.welcome.show_snapshot(snapshot)
        self._refresh()

    def send(self, prompt: str) -> None:
        """Asks the model; the answer's row follows the core's events."""
        self.conversation.ask(prompt)
        self._add_row(prompt)
        self._start()

    def stop(self) -> None:
        """Stops the running answer, if there is one."""
        exchange = self.conversation.current
        if exchange is not None and exchange.running and exchange.generation_id:
            self._bridge.watch(self._commands.stop_generation(exchange.generation_id), self._tell_failure)

    def clear(self) -> None:
        """Begins a new chat; a running answer is stopped."""
        self.stop()
        self.conversation = Conversation()
        for question, answer in self.rows:
            self.transcript.remove(question)
            self.transcript.remove(answer)
        self.rows.clear()
        self.transcript.follow()
        self._say("")
        self._refresh()
        self.composer.edit.setFocus()

    def retry(self) -> None:
        """Asks the last question again."""
        if self.conversation.running or not self.rows:
            return
        exchange = self.conversation.retry()
        for widget in self.rows.pop():
            self.transcript.remove(widget)
        self._add_row(exchange.prompt)
        self._start()

    def go_on(self) -> None:
        """Asks for the rest of an answer that broke off."""
        exchange = self.conversation.current
        if exchange is None or not exchange.may_resume:
            return
        self._say("")
        broken = exchange.error, exchange.hint
        self.conversation.go_on()
        future = self._commands.resume_generation(exchange.generation_id)
        self._bridge.watch(future, partial(self._went_on, exchange, broken))
        self.transcript.follow()
        self._show_current()

    def _went_on(self, exchange: Exchange, broken: tuple[str, str], _: object, error: MeshnetError | None) -> None:
        if error is None or exchange is not self.conversation.current or exchange.phase != "waiting":
            return
        self.conversation.fail(*broken)
        self._say(error_text(error))
        self._show_current()

    def _start(self) -> None:
        exchange = self.conversation.current
        assert exchange is not None
        self._say("")
        self.options.save_system_prompt()
        try:
            messages = self.conversation.messages(self.options.system_prompt())
            sampling = self.options.sampling()
            exchange.generation_id = self._commands.start_generation(
                messages, sampling, self.options.max_tokens.value()
            )
        except MeshnetError as exc:
            self.conversation.fail(exc.text, exc.hint)
        except ValueError as exc:
            self.conversation.fail(str(exc), "Change it under Options.")
        self.transcript.follow()
        self._show_current()

    def _take_event(self, event: object) -> None:
        if isinstance(event, GenerationNote | GenerationFailed):
            event = replace(event, text=with_names(event.text, self._known_names()))  # now: the peer may be forgotten
        if self.conversation.apply(event):
            self._show_current()

    def _show_current(self) -> None:
        exchange = self.conversation.current
        if exchange is not None and self.rows:
            self.rows[-1][1].show_exchange(exchange, self._known_names())
        self._refresh()

    def _known_names(self) -> Mapping[str, str]:
        """What the peers of now are called; looked up once for each snapshot, and only where somebody chats."""
        if self._names is None:
            self._names = hop_names(self._snapshot) if self._snapshot else NO_NAMES
        return self._names

    def _add_row(self, prompt: str) -> None:
        for _, answer in self.rows:
            answer.set_retry_allowed(False)
        question, answer = QuestionView(prompt), AnswerView()
        answer.retry.connect(self.retry)
        answer.go_on.connect(self.go_on)
        self.rows.append((question, answer))
        for widget in (question, answer):
            self.transcript.add(widget)

    def _refresh(self) -> None:
        snapshot = self._snapshot
        blocked = self._blocked_reason()
        self.composer.set_state(self.conversation.running, blocked)
        self.composer.context.set_text(_context_line(snapshot, blocked) if self.rows or blocked else "")
        self._stack.setCurrentIndex(1 if self.rows else 0)
        self.new_chat.setEnabled(bool(self.rows))

    def _blocked_reason(self) -> str:
        """Why nothing can be asked; nothing is said of the next question while an answer still comes over its hops."""
        exchange = self.conversation.current
        if exchange is not None and exchange.phase in ("reading", "writing"):
            return ""
        return blocked_reason(self._snapshot) if self._snapshot else "Getting ready"

    def _tell_failure(self, _: object, error: MeshnetError | None) -> None:
        self._say(str(error) if error else "")

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

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
        self.composer.options.toggled.connect(self._toggle_options)
        self.options.changed.connect(self._save)
        self.new_chat.clicked.connect(self.clear)
        self.welcome.example.connect(self._send_example)
        self.welcome.starter_requested.connect(self._fetch_starter)
        self.welcome.swarm_model_requested.connect(self._add_model)
        self.welcome.serve_requested.connect(self._serve)
        self.welcome.others_requested.connect(self.others_requested)
        self.welcome.models_requested.connect(self.models_requested)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.stop)
        QShortcut(QKeySequence.StandardKey.New, self, self.clear)
        QTimer.singleShot(0, self.composer.edit, self.composer.edit.setFocus)

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
