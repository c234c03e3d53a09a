"""Ten thousand conversations: how long listing and searching them takes. The figures are printed with ``-s``."""

import statistics
import time
from collections.abc import Callable

import pytest

from meshnet_gui.archive.chats import Chats
from tests.archive import many_chats

SEARCHED = (
    "the",
    "za",
    "b",
    "kle",
    "grasa",
    many_chats.RARE,
    "东京",
    "京",
    "天气预报",
    "q",
    "zzzz",
    "ba ce",
    "za kle gra",
)
MAX_SEARCH_S = 0.2
MAX_LIST_S = 0.5


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("many")
    many_chats.fill(folder)
    return folder


def seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_ten_thousand_chats_are_listed_and_searched_at_once(folder):
    opened = time.perf_counter()
    chats = Chats(folder)
    infos = chats.list()
    opened = time.perf_counter() - opened
    assert len(infos) == many_chats.NUM
    (rare,) = chats.search(many_chats.RARE, 200)
    assert many_chats.RARE in rare.found
    took = {
        text: statistics.median(seconds(lambda t=text: chats.search(t, 200)) for _ in range(5)) for text in SEARCHED
    }
    print(f"\nopened and listed {len(infos)} chats in {1000 * opened:.0f} ms")
    for text, each in took.items():
        print(f"  {text!r}: {len(chats.search(text, 200))} found in {1000 * each:.0f} ms")
    chats.close()
    assert opened < MAX_LIST_S
    assert max(took.values()) < MAX_SEARCH_S
