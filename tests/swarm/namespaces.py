"""Networks of the machine's own kernel: namespaces with veth links, and routers that translate addresses with nft.

    rendezvous 203.0.113.10 --+
    home  203.0.113.20 -------+-- the outside        home:  a 10.0.1.2, b 10.0.1.3, on one network behind one router
    flat  203.0.113.30 -------+                      flat:  c 10.0.2.2, behind a router of its own
    cafe  203.0.113.40 -------+                      cafe:  head 10.0.3.2, behind a router of its own

Needs root, ``ip`` and ``nft``. What is made carries a prefix of its own, and only that is taken away again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

OUTSIDE = "203.0.113"
RENDEZVOUS = f"{OUTSIDE}.10"
NETWORKS = {"home": ("10.0.1", f"{OUTSIDE}.20", ("a", "b")), "flat": ("10.0.2", f"{OUTSIDE}.30", ("c",))}
NETWORKS["cafe"] = ("10.0.3", f"{OUTSIDE}.40", ("head",))


def why_not() -> str:
    """Why namespaces cannot be made here; empty where they can."""
    missing = [tool for tool in ("ip", "nft") if shutil.which(tool) is None]
    if missing:
        return f"not installed: {', '.join(missing)}"
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "namespaces need root"
    probe = f"mesh{os.getpid()}probe"
    try:
        _ip("netns", "add", probe)
        _in(probe, "nft", "add", "table", "ip", "nat")
    except subprocess.CalledProcessError as exc:
        return f"this kernel makes no namespaces with nft: {exc.stderr.strip()[:80]}"
    finally:
        subprocess.run(["ip", "netns", "del", probe], capture_output=True, check=False)
    return ""


@dataclass(frozen=True, slots=True)
class World:
    """The namespaces by the names of the picture above."""

    prefix: str

    def within(self, place: str) -> list[str]:
        """What to put before a command so that it runs there."""
        return ["ip", "netns", "exec", self.prefix + place]

    def address(self, place: str) -> str:
        if place == "rendezvous":
            return RENDEZVOUS
        (base, members) = next((base, members) for base, _, members in NETWORKS.values() if place in members)
        return f"{base}.{members.index(place) + 2}"


@contextmanager
def world() -> Iterator[World]:
    """Makes all of it and takes it away at the end."""
    made = World(f"mesh{os.getpid()}")
    places = ["outside", "rendezvous", *NETWORKS, *(name for _, _, members in NETWORKS.values() for name in members)]
    try:
        for place in places:
            _ip("netns", "add", made.prefix + place)
            _in(made.prefix + place, "ip", "link", "set", "lo", "up")
        _bridge(made, "outside")
        _plug(made, "rendezvous", "outside", RENDEZVOUS)
        for name, (base, public, members) in NETWORKS.items():
            _plug(made, name, "outside", public)
            _bridge(made, name, f"{base}.1")
            for number, member in enumerate(members):
                _plug(made, member, name, f"{base}.{number + 2}", f"{base}.1")
            _translate(made, name)
        yield made
    finally:
        for place in places:
            subprocess.run(["ip", "netns", "del", made.prefix + place], capture_output=True, check=False)


def _bridge(made: World, place: str, address: str = "") -> None:
    _in(made.prefix + place, "ip", "link", "add", "hub", "type", "bridge", "mcast_snooping", "0")
    _in(made.prefix + place, "ip", "link", "set", "hub", "up")
    if address:
        _in(made.prefix + place, "ip", "addr", "add", f"{address}/24", "dev", "hub")


def _plug(made: World, place: str, into: str, address: str, gateway: str = "") -> None:
    """A cable from ``place`` to the hub of ``into``."""
    inner, outer = made.prefix + place, made.prefix + into
    device = f"p{place[:12]}"
    _ip("link", "add", "up0", "netns", inner, "type", "veth", "peer", "name", device, "netns", outer)
    _in(outer, "ip", "link", "set", device, "master", "hub", "up")
    _in(inner, "ip", "addr", "add", f"{address}/24", "dev", "up0")
    _in(inner, "ip", "link", "set", "up0", "up")
    if gateway:
        _in(inner, "ip", "route", "add", "default", "via", gateway)


def _translate(made: World, router: str) -> None:
    """A router as at home: what goes out gets its address, and nothing comes in that was not asked for."""
    place = made.prefix + router
    _in(place, "sysctl", "-q", "-w", "net.ipv4.ip_forward=1")
    rules = """
        table ip home {
            chain out { type nat hook postrouting priority 100; oifname "up0" masquerade; }
            chain through {
                type filter hook forward priority 0; policy accept;
                iifname "up0" ct state established,related accept
                iifname "up0" drop
            }
        }
    """
    subprocess.run(
        ["ip", "netns", "exec", place, "nft", "-f", "-"], input=rules, text=True, capture_output=True, check=True
    )


def _in(place: str, *command: str) -> None:
    _run("ip", "netns", "exec", place, *command)


def _ip(*command: str) -> None:
    _run("ip", *command)


def _run(*command: str) -> None:
    subprocess.run(command, capture_output=True, text=True, check=True)
