"""A core without a core: commands that record what was asked and end when the test says so."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from meshnet_gui.archive.tree import ConversationTree, StoredMessage
from meshnet_gui.errors import MeshnetError
from meshnet_gui.events import EventBus
from meshnet_gui.runtime.snapshot import ModelCheck, Snapshot, SnapshotTaken
from meshnet_gui.types import Message, SamplingParams, Span
from tests.gui.samples import IDLE
from tests.unkept import UnkeptConversations

T = TypeVar("T")


class FakeCommands:
    """Records every call. Futures end at once, unless ``hold`` keeps them or ``fail_with`` breaks them."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.hold = False
        self.fail_with: Exception | None = None
        self.held: list[Future[Any]] = []
        self.answers: dict[str, Any] = {}

    def _record(self, name: str, *args: Any) -> Future[Any]:
        self.calls.append((name, *args))
        future: Future[Any] = Future()
        if self.hold:
            self.held.append(future)
        elif self.fail_with is not None:
            future.set_exception(self.fail_with)
        else:
            future.set_result(self.answers.get(name))
        return future

    def named(self, name: str) -> list[tuple[Any, ...]]:
        """The arguments of every call of one command."""
        return [call[1:] for call in self.calls if call[0] == name]

    def start_generation(
        self, messages: Sequence[Message], sampling: SamplingParams, max_tokens: int, overflow: str = "stop"
    ) -> str:
        asked = tuple(messages), sampling, max_tokens, *([overflow] if overflow != "stop" else [])
        self.calls.append(("start_generation", *asked))
        if isinstance(self.fail_with, MeshnetError):
            raise self.fail_with
        return f"g{len(self.named('start_generation'))}"

    def stop_generation(self, generation_id: str) -> Future[None]:
        return self._record("stop_generation", generation_id)

    def api_key(self) -> Future[str]:
        return self._record("api_key")

    def new_api_key(self) -> Future[str]:
        return self._record("new_api_key")

    def look_for_update(self) -> Future[None]:
        return self._record("look_for_update")

    def dismiss_update(self) -> Future[None]:
        return self._record("dismiss_update")

    def set_contributing(self, on: bool, **changes: Any) -> Future[None]:
        return self._record("set_contributing", on, *([changes] if changes else []))

    def count_tokens(self, messages: Sequence[Message]) -> Future[int]:
        return self._record("count_tokens", tuple(messages))

    def set_sharing(self, position: str, **changes: Any) -> Future[None]:
        return self._record("set_sharing", position, *([changes] if changes else []))

    def pause_for(self, seconds: float) -> Future[None]:
        return self._record("pause_for", seconds)

    def running_apps(self) -> Future[tuple[str, ...]]:
        return self._record("running_apps")

    def set_metered(self, value: bool | None) -> None:
        self.calls.append(("set_metered", value))

    def preview_placement(self) -> Future[str]:
        return self._record("preview_placement")

    def totals(self, num_days: int) -> Future[tuple[Any, ...]]:
        return self._record("totals", num_days)

    def set_span(self, span: Span | None) -> Future[None]:
        return self._record("set_span", span)

    def set_model(self, name: str) -> Future[None]:
        return self._record("set_model", name)

    def serve(self, model: str, span: Span | None, **changes: Any) -> Future[None]:
        return self._record("serve", model, span, *([changes] if changes else []))

    def serve_also(self, model: str, span: Span | None) -> Future[None]:
        return self._record("serve_also", model, span)

    def stop_shard(self, identity: str, span: Span) -> Future[None]:
        return self._record("stop_shard", identity, span)

    def fetch_starter(self) -> Future[Any]:
        return self._record("fetch_starter")

    def import_model(self, path: Path) -> Future[Any]:
        return self._record("import_model", path)

    def add_model(self, name: str, revision: str = "") -> Future[Any]:
        return self._record("add_model", name, *([revision] if revision else []))

    def fetch_layers(self, model: str, span: Span | None) -> Future[None]:
        return self._record("fetch_layers", model, span)

    def pause_fetch(self, model: str) -> Future[None]:
        return self._record("pause_fetch", model)

    def resume_fetch(self, model: str) -> Future[None]:
        return self._record("resume_fetch", model)

    def cancel_fetch(self, model: str) -> Future[None]:
        return self._record("cancel_fetch", model)

    def remove_model(self, model: str) -> Future[None]:
        return self._record("remove_model", model)

    def remove_layers(self, model: str, span: Span) -> Future[int]:
        return self._record("remove_layers", model, span)

    def verify_model(self, model: str) -> Future[ModelCheck]:
        return self._record("verify_model", model)

    def remove_leftovers(self) -> Future[int]:
        return self._record("remove_leftovers")

    def search_hub(self, text: str) -> Future[tuple[Any, ...]]:
        return self._record("search_hub", text)

    def sign_in_to_hub(self, token: str) -> Future[None]:
        return self._record("sign_in_to_hub", token)

    def look_at_account(self) -> Future[None]:
        return self._record("look_at_account")

    def add_peer(self, address: str) -> Future[None]:
        return self._record("add_peer", address)

    def remove_peer(self, address: str) -> Future[None]:
        return self._record("remove_peer", address)

    def probe_peer(self, address: str) -> Future[None]:
        return self._record("probe_peer", address)

    def evict_session(self, address: str, short_id: str) -> Future[bool]:
        return self._record("evict_session", address, short_id)

    def create_swarm(self, name: str) -> Future[None]:
        return self._record("create_swarm", name)

    def join_swarm(self, invite: str) -> Future[str]:
        return self._record("join_swarm", invite)

    def use_swarm(self, name: str) -> Future[None]:
        return self._record("use_swarm", name)

    def leave_swarm(self, name: str) -> Future[None]:
        return self._record("leave_swarm", name)

    def rotate_swarm(self, name: str) -> Future[None]:
        return self._record("rotate_swarm", name)

    def swarm_invite(self, name: str) -> Future[str]:
        return self._record("swarm_invite", name)

    def resume_generation(self, generation_id: str) -> Future[None]:
        return self._record("resume_generation", generation_id)

    def change_settings(self, **changes: Any) -> Future[None]:
        return self._record("change_settings", changes)


