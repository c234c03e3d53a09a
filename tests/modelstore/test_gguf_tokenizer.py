from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tokenizers import Tokenizer

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.gguf_file import read_gguf
from meshnet_gui.modelstore.gguf_tokenizer import TokenizerFiles, convert_tokenizer

if TYPE_CHECKING:
    from tests.modelstore.conftest import TinyGguf

VOCAB = 3 + 256 + 6 + 1
TEXTS = [
    "",
    "hello hello",
    " 12  34   56",
    "1234567890 3.14",
    "😀 👨‍👩‍👧‍👦 🇫🇷",
    "日本語 中文 한국어",
    "a  b\t\tc\n\n\nd \r\n e   ",
    "def f(x):\n    return x**2  # don't",
    "<|im_start|>user\nhi<|im_end|><think>no</think>",
    "½ ² ٣ Ⅷ",
    "\x00\x01\x7f\u200b",
]
MIXED_TEXTS = [
    "HelloWorld helloWORLD McDonald's THEY'RE they'll",
    "path/to/file//x ...!!!\n\n  ???/\r\n",
    "1234567 12a34 ١٢٣",
    "Ünïcödé ÄÖÜ ǅ ʰ ª हिन्दी ไทย",
]


def convert(tiny: TinyGguf) -> tuple[Tokenizer, TokenizerFiles]:
    files = convert_tokenizer(read_gguf(tiny.write()), 128, VOCAB)
    return Tokenizer.from_str(files.tokenizer), files


def pieces(tokenizer: Tokenizer, text: str) -> list[str]:
    return [piece for piece, _ in tokenizer.pre_tokenizer.pre_tokenize_str(text)]


@pytest.mark.parametrize("pre", ["smollm", "gpt-2", "llama-bpe", "qwen2", "tekken", "deepseek-v3", "deepseek-coder"])
@pytest.mark.parametrize("text", TEXTS)
def test_every_text_survives_the_round_trip(tiny_gguf: TinyGguf, pre: str, text: str) -> None:
    tiny_gguf.keys |= {"tokenizer.ggml.pre": pre, "tokenizer.ggml.add_bos_token": False}
    tokenizer, _ = convert(tiny_gguf)
    assert tokenizer.decode(tokenizer.encode(text).ids, skip_special_tokens=False) == text


@pytest.mark.parametrize(
    ("pre", "text", "expected"),
    [
        ("smollm", "ab 123", ["ab", "Ġ", "1", "2", "3"]),
        ("smollm", "don't  go", ["don", "'t", "Ġ", "Ġgo"]),
        ("gpt-2", "ab 123", ["ab", "Ġ123"]),
        ("llama-bpe", "ab 12345", ["ab", "Ġ", "123", "45"]),
        ("llama-bpe", "DON'T\n\n x", ["DON", "'T", "ĊĊ", "Ġx"]),
        ("qwen2", "ab 123", ["ab", "Ġ", "1", "2", "3"]),
        ("tekken", "fooBAR 12", ["foo", "BAR", "Ġ", "1", "2"]),
        ("gpt-4o", "FooBar's 1234", ["Foo", "Bar's", "Ġ", "123", "4"]),
        ("starcoder", "ab 12", ["ab", "Ġ", "1", "2"]),
        ("deepseek-v3", "x.foo 1234\n", ["x", ".foo", "Ġ", "123", "4", "Ċ"]),
        ("deepseek-coder", "ab, 12\n\n", ["ab", ",", "Ġ", "1", "2", "Ċ", "Ċ"]),
    ],
)
def test_text_is_cut_as_the_family_does(tiny_gguf: TinyGguf, pre: str, text: str, expected: list[str]) -> None:
    tiny_gguf.keys["tokenizer.ggml.pre"] = pre
    assert pieces(convert(tiny_gguf)[0], text) == expected


def test_merges_apply_and_digits_stay_single_where_the_family_wants_it(tiny_gguf: TinyGguf) -> None:
    assert convert(tiny_gguf)[0].encode("hello hello12").tokens == ["hello", "Ġhello", "1", "2"]


