"""The key of the API in its file, and a file that the user named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from meshnet_gui.errors import UserError
from meshnet_gui.runtime.api_key import ApiKey


def test_a_named_file_that_holds_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("too short\n")
    with pytest.raises(UserError, match="holds no key that can be used"):
        ApiKey(tmp_path, file).load()
    assert file.read_text() == "too short\n"


@pytest.mark.allow_warnings("held none")
def test_a_named_file_that_is_not_there_or_empty_gets_a_key(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    for name in ("new", "empty"):
        key = ApiKey(tmp_path, tmp_path / name)
        assert key.load() == (tmp_path / name).read_text().strip()


@pytest.mark.skipif(os.name != "posix", reason="modes of files are those of POSIX")
def test_a_secret_that_can_only_be_read_is_taken_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    file = tmp_path / "secret"
    file.write_text("0123456789abcdef\n")
    file.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", refused)
    assert ApiKey(tmp_path, file).load() == "0123456789abcdef"
