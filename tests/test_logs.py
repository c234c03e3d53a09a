import io
import json
import logging
import sys
from collections.abc import Iterator

import pytest

from meshnet_gui import logs

LOGGER = logging.getLogger("meshnet_gui.node.service")


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    watched = [logging.getLogger(name) for name in ("", logs.PROGRAM, *logs.NOISY)]
    before = [(logger, logger.level, list(logger.handlers)) for logger in watched]
    yield
    for logger, level, handlers in before:
        for handler in [handler for handler in logger.handlers if handler not in handlers]:
            logger.removeHandler(handler)
            handler.close()
        logger.setLevel(level)


def test_a_line_has_time_level_place_and_text():
    stream = io.StringIO()
    logs.configure(stream=stream)
    LOGGER.info("serving layers %s", "12-20")
    time, rest = stream.getvalue().split(" ", 1)
    assert len(time) == len("14:03:22")
    assert rest == "INFO node.service: serving layers 12-20\n"


def test_a_peers_text_can_neither_start_a_line_nor_colour_it():
    stream = io.StringIO()
    logs.configure(stream=stream)
    LOGGER.info("peer says %s", "a\nERROR b\x1b[31m\x9b")
    assert stream.getvalue().endswith("peer says a\\nERROR b\\x1b[31m\\x9b\n")
    assert stream.getvalue().count("\n") == 1


def test_an_exception_is_told_with_its_traceback():
    stream = io.StringIO()
    logs.configure(stream=stream)
    try:
        raise OSError("no such disk")
    except OSError:
        LOGGER.info("import stopped", exc_info=True)
    assert "Traceback" in stream.getvalue()
    assert "no such disk" in stream.getvalue()


def test_json_lines_are_one_object_each():
    stream = io.StringIO()
    logs.configure(stream=stream, json=True)
    LOGGER.info("évicted\n%s", 3)
    (line,) = stream.getvalue().splitlines()
    entry = json.loads(line)
    assert entry["message"] == "évicted\n3"
    assert entry["level"] == "INFO"
    assert entry["logger"] == "meshnet_gui.node.service"
    assert entry["time"].endswith("Z")


def test_the_level_holds_for_our_lines_and_third_parties_stay_quiet():
    stream = io.StringIO()
    logs.configure("DEBUG", stream=stream)
    LOGGER.debug("ours")
    logging.getLogger("httpx").info("theirs")
    assert "ours" in stream.getvalue()
    assert "theirs" not in stream.getvalue()


def test_configuring_again_replaces_the_first_place():
    first, second = io.StringIO(), io.StringIO()
    logs.configure(stream=first)
    logs.configure(stream=second)
    LOGGER.info("once")
    assert first.getvalue() == ""
    assert second.getvalue().count("once") == 1


def test_a_program_without_standard_error_writes_to_the_fallback_file(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stderr", None)
    place = tmp_path / "logs" / "meshnet.log"
    logs.configure(fallback=place)
    LOGGER.info("pausé")
    assert "pausé" in place.read_text(encoding="utf-8")


def test_the_fallback_is_not_touched_where_there_is_standard_error(tmp_path):
    logs.configure(fallback=tmp_path / "meshnet.log")
    assert list(tmp_path.iterdir()) == []


def test_a_log_folder_that_cannot_be_made_does_not_stop_the_program(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stderr", None)
    (tmp_path / "logs").write_text("a file where the folder should be", encoding="utf-8")
    logs.configure(fallback=tmp_path / "logs" / "meshnet.log")
    LOGGER.info("nowhere")


def test_a_log_file_is_rotated(monkeypatch, tmp_path):
    monkeypatch.setattr(logs, "MAX_FILE_BYTES", 100)
    logs.configure(file=tmp_path / "meshnet.log")
    for number in range(30):
        LOGGER.info("line %d of some length", number)
    assert len(list(tmp_path.iterdir())) == 1 + logs.NUM_OLD_FILES
