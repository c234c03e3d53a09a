"""Does TLS work: between the members of a swarm, and towards servers outside, whose certificates are verified?"""

from __future__ import annotations

import ssl
from collections.abc import Callable
from pathlib import Path

from meshnet_gui.bench.checks.check import CheckFailed, Skipped
from meshnet_gui.bench.checks.members import members_only
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.modelstore.fetch.hub_session import verifying_context

DEADLINE_S = 60.0


def members(folder: Path) -> str:
    """In a swarm only members are answered, over TLS and by the node that was asked for."""
    with LoopThread("self-test-swarm") as loop:
        wrong = loop.submit(members_only(folder)).result(DEADLINE_S)
    if wrong:
        raise CheckFailed(wrong)
    return ""


def certificates(folder: Path, make: Callable[[], ssl.SSLContext] = verifying_context) -> str:
    """Downloads verify who answers, by the authorities that this computer trusts."""
    context = make()
    if context.verify_mode != ssl.CERT_REQUIRED or not context.check_hostname:
        raise CheckFailed("downloads would not verify who answers")
    try:
        num_trusted = context.cert_store_stats()["x509_ca"]
    except NotImplementedError:  # on Windows and Macs the system verifies
        return f"{ssl.OPENSSL_VERSION}, verified by the system"
    if num_trusted == 0:
        raise Skipped("this computer has no certificate authorities (on Debian: apt install ca-certificates)")
    return f"{ssl.OPENSSL_VERSION}, {num_trusted} authorities"
