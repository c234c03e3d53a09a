"""Whether a shard that was just loaded computes what it must, before anybody's chat runs through it.

Others who hold some of its layers already are asked for their answers to a known question. The first holder has nobody
to ask: the loader has compared its graph with the library's golden outputs, or runs the library itself on a type that
is certified, and here it must answer the same again, and the same when its layers are run in two parts.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from meshnet_gui.errors import MachineError, MeshnetError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.question import Answer, Exam, difference
from meshnet_gui.node.shard import Shard
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest, HiddenReply
from meshnet_gui.wire.refusals import Refusal

log = logging.getLogger(__name__)

NUM_TIMED_STEPS = 4
MAX_ASKED = 4  # holders; more would only repeat what these say
DEADLINE_S = 20.0  # for all of them together: whoever is slow is not waited for


class Holders(Protocol):
    """Who else holds layers of a model and takes questions; ours not among them."""

    def spans(self, identity: str) -> Sequence[tuple[str, Span]]:
        """Addresses and what they are ready with, the nearest first."""
        ...

    async def ask(self, address: str, request: ForwardRequest, *, is_tail: bool, hidden_size: int) -> ForwardReply:
        """Raises a MeshnetError or a Refusal."""
        ...

    def name(self, address: str) -> str:
        """The holder as a person reads it."""
        ...


class KnownAnswer:
    """The check of one node. Threads: the core loop only."""

    def __init__(self, holders: Holders | None = None) -> None:
        self._holders = holders

    async def check(self, spec: ModelSpec, shard: Shard, answer: Answer) -> None:
        """Raises MachineError, with who disagrees, where the shard computes something else than it must."""
        exam = Exam(spec, shard, answer)
        try:
            verdicts = await self._ask_others(exam) if self._holders is not None else []
            if not verdicts:
                await _check_alone(exam)
            for _ in range(NUM_TIMED_STEPS):  # so that its speed is known before anybody plans with it
                await answer(exam.question(shard.span, 1))
        except Refusal as exc:
            raise MachineError(
                f"Layers {shard.span} of {spec.name} do not answer here: {exc.reason}.", "See the log for the reason."
            ) from exc
        against = [verdict for verdict in verdicts if verdict.wrong]
        if against and len(against) * 2 > len(verdicts):
            raise MachineError(
                f"This computer computes layers {against[0].span} of {spec.name} differently from "
                f"{' and '.join(dict.fromkeys(verdict.name for verdict in against))}: {against[0].wrong}.",
                "Import the model again. If that does not help, the other one may be wrong.",
            )
        if verdicts and not against:
            names = dict.fromkeys(verdict.name for verdict in verdicts)
            log.info("layers %s of %s agree with %s", shard.span, spec.name, " and ".join(names))
        for verdict in against:
            log.warning(
                "%s disagrees with this node and others on layers %s: %s", verdict.name, verdict.span, verdict.wrong
            )

    async def _ask_others(self, exam: Exam) -> list[_Verdict]:
        """What the others said of as many of our layers as they hold, and of what one of them disputes once more."""
        assert self._holders is not None
        known = self._holders.spans(exam.identity)
        verdicts: list[_Verdict] = []
        open_layers, asked = set(range(exam.span.start, exam.span.end)), set[str]()
        try:
            async with asyncio.timeout(DEADLINE_S):
                while len(asked) < MAX_ASKED and (chosen := _next_holder(known, exam.span, open_layers, asked)):
                    address, shared = chosen
                    asked.add(address)
                    verdict = await self._ask(exam, address, shared)
                    if verdict is None:
                        continue
                    verdicts.append(verdict)
                    if not verdict.wrong:
                        open_layers -= set(range(shared.start, shared.end))
        except TimeoutError:
            log.info("not everybody who was asked about layers %s of %s answered in time", exam.span, exam.spec.name)
        return _settled(verdicts)

    async def _ask(self, exam: Exam, address: str, shared: Span) -> _Verdict | None:
        """None where it does not answer: that says nothing of our shard."""
        assert self._holders is not None
        wrong = ""
        for question in exam.questions(shared):
            is_tail = question.end_layer == exam.spec.num_layers
            try:
                theirs = await self._holders.ask(address, question, is_tail=is_tail, hidden_size=exam.hidden_size)
            except (MeshnetError, Refusal) as exc:
                log.info("%s did not answer a known question: %s", self._holders.name(address), exc)
                return None
            wrong = wrong or difference(await exam.answer(question), theirs, question, exam.tolerance)
        return _Verdict(self._holders.name(address), shared, wrong)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What one holder's answer says of ours; ``wrong`` is empty where they agree."""

    name: str
    span: Span
    wrong: str


async def _check_alone(exam: Exam) -> None:
    """Raises MachineError where the shard does not even agree with itself."""
    for question in exam.questions(exam.span):
        wrong = difference(await exam.answer(question), await exam.answer(question), question, exam.tolerance)
        if wrong:
            raise _unsteady(exam, f"Asked twice, they answer otherwise: {wrong}.")
    whole = exam.questions(exam.span)[0]
    cuts = [cut for cut in exam.shard.cuts if exam.span.start < cut < (whole.end_layer or 0)]
    if cuts:
        wrong = difference(await exam.answer(whole), await _in_two_parts(exam, whole, cuts), whole, exam.tolerance)
        if wrong:
            raise _unsteady(exam, f"Run in two parts, they answer otherwise: {wrong}.")


async def _in_two_parts(exam: Exam, whole: ForwardRequest, cuts: Sequence[int]) -> ForwardReply:
    cut = cuts[len(cuts) // 2]
    first = await exam.answer(replace(whole, end_layer=cut, verify=False))
    if not isinstance(first, HiddenReply):
        return first
    ids = whole.token_ids
    if exam.spec.needs_token_ids and whole.tensor.is_token_ids:
        ids = struct.unpack(f"<{whole.tensor.num_positions}q", whole.tensor.data)
    return await exam.answer(replace(whole, tensor=first.tensor, start_layer=cut, token_ids=ids))


def _unsteady(exam: Exam, what: str) -> MachineError:
    return MachineError(
        f"Layers {exam.span} of {exam.spec.name} do not compute right on this computer. {what}",
        "Try another runner, precision or device.",
    )


def _shared(one: Span, other: Span) -> Span | None:
    start, end = max(one.start, other.start), min(one.end, other.end)
    return Span(start, end) if start < end else None


def _next_holder(
    known: Sequence[tuple[str, Span]], span: Span, open_layers: set[int], asked: set[str]
) -> tuple[str, Span] | None:
    """Who holds most of the layers that nobody has agreed on yet; the nearest of several."""
    best: tuple[str, Span] | None = None
    most = 0
    for address, theirs in known:
        shared = _shared(span, theirs)
        num_open = len(open_layers.intersection(range(shared.start, shared.end))) if shared else 0
        if shared is not None and num_open > most and address not in asked:
            best, most = (address, shared), num_open
    return best


def _settled(verdicts: list[_Verdict]) -> list[_Verdict]:
    """Only those on the first disputed layers, where there are some: agreement elsewhere says nothing of these."""
    disputed = next((verdict.span for verdict in verdicts if verdict.wrong), None)
    if disputed is None:
        return verdicts
    return [verdict for verdict in verdicts if _shared(verdict.span, disputed) is not None]
