import threading
import time
from pathlib import Path

import pytest

from meshnet_gui.bench.hub_faults import ALWAYS
from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.modelstore.fetch.hub import Hub
from meshnet_gui.modelstore.fetch.hub_errors import HubFailed
from meshnet_gui.modelstore.fetch.hub_session import HubSession
from meshnet_gui.modelstore.fetch.hub_source import ADDRESS_LIFE_S, HubSource
from meshnet_gui.modelstore.fetch.sources import Stretch
from meshnet_gui.modelstore.tensors import SourceFile, StoredTensor
from tests.hub_server import REPOSITORY, TOKEN

WEIGHTS = "model.safetensors"


def _never() -> bool:
    return False


@pytest.fixture
def content(tmp_path: Path, hub: LocalHub) -> bytes:
    return (tmp_path / "repository" / WEIGHTS).read_bytes()


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


@pytest.fixture
def source(hub: LocalHub, content: bytes, clock: list[float]) -> HubSource:
    repository = hub.repositories[REPOSITORY]
    commit = repository.branches["main"]
    file = SourceFile(WEIGHTS, len(content), repository.commits[commit][WEIGHTS].sha256)
    session = HubSession(hub.url, silence_s=0.3)
    return HubSource(session, REPOSITORY, commit, {WEIGHTS: file}, clock=lambda: clock[0])


def _read(source: HubSource, start: int, end: int) -> bytes:
    return b"".join(source.read_range(WEIGHTS, start, end, _never))


def _read_into(got: bytearray, source: HubSource, start: int, end: int) -> None:
    for chunk in source.read_range(WEIGHTS, start, end, _never):
        got += chunk


def test_a_stretch_is_read_from_any_offset(source: HubSource, content: bytes):
    tensors = tuple(StoredTensor(f"t{n}", "U8", (1000,), WEIGHTS, 9000 + 1000 * n) for n in range(3))
    stretch = Stretch("layer-00000", tensors)
    assert source.has(stretch)
    assert b"".join(source.read(stretch, 0, _never)) == content[9000:12000]
    assert b"".join(source.read(stretch, 2500, _never)) == content[11500:12000]
    assert b"".join(source.read(stretch, 3000, _never)) == b""
    assert not source.has(Stretch("tail", (StoredTensor("t", "U8", (1,), "other.safetensors", 9000),)))


def test_exactly_the_range_is_sent_and_its_address_is_asked_for_once(
    source: HubSource, content: bytes, hub: LocalHub, clock: list[float]
):
    for start in range(1000, 6000, 1000):
        assert _read(source, start, start + 500) == content[start : start + 500]
    assert hub.bytes_sent() == 5 * 500
    assert [asked.method for asked in hub.asked if asked.at == "hub"] == ["HEAD"]
    clock[0] += ADDRESS_LIFE_S
    _read(source, 0, 10)
    assert [asked.method for asked in hub.asked if asked.at == "hub"] == ["HEAD", "HEAD"]


def test_the_token_goes_to_the_hub_and_not_to_the_storage(source: HubSource, hub: LocalHub):
    Hub(hub.url).sign_in(TOKEN)
    hub.asked.clear()
    _read(source, 0, 100)
    assert {asked.at: asked.authorization for asked in hub.asked} == {"hub": f"Bearer {TOKEN}", "storage": ""}


def test_an_expired_address_is_asked_for_anew(source: HubSource, hub: LocalHub, content: bytes):
    _read(source, 0, 10)
    hub.misbehave("expired", WEIGHTS)
    assert _read(source, 100, 200) == content[100:200]
    hub.misbehave("expired", WEIGHTS, times=ALWAYS)
    with pytest.raises(HubFailed, match="does not accept the addresses") as trouble:
        _read(source, 100, 200)
    assert not trouble.value.is_final
    assert "signature" not in str(trouble.value)


