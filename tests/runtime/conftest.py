"""Tiny models for these tests, and nodes that wait no longer than they must for heads that have all they asked for."""

import pytest

from tests.fleet import tiny

__all__ = ["tiny"]


@pytest.fixture(autouse=True)
def _answers_end_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meshnet_gui.node.resident.MID_ANSWER_S", 0.2)
