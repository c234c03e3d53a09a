"""What a face may ask of the core. Every command returns at once; its future ends when the core loop has done it.

Threads: call from any thread. A future's exception is a ``MeshnetError`` with a text for a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

from meshnet_gui.modelstore.progress import Progress, silent
from meshnet_gui.runtime.snapshot import DayTotals, FoundModel, ModelCheck, ModelView
from meshnet_gui.types import Message, SamplingParams, Span


class Commands(Protocol):
    """The one door from the GUI and the CLI into the core."""

    def start_generation(
        self, messages: Sequence[Message], sampling: SamplingParams, max_tokens: int, overflow: str = "stop"
    ) -> str:
        """Begins an answer and returns its generation id; ``GenerationEvent``s follow on the event bus.

        ``overflow`` is one of ``settings.OVERFLOWS``: what happens when the messages are more than the model can take.
        """
        ...

    def count_tokens(self, messages: Sequence[Message]) -> Future[int]:
        """How many tokens the prompt of these messages has for the chosen model; UserError without one."""
        ...

    def set_sharing(self, position: str, **changes: Any) -> Future[None]:
        """The switch: ``always``, by my ``rules`` or ``paused``. Ends a pause for a time. Saved, with ``changes``."""
        ...

    def pause_for(self, seconds: float) -> Future[None]:
        """Pauses sharing for a time, whatever the switch says; 0 ends such a pause. Saved, for a restart in between."""
        ...

    def running_apps(self) -> Future[tuple[str, ...]]:
        """The programs that run now, by the names of their files: what ``Settings.wait_for_apps`` may name."""
        ...

    def set_metered(self, value: bool | None) -> None:
        """Whether the network is paid by volume, as the face hears of it; None where it cannot tell."""
        ...

    def preview_placement(self) -> Future[str]:
        """Which layers this computer would serve if it shared now, in a sentence; "" where there is no swarm."""
        ...

    def totals(self, num_days: int) -> Future[tuple[DayTotals, ...]]:
        """What this computer gave on each of the last days that it gave anything on, oldest first."""
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
        """Imports the starter model, downloaded where it did not come along; ``startup`` says how far it is."""
        ...

    def import_model(self, path: Path) -> Future[ModelView]:
        """Imports a .gguf file or a folder into the model store."""
        ...

    def add_model(self, name: str, revision: str = "") -> Future[ModelView]:
        """Makes a model known here by its small files: one of the catalogue, a repository of the hub, or one that the
        swarm serves, by name or identity. It can then be chatted with through the swarm, and its layers fetched."""
        ...

    def fetch_layers(self, model: str, span: Span | None) -> Future[None]:
        """Brings the layers to this disk that are not here, None = all; ends when they are, or when it was paused or
        cancelled. ``Snapshot.fetches`` says how far it is."""
        ...

    def pause_fetch(self, model: str) -> Future[None]:
        """What has come stays; it does not go on by itself, not even after a restart."""
        ...

    def resume_fetch(self, model: str) -> Future[None]:
        """Goes on with a fetch that was paused or failed."""
        ...

    def cancel_fetch(self, model: str) -> Future[None]:
        """Gives a fetch up; unfinished pieces go, finished ones stay."""
        ...

    def remove_model(self, model: str) -> Future[None]:
        """Deletes a model from the disk; UserError while it is loaded."""
        ...

    def remove_layers(self, model: str, span: Span) -> Future[int]:
        """Deletes layers of a model in pieces from the disk, with what only they need; the bytes that this frees.
        UserError while they are in use, and while the model is being fetched."""
        ...

    def verify_model(self, model: str, progress: Progress = silent) -> Future[ModelCheck]:
        """Compares all that is here with its digests, and samples with the hub; any thread calls ``progress``."""
        ...

    def remove_leftovers(self) -> Future[int]:
        """Deletes what no model needs; the bytes that this frees."""
        ...

    def search_hub(self, text: str) -> Future[tuple[FoundModel, ...]]:
        """Repositories of the hub whose name has the text, the most used first."""
        ...

    def sign_in_to_hub(self, token: str) -> Future[None]:
        """Remembers an access token of the hub, which the hub is asked about; an empty one signs out."""
        ...

    def look_at_account(self) -> Future[None]:
        """Finds out whether one is signed in to the hub, for the snapshot to say. Nobody is asked, but it takes the
        hub's library, which is not loaded for that when the program starts."""
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

    def look_for_update(self) -> Future[None]:
        """Asks now whether a newer version was published; the snapshot's ``updates`` then says what came of it."""
        ...

    def dismiss_update(self) -> Future[None]:
        """The window says no more by itself that this newer version is there. Saved."""
        ...

    def api_key(self) -> Future[str]:
        """The key that other programs show to the local API; made now where there is none."""
        ...

    def new_api_key(self) -> Future[str]:
        """Another key; programs that have only the old one are let in no more."""
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
