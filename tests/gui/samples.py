"""Hand-made snapshots of every state that the app can show; the tests and the gallery draw from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from meshnet_gui.api.request_log import CLIENT_LEFT, RequestLine
from meshnet_gui.modelstore.catalogue import CatalogueModel
from meshnet_gui.modelstore.piece_bytes import PieceBytes
from meshnet_gui.modelstore.sizes import ModelSizes, Weights
from meshnet_gui.runtime.snapshot import (
    ApiView,
    Conditions,
    DiskView,
    FetchView,
    FoundModel,
    ModelView,
    PeerView,
    SharingView,
    Snapshot,
    SwarmModelView,
    SwarmView,
    UpdateView,
)
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
MODEL = ModelView(
    "local/SmolLM2-135M-Instruct",
    IDENTITY,
    30,
    8192,
    538_000_000,
    SIZES,
    held=(Span(0, 30),),
    held_bytes=538_000_000,
)
OTHER_MODEL = ModelView(
    "local/Gemma-3-270M",
    "local/Gemma-3-270M@1:fedcba9876543210:float32",
    18,
    32768,
    1_070_000_000,
    held=(Span(0, 18),),
    held_bytes=1_070_000_000,
)
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
    counters={
        "requests": 1873,
        "tokens": 9214,
        "cache_misses": 3,
        "refusals": 1,
        "evictions": 5,
        "prefilled_tokens": 7341,
        "reused_tokens": 4120,
    },
    weights_sent_bytes=2_450_000_000,
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
    free_cache_bytes=1_018_400_000,
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
RULES: dict[str, Any] = {
    "by_rules": True,
    "idle_minutes": 10,
    "schedule": ("mon-fri 22:00-07:00", "sat,sun"),
    "wait_for_apps": ("blender",),
}
USED = Conditions(
    idle_s=130.0, on_battery=False, busy_percent=22.0, own_memory_bytes=2_000_000_000, total_memory_bytes=16_000_000_000
)
SHARING_WAITS = SharingView(
    "rules",
    reason="Waiting: you used this computer 2 min ago; shares after 10 min without use.",
    frees_in_s=480.0,
    conditions=USED,
)
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

_CHAT, _ASKED_AT = "/v1/chat/completions", 1_796_030_000.0
REQUESTS = (
    RequestLine(0, _ASKED_AT, "GET", "/v1/models", "127.0.0.1", status=200, seconds=0.02),
    RequestLine(1, _ASKED_AT + 9, "POST", _CHAT, "127.0.0.1", MODEL.name, 200, "", 430, 0, 212, 18.4),
    RequestLine(2, _ASKED_AT + 41, "POST", _CHAT, "127.0.0.1", MODEL.name, 200, "", 689, 642, 187, 14.9),
    RequestLine(3, _ASKED_AT + 60, "POST", _CHAT, "127.0.0.1", status=401, error="invalid_api_key", seconds=0.01),
    RequestLine(4, _ASKED_AT + 75, "POST", _CHAT, "127.0.0.1", "gpt-4o", 404, "model_not_found", seconds=0.01),
    RequestLine(5, _ASKED_AT + 80, "POST", _CHAT, "127.0.0.1", MODEL.name, CLIENT_LEFT, "client_left", 96, 0, 31, 4.2),
    RequestLine(6, _ASKED_AT + 91, "POST", _CHAT, "127.0.0.1", MODEL.name),
)
API_ON = ApiView("on", "http://127.0.0.1:11700")
API_BUSY = replace(API_ON, num_running=2, num_waiting=1, requests=REQUESTS)
API_FAILED = ApiView(
    "failed", error="Port 11700 is taken by another program. Choose another port, or 0 for any free one."
)
KNOWS_NO_FEED = replace(IDLE, updates=UpdateView(False))
LOOKS_FOR_UPDATES = replace(IDLE, settings=replace(IDLE.settings, check_for_updates=True), updates=UpdateView(True))
UPDATE_PAGE = "https://forge.example/own/meshnet/releases/tag/v0.2.0"
UPDATE_IS_THERE = replace(LOOKS_FOR_UPDATES, updates=UpdateView(True, "asked", "0.2.0", page=UPDATE_PAGE, tells=True))
UP_TO_DATE = replace(LOOKS_FOR_UPDATES, updates=UpdateView(True, "asked"))
UPDATE_FAILED = replace(
    LOOKS_FOR_UPDATES,
    updates=UpdateView(
        True,
        "failed",
        error="The place where new versions are published cannot be reached."
        " Check the network and the proxy settings, then try again.",
    ),
)
WITH_API = replace(WORKING, settings=replace(WORKING.settings, api_on=True), api=API_BUSY)

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


def catalogue_model(
    name: str, repository: str, num_layers: int, per_layer: int, *, licence: str = "Apache-2.0", gated: bool = False
) -> CatalogueModel:
    """A model of the catalogue whose layers are all alike, stored in 16 bit."""
    layer, embedding = Weights(per_layer, 8_192), Weights(2 * per_layer)
    sizes = ModelSizes((layer,) * num_layers, embedding, Weights(0, 4_096), tied=True, kv_bytes=(4_096,) * num_layers)
    pieces = PieceBytes((2 * per_layer + 16_384,) * num_layers, 2 * embedding.products, 8_192, tied=True)
    parameters = num_layers * (per_layer + 8_192) + embedding.products + 4_096
    return CatalogueModel(
        repository.rsplit("/", 1)[-1].lower(),
        name,
        name.split()[0],
        repository,
        "main",
        licence,
        gated,
        "bf16",
        "llama",
        parameters,
        parameters,
        40_960,
        sizes,
        pieces,
    )


CATALOGUE = (
    catalogue_model("SmolLM2 360M Instruct", "lighthouse/SmolLM2-360M-Instruct", 32, 9_800_000),
    catalogue_model("Qwen3 8B", "lighthouse/Qwen3-8B", 36, 192_000_000),
    catalogue_model(
        "Llama 3.1 70B Instruct", "lighthouse/Llama-3.1-70B", 80, 855_000_000, licence="llama3.1", gated=True
    ),
    catalogue_model("Mixtral 8x22B", "lighthouse/Mixtral-8x22B", 56, 2_500_000_000),
    catalogue_model("DeepSeek R1", "lighthouse/DeepSeek-R1", 61, 11_000_000_000, licence="MIT"),
)
COMMIT = "9f" * 20
QWEN_IDENTITY = f"lighthouse/Qwen3-8B@{COMMIT}:00112233445566778899aabbccddeeff:bfloat16"
QWEN = ModelView(
    "qwen3-8b",
    QWEN_IDENTITY,
    36,
    40_960,
    CATALOGUE[1].stored_bytes,
    CATALOGUE[1].sizes,
    held=(Span(0, 10), Span(14, 20)),
    held_bytes=6_900_000_000,
    is_whole=False,
    can_fetch=True,
)
ADDED = replace(
    QWEN,
    name="llama-3.1-70b",
    identity=QWEN_IDENTITY.replace("Qwen3-8B", "Llama-3.1-70B"),
    num_layers=80,
    weight_bytes=CATALOGUE[2].stored_bytes,
    sizes=CATALOGUE[2].sizes,
    held=(),
    held_bytes=0,
)
FETCHING = FetchView(
    QWEN.name,
    "fetching",
    Span(0, 20),
    7_400_000_000,
    9_200_000_000,
    48_300_000.0,
    37.0,
    1_000_000_000,
    5_000_000_000,
    2,
)
LEFT_OUT = replace(
    FETCHING,
    num_peers=1,
    dropped=("Amber gave other bytes than it should have.", "Birch is much slower than the others."),
)
PAUSED = replace(FETCHING, state="paused", bytes_per_s=0.0, eta_s=None)
FETCH_FAILED = replace(
    PAUSED,
    state="failed",
    text="The hub does not answer, and nobody in the swarm has layers 16-20. Check the network and try again.",
)
CHECKING = replace(FETCHING, state="checking", done_bytes=9_200_000_000, bytes_per_s=0.0, eta_s=None)
WAITING = replace(FETCHING, state="waiting", text="another window of Meshnet fetches it already.", bytes_per_s=0.0)
ADDING = FetchView("lighthouse/Mixtral-8x22B", "adding")
DISK = DiskView(9_400_000_000, 61_000_000_000)
FULL_DISK = DiskView(19_200_000_000, 6_000_000_000, 20_000_000_000, 3, 1_460_000_000)
SWARM_MODELS = (
    SwarmModelView("Qwen3-8B", QWEN_IDENTITY, 36, 3, (), is_here=True),
    SwarmModelView("Mixtral-8x22B", f"lighthouse/Mixtral-8x22B@{COMMIT}:{'ab' * 16}:bfloat16", 56, 5, (Span(40, 56),)),
)
FOUND = (
    FoundModel("harbour/Qwen3-8B-chat", 1_204_331, "Apache-2.0"),
    FoundModel("harbour/terms-first-8B", 88_120, "other", gated=True),
    FoundModel("harbour/a-repository-without-any-licence-and-with-a-name-that-goes-on-and-on-and-on-and-on"),
)
LIMITED = replace(SETTINGS, models_max_bytes=FULL_DISK.limit_bytes)
MODELS = replace(
    IN_SWARM,
    models=(MODEL, QWEN, OTHER_MODEL),
    swarm_models=SWARM_MODELS,
    disk=DISK,
    free_bytes=12_000_000_000,
    is_signed_in=False,
)
