"""What a face may ask of the core. Every command returns at once; its future ends when the core loop has done it.

Threads: call from any thread. A future's exception is a ``MeshnetError`` with a text for a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

from meshnet_gui.runtime.snapshot import ModelView
from meshnet_gui.types import Message, SamplingParams, Span


class Commands(Protocol):
    """The one door from the GUI and the CLI into the core."""

    def start_generation(self, messages: Sequence[Message], sampling: SamplingParams, max_tokens: int) -> str:
        """Begins an answer and returns its generation id; ``GenerationEvent``s follow on the event bus."""
        ...

    def stop_generation(self, generation_id: str) -> Future[None]:
        """Stops an answer; ``GenerationFinished`` with ``stopped`` follows. Unknown ids are ignored."""
        ...

    def set_contributing(self, on: bool, **changes: Any) -> Future[None]:
        """Switches this computer's node on (load the span, serve it) or off (stop serving, free the memory). Saved.

        ``changes`` are settings that change first, model and span by their setting among them, so that nothing else is
        loaded in between.
        """
        ...

    def set_span(self, span: Span | None) -> Future[None]:
        """Chooses the layers to serve, None = the whole model; reloads if the node is on. Saved."""
        ...

    def set_model(self, name: str) -> Future[None]:
        """Chooses the model to serve and to chat with. Saved."""
        ...

    def serve(self, model: str, span: Span | None, **changes: Any) -> Future[None]:
        """Chooses model and layers at once, None = the whole model; loads them if the node is on. Saved.

        ``changes`` are settings that change with them, so that nothing is loaded in between.
        """
        ...

    def serve_also(self, model: str, span: Span | None) -> Future[None]:
        """Serves one more shard beside what is chosen; idle others make room where they must. Saved."""
        ...

    def stop_shard(self, identity: str, span: Span) -> Future[None]:
        """Stops a shard that is served beside what is chosen. Saved."""
        ...

    def fetch_starter(self) -> Future[ModelView]:
        """Downloads and imports the starter model; the snapshot's ``startup`` says how far it is."""
        ...

    def import_model(self, path: Path) -> Future[ModelView]:
        """Imports a .gguf file or a folder into the model store."""
        ...

    def add_peer(self, address: str) -> Future[None]:
        """Remembers a peer by base URL (``http://host:port``) and probes it; UserError if it is no such address."""
        ...

    def remove_peer(self, address: str) -> Future[None]:
        """Forgets a peer."""
        ...

    def probe_peer(self, address: str) -> Future[None]:
        """Probes a peer now instead of at its next turn."""
        ...

    def evict_session(self, address: str, short_id: str) -> Future[bool]:
        """Drops a session cache: ``address`` "" means our own node (any session, reason ``user``), else a peer,
        where only sessions of ``own_sessions`` can be dropped (reason ``closed``). False if it was gone already."""
        ...

    def change_settings(self, **changes: Any) -> Future[None]:
        """Validates, applies and saves settings by name; UserError names a bad value."""
        ...

    def create_swarm(self, name: str) -> Future[None]:
        """Makes a swarm of one and makes it the active one. Saved. UserError for a name that is taken or no name."""
        ...

    def join_swarm(self, invite: str) -> Future[str]:
        """Joins by a pasted invite, makes that swarm the active one and returns its name. UserError if it is none."""
        ...

    def use_swarm(self, name: str) -> Future[None]:
        """Makes one of the swarms the active one, "" none of them. Saved."""
        ...

    def leave_swarm(self, name: str) -> Future[None]:
        """Leaves and forgets a swarm, and its seed with it."""
        ...

    def rotate_swarm(self, name: str) -> Future[None]:
        """Gives a swarm a new seed: whoever is to stay needs a new invite."""
        ...

    def swarm_invite(self, name: str) -> Future[str]:
        """The swarm's invite as one line of text. Whoever has it is a member."""
        ...

    def resume_generation(self, generation_id: str) -> Future[None]:
        """Goes on with an answer that failed half way, from where it stopped; events follow under the same id."""
        ...
