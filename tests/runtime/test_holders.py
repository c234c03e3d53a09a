"""Who is asked a known question: the peers that hold layers of the model, the nearest first, never ourselves."""

from __future__ import annotations

from meshnet_gui.head.hop_client import LOCAL, HopClient
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.known_answer import KnownAnswer
from meshnet_gui.node.question import Exam
from meshnet_gui.runtime.holders import DirectoryHolders
from meshnet_gui.swarm.routing import Candidate
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest, HiddenReply, TokenReply
from tests.fleet import in_loop, load_once, running_pair, tiny

__all__ = ["tiny"]


@in_loop
async def test_peers_are_asked_by_the_road_that_chats_take(tiny: object) -> None:
    spec: ModelSpec = tiny("llama")  # type: ignore[operator]
    async with running_pair(spec) as pair:
        known = [Candidate("b", Span(2, 6), 0.2), Candidate(LOCAL, Span(0, 6)), Candidate("a", Span(0, 2), 0.1)]
        holders = DirectoryHolders(lambda identity: known, lambda: HopClient(pair.fleet))
        assert holders.spans(str(spec.identity)) == [("a", Span(0, 2)), ("b", Span(2, 6))]
        assert holders.name("b") == "Peer b"
        shard = load_once(spec, Span(0, 6))

        async def answer(request: ForwardRequest) -> ForwardReply:
            reply: ForwardReply = shard.forward(request)
            return reply

        await KnownAnswer(holders).check(spec, shard, answer)
        assert {call.address for call in pair.fleet.calls} == {"a", "b"}
        exam = Exam(spec, shard, answer)
        kinds = [
            type(await holders.ask("b", question, is_tail=question.end_layer == 6, hidden_size=32))
            for question in exam.questions(Span(2, 6))
        ]
        assert kinds == [HiddenReply, TokenReply]
