"""The hub: what a repository holds, its bytes, its search, and who is signed in. All through the hub's own library.

Nothing of the library is imported before it is needed.
"""

from __future__ import annotations

import hashlib
import logging
import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.certified import certified_types
from meshnet_gui.modelstore.fetch.hub_account import HubAccount
from meshnet_gui.modelstore.fetch.hub_errors import HubFailed, as_errors
from meshnet_gui.modelstore.fetch.hub_files import (
    MAX_PLAIN_WEIGHT_BYTES,
    Listed,
    check_index,
    listed_files,
    small_files,
    weight_files,
)
from meshnet_gui.modelstore.fetch.hub_session import HubSession, is_repository, is_revision
from meshnet_gui.modelstore.fetch.hub_source import HubSource
from meshnet_gui.modelstore.fetch.sources import Source
from meshnet_gui.modelstore.folder_check import INDEX_NAME, check_shapes
from meshnet_gui.modelstore.folder_import import stored_quantisation
from meshnet_gui.modelstore.manifest import parse_json, weights_digest
from meshnet_gui.modelstore.progress import Progress, silent
from meshnet_gui.modelstore.safetensors_file import HEADER_PREFIX_BYTES, MAX_HEADER_BYTES, TensorEntry, parse_header
from meshnet_gui.modelstore.small_files import as_stored, identity_digest, listed
from meshnet_gui.modelstore.spec import read_sizes
from meshnet_gui.modelstore.tensors import MAX_TENSORS, SourceFile, StoredTensor, TensorManifest
from meshnet_gui.types import ModelIdentity

MAIN = "main"
FIRST_BYTES = 32 * 2**10
NUM_WORKERS = 8
MAX_HEADERS_BYTES = 256 * 2**20
MAX_FOUND = 100
MAX_TRIES = 3
LONGEST_WAIT_S = 20.0
MAX_TEXT_CHARS = 200
_COMMIT = re.compile(r"[0-9a-f]{40}")
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HubModel:
    """A model at one commit. ``files`` are its small files as a store keeps them: configurations without code.

    ``licence`` is the hub's word, empty where it has none; ``gated`` is ``auto`` or ``manual``, else empty.
    ``headers`` are the first bytes of each weight file, to the end of its header.
    """

    identity: ModelIdentity
    manifest: TensorManifest
    files: Mapping[str, bytes]
    licence: str
    gated: str
    headers: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """A repository that a search came up with."""

    repository: str
    downloads: int
    licence: str
    gated: bool


