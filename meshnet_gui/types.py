"""The project's words as data: span, model identity, route, session and node status, sampling.

Plain frozen values without behaviour beyond checking and printing themselves, and one sum over spans. Knows
no I/O, no clock and no torch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

_SPAN = re.compile(r"([0-9]{1,5})-([0-9]{1,5})")
_IDENTITY = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9._+-]*(/[A-Za-z0-9._+-]+)?@[A-Za-z0-9._+-]{1,64}:[0-9a-f]{16,64}:[a-z0-9_]{1,16}(:[a-z0-9.-]{1,16})?"
)
MAX_IDENTITY_CHARS = 256


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of layers ``[start, end)``; prints as ``12-24`` for layers 12..23."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"a span needs 0 <= start < end, not {self.start}-{self.end}")

    @classmethod
    def parse(cls, text: str) -> Span:
        """``"12-24"`` -> layers 12..23. Raises ValueError with a reason."""
        match = _SPAN.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"a span looks like 12-24, not {text!r}")
        return cls(int(match[1]), int(match[2]))

    @property
    def num_layers(self) -> int:
        return self.end - self.start

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


def uncovered(spans: Iterable[Span], wanted: Span) -> tuple[Span, ...]:
    """The layers of ``wanted`` that none of the spans has."""
    missing, reached = [], wanted.start
    for span in sorted(spans):
        if reached < min(span.start, wanted.end):
            missing.append(Span(reached, min(span.start, wanted.end)))
        reached = max(reached, span.end)
    if reached < wanted.end:
        missing.append(Span(reached, wanted.end))
    return tuple(missing)


@dataclass(frozen=True, slots=True)
class ModelIdentity:
    """What must be equal for two shards to belong to one model.

    Prints as ``repository@revision:digest:quantisation[:importer]``, safe in an HTTP header.
    ``weights_digest`` is hexadecimal sha256 (at least 16 digits) over the weight files, and over configuration and
    tokenizer where ``revision`` does not stand for them; ``quantisation`` is the stored
    precision (``float32``, ``bfloat16``, ...); ``importer`` names the converter and its version where one was at work.
    """

    repository: str
    revision: str
    weights_digest: str
    quantisation: str
    importer: str = ""

    def __post_init__(self) -> None:
        text = str(self)
        if len(text) > MAX_IDENTITY_CHARS or _IDENTITY.fullmatch(text) is None:
            raise ValueError(f"not a model identity: {text[:80]!r}")

    @classmethod
    def parse(cls, text: str) -> ModelIdentity:
        """The inverse of ``str``. Raises ValueError."""
        if len(text) > MAX_IDENTITY_CHARS or _IDENTITY.fullmatch(text) is None:
            raise ValueError(f"not a model identity: {text[:80]!r}")
        repository, rest = text.split("@", 1)
        revision, digest, quantisation, *importer = rest.split(":")
        return cls(repository, revision, digest, quantisation, *importer)

    def __str__(self) -> str:
        text = f"{self.repository}@{self.revision}:{self.weights_digest}:{self.quantisation}"
        return f"{text}:{self.importer}" if self.importer else text


@dataclass(frozen=True, slots=True)
class Hop:
    """A peer with the span it runs in one route.

    ``address`` is ``node:`` and the node id of a member of the swarm, the base URL of a plain peer, or ``local`` for
    our own node.
    """

    address: str
    span: Span


@dataclass(frozen=True, slots=True)
class Route:
    """Hops whose spans cover ``[0, num_layers)`` exactly once, in order; the last hop is the tail."""

    hops: tuple[Hop, ...]

    def __post_init__(self) -> None:
        expected = 0
        for hop in self.hops:
            if hop.span.start != expected:
                raise ValueError(f"the route has a gap or an overlap at layer {expected}")
            expected = hop.span.end
        if not self.hops:
            raise ValueError("a route needs at least one hop")

    @property
    def num_layers(self) -> int:
        return self.hops[-1].span.end

    def __str__(self) -> str:
        return " -> ".join(f"{hop.address} [{hop.span}]" for hop in self.hops)


MAX_LOGIT_BIASES = 300
MAX_TOP_LOGPROBS = 20
_SAMPLING_NUMBERS = (
    ("temperature", 0.0, 10.0),
    ("top_p", 0.0, 1.0),
    ("min_p", 0.0, 1.0),
    ("repetition_penalty", 0.1, 10.0),
    ("frequency_penalty", -2.0, 2.0),
    ("presence_penalty", -2.0, 2.0),
)
_SAMPLING_COUNTS = (("top_k", 10_000_000), ("seed", 2**63 - 1), ("answer_start", 2**31 - 1))


@dataclass(frozen=True, slots=True)
class SamplingParams:
    """How the tail picks the next token. ``temperature == 0`` takes the likeliest after penalties and biases.

    ``top_k == 0``, ``top_p == 1`` and ``min_p == 0`` switch those filters off; ``repetition_penalty == 1`` and the two
    others at 0 likewise. The first of them looks at prompt and answer, the others at the answer alone, which begins at
    position ``answer_start``. ``logit_bias`` adds to the logits of single tokens, from -100 to 100.
    ``top_logprobs`` asks for the token's logprob and those of so many likeliest ones; None: for none.
    The random stream belongs to ``seed`` and the token's position, so that any tail continues it identically.
    """

    temperature: float = 0.0
    top_p: float = 1.0
    top_k: int = 0
    repetition_penalty: float = 1.0
    seed: int = 0
    min_p: float = 0.0
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    answer_start: int = 0
    logit_bias: tuple[tuple[int, float], ...] = ()
    top_logprobs: int | None = None

    def __post_init__(self) -> None:
        for name, low, high in _SAMPLING_NUMBERS:
            value = getattr(self, name)
            if not _is_number(value, low, high):
                raise ValueError(f"{name} must be a number from {low:g} to {high:g}, not {value!r}")
        if self.top_p == 0.0:
            raise ValueError("top_p must be above 0")
        for name, most in _SAMPLING_COUNTS:
            value = getattr(self, name)
            if not _is_count(value, most):
                raise ValueError(f"{name} must be a whole number from 0 to {most}, not {value!r}")
        if self.top_logprobs is not None and not _is_count(self.top_logprobs, MAX_TOP_LOGPROBS):
            raise ValueError(f"top_logprobs must be a whole number from 0 to {MAX_TOP_LOGPROBS}")
        if len(self.logit_bias) > MAX_LOGIT_BIASES:
            raise ValueError(f"logit_bias can name at most {MAX_LOGIT_BIASES} tokens")
        for token_id, bias in self.logit_bias:
            if not (_is_count(token_id, 2**31 - 1) and _is_number(bias, -100.0, 100.0)):
                raise ValueError("logit_bias needs token ids with numbers from -100 to 100")

    @property
    def looks_back(self) -> bool:
        """Whether what came before changes what comes next, beside through the model."""
        return self.repetition_penalty != 1.0 or self.frequency_penalty != 0.0 or self.presence_penalty != 0.0


def _is_number(value: object, low: float, high: float) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high  # NaN is not


def _is_count(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


@dataclass(frozen=True, slots=True)
class TokenLogprobs:
    """The natural logarithm of how likely the model held a token and the likeliest ones, before any sampling rule.

    ``top`` has ids with logprobs, the likeliest first.
    """

    token_id: int
    logprob: float
    top: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class SessionStatus:
    """One session cache as seen from outside. ``short_id`` is the first 8 hex digits; the full id is never shown.

    ``state`` is ``prefill`` or ``decode`` while a step runs, else ``idle``; ``shard`` is its place in the node's list.
    """

    short_id: str
    span: Span
    num_tokens: int
    num_bytes: int
    state: str
    age_s: float
    idle_s: float
    ttl_left_s: float
    shard: int = 0


@dataclass(frozen=True, slots=True)
class EvictionRecord:
    """A session that was dropped.

    ``reason`` is ``ttl``, ``lru``, ``replaced``, ``user``, ``closed`` (its head ended it) or ``unload``.
    """

    short_id: str
    reason: str
    num_tokens: int
    num_bytes: int
    ago_s: float


EVICTION_REASONS = ("ttl", "lru", "replaced", "user", "closed", "unload")
NODE_STATES = ("off", "loading", "joining", "ready", "draining", "stopping", "failed", "paused")


@dataclass(frozen=True, slots=True)
class ShardStatus:
    """One of a node's shards at one instant.

    ``kv_bytes_per_token`` is what a token of one session takes in its layers; ``worst_case_bytes`` are its weights and
    session caches as full as the node's limits let them become. ``context_tokens`` is the longest that a session gets.
    ``decode_tps`` and ``prefill_tps`` are its measured speeds in tokens per second for one layer, 0 before the first
    step; ``queue_s`` is how long a step waits now before it is computed.
    """

    state: str
    model_name: str
    identity: str
    span: Span
    num_layers: int
    shard_bytes: int = 0
    dtype: str = ""
    runner: str = ""
    device: str = ""
    supports_kv_cache: bool = True
    context_tokens: int = 0
    num_sessions: int = 0
    kv_bytes_per_token: int = 0
    worst_case_bytes: int = 0
    error: str = ""
    decode_tps: float = 0.0
    prefill_tps: float = 0.0
    queue_s: float = 0.0

    @property
    def is_on_processor(self) -> bool:
        """Whether its memory is that of the computer and not that of a GPU."""
        return self.device in ("", "cpu")


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """One node's real state at one instant: what ``GET /status`` answers and the session-cache panel draws.

    What describes a shard describes the first of ``shards``, and ``state`` is ``ready`` as soon as one of them is.
    Sessions, evictions, counters and limits are those of all of them together, so that ``worst_case_bytes`` is less
    than the sum of theirs. A node of an older version says nothing of ``shards``.

    ``counters`` has ``requests``, ``tokens`` (positions computed), ``cache_misses``, ``refusals`` and ``evictions``
    since the shard was loaded. ``limit_bytes`` is the byte budget of all session caches together, and
    ``free_cache_bytes`` what of it a new session may take: what is free, and what idle sessions would give back.
    ``runner`` is what computes: ``lean`` or ``generic``; ``dtype`` what it computes in; ``device`` where, like ``cpu``.
    ``weights_sent_bytes`` of weights were handed to other members since the program started.
    """

    state: str = "off"
    model_name: str = ""
    identity: str = ""
    span: Span | None = None
    num_layers: int = 0
    shard_bytes: int = 0
    dtype: str = ""
    runner: str = ""
    device: str = ""
    supports_kv_cache: bool = True
    sessions: tuple[SessionStatus, ...] = ()
    evictions: tuple[EvictionRecord, ...] = ()
    used_bytes: int = 0
    limit_bytes: int = 0
    max_sessions: int = 0
    ttl_s: float = 0.0
    counters: dict[str, int] = field(default_factory=dict)
    error: str = ""
    shards: tuple[ShardStatus, ...] = ()
    worst_case_bytes: int = 0
    free_cache_bytes: int = 0
    weights_sent_bytes: int = 0

    def ready_shards(self) -> tuple[ShardStatus, ...]:
        """The shards that answer now, of an older node the one that it has."""
        if self.shards or self.state != "ready" or self.span is None:
            return tuple(shard for shard in self.shards if shard.state == "ready")
        return (
            ShardStatus(
                self.state,
                self.model_name,
                self.identity,
                self.span,
                self.num_layers,
                self.shard_bytes,
                self.dtype,
                self.runner,
                self.device,
                self.supports_kv_cache,
            ),
        )

    def model_of(self, session: SessionStatus) -> str:
        """The name of the model that a session runs through."""
        return self.shards[session.shard].model_name if session.shard < len(self.shards) else self.model_name

    def spans_of(self, identity: str) -> tuple[Span, ...]:
        """The layers of exactly this model that it serves now."""
        return tuple(shard.span for shard in self.ready_shards() if shard.identity == identity)


ROLES = ("system", "user", "assistant", "tool")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A function that the model wants called; ``arguments`` is a JSON object, as text."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ToolSupport:
    """What a chat template does with tools. ``family``: how the model writes calls, empty where it is not known.

    The others: whether the template tells the model of tools, writes calls and outcomes of before, and takes a system
    message.
    """

    family: str = ""
    tells: bool = False
    writes_calls: bool = False
    writes_outcomes: bool = False
    takes_system: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation; ``role`` is one of ``ROLES``.

    An assistant's may call tools; a tool's is the outcome of the call ``tool_call_id``, whose function ``name`` is.
    """

    role: str
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"a message's role is {', '.join(ROLES[:-1])} or {ROLES[-1]}, not {self.role[:32]!r}")


