from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from tokenizers import Tokenizer

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.gguf_file import read_gguf
from meshnet_gui.modelstore.gguf_tokenizer import convert_tokenizer

if TYPE_CHECKING:
    from tests.modelstore.conftest import TinyGguf

SPACE = "\u2581"
SAMPLE = (
    "the quick brown fox jumps over the lazy dog, then the dog naps; 12345 naïve cafés\n"
    "A tokenizer of pieces joins the best neighbours first, and the best of all is the the."
)
TEXTS = [
    "",
    "the dog",
    " the  dog ",
    "the\n\n\nthe\tdog",
    "naïve cafés",
    "日本語 😀 mixed 한국어",
    "<s>the dog</s> naps<|user|>the dog",
    "▁the▁▁dog",
    "     five spaces",
    "\x00\u200b",
]


def pieces() -> list[str]:
    """Characters and short strings of the sample, the best ones first."""
    text = SPACE + SAMPLE.replace(" ", SPACE).replace("\n", "")
    found = {text[start : start + size] for size in (2, 3, 4, 6) for start in range(len(text) - size + 1)}
    return [*sorted(found, key=lambda piece: (-text.count(piece), -len(piece), piece)), *sorted(set(text))]


def tokens(spaces: Sequence[str]) -> list[str]:
    special = ["<unk>", "<s>", "</s>", "<|user|>", "\n\n", *spaces]
    return [*special, *(f"<0x{byte:02X}>" for byte in range(256)), *pieces()]


def make(tiny: TinyGguf, architecture: str = "llama", **keys: Any) -> Tokenizer:
    """The tokenizer of a file with the sample's pieces."""
    spaces = ["  ", "   "] if architecture.startswith("gemma") else []
    listed = tokens(spaces)
    first = 5 + len(spaces)
    kinds = [2, 3, 3, 3, 4, *[4] * len(spaces), *[6] * 256, *[1] * (len(listed) - first - 256)]
    scores = [-1000.0] * first + [0.0] * 256 + [-float(index) for index in range(len(listed) - first - 256)]
    tiny.architecture = architecture
    tiny.keys |= {
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.pre": "default",
        "tokenizer.ggml.tokens": listed,
        "tokenizer.ggml.scores": scores,
        "tokenizer.ggml.token_type": kinds,
        "tokenizer.ggml.merges": None,
        "tokenizer.ggml.unknown_token_id": 0,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
    } | {f"tokenizer.ggml.{key}": value for key, value in keys.items()}
    files = convert_tokenizer(read_gguf(tiny.write()), 128, len(listed))
    return Tokenizer.from_str(files.tokenizer)