class Hub:
    """``endpoint`` is a mirror's address; empty takes the library's. Threads: any; every call may take seconds.

    What fails for a moment is asked again; ``wait`` sleeps in between.
    Raises: UserError (something that the user can change), MachineError (the network, the hub), BadModelFile.
    """

    def __init__(self, endpoint: str = "", wait: Callable[[float], None] = time.sleep) -> None:
        self._wait = wait
        self._session = HubSession(endpoint)
        self._account = HubAccount(self._session)

    @property
    def is_private(self) -> bool:
        """Whether nobody on the way can change what the hub says; digests that are taken otherwise prove nothing."""
        return self._session.is_private

    def describe(self, repository: str, revision: str = "", progress: Progress = silent) -> HubModel:
        """What a model consists of, at the commit that the revision stands for now. Fetches no weights."""
        _check_names(repository, revision)
        with as_errors():
            progress(0.0, f"asking the hub for {repository}")
            facts = self._facts(repository, revision or MAIN)
            return self._describe(_Repository.of(facts, repository), progress)

    def _facts(self, repository: str, revision: str) -> Mapping[str, Any]:
        path = f"/api/models/{repository}/revision/{revision.replace('/', '%2F')}"
        facts = self._patiently(lambda: self._session.facts(path, [("blobs", "true")], repository))
        if not isinstance(facts, dict):
            raise HubFailed(f"The hub's answer about {repository} cannot be read.", "Try again later.")
        return facts

    def _describe(self, found: _Repository, progress: Progress) -> HubModel:
        small = small_files(found.files, found.name)
        with ThreadPoolExecutor(NUM_WORKERS, "meshnet-hub") as pool:
            contents = dict(pool.map(lambda file: (file.name, self._small(found, file)), small))
            index = contents.pop(INDEX_NAME, None)
            config = parse_json(contents["config.json"], "config.json", found.name)
            _refuse_code(config, found.name)
            contents = {name: as_stored(name, content) for name, content in contents.items()}
            read_sizes(config, found.name)
            weights = weight_files(found.files, index, found.name)
            progress(0.3, f"reading what the files of {found.name} hold")
            files = [
                SourceFile(f.name, f.num_bytes, s) for f, s in pool.map(lambda f: (f, self._sha(found, f)), weights)
            ]
            source = HubSource(self._session, found.name, found.commit, {file.name: file for file in files})
            headers = self._headers(pool, source, files)
        tensors = [tensor for file in files for tensor in _tensors(headers[file.name], file)]
        progress(1.0, f"{found.name} has {len(tensors)} tensors")
        return replace(_model(found, config, contents, index, files, tensors), headers=headers)

    def _headers(self, pool: ThreadPoolExecutor, source: HubSource, files: Sequence[SourceFile]) -> Mapping[str, bytes]:
        """The first bytes of each weight file. Raises HubFailed and BadModelFile."""
        sizes: dict[str, int] = {}

        def allow(file: SourceFile, num_bytes: int) -> None:  # asked before a header is read: others are meanwhile
            sizes[file.name] = num_bytes
            if sum(list(sizes.values())) > MAX_HEADERS_BYTES:
                raise BadModelFile("The headers of the model's files are far too large.", "Choose another repository.")

        read = pool.map(lambda file: self._patiently(lambda: _header(source, file, allow)), files)
        return {file.name: header for file, header in zip(files, read, strict=True)}

    def _small(self, found: _Repository, file: Listed) -> bytes:
        def read() -> bytes:
            content = self._session.small_file(found.name, found.commit, file.name, file.num_bytes)
            file.check(content)
            return content

        return self._patiently(read)

    def _sha(self, found: _Repository, file: Listed) -> str:
        """Of a weight file: the hub's word, or of one that is not in its storage its own."""
        if file.sha256 or file.num_bytes > MAX_PLAIN_WEIGHT_BYTES:
            return file.sha256
        return hashlib.sha256(self._small(found, file)).hexdigest()

    def source(self, repository: str, commit: str, manifest: TensorManifest) -> Source:
        """Where the bytes of the model's tensors come from."""
        return HubSource.of_manifest(self._session, repository, commit, manifest)

    def read_ranges(
        self, repository: str, commit: str, manifest: TensorManifest, ranges: Sequence[tuple[str, int, int]]
    ) -> tuple[bytes, ...]:
        """The bytes of ``(file, start, end)`` each, read anew, to compare with what is here."""
        source = HubSource.of_manifest(self._session, repository, commit, manifest)
        with as_errors():
            return tuple(self._patiently(partial(source.read_all, *each)) for each in ranges)

    def search(self, text: str, limit: int = 20) -> tuple[Found, ...]:
        """Repositories with safetensors files whose name has the text, the most used first."""
        words = text.strip()[:MAX_TEXT_CHARS]
        asked = [("search", words), ("limit", str(min(limit, MAX_FOUND))), ("filter", "safetensors")]
        asked += [("sort", "downloads"), *(("expand", each) for each in ("downloads", "gated", "tags"))]
        with as_errors():
            found = self._patiently(lambda: self._session.facts("/api/models", asked, "the search"))
            if not isinstance(found, list):
                raise HubFailed("The hub's answer to the search cannot be read.", "Try again later.")
            return tuple(_found(raw) for raw in found[:limit] if isinstance(raw, dict) and is_repository(_id(raw)))

    def _patiently(self, ask: Callable[[], _T]) -> _T:
        """Ask up to three times, where that may help and does not take long."""
        for tries in range(1, MAX_TRIES):
            try:
                return ask()
            except HubFailed as exc:
                wait_s = exc.retry_after_s or random.uniform(0.5, 1.0) * tries
                if exc.is_final or wait_s > LONGEST_WAIT_S:
                    raise
                self._wait(wait_s)
        return ask()

    def sign_in(self, token: str) -> str:
        """Keep a token in the library's own store once the hub knows it; the account's name."""
        with as_errors():
            return self._account.sign_in(token)

    def sign_out(self) -> None:
        """Forget the token."""
        self._account.sign_out()

    def signed_in(self) -> bool:
        """Whether there is a token; the hub is not asked."""
        return self._account.signed_in()


