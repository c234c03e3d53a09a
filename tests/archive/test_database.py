import os
import sqlite3
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from meshnet_gui.archive.database import Database, Layout, begin_anew, open_database
from meshnet_gui.errors import DiskFull, MachineError

NAME = "notes.sqlite3"


def first(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE notes (text TEXT NOT NULL)")


def second(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE notes ADD COLUMN read INTEGER NOT NULL DEFAULT 0")


def broken(connection: sqlite3.Connection) -> None:
    connection.execute("DROP TABLE notes")
    connection.execute("DROP TABLE nothing")


ONE = Layout(NAME, (first,))
TWO = Layout(NAME, (first, second))


def note(database: Database, *texts: str) -> None:
    with database.transaction() as connection:
        connection.executemany("INSERT INTO notes (text) VALUES (?)", [(text,) for text in texts])


def notes(database: Database) -> list[str]:
    return [text for (text,) in database.rows("SELECT text FROM notes")]


def keep(folder: Path, *texts: str, layout: Layout = ONE) -> Path:
    database = open_database(folder, layout)
    note(database, *texts)
    database.close()
    return database.path


def show(folder: Path, layout: Layout = ONE) -> tuple[list[str], str]:
    database = open_database(folder, layout)
    found = notes(database)
    database.close()
    return found, database.notice


def test_what_is_kept_is_there_again_and_nobody_elses_to_read(tmp_path):
    folder = tmp_path / "мои чаты 会話 é"
    path = keep(folder, "a", "b")
    assert show(folder) == (["a", "b"], "")
    assert [each.name for each in folder.iterdir()] == [NAME]
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", ["zeroed", "truncated", "emptied", "one byte", "no database", "half a page"])
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(tmp_path, damage):
    path = keep(tmp_path, *["text" * 500] * 50)
    whole = path.read_bytes()
    wreck = {
        "zeroed": bytes(len(whole)),
        "truncated": whole[: len(whole) // 2],
        "emptied": b"",
        "one byte": whole[:1],
        "no database": b"{}" * 4000,
        "half a page": whole[:100],
    }[damage]
    path.write_bytes(wreck)
    found, notice = show(tmp_path)
    assert found == []
    assert notice == f"The file {NAME} was damaged. It was kept as {NAME}.bad-1, and a new one was begun."
    assert path.with_name(f"{NAME}.bad-1").read_bytes() == wreck
    keep(tmp_path, "new")
    assert show(tmp_path) == (["new"], "")


def test_the_log_of_a_damaged_file_does_not_get_into_the_new_one(tmp_path):
    database = open_database(tmp_path, ONE)
    note(database, "in the log")
    database.path.write_bytes(b"")
    fresh = begin_anew(database.path, ONE)
    assert notes(fresh) == []
    assert (tmp_path / f"{NAME}.bad-1-wal").exists()
    fresh.close()
    database.close()


def test_many_damaged_files_in_a_row_do_not_fill_the_disk(tmp_path):
    for _ in range(22):
        (tmp_path / NAME).write_bytes(b"no database at all, of more than a hundred bytes" * 4)
        show(tmp_path)
    assert len(list(tmp_path.iterdir())) == 21


def test_an_older_file_is_brought_up_to_date_after_a_backup(tmp_path):
    keep(tmp_path, "old")
    database = open_database(tmp_path, TWO)
    assert database.rows("SELECT text, read FROM notes") == [("old", 0)]
    assert database.notice == ""
    database.close()
    backup = sqlite3.connect(tmp_path / f"{NAME}.version-1.bak")
    assert backup.execute("SELECT * FROM notes").fetchall() == [("old",)]
    assert backup.execute("PRAGMA user_version").fetchone() == (1,)
    backup.close()


@pytest.mark.allow_warnings("could not be brought from version 1 to 2")
def test_a_step_that_fails_leaves_the_old_file_to_be_read(tmp_path):
    keep(tmp_path, "old")
    database = open_database(tmp_path, Layout(NAME, (first, broken)))
    assert notes(database) == ["old"]
    assert database.is_read_only
    assert "only read" in database.notice
    with pytest.raises(MachineError, match="Nothing can be saved"):
        note(database, "new")
    database.close()
    assert show(tmp_path) == (["old"], "")


@pytest.mark.allow_warnings("could not be brought from version 1 to 2")
def test_without_room_for_a_backup_nothing_is_brought_up_to_date(tmp_path):
    keep(tmp_path, "old")
    (tmp_path / f"{NAME}.version-1.bak").mkdir()
    (tmp_path / f"{NAME}.version-1.bak" / "in the way").touch()
    database = open_database(tmp_path, TWO)
    assert database.is_read_only
    assert database.rows("SELECT * FROM notes") == [("old",)]
    database.close()


def test_a_file_of_a_newer_version_is_only_read_and_left_as_it_is(tmp_path):
    path = keep(tmp_path, "of tomorrow", layout=TWO)
    before = path.read_bytes()
    database = open_database(tmp_path, ONE)
    assert notes(database) == ["of tomorrow"]
    assert database.is_read_only
    assert "newer version" in database.notice
    with pytest.raises(MachineError, match="Nothing can be saved"):
        note(database, "of today")
    database.close()
    assert path.read_bytes() == before


@pytest.fixture
def locked(request):
    """A folder that this user may not write to: root may write everywhere, so it becomes somebody else for a while."""
    if os.name != "posix":
        pytest.skip("leave to write is asked of the system otherwise")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        keep(folder, "old")
        (folder / NAME).chmod(0o444)
        folder.chmod(getattr(request, "param", 0o555))
        is_root = os.getuid() == 0
        if is_root:
            os.seteuid(65534)
        yield folder
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)


@pytest.mark.parametrize("locked", [0o555, 0o777], ids=["nor its folder", "but its folder"], indirect=True)
def test_a_file_that_cannot_be_written_is_only_read(locked):
    database = open_database(locked, ONE)
    assert notes(database) == ["old"]
    assert database.is_read_only
    assert "cannot be written" in database.notice
    database.close()


def test_where_no_file_can_be_made_it_is_kept_in_memory_and_said(locked):
    database = open_database(locked / "chats", ONE)
    note(database, "for now")
    assert notes(database) == ["for now"]
    assert "Nothing is saved" in database.notice
    database.close()


def test_a_file_in_the_place_of_the_folder_is_no_end_of_the_program(tmp_path):
    (tmp_path / "chats").write_text("not a folder")
    database = open_database(tmp_path / "chats", ONE)
    note(database, "for now")
    assert "Nothing is saved" in database.notice
    database.close()


@pytest.mark.parametrize(("free", "words"), [(8192, "The disk is full"), (2**30, "cannot be written")])
def test_a_disk_that_is_full_at_the_start_is_named(tmp_path, monkeypatch, free, words):
    keep(tmp_path, "old")

    def refuse(*args):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
        raise error

    monkeypatch.setattr("meshnet_gui.archive.database._up_to_date", refuse)
    monkeypatch.setattr("meshnet_gui.archive.database.shutil.disk_usage", lambda path: SimpleNamespace(free=free))
    database = open_database(tmp_path, ONE)
    assert (notes(database), database.is_read_only) == (["old"], True)
    assert words in database.notice
    assert "only read" in database.notice
    database.close()


def test_a_full_disk_is_named_and_costs_nothing_of_what_was_there(tmp_path):
    database = open_database(tmp_path, ONE)
    note(database, "first")
    (num_pages,) = database.rows("PRAGMA page_count")[0]
    database.rows(f"PRAGMA max_page_count = {num_pages + 1}")
    with pytest.raises(DiskFull, match="disk is full"):
        note(database, "x" * 100_000)
    assert notes(database) == ["first"]
    database.rows("PRAGMA max_page_count = 100000")
    note(database, "second")
    database.close()
    assert show(tmp_path) == (["first", "second"], "")


@pytest.mark.allow_warnings("a question to")
def test_an_error_within_a_transaction_takes_all_of_it_back(tmp_path):
    database = open_database(tmp_path, ONE)
    with pytest.raises(MachineError):
        note(database, "first", None)  # type: ignore[arg-type]
    assert notes(database) == []
    database.close()


def test_two_programs_use_one_file(tmp_path):
    here, there = open_database(tmp_path, ONE), open_database(tmp_path, ONE)
    note(here, "here")
    note(there, "there")
    assert notes(here) == notes(there) == ["here", "there"]
    here.close()
    there.close()


@pytest.mark.allow_warnings("a question to")
def test_a_wrong_question_is_an_error_of_ours(tmp_path):
    database = open_database(tmp_path, ONE)
    with pytest.raises(MachineError, match="could not be used"):
        database.rows("SELECT nothing FROM nowhere")
    database.close()
