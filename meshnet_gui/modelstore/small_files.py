"""A model's small files: which of a repository's are kept, in what form, and what they add to its identity.

Configuration, tokenizer and generation settings only. Code is never among them, and what names code is left out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.manifest import MAX_JSON_BYTES, dump_json, parse_json
from meshnet_gui.modelstore.spec import TOKENIZER_FILES
from meshnet_gui.modelstore.tensors import SourceFile, digest

CONFIG_FILES = ("config.json", "tokenizer_config.json")
OTHER_FILES = (
    "generation_config.json",
    "tokenizer.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.json",
    "merges.txt",
    "vocab.txt",
    "tokenizer.model",
    "spiece.model",
    "chat_template.jinja",
    "chat_template.json",
)
SMALL_FILES = (*CONFIG_FILES, *OTHER_FILES)
_SAYS_NOTHING = ("_name_or_path", "_commit_hash", "transformers_version", "auto_map")
_ALL_OF_A_TOKENIZER = (*TOKENIZER_FILES, "merges.txt", "added_tokens.json")


def as_stored(name: str, content: bytes) -> bytes:
    """What is kept of a small file: a configuration without ``auto_map``, which names code; any other as it is.

    Of what was stored already, the same. Raises BadModelFile for a name or a content that is none of a model's.
    """
    if name not in SMALL_FILES:
        raise BadModelFile(f"The file {name[:80]} is none that a model needs.", "Do not trust where it came from.")
    if len(content) > MAX_JSON_BYTES:
        raise BadModelFile(f"The file {name} is far too large for what it should be.", "Get the model again.")
    if not name.endswith(".json"):
        return content
    values = parse_json(content, name)
    if name not in CONFIG_FILES:
        return content
    return dump_json({key: value for key, value in values.items() if key != "auto_map"}).encode()


def listed(files: Mapping[str, bytes]) -> tuple[SourceFile, ...]:
    """The files with sizes and digests, as a tensor manifest lists them."""
    return tuple(SourceFile(name, len(files[name]), digest(files[name])) for name in sorted(files))


def small_files_in(folder: Path) -> dict[str, bytes]:
    """The contents of a model's small files. Raises BadModelFile."""
    found = {}
    for name in SMALL_FILES:
        try:
            with (folder / name).open("rb") as file:
                found[name] = file.read(MAX_JSON_BYTES + 1)
        except FileNotFoundError:
            continue
        except OSError as exc:
            raise BadModelFile(f"The file {name} of the model {folder.name} cannot be read.") from exc
        if len(found[name]) > MAX_JSON_BYTES:
            raise BadModelFile(f"The file {name} of the model {folder.name} is far too large.", "Get the model again.")
    return found


def identity_digest(weights: str, files: Mapping[str, bytes]) -> str:
    """The digest of the weights together with how they are used: the configuration and the tokenizer, as data.

    ``weights``: what ``weights_digest`` gives. Equal for the files of a repository and for what is stored of them.
    Raises BadModelFile.
    """
    config = parse_json(files["config.json"], "config.json")
    whole = hashlib.sha256(f"{weights}\n".encode())
    whole.update(_canonical({key: value for key, value in config.items() if key not in _SAYS_NOTHING}))
    if "tokenizer.json" in files:
        whole.update(_canonical(parse_json(files["tokenizer.json"], "tokenizer.json")))
    else:
        for name in _ALL_OF_A_TOKENIZER:
            if name in files:
                whole.update(hashlib.sha256(files[name]).digest())
    return whole.hexdigest()[:32]


def _canonical(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
