"""The chat that is shown and those that are still answered elsewhere: asking, branching, stopping, opening, storing.

Knows no widget: it says what changed, and the tab draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from meshnet_gui.archive.tree import Attachment, ConversationTree
from meshnet_gui.errors import MeshnetError
from meshnet_gui.events import GenerationFailed, GenerationNote
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.conversation import Conversation
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.format import error_text
from meshnet_gui.gui.keeper import Keeper
from meshnet_gui.gui.swarm_words import with_names
from meshnet_gui.gui.translation import sentence, tr
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.types import SamplingParams

MAX_RUNNING = 4


@dataclass(frozen=True, slots=True)
class HowToAnswer:
    """What a chat's options say of its next answer."""

    system_prompt: str
    sampling: SamplingParams
    max_tokens: int
    overflow: str


class Talk(QObject):
    """``how`` gives the options of the chat that is shown, and raises ValueError where they make no sense.

    ``leaving`` comes before another chat is shown, and ``entered`` after it, with the draft that is stored of it.
    ``moved``: rows came or went. ``grew``: the running answer did. ``ended``: it is there, or broke off.
    ``problem`` carries what went wrong beside the rows, "" once it is over.
    """

    leaving = Signal()
    entered = Signal(str)
    moved = Signal()
    grew = Signal()
    ended = Signal()
    problem = Signal(str)

    def __init__(
        self,
        commands: Commands,
        keeper: Keeper,
        bridge: Bridge,
        how: Callable[[], HowToAnswer],
        names: Callable[[], Mapping[str, str]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._commands = commands
        self._keeper = keeper
        self._bridge = bridge
        self._how = how
        self._names = names
        self._wanted = ""
        self._elsewhere: dict[str, Conversation] = {}
        self.conversation = Conversation()
        bridge.generation.connect(self.take_event)

    @property
    def num_elsewhere(self) -> int:
        """How many chats are answered that are not shown."""
        return len(self._elsewhere)

    # -- which chat ---------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """A new chat; a running answer goes on, and is kept."""
        self._leave()
        self._enter(Conversation(), "")

    def open(self, conversation_id: str) -> None:
        """Shows a stored chat."""
        self._wanted = conversation_id
        if conversation_id == self.conversation.id:
            return
        running = self._elsewhere.get(conversation_id)
        if running is not None:
            self._leave()
            self._enter(running, "")
        else:
            self._keeper.load(conversation_id, partial(self._loaded, conversation_id))

    def drop(self, conversation_id: str) -> None:
        """A chat was deleted: its answer is stopped, and nothing of it is shown."""
        gone = self._elsewhere.pop(conversation_id, None)
        if gone is not None:
            self._stop(gone)
        if conversation_id == self.conversation.id:
            self.stop()
            self._enter(Conversation(), "")

    def rename(self, conversation_id: str, title: str) -> None:
        """A chat has another title, whether it is shown or answered elsewhere."""
        for conversation in (self.conversation, *self._elsewhere.values()):
            if conversation.id == conversation_id:
                conversation.title = title

    def _loaded(self, conversation_id: str, tree: ConversationTree | None, error: MeshnetError | None) -> None:
        if conversation_id != self._wanted or conversation_id == self.conversation.id:
            return
        if tree is None:
            self.problem.emit(sentence(error_text(error)) if error else "")
            return
        self._leave()
        self._enter(Conversation(tree), tree.draft)

    def _leave(self) -> None:
        self.leaving.emit()
        if self.conversation.running:
            self._elsewhere[self.conversation.id] = self.conversation

    def _enter(self, conversation: Conversation, draft: str) -> None:
        self._elsewhere.pop(conversation.id, None)
        self.conversation = conversation
        self._wanted = conversation.id
        self.problem.emit("")
        self.entered.emit(draft)
        self.moved.emit()

    # -- what is asked ------------------------------------------------------------------------------------------------

    def ask(self, prompt: str, attachments: Sequence[Attachment] = (), instead_of: int | None = None) -> None:
        """Asks the model; ``instead_of`` is the row of an earlier question, beside which this one begins a branch."""
        if instead_of is None:
            exchange = self.conversation.ask(prompt, attachments)
        else:
            exchange = self.conversation.edit(instead_of, prompt, attachments)
        self._keeper.keep_question(self.conversation, exchange)
        self._start()

    def retry(self) -> None:
        """Asks the last question again."""
        if self.may_branch(-1):
            self.conversation.retry()
            self._start()

    def regenerate(self, index: int) -> None:
        """Asks for another answer beside the one at ``index``."""
        if self.may_branch(index):
            self.conversation.regenerate(index)
            self._start()

    def may_branch(self, index: int) -> bool:
        """Whether the question of a row can be asked again now."""
        exchanges = self.conversation.exchanges
        return not self.conversation.running and bool(exchanges) and bool(exchanges[index].question_id)

    def choose_branch(self, message_id: str, step: int) -> None:
        """Shows the version of a message that is ``step`` further."""
        if not self.conversation.running:
            self._keeper.keep_leaf(self.conversation, self.conversation.choose(message_id, step))
            self.moved.emit()

    def go_on(self) -> None:
        """Asks for the rest of an answer that broke off."""
        exchange = self.conversation.current
        if exchange is None or not exchange.may_resume:
            return
        self.problem.emit("")
        broken = exchange.error, exchange.hint
        self.conversation.go_on()
        self._keeper.record(self.conversation, exchange)
        future = self._commands.resume_generation(exchange.generation_id)
        self._bridge.watch(future, partial(self._went_on, self.conversation, exchange, broken))
        self.grew.emit()

    def stop(self) -> None:
        """Stops the running answer, if there is one."""
        self._stop(self.conversation)

    def keep_options(self, options: Mapping[str, object]) -> None:
        """The shown chat's own options, as they are now."""
        self._keeper.keep_options(self.conversation, options)

    def _start(self) -> None:
        exchange = self.conversation.current
        assert exchange is not None
        self.problem.emit("")
        try:
            how = self._how()
            messages = self.conversation.messages(how.system_prompt)
            exchange.generation_id = self._commands.start_generation(
                messages, how.sampling, how.max_tokens, how.overflow
            )
            self._keeper.record(self.conversation, exchange)
        except MeshnetError as exc:
            self._fail_to_start(exchange, exc.text, exc.hint)
        except ValueError as exc:
            self._fail_to_start(exchange, str(exc), tr("Change it under Options."))
        self.moved.emit()

    def _fail_to_start(self, exchange: Exchange, text: str, hint: str) -> None:
        self.conversation.fail(text, hint)
        self._keeper.keep_answer(self.conversation, exchange, self._names())

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
        self._end(conversation, exchange)
        if conversation is self.conversation:
            self.problem.emit(sentence(error_text(error)))

    def _stop(self, conversation: Conversation) -> None:
        exchange = conversation.current
        if exchange is not None and exchange.running and exchange.generation_id:
            self._bridge.watch(self._commands.stop_generation(exchange.generation_id), self._tell_failure)

    def _tell_failure(self, _: object, error: MeshnetError | None) -> None:
        self.problem.emit(sentence(str(error)) if error else "")

    # -- what comes back ----------------------------------------------------------------------------------------------

    def take_event(self, event: object) -> None:
        """Takes an event of any chat's answer in."""
        if isinstance(event, GenerationNote | GenerationFailed):
            event = replace(event, text=with_names(event.text, self._names()))  # now: the peer may be forgotten
        for conversation in (self.conversation, *self._elsewhere.values()):
            if conversation.apply(event):
                exchange = conversation.current
                if exchange is not None and not exchange.running:
                    self._end(conversation, exchange)
                elif conversation is self.conversation:
                    self.grew.emit()
                return

    def _end(self, conversation: Conversation, exchange: Exchange) -> None:
        self._elsewhere.pop(conversation.id, None)
        self._keeper.keep_answer(conversation, exchange, self._names())
        if conversation is self.conversation:
            self.grew.emit()
        self.ended.emit()
