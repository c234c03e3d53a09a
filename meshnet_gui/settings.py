"""What the user may set, each setting declared once, and the file that remembers it.

Knows where the program's data and configuration lie on this system. Knows nothing of who uses a setting.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import platformdirs

from meshnet_gui import schedule as weekly
from meshnet_gui.errors import DiskFull, MachineError, MeshnetError, UserError
from meshnet_gui.types import Span

APP_NAME = "meshnet"
MAX_FILE_BYTES = 4 * 2**20
MAX_BAD_FILES = 20
MAX_LOADED_SHARDS = 8
_FORMER_HOST = ("host", "127.0.0.1")  # the default once, saved in every file; in a swarm it would keep members out
THEMES = ("system", "light", "dark")
RUNNERS = ("auto", "lean", "generic")
PRECISIONS = ("auto", "fp32", "bf16", "int8", "int4")
DTYPES = ("auto", "float32", "bfloat16", "float16")
KV_PRECISIONS = ("auto", "int8")
DEVICES = ("auto", "cpu", "cuda", "mps", "xpu")
ROUTING_MODES = ("latency", "throughput")
ROUTES = ("auto", "split", "alone")
OVERFLOWS = ("stop", "drop_oldest", "drop_middle")
LANGUAGES = ("system", "en", "de", "zh_CN")
LOADED_WITH = (
    "num_threads",
    "gpu_memory_max_bytes",
    "runner",
    "precision",
    "kv_precision",
    "dtype",
    "device",
    "uncertified",
)
"""The settings that a shard takes up when it is loaded: after a change of one, every shard is loaded anew."""
MIN_CACHE_BYTES = 2**20
GROUPS = ("Sharing", "Rules", "Limits", "Chats", "Window", "Network", "API", "Computing")


def data_dir() -> Path:
    """Where models and logs lie. ``MESHNET_DATA_DIR`` overrides the system's own place."""
    return _directory("MESHNET_DATA_DIR", platformdirs.user_data_path)


def config_dir() -> Path:
    """Where the settings lie. ``MESHNET_CONFIG_DIR`` overrides the system's own place."""
    return _directory("MESHNET_CONFIG_DIR", platformdirs.user_config_path)


def cache_dir() -> Path:
    """Where lies what can be made anew. ``MESHNET_CACHE_DIR`` overrides the system's own place."""
    return _directory("MESHNET_CACHE_DIR", platformdirs.user_cache_path)


def _directory(variable: str, default: Callable[..., Path]) -> Path:
    """Raises MachineError where the system names no home folder."""
    chosen = os.environ.get(variable, "")
    if chosen:
        return Path(chosen).absolute()
    try:
        return default(APP_NAME, appauthor=False)
    except RuntimeError as exc:  # an account without one, as containers have
        raise MachineError("This account has no home folder.", f"Set HOME, or {variable}, to a folder.") from exc


def _setting(
    default: Any,
    text: str,
    *,
    low: float | None = None,
    high: float | None = None,
    max_chars: int = 300,
    choices: tuple[str, ...] = (),
    check: Callable[[Any], str] | None = None,
    title: str = "",
    group: str = "",
    unit: str = "",
) -> Any:
    """Declare a setting: default, help text and limits. ``check`` answers what is wrong, or an empty string.

    ``title`` is its name on screen and ``group`` one of ``GROUPS``; one without a group has its place elsewhere than in
    the settings dialog. ``unit`` is what a number counts: ``s``, ``min``, ``bytes``, ``bytes/s``, ``%`` or ``tokens``.
    """
    limits = {"low": low, "high": high, "max_chars": max_chars, "choices": choices, "check": check}
    return field(default=default, metadata={"help": text, "title": title, "group": group, "unit": unit, **limits})


def _wrong_span(text: str) -> str:
    try:
        Span.parse(text or "0-1")
    except ValueError as reason:
        return str(reason)
    return ""


