"""What every test gets: its own data and configuration folders, no proxy, and no unexpected warning in our logs."""

from __future__ import annotations

import gc
import importlib.util
import logging
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from meshnet_gui.modelstore.progress import silent
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.starter import ensure_starter
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.settings import data_dir
from tests.gemma_weights import ensure_gemma

ROOT = Path(__file__).resolve().parent.parent
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
VARIABLES_OF_OURS = ("MESHNET_KV_TTL_SECONDS", "MESHNET_KV_MAX_SESSIONS", "MESHNET_KV_MAX_BYTES", "MESHNET_LOCAL_NODES")
VARIABLES_OF_THE_HUB = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_ENDPOINT", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
# Taken before any test changes the environment.
REAL_MODELS_DIR = Path(os.environ.get("MESHNET_TEST_MODELS_DIR") or data_dir() / "models")
TEST_MODELS_DIR = Path(os.environ.get("MESHNET_TEST_MODELS_DIR") or data_dir() / "test-models")
MANY_MODULES = 400
REAL_MODEL_TESTS = os.environ.get("MESHNET_REAL_MODEL_TESTS") == "1"


_num_modules_frozen = 0


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What large libraries made when they were imported stays: a full collection, as after each load of a model, need
    not look through it again and again."""
    global _num_modules_frozen
    if len(sys.modules) > _num_modules_frozen + MANY_MODULES:
        gc.collect()
        gc.freeze()
        _num_modules_frozen = len(sys.modules)


def pytest_configure(config: pytest.Config) -> None:
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for name in VARIABLES_OF_THE_HUB:  # its library reads them when it is imported
        os.environ.pop(name, None)
    _give_resources_their_name()


def _give_resources_their_name() -> None:
    """An installed package has resources/ as ``meshnet_gui.resources``; a bare checkout gets it here."""
    if importlib.util.find_spec("meshnet_gui.resources") is not None:
        return
    folder = ROOT / "resources"
    spec = importlib.util.spec_from_file_location(
        "meshnet_gui.resources", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)


def has_display() -> bool:
    """Whether Qt in this run talks to a display server and not to its own memory."""
    return os.environ.get("QT_QPA_PLATFORM", "") not in {"offscreen", "minimal"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    no_display = pytest.mark.skip(reason="needs a display server")
    no_weights = pytest.mark.skip(reason="needs real weights: set MESHNET_REAL_MODEL_TESTS=1")
    for item in items:
        window = item.get_closest_marker("window")
        if window is not None and not window.kwargs.get("offscreen", False) and not has_display():
            item.add_marker(no_display)
        if item.get_closest_marker("real_model") is not None and not REAL_MODEL_TESTS:
            item.add_marker(no_weights)


@pytest.fixture(scope="session", autouse=True)
def session_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No proxy and none of our variables, and folders of its own for what outlives one test."""
    folder = tmp_path_factory.mktemp("meshnet")
    with pytest.MonkeyPatch.context() as patch:
        for name in (*PROXIES, *(name.upper() for name in PROXIES), *VARIABLES_OF_OURS):
            patch.delenv(name, raising=False)
        patch.setenv("MESHNET_DATA_DIR", str(folder / "data"))
        patch.setenv("MESHNET_CONFIG_DIR", str(folder / "config"))
        patch.setenv("MESHNET_CACHE_DIR", str(folder / "cache"))  # the machine is measured once in a run
        yield


@pytest.fixture(autouse=True)
def own_signal_mask() -> Iterator[None]:
    """A command that holds signals back for its window, which then cannot open, holds them back from no other test."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    yield
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


@pytest.fixture(autouse=True)
def own_folders(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Nothing that one test stores is there in the next one, nor where the user's files lie."""
    folder = tmp_path_factory.getbasetemp() / "folders" / re.sub(r"\W", "_", request.node.nodeid)[-100:]
    monkeypatch.setenv("MESHNET_DATA_DIR", str(folder / "data"))
    monkeypatch.setenv("MESHNET_CONFIG_DIR", str(folder / "config"))


class _Collector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def no_unexpected_warnings(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test for a WARNING of ours that ``@pytest.mark.allow_warnings(pattern, ...)`` does not allow."""
    marks = list(request.node.iter_markers("allow_warnings"))
    allowed = [pattern for mark in marks for pattern in (mark.args or ("",))]
    collector = _Collector()
    logger = logging.getLogger("meshnet_gui")
    logger.addHandler(collector)
    yield
    logger.removeHandler(collector)
    unexpected = [line for line in collector.lines if not any(re.search(pattern, line) for pattern in allowed)]
    if unexpected:
        pytest.fail("unexpected log lines:\n" + "\n".join(unexpected), pytrace=False)


@pytest.fixture(scope="session")
def starter_model() -> ModelSpec:
    """The starter model, fetched and imported once; only in runs with real weights."""
    if not REAL_MODEL_TESTS:
        pytest.skip("needs real weights: set MESHNET_REAL_MODEL_TESTS=1")
    return ensure_starter(ModelStore(REAL_MODELS_DIR), silent)


@pytest.fixture(scope="session")
def gemma_model() -> ModelSpec:
    """Gemma 3 270M, fetched and imported once, out of the sight of this user's app; only in runs with real weights."""
    if not REAL_MODEL_TESTS:
        pytest.skip("needs real weights: set MESHNET_REAL_MODEL_TESTS=1")
    return ensure_gemma(ModelStore(TEST_MODELS_DIR))
