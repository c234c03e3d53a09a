"""What ``bench fetch`` makes of what it measured, and what its computers are told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from meshnet_gui.bench.fetch import TARGETS, report
from meshnet_gui.bench.fetch_kills import NUM_KILLS, KilledOften, kill_points
from meshnet_gui.bench.fetch_liars import FLIPPED, LIES, SHORT, Deceived, lying
from meshnet_gui.bench.fetch_neighbour import Neighbourly, start_bytes
from meshnet_gui.bench.fetch_rig import Computer
from meshnet_gui.bench.fetch_span import SpanFetched, fetch_span
from meshnet_gui.bench.sized_model import write_sized_model
from meshnet_gui.bench.static_https import client_context, fetch_all, static_server
from meshnet_gui.modelstore.fetch.hub import FIRST_BYTES
from meshnet_gui.node.shelf import Place
from meshnet_gui.swarm.membership import MembershipStore

MB = 10**6
SPANS = (SpanFetched(1, 101 * MB, 100 * MB, 1.0), SpanFetched(6, 104 * MB, 100 * MB, 1.0))
KILLED = KilledOften(NUM_KILLS, 200 * MB, 210 * MB, True, True)
BESIDE = Neighbourly(200 * MB, 0, (2.0, 1.0, 1.1), (1.0, 0.9, 0.8))
TOLD = tuple(Deceived(lie, 28 * MB, 28 * MB, 1.0, True, ("desk lied.",)) for lie in LIES)


def test_what_is_as_it_should_be_meets_every_target() -> None:
    found = report(SPANS, KILLED, BESIDE, TOLD, seed=3)
    assert all(target.is_met(found.figures[target.figure]) for target in TARGETS)
    assert found.figures["fetched_twice_share"] == pytest.approx(0.05)
    assert found.figures["member_over_static_https"] == pytest.approx(0.9 / 1.1)
    assert len(json.loads(found.as_json())["rows"]) == 1 + 2 + 1 + 1 + 3


@pytest.mark.parametrize(
    ("changes", "missed"),
    [
        ({"spans": (SPANS[0], replace(SPANS[1], sent_bytes=106 * MB))}, "bytes_many_files_ratio"),
        ({"killed": replace(KILLED, sent_bytes=221 * MB)}, "fetched_twice_share"),
        ({"killed": replace(KILLED, is_right=False)}, "complete_after_kills"),
        ({"killed": replace(KILLED, num_kills=3)}, "kills"),
        ({"beside": replace(BESIDE, hub_weight_bytes=1)}, "hub_weight_bytes_beside_a_member"),
        ({"beside": replace(BESIDE, from_member=(2.0, 2.0))}, "member_over_static_https"),
        ({"lies": (*TOLD[:2], replace(TOLD[2], is_right=False))}, "lies_survived_share"),
        ({"lies": (*TOLD[:2], replace(TOLD[2], left_out=()))}, "lies_survived_share"),
    ],
)
def test_what_is_not_misses_its_target(changes: dict[str, object], missed: str) -> None:
    parts = {"spans": SPANS, "killed": KILLED, "beside": BESIDE, "lies": TOLD} | changes
    found = report(**parts, seed=0)  # type: ignore[arg-type]
    assert [t.figure for t in TARGETS if not t.is_met(found.figures[t.figure])] == [missed]


def test_kills_come_at_random_points_and_the_same_ones_for_a_seed() -> None:
    points = kill_points(1000, 7)
    assert points == kill_points(1000, 7) != kill_points(1000, 8)
    assert (len(points), min(points) >= 0, sum(points) < 1000) == (NUM_KILLS, True, True)


def test_what_says_where_tensors_lie_is_no_weight(tmp_path: Path) -> None:
    small = write_sized_model(tmp_path / "small", num_layers=2, num_files=2)
    assert start_bytes(small) == 2 * FIRST_BYTES
    path = tmp_path / "large-header" / "model.safetensors"
    path.parent.mkdir()
    path.write_bytes((10 * FIRST_BYTES).to_bytes(8, "little") + bytes(11 * FIRST_BYTES))
    assert start_bytes(path.parent) == 8 + 10 * FIRST_BYTES


@pytest.mark.slow
def test_a_span_costs_little_more_than_its_tensors(tmp_path: Path) -> None:
    found = fetch_span(tmp_path, 2, print)
    assert 1.0 <= found.ratio <= 1.05
    assert found.seconds > 0


def test_no_users_token_goes_to_the_hub_of_a_bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_TOKEN", "HF_HUB_OFFLINE", "HF_HOME"):
        monkeypatch.setenv(name, "the user's")
    environ = Computer(tmp_path / "a", "http://127.0.0.1:1").environ()
    assert "the user's" not in environ.values()
    assert environ["HF_ENDPOINT"] == "http://127.0.0.1:1"


@pytest.mark.parametrize("lie", [FLIPPED, SHORT])
def test_a_lie_is_no_truth(tmp_path: Path, lie: str) -> None:
    path = tmp_path / "layer.safetensors"
    path.write_bytes(bytes(range(100)))
    told = lying(Place(path, 10, 50), lie)
    assert told is not None
    assert told.num_bytes == 50
    assert told.content != bytes(range(10, 60))
    assert told.content[:25] == bytes(range(10, 35))


def test_what_is_no_tensor_is_told_as_it_is(tmp_path: Path) -> None:
    assert lying(None, FLIPPED) is None
    assert lying(Place(tmp_path / "tensors.json", 0, 5), FLIPPED) == Place(tmp_path / "tensors.json", 0, 5)


@pytest.mark.slow
def test_the_static_server_gives_members_its_files(tmp_path: Path) -> None:
    keys, files = tmp_path / "keys", tmp_path / "files"
    keys.mkdir(mode=0o700)
    MembershipStore(keys).create("bench")
    files.mkdir()
    (files / "one").write_bytes(bytes(3 * MB))
    with static_server(files, keys) as url:
        assert url.startswith("https://127.0.0.1:")
        assert fetch_all(url, ["one"], tmp_path / "here", client_context(keys)) > 0
    assert not (tmp_path / "here").exists()
