"""``python -m tests.archive.restless_writer FOLDER SEED``: streams and saves answers until it is killed.

Prints a line of JSON for each message of which it was told that it is saved.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import time
from pathlib import Path

from meshnet_gui.archive.tree import StoredMessage, new_id
from meshnet_gui.events import EventBus, GenerationFinished, GenerationText
from meshnet_gui.runtime import recorder
from meshnet_gui.runtime.kept import KeptConversations
from meshnet_gui.types import GenerationResult, Hop, Route, Span

WAIT_S = 60.0
ROUTE = Route((Hop("local", Span(0, 4)),))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def write_for_ever(folder: Path, seed: int) -> None:
    recorder.SAVE_EVERY_S = 0.01  # many saves within a short life
    rng, bus = random.Random(seed), EventBus()
    chats = KeptConversations(bus, folder)

    def say(conversation: str, message: StoredMessage) -> None:
        line = {"chat": conversation, "message": message.id, "digest": digest(message.content)}
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()

    while True:
        conversation, parent = new_id(), ""
        chats.create(conversation, "Title")
        for _ in range(3):
            question = StoredMessage(new_id(), parent, "user", rng.randbytes(200).hex(), time.time())
            chats.put_message(conversation, question).result(WAIT_S)
            say(conversation, question)
            answer = StoredMessage(new_id(), question.id, "assistant", "", time.time(), "partial")
            generation, text = new_id(), ""
            chats.record(generation, conversation, answer)
            for number in range(rng.randint(5, 40)):
                piece = rng.randbytes(rng.randint(1, 300)).hex()
                text += piece
                bus.publish(GenerationText(generation, piece, number))
                time.sleep(0.002)
            bus.publish(
                GenerationFinished(generation, GenerationResult(text, (1,), 1, "eos", ROUTE, 1.0, 1.0, 0, True))
            )
            chats.draft().result(WAIT_S)  # what was asked for before has been done
            say(conversation, StoredMessage(answer.id, question.id, "assistant", text, 0.0))
            parent = answer.id


if __name__ == "__main__":
    write_for_ever(Path(sys.argv[1]), int(sys.argv[2]))
