"""Folders on this disk as repositories of a hub: commits, blob ids and what is kept in large-file storage."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LARGE_FILE_BYTES = 10 * 2**20
LARGE_SUFFIXES = frozenset({".safetensors", ".gguf", ".bin", ".pt", ".onnx"})
POINTER_BYTES = 134
MAIN = "main"


@dataclass(frozen=True, slots=True)
class HubFile:
    """One file of a commit. ``sha256`` is empty for a small file, which the hub knows by its blob id alone."""

    name: str
    path: Path
    num_bytes: int
    blob_id: str
    sha256: str = ""

    @property
    def etag(self) -> str:
        return f'"{self.sha256 or self.blob_id}"'

    def listed(self) -> dict[str, Any]:
        """As in the answer to a question for the whole repository."""
        lfs = {"sha256": self.sha256, "size": self.num_bytes, "pointerSize": POINTER_BYTES}
        plain = {"rfilename": self.name, "size": self.num_bytes, "blobId": self.blob_id}
        return plain | ({"lfs": lfs} if self.sha256 else {})

    def in_tree(self) -> dict[str, Any]:
        """As in the answer to a question for a folder."""
        lfs = {"oid": self.sha256, "size": self.num_bytes, "pointerSize": POINTER_BYTES}
        plain = {"type": "file", "oid": self.blob_id, "size": self.num_bytes, "path": self.name}
        return plain | ({"lfs": lfs} if self.sha256 else {})


@dataclass(slots=True)
class HubRepository:
    """A repository with its commits. ``gated`` is ``auto`` or ``manual``, empty where everybody gets its files."""

    name: str
    licence: str = "apache-2.0"
    gated: str = ""
    downloads: int = 0
    private: bool = False
    commits: dict[str, Mapping[str, HubFile]] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)

    def commit(self, folder: Path, branch: str = MAIN) -> str:
        """Take the folder's files, as they are now, for the newest commit of a branch; its id."""
        files = {file.name: file for file in (_hub_file(path, folder) for path in _files_of(folder))}
        lines = "".join(f"{name}\n{files[name].etag}\n" for name in sorted(files))
        commit = hashlib.sha1(f"{self.name}\n{lines}".encode()).hexdigest()
        self.commits[commit] = files
        self.branches[branch] = commit
        return commit

    def resolve(self, revision: str) -> str:
        """The commit that a branch or a commit id stands for; empty where there is none."""
        return self.branches.get(revision, revision if revision in self.commits else "")

    def info(self, commit: str, *, with_files: bool) -> dict[str, Any]:
        files = sorted(self.commits[commit].values(), key=lambda file: file.name)
        return {
            "id": self.name,
            "modelId": self.name,
            "sha": commit,
            "private": self.private,
            "gated": self.gated or False,
            "disabled": False,
            "downloads": self.downloads,
            "likes": 0,
            "tags": ["safetensors", f"license:{self.licence}"],
            "cardData": {"license": self.licence},
            "siblings": [file.listed() if with_files else {"rfilename": file.name} for file in files],
        }


def _files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _hub_file(path: Path, folder: Path) -> HubFile:
    size = path.stat().st_size
    blob = hashlib.sha1(f"blob {size}\0".encode())
    whole = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(2**20):
            blob.update(chunk)
            whole.update(chunk)
    is_large = path.suffix in LARGE_SUFFIXES or size >= LARGE_FILE_BYTES
    name = path.relative_to(folder).as_posix()
    return HubFile(name, path, size, blob.hexdigest(), whole.hexdigest() if is_large else "")
