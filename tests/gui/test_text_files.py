from __future__ import annotations

import os
from pathlib import Path

import pytest

from meshnet_gui.errors import UserError
from meshnet_gui.gui.text_files import MAX_FILE_BYTES, MAX_NAME_CHARS, read_text_file, shown_name

TEXT = "Grüße aus 東京, 👋\nand a second line"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_text_comes_out_of_every_common_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "größe.txt"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode(encoding))
    assert read_text_file(path).text == TEXT
    assert read_text_file(path).name == "größe.txt"


def test_an_old_file_of_one_byte_a_character_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes("Grüße – “so”".encode("cp1252"))
    assert read_text_file(path).text == "Grüße – “so”"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is no text"),
        (bytes(range(1, 32)) * 20, "is no text"),
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        (b"x" * (MAX_FILE_BYTES + 1), "is larger than 4 MB"),
    ],
)
def test_what_is_no_text_or_too_large_is_refused_in_words(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "file.bin"
    path.write_bytes(content)
    with pytest.raises(UserError, match=words):
        read_text_file(path)


def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
        with pytest.raises(UserError, match="is no file"):
            read_text_file(pipe)
    with pytest.raises(UserError, match="is no file"):
        read_text_file(tmp_path)
    with pytest.raises(UserError, match="cannot be read"):
        read_text_file(tmp_path / "gone.txt")


def test_control_characters_of_a_text_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_bytes(b"\x1b[31mred\x1b[0m and plain " + b"words " * 50)
    assert read_text_file(path).text.startswith("[31mred[0m and plain")


def test_the_name_of_a_file_cannot_read_as_another() -> None:
    assert shown_name("invoice\u202efdp.exe\n<b>") == "invoicefdp.exe<b>"
    assert len(shown_name("x" * 10_000_000)) == MAX_NAME_CHARS
    assert shown_name("\u202e") == "file"
