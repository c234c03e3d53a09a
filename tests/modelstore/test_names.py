from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.errors import UserError
from meshnet_gui.modelstore.names import MAX_NAME_CHARS, check_name, name_of_folder, name_of_gguf, slug


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("SmolLM2-135M-Instruct.Q4_1.gguf", "smollm2-135m-instruct"),
        ("Llama-3.2-1B-Instruct-Q4_K_M.gguf", "llama-3.2-1b-instruct"),
        ("mein modell (neu).gguf", "mein-modell-neu"),
        ("model-F16.gguf", "model"),
        ("日本.gguf", "model"),
        ("CON.gguf", "model-con"),
    ],
)
def test_a_file_gives_a_slug_without_its_quantisation(file: str, name: str) -> None:
    assert name_of_gguf(Path(file)) == name


def test_a_cache_snapshot_is_named_after_its_repository() -> None:
    path = Path("hub/models--Org--Some-Model/snapshots") / ("0123456789abcdef" * 3)[:40]
    assert name_of_folder(path) == "some-model"
    assert name_of_folder(Path("x/Some Model")) == "some-model"


@pytest.mark.parametrize("text", ["", "...", "-" * 200, "A" * 200, "../../etc/passwd", "a/b\\c", "nul", "com1.x"])
def test_every_slug_is_a_valid_name(text: str) -> None:
    assert check_name(slug(text)) == slug(text)


@pytest.mark.parametrize(
    "name", ["", "..", ".hidden", "a/b", "A", "a b", "-a", "a\n", "nul", "a.", "x" * (MAX_NAME_CHARS + 1)]
)
def test_names_that_are_no_safe_directory_are_refused(name: str) -> None:
    with pytest.raises(UserError):
        check_name(name)