def test_special_and_user_defined_tokens_are_found_whole_and_only_special_ones_hidden(tiny_gguf: TinyGguf) -> None:
    tokenizer, _ = convert(tiny_gguf)
    ids = tokenizer.encode("<|im_start|>hello<think><|im_end|>").ids
    assert [tokenizer.id_to_token(index) for index in ids] == ["<|im_start|>", "hello", "<think>", "<|im_end|>"]
    assert tokenizer.decode(ids) == "hello<think>"


def test_ids_are_the_places_in_the_file(tiny_gguf: TinyGguf) -> None:
    tokenizer, _ = convert(tiny_gguf)
    tokens = tiny_gguf.keys["tokenizer.ggml.tokens"]
    assert tokenizer.get_vocab_size() == len(tokens)
    assert all(tokenizer.token_to_id(token) == index for index, token in enumerate(tokens))


@pytest.mark.parametrize(
    ("pre", "flag", "starts_with_bos"),
    [("smollm", None, False), ("smollm", True, True), ("llama-bpe", None, True), ("llama-bpe", False, False)],
)
def test_the_first_token_is_added_where_the_file_or_family_says(
    tiny_gguf: TinyGguf, pre: str, flag: bool | None, starts_with_bos: bool
) -> None:
    tiny_gguf.keys |= {"tokenizer.ggml.pre": pre, "tokenizer.ggml.add_bos_token": flag}
    tokenizer, _ = convert(tiny_gguf)
    assert (tokenizer.encode("hello").ids[0] == 1) is starts_with_bos
    assert tokenizer.encode("hello", add_special_tokens=False).tokens == ["hello"]


def test_special_tokens_and_template_reach_the_configuration(tiny_gguf: TinyGguf) -> None:
    _, files = convert(tiny_gguf)
    assert files.tokenizer_config["eos_token"] == "<|im_end|>"
    assert files.tokenizer_config["bos_token"] == "<|im_start|>"
    assert "pad_token" not in files.tokenizer_config
    assert files.tokenizer_config["chat_template"].startswith("{% for m in messages %}")
    assert files.tokenizer_config["model_max_length"] == 128


def test_a_file_without_a_template_gives_none(tiny_gguf: TinyGguf) -> None:
    tiny_gguf.keys["tokenizer.chat_template"] = None
    assert "chat_template" not in convert(tiny_gguf)[1].tokenizer_config


def test_every_end_of_turn_is_an_end_of_sequence(tiny_gguf: TinyGguf) -> None:
    tiny_gguf.keys["tokenizer.ggml.eot_token_id"] = 5
    assert convert(tiny_gguf)[1].generation_config["eos_token_id"] == [0, 2, 5]


@pytest.mark.parametrize(("key", "value"), [("model", "rwkv"), ("pre", "superbpe"), ("pre", None), ("model", None)])
def test_another_kind_of_tokenizer_is_refused(tiny_gguf: TinyGguf, key: str, value: str | None) -> None:
    tiny_gguf.keys[f"tokenizer.ggml.{key}"] = value
    with pytest.raises(UserError, match="cannot be imported"):
        convert(tiny_gguf)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tokens", None),
        ("tokens", ["a", "a"]),
        ("merges", None),
        ("merges", ["h z"]),
        ("merges", ["hello"]),
        ("token_type", [1, 1]),
        ("eos_token_id", 99999),
    ],
)
def test_a_damaged_tokenizer_is_refused(tiny_gguf: TinyGguf, key: str, value: object) -> None:
    tiny_gguf.keys[f"tokenizer.ggml.{key}"] = value
    with pytest.raises(BadModelFile):
        convert(tiny_gguf)


@pytest.mark.parametrize(
    "pre", ["gpt-2", "llama-bpe", "dbrx", "falcon3", "qwen2", "deepseek-r1-qwen", "tekken", "gpt-4o"]
)
def test_pieces_are_those_of_transformers(tiny_gguf: TinyGguf, pre: str) -> None:
    from transformers import AutoTokenizer

    tiny_gguf.keys["tokenizer.ggml.pre"] = pre
    ours, _ = convert(tiny_gguf)
    theirs = AutoTokenizer.from_pretrained(tiny_gguf.path.parent, gguf_file=tiny_gguf.path.name).backend_tokenizer
    for text in [*TEXTS, *MIXED_TEXTS]:
        assert pieces(ours, text) == pieces(theirs, text)
        expected = theirs.encode(text, add_special_tokens=False).ids
        assert ours.encode(text, add_special_tokens=False).ids == expected
