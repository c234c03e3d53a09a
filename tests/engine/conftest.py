"""Tiny models of every kind, written once per run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from tests.engine.lean_models import Lean, make_lean
from tests.tiny_models import make_tiny


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """``tiny(kind)`` is the folder of a tiny model of that kind."""
    made: dict[str, Path] = {}

    def get(kind: str) -> Path:
        if kind not in made:
            made[kind] = make_tiny(kind, tmp_path_factory.mktemp("tiny") / kind)
        return made[kind]

    return get


@pytest.fixture(scope="session")
def lean(tmp_path_factory: pytest.TempPathFactory) -> Lean:
    """``lean(kind)`` is the folder of a tiny model that the lean path takes."""
    made: dict[str, Path] = {}

    def get(kind: str) -> Path:
        if kind not in made:
            made[kind] = make_lean(kind, tmp_path_factory.mktemp("lean") / kind)
        return made[kind]

    return get
