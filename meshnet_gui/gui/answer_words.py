"""What is said under an answer: its speed, its route with each hop's share of the time, its recoveries. No Qt widget.

Names and addresses may come from strangers and from imports, so they are stripped of what does not print, and cut.
"""

from __future__ import annotations

from collections.abc import Mapping

from meshnet_gui.archive.facts import AnswerFacts, HopFact, RecoveryFact, facts_of
from meshnet_gui.gui.amounts import number_text
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.format import address_text
from meshnet_gui.gui.translation import sentence, tr, tr_count

SHOWN_NOTES = 4
_MAX_NAME_CHARS = 60


def facts_of_exchange(exchange: Exchange, names: Mapping[str, str]) -> AnswerFacts:
    """What is known of an answer: of one made just now all of it, of a stored one what was written down."""
    if exchange.facts and exchange.result is None:
        return AnswerFacts.read(exchange.facts)
    return AnswerFacts.read(
        facts_of(
            exchange.result,
            names=names,
            route=exchange.route,
            num_tokens=exchange.num_tokens,
            recoveries=exchange.recoveries,
            notes=exchange.notes,
        )
    )


def hop_name(hop: HopFact, names: Mapping[str, str]) -> str:
    """What the hop is called now, else what it was called then, else its address."""
    name = names.get(hop.address) or hop.name
    if not name:
        name = tr("this computer") if hop.address == "local" else address_text(hop.address)
    printable = " ".join("".join(c if c.isprintable() else " " for c in name[: 4 * _MAX_NAME_CHARS]).split())
    return printable if len(printable) <= _MAX_NAME_CHARS else printable[: _MAX_NAME_CHARS - 1] + "…"


def speed_line(facts: AnswerFacts) -> str:
    """``12.3 tokens/s · first token 0.4 s · 64 tokens · 412 of 430 prompt tokens were still held``."""
    tokens = tr_count(facts.num_tokens, "{num} token", "{num} tokens")
    if not facts.finish:
        return tr("Incomplete · {tokens}", tokens=tokens) if facts.num_tokens else tr("Incomplete")
    speed = [tr("{speed} tokens/s", speed=number_text(facts.tokens_per_s, 1))] if facts.tokens_per_s > 0 else []
    first = tr("first token {seconds} s", seconds=number_text(facts.first_token_s, 1))
    held = held_text(facts.num_reused_tokens, facts.num_prompt_tokens)
    return " · ".join(filter(None, [*speed, first, tokens, held]))


def held_text(num_held: int, num_tokens: int) -> str:
    """``412 of 430 prompt tokens were still held``; empty where none were."""
    if not 0 < num_held <= num_tokens:
        return ""
    return tr_count(
        num_held,
        "{num} of {total} prompt tokens was still held",
        "{num} of {total} prompt tokens were still held",
        total=number_text(num_tokens),
    )


def route_line(facts: AnswerFacts, names: Mapping[str, str]) -> str:
    """``route: this computer [0-15] 62 % → gaming PC [15-30] 38 %``; shares only where several hops were measured."""
    if not facts.hops:
        return ""
    shares = facts.shares() if len(facts.hops) > 1 else ()
    pieces = [
        f"{hop_name(hop, names)} [{hop.span}]" + (f" {share_text(shares[index])}" if shares else "")
        for index, hop in enumerate(facts.hops)
        if not hop.left
    ]
    return tr("route: {hops}", hops=" → ".join(pieces))


def share_text(share: float) -> str:
    """``62 %``, ``<1 %``."""
    return "<1 %" if 0 < share < 0.005 else f"{share:.0%}".replace("%", " %")


def hop_lines(facts: AnswerFacts, names: Mapping[str, str]) -> str:
    """One line for each hop with its time; those whose place was taken too."""
    shares = facts.shares() or (0.0,) * len(facts.hops)
    lines = []
    for hop, share in zip(facts.hops, shares, strict=True):
        name = hop_name(hop, names)
        values = {"name": name, "span": hop.span, "seconds": number_text(hop.seconds, 1), "share": share_text(share)}
        if hop.left:
            lines.append(tr("{name} [{span}]: {seconds} s, {share}, then another took its place", **values))
        else:
            lines.append(tr("{name} [{span}]: {seconds} s, {share}", **values))
    return "\n".join(lines)


def recovery_line(recovery: RecoveryFact, names: Mapping[str, str]) -> str:
    """``kitchen laptop left, layers 12-24 moved to gaming PC, 1.2 s``."""
    lost, seconds = recovery.lost, number_text(recovery.seconds, 1)
    others = [hop for hop in recovery.taken_over_by if hop.address != lost.address]
    name = hop_name(lost, names)
    if not others:
        return tr(
            "{name} failed and went on with layers {span}, {seconds} s", name=name, span=lost.span, seconds=seconds
        )
    to = ", ".join(dict.fromkeys(hop_name(hop, names) for hop in others))
    return tr(
        "{name} left, layers {span} moved to {others}, {seconds} s",
        name=name,
        span=lost.span,
        others=to,
        seconds=seconds,
    )


def finish_line(facts: AnswerFacts) -> str:
    """Why an answer ended, where it was not its own end."""
    ends = {"length": tr("Cut off at the token limit."), "stopped": tr("Stopped by you.")}
    slow = "" if facts.cached else tr("A peer kept no session cache, so every token cost a full pass.")
    return " ".join(part for part in (ends.get(facts.finish, ""), slow) if part)


def note_lines(exchange: Exchange, facts: AnswerFacts, names: Mapping[str, str]) -> str:
    """The last few notes of an answer, its recoveries, and why it ended; of a stormy one there may be dozens.

    Where the recoveries are known, the notes that announced them while they went on say nothing more.
    """
    told = [recovery_line(each, names) for each in facts.recoveries] if not exchange.running else []
    lines = told or [sentence(note) for note in exchange.notes or facts.notes]
    num_earlier = len(lines) - SHOWN_NOTES
    if num_earlier > 0:
        lines = [tr_count(num_earlier, "{num} earlier note.", "{num} earlier notes."), *lines[-SHOWN_NOTES:]]
    return "\n".join(line for line in (*lines, finish_line(facts)) if line)
