"""The texts of the window in its languages: found in the source, kept in ``resources/i18n``.

    python -m tests.gui.words                   finds all texts, brings the .ts files up to date and compiles them
    python -m tests.gui.words fill de FILE      takes translations from a JSON file: text -> text, or -> a list of forms
    python -m tests.gui.words missing de        prints what has no translation yet, as JSON

Texts of the window are the literals of ``tr``, ``tr_count`` and ``mark``. Of the core they are the templates of what
it says: its f-strings and literals that are sentences, and everything that is given to an error.
"""

from __future__ import annotations

import ast
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "meshnet_gui"
FOLDER = ROOT / "resources" / "i18n"
SENTENCES = FOLDER / "sentences.json"
LANGUAGES = {"de": 2, "zh_CN": 1}  # and how many plural forms each has
WINDOW, CORE = "Meshnet", "Core"
_FACES = {"arguments.py", "cli.py", "models_cli.py", "models_fetch.py", "swarm_report.py", "terminal.py"}
_FACES |= {"headless.py", "subcommands.py", "swarms.py", "nodes_cli.py", "control_cli.py", "__main__.py"}
_FOR_PROGRAMS = {"control.py", "metrics.py"}
_WITHOUT_WORDS = {"api", "gui", "bench", "wire"}  # or with words for other programs
_TELL_PARTS = {"settings.py", "runtime", "head", "fits.py", "forecast.py", "leftovers.py", "in_use.py", "health.py"}
_TELL_PARTS |= {"probe.py", "question.py", "kv_sessions.py", "span_files.py"}
_TELL_NAMES = {"hop_client.py"}  # whose answers are parts, though they have one word only
_TELL_VALUE_ERRORS = {"schedule.py", "transfer.py", "tensors.py"}  # others put them into their sentences
_FOR_TERMINALS = re.compile(r"(?:(?<=[.!?])\s|^)[^.!?]*: meshnet .*", re.DOTALL)  # the window leaves it out, too
_COMMAND = re.compile(r"\bmeshnet [a-z]+")
_SQL = re.compile(r"(?:CREATE|DELETE|INSERT|PRAGMA|SELECT|UPDATE) [A-Za-z_*]")
_MAX_FORMS = 12
_SENTENCE = re.compile(r"^[A-Z{].* .*[.?!…]$", re.DOTALL)
_WORDS = re.compile(r"[^\W\d_]{2,}")
_SAID_AFTER = re.compile(r"(?<=[.?!…])(?: \{\w+\})+$")  # sentences of their own after it
_PLACEHOLDER = re.compile(r"\{(\w*)\}")


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the window; ``one`` is its English singular where it counts."""

    text: str
    one: str = ""


@dataclass(slots=True)
class Catalogue:
    """A language's translations by context and text: the forms of each, empty where there is none."""

    texts: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def missing(self) -> list[tuple[str, str]]:
        return [key for key, forms in self.texts.items() if not all(forms)]


@cache
def window_texts() -> list[Text]:
    """Every text of the window. Raises ValueError for one that is no literal."""
    found: dict[str, Text] = {}
    for path in sorted((PACKAGE / "gui").rglob("*.py")):
        if path.name == "translation.py":
            continue
        for call in _calls(path):
            for text in _texts_of(call, path):
                found[text.text] = text
    return [found[key] for key in sorted(found)]


def _calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("tr", "tr_count", "mark")
        ):
            yield node


def _texts_of(call: ast.Call, path: Path) -> list[Text]:
    assert isinstance(call.func, ast.Name)
    literals = call.args[1:3] if call.func.id == "tr_count" else call.args[:1]
    if not literals or not all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in literals):
        raise ValueError(f"{path.name}:{call.lineno}: {call.func.id} needs a literal")
    words = [str(each.value) for each in literals if isinstance(each, ast.Constant)]
    return [Text(words[-1], words[0] if len(words) > 1 else "")]


@cache
def core_templates() -> list[str]:
    """Every sentence that the core says, with names for its values."""
    found: set[str] = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        is_face = len(parts) == 1 and parts[0] in _FACES
        if parts[0] in _WITHOUT_WORDS or is_face or parts[-1] in _FOR_PROGRAMS:
            continue
        parts_too = parts[0] in _TELL_PARTS or parts[-1] in _TELL_PARTS
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names, values = parts[-1] in _TELL_NAMES, parts[-1] in _TELL_VALUE_ERRORS
        found |= set(_templates_in(tree, parts_too, names_too=names, values_too=values))
    shown = {_FOR_TERMINALS.sub("", text) for text in found}
    return sorted(text for text in shown if text and not _COMMAND.search(text) and not _SQL.match(text))


