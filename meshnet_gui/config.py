"""Where each setting of a node without a window comes from: flags > environment > configuration file > defaults.

The file is TOML: people write it by hand, with remarks, and its reader is part of Python. Each setting is
``MESHNET_`` and its name in the environment; an empty variable counts as none. Knows nothing of who uses a setting.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meshnet_gui.errors import UserError
from meshnet_gui.settings import Settings, default_of, setting_names, what_is_wrong

PREFIX = "MESHNET_"
FILE_VARIABLE = "MESHNET_CONFIG"
MAX_FILE_BYTES = 2**20
FURTHER = {"swarm": None, "key_file": None, "log_level": "warning", "log_format": "text"}
"""What can be configured beside the settings, with its default; None: the swarm that is taken part in, the
app's own key of the API."""
_CHOICES = {"log_level": ("debug", "info", "warning", "error"), "log_format": ("text", "json")}
_FORMER = {"kv_ttl_s": "MESHNET_KV_TTL_SECONDS"}
_WINDOWS_OWN = ("language",)  # the window reads this variable by itself, which knows more languages than a setting
_NO_SETTINGS = (FILE_VARIABLE, *(f"{PREFIX}{name}" for name in ("DATA_DIR", "CONFIG_DIR", "CACHE_DIR", "API_KEY")))
_NEAR = 0.85
_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


@dataclass(frozen=True, slots=True)
class Value:
    """What something is set to, and where that was said, for a person."""

    value: Any
    origin: str


@dataclass(frozen=True, slots=True)
class Configuration:
    """All that is set, by name: the settings and what is in ``FURTHER``."""

    values: Mapping[str, Value]

    @property
    def settings(self) -> Settings:
        return Settings(**{name: self.values[name].value for name in setting_names()})

    def __getitem__(self, name: str) -> Any:
        return self.values[name].value

    def is_default(self, name: str) -> bool:
        """Whether nobody has set it."""
        return self.values[name].origin.startswith("default")


def configured(
    flags: Mapping[str, Any],
    environ: Mapping[str, str],
    file: Path | None = None,
    usual: Mapping[str, Value] | None = None,
) -> Configuration:
    """All values, the first of flags, environment, ``file`` and ``usual`` (defaults other than a setting's own).

    ``file`` None: the one that ``MESHNET_CONFIG`` names, if any. Raises UserError for a bad value, naming its source.
    """
    named = environ.get(FILE_VARIABLE, "").strip()
    path = file if file is not None else Path(named) if named else None
    values = {name: Value(default_of(name), "default") for name in setting_names()}
    values |= {name: Value(default, "default") for name, default in FURTHER.items()}
    values |= usual or {}
    if path is not None:
        values |= from_file(path)
    values |= from_environment(environ)
    values |= {name: _checked(name, value, "the flag") for name, value in flags.items() if value is not None}
    return Configuration(values)


def from_environment(environ: Mapping[str, str]) -> dict[str, Value]:
    """What variables say. Raises UserError for one that makes no sense."""
    found = {}
    for name in _names():
        for variable in filter(None, (_FORMER.get(name), f"{PREFIX}{name.upper()}")):
            text = environ.get(variable, "").strip()
            if text and name not in _WINDOWS_OWN:
                found[name] = _checked(name, _read_text(name, text, variable), variable)
    return found


def misspelt_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Variables that are nothing, and which one each was probably meant to be; what is like none is somebody else's."""
    ours = {f"{PREFIX}{name.upper()}" for name in _names()} | {*_FORMER.values(), *_NO_SETTINGS}
    strange = (variable for variable in environ if variable.startswith(PREFIX) and variable not in ours)
    near = {variable: difflib.get_close_matches(variable[:60], ours, 1, _NEAR) for variable in strange}
    return {variable: names[0] for variable, names in near.items() if names}


def settings_from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """The same for the window, which takes them for this run and does not save them. Raises UserError."""
    found = from_environment(environ)
    return {name: found[name].value for name in setting_names() if name in found}


def without_settings(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment for whoever has taken up its settings already, so that it does not outdo a flag later."""
    variables = {f"{PREFIX}{name.upper()}" for name in _names()} | set(_FORMER.values())
    return {variable: text for variable, text in environ.items() if variable not in variables}


def from_file(path: Path) -> dict[str, Value]:
    """What a configuration file says. Raises UserError, naming file and line, for what makes no sense."""
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
    except OSError as exc:
        hint = "Check --config and MESHNET_CONFIG."
        raise UserError(f"The configuration file {path} cannot be read: {exc.strerror}.", hint) from exc
    if len(content) > MAX_FILE_BYTES:
        raise UserError(f"The configuration file {path} is too large.", "It has a line for each setting.")
    try:
        text = content.decode("utf-8-sig")
        said = tomllib.loads(text)
    except (ValueError, RecursionError) as exc:
        hint = 'It is TOML: a line for each setting, like port = 51001 or model = "NAME".'
        raise UserError(f"The configuration file {path} cannot be read: {str(exc)[:200]}.", hint) from exc
    found = {}
    for name, value in said.items():
        place = f"{path}, line {_line_of(name, text)}"
        if name not in _names():
            raise UserError(f"{place}: there is no setting named {name[:60]!r}.", _meant(name))
        found[name] = _checked(name, tuple(value) if isinstance(value, list) else value, place)
    return found


def _names() -> tuple[str, ...]:
    return (*setting_names(), *FURTHER)


def _meant(name: str) -> str:
    near = difflib.get_close_matches(name, _names(), 1)
    return f"Did you mean {near[0]}?" if near else "meshnet config lists all of them."


def _line_of(name: str, text: str) -> int:
    """Where a key is; the first line where it is written so that nobody finds it."""
    pattern = re.compile(rf"""\s*(?:\[\s*)?["']?{re.escape(name)}["']?\s*[=.\]]""")
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if pattern.match(line)), 1)


def _checked(name: str, value: Any, source: str) -> Value:
    wrong = _what_is_wrong(name, value)
    if wrong:
        raise UserError(f"{source}: {name} cannot be used: {wrong}.", "meshnet config shows what is set and where.")
    return Value(value, source if source != "the flag" else "flag")


def _what_is_wrong(name: str, value: Any) -> str:
    if name not in FURTHER:
        return what_is_wrong(name, value)
    if not isinstance(value, str):
        return "it is a text"
    choices = _CHOICES.get(name, ())
    return "" if not choices or value in choices else f"{value[:40]!r} is not one of {', '.join(choices)}"


def _read_text(name: str, text: str, variable: str) -> Any:
    """A variable's text as what the setting is. Raises UserError."""
    default = "" if name in FURTHER else default_of(name)
    if isinstance(default, str):
        return text
    try:
        if isinstance(default, bool):
            return _switch(text)
        if isinstance(default, tuple):
            return _list(text)
        return int(text) if isinstance(default, int) else float(text)
    except ValueError as exc:
        kind = {bool: "on or off", tuple: "a list like a,b or a JSON list", int: "a whole number"}
        wanted = next((text for kind, text in kind.items() if isinstance(default, kind)), "a number")
        raise UserError(f"{variable} is {text[:40]!r}, but it must be {wanted}.") from exc


def _switch(text: str) -> bool:
    if text.lower() not in (*_YES, *_NO):
        raise ValueError("neither on nor off")
    return text.lower() in _YES


def _list(text: str) -> tuple[str, ...]:
    if text.startswith("["):
        items = json.loads(text)
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise ValueError("not a list of texts")
        return tuple(items)
    return tuple(filter(None, (item.strip() for item in text.split(","))))
