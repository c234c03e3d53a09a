"""Who is signed in to the hub: the token, kept where the hub's own library keeps it. It is never shown or logged."""

from __future__ import annotations

import os
import re
from pathlib import Path

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.modelstore.fetch.hub_errors import SIGN_IN, YOUR_ACCOUNT, HubFailed
from meshnet_gui.modelstore.fetch.hub_session import HubSession

_TOKEN = re.compile(r"[A-Za-z0-9_.\-]{8,500}")
_VARIABLES = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")
_WHO = "/api/whoami-v2"
_NAME = "meshnet"


class HubAccount:
    """Threads: any."""

    def __init__(self, session: HubSession) -> None:
        self._session = session

    def sign_in(self, token: str) -> str:
        """Keep a token that the hub knows; the account's name. Raises HubFailed and MachineError."""
        text = token.strip()
        if _TOKEN.fullmatch(text) is None:
            raise HubFailed("That is no token of the hub.", SIGN_IN, by_user=True)
        if not self._session.is_private:
            raise HubFailed(
                "A token is not sent to a mirror without encryption.",
                "Take a mirror whose address begins with https, or none, to sign in.",
                by_user=True,
            )
        facts = self._session.facts(_WHO, [], YOUR_ACCOUNT, token=text)
        name = str(facts.get("name") or "") if isinstance(facts, dict) else ""
        if not name:
            raise HubFailed("The hub's answer about your account cannot be read.", "Try again later.")
        self._keep(text)
        return name[:100]

    def _keep(self, token: str) -> None:
        from huggingface_hub._login import _set_active_token
        from huggingface_hub.utils._auth import _save_token

        try:
            _save_token(token=token, token_name=_NAME)
            _set_active_token(token_name=_NAME, add_to_git_credential=False)
        except OSError as exc:
            raise MachineError("The token could not be kept.", "Check the access rights of your home folder.") from exc

    def sign_out(self) -> None:
        """Forget the token that is in use. Raises UserError where a variable states one."""
        from huggingface_hub import constants
        from huggingface_hub._login import _logout_from_token
        from huggingface_hub.utils import get_token
        from huggingface_hub.utils._auth import get_stored_tokens

        variable = next((name for name in _VARIABLES if os.environ.get(name)), "")
        if variable:
            raise UserError(f"The token comes from the variable {variable}.", "Unset it and start again.")
        current = get_token()
        try:
            names = [name for name, token in get_stored_tokens().items() if token == current]
            Path(constants.HF_TOKEN_PATH).unlink(missing_ok=True)  # first, or the library warns that it did so
            for name in names:
                _logout_from_token(name)
        except OSError as exc:
            raise MachineError(
                "The token could not be removed.", "Check the access rights of your home folder."
            ) from exc

    def signed_in(self) -> bool:
        """Whether there is a token."""
        from huggingface_hub.utils import get_token

        try:
            return bool(get_token())
        except OSError:
            return False
