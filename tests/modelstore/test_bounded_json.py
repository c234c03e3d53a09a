"""JSON of strangers is refused before it is read where it would become far more than it takes on the wire."""

from __future__ import annotations

import json

import pytest

from meshnet_gui.modelstore.bounded_json import load_bounded


@pytest.mark.parametrize("bomb", [b"[],", b"{},", b'"a":{},', b"0,"])
def test_more_values_than_are_allowed_are_refused_unread(bomb: bytes) -> None:
    with pytest.raises(ValueError, match="far too many values"):
        load_bounded(b"[" + bomb * 1000 + b"0", max_values=999)  # not even valid


def test_as_many_values_as_are_allowed_are_read() -> None:
    assert load_bounded(json.dumps([[0, 1], {"a": 2}]).encode(), max_values=6) == [[0, 1], {"a": 2}]