def _wrong_host(text: str) -> str:
    return "" if not any(c.isspace() or c in "/@" for c in text) else f"{text!r} is no host name or address"


def _wrong_api_host(text: str) -> str:
    return _wrong_host(text) if text else "it is empty"


def _wrong_names(names: tuple[str, ...]) -> str:
    if len(names) > 64:
        return "more than 64 names"
    return next(filter(None, (_wrong_host(name) if name else "a name is empty" for name in names)), "")


def _wrong_peers(addresses: tuple[str, ...]) -> str:
    if len(addresses) > 64:
        return "more than 64 peers"
    return next((f"{text[:100]!r} is no address like http://host:port" for text in addresses if not _is_url(text)), "")


def _wrong_shards(shards: tuple[str, ...]) -> str:
    if len(shards) > MAX_LOADED_SHARDS:
        return f"more than {MAX_LOADED_SHARDS} shards"
    return next(filter(None, (_wrong_span(shard_words(text)[1]) for text in shards)), "")


def shard_words(text: str) -> tuple[str, str]:
    """``"NAME:0-15"`` -> name and span; no span stands for the whole model."""
    name, _, span = text.partition(":")
    return name, span


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return (
            parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0 and text.isprintable()
        )
    except ValueError:
        return False


def _wrong_endpoint(text: str) -> str:
    return "" if not text or _is_url(text) else "it is not an address like https://host"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the user may set. Changed by ``dataclasses.replace``. Raises UserError for a value out of bounds."""

    contributing: bool = _setting(False, "Serve layers to others while the app runs.")
    shared_before: bool = _setting(False, "This computer has shared, or was asked to.")
    by_rules: bool = _setting(False, "Share only while the rules allow it.")
    paused_until: float = _setting(
        0.0, "When a pause for a time ends, in seconds since 1970; 0: there is none.", low=0, high=10**11
    )
    idle_minutes: int = _setting(
        0,
        "Share only when nobody has used this computer for so long; 0: no matter who uses it.",
        low=0,
        high=1440,
        title="Share after idle time",
        group="Rules",
        unit="min",
    )
    on_battery: bool = _setting(False, "Share on battery, too.", title="Share on battery", group="Rules")
    schedule: tuple[str, ...] = _setting(
        (),
        "When to share, like mon-fri 22:00-07:00; nothing: at all times.",
        title="Schedule",
        group="Rules",
        max_chars=64,
        check=weekly.what_is_wrong,
    )
    busy_percent: int = _setting(
        50,
        "Wait while other programs use more than this much of the processor; 0: no matter how much.",
        low=0,
        high=100,
        title="Wait while other programs are busy",
        group="Rules",
        unit="%",
    )
    wait_for_apps: tuple[str, ...] = _setting(
        (),
        "Programs during which nothing is shared, by the names of their files.",
        title="Wait for programs",
        group="Rules",
    )
    on_metered: bool = _setting(
        False, "Share over a network that is paid by volume, too.", title="Share on a metered network", group="Rules"
    )
    finish_first: bool = _setting(
        True,
        "Let running sessions finish before a pause; else they move to others at once.",
        title="Finish sessions before a pause",
        group="Sharing",
    )
    free_after_minutes: int = _setting(
        10,
        "How long a pause keeps the layers in memory; 0 frees it at once.",
        low=0,
        high=1440,
        title="Keep layers in a pause",
        group="Sharing",
        unit="min",
    )
    keep_awake: bool = _setting(
        False, "Keep this computer awake while it shares and is plugged in.", title="Keep awake", group="Sharing"
    )
    model: str = _setting("", "The model's name in the store; empty takes the starter model.")
    span: str = _setting("", "The layers to serve, like 0-15; empty: what is needed most, or all.", check=_wrong_span)
    also: tuple[str, ...] = _setting(
        (), "Shards to serve beside that one, like NAME:0-15, or NAME for the whole model.", check=_wrong_shards
    )
    max_loaded_shards: int = _setting(
        2,
        "How many shards are held at once.",
        low=1,
        high=MAX_LOADED_SHARDS,
        title="Shards at once",
        group="Limits",
    )
    num_threads: int = _setting(
        0,
        "Processor threads for computing; 0 chooses by itself.",
        low=0,
        high=1024,
        title="Processor threads",
        group="Limits",
    )
    memory_in_use_percent: int = _setting(
        80,
        "The most of this computer's memory that sharing takes while somebody uses it.",
        low=1,
        high=100,
        title="Memory while in use",
        group="Limits",
        unit="%",
    )
    memory_idle_percent: int = _setting(
        90,
        "The most of this computer's memory that sharing takes while nobody uses it.",
        low=1,
        high=100,
        title="Memory while idle",
        group="Limits",
        unit="%",
    )
    gpu_memory_max_bytes: int = _setting(
        0,
        "The most of a GPU's memory that sharing takes; 0 means no limit.",
        low=0,
        high=2**44,
        title="GPU memory",
        group="Limits",
        unit="bytes",
    )
    models_max_bytes: int = _setting(
        0,
        "The most disk that models take; what was used longest ago goes first; 0 means no limit.",
        low=0,
        high=2**50,
        title="Disk for models",
        group="Limits",
        unit="bytes",
    )
    upload_bytes_per_s: int = _setting(
        0,
        "How fast members are handed the layers on this disk at most; 0 means no limit.",
        low=0,
        high=2**40,
        title="Upload rate",
        group="Limits",
        unit="bytes/s",
    )
    kv_max_sessions: int = _setting(
        8,
        "How many session caches are kept at once.",
        low=1,
        high=4096,
        title="Session caches at once",
        group="Limits",
    )
    kv_max_bytes: int = _setting(
        2**30,
        "The most memory that all session caches take together.",
        low=MIN_CACHE_BYTES,
        high=2**44,
        title="Memory for session caches",
        group="Limits",
        unit="bytes",
    )
    kv_ttl_s: float = _setting(
        600.0,
        "Seconds after which an idle session cache is dropped.",
        low=0.001,
        high=604800,
        title="Drop idle session caches after",
        group="Limits",
        unit="s",
    )
    share_weights: bool = _setting(
        True,
        "Hand the layers on this disk to other members while this computer shares.",
        title="Hand layers to members",
        group="Sharing",
    )
    node_name: str = _setting(
        "",
        "What others see this computer as; empty takes its own name.",
        max_chars=64,
        title="Name of this computer",
        group="Network",
    )
    host: str = _setting(
        "",
        "The address at which the node listens; empty: in a swarm all, else this computer's.",
        check=_wrong_host,
        title="Listening address",
        group="Network",
    )
    port: int = _setting(
        0,
        "The port at which the node listens; 0: in a swarm the same each time.",
        low=0,
        high=65535,
        title="Port of the node",
        group="Network",
    )
    swarm_port: int = _setting(
        0,
        "The port of the swarm's own network; 0: the same each time.",
        low=0,
        high=65535,
        title="Port of the swarm",
        group="Network",
    )
    plain_http: bool = _setting(
        False,
        "Talk without encryption to others outside of a swarm; anyone can listen.",
        title="Talk without encryption",
        group="Network",
    )
    peers: tuple[str, ...] = _setting((), "Addresses of known peers, like http://host:port.", check=_wrong_peers)
    hub_endpoint: str = _setting(
        "",
        "The address of a mirror of the hub; empty takes the usual one.",
        check=_wrong_endpoint,
        title="Mirror of the hub",
        group="Network",
    )
    api_on: bool = _setting(
        False,
        "Let other programs ask this computer's models and the swarm, with the API key.",
        title="Local API",
        group="API",
    )
    api_port: int = _setting(
        11700,
        "The port of the API; 0: any free one.",
        low=0,
        high=65535,
        title="Port of the API",
        group="API",
    )
    api_max_running: int = _setting(
        6,
        "How many requests are answered at once; others wait in line.",
        low=1,
        high=64,
        title="Requests at once",
        group="API",
    )
    api_host: str = _setting(
        "127.0.0.1",
        "The address at which the API listens; 127.0.0.1 is for programs on this computer alone.",
        check=_wrong_api_host,
        title="Address of the API",
        group="API",
    )
    api_to_others: bool = _setting(
        False,
        "Let other computers use the API at such an address: whatever is asked and answered goes over the network"
        " unencrypted, and whoever learns the key can ask, too.",
        title="Other computers may use the API",
        group="API",
    )
    api_names: tuple[str, ...] = _setting(
        (),
        "Further names under which programs may call this computer; its own names and addresses need not be named.",
        check=_wrong_names,
        title="Names of this computer",
        group="API",
    )
    control_port: int = _setting(
        0,
        "The port of the control channel and of /metrics, for programs on this computer alone; 0: any free one.",
        low=0,
        high=65535,
    )
    runner: str = _setting(
        "auto",
        "What computes: the lean path where it is faster, or one of them.",
        choices=RUNNERS,
        title="Runner",
        group="Computing",
    )
    precision: str = _setting(
        "auto",
        "How exact the model's weights are: as stored, or in 16, 8 or 4 bit.",
        choices=PRECISIONS,
        title="Precision",
        group="Computing",
    )
    kv_precision: str = _setting(
        "auto",
        "How exact session caches are: as computed, or in 8 bit.",
        choices=KV_PRECISIONS,
        title="Precision of session caches",
        group="Computing",
    )
    dtype: str = _setting(
        "auto",
        "What is computed in: float32 unless 16 bit is clearly quicker here.",
        choices=DTYPES,
        title="Computed in",
        group="Computing",
    )
    device: str = _setting(
        "auto",
        "What computes: a GPU where there is one, else the processor.",
        choices=DEVICES,
        title="Device",
        group="Computing",
    )
    uncertified: bool = _setting(
        False,
        "Load model types that were not certified, too.",
        title="Uncertified model types",
        group="Computing",
    )
    route: str = _setting(
        "auto",
        "Where chats run: on this computer alone where the model fits, split over the swarm, or one of them.",
        choices=ROUTES,
        title="Where chats run",
        group="Chats",
    )
    routing: str = _setting(
        "latency",
        "What routes are best at: one answer's speed, or many answers at once.",
        choices=ROUTING_MODES,
        title="Routes are best at",
        group="Chats",
    )
    temperature: float = _setting(
        0.0,
        "How freely the next token is chosen; 0 takes the likeliest.",
        low=0,
        high=10,
        title="Temperature",
        group="Chats",
    )
    top_p: float = _setting(
        0.9,
        "Choose among the likeliest tokens of this total probability.",
        low=0.001,
        high=1,
        title="Top p",
        group="Chats",
    )
    top_k: int = _setting(
        50,
        "Choose among this many likeliest tokens; 0 means no limit.",
        low=0,
        high=10_000_000,
        title="Top k",
        group="Chats",
        unit="tokens",
    )
    repetition_penalty: float = _setting(
        1.1,
        "How much tokens that came before are held back; 1 switches it off.",
        low=0.1,
        high=10,
        title="Repetition penalty",
        group="Chats",
    )
    max_tokens: int = _setting(
        512,
        "The longest answer, in tokens.",
        low=1,
        high=1_000_000,
        title="Longest answer",
        group="Chats",
        unit="tokens",
    )
    overflow: str = _setting(
        "stop",
        "What happens when a chat grows beyond the model's context: say so, or leave turns out.",
        choices=OVERFLOWS,
        title="When a chat is too long",
        group="Chats",
    )
    system_prompt: str = _setting(
        "",
        "What the model is told before each conversation.",
        max_chars=100_000,
        title="System prompt",
        group="Chats",
    )
    theme: str = _setting("system", "Light or dark.", choices=THEMES, title="Theme", group="Window")
    language: str = _setting(
        "system",
        "The language of the window, from its next start on.",
        choices=LANGUAGES,
        title="Language",
        group="Window",
    )
    zoom_percent: int = _setting(
        100, "How large everything is drawn.", low=50, high=300, title="Zoom", group="Window", unit="%"
    )
    notifications: bool = _setting(
        True, "Tell when something needs you while the window is hidden.", title="Notifications", group="Window"
    )
    autostart: bool = _setting(
        False, "Start in the tray when you sign in to this computer.", title="Start when you sign in", group="Window"
    )
    check_for_updates: bool = _setting(
        False,
        "Ask once a day whether a newer version is there; nothing about you is sent, and nothing is installed.",
        title="Look for new versions",
        group="Window",
    )
    close_to_tray_asked: bool = _setting(False, "The user was asked what closing the window does.")
    welcomed: bool = _setting(False, "The user went through the first start's questions.")

    def __post_init__(self) -> None:
        for name in setting_names():
            wrong = what_is_wrong(name, getattr(self, name))
            if wrong:
                raise UserError(f"The setting {name} cannot be used: {wrong}.")


def groups() -> dict[str, tuple[str, ...]]:
    """The settings of the settings dialog: their names by group, in order."""
    return {group: tuple(d.name for d in fields(Settings) if d.metadata["group"] == group) for group in GROUPS}


def setting_names() -> tuple[str, ...]:
    """The names of all settings, in order."""
    return tuple(declared.name for declared in fields(Settings))


def default_of(name: str) -> object:
    """What the setting is while nobody has changed it."""
    declared: object = _declaration(name).default
    return declared


def help_text(name: str) -> str:
    """What the setting means, in one sentence for a person."""
    return str(_declaration(name).metadata["help"])


def title_of(name: str) -> str:
    """What the setting is called on screen; empty for one that is set elsewhere than in the settings dialog."""
    return str(_declaration(name).metadata["title"])


def unit_of(name: str) -> str:
    """What the setting's number counts; empty for a bare number and for what is none."""
    return str(_declaration(name).metadata["unit"])