@dataclass(frozen=True, slots=True)
class HopTime:
    """How long the steps of one generation took at one hop in all, the way there and back included."""

    hop: Hop
    seconds: float


@dataclass(frozen=True, slots=True)
class Recovered:
    """A step that failed at ``lost`` went through at last: at those who took its place, or there after all.

    ``seconds``: from when the step was first sent until it had passed these layers, which is what it cost the answer.
    """

    lost: Hop
    taken_over_by: tuple[Hop, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class GenerationResult:
    """A finished generation.

    ``finish`` is ``eos``, ``stop`` (a text that was to end it), ``length`` (a limit) or ``stopped`` (by the user).
    ``num_reused_tokens`` of the prompt were held by every hop from the answer before.

    ``tokens_per_s`` counts decode steps only (0 when there was just one token); ``first_token_s`` is the wait for the
    first token; ``cached`` is False where some hop kept no session cache and every step prefilled. ``hop_times`` are
    in the order of the layers, with those whose place was taken by others; the parts of a prompt pass several hops at
    once, so that their sum may be more than the time that passed.
    """

    text: str
    token_ids: tuple[int, ...]
    num_prompt_tokens: int
    finish: str
    route: Route
    tokens_per_s: float
    first_token_s: float
    num_recoveries: int
    cached: bool
    hop_times: tuple[HopTime, ...] = ()
    recoveries: tuple[Recovered, ...] = ()
    num_reused_tokens: int = 0
