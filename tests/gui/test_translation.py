"""Every text that the window shows goes through the translation, and every language is complete."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.gui import words

SHOWN_BY = frozenset({"tr", "tr_count", "tr_marked", "mark", "sentence"})
TEXT_OF = re.compile(
    r"^(set(Text|ToolTip|WindowTitle|PlaceholderText|Accessible(Name|Description)|SpecialValueText|Suffix|Prefix|ItemText"
    r"|TabText|StatusTip|WhatsThis|InformativeText|Title|_text)|add(Action|Menu|Tab|Item)|Q(Label|PushButton|CheckBox"
    r"|RadioButton|Action|GroupBox|ToolButton)|PlainLabel|ElidedLabel|show_failure|tell)$"
)
NO_TEXT_FOR_PEOPLE = frozenset(
    {
        "application.py",  # a terminal's: that the app is open already
        "api_example.py",  # a terminal's
        "crash_report.py",  # for whoever mends it, and in one language therefore
        "display.py",  # a terminal's: there is no window without a display
        "lateness.py",  # a measurement's
        "streaming.py",  # another's
        "qt_check.py",  # a terminal's: there is no window without Qt
        "plugins.py",  # names of folders
        "pseudo.py",
        "theme.py",
        "translation.py",
    }
)
NEVER_TRANSLATED = re.compile(
    r"Meshnet|English|Deutsch|简体中文|CUDA|MPS|XPU|LaTeX|[kMGT]?B|(Ctrl|Shift|Alt)\+.*|Return|Escape|Delete|Left|Right"
    r"|Space|SIG[A-Z]+|MESHNET_\w+|Hant|TW|HK|MO|Token\.[\w.]+|mon-fri [\d:-]+|background: .*| and |, \| and | min"
)
NAMES_OF_THINGS = {
    "main_window.py": {"Chat", "Models", "Node", "Swarm", "API", "Log", "Limits"},  # by which the tabs are asked for
    "settings_dialog.py": {"Window"},  # a group of settings
    "setting_words.py": {"Sharing", "Rules", "Limits", "Chats", "Window", "Network", "API", "Computing"},
    "exchange.py": {"Pasted text", "File "},  # what is stored of a paste, and what the model reads of a file
    "assets.py": {"meshnet "},
}


def bare_texts(source: str) -> Iterator[tuple[int, str]]:
    """Literals with words that go through no function of the translation, with their lines."""
    tree = ast.parse(source)
    passed = {id(each) for node in ast.walk(tree) for part in _no_text(node) for each in ast.walk(part)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            words_in = re.search(r"[^\W\d_]{2,}", node.value)
            if words_in and (" " in node.value or node.value[:1].isupper()):
                yield node.lineno, node.value
        elif isinstance(node, ast.Call) and TEXT_OF.match(_name(node.func)) and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value.islower():
                yield node.lineno, first.value


def _no_text(node: ast.AST) -> list[ast.AST]:
    """The parts of a node in which literals are no text that is shown, or go through the translation."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return [node.value]
        case ast.Call() if _name(node.func) in SHOWN_BY:
            return [each for each in node.args if isinstance(each, ast.Constant)]
        case ast.Call() if _name(node.func) in _FOR_THE_PROGRAM or _is_log(node.func):
            return [*node.args]
        case ast.Compare() | ast.Subscript():
            return [each for each in ast.walk(node) if isinstance(each, ast.Constant)]
        case ast.FormattedValue(format_spec=ast.JoinedStr()):
            return [node.format_spec]
        case ast.AnnAssign() | ast.arg():
            return [node.annotation] if node.annotation else []
        case ast.FunctionDef(returns=ast.expr()):
            return [node.returns]
    return []


_FOR_THE_PROGRAM = frozenset(
    {"setProperty", "setObjectName", "property", "compile", "getattr", "cast", "TypeVar", "get", "import_module"}
)


def _is_log(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "log"


def _name(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def test_every_text_of_the_window_goes_through_the_translation() -> None:
    bare = [
        f"{path.name}:{line}: {text!r}"
        for path in sorted((words.PACKAGE / "gui").rglob("*.py"))
        if path.name not in NO_TEXT_FOR_PEOPLE
        for line, text in bare_texts(path.read_text(encoding="utf-8"))
        if not NEVER_TRANSLATED.fullmatch(text) and text not in NAMES_OF_THINGS.get(path.name, ())
    ]
    assert bare == []


def test_a_bare_text_is_found_and_one_that_is_translated_is_not() -> None:
    source = 'label.setText("free")\nbox = QCheckBox(f"{num} are free")\nlabel.setText(tr("Free"))\nlog.info("Is free")'
    assert [text for _, text in bare_texts(source)] == ["free", " are free"]


def test_no_error_is_shown_as_the_core_wrote_it() -> None:
    raw = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted((words.PACKAGE / "gui").rglob("*.py"))
        if path.name not in NO_TEXT_FOR_PEOPLE
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if re.search(r"\bstr\((error|exc)\)", line) and not re.search(r"sentence\((error\.text if .*)?str\(", line)
    ]
    assert [line for line in raw if not line.startswith(_TEXTS_OF_OUR_OWN)] == []


_TEXTS_OF_OUR_OWN = ("join_form.py", "options_panel.py", "peers_card.py", "talk.py")  # raised in gui, translated there
