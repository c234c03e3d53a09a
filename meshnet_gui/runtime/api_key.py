"""The key that other programs show to the API: made once, kept in a file that only the user can read."""

from __future__ import annotations

import logging
import os
import re
import secrets
from pathlib import Path

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.settings import write_atomically

log = logging.getLogger(__name__)

FILE_NAME = "api-key"
PREFIX = "mesh-"
NUM_BYTES = 24
MAX_FILE_BYTES = 512
_USABLE = re.compile(r"[!-~]{16,256}")  # whoever wants to may put one of their own into the file


class ApiKey:
    """``value`` is empty until ``load`` or ``renew`` was called. Never in a log. Threads: one at a time."""

    def __init__(self, folder: Path, file: Path | None = None) -> None:
        self.path = file if file is not None else folder / FILE_NAME
        self.value = ""
        self._is_users_own = file is not None

    def load(self) -> str:
        """The key, made now where there is none that can be used.

        Raises MachineError; and UserError for a file that the user named and that holds something else: it stays.
        """
        if not self.value:
            self.value = self._read() or self._make()
        return self.value

    def renew(self) -> str:
        """Another one; the old one is good for nothing from here on. Raises MachineError, and the old one stays."""
        self.value = self._make()
        return self.value

    def _read(self) -> str:
        try:
            with self.path.open("rb") as stream:
                text = stream.read(MAX_FILE_BYTES).decode("ascii", "replace").strip()
            if os.name == "posix" and self.path.stat().st_mode & 0o077:
                self._close_to_others()
        except FileNotFoundError:
            return ""
        except OSError as exc:
            hint = f"Check the folder {self.path.parent}."
            raise MachineError(f"The API key could not be read: {exc.strerror}.", hint) from exc
        if not _USABLE.fullmatch(text):
            if self._is_users_own and text:
                hint = "A key is 16 to 256 letters, digits and signs without spaces. Where no file is, one is made."
                raise UserError(f"The file {self.path} holds no key that can be used.", hint)
            log.warning("the file of the API key held none that can be used; there is a new one")
            return ""
        return text

    def _close_to_others(self) -> None:
        try:
            self.path.chmod(0o600)
        except OSError:
            if not self._is_users_own:  # whoever names a file may have it from somebody else, to be read alone
                raise

    def _make(self) -> str:
        key = f"{PREFIX}{secrets.token_urlsafe(NUM_BYTES)}"
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(self.path, f"{key}\n".encode())
        except OSError as exc:
            reason = exc.strerror or "the file cannot be written"
            hint = f"Check the folder {self.path.parent}."
            raise MachineError(f"The API key could not be saved: {reason}.", hint) from exc
        return key
