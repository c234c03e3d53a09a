"""The real Gemma 3 270M: a known conversion, and the ids that transformers' own reading of the GGUF gives."""

from __future__ import annotations

import pytest

from meshnet_gui.engine.tokenizer import load_tokenizer
from meshnet_gui.modelstore.spec import ModelSpec, check_complete
from tests.gemma_weights import REVISION

pytestmark = [pytest.mark.real_model, pytest.mark.timeout(900)]

KNOWN_IDS = {
    "Hello world": [2, 9259, 1902],
    " Hello  world ": [2, 26352, 138, 12392, 236743],
    "a  b   c\t\td\n\n\ne \n f   ": [
        2,
        236746,
        138,
        236763,
        139,
        236755,
        255969,
        236753,
        109,
        236744,
        236743,
        107,
        517,
        139,
    ],
    "日本語 中文 한국어": [2, 94951, 17346, 237364, 50413, 237430],
    "😀 👨\u200d👩\u200d👧 🇫🇷": [2, 242398, 236743, 243874, 237243, 243767, 237243, 244814, 236743, 246598, 242644],
    "def f(x):\n    return x**2": [2, 2063, 517, 236769, 236781, 1473, 107, 140, 2060, 1123, 1018, 236778],
    "naïve café 1234567": [2, 1789, 238527, 560, 33443, 236743, 236770, 236778, 236800, 236812, 236810, 236825, 236832],
    "<start_of_turn>user\nHi<end_of_turn>\n": [2, 105, 2364, 107, 10979, 106, 107],
    "<table><tr>x": [2, 168, 173, 236781],
    "\r\n\x00\x7f\u200b": [2, 251, 107, 238, 251541, 237141],
}


def test_the_model_is_complete_and_known(gemma_model: ModelSpec) -> None:
    """The digest is that of the weights that equalled transformers' own conversion, tensor by tensor."""
    check_complete(gemma_model)
    assert gemma_model.identity.revision == REVISION
    assert gemma_model.identity.weights_digest == "ee39bd7c0d854ba4c7ebd2fe0afbb2ad"
    assert (gemma_model.num_layers, gemma_model.hidden_size, gemma_model.vocab_size) == (18, 640, 262144)


def test_the_tokenizer_gives_the_known_ids(gemma_model: ModelSpec) -> None:
    tokenizer = load_tokenizer(gemma_model.path)
    assert {text: tokenizer.encode(text) for text in KNOWN_IDS} == KNOWN_IDS


def test_an_answer_as_it_arrives_is_the_text_as_a_whole(gemma_model: ModelSpec) -> None:
    tokenizer = load_tokenizer(gemma_model.path)
    ids = [index for text in KNOWN_IDS for index in tokenizer.encode(text)]
    stream = tokenizer.detokenizer()
    assert "".join(stream.push(index) for index in ids) + stream.flush() == tokenizer.decode(ids)


def test_text_without_control_tokens_survives_the_round_trip(gemma_model: ModelSpec) -> None:
    tokenizer = load_tokenizer(gemma_model.path)
    for text in KNOWN_IDS:
        if "<" not in text:
            assert tokenizer.decode(tokenizer.encode(text)) == text
