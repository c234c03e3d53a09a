"""8-bit and 4-bit weights: near what they stand for, made once and whole, only served where their kernels are right."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file
from transformers import AutoConfig, AutoModelForCausalLM

from meshnet_gui.engine.lean import coded_files, quantised
from meshnet_gui.engine.lean.coded_files import ensure_quantised
from meshnet_gui.engine.lean.codes import Plain8
from meshnet_gui.engine.lean.quantised import SCHEMES, product_of
from meshnet_gui.engine.lean.runner import LeanRunner
from meshnet_gui.engine.lean.weights import MappedWeights
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.errors import DiskFull, MachineError
from meshnet_gui.modelstore.safetensors_file import read_header
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import CacheMode, HiddenReply
from tests.engine.steps import MODEL, PROMPT, generate, hidden_of, request, send
from tests.tiny_models import NUM_LAYERS, make_tiny


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny tied Llama with attention heads of a size that the graph takes, and weights of a 4-bit source."""
    folder = make_tiny("llama_tied", tmp_path_factory.mktemp("tiny") / "tiny")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config |= {"num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 16}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return rounded_copy(folder, folder.with_name("rounded"), "int4")


@pytest.fixture
def path(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "tiny"))


def load(
    path: Path, precision: str, span: Span | None = None, tell: Callable[[str], None] | None = None
) -> TorchModelShard:
    span = Span(0, NUM_LAYERS) if span is None else span
    return load_shard(path, span, identity=MODEL, num_threads=1, precision=precision, progress=tell)


def ensure(path: Path, precision: str = "int8", tell: Callable[[str], None] = lambda text: None) -> Path:
    (file,) = ensure_quantised(MappedWeights(path), SCHEMES[precision], tell)
    return file


def made(path: Path, precision: str) -> Path:
    return path / f"quantised-{SCHEMES[precision].name}.safetensors"


def rounded_copy(path: Path, target: Path, precision: str, in_8_bit: str = "no product") -> Path:
    """The model with the weights that the codes stand for, as float32."""
    shutil.copytree(path, target)
    tensors = load_file(target / "model.safetensors")
    for name, tensor in tensors.items():
        if tensor.ndim == 2 and name != "model.embed_tokens.weight":
            coding = SCHEMES[precision].coding(product_of(name), *tensor.shape, 8 if in_8_bit in name else None)
            tensors[name] = np.ascontiguousarray(coding.decode(coding.encode(tensor), tensor.shape[1]))
    save_file(tensors, target / "model.safetensors", metadata={"format": "pt"})
    return target


# -- the file ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("precision", "words"), [("int8", "8-bit"), ("int4", "4-bit")])
def test_the_file_is_made_once_and_told_about(path: Path, precision: str, words: str) -> None:
    said: list[str] = []
    file = ensure(path, precision, said.append)
    assert file == made(path, precision)
    before = file.stat().st_mtime_ns
    assert ensure(path, precision, said.append).stat().st_mtime_ns == before
    assert said == [f"making the {words} weights, once"]
    record = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert record["bytes"] == file.stat().st_size
    assert len(record["sha256"]) == 64


def test_equal_weights_give_an_equal_file(path: Path, original: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(original, tmp_path / "other"))
    assert ensure(path).read_bytes() == ensure(other).read_bytes()


def test_both_precisions_lie_beside_each_other(path: Path) -> None:
    files = {precision: ensure(path, precision) for precision in SCHEMES}
    assert {precision: ensure(path, precision) for precision in SCHEMES} == files
    assert all(file.is_file() for file in files.values())


@pytest.mark.parametrize("damage", ["truncated", "no record"])
def test_a_file_that_is_not_whole_is_made_again(path: Path, damage: str) -> None:
    file = ensure(path)
    content = file.read_bytes()
    if damage == "truncated":
        file.write_bytes(content[:-1])
    else:
        file.with_suffix(".json").unlink()
    assert ensure(path).read_bytes() == content


def test_what_a_dead_making_left_is_removed(path: Path) -> None:
    (path / ".quantising-0123").write_bytes(b"half")
    ensure(path)
    assert not list(path.glob(".quantising-*"))


@pytest.mark.parametrize("precision", list(SCHEMES))
@pytest.mark.allow_warnings("they are made anew")
@pytest.mark.parametrize(
    "damage", ["codes", *(pytest.param(what, marks=pytest.mark.slow) for what in ("zeros", "scales", "names"))]
)
def test_a_whole_file_with_something_else_in_it_is_made_again(path: Path, precision: str, damage: str) -> None:
    ids = generate([load(path, precision)], PROMPT, 4)
    good = made(path, precision).read_bytes()
    made(path, precision).write_bytes(damaged(good, damage))
    assert generate([load(path, precision)], PROMPT, 4) == ids
    assert made(path, precision).read_bytes() == good


