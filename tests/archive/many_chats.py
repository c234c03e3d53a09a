"""``python -m tests.archive.many_chats FOLDER [NUM]``: a database of many made-up conversations, for slow tests."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from meshnet_gui.archive.chats import Chats
from meshnet_gui.archive.tree import ConversationInfo, ConversationTree, StoredMessage

NUM = 10_000
NUM_MESSAGES = 6
RARE = "zephyrquartz"
_NOW, _YEAR = 1_790_000_000.0, 365 * 24 * 3600.0
_SYLLABLES = (
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "la",
    "me",
    "ni",
    "po",
    "ru",
    "sa",
    "te",
    "vi",
    "wo",
    "xy",
    "za",
    "kle",
    "gra",
)


def vocabulary(rng: random.Random) -> list[str]:
    """Words of which a few are used often and most seldom, as in any language."""
    return ["".join(rng.choices(_SYLLABLES, k=rng.randint(1, 4))) for _ in range(20_000)]


def fill(folder: Path, num: int = NUM, seed: int = 6) -> None:
    """About 800 characters a message; every fiftieth chat is Chinese in part, one holds a word that no other has."""
    rng = random.Random(seed)
    words, chats = vocabulary(rng), Chats(folder)
    weights = [1 / rank for rank in range(1, len(words) + 1)]

    def text(num_words: int) -> str:
        return " ".join(rng.choices(words, weights, k=num_words))

    with chats._database.transaction():  # one for all: this is no measure of writing
        for number in range(num):
            at = _NOW + _YEAR * number / num
            name = f"{number:032x}"
            messages = []
            for place in range(NUM_MESSAGES):
                content = text(rng.randint(20, 260))
                if number % 50 == 0:
                    content += " 天气预报说明天东京有雨"
                if number == num // 3 and place == 1:
                    content += f" {RARE} "
                role = "user" if place % 2 == 0 else "assistant"
                parent = messages[-1].id if messages else ""
                messages.append(StoredMessage(f"{number:016x}{place:016x}", parent, role, content, at + place))
            info = ConversationInfo(name, text(5), at, at + NUM_MESSAGES, number % 400 == 0)
            chats._add(ConversationTree(info, tuple(messages), messages[-1].id))
    chats.close()


if __name__ == "__main__":
    fill(Path(sys.argv[1]), *map(int, sys.argv[2:3]))