def _templates_in(
    tree: ast.Module, parts_too: bool, *, names_too: bool = False, values_too: bool = False
) -> Iterator[str]:
    left_out = _left_out(tree)
    told = _told(tree, values_too)
    parts = _returned(tree) if parts_too else set()
    for node in ast.walk(tree):
        if id(node) not in left_out and isinstance(node, ast.Constant | ast.JoinedStr):
            least = 1 if id(node) in told or (names_too and id(node) in parts) else 2
            may_be_part = id(node) in told or id(node) in parts
            yield from (text for text in _forms(node) if _is_said(text, least, may_be_part))


def _left_out(tree: ast.Module) -> set[int]:
    """Docstrings, logs, the parts of f-strings, and what is raised for programmers."""
    out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            out.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            out |= {id(part) for part in node.values if isinstance(part, ast.Constant)}
            out |= {
                id(each)
                for part in node.values
                if isinstance(part, ast.FormattedValue) and part.format_spec
                for each in ast.walk(part.format_spec)
            }
        elif (isinstance(node, ast.Call) and _name(node.func) in ("log", "compile")) or (
            isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and _name(node.exc.func) in _PROGRAMMERS
        ):
            out |= {id(each) for each in ast.walk(node)}
    return out


_PROGRAMMERS = {"AssertionError", "RuntimeError", "TypeError", "KeyError", "AttributeError", "NotImplementedError"}
_TELLERS = re.compile(
    r"(Error|NoRoute|DiskFull|PortInUse|PromptTooLong|BadForm|BadModelFile|Peer\w+|NotJoined|_setting|NoRoad|Busy|Draining|NoRoom|"
    r"KVCacheMiss|TooLarge|BadRequest|WrongModel|damaged|unusual)$"
)
_SAYERS = re.compile(r"^_?(tell|say|progress|report)$")


def _told(tree: ast.Module, values_too: bool) -> set[int]:
    """Given to an error of ours, declared of a setting, or in a table of words: text for a person even as a part."""
    tables = {
        id(value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
        for target in node.targets
        if _name(target).endswith("_WORDS")
        for value in node.value.values
    }
    return tables | {
        id(each)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _tells(_name(node.func), values_too)
        for argument in [
            *node.args,
            *(word.value for word in node.keywords if word.arg in ("title", "group", "text", "hint")),
        ]
        for each in ([argument] if not isinstance(argument, ast.IfExp) else [argument.body, argument.orelse])
    }


def _tells(name: str, values_too: bool) -> bool:
    """Whether what is given to it is for a person: an error, a setting, or a way to say how far something is."""
    return (values_too or name != "ValueError") and bool(_TELLERS.search(name) or _SAYERS.match(name))


def _returned(tree: ast.Module) -> set[int]:
    """What functions answer: parts that others put into their sentences."""
    return {
        id(each)
        for node in ast.walk(tree)
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None
        for each in ast.walk(node.value)
        if isinstance(each, ast.Constant | ast.JoinedStr)
    }


def _name(function: ast.expr) -> str:
    """``log`` for ``log.info`` and the class of an error for its call."""
    if isinstance(function, ast.Attribute):
        return (
            function.value.id if isinstance(function.value, ast.Name) and function.value.id == "log" else function.attr
        )
    return function.id if isinstance(function, ast.Name) else ""


def _is_said(text: str, least_words: int, may_be_part: bool) -> bool:
    """Whether a person reads it: a sentence, or where parts may be, some words."""
    literal = _PLACEHOLDER.sub("", text)
    if len(_WORDS.findall(literal)) < least_words or not literal.isprintable() or text != text.strip():
        return False
    return bool(_SENTENCE.match(text)) or (may_be_part and (" " in text or (least_words == 1 and text.istitle())))


def _forms(node: ast.expr) -> list[str]:
    """The templates that an expression can make: each way of its conditions, with names for its values."""
    ways = list(itertools.islice(_ways(node), _MAX_FORMS))
    return [
        _SAID_AFTER.sub("", _named(way))
        for way in ways
        if not any(isinstance(part, str) and ("{" in part or "}" in part) for part in way)
    ]


def _ways(node: ast.expr) -> Iterator[tuple[str | ast.expr, ...]]:
    if isinstance(node, ast.Constant):
        yield (node.value,) if isinstance(node.value, str) else (node,)
    elif isinstance(node, ast.JoinedStr):
        for way in itertools.product(*([*_ways(part)] for part in node.values)):
            yield tuple(itertools.chain.from_iterable(way))
    elif isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.IfExp) and node.conversion < 0:
        yield from _ways(node.value)
    elif isinstance(node, ast.IfExp):
        yield from itertools.chain(_ways(node.body), _ways(node.orelse))
    elif isinstance(node, ast.FormattedValue):
        yield (node.value,)
    else:
        yield (node,)


