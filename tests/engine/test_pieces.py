"""A span from a folder in pieces is the span from the whole folder, to the bit; what is not held is refused first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoConfig

from meshnet_gui.engine import loader
from meshnet_gui.engine.certification import write_tiny_model
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, layer_piece, piece_file
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.types import Span
from tests.engine.lean_models import Lean
from tests.engine.steps import MODEL
from tests.engine.test_lean_golden import counted
from tests.in_pieces import add_in_pieces, publish
from tests.tiny_models import KINDS, NUM_LAYERS

Tiny = Callable[[str], Path]
SLOW = pytest.mark.slow
MORE_KINDS = sorted(set(KINDS) - {"llama_tied", "conv"})
MORE_LEAN_KINDS = ("llama", "qwen2", "qwen3", "phi3", "gemma3")


def in_pieces(whole: Path, target: Path, span: Span | None = None) -> ModelSpec:
    """``whole`` (any folder that loads) in pieces as ``target``, with those of ``span``; without, none."""
    store = ModelStore(target.parent / "in pieces")
    spec = add_in_pieces(store, _stored(whole, target.parent / "in pieces"), name=target.name.replace(" ", "-"))
    return hold(whole, spec, spec.pieces(span) if span is not None else ())


def hold(whole: Path, spec: ModelSpec, pieces: Iterable[str]) -> ModelSpec:
    """Bring in more pieces."""
    store, stored = ModelStore(spec.path.parent), _stored(whole, spec.path.parent)
    for piece in pieces:
        publish(store, spec, piece, stored)
    return store.get(spec.name)


@lru_cache(maxsize=16)
def _stored(whole: Path, beside: Path) -> ModelSpec:
    return ModelStore(beside.parent / "whole").import_path(whole)


def load(path: Path, span: Span, **more: Any) -> TorchModelShard:
    return load_shard(path, span, identity=MODEL, num_threads=1, **more)


def output(shard: TorchModelShard) -> torch.Tensor:
    """What the shard gives for fixed steps, one after the other in one session."""
    source = torch.Generator().manual_seed(0)
    cache, found = shard.runner.new_cache(shard.span), []
    for count in (5, 1, 3):
        ids = torch.randint(5, 200, (1, count), generator=source)
        inputs = ids if shard.span.start == 0 else torch.randn(1, count, 32, generator=source)
        with torch.inference_mode():
            cache.begin()
            found.append(shard.runner.run(inputs, shard.span, cache).clone())
            cache.commit(count)
    return torch.cat([part.flatten() for part in found])


def record(path: Path) -> dict[str, tuple[int, int]]:
    """What was coded, with when and how large."""
    return {file.name: (file.stat().st_mtime_ns, file.stat().st_size) for file in path.glob("quantised-*.safetensors")}


# -- the same as from the whole folder -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["llama_tied", "conv", *(pytest.param(kind, marks=SLOW) for kind in MORE_KINDS)])
def test_the_library_runs_pieces_as_it_runs_the_whole(tiny: Tiny, tmp_path: Path, kind: str) -> None:
    for span in (Span(0, 2), Span(2, 4), Span(3, NUM_LAYERS)):
        spec = in_pieces(tiny(kind), tmp_path / f"{kind} {span}", span)
        assert output(load(spec.path, span)).equal(output(load(tiny(kind), span)))


@pytest.mark.parametrize("precision", ["fp32", "bf16", "int8", "int4"])
@pytest.mark.parametrize("kind", ["llama_tied", *(pytest.param(kind, marks=SLOW) for kind in MORE_LEAN_KINDS)])
def test_every_precision_gives_the_same_bits_from_pieces(lean: Lean, tmp_path: Path, kind: str, precision: str) -> None:
    for span in (Span(0, 2), Span(5, NUM_LAYERS)):
        spec = in_pieces(lean(kind), tmp_path / f"{kind} {span}", span)
        found, expected = (load(path, span, precision=precision, runner="lean") for path in (spec.path, lean(kind)))
        assert found.runner_name == expected.runner_name
        assert output(found).equal(output(expected))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("model_type", ["gemma3", *(pytest.param(t, marks=SLOW) for t in ("gemma4_text", "gpt2"))])
def test_a_tower_ids_everywhere_and_ends_everywhere_make_no_difference(model_type: str, tmp_path: Path) -> None:
    """gemma3 has a vision tower, gemma4_text looks at the ids in every layer, gpt2 adds positions before the layers."""
    write_tiny_model(model_type, tmp_path / "tiny")
    for span in (Span(0, 1), Span(1, 2), Span(5, 6)):
        spec = in_pieces(tmp_path / "tiny", tmp_path / f"pieces {span}", span)
        found, expected = (_parameters(load(path, span)) for path in (spec.path, tmp_path / "tiny"))
        assert found.keys() == expected.keys()
        assert all(found[name].equal(expected[name]) for name in found)
        assert not [name for name in found if "vision" in name or "multi_modal" in name]


def _parameters(shard: TorchModelShard) -> dict[str, torch.Tensor]:
    return dict(shard.runner._model.named_parameters())  # type: ignore[attr-defined]


def test_a_mixed_model_is_refused_in_16_bit_whatever_layers_are_held(lean: Lean, tmp_path: Path) -> None:
    whole = tmp_path / "mixed"
    _copy(lean("llama"), whole)
    tensors = load_file(whole / "model.safetensors")
    tensors = {name: t.bfloat16() if ".layers.0." in name else t.clone() for name, t in tensors.items()}
    (whole / "model.safetensors").unlink()
    save_file(tensors, whole / "model.safetensors", metadata={"format": "pt"})
    spec = in_pieces(whole, tmp_path / "pieces", Span(2, 3))
    with pytest.raises(Exception, match="some of its matrices are stored in float32 and some in 16 bit"):
        load(spec.path, Span(2, 3), precision="bf16")


def _copy(source: Path, target: Path) -> None:
    target.mkdir()
    for file in source.iterdir():
        if not file.name.startswith(("golden-", "quantised-", ".")):
            (target / file.name).write_bytes(file.read_bytes())


def test_a_tied_tail_multiplies_with_the_embedding_that_is_its_piece(tiny: Tiny, tmp_path: Path) -> None:
    span = Span(4, NUM_LAYERS)
    spec = in_pieces(tiny("llama_tied"), tmp_path / "tied", span)
    assert EMBEDDING in spec.held if spec.held is not None else False
    shard = load(spec.path, span)
    expected = load_file(tiny("llama_tied") / "model.safetensors")["model.embed_tokens.weight"]
    model = shard.runner._model  # type: ignore[attr-defined]
    assert model.lm_head.weight.equal(expected)


def test_a_tail_of_a_model_that_is_said_to_be_tied_but_has_an_lm_head_needs_no_embedding(
    tiny: Tiny, tmp_path: Path
) -> None:
    whole = tmp_path / "whole"
    _copy(tiny("llama_tied"), whole)
    tensors = load_file(whole / "model.safetensors")
    tensors["lm_head.weight"] = tensors["model.embed_tokens.weight"].clone()
    (whole / "model.safetensors").unlink()
    save_file(tensors, whole / "model.safetensors", metadata={"format": "pt"})
    span = Span(4, NUM_LAYERS)
    spec = in_pieces(whole, tmp_path / "pieces", span)
    assert spec.held == {layer_piece(4), layer_piece(5), TAIL}
    assert output(load(spec.path, span)).equal(output(load(whole, span)))


# -- what is not held ------------------------------------------------------------------------------------------------


@pytest.fixture
def pieces(tiny: Tiny, tmp_path: Path) -> ModelSpec:
    """Layers 1-4 of six."""
    return in_pieces(tiny("llama"), tmp_path / "llama", Span(1, 4))


@pytest.mark.parametrize(
    ("span", "what"),
    [
        (Span(0, 2), "the embedding and layers 0"),
        (Span(1, 5), "layers 4-5"),
        (Span(3, 6), "layers 4-6 and the tail"),
        (Span(0, 6), "the embedding, layers 0-1, 4-6 and the tail"),
    ],
)
def test_layers_that_are_not_held_are_refused_by_name(
    pieces: ModelSpec, span: Span, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "_load_model", lambda *_: pytest.fail("something was loaded"))
    with pytest.raises(UserError, match=f"does not hold {what}") as caught:
        load(pieces.path, span)
    assert f"meshnet models get llama --layers {span}" in caught.value.hint


def test_a_model_without_any_piece_is_refused_plainly(tiny: Tiny, tmp_path: Path) -> None:
    spec = in_pieces(tiny("llama"), tmp_path / "llama")
    with pytest.raises(UserError, match="the embedding, layers 0-6 and the tail"):
        load(spec.path, Span(0, 6))


def test_pieces_of_other_layers_are_not_looked_at(pieces: ModelSpec, tiny: Tiny) -> None:
    expected = output(load(pieces.path, Span(2, 4), runner="lean"))
    file = pieces.path / piece_file(layer_piece(1))
    file.write_bytes(file.read_bytes()[:-1])
    assert output(load(pieces.path, Span(2, 4), runner="lean")).equal(expected)


@pytest.mark.parametrize("damage", ["short", "another layer", "renamed"])
def test_a_piece_that_is_not_what_the_list_says_is_refused(pieces: ModelSpec, damage: str) -> None:
    file, other = (pieces.path / piece_file(layer_piece(layer)) for layer in (2, 3))
    content = file.read_bytes()
    changed = {
        "short": content[:-4],
        "another layer": other.read_bytes(),
        "renamed": content.replace(b"model.layers.2.mlp.up_proj", b"model.layers.2.mlp.up_porj"),
    }
    file.write_bytes(changed[damage])
    with pytest.raises(BadModelFile, match=r"layer-00002\.safetensors"):
        load(pieces.path, Span(1, 3))


def test_a_list_with_other_layers_than_the_configuration_is_refused(pieces: ModelSpec) -> None:
    config = json.loads((pieces.path / "config.json").read_text(encoding="utf-8"))
    (pieces.path / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 5}), encoding="utf-8")
    with pytest.raises(BadModelFile, match="states 5 layers, but the weights have 6"):
        load(pieces.path, Span(1, 3))


# -- what is made from pieces ----------------------------------------------------------------------------------------


def test_another_piece_leaves_golden_outputs_as_they_are(
    lean: Lean, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, span = lean("llama"), Span(1, 3)
    spec = in_pieces(whole, tmp_path / "pieces", span)
    load(spec.path, span, runner="lean")
    loaded = counted(monkeypatch)
    spec = hold(whole, spec, [layer_piece(3), TAIL])
    assert load(spec.path, span, runner="lean").runner_name == "lean"
    assert loaded == []


def test_a_piece_that_was_got_anew_is_compared_anew(
    lean: Lean, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, span = lean("llama"), Span(1, 3)
    spec = in_pieces(whole, tmp_path / "pieces", span)
    load(spec.path, span, runner="lean")
    loaded = counted(monkeypatch)
    _got_anew(whole, spec, layer_piece(2))
    load(spec.path, span, runner="lean")
    assert loaded != []


def _got_anew(whole: Path, spec: ModelSpec, piece: str) -> None:
    before = (spec.path / piece_file(piece)).stat().st_mtime_ns
    while (spec.path / piece_file(piece)).stat().st_mtime_ns == before:  # the clock of files has coarse ticks
        hold(whole, spec, [piece])


@pytest.mark.parametrize("precision", ["int8", pytest.param("int4", marks=SLOW)])
def test_another_piece_is_coded_alone(lean: Lean, tmp_path: Path, precision: str) -> None:
    whole = lean("llama_tied")
    spec = in_pieces(whole, tmp_path / "pieces", Span(1, 3))
    said: list[str] = []
    load(spec.path, Span(1, 3), precision=precision, progress=said.append)
    before = record(spec.path)
    assert sorted(name[-23:] for name in before) == ["layer-00001.safetensors", "layer-00002.safetensors"]
    spec = hold(whole, spec, spec.pieces(Span(3, NUM_LAYERS)))
    load(spec.path, Span(1, NUM_LAYERS), precision=precision, progress=said.append)
    after = record(spec.path)
    assert before.items() < after.items()
    assert {name.partition("-l")[2] or name for name in after} >= {"ayer-00005.safetensors"}
    assert any(name.endswith("-embedding.safetensors") for name in after)
    words = {"int8": "8-bit", "int4": "4-bit"}[precision]
    made = [text for text in said if text.startswith("making")]
    assert made == [
        f"making the {words} weights of layers 1-3, once",
        f"making the {words} weights of the embedding and layers 3-6, once",
    ]


def test_a_front_codes_no_lm_head(lean: Lean, tmp_path: Path) -> None:
    spec = in_pieces(lean("llama_tied"), tmp_path / "pieces", Span(0, 1))
    load(spec.path, Span(0, 1), precision="int8")
    assert [name[-23:] for name in record(spec.path)] == ["layer-00000.safetensors"]


def test_a_piece_that_was_got_anew_is_coded_anew(lean: Lean, tmp_path: Path) -> None:
    whole, span = lean("llama"), Span(1, 3)
    spec = in_pieces(whole, tmp_path / "pieces", span)
    load(spec.path, span, precision="int8")
    before = record(spec.path)
    _got_anew(whole, spec, layer_piece(2))
    load(spec.path, span, precision="int8")
    changed = [name for name, facts in record(spec.path).items() if before[name] != facts]
    assert [name[-23:] for name in changed] == ["layer-00002.safetensors"]


def test_codes_of_pieces_that_are_gone_go_with_the_next_making(lean: Lean, tmp_path: Path) -> None:
    whole = lean("llama")
    spec = in_pieces(whole, tmp_path / "pieces", Span(1, 3))
    load(spec.path, Span(1, 3), precision="int8")
    (spec.path / piece_file(layer_piece(1))).unlink()
    spec = hold(whole, spec, [layer_piece(3)])
    load(spec.path, Span(2, 4), precision="int8")
    assert sorted(name[-23:] for name in record(spec.path)) == ["layer-00002.safetensors", "layer-00003.safetensors"]


@pytest.mark.allow_warnings("they are made anew")
def test_only_the_damaged_codes_are_made_again(lean: Lean, tmp_path: Path) -> None:
    span = Span(1, 3)
    spec = in_pieces(lean("llama"), tmp_path / "pieces", span)
    expected, before = output(load(spec.path, span, precision="int8")), record(spec.path)
    bad = next(spec.path.glob("quantised-*layer-00001.safetensors"))
    good = bad.read_bytes()
    bad.write_bytes(good[:-400] + b"\xff" * 400)
    assert output(load(spec.path, span, precision="int8")).equal(expected)
    assert bad.read_bytes() == good
    assert [name for name, facts in record(spec.path).items() if facts != before[name]] == [bad.name]


def test_where_a_model_may_be_cut_is_known_without_any_piece(tiny: Tiny, tmp_path: Path) -> None:
    spec = in_pieces(tiny("llama"), tmp_path / "llama")
    assert loader.model_cuts(spec.path) == loader.model_cuts(tiny("llama"))
    assert AutoConfig.from_pretrained(spec.path).num_hidden_layers == spec.num_layers
