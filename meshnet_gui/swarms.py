"""``meshnet swarm``: the swarms that this computer belongs to. Needs no core: they are a file of the user's.

An invite is a secret. It is printed where it is asked for and goes nowhere else; ``join -`` reads it from standard
input, so that it is in no list of processes and no history.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.settings import config_dir
from meshnet_gui.swarm.invite import MAX_TEXT_CHARS, Invite, checked_addresses
from meshnet_gui.swarm.membership import Membership, MembershipStore

SHOWN_DIGITS = 8
SECRET = "Whoever has it is a member, and members read the chats that their computers help with: give it to few."


def run_swarm(options: argparse.Namespace) -> int:
    """Runs one of the actions and returns the exit code."""
    store = MembershipStore(config_dir())
    code = _ACTIONS[options.action](store, options)
    if store.notice:
        print(store.notice, file=sys.stderr)
    return code


def _create(store: MembershipStore, options: argparse.Namespace) -> int:
    made = store.create(options.name, checked_addresses(options.address))
    return _say(made, options, f"You are in the new swarm {made.name}. Invite others: meshnet swarm invite")


def _invite(store: MembershipStore, options: argparse.Namespace) -> int:
    chosen = _chosen(store, options.name)
    found = checked_addresses((*options.address, *chosen.rendezvous))
    if found != chosen.rendezvous:
        chosen = store.set_rendezvous(chosen.name, found)
    text = chosen.invite().encode()
    if options.qr is not None:
        _write_picture(options.qr, text)
    if options.json:
        print(json.dumps(_line(chosen, is_active=chosen == store.active()) | {"invite": text}))
    elif options.qr is None:
        print(text)
    print(SECRET, file=sys.stderr)
    if not chosen.rendezvous:
        hint = "It names no address, so it works inside of one local network; add one with --address HOST:PORT."
        print(hint, file=sys.stderr)
    return 0


def _join(store: MembershipStore, options: argparse.Namespace) -> int:
    joined = store.join(_typed_invite() if options.invite == "-" else Invite.parse(options.invite))
    return _say(joined, options, f"You are in {joined.name} now.")


def _typed_invite() -> Invite:
    """From standard input: a file's end ends it; on a terminal also the line that completes it, or an empty one.

    Raises UserError.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        return Invite.parse(sys.stdin.read(MAX_TEXT_CHARS + 1) if sys.stdin is not None else "")
    print("Paste the invite and press Enter (an empty line gives up):", file=sys.stderr, flush=True)
    text = ""
    while True:
        line = sys.stdin.readline(MAX_TEXT_CHARS + 1)
        text += line
        try:
            return Invite.parse(text)
        except UserError:
            if not line.strip() or len(text) > MAX_TEXT_CHARS:  # all of it is read, or the rest would go to the shell
                raise


def _use(store: MembershipStore, options: argparse.Namespace) -> int:
    chosen = store.use(options.name)
    if chosen is None:
        print(json.dumps({"active": ""}) if options.json else "You take part in no swarm now.")
        return 0
    return _say(chosen, options, f"You take part in {chosen.name} now.")


def _leave(store: MembershipStore, options: argparse.Namespace) -> int:
    left = store.get(options.name)
    store.leave(left.name)
    return _say(left, options, f"You have left {left.name}. Coming back takes an invite of somebody who is in it.")


def _rotate(store: MembershipStore, options: argparse.Namespace) -> int:
    rotated = store.rotate(_chosen(store, options.name).name)
    text = f"{rotated.name} has a new seed: you are alone in it, and whoever is to stay needs a new invite."
    return _say(rotated, options, text)


def _list(store: MembershipStore, options: argparse.Namespace) -> int:
    swarms, active = store.list(), store.active()
    lines = [_line(swarm, is_active=swarm == active) for swarm in swarms]
    if options.json:
        print(json.dumps(lines))
        return 0
    for line in lines:
        addresses = ", ".join(line["rendezvous"]) if isinstance(line["rendezvous"], list) else ""
        print(f"{'*' if line['active'] else ' '} {line['name']} ({line['id']}){': ' if addresses else ''}{addresses}")
    if not lines:
        print("No swarms yet. meshnet swarm create NAME makes one; meshnet swarm join takes an invite.")
    return 0


def _chosen(store: MembershipStore, name: str) -> Membership:
    """The named swarm, the active one without a name. Raises UserError."""
    if name:
        return store.get(name)
    active = store.active()
    if active is None:
        raise UserError("You take part in no swarm.", "Name one, or create one: meshnet swarm create NAME")
    return active


def _line(swarm: Membership, *, is_active: bool) -> dict[str, object]:
    """What may be shown of a swarm: everything but its seed."""
    shown = swarm.swarm_id[:SHOWN_DIGITS]
    return {"name": swarm.name, "id": shown, "active": is_active, "rendezvous": list(swarm.rendezvous)}


def _say(swarm: Membership, options: argparse.Namespace, text: str) -> int:
    print(json.dumps(_line(swarm, is_active=options.action not in ("leave",))) if options.json else text)
    return 0


def _write_picture(path: Path, text: str) -> None:
    """A new file that only its user may read. Raises MachineError."""
    from meshnet_gui.swarm.qr import png

    content = png(text)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as exc:
        raise UserError(f"{path} is there already.", "Choose another file.") from exc
    except OSError as exc:
        raise MachineError(f"The picture cannot be written: {exc.strerror}.", "Choose another file.") from exc
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(content)
    print(f"The invite is in {path} as a QR code.", file=sys.stderr)


_ACTIONS: Mapping[str, Callable[[MembershipStore, argparse.Namespace], int]] = {
    "create": _create,
    "invite": _invite,
    "join": _join,
    "leave": _leave,
    "list": _list,
    "use": _use,
    "rotate": _rotate,
}
