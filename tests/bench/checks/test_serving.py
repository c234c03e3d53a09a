"""Spans of a tiny model, and a node that serves one."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from meshnet_gui.bench.checks import serving
from meshnet_gui.bench.checks.check import Check, CheckFailed
from meshnet_gui.bench.local_node import LocalNode
from meshnet_gui.settings import config_dir, data_dir


@pytest.mark.parametrize("check", [serving.model_import, serving.spans, serving.server])
def test_each_passes_here_and_writes_nothing_of_the_user_s(check: Check, tmp_path: Path) -> None:
    assert isinstance(check(tmp_path), str)
    assert not data_dir().exists()
    assert not config_dir().exists()


def test_a_wrong_token_of_a_span_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "greedy_ids", lambda *args, cached: [1, 2, 3])
    with pytest.raises(CheckFailed, match="spans say"):
        serving.spans(tmp_path)


def test_a_node_that_is_not_ready_or_counts_nothing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalNode, "get", lambda self, path: {"ready": path == "/health", "counters": {"requests": 0}})
    with pytest.raises(CheckFailed, match="does not count"):
        serving.server(tmp_path)
    with pytest.raises(CheckFailed, match="not ready"):
        serving.expect_ready(cast(LocalNode, SimpleNamespace(get=lambda path: {"ready": False})))


def test_a_node_that_leaves_a_thread_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "threads_left", lambda before: ["meshnet-check"])
    with pytest.raises(CheckFailed, match="threads are left"):
        serving.server(tmp_path)
