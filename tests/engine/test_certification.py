"""A fixed sample of model types runs as spans as it does whole; all of them with ``-m slow``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from meshnet_gui.engine import certification
from meshnet_gui.engine.certification import TOLERANCE, certify, check_as_certified, write_tiny_model
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.tiny_configs import model_types
from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.certified import NO_NEEDS, certified_types
from meshnet_gui.modelstore.spec import read_sizes
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import ForwardRequest, HiddenReply, TensorPayload
from meshnet_gui.wire.refusals import BadRequest

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.allow_warnings()]
SAMPLE = (
    *("llama", "mistral", "qwen2", "qwen3", "gemma", "gemma2", "gemma3_text", "phi", "phi3", "gpt2"),
    *("gpt_neox", "gpt_oss", "smollm3", "olmo2", "granite", "cohere2", "starcoder2", "stablelm", "bloom", "falcon"),
    *("mixtral", "qwen3_moe", "deepseek_v3", "deepseek_v32", "glm4_moe", "llama4_text", "dbrx", "minimax", "jamba"),
    *("mamba", "mamba2", "falcon_h1", "qwen3_next", "lfm2", "zamba2", "gemma3n_text", "gemma4_text"),
    *("deepseek_v4", "bart", "bert"),
)


def test_the_sample_has_forty_types() -> None:
    assert len(set(SAMPLE)) == 40


@pytest.mark.parametrize("model_type", SAMPLE)
def test_a_sampled_type_is_what_the_table_says(model_type: str, tmp_path: Path) -> None:
    shipped = certified_types()[model_type]
    found = certify(model_type, tmp_path, tries=(_tried(shipped.needs),), max_chains=2)
    assert (found.result, found.needs, found.streams) == ("ok", shipped.needs, shipped.streams)
    assert found.worst < TOLERANCE


@pytest.mark.slow
@pytest.mark.parametrize("model_type", model_types())
def test_every_type_is_what_the_table_says(model_type: str, tmp_path: Path) -> None:
    found = certify(model_type, tmp_path)
    shipped = certified_types()[model_type]
    assert (found.result, found.needs, found.streams) == (shipped.result, shipped.needs, shipped.streams)
    assert found.note or found.result == "ok"


def _tried(needs: certification.Needs) -> certification.Needs:
    return certification.Needs(token_ids=needs.token_ids, single_steps=needs.single_steps)


def test_a_wrong_span_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: a layer that is off in the shards, but not in the whole model."""
    load = certification.load_shard

    def loaded_wrongly(*args: object, **kwargs: object) -> object:
        shard = load(*args, **kwargs)  # type: ignore[arg-type]
        with torch.no_grad():
            next(p for n, p in shard.runner._model.named_parameters() if "mlp" in n).mul_(1.01)  # type: ignore[attr-defined]
        return shard

    monkeypatch.setattr(certification, "load_shard", loaded_wrongly)
    found = certify("llama", tmp_path, tries=(NO_NEEDS,), max_chains=1)
    assert found.result == "differs"
    assert "prefill over 0-3, 3-6" in found.note


def test_a_span_that_has_become_wrong_since_it_was_certified_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "whole").mkdir()
    assert check_as_certified("llama", tmp_path / "whole").result == "ok"
    send = certification.Trial._send

    def forgetful(*args: object, **kwargs: object) -> torch.Tensor:
        return send(*args, **kwargs) * 1.01  # type: ignore[arg-type]

    monkeypatch.setattr(certification.Trial, "_send", forgetful)
    found = check_as_certified("llama", tmp_path)
    assert (found.result, found.note) == ("differs", "prefill over 0-3, 3-6: off by 0.01")


@pytest.mark.parametrize("model_type", ["bert", "mamba"])
def test_a_type_with_needs_of_its_own_is_checked_with_these(model_type: str, tmp_path: Path) -> None:
    assert check_as_certified(model_type, tmp_path).result == "ok"


