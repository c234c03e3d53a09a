"""A SQLite file of the user's that must not be lost: opened, brought up to date, or set aside where it is damaged.

Knows how such a file is kept, not what is in it: that is a ``Layout``, a file name and the steps from each version to
the next. A file of a newer version, or one that cannot be written, is only read; where no file can be made at all, what
comes is kept in memory. ``Database.notice`` says so.
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meshnet_gui.errors import DiskFull, MachineError, MeshnetError

log = logging.getLogger(__name__)

BUSY_S = 5.0
MAX_BAD_FILES = 20
MAX_BACKUPS = 3
_LEAST_BYTES = 512  # SQLite takes one with less for a new one and writes over it
_BESIDE_BYTES = 64 * 1024  # what SQLite takes beside the file before it writes a first row
_IN_MEMORY = ":memory:"
_BESIDE = ("-wal", "-shm", "-journal")
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})
_NO_WRITING = frozenset(
    {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_IOERR}
)

Step = Callable[[sqlite3.Connection], None]


@dataclass(frozen=True, slots=True)
class Layout:
    """What a file holds: ``steps[n]`` turns version ``n`` into ``n + 1``, in one transaction with all the others."""

    file_name: str
    steps: tuple[Step, ...]

    @property
    def version(self) -> int:
        return len(self.steps)


class Database:
    """An open file. ``notice`` is for the user, "" where nothing is wrong. Threads: only the one that opened it."""

    def __init__(self, connection: sqlite3.Connection, path: Path, *, notice: str = "", is_read_only: bool = False):
        self.damaged: Path | None = None  # what was set aside for this one
        self.connection = connection
        self.path = path
        self.notice = notice
        self.is_read_only = is_read_only

    def rows(self, sql: str, args: Sequence[Any] = ()) -> list[Any]:
        """All rows of a question. Raises MachineError."""
        with in_our_words(self.path):
            return self.connection.execute(sql, args).fetchall()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it is kept, on the disk when this ends, or nothing. Raises MachineError and DiskFull."""
        if self.is_read_only:
            raise MachineError(f"Nothing can be saved: {self.path.name} is only read now.", self.notice)
        with in_our_words(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # some errors have rolled it back already
                    self.connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self.connection.close()


def open_database(folder: Path, layout: Layout) -> Database:
    """Opens the file, makes it where there is none, and brings it up to date. Raises nothing: ``notice`` says it."""
    path = folder / layout.file_name
    try:
        return _open(path, layout)
    except sqlite3.Error as exc:
        if not is_damage(exc):
            return _only_read(path, layout, exc)
        log.info("%s is damaged: %s", path.name, exc)
    except OSError as exc:
        return _only_read(path, layout, exc)
    return begin_anew(path, layout)


def begin_anew(path: Path, layout: Layout) -> Database:
    """Sets a damaged file aside and makes a fresh one. Close it first."""
    kept_as = set_aside(path)
    if not kept_as:
        return _in_memory(path, layout, f"The file {path.name} is damaged and could not be set aside.")
    try:
        database = _open(path, layout)
    except (sqlite3.Error, OSError) as exc:
        database = _only_read(path, layout, exc)
    text = f"The file {path.name} was damaged. It was kept as {kept_as}, and a new one was begun."
    database.notice = f"{text} {database.notice}".strip()
    database.damaged = path.with_name(kept_as)
    return database


def is_damage(exc: BaseException | None) -> bool:
    """Whether the file is no whole database any more. What a search index says of itself does not count."""
    return isinstance(exc, sqlite3.Error) and _code(exc) in _DAMAGE and not is_damage_of_index(exc)


def is_damage_of_index(exc: BaseException | None) -> bool:
    """Whether only a search index is damaged, which can be made anew: those have codes that no table has."""
    return getattr(exc, "sqlite_errorcode", 0) in {sqlite3.SQLITE_CORRUPT_VTAB, sqlite3.SQLITE_CONSTRAINT}


@contextmanager
def in_our_words(path: Path) -> Iterator[None]:
    """What SQLite raises inside becomes an error of ours, with SQLite's as its cause."""
    try:
        yield
    except sqlite3.Error as exc:
        raise _error(path, exc) from exc


def _error(path: Path, exc: sqlite3.Error) -> MeshnetError:
    code = _code(exc)
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(f"The file {path.name} could not be saved: the disk is full.", "Free some space and try again.")
    if code in _DAMAGE:
        return MachineError(f"The file {path.name} is damaged.", "It is set aside when Meshnet starts the next time.")
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return MachineError(f"Another program uses the file {path.name}.", "Close it and try again.")
    if code in _NO_WRITING:
        return MachineError(f"The file {path.name} could not be used.", f"Check the folder {path.parent}.")
    log.warning("a question to %s failed: %s", path.name, exc)
    return MachineError(f"The file {path.name} could not be used.", "See the log for the reason.")


def _code(exc: sqlite3.Error) -> int:
    """SQLite's primary code; 0 where Python raised it itself."""
    return int(getattr(exc, "sqlite_errorcode", 0) or 0) & 0xFF


# -- opening ----------------------------------------------------------------------------------------------------------


def _open(path: Path, layout: Layout) -> Database:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        _make(path, layout)
    if path.stat().st_size < _LEAST_BYTES:  # never ours: a new file appears with its tables in it
        raise _damage("the file is empty or nearly so")
    connection = _connect(str(path))
    try:
        return _up_to_date(connection, path, layout)
    except BaseException:
        connection.close()
        raise


def _connect(path: str, *, uri: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, uri=uri)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted for good is not left lying in free pages
    return connection


def _make(path: Path, layout: Layout) -> None:
    """A new file with its tables appears at once, so that two programs that start together do not meet half of one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    _remove(draft)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # it is nobody else's to read
    try:
        connection = sqlite3.connect(draft, isolation_level=None)
        try:
            _take_steps(connection, layout, 0)
        finally:
            connection.close()
        _appear(draft, path)
    finally:
        _remove(draft)


def _appear(draft: Path, path: Path) -> None:
    """Gives the file its name unless another program was first."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        if not path.exists():
            draft.replace(path)


def _up_to_date(connection: sqlite3.Connection, path: Path, layout: Layout) -> Database:
    version = _version(connection)
    if version > layout.version:
        connection.close()
        return _newer(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if version < layout.version:
        return _migrated(connection, path, layout, version)
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"PRAGMA user_version = {version}")  # fails here and now where nothing can be written
    finally:
        connection.execute("ROLLBACK")
    return Database(connection, path)


def _version(connection: sqlite3.Connection) -> int:
    """Reads the file for the first time: a damaged or truncated one fails here."""
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _migrated(connection: sqlite3.Connection, path: Path, layout: Layout, version: int) -> Database:
    """With a backup first; where either fails, the old file stays as it is and is only read."""
    try:
        if version:
            _back_up(connection, path, version)
        _take_steps(connection, layout, version)
    except (sqlite3.Error, OSError) as exc:
        if is_damage(exc):
            raise
        log.warning("%s could not be brought from version %d to %d: %s", path.name, version, layout.version, exc)
        connection.close()
        return _read_only(path, f"The file {path.name} could not be brought up to date, so it is only read.")
    return Database(connection, path)


def _take_steps(connection: sqlite3.Connection, layout: Layout, version: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = max(version, _version(connection))  # another program may have been faster
        for step in layout.steps[version:]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {max(version, layout.version)}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _back_up(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """A whole copy beside the file; the oldest of several go."""
    copy = path.with_name(f"{path.name}.version-{version}.bak")
    draft = copy.with_name(f".{copy.name}.{os.getpid()}.new")
    _remove(draft)
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        target = sqlite3.connect(draft)
        try:
            connection.backup(target)
        finally:
            target.close()
        with draft.open("rb+") as stream:
            os.fsync(stream.fileno())
        draft.replace(copy)
    finally:
        _remove(draft)
    backups = sorted(path.parent.glob(f"{path.name}.version-*.bak"), key=lambda each: each.stat().st_mtime)
    for old in backups[:-MAX_BACKUPS]:
        _remove(old)


# -- where it cannot be opened as usual -------------------------------------------------------------------------------


def _newer(path: Path) -> Database:
    return _read_only(path, f"The file {path.name} is of a newer version of Meshnet, so it is only read.")


def _only_read(path: Path, layout: Layout, exc: BaseException) -> Database:
    """What is there is shown even where nothing can be written."""
    log.info("%s cannot be written: %s", path.name, exc)
    is_full = _is_full(path.parent, exc)
    if os.path.exists(path):  # noqa: PTH110 - says no, too, where nobody may look
        notice = f"The file {path.name} cannot be written, so it is only read."
        if is_full:
            notice = f"The disk is full, so {path.name} is only read. Free some space and start Meshnet again."
        with suppress(sqlite3.Error):
            return _read_only(path, notice)
    if is_full:
        return _in_memory(path, layout, f"The disk is full, so nothing new is saved in {path.name}.")
    return _in_memory(path, layout, f"Nothing is saved: {path.name} cannot be made in the folder {path.parent}.")


def _is_full(folder: Path, exc: BaseException) -> bool:
    """SQLite says only that it could not write where the files that it keeps beside its own find no room."""
    if isinstance(exc, OSError):
        return exc.errno in {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
    if not isinstance(exc, sqlite3.Error):
        return False
    with suppress(OSError):
        if _code(exc) in _NO_WRITING:
            return shutil.disk_usage(folder).free < _BESIDE_BYTES
    return _code(exc) == sqlite3.SQLITE_FULL


def _read_only(path: Path, notice: str) -> Database:
    address = f"{path.absolute().as_uri()}?mode=ro"
    try:
        connection = _connect_to_read(address)
    except sqlite3.Error as exc:
        if is_damage(exc):
            raise
        connection = _connect_to_read(f"{address}&immutable=1")  # nothing may be written beside it either
    return Database(connection, path, notice=notice, is_read_only=True)


def _connect_to_read(address: str) -> sqlite3.Connection:
    connection = _connect(address, uri=True)
    try:
        _version(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _in_memory(path: Path, layout: Layout, notice: str) -> Database:
    connection = _connect(_IN_MEMORY)
    _take_steps(connection, layout, 0)
    return Database(connection, path, notice=notice)


def set_aside(path: Path) -> str:
    """Renames a damaged file, and what belongs to it, so that nothing overwrites it; its new name, "" if it cannot."""
    places = [path.with_name(f"{path.name}.bad-{number}") for number in range(1, MAX_BAD_FILES + 1)]
    place = next((place for place in places if not os.path.lexists(place)), places[-1])
    try:
        path.replace(place)
        for ending in _BESIDE:  # a fresh file would take up the old one's log
            with suppress(FileNotFoundError):
                path.with_name(path.name + ending).replace(place.with_name(place.name + ending))
    except OSError as exc:
        log.warning("%s could not be set aside: %s", path.name, exc)
        return ""
    return place.name


def _remove(path: Path) -> None:
    for ending in ("", *_BESIDE):
        with suppress(OSError):
            path.with_name(path.name + ending).unlink()


def _damage(text: str) -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError(text)
    error.sqlite_errorcode = sqlite3.SQLITE_NOTADB
    return error