def bounds(name: str) -> tuple[float, float] | None:
    """The lowest and the highest value of a number."""
    limits = _declaration(name).metadata
    return None if limits["low"] is None else (limits["low"], limits["high"])


def choices_of(name: str) -> tuple[str, ...]:
    """The values that a text can take; empty where any will do."""
    chosen: tuple[str, ...] = _declaration(name).metadata["choices"]
    return chosen


def what_is_wrong(name: str, value: object) -> str:
    """Why the setting cannot take the value; empty where it can."""
    declared = _declaration(name)
    limits = declared.metadata
    wrong = _wrong_type(declared.default, value) or _wrong_size(limits, value)
    if not wrong and limits["choices"] and value not in limits["choices"]:
        return f"{value!r} is not one of {', '.join(limits['choices'])}"
    return wrong or (limits["check"](value) if limits["check"] else "")


def _declaration(name: str) -> Any:
    return _declarations()[name]


@lru_cache(maxsize=1)
def _declarations() -> Mapping[str, Any]:
    """By name: a dialog that is made from all of them asks some thousand times."""
    return MappingProxyType({declared.name: declared for declared in fields(Settings)})


def _wrong_type(default: object, value: object) -> str:
    if isinstance(default, bool):
        return "" if isinstance(value, bool) else "it is on or off"
    if isinstance(default, int):
        return "" if isinstance(value, int) and not isinstance(value, bool) else "it is a whole number"
    if isinstance(default, float):
        return "" if isinstance(value, int | float) and not isinstance(value, bool) else "it is a number"
    if isinstance(default, tuple):
        is_list = isinstance(value, tuple) and all(isinstance(item, str) for item in value)
        return "" if is_list else "it is a list of texts"
    return "" if isinstance(value, str) else "it is a text"