@dataclass(frozen=True, slots=True)
class _Repository:
    name: str
    commit: str
    files: Mapping[str, Listed]
    licence: str
    gated: str

    @classmethod
    def of(cls, facts: Mapping[str, Any], asked: str) -> _Repository:
        """From the hub's answer, under the name that it has there now. Raises HubFailed and UserError."""
        name, commit = _id(facts), str(facts.get("sha") or "")
        if not is_repository(name) or _COMMIT.fullmatch(commit) is None:
            raise HubFailed(f"The hub's answer about {asked} cannot be read.", "Try again later.")
        if facts.get("disabled"):
            raise UserError(f"The hub has shut {name} off.", "Choose another repository.")
        return cls(
            name, commit, listed_files(facts.get("siblings"), name), _licence(facts), str(facts.get("gated") or "")
        )


def _check_names(repository: str, revision: str) -> None:
    if not is_repository(repository):
        raise UserError(f"{repository[:80]!r} is no name of a repository.", "Names are like owner/model.")
    if revision and not is_revision(revision):
        raise UserError(f"{revision[:80]!r} is no revision.", "Give a branch, a tag or a commit.")


def _id(facts: Mapping[str, Any]) -> str:
    return str(facts.get("id") or facts.get("modelId") or "")


def _licence(facts: Mapping[str, Any]) -> str:
    card, tags = facts.get("cardData"), facts.get("tags")
    told = card.get("license") if isinstance(card, dict) else None
    if not isinstance(told, str) and isinstance(tags, list):
        told = next((tag.removeprefix("license:") for tag in map(str, tags) if tag.startswith("license:")), "")
    return str(told or "")[:MAX_TEXT_CHARS]


def _found(facts: Mapping[str, Any]) -> Found:
    downloads = facts.get("downloads")
    return Found(_id(facts), downloads if isinstance(downloads, int) else 0, _licence(facts), bool(facts.get("gated")))


def _refuse_code(config: Mapping[str, Any], repository: str) -> None:
    model_type = config.get("model_type")
    if "auto_map" in config and model_type not in certified_types():
        raise UserError(
            f"{repository} comes with code of its own, which Meshnet never runs.",
            "Choose a model of a type that is built in.",
        )


def _header(source: HubSource, file: SourceFile, allow: Callable[[SourceFile, int], None]) -> bytes:
    """The first bytes of a weight file, to the end of its header."""
    first = source.read_all(file.name, 0, min(FIRST_BYTES, file.num_bytes))
    length = int.from_bytes(first[:HEADER_PREFIX_BYTES], "little")
    end = HEADER_PREFIX_BYTES + length
    if len(first) < HEADER_PREFIX_BYTES or end > file.num_bytes or length > MAX_HEADER_BYTES:
        raise BadModelFile(f"The header of the model file {file.name} is damaged.", "Choose another revision.")
    allow(file, end)
    header = bytearray(first[:end])
    while len(header) < end:
        header += source.read_all(file.name, len(header), min(end, len(header) + 2**24))
    return bytes(header)


def _tensors(header: bytes, file: SourceFile) -> list[StoredTensor]:
    """What a weight file holds, by its header."""
    placed, end = parse_header(header, file.name)
    if end != file.num_bytes:
        raise BadModelFile(f"The model file {file.name} is not as long as its header says.", "Choose another revision.")
    return [StoredTensor(entry.name, entry.dtype, entry.shape, file.name, start) for entry, start in placed]


def _model(
    found: _Repository,
    config: Mapping[str, Any],
    contents: Mapping[str, bytes],
    index: bytes | None,
    files: Sequence[SourceFile],
    tensors: Sequence[StoredTensor],
) -> HubModel:
    """Put together what was found, once it fits together. Raises UserError and BadModelFile."""
    if len({tensor.name for tensor in tensors}) != len(tensors) or len(tensors) > MAX_TENSORS:
        raise BadModelFile(f"The weight files of {found.name} hold a tensor twice.", "Choose another revision.")
    if index is not None:
        check_index(index, tensors, found.name)
    entries: list[TensorEntry] = [tensor.entry for tensor in tensors]
    check_shapes(config, entries, found.name)
    weights = weights_digest({file.name: file.sha256 for file in files})
    identity = ModelIdentity(
        found.name, found.commit, identity_digest(weights, contents), stored_quantisation(config, entries)
    )
    manifest = TensorManifest(identity, tuple(files), listed(contents), tuple(tensors))
    _log.info("%s at %s has %d tensors in %d files", found.name, found.commit[:8], len(tensors), len(files))
    return HubModel(identity, manifest, contents, found.licence, found.gated)