def damaged(content: bytes, how: str) -> bytes:
    """As many bytes, which are not what was written."""
    start = 8 + int.from_bytes(content[:8], "little")
    if how == "names":
        return content.replace(b'"model.layers.0.mlp', b'"model.layers.9.mlp')
    if how == "scales":  # as float32 they are NaN
        return content[:start] + b"\xff" * (len(content) - start)
    if how == "zeros":
        return content[:start] + bytes(len(content) - start)
    return content[:start] + np.random.default_rng(0).bytes(len(content) - start)


@pytest.mark.parametrize("precision", list(SCHEMES))
def test_a_whole_file_serves_in_a_folder_that_cannot_be_written_to(
    path: Path, monkeypatch: pytest.MonkeyPatch, precision: str
) -> None:
    ids = generate([load(path, precision)], PROMPT, 4)

    def read_only(*args: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(coded_files, "store_lock", read_only)
    assert generate([load(path, precision)], PROMPT, 4) == ids
    made(path, precision).unlink()
    with pytest.raises(MachineError, match="Read-only file system"):
        load(path, precision)


def test_a_kernel_that_is_wrong_leaves_a_good_file_as_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = ensure(path).stat()
    monkeypatch.setattr(LeanRunner, "run", lambda *args: torch.full((1, 1, 1), torch.nan))
    with pytest.raises(MachineError, match="off here"):
        load(path, "int8")
    after = made(path, "int8").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_files_of_schemes_that_are_no_more_are_removed(path: Path) -> None:
    old = [path / f"quantised-int8_block16{suffix}" for suffix in (".safetensors", ".json")]
    other = path / "quantised-by-hand.txt"
    for file in (*old, other):
        file.write_bytes(b"old")
    in_8_bit = ensure(path, "int8")
    ensure(path, "int4")
    assert not [file for file in old if file.exists()]
    assert other.exists()
    assert in_8_bit.exists()


@pytest.mark.parametrize(("precision", "words"), [("int8", "8-bit"), ("int4", "4-bit")])
def test_a_full_disk_is_said_and_leaves_nothing(
    path: Path, precision: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coded_files.shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    with pytest.raises(DiskFull, match=f"{words} weights"):
        ensure(path, precision)
    assert not made(path, precision).exists()
    assert not list(path.glob(".quantising-*"))


def test_a_making_that_breaks_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object, rows: object) -> None:
        raise OSError(5, "broken disk")

    monkeypatch.setattr(Plain8, "encode", broken)
    with pytest.raises(MachineError, match="broken disk"):
        ensure(path)
    assert not made(path, "int8").exists()
    assert not list(path.glob(".quantising-*"))


# -- shards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("precision", list(SCHEMES))
def test_a_shard_computes_with_the_weights_that_its_codes_stand_for(path: Path, tmp_path: Path, precision: str) -> None:
    shard = load(path, precision, Span(0, 3))
    assert isinstance(shard.runner, LeanRunner)
    assert shard.runner_name == f"lean {precision}"
    rounded = rounded_copy(path, tmp_path / "rounded", precision)
    with torch.inference_mode():
        model = AutoModelForCausalLM.from_pretrained(rounded, dtype=torch.float32)
        expected = model(torch.tensor([PROMPT]), output_hidden_states=True).hidden_states[3]
    found = hidden_of(shard.forward(request(PROMPT)))
    assert float((found - expected).norm() / expected.norm()) < 0.05


@pytest.mark.parametrize("precision", list(SCHEMES))
def test_coded_shards_give_the_same_tokens_whole_and_split(path: Path, precision: str) -> None:
    whole = generate([load(path, precision)], PROMPT, 12)
    split = [load(path, precision, Span(0, 2)), load(path, precision, Span(2, NUM_LAYERS))]
    assert generate(split, PROMPT, 12) == whole


@pytest.mark.parametrize("precision", ["fp32", *SCHEMES])
@pytest.mark.parametrize("cut", [2, *(pytest.param(cut, marks=pytest.mark.slow) for cut in (1, 4))])
def test_where_a_model_is_cut_changes_no_bit(path: Path, precision: str, cut: int) -> None:
    spans = [Span(0, 5), Span(0, cut), Span(cut, 5)]
    whole, first, second = (
        load_shard(path, span, identity=MODEL, num_threads=1, precision=precision, runner="lean") for span in spans
    )
    assert all(isinstance(shard.runner, LeanRunner) for shard in (whole, first, second))
    past_len = 0
    steps: list[tuple[CacheMode, list[int]]] = [("prefill", PROMPT), ("decode", [7]), ("decode", [8, 9, 10])]
    for cache, ids in [*steps, ("decode", [11])]:
        step = request(ids, cache, past_len if past_len else None)
        between = first.forward(step)
        assert isinstance(between, HiddenReply)
        expected, found = whole.forward(step), second.forward(replace(step, tensor=between.tensor))
        assert torch.equal(hidden_of(found), hidden_of(expected))
        past_len += len(ids)


@pytest.mark.parametrize("precision", list(SCHEMES))
def test_coded_shards_say_the_same_with_and_without_a_session(path: Path, precision: str) -> None:
    shard = load(path, precision)
    ids = list(PROMPT)
    for token_id in generate([shard], PROMPT, 6):
        assert send([shard], request(ids)).token_id == token_id
        ids.append(token_id)


@pytest.mark.parametrize("precision", list(SCHEMES))
def test_the_largest_logits_are_those_of_the_weights_as_stored(path: Path, precision: str) -> None:
    span = Span(NUM_LAYERS - 1, NUM_LAYERS)
    runner = load(path, precision, span).runner
    hidden = torch.randn(1, 5, 32, generator=torch.Generator().manual_seed(0))
    logits = runner.run(hidden, span, None, 5)[0]
    best = logits.topk(quantised.REFINED - 4).indices
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quantised, "REFINED", 261)
        exact = load(path, precision, span).runner.run(hidden, span, None, 5)[0]
    torch.testing.assert_close(logits.gather(1, best), exact.gather(1, best), rtol=1e-5, atol=1e-5)
    assert logits.argmax(-1).tolist() == exact.argmax(-1).tolist()
    assert not torch.equal(logits, exact)