@pytest.mark.parametrize(
    ("kind", "expected", "is_final"),
    [
        ("truncated", "ended too early", False),
        ("stalled", "did not answer in time", False),
        ("short", "another part", False),
        ("shifted", "another part", False),
        ("long", "announced", False),
        ("whole", "whole files only", True),
        ("resized", "another size", True),
        ("storage-page", "web page", False),
        ("storage-error", "trouble of its own", False),
        ("changed", "changed at the hub", True),
        ("moved", "changed at the hub", True),
        ("page", "web page", False),
        ("unavailable", "trouble of its own", False),
        ("loop", "in circles", False),
        ("not-found", "no file", True),
        ("gated", "gated", True),
    ],
)
def test_a_wrong_answer_is_never_taken_for_the_file(
    source: HubSource, hub: LocalHub, content: bytes, kind: str, expected: str, is_final: bool
):
    hub.misbehave(kind, WEIGHTS, times=100, after_bytes=300)
    got = bytearray()
    with pytest.raises(HubFailed, match=expected) as trouble:
        _read_into(got, source, 1000, 3000)
    assert trouble.value.is_final == is_final
    assert trouble.value.text.endswith(".")
    assert len(got) < 2000
    assert content[1000:3000].startswith(bytes(got))


@pytest.mark.parametrize("kind", ["rate-limited", "storage-limited", "unavailable", "storage-error"])
def test_who_wants_to_be_left_alone_says_for_how_long(source: HubSource, hub: LocalHub, kind: str):
    hub.misbehave(kind, WEIGHTS, seconds=17)
    with pytest.raises(HubFailed, match=r"no more questions|left alone|trouble") as trouble:
        _read(source, 0, 10)
    assert trouble.value.retry_after_s == 17
    assert not trouble.value.is_final
    assert len(_read(source, 0, 10)) == 10


def test_a_hub_without_etags_is_read_all_the_same(source: HubSource, hub: LocalHub, content: bytes):
    hub.misbehave("no-etag", WEIGHTS)
    assert _read(source, 50, 90) == content[50:90]


def test_a_whole_file_may_come_without_a_range(source: HubSource, hub: LocalHub, content: bytes):
    hub.misbehave("whole", WEIGHTS)
    assert _read(source, 0, len(content)) == content


def test_a_stop_ends_a_read_that_is_silent(hub: LocalHub, content: bytes):
    file = SourceFile(WEIGHTS, len(content))
    commit = hub.repositories[REPOSITORY].branches["main"]
    patient = HubSource(HubSession(hub.url), REPOSITORY, commit, {WEIGHTS: file})
    hub.misbehave("stalled", WEIGHTS, after_bytes=500)
    stopped, got = threading.Event(), bytearray()
    begin = time.monotonic()
    for chunk in patient.read_range(WEIGHTS, 0, 20_000, stopped.is_set):
        got += chunk
        stopped.set()
    assert got == content[: len(got)]
    assert time.monotonic() - begin < 15  # it would wait for 20 s


def test_ranges_outside_of_the_file_are_never_asked_for(source: HubSource, hub: LocalHub, content: bytes):
    for start, end in ((-1, 5), (5, 4), (0, len(content) + 1)):
        with pytest.raises(ValueError, match="has no bytes"):
            _read(source, start, end)
    with pytest.raises(ValueError, match="too many at once"):
        source.read_all(WEIGHTS, 0, 2**40)
    assert not hub.asked


def test_what_is_read_at_once_does_not_take_for_ever(source: HubSource, hub: LocalHub, clock: list[float]):
    hub.misbehave("dripping", WEIGHTS, bytes_per_s=2000, times=ALWAYS)
    begun = threading.Thread(target=lambda: (time.sleep(0.3), clock.__setitem__(0, 1000.0)))
    begun.start()
    with pytest.raises(HubFailed, match="too long"):
        source.read_all(WEIGHTS, 0, 20_000)
    begun.join()
