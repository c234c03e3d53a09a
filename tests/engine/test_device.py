from __future__ import annotations

import os
import subprocess
import sys

import pytest
import torch

from meshnet_gui.engine import device


@pytest.mark.parametrize(("cores", "expected"), [(1, 1), (2, 1), (3, 1), (16, 8), (None, 1)])
def test_half_of_the_cores_compute(monkeypatch: pytest.MonkeyPatch, cores: int | None, expected: int) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert device.default_num_threads() == expected


def test_threads_are_set_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    before = torch.get_num_threads()
    try:
        assert device.set_num_threads(2) == torch.get_num_threads() == 2
        assert device.set_num_threads(0) == 1
        assert device.set_num_threads(None) == device.default_num_threads()
    finally:
        torch.set_num_threads(before)


def test_releasing_memory_is_harmless() -> None:
    device.release_memory()


def test_the_package_is_cheap_and_quiets_waiting_threads() -> None:
    code = (
        "import os, sys, meshnet_gui.engine;"
        "assert os.environ['OMP_WAIT_POLICY'] == 'PASSIVE';"
        "assert not {'torch', 'transformers', 'tokenizers'} & set(sys.modules)"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, env=environment)
