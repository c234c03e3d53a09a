"""Chat: conversations become prompts, prompts become generations, each in a task of its own that can be stopped.

Threads: the core loop only. What happens is told on the event bus.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from meshnet_gui.errors import MachineError, MeshnetError, UserError
from meshnet_gui.events import (
    EventBus,
    GenerationFailed,
    GenerationFinished,
    GenerationNote,
    GenerationRecovered,
    GenerationStarted,
    GenerationText,
    PrefillProgress,
)
from meshnet_gui.head.generation import Constraint, Generation, Listeners, Tokenizer, room_for_answer
from meshnet_gui.head.history import HistoryBudget
from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.kept_sessions import KeptSession, KeptSessions
from meshnet_gui.head.overflow import fitting_prompt, most_prompt_tokens
from meshnet_gui.head.own_answers import OwnAnswers
from meshnet_gui.head.pipeline import Pipeline
from meshnet_gui.head.recovery import Faults, NoFaults, Recovery, nobody_changes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import GenerationResult, Hop, Message, Route, SamplingParams, Span, ToolSupport
from meshnet_gui.wire.messages import GREEDY, mint_session_id, short_id

log = logging.getLogger(__name__)

MAX_OWN_SESSIONS = 64
MAX_BROKEN = 16
MAX_PLACES = 6  # that running and kept sessions together take of a hop, which gives one client so many
CLOSING_PATIENCE_S = 1.0
MAX_CHARS_ON_LOOP = 20_000  # of a prompt, which takes some milliseconds there
CHARS_OF_A_MESSAGE = 100  # what writing one out takes beside its text
_NO_TEMPLATE = "This model has no chat template; the conversation was sent as plain text."


class ChatTokenizer(Tokenizer, Protocol):
    """A tokenizer that also knows the model's chat template.

    ``own_ids`` says with which ids an answer was written, so that they need not be guessed from its text.
    """

    @property
    def has_chat_template(self) -> bool: ...
    @property
    def tool_support(self) -> ToolSupport: ...
    def control_id(self, name: str) -> int | None: ...
    def encode_chat(
        self,
        messages: Sequence[dict[str, Any]],
        own_ids: Callable[[str], Sequence[int] | None] = ...,
        tools: Sequence[Mapping[str, Any]] = ...,
    ) -> list[int]: ...


def no_constraint(spec: ModelSpec, tokenizer: ChatTokenizer, grammar: str) -> Constraint:
    """Where nobody knows grammars."""
    raise UserError("This program cannot hold an answer to a form.")


Constrain = Callable[[ModelSpec, ChatTokenizer, str], Constraint]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a generation needs of the rest of the program, asked anew each time: they change.

    ``route`` is for a prompt of so many tokens and an answer of so many at most.
    ``constrain`` makes a grammar's constraint, in another thread, or raises UserError.
    ``goes_on``: whether a session that has a route may go on over it. The others are for when a hop fails; they say
    what those of ``head.recovery.Recovery`` do. ``subscribe_gone`` takes whom to tell that a peer has left the swarm.
    """

    model: Callable[[], ModelSpec]
    tokenizer: Callable[[ModelSpec], Awaitable[ChatTokenizer]]
    route: Callable[[ModelSpec, int, int], Awaitable[Route]]
    constrain: Constrain = no_constraint
    goes_on: Callable[[ModelSpec, Route], bool] = lambda spec, route: False
    replacement: Callable[[ModelSpec, Span, frozenset[str]], tuple[Hop, ...] | None] = lambda spec, span, avoid: None
    changed: Callable[[], Awaitable[None]] = nobody_changes
    is_leaving: Callable[[str], bool] = lambda address: False
    faults: Faults = NoFaults()  # noqa: RUF009  # it holds nothing
    subscribe_gone: Callable[[Callable[[str], None]], object] = lambda listener: None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked for. ``text`` is a plain prompt in place of ``messages``; ``spec`` None: the model of chats.

    ``stops`` are texts that end the answer. ``grammar`` is the form that it has to have, as ``engine.grammar`` reads
    it. ``tools`` are functions that the model may want called, as OpenAI describes them. ``marks`` are control tokens
    whose names are text of the answer. ``overflow``: see ``head.overflow``.
    """

    messages: Sequence[Message] = ()
    sampling: SamplingParams = GREEDY
    max_tokens: int = 1024
    overflow: str = "stop"
    text: str | None = None
    spec: ModelSpec | None = None
    stops: Sequence[str] = ()
    grammar: str = ""
    tools: Sequence[Mapping[str, Any]] = ()
    marks: Sequence[str] = ()


@dataclass(slots=True)
class _Asked:
    """A question, and how far its answer is; kept where it broke off, so that it can go on.

    ``publish`` is told what happens, in events; ``prompt_ids`` are what was sent.
    """

    question: Question
    publish: Callable[[object], None]
    spec: ModelSpec | None = None
    generation: Generation | None = None
    prompt_ids: Sequence[int] = ()

    @property
    def sampling(self) -> SamplingParams:
        """With where the answer begins, where that changes anything."""
        sampling = self.question.sampling
        if not (sampling.frequency_penalty or sampling.presence_penalty):
            return sampling
        return replace(sampling, answer_start=len(self.prompt_ids))


class Chat:
    """Runs generations. ``own_sessions`` remembers the full ids of the latest, by what the hops show of them."""

    def __init__(self, client: HopClient, surroundings: Surroundings, events: EventBus) -> None:
        self._client = client
        self._surroundings = surroundings
        self._events = events
        self._budget = HistoryBudget()
        self._kept = KeptSessions(self._budget, self._close_later)
        self._answers = OwnAnswers()
        surroundings.subscribe_gone(client.gone)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopping: set[str] = set()
        self._broken: dict[str, _Asked] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self.own_sessions: dict[str, str] = {}

    @property
    def num_generating(self) -> int:
        return len(self._tasks)

    def start(
        self,
        messages: Sequence[Message],
        sampling: SamplingParams,
        max_tokens: int,
        generation_id: str,
        overflow: str = "stop",
    ) -> None:
        """Begins an answer; what happens, its end too, is told on the event bus."""
        self.ask(Question(messages, sampling, max_tokens, overflow), generation_id, self._events.publish)

    def ask(self, question: Question, generation_id: str, publish: Callable[[object], None]) -> None:
        """Begins an answer; ``publish`` is told what happens, as ``events.GenerationEvent``, the end exactly once."""
        self._begin(_Asked(question, publish), generation_id)

    async def count_tokens(self, messages: Sequence[Message]) -> int:
        """How many tokens the prompt has. Raises UserError where there is no model, BadModelFile for its tokenizer."""
        spec = self._surroundings.model()
        tokenizer = await self._surroundings.tokenizer(spec)
        return len(await asyncio.to_thread(_encode, tokenizer, self._own_ids(spec), messages))

    def resume(self, generation_id: str) -> None:
        """Goes on with an answer that broke off, with the ids that it has so far, on a route of now.

        Its events follow under the same id: the text that is still missing, and then its end. Raises UserError where
        nothing is left of it.
        """
        asked = self._broken.pop(generation_id, None)
        if asked is None:
            raise UserError("This answer cannot go on any more.", "Ask again.")
        self._begin(asked, generation_id)

    def _begin(self, asked: _Asked, generation_id: str) -> None:
        task = asyncio.create_task(self._run(asked, generation_id), name="generation")
        self._tasks[generation_id] = task
        task.add_done_callback(lambda task: self._forget(generation_id, task, asked))

    async def stop(self, generation_id: str) -> None:
        """Stops an answer and waits until it has ended; an unknown id is ignored."""
        task = self._tasks.get(generation_id)
        if task is None:
            return
        if generation_id not in self._stopping:  # a second cancel would hit the clean-up of the first
            self._stopping.add(generation_id)
            task.cancel()
        await asyncio.wait([task])

    async def close(self) -> None:
        """Stops every answer."""
        await asyncio.gather(*(self.stop(generation_id) for generation_id in list(self._tasks)))
        self._kept.clear()
        for task in self._closing:
            task.cancel()

    def _forget(self, generation_id: str, task: asyncio.Task[None], asked: _Asked) -> None:
        self._tasks.pop(generation_id, None)
        self._stopping.discard(generation_id)
        if task.cancelled():  # before its first line ran: nobody else tells its end
            asked.publish(_stopped_event(generation_id, asked.generation))

    async def _run(self, asked: _Asked, generation_id: str) -> None:
        pipeline: Pipeline | None = None
        try:
            spec = asked.spec = asked.spec or asked.question.spec or self._surroundings.model()
            tokenizer = await self._surroundings.tokenizer(spec)
            asked.prompt_ids, num_left_out = await self._prompt(asked, tokenizer, spec)
            room_for_answer(len(asked.prompt_ids), spec.context_tokens)  # before any network
            constraint = await self._constraint(asked, tokenizer, spec)
            kept = None if asked.generation is not None else self._kept.take(str(spec.identity), asked.prompt_ids)
            pipeline = None if kept is None else kept[0].pipeline
            await self._make_room()
            pipeline = await self._on_its_route(asked, spec, generation_id, pipeline)
            num_held = kept[1] if kept is not None and pipeline is kept[0].pipeline else 0
            asked.publish(GenerationStarted(generation_id, pipeline.route, len(asked.prompt_ids)))
            if not tokenizer.has_chat_template and asked.question.text is None:
                asked.publish(GenerationNote(generation_id, _NO_TEMPLATE))
            if num_left_out:
                asked.publish(GenerationNote(generation_id, _left_out(num_left_out)))
            result = await self._generate(asked, pipeline, tokenizer, constraint, generation_id, num_held)
            self._keep(asked, pipeline, result)
            log.info("answered %d tokens at %.1f tokens/s", len(result.token_ids), result.tokens_per_s)
            asked.publish(GenerationFinished(generation_id, result))
        except asyncio.CancelledError:
            await self._stopped(generation_id, asked, pipeline)
        except MeshnetError as exc:
            await self._failed(generation_id, exc, asked, pipeline)
        except Exception as exc:
            log.exception("a generation failed")
            error = MachineError(f"Something went wrong ({type(exc).__name__}).", "See the log.")
            await self._failed(generation_id, error, asked, pipeline)

    async def _make_room(self) -> None:
        """Sessions that are kept give their places up, and a hop hears of that before it is sent another one.

        It would refuse that one else, as one too many of ours.
        """
        self._kept.make_room(MAX_PLACES - len(self._tasks))
        if self._closing and len(self._tasks) + len(self._kept) + len(self._closing) > MAX_PLACES:
            await asyncio.wait(set(self._closing), timeout=CLOSING_PATIENCE_S)

    async def _on_its_route(
        self, asked: _Asked, spec: ModelSpec, generation_id: str, kept: Pipeline | None
    ) -> Pipeline:
        """The session that was kept, where it may go on over the hops that it has; else a new one."""
        swarm, num_tokens = self._surroundings, len(asked.prompt_ids)
        client = self._waiting_client(asked.publish, generation_id)
        if kept is None or not swarm.goes_on(spec, kept.route):
            route = await swarm.route(spec, num_tokens, asked.question.max_tokens)
            if kept is None or route != kept.route:
                if kept is not None:
                    self._close_later(kept)
                return self._pipeline(route, spec, asked.sampling, client)
        kept.take_up(client, asked.sampling)
        return kept

    async def _constraint(self, asked: _Asked, tokenizer: ChatTokenizer, spec: ModelSpec) -> Constraint | None:
        """What the answer is held to; one that goes on has its own. Raises BadForm."""
        if asked.generation is not None or not asked.question.grammar:
            return None
        return await asyncio.to_thread(self._surroundings.constrain, spec, tokenizer, asked.question.grammar)

    async def _generate(
        self,
        asked: _Asked,
        pipeline: Pipeline,
        tokenizer: ChatTokenizer,
        constraint: Constraint | None,
        generation_id: str,
        num_held: int,
    ) -> GenerationResult:
        """The whole answer, or what is missing of it."""
        if asked.generation is not None:
            return await asked.generation.go_on(pipeline)
        spec, question = asked.spec, asked.question
        assert spec is not None
        asked.generation = Generation(
            pipeline,
            tokenizer,
            context_tokens=spec.context_tokens,
            max_tokens=question.max_tokens,
            stops=question.stops,
            shown=question.marks,
            constraint=constraint,
            listeners=_listeners(asked.publish, generation_id),
        )
        return await asked.generation.run(asked.prompt_ids, num_held)

    def _keep(self, asked: _Asked, pipeline: Pipeline, result: GenerationResult) -> None:
        """What the next turn of the conversation will need: the session, and with which ids the answer was written."""
        assert asked.spec is not None
        identity, ids = str(asked.spec.identity), [*asked.prompt_ids, *result.token_ids]
        if result.finish in ("eos", "length"):
            self._answers.remember(identity, result.text, result.token_ids)
        pipeline.rest()
        if 0 < pipeline.num_held <= len(ids):
            self._kept.add(KeptSession(identity, ids[: pipeline.num_held], pipeline))
        else:
            self._close_later(pipeline)

    def _own_ids(self, spec: ModelSpec) -> Callable[[str], Sequence[int] | None]:
        return partial(self._answers.ids_of, str(spec.identity))

    async def _prompt(self, asked: _Asked, tokenizer: ChatTokenizer, spec: ModelSpec) -> tuple[Sequence[int], int]:
        """The prompt's ids, and how many messages were left out of it. A long one must not hold the loop up."""
        question = asked.question
        if asked.prompt_ids:
            return asked.prompt_ids, 0
        if question.text is not None:
            return await asyncio.to_thread(tokenizer.encode, question.text), 0
        encode = partial(_encode, tokenizer, self._own_ids(spec), tools=question.tools)
        most_tokens = most_prompt_tokens(spec.context_tokens, question.max_tokens)
        if _weight(question, MAX_CHARS_ON_LOOP) <= MAX_CHARS_ON_LOOP:
            return fitting_prompt(question.messages, encode, most_tokens, question.overflow)
        return await asyncio.to_thread(fitting_prompt, question.messages, encode, most_tokens, question.overflow)

    def _close_later(self, pipeline: Pipeline) -> None:
        """Its hops may forget the session; nobody waits for that."""
        task = asyncio.create_task(_close(pipeline), name="close session")
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _pipeline(self, route: Route, spec: ModelSpec, sampling: SamplingParams, client: HopClient) -> Pipeline:
        session_id = mint_session_id()
        self._remember_session(session_id)
        swarm = self._surroundings
        return Pipeline(
            client,
            route,
            session_id,
            str(spec.identity),
            spec.hidden_size,
            sampling,
            spec.vocab_size,
            ids_to_every_hop=spec.needs_token_ids,
            recovery=Recovery(partial(swarm.replacement, spec), swarm.changed, swarm.is_leaving, swarm.faults),
            budget=self._budget,
            on_session=self._remember_session,
        )

    def _remember_session(self, session_id: str) -> None:
        self.own_sessions[short_id(session_id)] = session_id
        while len(self.own_sessions) > MAX_OWN_SESSIONS:
            del self.own_sessions[next(iter(self.own_sessions))]

    def _waiting_client(self, publish: Callable[[object], None], generation_id: str) -> HopClient:
        return self._client.telling(lambda text: publish(GenerationNote(generation_id, text)))

    async def _stopped(self, generation_id: str, asked: _Asked, pipeline: Pipeline | None) -> None:
        """Tells the user at once, then the hops, so that they free the session instead of waiting for its TTL."""
        asked.publish(_stopped_event(generation_id, asked.generation))
        if pipeline is not None:
            await _close(pipeline)

    async def _failed(self, generation_id: str, error: MeshnetError, asked: _Asked, pipeline: Pipeline | None) -> None:
        partial = asked.generation.progress.text if asked.generation is not None else ""
        is_user_error = isinstance(error, UserError)
        if not is_user_error:
            self._broken[generation_id] = asked
            while len(self._broken) > MAX_BROKEN:
                del self._broken[next(iter(self._broken))]
        asked.publish(
            GenerationFailed(generation_id, error.text, error.hint, partial, is_user_error, type(error).__name__)
        )
        if pipeline is not None:
            await _close(pipeline)