def _named(parts: Iterable[str | ast.expr]) -> str:
    """One text with names; equal values have one name, others that would share it are numbered."""
    names: dict[str, str] = {}
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
            continue
        code = ast.unparse(part)
        if code not in names:
            name = _name_of(part)
            taken = sum(other.rstrip("0123456789") == name for other in names.values())
            names[code] = f"{name}{taken + 1}" if taken else name
        text += "{" + names[code] + "}"
    return text


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id.strip("_").rstrip("0123456789").lower() or "value"
    if isinstance(node, ast.Attribute):
        return node.attr.strip("_").rstrip("0123456789").lower()
    if isinstance(node, ast.Subscript):
        return _name_of(node.value)
    if isinstance(node, ast.Call):
        return _name_of(node.args[0]) if len(node.args) == 1 else _name_of(node.func)
    return "value"


def path_of(language: str, kind: str = "ts") -> Path:
    return FOLDER / f"meshnet_{language}.{kind}"


def read(language: str) -> Catalogue:
    """The translations as they are kept."""
    catalogue = Catalogue()
    if not path_of(language).exists():
        return catalogue
    for context in ElementTree.parse(path_of(language)).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            forms = [form.text or "" for form in translation.iter("numerusform")] if translation is not None else []
            plain = [translation.text or ""] if translation is not None and not forms else forms
            catalogue.texts[context.findtext("name", ""), message.findtext("source", "")] = plain
    return catalogue


def merged(language: str, old: Catalogue, texts: list[Text], templates: list[str]) -> Catalogue:
    """Exactly the texts of the source, with the translations that there are."""
    new = Catalogue()
    for text in texts:
        num_forms = LANGUAGES[language] if text.one else 1
        forms = old.texts.get((WINDOW, text.text), [])
        new.texts[WINDOW, text.text] = forms if len(forms) == num_forms else [""] * num_forms
    for template in templates:
        new.texts[CORE, template] = old.texts.get((CORE, template), [""])
    return new


def write(language: str, catalogue: Catalogue, counted: dict[str, str]) -> None:
    """The .ts file, as Qt's own tools read it."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", f'<TS version="2.1" language="{language}">']
    for context in (WINDOW, CORE):
        lines += ["<context>", f"    <name>{context}</name>"]
        for (where, text), forms in catalogue.texts.items():
            if where == context:
                lines += _message(text, forms, counted.get(text, "") if context == WINDOW else "")
        lines.append("</context>")
    path_of(language).write_text("\n".join([*lines, "</TS>", ""]), encoding="utf-8", newline="\n")


def _message(text: str, forms: list[str], one: str) -> list[str]:
    state = "" if all(forms) else ' type="unfinished"'
    if not one:
        shown = [f"        <translation{state}>{escape(forms[0])}</translation>"]
    else:
        each = [f"            <numerusform>{escape(form)}</numerusform>" for form in forms]
        shown = [f"        <translation{state}>", *each, "        </translation>"]
    numerus = ' numerus="yes"' if one else ""
    note = [f"        <extracomment>{escape(one)}</extracomment>"] if one else []
    return [f"    <message{numerus}>", f"        <source>{escape(text)}</source>", *note, *shown, "    </message>"]


def update() -> None:
    """All files as the source is now."""
    texts, templates = window_texts(), core_templates()
    FOLDER.mkdir(exist_ok=True)
    SENTENCES.write_text(json.dumps(templates, indent=0, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
    for language in LANGUAGES:
        write(language, merged(language, read(language), texts, templates), {text.text: text.one for text in texts})
        release(language)


def release(language: str) -> None:
    """Compiles what is translated by Qt's own tool."""
    tool = Path(sys.executable).with_name("pyside6-lrelease")
    command = [str(tool), "-silent", str(path_of(language)), "-qm", str(path_of(language, "qm"))]
    subprocess.run(command, check=True, capture_output=True)


def fill(language: str, source: Path) -> None:
    """Takes over translations; those of texts that are not there (any more) are left out."""
    given = json.loads(source.read_text(encoding="utf-8"))
    catalogue = read(language)
    for key, forms in catalogue.texts.items():
        new = given.get(key[1])
        wanted = [new] if isinstance(new, str) else new
        if wanted and len(wanted) == len(forms):
            catalogue.texts[key] = wanted
    write(language, catalogue, {text.text: text.one for text in window_texts()})


def main(words: list[str]) -> None:
    if words[:1] == ["missing"]:
        missing = read(words[1]).missing()
        sys.stdout.write(json.dumps([text for _, text in missing], indent=0, ensure_ascii=False) + "\n")
        return
    if words[:1] == ["fill"]:
        fill(words[1], Path(words[2]))
    update()


if __name__ == "__main__":
    main(sys.argv[1:])
