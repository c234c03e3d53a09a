"""Figures in Prometheus' format: what they count, and that no label says who or what."""

from __future__ import annotations

import re
from dataclasses import replace

from meshnet_gui.api.request_log import RequestLine
from meshnet_gui.events import GenerationFailed, GenerationFinished
from meshnet_gui.runtime.metrics import Metrics
from meshnet_gui.runtime.snapshot import ApiView, Snapshot
from meshnet_gui.settings import Settings
from meshnet_gui.types import GenerationResult, Hop, NodeStatus, Route, ShardStatus, Span

ROUTE = Route((Hop("http://203.0.113.9:1", Span(0, 6)),))
RESULT = GenerationResult("secret words", (1, 2, 3), 10, "eos", ROUTE, 5.0, 0.1, 1, True, num_reused_tokens=4)
LINE = re.compile(r'^[a-z_]+(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? [0-9.e+-]+$')
COUNTERS = {"requests": 9, "tokens": 50, "prefilled_tokens": 30, "reused_tokens": 7, "evictions": 2}


def picture() -> Snapshot:
    node = NodeStatus(
        "ready",
        "tiny",
        counters=COUNTERS,
        used_bytes=77,
        shards=(ShardStatus("ready", "tiny", "i", Span(0, 6), 6, queue_s=0.5),),
    )
    return Snapshot(Settings(), node=node, route=ROUTE, api=ApiView("on", num_running=2, num_waiting=1))


def told() -> Metrics:
    metrics = Metrics()
    metrics.hear(GenerationFinished("id", RESULT))
    metrics.hear(GenerationFailed("id", "No route to 203.0.113.9.", "", "secret words", kind="NoRoute"))
    metrics.hear(GenerationFailed("id", "x", "", "", kind="Somebody's own kind"))
    line = RequestLine(0, 0.0, "POST", "/v1/chat/completions", "203.0.113.9", "tiny", 200, seconds=0.3)
    metrics.note_request(line)
    metrics.note_request(replace(line, path="/v1/models/who-am-i", status=404, seconds=400.0))
    metrics.note_request(replace(line, path="/whatever/somebody/sends", status=0, seconds=0.01))
    return metrics


def figures(text: str) -> dict[str, str]:
    return dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))


def test_answers_tokens_errors_and_requests_are_counted() -> None:
    said = figures(told().text(picture()))
    assert said['meshnet_tokens_total{kind="prefilled"}'] == "6"
    assert said['meshnet_tokens_total{kind="reused"}'] == "4"
    assert said['meshnet_tokens_total{kind="decoded"}'] == "3"
    assert said['meshnet_errors_total{kind="NoRoute"}'] == "1"
    assert said['meshnet_errors_total{kind="other"}'] == "1"
    assert said['meshnet_api_requests_total{endpoint="/v1/chat/completions",status="200"}'] == "1"
    assert said['meshnet_api_requests_total{endpoint="/v1/models",status="404"}'] == "1"
    assert said['meshnet_api_requests_total{endpoint="other",status="other"}'] == "1"


def test_seconds_of_requests_are_a_histogram_that_adds_up() -> None:
    said = figures(told().text(picture()))
    assert said['meshnet_api_request_seconds_bucket{le="0.25"}'] == "1"
    assert said['meshnet_api_request_seconds_bucket{le="0.5"}'] == "2"
    assert said['meshnet_api_request_seconds_bucket{le="300.0"}'] == "2"
    assert said['meshnet_api_request_seconds_bucket{le="+Inf"}'] == said["meshnet_api_request_seconds_count"] == "3"
    assert said["meshnet_api_request_seconds_sum"] == "400.31"


def test_the_node_and_the_route_are_told() -> None:
    said = figures(told().text(picture()))
    assert said['meshnet_node_tokens_total{kind="decoded"}'] == "20"
    assert said['meshnet_node_tokens_total{kind="reused"}'] == "7"
    assert said["meshnet_node_evictions_total"] == "2"
    assert said["meshnet_node_cache_bytes"] == "77"
    assert said["meshnet_node_queue_seconds"] == "0.5"
    assert said["meshnet_route_hops"] == "1"
    assert said["meshnet_api_waiting"] == "1"
    assert said['meshnet_node_state{state="ready"}'] == "1"


def test_no_prompt_peer_address_or_path_of_a_client_is_in_a_label() -> None:
    text = told().text(picture())
    for secret in ("secret", "203.0.113", "somebody", "who-am-i", "tiny"):
        assert secret not in text.lower()


def test_the_labels_do_not_grow_with_what_clients_send() -> None:
    metrics = told()
    before = len(metrics.text(picture()).splitlines())
    for number in range(500):
        metrics.note_request(RequestLine(number, 0.0, "GET", f"/{number}", status=0))
        metrics.hear(GenerationFailed("id", "", "", "", kind=f"Kind{number}"))
    assert len(metrics.text(picture()).splitlines()) == before


def test_every_line_is_one_that_prometheus_reads() -> None:
    lines = told().text(picture()).splitlines()
    assert all(line.startswith(("# HELP ", "# TYPE ")) or LINE.match(line) for line in lines)
    names = [line.split()[2] for line in lines if line.startswith("# TYPE ")]
    assert len(names) == len(set(names))
