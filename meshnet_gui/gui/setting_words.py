"""What the settings' values are called on screen: units, choices, and what a zero stands for. No widget."""

from __future__ import annotations

from types import MappingProxyType

from meshnet_gui.gui.translation import mark, sentence, tr_marked
from meshnet_gui.settings import help_text, title_of

_SUFFIXES = MappingProxyType({"s": mark(" s"), "min": mark(" min"), "%": mark(" %"), "tokens": mark(" tokens")})
_ZEROS = MappingProxyType(
    {
        "idle_minutes": mark("No matter who uses it"),
        "busy_percent": mark("No matter how much"),
        "free_after_minutes": mark("At once"),
        "num_threads": mark("Automatic"),
        "gpu_memory_max_bytes": mark("No limit"),
        "models_max_bytes": mark("No limit"),
        "upload_bytes_per_s": mark("No limit"),
        "top_k": mark("No limit"),
        "port": mark("Chosen by itself"),
        "swarm_port": mark("The same each time"),
        "api_port": mark("Any free one"),
        "temperature": mark("0 (greedy)"),
    }
)
_CHOICES = MappingProxyType(
    {
        "runner": {"auto": mark("As measured"), "lean": mark("The lean path"), "generic": mark("The general path")},
        "precision": {
            "auto": mark("As stored"),
            "fp32": mark("32 bit"),
            "bf16": mark("16 bit"),
            "int8": mark("8 bit"),
            "int4": mark("4 bit"),
        },
        "kv_precision": {"auto": mark("As computed"), "int8": mark("8 bit")},
        "dtype": {"auto": mark("As measured")},
        "device": {"auto": mark("As measured"), "cpu": mark("Processor"), "cuda": "CUDA", "mps": "MPS", "xpu": "XPU"},
        "route": {
            "auto": mark("Where it is quicker"),
            "split": mark("On the swarm"),
            "alone": mark("On this computer"),
        },
        "routing": {"latency": mark("One answer's speed"), "throughput": mark("Many answers at once")},
        "overflow": {
            "stop": mark("Say so"),
            "drop_oldest": mark("Leave the oldest turns out"),
            "drop_middle": mark("Leave turns in the middle out"),
        },
        "theme": {"system": mark("Like the system"), "light": mark("Light"), "dark": mark("Dark")},
        "language": {"system": mark("Like the system"), "en": "English", "de": "Deutsch", "zh_CN": "简体中文"},
    }
)
_GROUPS = MappingProxyType(
    {
        "Sharing": mark("Sharing"),
        "Rules": mark("Rules"),
        "Limits": mark("Limits"),
        "Chats": mark("Chats"),
        "Window": mark("Window"),
        "Network": mark("Network"),
        "API": mark("API"),
        "Computing": mark("Computing"),
    }
)


def shown_title(name: str) -> str:
    """A setting's name on screen."""
    return sentence(title_of(name))


def shown_help(name: str) -> str:
    """What a setting means."""
    return sentence(help_text(name))


def shown_group(group: str) -> str:
    """The heading of a group of settings."""
    return tr_marked(_GROUPS.get(group, group))


def shown_choice(name: str, value: str) -> str:
    """What one of a setting's values is called; those that are names themselves stay as they are."""
    return tr_marked(_CHOICES.get(name, {}).get(value, value))


def zero_words(name: str) -> str:
    """What a zero stands for; empty where it is a number like others."""
    return tr_marked(_ZEROS[name]) if name in _ZEROS else ""


def unit_suffix(unit: str) -> str:
    """What follows a number in its field."""
    return tr_marked(_SUFFIXES[unit]) if unit in _SUFFIXES else ""
