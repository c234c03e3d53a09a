"""``meshnet status``, ``pause``, ``resume`` and ``drain``: this user's running programs, told something.

Exit codes: 0 done; 3 nothing runs; else as for all commands.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from meshnet_gui.amounts import bytes_text
from meshnet_gui.errors import MachineError, MeshnetError, UserError
from meshnet_gui.runtime.control import HOST
from meshnet_gui.runtime.instances import Instance, running
from meshnet_gui.settings import data_dir
from meshnet_gui.terminal import shown

NOTHING_RUNS = 3
ANSWER_WITHIN_S = 10.0
MAX_ANSWER_BYTES = 2**20
_POLL_S = 0.1
_SAID = {"pause": "Sharing is paused.", "resume": "Sharing goes on.", "drain": "Draining."}


def run_control(options: argparse.Namespace) -> int:
    """Runs one of the four; the exit code. Raises MeshnetError, which with ``--json`` is on standard output, too."""
    try:
        return _run(options)
    except MeshnetError as exc:
        if options.json:
            print(json.dumps({"error": str(exc)}))
        raise


def _run(options: argparse.Namespace) -> int:
    instances = [each for each in running(data_dir()) if options.pid in (None, each.pid)]
    if not instances:
        what = "Meshnet does not run" if options.pid is None else f"No Meshnet runs as process {options.pid}"
        if options.json:
            print(json.dumps({"running": []}))
        print(f"meshnet: {what}, for this user and data folder.", file=sys.stderr)
        return NOTHING_RUNS
    if options.command == "status":
        return _status(instances, as_json=options.json)
    if options.command == "drain" and options.all:
        return _drain_all(instances, options)
    if len(instances) > 1:
        named = ", ".join(f"{each.pid} ({each.kind})" for each in instances)
        raise UserError(f"Several run: {named}.", "Say which one by --pid.")
    return _command(instances[0], options)


def _drain_all(instances: Sequence[Instance], options: argparse.Namespace) -> int:
    """Every one is told before any is waited for; one that does not answer keeps no other from being told."""
    failures = []
    for instance in instances:
        try:
            ask(instance, "POST", "/drain", {})
        except MeshnetError as exc:
            failures.append(exc)
    if failures:
        raise failures[0]
    while options.wait and any(instance.is_running() for instance in instances):
        time.sleep(_POLL_S)
    state = "ended" if options.wait else "draining"
    content = {"pids": [instance.pid for instance in instances], "state": state}
    print(json.dumps(content) if options.json else _outcome("drain", content))
    return 0


def _status(instances: list[Instance], *, as_json: bool) -> int:
    contents = [{"pid": each.pid} | ask(each, "GET", "/status") for each in instances]
    if as_json:
        print(json.dumps({"running": contents}))
        return 0
    for content in contents:
        for line in status_lines(content):
            print(shown(line))
    return 0


def _command(instance: Instance, options: argparse.Namespace) -> int:
    body = {}
    if options.command == "pause" and options.minutes is not None:
        body = {"seconds": options.minutes * 60}
    content = {"pid": instance.pid} | ask(instance, "POST", f"/{options.command}", body)
    if options.command == "drain" and options.wait:
        while instance.is_running():
            time.sleep(_POLL_S)
        content["state"] = "ended"
    print(json.dumps(content) if options.json else _outcome(options.command, content))
    return 0


def _outcome(command: str, content: Mapping[str, Any]) -> str:
    if content["state"] == "ended":
        return "Drained, and ended."
    because = "" if command == "drain" else _reason(content["sharing"])
    return shown(f"{_SAID[command]} {because}".strip())


def status_lines(content: Mapping[str, Any]) -> list[str]:
    """For a person."""
    node, sharing, api = content["node"], content["sharing"], content["api"]
    lines = [f"{content['kind']} (process {content['pid']}): {content['startup'] or content['state']}"]
    lines.append(f"  sharing: {sharing['position']}{_because(sharing)}")
    if node["shards"] or node["error"]:
        held = f"{node['sessions']} sessions, {bytes_text(node['cache_bytes'])} of session caches"
        lines.append(f"  node: {node['state']}, {node['error'] or held}")
    lines += [f"  layers {each['layers']} of {each['model']}, {each['state']}" for each in node["shards"]]
    if content["swarm"]:
        lines.append(f"  swarm: {content['swarm']['name']}, {content['swarm']['state']}, {content['peers']} peers")
    requests = content["requests"]
    asked = f", {requests['running']} requests, {requests['waiting']} waiting" if api["state"] == "on" else ""
    lines.append(f"  API: {api['error'] or api['address'] or api['state']}{asked}")
    return lines


def _because(sharing: Mapping[str, Any]) -> str:
    return f" ({reason})" if (reason := _reason(sharing)) else ""


def _reason(sharing: Mapping[str, Any]) -> str:
    """Why it is so, where that says more than the position of the switch does."""
    reason = str(sharing["reason"])
    said = reason.rstrip(".").lower().removeprefix("sharing ")
    return "" if said == sharing["position"] else reason


def ask(instance: Instance, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What the program answers. Raises UserError where it cannot be done now, MachineError where it does not answer."""
    connection = http.client.HTTPConnection(HOST, instance.port, timeout=ANSWER_WITHIN_S)  # never through a proxy
    headers = {"Authorization": f"Bearer {instance.token}", "Content-Type": "application/json"}
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        content = json.loads(answer.read(MAX_ANSWER_BYTES))
        if not isinstance(content, dict):
            raise ValueError("not an object")
    except (OSError, http.client.HTTPException, ValueError) as exc:
        hint = "It may just be starting or ending; try again."
        raise MachineError(f"The program (process {instance.pid}) does not answer.", hint) from exc
    finally:
        connection.close()
    if answer.status != 200:
        text = str(content.get("error", answer.status))[:500]
        raise UserError(text) if answer.status < 500 else MachineError(text)
    return content
