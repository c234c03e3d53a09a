"""The catalogue's sizes are counted, not written: each follows from its configuration again."""

from __future__ import annotations

import json

import pytest

from meshnet_gui.bench import catalogue_check
from meshnet_gui.modelstore.catalogue import catalogue, read_model, read_raw


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
