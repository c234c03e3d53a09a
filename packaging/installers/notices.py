"""The licence notices of everything inside a bundle, as one text with a table of contents.

The same bundle gives the same text. What has no licence text, and what nobody knows anything about, fails the build.
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import sysconfig
import textwrap
from collections.abc import Iterable, Sequence
from importlib.metadata import distribution
from pathlib import Path

from packaging.utils import canonicalize_name

from installers.contents import Contents, contents_of
from installers.host_libraries import common_texts, parts_of, refusals
from installers.licences import Part, Text, kept_text, part_of, read
from installers.places import BUILD, ROOT, version

STARTER = "meshnet_gui/resources/starter"
_WIDTH = 100
_SHOWN_GAPS = 30
_RULE = "=" * _WIDTH


class NoticesIncomplete(Exception):
    """Something is inside of which no licence is known, or that may not be; the text lists all of it."""


def write_notices(internal: Path, target: Path, work: Path = BUILD) -> None:
    """The notices for the bundle whose files lie in ``internal``; ``work`` has PyInstaller's tables.

    Raises NoticesIncomplete before anything is written.
    """
    contents = contents_of(internal, work)
    libraries, unknown = parts_of(contents.libraries)
    packages = [part_of(found) for found in contents.distributions if canonicalize_name(found.name) != "pyinstaller"]
    sections = {
        "The runtime": [_python(), _bootloader(), *_models(internal)],
        "Python packages": packages,
        "Libraries of the system that this was built on": libraries,
    }
    _refuse_gaps(contents, unknown, sections)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(_document(sections), encoding="utf-8", newline="\n")


def _refuse_gaps(contents: Contents, unknown: Iterable[Path], sections: dict[str, list[Part]]) -> None:
    parts = [part for found in sections.values() for part in found]
    gaps = [f"{part.name} {part.version}: no licence text" for part in parts if not part.texts]
    gaps += refusals(parts)
    gaps += [f"{path}: of no known package" for path in unknown]
    gaps += [f"{name}: in the bundle, and in no table of the build" for name in contents.unknown]
    if gaps:
        raise NoticesIncomplete(
            "The bundle has parts without a fitting licence. Leave them out, or look them up and add them to "
            "packaging/licences/reviewed.toml:\n  " + "\n  ".join(_shortened(gaps))
        )


def _shortened(gaps: list[str]) -> list[str]:
    """As many as a person reads, and how many more there are."""
    return gaps if len(gaps) <= _SHOWN_GAPS else [*gaps[:_SHOWN_GAPS], f"and {len(gaps) - _SHOWN_GAPS} more"]


def _python() -> Part:
    texts = [read(path) for path in _python_licences() if path.is_file()][:1]
    return Part(
        name="Python",
        version=platform.python_version(),
        licence="PSF-2.0",
        home="https://www.python.org",
        texts=(*(Text("Python/LICENSE", text) for text in texts), kept_text("Python-incorporated.txt"))
        if texts
        else (),
        notes="The interpreter and its standard library, with the libraries that they are built with.",
    )


def _python_licences() -> list[Path]:
    """Where the licence lies on Windows, in a build from source, and on Debian."""
    base, standard = Path(sysconfig.get_config_var("installed_base")), Path(sysconfig.get_path("stdlib"))
    debian = Path(f"/usr/share/doc/python{sysconfig.get_python_version()}/copyright")
    return [base / "LICENSE.txt", base / "LICENSE", standard / "LICENSE.txt", debian]


def _bootloader() -> Part:
    part = part_of(distribution("pyinstaller"))
    notes = "Its bootloader starts the program. The exception in its licence lets that be passed on with any program."
    return Part(part.name, part.version, part.licence, part.home, part.texts, notes)


def _models(internal: Path) -> list[Part]:
    """The starter model where it is inside; every other model is fetched by the user, under its own licence."""
    files = sorted(path.name for path in (internal / STARTER).glob("*.gguf"))
    if not files:
        return []
    notes = (
        f"The starter model, as {', '.join(files)}: weights published by Hugging Face, converted and reduced to 4 bits "
        "by others. The models of the catalogue are not inside; each has a licence of its own, which is shown before "
        "it is fetched."
    )
    return [Part("SmolLM2-135M-Instruct", "", "Apache-2.0", texts=(kept_text("Apache-2.0.txt"),), notes=notes)]


def _document(sections: dict[str, list[Part]]) -> str:
    """The whole text: what is inside, then each licence text once, under the number by which the parts name it."""
    parts = [part for found in sections.values() for part in found]
    own = Text("Meshnet/LICENSE", read(ROOT / "LICENSE"))
    numbers = _Numbers([own, *(text for part in parts for text in part.texts), *common_texts(parts)])
    lines = [
        f"Meshnet {version()} and everything inside it: licences",
        _RULE,
        "",
        *_wrapped(
            f"Meshnet itself may be used under the Apache License 2.0, {numbers.of(own)}. It stands on the work of "
            "many others. This file names all that is inside this build, with its licence, where to find it, and the "
            "number under which the full text stands below."
        ),
        "",
        "Contents",
        "--------",
    ]
    for title, found in sections.items():
        lines += ["", title] + [f"  {part.name} {part.version}".rstrip() for part in found]
    lines += ["", "Licence texts", f"  T1 to T{len(numbers.texts)}", ""]
    for title, found in sections.items():
        lines += ["", title, _RULE]
        for part in found:
            lines += ["", *_paragraph(part, numbers)]
    lines += ["", "", "Licence texts", _RULE]
    for number, text in enumerate(numbers.texts, start=1):
        lines += ["", "", f"T{number}: {text.title}", "-" * _WIDTH, "", *text.body.splitlines()]
    return "\n".join(lines) + "\n"


class _Numbers:
    """Gives equal texts one number, in the order in which they come."""

    def __init__(self, texts: Iterable[Text]) -> None:
        self.texts: list[Text] = []
        self._places: dict[bytes, int] = {}
        for text in texts:
            if self._places.setdefault(_digest(text), len(self.texts) + 1) > len(self.texts):
                self.texts.append(text)

    def of(self, text: Text) -> str:
        return f"T{self._places[_digest(text)]}"


def _digest(text: Text) -> bytes:
    """Of the words alone: how a text is broken into lines and indented does not make it another."""
    return hashlib.sha256(" ".join(text.body.split()).encode()).digest()


def _paragraph(part: Part, numbers: _Numbers) -> list[str]:
    lines = [f"{part.name} {part.version}".rstrip(), *_wrapped(f"Licence: {part.licence}", "  ")]
    if part.home:
        lines.append(f"  Home: {part.home}")
    lines += _wrapped(part.notes, "  ")
    named = dict.fromkeys(f"{numbers.of(text)} ({text.title})" for text in part.texts)
    lines += _wrapped("Texts: " + ", ".join(named), "  ")
    if part.components:
        lines += ["  Built into it:", *(f"    {line}" for line in part.components)]
    return lines


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """For trying: the notices of a bundle that was built elsewhere."""
    parser = argparse.ArgumentParser(description="Write the licence notices of a bundle.")
    parser.add_argument("internal", type=Path, help="the folder _internal of the bundle")
    parser.add_argument("target", type=Path)
    parser.add_argument("--work", type=Path, default=BUILD, help="the folder with PyInstaller's tables")
    chosen = parser.parse_args(arguments)
    write_notices(chosen.internal, chosen.target, chosen.work)


if __name__ == "__main__":
    main()
