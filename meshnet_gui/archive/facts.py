"""How an answer was made, as it lies beside the answer in a conversation: speed, waits, route, recoveries, what broke.

``facts_of`` writes it, ``AnswerFacts.read`` reads it. What is read may come from an import, so every value is checked
and bounded; what does not fit is left out. Knows no database and no Qt.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from meshnet_gui.types import GenerationResult, Hop, Recovered, Route, Span

FINISHES = ("eos", "length", "stopped")
MAX_HOPS = 64
MAX_RECOVERIES = 32
MAX_NOTES = 32
_MAX_TEXT_CHARS = 2_000
_MAX_NAME_CHARS = 300
_MAX_COUNT = 10**9
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class HopFact:
    """A hop by its address, and the name that it had when the answer was made.

    ``seconds`` is the time that its steps took, there and back; ``left`` says that another took its place.
    """

    address: str
    span: str
    name: str = ""
    seconds: float = 0.0
    left: bool = False


@dataclass(frozen=True, slots=True)
class RecoveryFact:
    """A hop that failed in the middle of the answer, who went on with its layers, and what that cost in seconds."""

    lost: HopFact
    taken_over_by: tuple[HopFact, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """``finish`` is that of ``GenerationResult``, "" where the answer broke off; ``error`` and ``hint`` say why."""

    tokens_per_s: float = 0.0
    first_token_s: float = 0.0
    num_tokens: int = 0
    num_prompt_tokens: int = 0
    num_reused_tokens: int = 0
    finish: str = ""
    cached: bool = True
    hops: tuple[HopFact, ...] = ()
    recoveries: tuple[RecoveryFact, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""
    hint: str = ""

    def shares(self) -> tuple[float, ...]:
        """Each hop's part of the time that the hops took, in the order of ``hops``; empty where none was measured."""
        whole = sum(hop.seconds for hop in self.hops)
        return tuple(hop.seconds / whole for hop in self.hops) if whole > 0 else ()

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> AnswerFacts:
        """The inverse of ``facts_of``; never raises."""
        finish = _text(facts.get("finish"), 16)
        return cls(
            tokens_per_s=_number(facts.get("tokens_per_s")),
            first_token_s=_number(facts.get("first_token_s")),
            num_tokens=int(_number(facts.get("num_tokens"))),
            num_prompt_tokens=int(_number(facts.get("num_prompt_tokens"))),
            num_reused_tokens=int(_number(facts.get("num_reused_tokens"))),
            finish=finish if finish in FINISHES else "",
            cached=facts.get("cached") is not False,
            hops=_read_hops(facts.get("hops")),
            recoveries=tuple(_read_recoveries(facts.get("recoveries"))),
            notes=tuple(note for each in _items(facts.get("notes"), MAX_NOTES) if (note := _text(each))),
            error=_text(facts.get("error")),
            hint=_text(facts.get("hint")),
        )


def facts_of(
    result: GenerationResult | None = None,
    *,
    names: Mapping[str, str] = _NO_NAMES,
    route: Route | None = None,
    num_tokens: int = 0,
    recoveries: Sequence[Recovered] = (),
    notes: Sequence[str] = (),
    error: str = "",
    hint: str = "",
) -> dict[str, Any]:
    """The facts of an answer as JSON values. ``result`` is missing where it broke off; the rest is known even then.

    ``names`` are those of the hops by address, as a person knows them now: later they may be gone.
    """
    said = {"error": error[:_MAX_TEXT_CHARS], "hint": hint[:_MAX_TEXT_CHARS]}
    told = {"notes": [note[:_MAX_TEXT_CHARS] for note in notes[-MAX_NOTES:]]}
    if result is None:
        facts: dict[str, Any] = {"num_tokens": num_tokens, "hops": _hops_of(route, {}, names)}
    else:
        facts = {
            "tokens_per_s": round(result.tokens_per_s, 3),
            "first_token_s": round(result.first_token_s, 3),
            "num_tokens": len(result.token_ids) or num_tokens,
            "num_prompt_tokens": result.num_prompt_tokens,
            "num_reused_tokens": result.num_reused_tokens,
            "finish": result.finish,
            "cached": result.cached,
            "hops": _hops_of(result.route, {each.hop: each.seconds for each in result.hop_times}, names),
        }
    recovered = (result.recoveries if result else ()) or tuple(recoveries)
    facts["recoveries"] = [_recovery_of(each, names) for each in recovered[-MAX_RECOVERIES:]]
    return {name: value for name, value in {**facts, **told, **said}.items() if value not in ("", [])}


def _hops_of(route: Route | None, seconds: Mapping[Hop, float], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The hops of the route, and in their place among them those whose place was taken."""
    serving = route.hops if route else ()
    known = sorted({*serving, *seconds}, key=lambda hop: (hop.span, hop in serving))
    return [_hop_of(hop, names, seconds.get(hop, 0.0), left=hop not in serving) for hop in known[:MAX_HOPS]]


def _hop_of(hop: Hop, names: Mapping[str, str], seconds: float = 0.0, *, left: bool = False) -> dict[str, Any]:
    name = names.get(hop.address, "")[:_MAX_NAME_CHARS]
    return asdict(HopFact(hop.address[:_MAX_NAME_CHARS], str(hop.span), name, round(seconds, 3), left))


def _recovery_of(recovered: Recovered, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "lost": _hop_of(recovered.lost, names),
        "taken_over_by": [_hop_of(hop, names) for hop in recovered.taken_over_by[:MAX_HOPS]],
        "seconds": round(recovered.seconds, 3),
    }


def _read_hops(value: Any) -> tuple[HopFact, ...]:
    read = (_read_hop(each) for each in _items(value, MAX_HOPS))
    return tuple(hop for hop in read if hop is not None)


def _read_hop(value: Any) -> HopFact | None:
    if not isinstance(value, Mapping):
        return None
    address, span = _text(value.get("address"), _MAX_NAME_CHARS), _text(value.get("span"), 16)
    try:
        span = str(Span.parse(span))
    except ValueError:
        return None
    name = _text(value.get("name"), _MAX_NAME_CHARS)
    return HopFact(address, span, name, _number(value.get("seconds")), value.get("left") is True) if address else None


def _read_recoveries(value: Any) -> Iterable[RecoveryFact]:
    for each in _items(value, MAX_RECOVERIES):
        lost = _read_hop(each.get("lost")) if isinstance(each, Mapping) else None
        if lost is not None:
            yield RecoveryFact(lost, _read_hops(each.get("taken_over_by")), _number(each.get("seconds")))


def _items(value: Any, limit: int) -> Sequence[Any]:
    return value[:limit] if isinstance(value, list | tuple) else ()


def _text(value: Any, limit: int = _MAX_TEXT_CHARS) -> str:
    return value[:limit] if isinstance(value, str) else ""


def _number(value: Any) -> float:
    """A number that a person could have seen; 0 for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return float(value) if value <= _MAX_COUNT and math.isfinite(value) and value > 0 else 0.0
