"""What members hand out is found, agreed upon and read by digest; every lie is noticed."""

from __future__ import annotations

from pathlib import Path

from meshnet_gui.modelstore.fetch.sources import Stretch
from meshnet_gui.modelstore.pieces import piece_of
from meshnet_gui.swarm.agreement import agree, check_small_files
from meshnet_gui.swarm.weight_source import member_sources
from meshnet_gui.swarm.weights import find_offers, small_files
from tests.in_pieces import tensor_bytes
from tests.weight_members import NUM_LAYERS, make_folder, stored, swarm


def stretches(manifest) -> list[Stretch]:
    pieces: dict[str, list] = {}
    for tensor in manifest.tensors:
        pieces.setdefault(piece_of(tensor.name, NUM_LAYERS), []).append(tensor)
    return [Stretch(piece, tuple(tensors)) for piece, tensors in pieces.items() if piece.startswith("layer")]


def test_a_joiner_gets_everything_from_a_member(tmp_path: Path) -> None:
    store, spec = stored(tmp_path / "store", make_folder(tmp_path / "folder"))
    with swarm() as members:
        one = members.share(store)
        (offer,) = members.run(find_offers(members.roads, {one.node_id: "anna"}, spec.identity))
        agreed = agree([offer])
        files = members.run(small_files(members.roads, offer))
        check_small_files(spec.identity, agreed.manifest, files)
        (source,) = member_sources([offer], agreed, members.ask)
        for stretch in stretches(agreed.manifest):
            assert source.has(stretch)
            whole = b"".join(tensor_bytes(spec, tensor.name) for tensor in stretch.tensors)
            assert b"".join(source.read(stretch, 0, lambda: False)) == whole
            assert b"".join(source.read(stretch, 1000, lambda: False)) == whole[1000:]
        assert one.service.status().weights_sent_bytes > sum(map(len, files.values()))