class FakeConversations(UnkeptConversations):
    """Conversations in memory. ``fail_with`` breaks every future; ``told`` are those that ``record`` was asked for."""

    def __init__(self, events: EventBus, clock: Callable[[], float] = time.time) -> None:
        super().__init__(events, clock)
        self.fail_with: MeshnetError | None = None
        self.told: list[tuple[str, str, StoredMessage]] = []

    def record(self, generation_id: str, conversation_id: str, message: StoredMessage) -> None:
        self.told.append((generation_id, conversation_id, message))
        super().record(generation_id, conversation_id, message)

    def tree(self, conversation_id: str = "") -> ConversationTree:
        """One as it is stored now, the latest without an id."""
        return self.load(conversation_id or self.list().result()[0].id).result()

    def _do(self, work: Callable[[], T]) -> Future[T]:
        if self.fail_with is None:
            return super()._do(work)
        future: Future[T] = Future()
        future.set_exception(self.fail_with)
        return future


class FakeCore:
    """What ``run_app`` is given: a bus, the fake commands and a snapshot to begin with."""

    def __init__(self, snapshot: Snapshot = IDLE) -> None:
        self.commands = FakeCommands()
        self.events = EventBus()
        self.conversations = FakeConversations(self.events)
        self.first = snapshot
        self.started: Future[None] = Future()
        self.num_starts = 0
        self.stopped_after: list[float] = []

    def snapshot(self) -> Snapshot:
        return self.first

    def start(self) -> Future[None]:
        self.num_starts += 1
        return self.started

    def stop(self, timeout_s: float) -> None:
        self.stopped_after.append(timeout_s)

    def hurry(self) -> None:
        """Nobody is waited for."""

    def publish(self, snapshot: Snapshot) -> None:
        self.events.publish(SnapshotTaken(snapshot))