def _listeners(publish: Callable[[object], None], generation_id: str) -> Listeners:
    return Listeners(
        on_text=lambda text, num_tokens, logprobs: publish(GenerationText(generation_id, text, num_tokens, logprobs)),
        on_prefill=lambda done, total: publish(PrefillProgress(generation_id, done, total)),
        on_recovery=lambda text: publish(GenerationNote(generation_id, text)),
        on_recovered=lambda recovered: publish(GenerationRecovered(generation_id, recovered)),
    )


def _stopped_event(generation_id: str, generation: Generation | None) -> GenerationFinished | GenerationFailed:
    """What there is of the answer; also of one that was to go on and had not got a route yet."""
    if generation is None:
        return GenerationFailed(generation_id, "Stopped before it began.", "", "")
    return GenerationFinished(generation_id, generation.result("stopped"))


async def _close(pipeline: Pipeline) -> None:
    with suppress(asyncio.CancelledError):  # the program ends; the hops' TTL does the rest
        await pipeline.close()


def _weight(question: Question, most: int) -> int:
    """About how many characters the prompt has; it is not counted on beyond ``most``. Tools count as many."""
    weight = (most + 1) * bool(question.tools)
    for message in question.messages:
        arguments = sum(len(call.arguments) for call in message.tool_calls)
        weight += CHARS_OF_A_MESSAGE + len(message.content) + arguments
        if weight > most:
            break
    return weight


def _encode(
    tokenizer: ChatTokenizer,
    own_ids: Callable[[str], Sequence[int] | None],
    messages: Sequence[Message],
    tools: Sequence[Mapping[str, Any]] = (),
) -> list[int]:
    return tokenizer.encode_chat([_as_templates_have_it(message) for message in messages], own_ids, tools)


def _as_templates_have_it(message: Message) -> dict[str, Any]:
    """With the arguments of calls as an object, which is what chat templates write out."""
    said: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        said["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.loads(call.arguments)},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        said["tool_call_id"] = message.tool_call_id
    if message.name:
        said["name"] = message.name
    return said


def _left_out(num_messages: int) -> str:
    if num_messages == 1:
        return "One earlier message was left out: the chat is longer than the model's context."
    return f"{num_messages} earlier messages were left out: the chat is longer than the model's context."


def new_generation_id() -> str:
    return secrets.token_hex(8)
