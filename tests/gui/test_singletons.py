from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QObject

from meshnet_gui.gui.singletons import CONSTANTS, make_constants_immortal


def test_more_qt_calls_than_none_has_references_do_not_end_the_process() -> None:
    thing = QObject()
    for _ in range(200_000):
        thing.setObjectName("x")
        thing.blockSignals(False)
    assert thing.objectName() == "x"


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="constants are immortal here")
def test_every_constant_has_references_to_spare() -> None:
    make_constants_immortal()
    assert all(sys.getrefcount(constant) > 2**60 for constant in CONSTANTS)
