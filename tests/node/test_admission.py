"""Admission: a bounded number inside, and nobody new while draining."""

from __future__ import annotations

import pytest

from meshnet_gui.node.admission import Admission
from meshnet_gui.wire.refusals import Busy


def test_one_too_many_is_refused_and_a_place_is_free_again_after_one_left() -> None:
    admission = Admission(max_requests=2)
    with admission.enter():
        with admission.enter(), pytest.raises(Busy, match="2 requests"), admission.enter():
            pass
        with admission.enter():
            pass


def test_place_is_free_again_after_a_failure() -> None:
    admission = Admission(max_requests=1)
    with pytest.raises(LookupError), admission.enter():
        raise LookupError
    with admission.enter():
        pass


def test_draining_refuses_newcomers_and_lets_the_others_finish() -> None:
    admission = Admission()
    with admission.enter():
        admission.drain(True)
        with pytest.raises(Busy, match="stopping"), admission.enter():
            pass
    admission.drain(False)
    with admission.enter():
        pass


def test_one_client_cannot_take_all_places_and_this_process_is_no_client() -> None:
    admission = Admission(max_requests=4, max_per_client=1)
    with admission.enter("192.0.2.1"):
        with pytest.raises(Busy, match="of this client"), admission.enter("192.0.2.1"):
            pass
        with admission.enter("192.0.2.2"), admission.enter(), admission.enter():
            pass
    with admission.enter("192.0.2.1"):
        pass
