"""Hand-made snapshots of every state that the app can show; the tests and the gallery draw from them."""

from __future__ import annotations

from dataclasses import replace

from meshnet_gui.modelstore.sizes import ModelSizes, Weights
from meshnet_gui.runtime.snapshot import ModelView, PeerView, Snapshot, SwarmView
from meshnet_gui.settings import Settings
from meshnet_gui.types import (
    EvictionRecord,
    GenerationResult,
    Hop,
    NodeStatus,
    Route,
    SessionStatus,
    ShardStatus,
    Span,
)

IDENTITY = "local/SmolLM2-135M-Instruct@1:0123456789abcdef:float32:gguf-1"
SIZES = ModelSizes(
    (Weights(3_540_000, 1_152),) * 30, Weights(28_312_500), Weights(0, 576), tied=True, kv_bytes=(1_536,) * 30
)
MODEL = ModelView("local/SmolLM2-135M-Instruct", IDENTITY, 30, 8192, 538_000_000, SIZES)
OTHER_MODEL = ModelView("local/Gemma-3-270M", "local/Gemma-3-270M@1:fedcba9876543210:float32", 18, 32768, 1_070_000_000)
FIRST, SECOND = "http://127.0.0.1:51001", "http://127.0.0.1:51002"
ROUTE = Route((Hop(FIRST, Span(0, 15)), Hop(SECOND, Span(15, 30))))
OWN_ROUTE = Route((Hop("local", Span(0, 15)), Hop(SECOND, Span(15, 30))))

OFF = NodeStatus()
LOADING = NodeStatus("loading", MODEL.name, IDENTITY, Span(0, 15), 30)
FAILED = NodeStatus("failed", MODEL.name, IDENTITY, Span(0, 15), 30, error="Port 8000 is in use by another program.")
SHARD = ShardStatus(
    state="ready",
    model_name=MODEL.name,
    identity=IDENTITY,
    span=Span(0, 15),
    num_layers=30,
    shard_bytes=325_000_000,
    dtype="float32",
    runner="lean",
    context_tokens=8192,
    kv_bytes_per_token=23_040,
    worst_case_bytes=1_398_741_824,
)
READY = NodeStatus(
    state="ready",
    model_name=MODEL.name,
    identity=IDENTITY,
    span=Span(0, 15),
    num_layers=30,
    shard_bytes=325_000_000,
    dtype="float32",
    limit_bytes=1_073_741_824,
    max_sessions=8,
    ttl_s=600.0,
    counters={"requests": 0, "tokens": 0, "cache_misses": 0, "refusals": 0, "evictions": 0},
    shards=(SHARD,),
    worst_case_bytes=1_398_741_824,
)


def session(
    short_id: str, num_tokens: int, state: str = "idle", age_s: float = 75, idle_s: float = 12
) -> SessionStatus:
    """One session whose bytes follow its tokens."""
    return SessionStatus(short_id, Span(0, 15), num_tokens, num_tokens * 23_040, state, age_s, idle_s, 600 - idle_s)


