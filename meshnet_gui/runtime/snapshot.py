"""One frozen picture of the whole program's real state: all that a panel may draw and the CLI may print.

Taken on the core loop thread, about twice a second and at once after a change, and published as ``SnapshotTaken``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from meshnet_gui.settings import NodeLimits, Settings, node_limits
from meshnet_gui.types import NodeStatus, Route, Span

if TYPE_CHECKING:  # the window must be there before what reads models is loaded
    from meshnet_gui.api.request_log import RequestLine
    from meshnet_gui.modelstore.sizes import ModelSizes

STARTING = "Starting Meshnet..."
PEER_STATES = ("probing", "online", "joining", "draining", "not_ready", "other_model", "other_precision", "offline")
ROADS = ("", "direct", "relayed")
SWARM_STATES = ("off", "opening", "alone", "connected", "blocked")
SHARING = ("always", "rules", "paused")
API_STATES = ("off", "starting", "on", "failed")
UPDATE_STATES = ("", "looking", "asked", "failed")
FETCH_STATES = ("waiting", "adding", "fetching", "checking", "paused", "failed")


@dataclass(frozen=True, slots=True)
class ModelView:
    """A model on this computer's disk. ``sizes`` says what a span of it needs; None where its files cannot be read.

    ``weight_bytes`` is the whole model's. ``held`` are the layers that are here, ``held_bytes`` what they take;
    ``is_whole``: all of it is here. ``can_fetch``: pieces of it can be fetched, and removed without harm. ``used_at``
    is when it was last used, in seconds since 1970, 0 where nobody knows.
    """

    name: str
    identity: str
    num_layers: int
    context_tokens: int
    weight_bytes: int
    sizes: ModelSizes | None = None
    held: tuple[Span, ...] = ()
    held_bytes: int = 0
    is_whole: bool = True
    can_fetch: bool = False
    used_at: float = 0.0


@dataclass(frozen=True, slots=True)
class FetchView:
    """A fetch of one model's pieces, one of ``FETCH_STATES``; it is gone from the snapshot when all has come.

    ``adding`` is before the model is in the store: its small files. ``span``: the layers that were asked for last.
    ``text`` says why it failed, waits or is paused. ``dropped`` are sentences on who is asked no more, or only where
    nobody else is left. Units: bytes, bytes per second, seconds (None: nobody knows).
    """

    model: str
    state: str
    span: Span | None = None
    done_bytes: int = 0
    total_bytes: int = 0
    bytes_per_s: float = 0.0
    eta_s: float | None = None
    hub_bytes: int = 0
    peer_bytes: int = 0
    num_peers: int = 0
    text: str = ""
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SwarmModelView:
    """A model that members of the active swarm serve. ``missing`` are the layers that nobody serves ready.

    ``name`` and ``identity`` are as members say; ``is_here``: it is in our store under the same identity.
    """

    name: str
    identity: str
    num_layers: int
    num_members: int
    missing: tuple[Span, ...] = ()
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """What a look at all that is here of a model has found; ``text`` says it to a person."""

    name: str
    is_sound: bool
    text: str


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A repository that a search on the hub found. ``gated``: its terms must be accepted there first."""

    repository: str
    downloads: int = 0
    licence: str = ""
    gated: bool = False


@dataclass(frozen=True, slots=True)
class BrokenModel:
    """A folder among the models that cannot be used as one, and why."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class DiskView:
    """The model store's disk. ``limit_bytes`` is the user's, 0 for none. ``leftovers`` is what no model needs."""

    used_bytes: int = 0
    free_bytes: int = 0
    limit_bytes: int = 0
    num_leftovers: int = 0
    leftover_bytes: int = 0
    broken: tuple[BrokenModel, ...] = ()


@dataclass(frozen=True, slots=True)
class PeerView:
    """A peer as its last probe left it. ``status`` is what it said then; None before the first answer.

    ``remembered`` peers were entered by hand and are saved; the others live as long as the program. A member of the
    swarm has a ``node_id`` and the ``name`` that it gives itself; ``road`` says how it is reached, and is empty while
    nobody knows; ``alive`` says that the swarm sees it, answering or not. ``decode_tps`` is its measured speed in
    tokens per second for one layer, 0 where unknown.
    """

    address: str
    state: str
    status: NodeStatus | None = None
    latency_ms: float | None = None
    remembered: bool = True
    error: str = ""
    node_id: str = ""
    name: str = ""
    road: str = ""
    decode_tps: float = 0.0
    alive: bool = False


@dataclass(frozen=True, slots=True)
class SwarmView:
    """One swarm that this computer belongs to; only the active one is ever anything but ``off``.

    ``state`` is ``alone`` while no other member is seen, ``blocked`` where this computer cannot talk to the network at
    all; ``problem`` then says why and what to do. ``num_members`` counts the members that are there now, this
    computer among them. ``reach`` says in plain words who can reach this node directly. ``rendezvous`` are the
    addresses that its invite names.
    """

    name: str
    swarm_id: str
    state: str = "off"
    num_members: int = 0
    rendezvous: tuple[str, ...] = ()
    problem: str = ""
    reach: str = ""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the rules of sharing look at, as it is now; None where this computer cannot tell.

    ``idle_s``: how long nobody has touched keyboard or mouse. ``busy_percent``: how much of the whole processor other
    programs use. ``apps`` are those of ``Settings.wait_for_apps`` that run. ``weekday`` counts from Monday = 0,
    ``minute`` from midnight, both in local time; ``time`` is in seconds since 1970.
    """

    time: float = 0.0
    weekday: int = 0
    minute: int = 0
    idle_s: float | None = None
    on_battery: bool | None = None
    busy_percent: float | None = None
    metered: bool | None = None
    apps: tuple[str, ...] = ()
    own_memory_bytes: int = 0
    total_memory_bytes: int = 0


