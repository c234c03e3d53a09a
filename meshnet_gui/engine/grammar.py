"""Answers that have a form: a grammar, followed token by token by llguidance. Loads no torch.

A grammar is a text: Lark as llguidance reads it, in which ``%json {...}`` stands for what a JSON schema allows. It
comes from another program: its length, the work to compile it and the work of each step are bounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from llguidance import LLMatcher, LLParserLimits, LLTokenizer

from meshnet_gui.errors import BadForm, BadModelFile

MAX_GRAMMAR_CHARS = 256_000
MAX_REASON_CHARS = 300
_LIMITS = LLParserLimits(max_lexer_states=20_000)  # 1 to 2 kB each; all else as the library sets it


class GrammarConstraint:
    """One answer's way through a grammar. Threads: one at a time."""

    def __init__(self, matcher: LLMatcher) -> None:
        self._matcher = matcher
        self._allowed: bytes | None = None

    def allowed(self) -> bytes:
        """Which tokens may come next, as ``wire.messages.ForwardRequest.allowed``; an end, too, where it may end here.

        Raises BadForm where the grammar turns out to take too much.
        """
        if self._allowed is None:
            self._allowed = bytes(self._matcher.compute_bitmask())
            self._check()
        return self._allowed

    def push(self, token_id: int) -> None:
        """The next token, which was allowed. Raises BadForm as ``allowed`` does."""
        self._allowed = None
        self._matcher.consume_token(token_id)
        self._check()

    @property
    def is_complete(self) -> bool:
        """Whether nothing but the end may follow."""
        return bool(self._matcher.is_stopped())

    def _check(self) -> None:
        if self._matcher.is_error():
            reason = self._matcher.get_error().partition("\n")[0][:MAX_REASON_CHARS]  # its whole state may follow
            raise BadForm(f"The answer cannot be held to this form: {reason}", "Ask for a simpler one.")


def constrain(path: Path, vocab_size: int, eos_ids: Iterable[int], grammar: str) -> GrammarConstraint:
    """Begins an answer of the model in folder ``path``. Raises BadForm where the grammar cannot be followed."""
    if len(grammar) > MAX_GRAMMAR_CHARS:
        raise BadForm(f"The form of the answer takes more than {MAX_GRAMMAR_CHARS} characters.")
    ends = tuple(sorted(eos_ids))
    if not ends:
        raise BadForm("This model says nowhere how its answers end, so they cannot be held to a form.")
    tokenizer = _tokenizer(path, vocab_size, ends)
    is_bad, problems = LLMatcher.validate_grammar_with_warnings(grammar, tokenizer, limits=_LIMITS)
    if is_bad:
        reason = problems[0][:MAX_REASON_CHARS]
        raise BadForm(f"The form of the answer cannot be followed: {reason}", "Ask for a simpler one.")
    return GrammarConstraint(LLMatcher(tokenizer, grammar, log_level=0, limits=_LIMITS))


@lru_cache(maxsize=2)
def _tokenizer(path: Path, vocab_size: int, eos_ids: tuple[int, ...]) -> LLTokenizer:
    try:
        return LLTokenizer(str(path / "tokenizer.json"), n_vocab=vocab_size, eos_token=list(eos_ids))
    except Exception as exc:  # the library raises what it likes
        raise BadModelFile(
            "This model's tokenizer cannot be used to hold answers to a form.", "Choose another model."
        ) from exc
