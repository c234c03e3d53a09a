from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.archive.transfer import read_json


@pytest.mark.parametrize("moment", ["1" + "0" * 400, "-1" + "0" * 400, "1e999", "NaN", "-5"])
def test_a_time_that_cannot_be_is_imported_as_none(tmp_path: Path, moment: str) -> None:
    file = tmp_path / "chats.json"
    file.write_text(
        f'{{"format": "meshnet-chats", "version": 1, "conversations": [{{"title": "a", "created_at": {moment}}}]}}'
    )
    assert [tree.info.created_at for tree in read_json(file)] == [0.0]
