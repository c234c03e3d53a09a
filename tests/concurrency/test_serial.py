import threading
from concurrent.futures import Future

import pytest

from meshnet_gui.concurrency.serial import SerialWorker
from meshnet_gui.errors import MachineError, UserError

WAIT_S = 10.0


@pytest.fixture
def worker():
    worker = SerialWorker("meshnet-test")
    yield worker
    worker.close(lambda: None)


def test_calls_are_made_in_order_on_one_thread_of_their_own(worker):
    made: list[int] = []
    threads = [worker.submit(lambda n: made.append(n) or threading.current_thread().name, n) for n in range(50)]
    assert {future.result(WAIT_S) for future in threads} == {"meshnet-test"}
    assert made == list(range(50))


def test_no_thread_begins_before_something_is_asked_for():
    before = threading.active_count()
    worker = SerialWorker("meshnet-test")
    worker.close(lambda: pytest.fail("there is nothing to end"))
    assert threading.active_count() == before


def test_what_a_call_raises_is_its_futures(worker):
    def fail() -> None:
        raise UserError("no")

    with pytest.raises(UserError, match="no"):
        worker.submit(fail).result(WAIT_S)
    assert worker.submit(lambda: 1).result(WAIT_S) == 1


def test_a_call_that_was_cancelled_is_not_made(worker):
    gate = threading.Event()
    worker.submit(gate.wait, WAIT_S)
    future = worker.submit(pytest.fail, "made")
    assert future.cancel()
    gate.set()
    assert worker.submit(lambda: 1).result(WAIT_S) == 1


def test_a_later_call_comes_after_those_that_were_due_before_it():
    now = [0.0]
    worker = SerialWorker("meshnet-test", clock=lambda: now[0])
    made: list[str] = []
    done: Future[None] = Future()
    gate = threading.Event()
    worker.submit(gate.wait, WAIT_S)
    worker.later(5.0, lambda: made.append("later"))
    worker.submit(made.append, "first")
    now[0] = 5.5
    worker.submit(made.append, "last")
    worker.submit(done.set_result, None)
    gate.set()
    done.result(WAIT_S)
    assert made == ["first", "later", "last"]
    worker.close(lambda: None)


@pytest.mark.allow_warnings("a call of meshnet-test failed")
def test_a_later_call_that_fails_does_not_end_the_thread(worker):
    worker.later(0.0, lambda: 1 / 0)
    assert worker.submit(lambda: 1).result(WAIT_S) == 1


def test_closing_makes_what_is_due_and_then_the_last_call():
    worker = SerialWorker("meshnet-test")
    made: list[str] = []
    gate = threading.Event()
    worker.submit(gate.wait, WAIT_S)
    worker.submit(made.append, "asked")
    worker.later(3600.0, lambda: made.append("never"))
    gate.set()
    worker.close(lambda: made.append("last"))
    assert made == ["asked", "last"]
    with pytest.raises(MachineError, match="ending"):
        worker.submit(made.append, "too late").result(WAIT_S)
    worker.close(lambda: made.append("twice"))
    assert made == ["asked", "last"]
