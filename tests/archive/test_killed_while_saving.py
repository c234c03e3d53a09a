"""A process that streams and saves is killed at random moments: nothing that was complete is lost."""

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from meshnet_gui.archive.chat_layout import FILE_NAME
from meshnet_gui.archive.chats import Chats
from tests.archive.restless_writer import digest

ROOT = Path(__file__).parents[2]
NUM_KILLS = 30


def live_and_die(folder: Path, seed: int, life_s: float) -> list[dict[str, str]]:
    """What the process said was saved before it was killed."""
    command = [sys.executable, "-m", "tests.archive.restless_writer", str(folder), str(seed)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert process.stdout is not None
    first = process.stdout.readline()  # it lives
    time.sleep(life_s)
    os.kill(process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    lines = [first, *process.communicate(timeout=60)[0].splitlines()]
    said = []
    for line in lines:
        with contextlib.suppress(json.JSONDecodeError):  # the last one may be cut off
            said.append(json.loads(line))
    return said


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_complete_message_is_lost_when_the_process_is_killed_at_any_moment(tmp_path):
    rng = random.Random(6)
    said: list[dict[str, str]] = []
    num_partial = 0
    for seed in range(NUM_KILLS):
        said += live_and_die(tmp_path, seed, rng.uniform(0.0, 1.2))
        chats = Chats(tmp_path)
        assert chats.notice == ""
        assert not chats.is_read_only
        trees = {info.id: chats.load(info.id) for info in chats.list()}
        kept = {message.id: message for tree in trees.values() for message in tree.messages}
        lost = [each for each in said if each["message"] not in kept]
        wrong = [each for each in said if each not in lost and digest(kept[each["message"]].content) != each["digest"]]
        assert (lost, wrong) == ([], [])
        assert all(kept[each["message"]].state == "complete" for each in said)
        num_partial = sum(message.state == "partial" for message in kept.values())
        assert all(not tree.leaf_id or tree.path()[-1].id == tree.leaf_id for tree in trees.values())
        chats.close()
        connection = sqlite3.connect(tmp_path / FILE_NAME)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
    print(
        f"\nkilled {NUM_KILLS} times: {len(said)} messages were complete, 0 lost, 0 changed;"
        f" {num_partial} answers were caught half written and are kept as partial"
    )
    assert len(said) > 5 * NUM_KILLS
