"""The list of weights that a member hands out survives the wire, and whatever else arrives is refused."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui.types import ModelIdentity, Span
from meshnet_gui.wire import weights
from meshnet_gui.wire.weights import Attestation, Held, HeldModel, encode_held, parse_held, range_header, range_of

MODEL = HeldModel(
    identity=ModelIdentity.parse("org/tiny@" + "ab" * 20 + ":0123456789abcdef:bfloat16"),
    name="tiny",
    layers=(Span(0, 4), Span(9, 12)),
    has_embedding=True,
    has_tail=False,
    manifest_sha256="a" * 64,
    manifest_bytes=1000,
    small_files=(("config.json", 10, "b" * 64),),
    attestation=Attestation(bytes(32), bytes(64), "file"),
    headers=(("model.safetensors", 1000, "d" * 64),),
)


def body(**changes: Any) -> bytes:
    content = json.loads(encode_held(Held((MODEL,), 2)))
    content["models"][0] |= changes
    return json.dumps(content).encode()


def test_what_is_written_is_read() -> None:
    held = Held((MODEL, replace(MODEL, attestation=None, layers=())), num_coming=3)
    assert parse_held(encode_held(held)) == held


def test_a_list_that_is_too_long_is_cut_to_what_others_read() -> None:
    files = tuple((f"{'x' * 90}{i}", 1, "c" * 64) for i in range(16))
    held = Held(tuple(replace(MODEL, small_files=files, layers=(Span(0, 1),) * 256) for _ in range(200)))
    found = parse_held(encode_held(held))
    assert 0 < len(found.models) <= weights.MAX_HELD_MODELS


def test_each_model_is_written_once_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    dump, dumped = json.dumps, []

    def dumps(value: Any, **how: Any) -> str:
        dumped.append(dump(value, **how))
        return dumped[-1]

    monkeypatch.setattr(weights.json, "dumps", dumps)
    headers = tuple((f"{'x' * 90}{i}", 1, "c" * 64) for i in range(160))
    body = encode_held(Held((replace(MODEL, headers=headers),) * 60))
    assert sum(map(len, dumped)) < 1.2 * weights.MAX_HELD_BYTES
    assert 0.8 * weights.MAX_HELD_BYTES < len(body) <= weights.MAX_HELD_BYTES


def test_a_million_models_are_refused_before_they_are_read() -> None:
    with pytest.raises(ValueError, match="too long"):
        parse_held(b'{"format":1,"coming":0,"models":[' + b"{}," * 10**6 + b"{}]}")
    with pytest.raises(ValueError, match="too long"):
        parse_held(b'{"format":1,"coming":0,"models":[' + b"{}," * 1000 + b"{}]}")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("identity", "nothing"),
        ("identity", None),
        ("name", "a\nb"),
        ("name", "x" * 65),
        ("name", 3),
        ("layers", "0-4"),
        ("layers", ["4-0"]),
        ("layers", [None]),
        ("layers", ["0-1"] * 257),
        ("manifest", ["a" * 63, 1]),
        ("manifest", ["A" * 64, 1]),
        ("manifest", ["a" * 64, -1]),
        ("manifest", ["a" * 64, 2**40]),
        ("manifest", ["a" * 64, True]),
        ("manifest", []),
        ("small_files", [["../config.json", 1, "a" * 64]]),
        ("small_files", [["config.json", 2**30, "a" * 64]]),
        ("small_files", [["config.json", 1, ""]]),
        ("small_files", [["config.json", 1, "a" * 64]] * 17),
        ("headers", [["model.safetensors", 2**30, "a" * 64]]),
        ("headers", [["model.safetensors", 1, "a" * 64]] * 513),
        ("attestation", ["AA==", "AA==", "file"]),
        ("attestation", ["!", "!", "file"]),
        ("attestation", ["AA==", "AA==", "dreamt"]),
        ("attestation", [1, 2, "file"]),
        ("attestation", {}),
    ],
)
def test_a_wrong_value_is_refused(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_held(body(**{name: value}))


@pytest.mark.parametrize("name", list(json.loads(encode_held(Held((MODEL,))))["models"][0]))
def test_a_missing_value_is_refused(name: str) -> None:
    content = json.loads(body())
    del content["models"][0][name]
    with pytest.raises(ValueError, match="malformed"):
        parse_held(json.dumps(content).encode())


def test_random_changes_raise_nothing_but_value_error() -> None:
    chance, good = random.Random(1), body()
    for _ in range(500):
        changed = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        try:
            parse_held(bytes(changed))
        except ValueError:
            continue


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bytes=0-99", (0, 100)),
        ("bytes=99-99", (99, 100)),
        ("bytes=0-100", None),
        ("bytes=100-100", None),
        ("bytes=5-4", None),
        ("bytes=-5", None),
        ("bytes=5-", None),
        ("bytes=0-1,3-4", None),
        ("items=0-1", None),
        ("bytes=0-" + "9" * 400, None),
        ("", None),
    ],
)
def test_only_one_closed_range_within_bounds_is_taken(text: str, expected: tuple[int, int] | None) -> None:
    assert range_of(text, 100) == expected


def test_the_header_of_a_range_is_read_back() -> None:
    assert range_of(range_header(7, 50), 100) == (7, 50)