SESSIONS = (
    session("3fa91c07", 412, "decode", 63, 0),
    session("b81e02d4", 1893, "idle", 412, 37),
    session("07cc5a9e", 96, "prefill", 2, 0),
)
EVICTIONS = (
    EvictionRecord("c2d17f60", "closed", 211, 4_861_440, 44),
    EvictionRecord("91ab33e0", "ttl", 1024, 23_592_960, 190),
    EvictionRecord("5e77d012", "lru", 77, 1_774_080, 1300),
    EvictionRecord("e0419bb2", "user", 310, 7_142_400, 1420),
    EvictionRecord("3fa91c07", "replaced", 128, 2_949_120, 1500),
)
BUSY = replace(
    READY,
    sessions=SESSIONS,
    evictions=EVICTIONS,
    used_bytes=sum(each.num_bytes for each in SESSIONS),
    counters={"requests": 1873, "tokens": 9214, "cache_misses": 3, "refusals": 1, "evictions": 5},
)
_FULL_SESSIONS = tuple(
    session(f"{number:x}a0b{number:x}c7d", 700 + 331 * number, age_s=90 * number + 20) for number in range(8)
)
ROUNDED_IDENTITY = IDENTITY.replace(":float32:", ":int4_fitted32:")
ROUNDED_SHARD = replace(SHARD, identity=ROUNDED_IDENTITY, shard_bytes=42_500_000, runner="lean int4")
ROUNDED = replace(BUSY, identity=ROUNDED_IDENTITY, shard_bytes=42_500_000, shards=(ROUNDED_SHARD,))
OTHER_SHARD = replace(
    SHARD,
    model_name=OTHER_MODEL.name,
    identity=OTHER_MODEL.identity,
    span=Span(0, 6),
    num_layers=18,
    shard_bytes=604_000_000,
    context_tokens=32768,
    kv_bytes_per_token=12_288,
    worst_case_bytes=1_677_741_824,
)
TWO_SHARDS = replace(
    BUSY,
    shards=(SHARD, OTHER_SHARD),
    sessions=(*SESSIONS[:2], replace(SESSIONS[2], span=Span(0, 6), shard=1)),
    worst_case_bytes=2_002_741_824,
)
NO_MEMORY = "Layers 0-18 of Gemma-3-270M need 1.2 GB of memory, and 700 MB are free. Layers 0-3 would fit."
ONE_FAILED = replace(
    BUSY,
    shards=(
        SHARD,
        replace(OTHER_SHARD, state="failed", span=Span(0, 18), shard_bytes=0, worst_case_bytes=0, error=NO_MEMORY),
    ),
)
SECOND_LOADING = replace(BUSY, shards=(SHARD, replace(OTHER_SHARD, state="loading", shard_bytes=0, worst_case_bytes=0)))
FULL = replace(
    BUSY,
    sessions=_FULL_SESSIONS,
    used_bytes=1_073_741_824,
    counters={"requests": 48_211, "tokens": 201_933, "cache_misses": 41, "refusals": 317, "evictions": 288},
)
PEER_STATUS = replace(
    BUSY,
    span=Span(15, 30),
    shards=(replace(SHARD, span=Span(15, 30)),),
    sessions=tuple(replace(each, span=Span(15, 30)) for each in SESSIONS[:2]),
)

ONLINE = PeerView(SECOND, "online", PEER_STATUS, 0.8)
OFFLINE = PeerView("http://192.168.1.40:8000", "offline", PEER_STATUS, None, True, "No answer for 3 min.")
OTHER = PeerView(
    "http://gpu-box.lan:8000",
    "other_model",
    replace(READY, model_name=OTHER_MODEL.name, span=Span(0, 18), num_layers=18, shards=()),
    2.4,
    True,
    "It serves Gemma-3-270M.",
)
ROUNDED_PEER = PeerView(
    "http://192.168.1.21:51001",
    "other_precision",
    replace(PEER_STATUS, identity=ROUNDED_IDENTITY, shards=(replace(ROUNDED_SHARD, span=Span(15, 30)),)),
    3.1,
)
STORED_PEER = PeerView(SECOND, "other_precision", PEER_STATUS, 0.8)
NOT_READY = PeerView("http://192.168.1.77:8000", "not_ready", LOADING, 11.2, False)
PROBING = PeerView("http://10.0.0.9:9000", "probing", None, None, True)

SETTINGS = Settings(model=MODEL.name)
STARTING = Snapshot(SETTINGS, startup="Loading the program's libraries…")
STARTING_AGAIN = replace(STARTING, settings=replace(SETTINGS, contributing=True))
NO_MODEL = Snapshot(SETTINGS)
NO_MODEL_FAILED = Snapshot(
    replace(SETTINGS, contributing=True),
    node=NodeStatus(
        "failed", error="There is no model on this computer yet. Import one: meshnet models import FILE.gguf"
    ),
)
NO_ROUTE = Snapshot(
    SETTINGS, MODEL, (MODEL, OTHER_MODEL), READY, "http://127.0.0.1:8000", missing=(Span(15, 30),), peers=(OFFLINE,)
)
IDLE = Snapshot(
    replace(SETTINGS, contributing=True, span="0-15"),
    MODEL,
    (MODEL, OTHER_MODEL),
    READY,
    "http://127.0.0.1:51001",
    (ONLINE,),
    OWN_ROUTE,
)
TIGHT = replace(IDLE, free_bytes=400_000_000)
NO_ROOM = replace(IDLE, free_bytes=20_000_000)
NO_PRECISION = (
    "Layers 0-15 cannot be served in 8 bit on this computer: models of type gpt2 have no lean form. "
    "Serve the weights as stored instead."
)
WORKING = replace(
    IDLE,
    node=BUSY,
    peers=(ONLINE, OTHER, NOT_READY, OFFLINE, PROBING),
    own_sessions=frozenset({"3fa91c07"}),
    num_generating=1,
)

