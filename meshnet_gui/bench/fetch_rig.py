"""What ``bench fetch`` runs on: computers that are folders of this one, each with the program itself as processes."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meshnet_gui.bench.hub_repository import HubRepository
from meshnet_gui.bench.sized_model import write_sized_model
from meshnet_gui.errors import MachineError
from meshnet_gui.installation import console_command
from meshnet_gui.modelstore.store import MODELS_DIRECTORY, ModelStore

COMMAND_DEADLINE_S = 300.0
MAX_COMPLAINT_CHARS = 600
_USERS_OWN = ("HF_TOKEN", "HF_HUB_OFFLINE", "HUGGING_FACE_HUB_TOKEN", "MESHNET_LOCAL_NODES")
"""Not handed on: nobody's token goes to a hub that is none."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a model of the bench is."""

    num_layers: int
    hidden_size: int
    intermediate_size: int

    def write(self, folder: Path, num_files: int = 1) -> Path:
        """As a repository in that folder, which is returned."""
        return write_sized_model(
            folder,
            num_layers=self.num_layers,
            hidden_size=self.hidden_size,
            intermediate_size=self.intermediate_size,
            num_files=num_files,
        )


@dataclass(frozen=True, slots=True)
class Computer:
    """Somebody's computer: its own models and settings, and where it finds the hub."""

    folder: Path
    endpoint: str

    @property
    def store(self) -> ModelStore:
        return ModelStore(self.folder / "data" / MODELS_DIRECTORY)

    @property
    def config(self) -> Path:
        """Its keys and swarms."""
        return self.folder / "config"

    def environ(self) -> Mapping[str, str]:
        inherited = {name: value for name, value in os.environ.items() if name not in _USERS_OWN}
        own = {"DATA": self.folder / "data", "CONFIG": self.config, "CACHE": self.folder / "cache"}
        places = {f"MESHNET_{name}_DIR": str(path) for name, path in own.items()}
        return inherited | places | {"HF_HOME": str(self.folder / "hub"), "HF_ENDPOINT": self.endpoint}

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """``meshnet`` with these words, as a process; its standard output is a pipe."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "log.txt").open("ab") as log:
            return subprocess.Popen(
                [*console_command(), *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                env=dict(self.environ()),
            )

    def run(self, *words: str) -> Any:
        """What ``meshnet`` with these words and ``--json`` says. Raises MachineError where it fails."""
        process = self.start(*words, "--json")
        try:
            out, _ = process.communicate(timeout=COMMAND_DEADLINE_S)
        except subprocess.TimeoutExpired as exc:
            process.kill()
            process.communicate()
            raise MachineError(f"meshnet {words[0]} {words[1]} did not end.", self.complaint()) from exc
        if process.returncode != 0:
            raise MachineError(f"meshnet {words[0]} {words[1]} failed.", self.complaint())
        return json.loads(out)

    def complaint(self) -> str:
        """The end of what its processes said on standard error."""
        path = self.folder / "log.txt"
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        return text.strip()[-MAX_COMPLAINT_CHARS:]


@contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is killed at the end, where it still runs."""
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def bytes_of(repository: HubRepository, commit: str, *, weights: bool) -> int:
    """Of its weight files together, or of the configuration and the tokenizer."""
    files = repository.commits[commit].values()
    small = ("config.json", "tokenizer.json", "tokenizer_config.json")
    return sum(f.num_bytes for f in files if (f.name.endswith(".safetensors") if weights else f.name in small))
