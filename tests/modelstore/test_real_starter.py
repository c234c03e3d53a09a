"""The real starter model against transformers: its tokenizer's behaviour, its weights in use, its answer."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from meshnet_gui.modelstore.sizes import model_sizes
from meshnet_gui.modelstore.spec import ModelSpec, check_complete
from meshnet_gui.modelstore.starter import REVISION
from meshnet_gui.types import Span

pytestmark = pytest.mark.real_model

# ids of SmolLM2's own tokenizer, which splits digits before anything else
KNOWN_IDS = {
    " 12  34   56": [216, 33, 34, 256, 35, 36, 333, 37, 38],
    "<|im_start|>user\nHi<|im_end|>": [1, 4093, 198, 26843, 2],
    "<|endoftext|>": [0],
}
TEXTS = [
    "Hello world",
    "1234567890 and 3.14159, 2024-01-31",
    "😀 emoji 👨‍👩‍👧‍👦 🇫🇷 end",
    "日本語のテキスト 中文测试 한국어",
    "a  b   c\t\td\n\n\ne \n f   ",
    "def f(x):\n    return x**2  # comment\n\tif x != 3: pass",
    "don't I'll we've THEY'RE",
    "naïve café e\u0301 Ünïcödé ½ ² ٣ Ⅷ",
    "\r\n\r\n\x00\x01\x7f\u00a0\u200b",
]


def test_the_model_is_complete_and_known(starter_model: ModelSpec) -> None:
    check_complete(starter_model)
    assert starter_model.identity.revision == REVISION
    assert starter_model.identity.weights_digest == "0ee9acec2c0d69f34698f0106255d6b3"
    assert (starter_model.num_layers, starter_model.hidden_size, starter_model.vocab_size) == (30, 576, 49152)
    assert model_sizes(starter_model).of_span(Span(10, 20)) == 141_603_840


def test_reading_the_store_takes_no_hashing(starter_model: ModelSpec) -> None:
    from meshnet_gui.modelstore.store import ModelStore

    started = time.process_time()
    ModelStore(starter_model.path.parent).get(starter_model.name)
    assert time.process_time() - started < 0.1


def test_the_tokenizer_gives_the_known_ids_and_loses_nothing(starter_model: ModelSpec) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(starter_model.path)
    assert {text: tokenizer.encode(text) for text in KNOWN_IDS} == KNOWN_IDS
    for text in [*TEXTS, *KNOWN_IDS]:
        assert tokenizer.decode(tokenizer.encode(text)) == text


def test_it_knows_the_capital_of_france(starter_model: ModelSpec) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(starter_model.path)
    model = AutoModelForCausalLM.from_pretrained(starter_model.path, dtype=torch.float32)
    messages = [{"role": "user", "content": "What is the capital of France?"}]
    prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_tensors="pt", return_dict=True)
    answer = model.generate(**prompt, max_new_tokens=16, do_sample=False)[0, prompt["input_ids"].shape[1] :]
    assert "Paris" in tokenizer.decode(answer, skip_special_tokens=True)


def test_the_weights_equal_transformers_own_conversion(starter_model: ModelSpec, tmp_path: Path) -> None:
    """Needs the original file and accelerate: set MESHNET_STARTER_GGUF to the file."""
    import importlib.util
    import os

    original = os.environ.get("MESHNET_STARTER_GGUF", "")
    if not original or importlib.util.find_spec("accelerate") is None:
        pytest.skip("needs MESHNET_STARTER_GGUF and the accelerate package")
    import torch
    from transformers import AutoModelForCausalLM

    file = Path(original)
    theirs = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=torch.float32).state_dict()
    ours = AutoModelForCausalLM.from_pretrained(starter_model.path, dtype=torch.float32).state_dict()
    assert theirs.keys() == ours.keys()
    assert all(torch.equal(theirs[name], ours[name]) for name in theirs)
