"""Figures for Prometheus, in its text format: counts and levels of this program.

Labels come from lists that are known beforehand: never a prompt, a peer, an address or what a client sent.
Threads: the core loop only.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from meshnet_gui import __version__, errors
from meshnet_gui.api.request_log import RequestLine
from meshnet_gui.events import GenerationFailed, GenerationFinished
from meshnet_gui.runtime.snapshot import API_STATES, PEER_STATES, SHARING, Snapshot
from meshnet_gui.types import NODE_STATES

SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
FINISHES = ("eos", "stop", "length", "stopped")
KINDS = tuple(name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception))
ENDPOINTS = (
    "/v1/chat/completions",
    "/v1/completions",
    "/v1/responses",
    "/v1/models",
    "/api/chat",
    "/api/generate",
    "/api/tags",
)
OTHER = "other"
_Labelled = Iterable[tuple[Mapping[str, str], float]]


class Metrics:
    """Counts what it is told, and writes it out together with a snapshot."""

    def __init__(self) -> None:
        self._answers: Counter[str] = Counter()
        self._failures: Counter[str] = Counter()
        self._tokens: Counter[str] = Counter()
        self._recoveries = 0
        self._requests: Counter[tuple[str, str]] = Counter()
        self._buckets = [0] * (len(SECONDS) + 1)
        self._seconds = 0.0

    def hear(self, event: object) -> None:
        """An event of an answer of this program's own, from the window or the API."""
        if isinstance(event, GenerationFinished):
            result = event.result
            self._answers[_known(result.finish, FINISHES)] += 1
            self._tokens["prefilled"] += max(0, result.num_prompt_tokens - result.num_reused_tokens)
            self._tokens["reused"] += result.num_reused_tokens
            self._tokens["decoded"] += len(result.token_ids)
            self._recoveries += result.num_recoveries
        elif isinstance(event, GenerationFailed):
            self._failures[_known(event.kind, KINDS)] += 1

    def note_request(self, line: RequestLine) -> None:
        """A request of the API that has ended."""
        status = str(line.status) if 100 <= line.status <= 599 else OTHER
        self._requests[_endpoint(line.path), status] += 1
        self._buckets[bisect_left(SECONDS, line.seconds)] += 1
        self._seconds += line.seconds

    def text(self, picture: Snapshot) -> str:
        """All of it, as ``/metrics`` answers."""
        page = _Page()
        page.add("info", "gauge", "The program's version.", [({"version": __version__}, 1)])
        self._write_answers(page)
        self._write_api(page, picture)
        _write_node(page, picture)
        _write_swarm(page, picture)
        return page.text()

    def _write_answers(self, page: _Page) -> None:
        page.add("answers_total", "counter", "Answers that ended.", _by("finish", FINISHES, self._answers))
        page.add("errors_total", "counter", "Answers that broke off, by kind.", _by("kind", KINDS, self._failures))
        kinds = ("prefilled", "reused", "decoded")
        page.add(
            "tokens_total", "counter", "Tokens of answers that were asked for here.", _by("kind", kinds, self._tokens)
        )
        page.add("recoveries_total", "counter", "Hops whose place others took.", [({}, self._recoveries)])

    def _write_api(self, page: _Page, picture: Snapshot) -> None:
        api = picture.api
        asked = [({"endpoint": e, "status": s}, number) for (e, s), number in sorted(self._requests.items())]
        page.add("api_requests_total", "counter", "Requests to the API that ended.", asked)
        page.add_histogram("api_request_seconds", "How long they took.", self._buckets, self._seconds)
        page.add("api_running", "gauge", "Requests that are answered now.", [({}, api.num_running)])
        page.add("api_waiting", "gauge", "Requests that wait in line.", [({}, api.num_waiting)])
        page.add("api_state", "gauge", "1 for the state of the API.", _one_of("state", API_STATES, api.state))
        page.add("generating", "gauge", "Answers that are written now.", [({}, picture.num_generating)])


