"""One frozen picture of the whole program's real state: all that a panel may draw and the CLI may print.

Taken on the core loop thread, about twice a second and at once after a change, and published as ``SnapshotTaken``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from meshnet_gui.modelstore.sizes import ModelSizes
from meshnet_gui.settings import NodeLimits, Settings, node_limits
from meshnet_gui.types import NodeStatus, Route, Span

PEER_STATES = ("probing", "online", "not_ready", "other_model", "other_precision", "offline")


@dataclass(frozen=True, slots=True)
class ModelView:
    """A model on this computer's disk. ``sizes`` says what a span of it needs; None where its files cannot be read."""

    name: str
    identity: str
    num_layers: int
    context_tokens: int
    weight_bytes: int
    sizes: ModelSizes | None = None


@dataclass(frozen=True, slots=True)
class PeerView:
    """A peer as its last probe left it. ``status`` is what it said then; None before the first answer.

    ``remembered`` peers were entered by hand and are saved; the others live as long as the program.
    """

    address: str
    state: str
    status: NodeStatus | None = None
    latency_ms: float | None = None
    remembered: bool = True
    error: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that the faces show.

    ``node`` is this computer's own node and ``node_address`` its URL ("" while it is off). ``route`` is what a
    generation would take now; without one, ``missing`` names the layers that nobody serves. ``startup`` says what is
    still being prepared ("" when nothing is); ``notice`` is one thing the user should know (a settings file set aside).
    ``limits`` hold for the node; ``free_bytes`` is the memory that a new shard may take, 0 where nobody knows.
    ``own_sessions`` are the short ids of sessions that this program's chats opened on any node.
    """

    settings: Settings
    model: ModelView | None = None
    models: tuple[ModelView, ...] = ()
    node: NodeStatus = field(default_factory=NodeStatus)
    node_address: str = ""
    peers: tuple[PeerView, ...] = ()
    route: Route | None = None
    missing: tuple[Span, ...] = ()
    num_generating: int = 0
    own_sessions: frozenset[str] = frozenset()
    startup: str = ""
    notice: str = ""
    limits: NodeLimits = field(default_factory=lambda: node_limits(Settings(), {}))
    free_bytes: int = 0


@dataclass(frozen=True, slots=True)
class SnapshotTaken:
    """The event that carries a new snapshot."""

    snapshot: Snapshot