def _wrong_size(limits: Mapping[str, Any], value: object) -> str:
    if isinstance(value, int | float) and limits["low"] is not None:
        fits = limits["low"] <= value <= limits["high"]  # NaN is not, and no whole number is too large to compare
        return "" if fits else f"{str(value)[:40]} is not between {limits['low']} and {limits['high']}"
    texts = value if isinstance(value, tuple) else (value,)
    if any(isinstance(text, str) and len(text) > limits["max_chars"] for text in texts):
        return f"it is longer than {limits['max_chars']} characters"
    return ""


class SettingsFile:
    """The settings on disk: written atomically, with a last good copy beside them.

    A damaged file is never overwritten: it is renamed aside and the last good copy is used. Keys that this version
    does not know are kept. What holds ``for_this_run`` is part of what is loaded, and is not saved until it is changed.
    Threads: one at a time.
    """

    def __init__(self, path: Path | None = None, for_this_run: Mapping[str, Any] | None = None) -> None:
        self.path = path if path is not None else config_dir() / "settings.json"
        self._unknown: dict[str, Any] | None = None
        self._for_this_run = dict(for_this_run or {})
        self._saved: dict[str, Any] = {}

    @property
    def last_good(self) -> Path:
        """The copy that is used when the file itself is damaged or gone."""
        return self.path.with_name(self.path.name + ".bak")

    def load(self) -> tuple[Settings, str]:
        """The settings, and a notice for the user where something was not as it was left (else empty)."""
        notices = []
        values = _read(self.path)
        if isinstance(values, str):
            notices.append(f"The settings file could not be read ({values}). {set_aside(self.path)}")
        if not isinstance(values, dict):
            values, origin = self._fall_back(damaged=values is not None)
            notices.append(origin)
        settings, complaints = _usable(values)
        self._unknown = {key: value for key, value in values.items() if key not in setting_names()}
        self._saved = {name: getattr(settings, name) for name in self._for_this_run}
        return replace(settings, **self._for_this_run), " ".join(filter(None, [*notices, *complaints]))

    def save(self, settings: Settings) -> None:
        """Remember the settings. Raises MachineError or DiskFull; the file is then the old or the new one, whole."""
        if self._unknown is None:
            self.load()
        lasting = replace(settings, **self._lasting(settings))
        text = json.dumps({**(self._unknown or {}), **asdict(lasting)}, indent=2) + "\n"
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            for path in (self.path, self.last_good):
                write_atomically(path, text.encode())
        except OSError as exc:
            raise _save_error(self.path, exc) from exc

    def _lasting(self, settings: Settings) -> dict[str, Any]:
        """What was saved in place of what holds for this run only; a value that the user changed since then lasts."""
        kept = [name for name, value in self._for_this_run.items() if getattr(settings, name) == value]
        self._for_this_run = {name: self._for_this_run[name] for name in kept}
        return {name: self._saved[name] for name in kept}

    def _fall_back(self, damaged: bool) -> tuple[dict[str, Any], str]:
        values = _read(self.last_good)
        if isinstance(values, dict):
            return values, "Your last good settings are used." if damaged else (
                "The settings file was gone; your last good settings are used."
            )
        return {}, "All settings are back at their defaults." if damaged or values is not None else ""