def test_a_type_that_the_library_cannot_make_any_more_is_a_row_and_no_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(model_type: str, folder: Path, *, as_decoder: bool) -> None:
        raise ImportError("no module named transformers.models.llama")

    monkeypatch.setattr(certification, "write_tiny_model", broken)
    found = check_as_certified("llama", tmp_path)
    assert (found.result, found.note) == ("refused", "no module named transformers.models.llama")


def test_a_chunk_that_forgets_its_past_is_found_and_mended_by_single_steps(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert certify("mamba", tmp_path / "a", tries=(NO_NEEDS,), max_chains=1).result == "differs"
    assert certify("mamba", tmp_path / "b", max_chains=1).needs.single_steps


def test_layers_that_share_keys_are_cut_only_where_nothing_is_shared(tmp_path: Path) -> None:
    found = certify("gemma3n_text", tmp_path, max_chains=1)
    assert found.note == "can be cut at 1, 2 of 6 layers only"


@pytest.mark.parametrize(
    ("model_type", "reason"),
    [
        ("dory", "run in loops"),
        ("zaya", "hand on more than their hidden states"),
        ("inkling2_text", "look at more than the layer before them hands on"),
        ("cpmant", "positions of their own"),
        ("xlm", "keep the parts of one layer in different lists"),
    ],
)
def test_what_cannot_be_cut_is_refused_with_the_reason(model_type: str, reason: str, tmp_path: Path) -> None:
    found = certify(model_type, tmp_path, tries=(certification.Needs(token_ids=True),), max_chains=1)
    assert found.result == "refused"
    assert reason in found.note


def test_an_encoder_is_certified_as_a_decoder_only(tmp_path: Path) -> None:
    assert certify("roberta", tmp_path, tries=(NO_NEEDS,), max_chains=1).needs.is_decoder


def test_layers_that_look_at_ids_are_refused_hidden_states_without_them(tmp_path: Path) -> None:
    write_tiny_model("gemma4_text", tmp_path)
    shard = load_shard(tmp_path, Span(3, 5), identity="m@1:0123456789abcdef:float32", num_threads=1)
    hidden = TensorPayload((1, 1, shard.hidden_size), "float32", bytes(4 * shard.hidden_size))
    for ids in (None, (shard.vocab_size,)):
        with pytest.raises(BadRequest, match="token ids of its vocabulary"):
            shard.forward(ForwardRequest(hidden, token_ids=ids))
    shard.forward(ForwardRequest(hidden, token_ids=(5,)))


def test_several_hidden_states_per_position_travel_side_by_side(tmp_path: Path) -> None:
    write_tiny_model("hy_v4", tmp_path)
    shard = load_shard(tmp_path, Span(0, 1), identity="m@1:0123456789abcdef:float32", num_threads=1)
    ids = TensorPayload((1, 2), "int64", bytes(16))
    reply = shard.forward(ForwardRequest(ids))
    assert isinstance(reply, HiddenReply)
    assert reply.tensor.shape == (1, 2, shard.hidden_size)
    assert shard.hidden_size == shard.limits.hidden_size == 4 * 64
    sizes = read_sizes(json.loads((tmp_path / "config.json").read_text(encoding="utf-8")), "tiny")
    assert sizes.hidden_size == shard.hidden_size


def test_a_type_that_is_not_certified_is_loaded_only_on_demand_and_still_not_run_wrongly(tmp_path: Path) -> None:
    write_tiny_model("dory", tmp_path)
    with pytest.raises(UserError, match="dory are not certified"):
        load_shard(tmp_path, Span(1, 3), identity="m@1:0123456789abcdef:float32")
    with pytest.raises(BadModelFile, match="run in loops"):
        load_shard(tmp_path, Span(1, 3), identity="m@1:0123456789abcdef:float32", uncertified=True)


def test_an_unknown_type_is_a_plain_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no causal language model of type 'nonsense'"):
        write_tiny_model("nonsense", tmp_path)