@dataclass(frozen=True, slots=True)
class RuleCheck:
    """What one rule says now: ``rule`` is the setting's name, ``text`` a sentence for a person."""

    rule: str
    allows: bool
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether this computer would share under some settings and conditions, and why (or why not), in one sentence."""

    shares: bool = False
    reason: str = ""
    checks: tuple[RuleCheck, ...] = ()


@dataclass(frozen=True, slots=True)
class SharingView:
    """The switch, one of ``SHARING``, and what follows from it now.

    ``reason`` is always there: why this computer shares, or why not. ``paused_until`` is when a pause for a time ends,
    in seconds since 1970, 0 where there is none. ``finishing``: others' sessions are waited for before the pause.
    ``frees_in_s``: after how many seconds the layers leave the memory, None where they are not kept. ``keeps_awake``:
    the system is kept from sleeping.
    """

    position: str = "paused"
    shares: bool = False
    reason: str = ""
    paused_until: float = 0.0
    finishing: bool = False
    frees_in_s: float | None = None
    keeps_awake: bool = False
    checks: tuple[RuleCheck, ...] = ()
    conditions: Conditions = field(default_factory=Conditions)


@dataclass(frozen=True, slots=True)
class ApiView:
    """The local API, one of ``API_STATES``; ``error`` says why it failed. ``requests`` are the latest, oldest first.

    ``address`` is what programs are told, without ``/v1``. Never the key.
    """

    state: str = "off"
    address: str = ""
    error: str = ""
    num_running: int = 0
    num_waiting: int = 0
    requests: tuple[RequestLine, ...] = ()


@dataclass(frozen=True, slots=True)
class UpdateView:
    """What is known of a newer version; ``state`` is one of ``UPDATE_STATES``, empty while nobody asked in this run.

    ``can_look``: this build knows where to ask; None before anybody has looked. ``version`` is the newer one, empty
    where there is none, and ``page`` what tells of it, empty where there is none that may be opened. ``tells``: the
    window is to say so by itself.
    """

    can_look: bool | None = None
    state: str = ""
    version: str = ""
    page: str = ""
    error: str = ""
    tells: bool = False


@dataclass(frozen=True, slots=True)
class Sample:
    """One moment of the node's recent past, for a plot. ``ago_s`` is how much older it is than the newest one.

    ``tokens_per_s``: positions that this computer computed for others and for itself, on average since the moment
    before. ``sent_bytes_per_s`` is weights and results. ``free_bytes`` is the computer's free memory.
    """

    ago_s: float
    tokens_per_s: float = 0.0
    sent_bytes_per_s: float = 0.0
    free_bytes: int = 0
    cache_bytes: int = 0
    num_sessions: int = 0


@dataclass(frozen=True, slots=True)
class DayTotals:
    """What this computer gave on one day, ``2026-11-30`` in local time. ``shared_s``: how long it answered others."""

    day: str
    tokens: int = 0
    shared_s: float = 0.0
    sent_bytes: int = 0
    num_sessions: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that the faces show.

    ``alone`` is the whole model for our own chats, served to nobody (``off`` while it is not loaded).
    ``node`` is this computer's own node and ``node_address`` its URL ("" while it is off); at ``health_address``
    programs on this computer hear whether it is ready. ``route`` is what a generation would take now; without one,
    ``missing`` names the layers that nobody serves. ``startup`` says what is still being prepared ("" when nothing is);
    ``notice`` is one thing the user should know (a settings file set aside).
    ``limits`` hold for the node; ``free_bytes`` is the memory that a new shard may take, 0 where nobody knows.
    ``swarm`` is the active swarm, one of ``swarms``; ``node_id`` is this computer's. ``assignment`` is one sentence
    on why the node serves what it serves, ``route_note`` one on the route (splitting would be slower).
    ``own_sessions`` are the short ids of sessions that this program's chats opened on any node.
    ``importing`` says how far the import of a file or folder is, "" while there is none.
    ``has_starter``: the starter model came with the program, so that nothing is downloaded for it.
    ``recent`` is the last hour of the node, oldest first.
    ``is_signed_in``: whether there is a token of the hub; None while nobody has looked.
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
    swarm: SwarmView | None = None
    swarms: tuple[SwarmView, ...] = ()
    node_id: str = ""
    assignment: str = ""
    route_note: str = ""
    alone: NodeStatus = field(default_factory=NodeStatus)
    health_address: str = ""
    fetches: tuple[FetchView, ...] = ()
    swarm_models: tuple[SwarmModelView, ...] = ()
    disk: DiskView = field(default_factory=DiskView)
    is_signed_in: bool | None = None
    importing: str = ""
    has_starter: bool = False
    sharing: SharingView = field(default_factory=SharingView)
    recent: tuple[Sample, ...] = ()
    api: ApiView = field(default_factory=ApiView)
    updates: UpdateView = field(default_factory=UpdateView)


@dataclass(frozen=True, slots=True)
class SnapshotTaken:
    """The event that carries a new snapshot."""

    snapshot: Snapshot