def _read(path: Path) -> dict[str, Any] | str | None:
    """The file's object; a reason where it is damaged; None where there is no file."""
    try:
        if stat.S_ISFIFO(path.stat().st_mode):  # whoever opens that waits for a writer
            return "it is a pipe"
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            return "it is too large"
        values = json.loads(content)
    except FileNotFoundError:
        return None
    except OSError as exc:
        return exc.strerror or "it cannot be opened"
    except (ValueError, RecursionError):
        return "it is empty" if not content.strip(b"\0 \r\n") else "it is not valid JSON"
    return values if isinstance(values, dict) else "it holds no settings"


def _usable(values: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    """The settings with each unusable value left at its default, and one sentence for each of those."""
    usable: dict[str, Any] = {}
    complaints = []
    for name in setting_names():
        if name not in values:
            continue
        value = tuple(values[name]) if isinstance(values[name], list) else values[name]
        value = "" if (name, value) == _FORMER_HOST else value
        wrong = what_is_wrong(name, value)
        if wrong:
            title = title_of(name) or name
            complaints.append(f"The setting {title} is back at its default: {wrong[:200]}.")
        else:
            usable[name] = value
    return Settings(**usable), complaints


def write_atomically(path: Path, content: bytes) -> None:
    """Write beside the file, flush to the disk, then replace: a crash leaves the old content or the new, never half."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # mode 0600 from its first byte on
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def set_aside(path: Path) -> str:
    """Renames a damaged file so that nothing overwrites it; a sentence for the user says what it is called now."""
    names = (f"{path.name}.bad-{number}" for number in range(1, MAX_BAD_FILES + 1))
    places = [path.with_name(name) for name in names]
    place = next((place for place in places if not os.path.lexists(place)), places[-1])
    try:
        path.replace(place)
    except OSError as exc:
        return f"It could not be set aside either ({exc.strerror})."
    return f"It was kept as {place.name}."


def _save_error(path: Path, exc: OSError) -> MeshnetError:
    if exc.errno in {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}:
        return DiskFull("The settings could not be saved: the disk is full.", "Free some space and try again.")
    reason = exc.strerror or "the file cannot be written"
    return MachineError(f"The settings could not be saved: {reason}.", f"Check the folder {path.parent}.")


def kv_limits(settings: Settings, environ: Mapping[str, str]) -> tuple[float, int, int]:
    """The session caches' TTL in seconds, their highest number and their bytes; the environment comes first.

    Raises UserError for a variable that makes no sense.
    """
    return (
        float(_from_environment(environ, "MESHNET_KV_TTL_SECONDS", "kv_ttl_s", float, settings.kv_ttl_s)),
        int(_from_environment(environ, "MESHNET_KV_MAX_SESSIONS", "kv_max_sessions", int, settings.kv_max_sessions)),
        int(_from_environment(environ, "MESHNET_KV_MAX_BYTES", "kv_max_bytes", int, settings.kv_max_bytes)),
    )


@dataclass(frozen=True, slots=True)
class NodeLimits:
    """How many shards a node holds, and how many session caches of all of them together, how long and how large."""

    max_shards: int
    ttl_s: float
    max_sessions: int
    max_bytes: int


def node_limits(settings: Settings, environ: Mapping[str, str]) -> NodeLimits:
    """The settings' limits; the environment comes first. Raises UserError for a variable that makes no sense."""
    return NodeLimits(max_loaded_shards(settings, environ), *kv_limits(settings, environ))


def max_loaded_shards(settings: Settings, environ: Mapping[str, str]) -> int:
    """How many shards the node holds at once; the environment comes first. Raises UserError."""
    name = "max_loaded_shards"
    return int(_from_environment(environ, "MESHNET_MAX_LOADED_SHARDS", name, int, settings.max_loaded_shards))


def _from_environment(
    environ: Mapping[str, str], variable: str, name: str, convert: Callable[[str], float], default: float
) -> float:
    text = environ.get(variable, "").strip()
    if not text:
        return default
    try:
        value = convert(text)
    except ValueError as exc:
        raise UserError(f"{variable} is {text[:40]!r}, but it must be a number.", help_text(name)) from exc
    wrong = what_is_wrong(name, value)
    if wrong:
        raise UserError(f"{variable} cannot be used: {wrong}.", help_text(name))
    return value