class _Page:
    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(self, name: str, kind: str, help_text: str, values: _Labelled) -> None:
        name = self._begin(name, kind, help_text)
        self._lines += [f"{name}{_labels(labels)} {value:.12g}" for labels, value in values]

    def add_histogram(self, name: str, help_text: str, buckets: list[int], total: float) -> None:
        name, so_far = self._begin(name, "histogram", help_text), 0
        for most, number in zip((*map(str, SECONDS), "+Inf"), buckets, strict=True):
            so_far += number
            self._lines.append(f'{name}_bucket{{le="{most}"}} {so_far}')
        self._lines += [f"{name}_sum {total:.12g}", f"{name}_count {so_far}"]

    def _begin(self, name: str, kind: str, help_text: str) -> str:
        self._lines += [f"# HELP meshnet_{name} {help_text}", f"# TYPE meshnet_{name} {kind}"]
        return f"meshnet_{name}"

    def text(self) -> str:
        return "\n".join(self._lines) + "\n"


def _write_node(page: _Page, picture: Snapshot) -> None:
    node = picture.node
    counters: Callable[[str], _Labelled] = lambda name: [({}, node.counters.get(name, 0))]  # noqa: E731
    page.add("node_state", "gauge", "1 for the state of this node.", _one_of("state", NODE_STATES, node.state))
    page.add("sharing", "gauge", "1 for where the switch is.", _one_of("position", SHARING, picture.sharing.position))
    page.add("sharing_now", "gauge", "Whether others are answered now.", [({}, int(picture.sharing.shares))])
    page.add("node_requests_total", "counter", "Steps that this node was asked for.", counters("requests"))
    prefilled, reused = node.counters.get("prefilled_tokens", 0), node.counters.get("reused_tokens", 0)
    tokens = {"prefilled": prefilled, "reused": reused, "decoded": max(0, node.counters.get("tokens", 0) - prefilled)}
    page.add(
        "node_tokens_total", "counter", "Tokens that passed its layers.", [({"kind": k}, n) for k, n in tokens.items()]
    )
    page.add("node_cache_misses_total", "counter", "Sessions that it no longer held.", counters("cache_misses"))
    page.add("node_refusals_total", "counter", "Steps that it refused.", counters("refusals"))
    page.add("node_evictions_total", "counter", "Session caches that it dropped.", counters("evictions"))
    page.add("node_sessions", "gauge", "Session caches that it holds.", [({}, len(node.sessions))])
    page.add("node_cache_bytes", "gauge", "What they take.", [({}, node.used_bytes)])
    page.add("node_cache_limit_bytes", "gauge", "What they may take.", [({}, node.limit_bytes)])
    waits = max((shard.queue_s for shard in node.shards), default=0.0)
    page.add("node_queue_seconds", "gauge", "How long a step waits before it is computed.", [({}, waits)])
    page.add("node_weights_sent_bytes_total", "counter", "Weights handed to members.", [({}, node.weights_sent_bytes)])


def _write_swarm(page: _Page, picture: Snapshot) -> None:
    peers = Counter(peer.state for peer in picture.peers)
    page.add("peers", "gauge", "Peers, by state.", _by("state", PEER_STATES, peers))
    hops = len(picture.route.hops) if picture.route is not None else 0
    page.add("route_hops", "gauge", "Hops of the route that a chat would take now; 0: none.", [({}, hops)])


def _by(label: str, known: tuple[str, ...], counts: Mapping[str, int]) -> _Labelled:
    return [({label: value}, counts.get(value, 0)) for value in (*known, OTHER)]


def _one_of(label: str, known: tuple[str, ...], now: str) -> _Labelled:
    return [({label: value}, int(value == now)) for value in known]


def _known(value: str, known: tuple[str, ...]) -> str:
    return value if value in known else OTHER


def _endpoint(path: str) -> str:
    return "/v1/models" if path.startswith("/v1/models/") else _known(path.rstrip("/"), ENDPOINTS)


def _labels(labels: Mapping[str, str]) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}" if labels else ""
