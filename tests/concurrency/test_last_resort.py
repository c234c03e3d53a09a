import subprocess
import sys
import threading
import time
from pathlib import Path

from meshnet_gui.concurrency.last_resort import LastResort

HELD_UP = """
import sys, threading
from pathlib import Path
from meshnet_gui.concurrency.last_resort import LastResort
threading.Thread(target=threading.Event().wait).start()  # the interpreter would wait for it for ever
LastResort(0.2, Path(sys.argv[1]).unlink)
"""


def test_a_process_that_something_holds_up_ends_with_exit_code_0_and_leaves_nothing(tmp_path: Path) -> None:
    left = tmp_path / "app.lock"
    left.touch()
    command = [sys.executable, "-c", HELD_UP, str(left)]
    root = Path(__file__).parents[2]
    ended = subprocess.run(command, cwd=root, capture_output=True, timeout=30)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
    assert not left.exists()


def test_it_can_be_called_off() -> None:
    begun = time.monotonic()
    resort = LastResort(60.0, lambda: None)
    resort.call_off()
    resort._timer.join(5)
    assert time.monotonic() - begun < 5
    assert "meshnet-last-resort" not in {thread.name for thread in threading.enumerate()}
