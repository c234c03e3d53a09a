from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from meshnet_gui.bench.beside import Rates
from meshnet_gui.bench.decode import InProcess, Prompts, measure, offered_precisions, read_bandwidth
from meshnet_gui.bench.local_node import imported_tiny_model
from meshnet_gui.bench.rig import Timed, load_one_process
from meshnet_gui.head import pipeline
from meshnet_gui.runtime.assembly import shard_loader
from meshnet_gui.settings import PRECISIONS, Settings

PROMPTS = Prompts([5, 6, 7], list(range(5, 45)))


class Side:
    """Answers with ids that count up, a step a tenth of a second, and writes down who was asked when."""

    def __init__(self, name: str, asked: list[str]) -> None:
        self._name = name
        self._asked = asked

    def generate(self, ids: Sequence[int], num_tokens: int) -> Timed:
        self._asked.append(f"{self._name} {len(ids)}+{num_tokens}")
        return Timed(tuple(range(num_tokens)), (4.0, *[0.1] * (num_tokens - 1)))


def test_every_side_answers_and_reads_the_long_prompt_in_turn_and_the_other_program_follows_our_nodes() -> None:
    asked: list[str] = []

    def other() -> Rates:
        asked.append("other")
        return Rates(5.0, None)

    sides = {name: Side(name, asked).generate for name in ("fp32_one", "fp32_two_nodes", "fp32_transformers")}
    said: list[str] = []
    rounds, others = measure(sides, PROMPTS, said.append, num_rounds=2, num_tokens=4, beside={"fp32": other})
    assert asked[:6] == [f"{side} {what}" for side in sides for what in ("3+8", "40+1")]
    one_round = ["fp32_one 3+4", "fp32_one 40+1", "fp32_two_nodes 3+4", "fp32_two_nodes 40+1", "other"]
    assert asked[6:] == [*one_round, "fp32_transformers 3+4", "fp32_transformers 40+1"] * 2
    assert rounds["fp32_one"][1].decode == pytest.approx(10.0)
    assert rounds["fp32_one"][1].prefill == pytest.approx(10.0)  # 40 tokens in 4 s
    assert others == {"fp32": [Rates(5.0, None)] * 2}
    assert "fp32_two_nodes 10.0 and 10" in said[0]
    assert "fp32 beside 5.0" in said[0]


def test_every_precision_that_can_be_served_is_measured() -> None:
    assert offered_precisions() == PRECISIONS[1:]
    assert "auto" not in offered_precisions()


def test_memory_is_read_at_some_speed() -> None:
    assert read_bandwidth(2, 2**20) > 0


def test_a_shard_in_this_process_says_what_transformers_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "MAX_CHUNK_TOKENS", 16)
    spec = imported_tiny_model(tmp_path)
    shard = shard_loader(Settings(num_threads=1), {})(spec, spec.full_span())
    model = load_one_process(spec)
    sides = {"fp32_one": InProcess(shard).generate}
    rounds, _ = measure(sides, PROMPTS, lambda line: None, num_rounds=2, num_tokens=12)
    assert [list(one.token_ids) for one in rounds["fp32_one"]] == [model.generate(PROMPTS.answered, 12)] * 2
    assert len(rounds["fp32_one"][0].decode_seconds) == 11
    assert list(InProcess(shard).generate(PROMPTS.long, 5).token_ids) == model.generate(PROMPTS.long, 5)
    assert len(shard.kv_sessions.sessions()) == 0
