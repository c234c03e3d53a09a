"""The shipped table of model types."""

from __future__ import annotations

import pytest

from meshnet_gui.errors import UserError
from meshnet_gui.modelstore import certified
from meshnet_gui.modelstore.certified import (
    NO_NEEDS,
    Needs,
    Row,
    certified_needs,
    certified_types,
    needs_token_ids,
    num_streams,
)


def test_the_shipped_table_is_long_and_has_no_type_that_differs() -> None:
    results = [row.result for row in certified_types().values()]
    assert results.count("ok") >= 170
    assert results.count("differs") == 0


def test_every_refusal_has_its_reason() -> None:
    assert all(row.note for row in certified_types().values() if row.result == "refused")


def test_common_types_are_certified() -> None:
    for name in ("llama", "qwen3", "gemma3_text", "mistral", "phi3", "gpt_oss", "deepseek_v3"):
        assert certified_needs(name) == NO_NEEDS


@pytest.mark.parametrize("name", ["dory", "no_such_type"])
def test_another_type_is_refused_in_plain_words_unless_it_is_wanted_all_the_same(name: str) -> None:
    with pytest.raises(UserError, match=f"Models of type {name} are not certified to run in parts.*--uncertified"):
        certified_needs(name)
    assert certified_needs(name, uncertified=True) == NO_NEEDS


def test_per_layer_embeddings_need_the_ids_on_every_hop() -> None:
    assert needs_token_ids("gemma3n_text")
    assert not needs_token_ids("llama")
    assert not needs_token_ids("no_such_type")


def test_the_number_of_streams_comes_from_the_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"wide": Row("ok", streams=("hc_mult", 4)), "plain": Row("ok")}
    monkeypatch.setattr(certified, "certified_types", lambda: table)
    assert num_streams("wide", {"hc_mult": 2}) == 2
    assert num_streams("wide", {}) == 4
    assert num_streams("wide", {"hc_mult": 10**9}) == 4
    assert num_streams("plain", {"hc_mult": 2}) == num_streams("unknown", {}) == 1


def test_a_row_survives_json() -> None:
    row = Row("ok", "a note", 1.5e-6, Needs(token_ids=True, is_decoder=True), ("hc_count", 4))
    assert Row.from_json(row.to_json()) == row
    assert Row.from_json(Row("refused", "why").to_json()) == Row("refused", "why")


def test_needs_of_unknown_types_are_none() -> None:
    assert certified.known_needs("no_such_type") == NO_NEEDS
    assert certified.known_needs("gpt2").ends
