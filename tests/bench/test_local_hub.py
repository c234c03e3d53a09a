import hashlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from meshnet_gui.bench.hub_faults import Fault
from meshnet_gui.bench.local_hub import LocalHub
from tests.hub_server import REPOSITORY, TOKEN, hub_with

WEIGHTS = "model.safetensors"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[LocalHub]:
    with hub_with(tmp_path / "repository", num_layers=2) as hub:
        yield hub


def _get(hub: LocalHub, path: str, **headers: str) -> httpx.Response:
    return httpx.get(hub.url + path, headers=headers, follow_redirects=True, timeout=5.0, trust_env=False)


def _weights(hub: LocalHub, revision: str = "main", **headers: str) -> httpx.Response:
    return _get(hub, f"/{REPOSITORY}/resolve/{revision}/{WEIGHTS}", **headers)


def test_a_repository_lists_its_files_with_what_the_hub_knows_of_them(hub: LocalHub, tmp_path: Path):
    found = _get(hub, f"/api/models/{REPOSITORY}?blobs=true").json()
    files = {file["rfilename"]: file for file in found["siblings"]}
    content = (tmp_path / "repository" / WEIGHTS).read_bytes()
    assert files[WEIGHTS]["lfs"]["sha256"] == hashlib.sha256(content).hexdigest()
    assert files[WEIGHTS]["size"] == len(content)
    config = (tmp_path / "repository" / "config.json").read_bytes()
    assert files["config.json"]["blobId"] == hashlib.sha1(b"blob %d\0" % len(config) + config).hexdigest()
    assert "lfs" not in files["config.json"]


def test_a_range_of_a_large_file_comes_from_the_storage_and_is_counted(hub: LocalHub, tmp_path: Path):
    content = (tmp_path / "repository" / WEIGHTS).read_bytes()
    reply = _weights(hub, range="bytes=100-299")
    assert (reply.status_code, reply.headers["content-range"]) == (206, f"bytes 100-299/{len(content)}")
    assert reply.content == content[100:300]
    assert str(reply.url).startswith(hub.storage_url)
    assert hub.sent == {(REPOSITORY, WEIGHTS): 200}


def test_a_commit_keeps_its_files_when_the_branch_goes_on(hub: LocalHub, tmp_path: Path):
    first = hub.repositories[REPOSITORY].branches["main"]
    (tmp_path / "repository" / "more.json").write_text("{}", encoding="utf-8")
    second = hub.add(REPOSITORY, tmp_path / "repository")
    assert first != second
    assert _get(hub, f"/{REPOSITORY}/resolve/main/more.json").text == "{}"
    assert _get(hub, f"/{REPOSITORY}/resolve/{first}/more.json").status_code == 404


def test_a_gated_repository_opens_with_the_token(hub: LocalHub):
    hub.repositories[REPOSITORY].gated = "manual"
    assert _weights(hub).headers["x-error-code"] == "GatedRepo"
    assert _weights(hub, authorization=f"Bearer {TOKEN}").status_code == 200
    hub.token_opens = False
    assert _weights(hub, authorization=f"Bearer {TOKEN}").status_code == 403


@pytest.mark.parametrize(
    ("kind", "status"), [("rate-limited", 429), ("server-error", 500), ("page", 200), ("storage-limited", 429)]
)
def test_it_does_wrong_as_often_as_it_is_told_to(hub: LocalHub, kind: str, status: int):
    hub.misbehave(kind, WEIGHTS, times=2, seconds=3)
    replies = [_weights(hub) for _ in range(3)]
    assert [reply.status_code for reply in replies] == [status, status, 200]
    assert replies[0].content != replies[2].content


@pytest.mark.parametrize("kind", ["flipped", "short", "long", "whole", "shifted", "resized"])
def test_a_lying_storage_gives_other_bytes_or_another_answer(hub: LocalHub, kind: str):
    honest = _weights(hub, range="bytes=1000-1999")
    hub.misbehave(kind, WEIGHTS)
    other = _weights(hub, range="bytes=1000-1999")
    told = ("content-range", "content-length")
    assert (other.content, *map(other.headers.get, told)) != (honest.content, *map(honest.headers.get, told))


def test_a_truncated_answer_ends_before_its_length(hub: LocalHub):
    hub.misbehave("truncated", WEIGHTS, after_bytes=10)
    with pytest.raises(httpx.RemoteProtocolError):
        _weights(hub)


def test_a_signed_address_that_expired_stays_so(hub: LocalHub):
    first = httpx.head(f"{hub.url}/{REPOSITORY}/resolve/main/{WEIGHTS}", trust_env=False).headers["location"]
    hub.misbehave("expired", WEIGHTS)
    assert [httpx.get(first, trust_env=False).status_code for _ in range(2)] == [403, 403]
    assert _weights(hub).status_code == 200


def test_a_fault_that_nobody_knows_is_refused():
    with pytest.raises(ValueError, match="no fault is called"):
        Fault("sunshine")


def test_a_narrow_line_gives_the_same_bytes_and_lets_them_wait(hub: LocalHub, tmp_path: Path, monkeypatch):
    waits = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(hub, "wait_closing", wait)
    hub.bytes_per_s = 1
    content = (tmp_path / "repository" / WEIGHTS).read_bytes()
    assert _weights(hub).content == content
    assert len(content) - 1 < max(waits) <= len(content)
