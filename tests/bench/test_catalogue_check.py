"""The catalogue's sizes are counted, not written: each follows from its configuration again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from meshnet_gui.bench import catalogue_check
from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.modelstore.catalogue import catalogue, read_model, read_raw
from meshnet_gui.modelstore.fetch.hub import Hub
from tests.tiny_models import make_tiny


@pytest.fixture
def entries():
    return read_raw(catalogue_check._PATH)


@pytest.mark.slow
def test_every_size_in_the_catalogue_follows_from_its_configuration(entries):
    assert [problem for raw in entries for problem in catalogue_check.problems(raw)] == []


def test_a_size_that_was_written_by_hand_is_found(entries):
    raw = dict(entries[0])
    assert catalogue_check.problems(raw) == []
    raw["counted"] = {**raw["counted"], "parameters": raw["counted"]["parameters"] + 1}
    assert catalogue_check.problems(raw) == [f"{raw['id']}: its sizes are not those of its configuration"]


def test_a_configuration_that_gives_another_count_than_published_is_found(entries):
    raw = {**entries[0], "published_parameters": entries[0]["published_parameters"] * 2}
    assert any("parameters counted" in problem for problem in catalogue_check.problems(raw))


def test_what_is_written_reads_as_the_same_models(entries, tmp_path):
    path = tmp_path / "catalogue.json"
    catalogue_check.write(entries[:2], path)
    assert tuple(map(read_model, read_raw(path))) == catalogue()[:2]
    assert json.loads(path.read_text())["models"] == entries[:2]


@pytest.mark.parametrize("kind", ["llama_tied", "moe", "hybrid", "sliding"])
def test_what_is_counted_is_what_a_hub_holds(kind, tmp_path):
    folder = tmp_path / "repository"
    make_tiny(kind, folder)
    config = json.loads((folder / "config.json").read_text())
    raw = {**read_raw(catalogue_check._PATH)[0], "id": "tiny", "repository": "somebody/tiny"}
    raw |= {"config": config, "stored": "fp32"}
    model = read_model({**raw, "counted": catalogue_check.count(raw)})
    with LocalHub() as local:
        local.add(model.repository, folder)
        hub = Hub(local.url)
        assert catalogue_check.hub_problems(model, hub) == []
        shorter = replace(model, context_tokens=100)
        assert catalogue_check.hub_problems(shorter, hub) == [
            f"tiny: {model.context_tokens} tokens of context at the hub, 100 in the catalogue"
        ]
        halved = catalogue_check.count({**raw, "stored": "bf16"})
        assert "bytes at the hub" in catalogue_check.hub_problems(read_model({**raw, "counted": halved}), hub)[0]
        elsewhere = replace(model, repository="somebody/else")
        assert catalogue_check.hub_problems(elsewhere, hub)[0].startswith("tiny: ")
