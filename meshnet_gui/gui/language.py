"""Which language the window speaks, and putting its translators, its numbers and its dates in place."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from meshnet_gui.gui.assets import resource
from meshnet_gui.gui.pseudo import PseudoTranslator
from meshnet_gui.gui.translation import LANGUAGE_PROPERTY
from meshnet_gui.settings import LANGUAGES

VARIABLE = "MESHNET_LANGUAGE"
PSEUDO = "pseudo"


def chosen_language(setting: str, environ: Mapping[str, str] = os.environ, wanted: Sequence[str] = ()) -> str:
    """``en``, ``de``, ``zh_CN`` or ``pseudo``: the environment first, then the setting, then the system's languages."""
    asked = environ.get(VARIABLE, "") or setting
    if asked == PSEUDO or (asked in LANGUAGES and asked != "system"):
        return asked
    languages = wanted or QLocale.system().uiLanguages()
    return next(filter(None, map(_spoken, languages)), "en")


def _spoken(name: str) -> str:
    """The language that ours stand for, like ``de-AT``; empty where we have none."""
    language, *rest = name.replace("_", "-").split("-")
    if language == "zh":
        return "" if {"Hant", "TW", "HK", "MO"} & set(rest) else "zh_CN"
    return language if language in LANGUAGES else ""


class Language:
    """The translators of one language, installed while this object lives and until ``remove``."""

    def __init__(self, app: QCoreApplication, name: str) -> None:
        self._app = app
        self.name = name
        self._translators = _translators(name)
        for translator in self._translators:
            app.installTranslator(translator)
        app.setProperty(LANGUAGE_PROPERTY, name)
        QLocale.setDefault(_locale(name))

    def remove(self) -> None:
        """Back to the texts of the source and the system's numbers."""
        for translator in self._translators:
            self._app.removeTranslator(translator)
        self._translators = []
        self._app.setProperty(LANGUAGE_PROPERTY, "en")
        QLocale.setDefault(_locale("en"))


def _locale(name: str) -> QLocale:
    """Numbers and dates as the texts around them are written; English as the system's English, where it is one."""
    system = QLocale.system()
    if name in ("en", PSEUDO):
        return system if system.language() == QLocale.Language.English else QLocale(QLocale.Language.English)
    same = system.language() == QLocale(name).language()
    return system if same else QLocale(name)


def _translators(name: str) -> list[QTranslator]:
    if name == "en":
        return []
    if name == PSEUDO:
        return [PseudoTranslator()]
    of_qt, ours = QTranslator(), QTranslator()
    of_qt.load(f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    ours.load(str(resource(f"i18n/meshnet_{name}.qm")))
    return [of_qt, ours]