@pytest.mark.parametrize(("precision", "low", "high"), [("int8", 0.25, 0.4), ("int4", 0.15, 0.5)])
def test_its_bytes_are_those_of_the_codes(path: Path, precision: str, low: float, high: float) -> None:
    stored = load_shard(path, Span(1, 3), identity=MODEL, num_threads=1)
    ratio = load(path, precision, Span(1, 3)).parameter_bytes / stored.parameter_bytes
    assert low < ratio < high  # codes, scales and zero points, and the norms as they were


@pytest.mark.parametrize(("precision", "words"), [("int8", "8 bit"), ("int4", "4 bit")])
def test_a_kernel_that_is_wrong_here_is_not_served(
    path: Path, precision: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = LeanRunner.run
    monkeypatch.setattr(LeanRunner, "run", lambda *args, **kwargs: -run(*args, **kwargs))
    with pytest.raises(MachineError, match=f"cannot be served in {words} .* off here"):
        load(path, precision)


def test_a_family_without_a_lean_graph_is_refused_in_8_bit(tiny: Callable[[str], Path]) -> None:
    with pytest.raises(MachineError, match="type qwen3_moe"):
        load(tiny("moe"), "int8")


@pytest.mark.parametrize("precision", list(SCHEMES))
@pytest.mark.parametrize("family", ["qwen2", "qwen3", "gemma3_text", "phi3"])
def test_families_with_biases_head_norms_or_packed_products_are_coded_too(
    family: str, precision: str, tmp_path: Path
) -> None:
    path = make_lean_tiny(family, tmp_path / "tiny")
    shard = load(path, precision, Span(0, 3))
    rounded = rounded_copy(path, tmp_path / "rounded", precision)
    with torch.inference_mode():
        model = AutoModelForCausalLM.from_pretrained(rounded, dtype=torch.float32)
        expected = model(torch.tensor([PROMPT]), output_hidden_states=True).hidden_states[3]
    found = hidden_of(shard.forward(request(PROMPT)))
    assert float((found - expected).norm() / expected.norm()) < 0.05


@pytest.mark.parametrize("family", ["qwen2", "qwen3", "gemma3_text"])
def test_values_that_4_bit_does_not_hold_stay_in_8(family: str, tmp_path: Path) -> None:
    path = make_lean_tiny(family, tmp_path / "tiny", hidden_size=64)
    shard = load(path, "int4", Span(0, 3))
    shapes = {entry.name: entry.shape for entry in read_header(made(path, "int4"))}
    assert shapes["model.layers.1.self_attn.v_proj.weight.codes"] == (16, 2, 32)
    assert shapes["model.layers.1.self_attn.qkv_proj.weight.codes"] == (48, 4, 16)  # two blocks, and two of means
    rounded = rounded_copy(path, tmp_path / "rounded", "int4", in_8_bit="v_proj")
    with torch.inference_mode():
        model = AutoModelForCausalLM.from_pretrained(rounded, dtype=torch.float32)
        expected = model(torch.tensor([PROMPT]), output_hidden_states=True).hidden_states[3]
    found = hidden_of(shard.forward(request(PROMPT)))
    assert float((found - expected).norm() / expected.norm()) < 0.05


def test_values_that_4_bit_holds_are_one_product_with_queries_and_keys(path: Path) -> None:
    names = {entry.name for entry in read_header(ensure(path, "int4"))}
    assert "model.layers.1.self_attn.qkv_proj.weight.codes" in names
    assert not [name for name in names if "v_proj" in name.split(".")]


def make_lean_tiny(family: str, path: Path, hidden_size: int = 48) -> Path:
    """Random weights; ``hidden_size`` is a multiple of no block where it is not said."""
    config = AutoConfig.for_model(
        family,
        vocab_size=261,
        hidden_size=hidden_size,
        intermediate_size=96,
        num_hidden_layers=NUM_LAYERS,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        max_position_embeddings=256,
        pad_token_id=0,
    )
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.ndim > 1 or "bias" in name:
                parameter.normal_(0.0, 0.2)
    model.save_pretrained(path)
    return path