def joined_as_llama_cpp_does(text: str, listed: list[str]) -> list[str]:
    """llm_tokenizer_spm: join the neighbours with the best score, the leftmost of equals, until none are left."""
    known = {token: -index for index, token in enumerate(listed)}
    parts = list(text)
    while True:
        joins = [(known[a + b], -i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in known]
        if not joins:
            return parts
        at = -max(joins)[1]
        parts[at : at + 2] = [parts[at] + parts[at + 1]]


def test_pieces_are_joined_best_first(tiny_gguf: TinyGguf) -> None:
    tokenizer = make(tiny_gguf)
    for text in ("the quick brown fox", "lazy dog then naps", "best neighbours of all", "then the the"):
        expected = joined_as_llama_cpp_does(SPACE + text.replace(" ", SPACE), pieces())
        assert tokenizer.encode(text, add_special_tokens=False).tokens == expected


@pytest.mark.parametrize("architecture", ["llama", "gemma3", "phi3"])
def test_ids_are_those_of_transformers(tiny_gguf: TinyGguf, architecture: str) -> None:
    from transformers import AutoTokenizer

    ours = make(tiny_gguf, architecture)
    theirs = AutoTokenizer.from_pretrained(tiny_gguf.path.parent, gguf_file=tiny_gguf.path.name)
    for text in TEXTS:
        assert ours.encode(text).ids == theirs.encode(text)
        assert ours.encode(text, add_special_tokens=False).ids == theirs.encode(text, add_special_tokens=False)


@pytest.mark.parametrize("architecture", ["llama", "gemma3", "phi3"])
def test_every_text_survives_the_round_trip(tiny_gguf: TinyGguf, architecture: str) -> None:
    tokenizer = make(tiny_gguf, architecture)
    for text in ("the dog", "日本語 😀", "the\nthe", "a  b    c"):
        assert tokenizer.decode(tokenizer.encode(text).ids) == text


def test_what_is_no_piece_becomes_bytes(tiny_gguf: TinyGguf) -> None:
    assert make(tiny_gguf).encode("日", add_special_tokens=False).tokens[1:] == ["<0xE6>", "<0x97>", "<0xA5>"]


@pytest.mark.parametrize(("prefix", "expected"), [(None, [f"{SPACE}the"]), (True, [f"{SPACE}the"]), (False, ["the"])])
def test_a_space_is_put_before_the_text_where_the_file_says_so(
    tiny_gguf: TinyGguf, prefix: bool | None, expected: list[str]
) -> None:
    tokenizer = make(tiny_gguf, add_space_prefix=prefix)
    encoding = tokenizer.encode("the", add_special_tokens=False)
    assert (encoding.tokens, tokenizer.decode(encoding.ids)) == (expected, "the")


@pytest.mark.parametrize(("flag", "first"), [(None, "<s>"), (True, "<s>"), (False, f"{SPACE}the")])
def test_the_first_token_is_added_unless_the_file_says_no(tiny_gguf: TinyGguf, flag: bool | None, first: str) -> None:
    assert make(tiny_gguf, add_bos_token=flag).encode("the").tokens[0] == first


def test_gemmas_runs_of_spaces_are_tokens(tiny_gguf: TinyGguf) -> None:
    tokenizer = make(tiny_gguf, "gemma2")
    encoding = tokenizer.encode("the   dog", add_special_tokens=False)
    assert encoding.tokens[1] == SPACE * 3
    assert encoding.ids[1] == 6
    assert tokenizer.decode(encoding.ids) == "the   dog"


@pytest.mark.parametrize(("name", "strips"), [("Phi 4", False), ("Phi 3 Mini", True), ("Phi-3-mini-4k-instruct", True)])
def test_phi_3s_tokens_swallow_the_space_behind_them(tiny_gguf: TinyGguf, name: str, strips: bool) -> None:
    tiny_gguf.keys["general.name"] = name
    tokenizer = make(tiny_gguf, "phi3")
    with_space, without = (tokenizer.encode(f"<|user|>{space}the").ids for space in (" \n", ""))
    assert (with_space == without) is strips
    assert tokenizer.encode("<s> the").ids != tokenizer.encode("<s>the").ids


def test_merges_of_the_file_are_taken(tiny_gguf: TinyGguf) -> None:
    tokenizer = make(tiny_gguf, merges=["t h"], add_space_prefix=False)
    assert tokenizer.encode("the", add_special_tokens=False).tokens == ["th", "e"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("scores", None),
        ("scores", [1.0]),
        ("scores", [float("nan")] * (5 + 256)),
        ("tokens", ["x" * 5000, "y"]),
        ("merges", ["q z"]),
        ("token_type", [1]),
    ],
)
def test_a_damaged_tokenizer_is_refused(tiny_gguf: TinyGguf, key: str, value: object) -> None:
    with pytest.raises(BadModelFile):
        make(tiny_gguf, **{key: value})


def test_spaces_that_are_spelled_twice_are_refused(tiny_gguf: TinyGguf) -> None:
    listed = [*tokens(["  ", SPACE * 2])]
    with pytest.raises(BadModelFile, match="twice"):
        make(tiny_gguf, "gemma", tokens=listed)


@pytest.mark.parametrize("name", ["", "<s:1>", "$A"])
def test_a_first_token_that_no_template_can_name_is_refused(tiny_gguf: TinyGguf, name: str) -> None:
    listed = tokens([])
    listed[1] = name
    with pytest.raises(BadModelFile, match="first or last"):
        make(tiny_gguf, tokens=listed)
