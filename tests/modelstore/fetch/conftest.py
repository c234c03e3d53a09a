from collections.abc import Iterator
from pathlib import Path

import pytest

from meshnet_gui.bench.local_hub import LocalHub
from tests.hub_server import hub_with


@pytest.fixture
def no_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hub's library finds and keeps its tokens here, whoever runs the tests."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(tmp_path / "hub-home" / "token"))
    monkeypatch.setattr(constants, "HF_STORED_TOKENS_PATH", str(tmp_path / "hub-home" / "stored_tokens"))
    for name in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def hub(tmp_path: Path, no_token: None) -> Iterator[LocalHub]:
    """A hub with one small model in one file, its folder ``tmp_path / "repository"``."""
    with hub_with(tmp_path / "repository", num_layers=4) as hub:
        yield hub
