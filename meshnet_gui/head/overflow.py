"""What of a conversation is sent when all of it is more than the model can take. Pure: a tokenizer is handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meshnet_gui.types import Message

ANSWER_SHARE = 4
Count = Callable[[Sequence[Message]], list[int]]


def most_prompt_tokens(context_tokens: int, max_tokens: int) -> int:
    """How long a prompt may be so that there is room for the answer, or for a quarter of the context at least."""
    return context_tokens - max(1, min(max_tokens, context_tokens // ANSWER_SHARE))


def fitting_prompt(
    messages: Sequence[Message], encode: Count, most_tokens: int, overflow: str
) -> tuple[list[int], int]:
    """The prompt's ids, and how many messages were left out of it so that it has ``most_tokens`` at most.

    ``overflow`` is one of ``settings.OVERFLOWS``: ``drop_oldest`` keeps the latest turns, ``drop_middle`` the first
    turn, too, while that helps. The system prompt and the last question always stay; where those alone are too much,
    or nothing may be left out, the whole prompt comes back for whoever refuses it.
    """
    whole = encode(messages)
    if overflow == "stop" or len(whole) <= most_tokens:
        return whole, 0
    first = next((i for i, message in enumerate(messages) if message.role != "system"), len(messages))
    head = list(messages[:first])
    turns = _turns(messages[first:-1])
    kept_first = 1 if overflow == "drop_middle" and len(turns) > 1 else 0
    low, high = 0, len(turns) - kept_first  # how many turns go; the fewest that fit are found by halving
    best: tuple[list[int], int] | None = None
    while low <= high:
        num_gone = (low + high) // 2
        rest = turns[:kept_first] + turns[kept_first + num_gone :]
        kept = [*head, *(message for turn in rest for message in turn), *messages[-1:]]
        ids = encode(kept)
        if len(ids) <= most_tokens:
            best, high = (ids, len(messages) - len(kept)), num_gone - 1
        else:
            low = num_gone + 1
    if best is None and kept_first:
        return fitting_prompt(messages, encode, most_tokens, "drop_oldest")
    return best if best is not None else (whole, 0)


def _turns(messages: Sequence[Message]) -> list[list[Message]]:
    """Questions with the answers to them: a template may refuse an answer that follows nothing."""
    turns: list[list[Message]] = []
    for message in messages:
        if message.role == "user" or not turns:
            turns.append([])
        turns[-1].append(message)
    return turns
