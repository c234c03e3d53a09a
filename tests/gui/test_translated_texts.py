"""What every translation must be: fitting its text, complete, and compiled. How it reads is for readers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTranslator

from meshnet_gui.gui.sentences import load
from tests.gui import words

_NAME = re.compile(r"\{(\w*)\}")
_MARKUP = re.compile(r"</?[a-z]+\b|&[a-z]+;")


def translations(language: str) -> Iterator[tuple[str, str, str]]:
    """Context, text and each form that it has in the language."""
    for (context, text), forms in words.read(language).texts.items():
        yield from ((context, text, form) for form in forms if form)


@pytest.fixture(params=sorted(words.LANGUAGES))
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_text_is_translated(language: str) -> None:
    assert [text for _, text in words.read(language).missing()] == []


def test_the_lists_have_every_text_of_the_source_and_none_that_is_gone() -> None:
    """Where this fails: ``python -m tests.gui.words``."""
    texts, templates = words.window_texts(), words.core_templates()
    for name in words.LANGUAGES:
        listed = words.read(name)
        assert listed.texts.keys() == words.merged(name, listed, texts, templates).texts.keys()


def test_no_translation_names_a_value_that_its_text_does_not_have(language: str) -> None:
    wrong = [
        form for _, text, form in translations(language) if not set(_NAME.findall(form)) <= set(_NAME.findall(text))
    ]
    assert wrong == []


def test_no_translation_leaves_a_value_out(language: str) -> None:
    """But the number, where a form says that it is one."""
    lost = [
        form
        for (_, text), forms in words.read(language).texts.items()
        for place, form in enumerate(forms)
        if set(_NAME.findall(text)) - set(_NAME.findall(form)) - ({"num"} if len(forms) > 1 and not place else set())
    ]
    assert lost == []


def test_the_templates_of_the_core_are_those_of_the_source() -> None:
    """Where this fails: ``python -m tests.gui.words``."""
    assert load(words.SENTENCES.read_text(encoding="utf-8")) == words.core_templates()


def test_every_translation_can_be_filled_with_the_values_of_its_text(language: str) -> None:
    for _, text, form in translations(language):
        form.format_map(dict.fromkeys(_NAME.findall(text), "3"))  # raises at a stray brace


def test_a_text_that_counts_has_as_many_forms_as_the_language(language: str) -> None:
    counted = {text.text for text in words.window_texts() if text.one}
    found = words.read(language).texts
    assert {len(forms) for (context, text), forms in found.items() if context == words.WINDOW and text in counted} == {
        words.LANGUAGES[language]
    }


def test_space_around_a_text_is_around_its_translation(language: str) -> None:
    """Pieces that a number stands before begin with a space, unless the language puts none there."""
    added = [form for _, text, form in translations(language) if form != form.strip() and text == text.strip()]
    assert added == []


def test_no_translation_brings_markup_or_control_characters(language: str) -> None:
    assert [form for _, text, form in translations(language) if _MARKUP.search(form) and not _MARKUP.search(text)] == []
    assert [form for _, _, form in translations(language) if not form.replace("\n", "").isprintable()] == []


def test_the_compiled_file_says_what_the_translations_say(language: str) -> None:
    translator = QTranslator()
    assert translator.load(str(words.path_of(language, "qm")))
    differing = [
        text
        for (context, text), forms in words.read(language).texts.items()
        if len(forms) == 1 and forms[0] and translator.translate(context, text, "", -1) != forms[0]
    ]
    assert differing == []
    counted = [
        text
        for (context, text), forms in words.read(language).texts.items()
        if len(forms) > 1
        for num, form in zip((1, 2), forms, strict=True)
        if translator.translate(context, text, "", num) != form
    ]
    assert counted == []