ANSWER = """The capital of France is **Paris**. It lies on the *Seine* and has about 2.1 million inhabitants.

A few things it is known for:

- the Eiffel Tower, built for the World's Fair of 1889
- the Louvre, with more than 35,000 works on show
- its [metro](https://en.wikipedia.org/wiki/Paris_M%C3%A9tro), one of the densest in the world

```python
def greet(city: str) -> str:
    return f"Bonjour, {city}!"
```

Ask me if you want to know more about `greet`."""

RESULT = GenerationResult(ANSWER, tuple(range(64)), 41, "eos", ROUTE, 12.34, 0.41, 0, True)

ME, LAPTOP, GAMING, ATTIC = (letter * 64 for letter in "1a7c")
SWARM = SwarmView("Our house", "5e" * 32, "connected", 4, ("box.example.org:7447",))
SWARM_OFF = SwarmView("Reading circle", "77" * 32)
REACHED = "Everybody in the swarm reaches this computer directly."
UNREACHED = (
    "Computers in this network reach this one directly; from elsewhere what is sent goes through box.example.org. "
    "To be reached directly, open port 51001 (TCP) in your router."
)
BLOCKED = (
    "Meshnet may not use the network. Allow it in the firewall, on a Mac under System Settings, Privacy & Security, "
    "Local Network."
)
ASSIGNED = "This computer serves layers 0-15 because only one other computer has them; all 30 would not fit its memory."
ROUTE_NOTE = "This computer holds the whole model, so splitting it would only be slower."
INVITE = "meshnet1-" + "k7Qw9xT2" * 24 + "-4f1c"
MEMBER_LAPTOP = PeerView(
    f"node:{LAPTOP}", "online", PEER_STATUS, 0.8, False, "", LAPTOP, "kitchen laptop", "direct", decode_tps=1240.0
)
MEMBER_GAMING = PeerView(
    f"node:{GAMING}",
    "online",
    replace(PEER_STATUS, span=Span(0, 20), shards=(replace(SHARD, span=Span(0, 20)),)),
    38.4,
    False,
    "",
    GAMING,
    "gaming PC",
    "relayed",
    decode_tps=9800.0,
)
JOINING = NodeStatus(
    "joining", MODEL.name, IDENTITY, Span(12, 30), 30, shards=(replace(SHARD, state="joining", span=Span(12, 30)),)
)
DRAINING = replace(BUSY, state="draining", shards=(replace(SHARD, state="draining"),))
MEMBER_ATTIC = PeerView(f"node:{ATTIC}", "joining", JOINING, 4.1, False, "", ATTIC, "attic-mini", "direct")
MEMBER_LEAVING = replace(
    MEMBER_GAMING,
    state="draining",
    status=replace(DRAINING, span=Span(0, 20), shards=(replace(SHARD, state="draining", span=Span(0, 20)),)),
)
UNANSWERED = "Node 77777777 does not answer (none of its 2 addresses answers, nor a relay)."
MEMBER_LEFT = replace(MEMBER_GAMING, state="offline", latency_ms=None, road="", error=UNANSWERED)
PLAIN = PeerView("http://192.168.1.40:51001", "online", PEER_STATUS, 1.9)
SWARM_ROUTE = Route(
    (Hop("local", Span(0, 12)), Hop(f"node:{GAMING}", Span(12, 20)), Hop(f"node:{LAPTOP}", Span(20, 30)))
)
IN_SWARM = replace(
    WORKING,
    settings=replace(WORKING.settings, span=""),
    peers=(MEMBER_LAPTOP, MEMBER_GAMING, MEMBER_ATTIC, PLAIN),
    route=SWARM_ROUTE,
    swarm=replace(SWARM, reach=UNREACHED),
    swarms=(replace(SWARM, reach=UNREACHED), SWARM_OFF),
    node_id=ME,
    assignment=ASSIGNED,
)
ALONE = replace(
    IN_SWARM,
    peers=(),
    route=Route((Hop("local", Span(0, 30)),)),
    node=replace(BUSY, span=Span(0, 30), shards=(replace(SHARD, span=Span(0, 30)),)),
    swarm=replace(SWARM, state="alone", num_members=1, rendezvous=()),
    swarms=(replace(SWARM, state="alone", num_members=1, rendezvous=()),),
    assignment="This computer serves the whole model, since nobody else is here.",
)
OPENING = replace(ALONE, swarm=replace(SWARM, state="opening", num_members=1), swarms=(SWARM,))
CUT_OFF = replace(ALONE, swarm=replace(SWARM, state="blocked", num_members=1, problem=BLOCKED), swarms=(SWARM,))
