import io
import json
import logging
import sys
from collections.abc import Iterator

import pytest

from meshnet_gui import logs
from meshnet_gui.errors import UserError
from meshnet_gui.runtime.snapshot import Snapshot, SnapshotTaken
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.terminal import StartupLines, complain

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


def test_whether_lines_are_json_is_known_to_whoever_would_print_between_them():
    logs.configure(stream=io.StringIO())
    assert not logs.are_json()
    logs.configure(stream=io.StringIO(), json=True)
    assert logs.are_json()


@pytest.mark.allow_warnings("There is no model")
def test_between_json_lines_nothing_is_said_that_is_not_json(capsys: pytest.CaptureFixture[str]):
    logs.configure("INFO", json=True)
    StartupLines()(SnapshotTaken(Snapshot(Settings(), startup="Loading tiny...")))
    complain(UserError("There is no model.", "Add one."))
    said = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(each["level"], each["message"]) for each in said] == [
        ("INFO", "Loading tiny..."),
        ("ERROR", "There is no model. Add one."),
    ]


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


INVITE = Invite("kitchen", bytes(range(100, 132)), ("203.0.113.7:7447",)).encode()
SECRETS = {
    "invite": INVITE,
    "invite in pieces": f"{INVITE[:30]}\n{INVITE[30:60]}\n{INVITE[60:]}",
    "invite in capitals": INVITE.upper(),
    "variable": "HF_TOKEN=k7Qw9xT2",
    "token of the hub": "hf_abcdefghijklmnopqrstuvwx",
    "bearer": "Authorization: Bearer abc.def-ghi~jkl",
    "api key": 'api_key="q8w7e6r5t4"',
    "password in an address": "http://someone:hunter2hunter2@proxy:3128/",
    "private key": "-----BEGIN PRIVATE KEY-----\nMIIabc\ndef\n-----END PRIVATE KEY-----",
    "cut private key": "-----BEGIN EC PRIVATE KEY-----\nMIIabc",
}


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_no_key_reaches_a_log(tmp_path, secret):
    stream = io.StringIO()
    logs.configure(stream=stream)
    lines = logs.keep(tmp_path)
    LOGGER.info("answered %s to a member", secret)
    try:
        raise ValueError(f"refused {secret}")
    except ValueError:
        LOGGER.info("no", exc_info=True)
    kept = "\n".join(line.text for line in lines.since(0))
    on_disk = (tmp_path / logs.FILE_NAME).read_text(encoding="utf-8")
    for text in (kept, on_disk, stream.getvalue()):
        assert logs.MASK in text
        assert INVITE[12:28] not in text
        assert INVITE[40:56] not in text
        for part in ("k7Qw9xT2", INVITE.upper()[12:28], "abcdefghijkl", "abc.def", "q8w7e6", "hunter2", "MIIabc"):
            assert part not in text


def test_plain_words_are_not_masked():
    assert logs.masked("meshnet: something is wrong") == "meshnet: something is wrong"
    text = "answered 512 tokens at 3.1 tokens/s to http://10.0.0.7:51001, layers 12-20 of meshnet-1b"
    assert logs.masked(text) == text


def test_the_users_own_folder_is_not_told(monkeypatch):
    monkeypatch.setenv("HOME", "/home/jörg müller")
    monkeypatch.setenv("USERPROFILE", "/home/jörg müller")
    assert logs.masked("kept in /home/jörg müller/.local/share") == "kept in ~/.local/share"


def test_what_is_kept_has_info_although_the_terminal_shows_warnings_only(tmp_path):
    stream = io.StringIO()
    logs.configure("WARNING", stream=stream)
    lines = logs.keep(tmp_path)
    LOGGER.info("joined")
    LOGGER.debug("detail")
    assert stream.getvalue() == ""
    assert [line.text for line in lines.since(0)] == ["joined"]
    assert (tmp_path / logs.FILE_NAME).read_text(encoding="utf-8").endswith("INFO node.service: joined\n")
    assert logs.kept_lines() is lines


def test_kept_lines_are_bounded_in_number_and_length():
    kept = logs.KeptLines(max_lines=3)
    for number in range(5):
        kept.handle(logging.makeLogRecord({"msg": f"{number}" + "x" * 10_000, "name": "meshnet_gui.node"}))
    assert [line.number for line in kept.since(0)] == [2, 3, 4]
    assert [line.number for line in kept.since(4)] == [4]
    assert kept.since(5) == ()
    assert len(kept.since(4)[0].text) == logs.MAX_LINE_CHARS


def test_a_disk_that_is_full_stops_no_line_elsewhere(tmp_path, monkeypatch, capsys):
    logs.configure(stream=io.StringIO())
    lines = logs.keep(tmp_path)

    def fail(_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(logs._QuietFile, "flush", fail)
        LOGGER.info("kept all the same")
    assert lines.since(0)[-1].text == "kept all the same"
    assert "Traceback" not in capsys.readouterr().err


def test_a_program_without_standard_error_writes_each_line_once(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stderr", None)
    logs.configure(fallback=tmp_path / logs.FILE_NAME)
    logs.keep(tmp_path)
    LOGGER.info("once")
    assert (tmp_path / logs.FILE_NAME).read_text(encoding="utf-8").count("once") == 1
