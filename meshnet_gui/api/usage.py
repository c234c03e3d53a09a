"""How many tokens a reply took and why it ended, as clients are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from meshnet_gui.api.answer import Answer
from meshnet_gui.api.errors import ApiError

FINISH = {"eos": "stop", "stop": "stop", "length": "length"}


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of the prompt, of those the ones that the hops still held, and of the answers."""

    num_prompt: int
    num_reused: int
    num_made: int

    @classmethod
    def of(cls, answers: Sequence[Answer], num_choices: int | None = None) -> Usage:
        """Each ``num_choices`` (None: all) answer the same prompt, which counts once."""
        results = [answer.result for answer in answers if answer.result is not None]
        size = max(1, num_choices or len(results))
        groups = [results[start : start + size] for start in range(0, len(results), size)]
        return cls(
            sum(max(each.num_prompt_tokens for each in group) for group in groups),
            sum(max(each.num_reused_tokens for each in group) for group in groups),
            sum(len(each.token_ids) for each in results),
        )

    def of_completion(self) -> dict[str, Any]:
        """As completions have it."""
        return {
            "prompt_tokens": self.num_prompt,
            "completion_tokens": self.num_made,
            "total_tokens": self.num_prompt + self.num_made,
            "prompt_tokens_details": {"cached_tokens": self.num_reused},
        }


def finish_of(answer: Answer) -> str:
    """Why an answer ended. Raises ApiError where that was not its end: it was stopped from outside."""
    assert answer.result is not None
    if answer.result.finish not in FINISH:
        raise ApiError(503, "The answer was stopped before its end.", "stopped")
    return FINISH[answer.result.finish]
