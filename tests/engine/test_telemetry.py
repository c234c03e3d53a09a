"""Nothing that the engine loads reports to anybody or leaves traces in the user's home."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_loading_the_engine_leaves_the_home_folder_empty(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    variables = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY" and not k.startswith("XDG_")}
    code = "import meshnet_gui.engine.lean.runner, os; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**variables, "HOME": str(home), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "1"
    assert list(home.rglob("*")) == []
