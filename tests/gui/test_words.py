"""The extractor of texts; how the translations fit their texts is in test_translated_texts.py."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from meshnet_gui.runtime.snapshot import STARTING
from tests.gui import words


def templates(source: str) -> list[str]:
    return list(words._templates_in(ast.parse(source), parts_too=False))


def test_an_f_string_given_to_an_error_becomes_a_template_with_names() -> None:
    source = 'raise UserError(f"Port {self.port} of {short(name)} is taken.", f"Choose below {limit:,}, please.")'
    assert templates(source) == ["Port {port} of {name} is taken.", "Choose below {limit}, please."]


def test_each_way_of_a_condition_becomes_a_template_of_its_own() -> None:
    source = """text = f"With {n} peer{'' if n == 1 else 's'} like you." """
    assert templates(source) == ["With {n} peer like you.", "With {n} peers like you."]


def test_equal_values_share_a_name_and_others_are_numbered() -> None:
    assert templates('text = f"From {a.name} to {b.name}, and {a.name} again."') == [
        "From {name} to {name2}, and {name} again."
    ]


def test_logs_docstrings_and_faults_of_programmers_are_no_texts() -> None:
    source = '''
"""A module of ours."""
log.info("Joined the swarm %s.", name)
raise RuntimeError("The loop must run by now.")
'''
    assert templates(source) == []


def test_a_text_that_is_no_literal_is_refused(tmp_path: Path) -> None:
    call = ast.parse("tr(text)").body[0].value  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="needs a literal"):
        words._texts_of(call, tmp_path)


def test_what_is_translated_survives_writing_and_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    kept = words.Catalogue({("Meshnet", "{num} a & b"): ["<eins>", "viele"], ("Core", "Left."): ["Weg."]})
    words.write("de", kept, {"{num} a & b": "{num} a"})
    assert words.read("de").texts == kept.texts


def test_a_text_that_is_gone_is_dropped_and_a_new_one_waits_for_its_translation() -> None:
    old = words.Catalogue({("Meshnet", "Old"): ["Alt"], ("Meshnet", "Kept"): ["Bleibt"]})
    new = words.merged("de", old, [words.Text("Kept"), words.Text("{num} new", "{num} new one")], [])
    assert new.texts == {("Meshnet", "Kept"): ["Bleibt"], ("Meshnet", "{num} new"): ["", ""]}
    assert new.missing() == [("Meshnet", "{num} new")]


def test_the_values_of_a_table_of_words_are_texts() -> None:
    assert templates('IN_WORDS = {"int8": "in 8 bit"}\nNAMES = {"one": "two three"}') == ["in 8 bit"]


def test_errors_of_values_are_texts_only_where_others_say_them() -> None:
    tree = ast.parse('raise ValueError(f"{entry!r} has a time that no clock shows")')
    assert list(words._templates_in(tree, parts_too=False)) == []
    assert list(words._templates_in(tree, parts_too=False, values_too=True)) == [
        "{entry} has a time that no clock shows"
    ]


def test_what_the_core_says_while_it_starts_is_found() -> None:
    assert STARTING in words.core_templates()
