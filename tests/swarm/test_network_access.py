"""A denied network is named with what to do about it; a quiet one is not called denied."""

from __future__ import annotations

import errno
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from meshnet_gui.swarm.network_access import words_for

SWARM = "ab" * 32


@pytest.mark.parametrize(
    ("connected", "local", "outside", "platform", "words"),
    [
        (True, 0, [], "linux", ""),
        (True, 0, [0], "win32", ""),
        (True, 0, [errno.ECONNREFUSED, errno.ETIMEDOUT], "linux", ""),  # they are away: no fault of ours
        (True, errno.ENETUNREACH, [], "linux", ""),  # no route for multicast: others are found by their addresses
        (False, errno.ENETUNREACH, [errno.ENETUNREACH], "linux", "on no network"),
        (True, errno.EPERM, [], "linux", "firewall on this computer stops"),
        (True, errno.EPERM, [0], "linux", ""),  # others are reached all the same
        (True, errno.EPERM, [-1, errno.ECONNREFUSED], "linux", ""),
        (True, errno.EPERM, [-1], "linux", "firewall on this computer stops"),
        (True, 10013, [10013], "win32", "Windows Security"),
        (True, 0, [errno.EACCES, errno.EPERM], "linux", "addresses in the invite"),
        (True, 0, [errno.EACCES, errno.ECONNREFUSED], "linux", ""),
        (True, errno.EHOSTUNREACH, [], "darwin", "Local Network"),
    ],
)
def test_problem_is_named(connected: bool, local: int, outside: list[int], platform: str, words: str) -> None:
    said = words_for(is_connected=connected, local=local, outside=outside, platform=platform)
    assert (words in said) if words else said == ""


LOOK = f"""
import sys
from meshnet_gui.swarm.network_access import access_problem
print(access_problem({SWARM!r}, ("10.9.9.9:7000",)))
"""

FIREWALL = """
ip link set lo up
ip link add d0 type veth peer name d1
ip link set d1 up
ip addr add 10.9.9.1/24 dev d0
ip link set d0 up
ip route add default dev d0
nft add table inet t
nft add chain inet t out '{ type filter hook output priority 0; policy drop; }'
"""


def in_namespace(before: str) -> str:
    """What the check says in a network of its own, after these commands in it."""
    unshare = shutil.which("unshare")
    if unshare is None or sys.platform != "linux":
        pytest.skip("needs unshare")
    script = f'set -e\n{before}\nexec {sys.executable} -c "$1"'
    made = subprocess.run(
        [unshare, "--net", "sh", "-c", script, "sh", LOOK], capture_output=True, text=True, timeout=60, cwd=Path.cwd()
    )
    if made.returncode != 0 and ("Operation not permitted" in made.stderr or "not found" in made.stderr):
        pytest.skip(f"no network namespace can be made here: {made.stderr.strip()[:80]}")
    assert made.returncode == 0, made.stderr
    return made.stdout


@pytest.mark.slow
def test_computer_without_a_network_says_so() -> None:
    assert "on no network" in in_namespace("true")


@pytest.mark.slow
def test_firewall_that_lets_nothing_out_is_named() -> None:
    assert "firewall on this computer stops Meshnet" in in_namespace(FIREWALL)
    assert in_namespace(FIREWALL.replace("drop", "accept")).strip() == ""
