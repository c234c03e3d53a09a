import pytest

from meshnet_gui.swarm.tunnel_frame import MAX_PAYLOAD_BYTES, Frame, Kind, encode, parse

DATA = Frame(Kind.DATA, bytes(range(16)), "ab" * 32, 2**40, b"x" * 100)


def test_a_frame_comes_back_as_it_was() -> None:
    assert parse(encode(DATA)) == DATA


@pytest.mark.parametrize(
    "data",
    [b"", b"\x02", encode(DATA)[:56], bytes([9]) + encode(DATA)[1:], bytes([Kind.CREDIT]) + encode(DATA)[1:]],
    ids=["empty", "one byte", "short header", "unknown kind", "credit with payload"],
)
def test_what_is_no_frame_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"no frame|not a valid Kind|payload"):
        parse(data)


def test_a_frame_over_the_bound_is_refused() -> None:
    longest = Frame(Kind.DATA, bytes(16), "00" * 32, 0, bytes(MAX_PAYLOAD_BYTES))
    assert parse(encode(longest)) == longest
    with pytest.raises(ValueError, match="no frame"):
        parse(encode(longest) + b"x")
