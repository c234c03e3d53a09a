"""Opens the window at once, while the core behind it is still being loaded."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from meshnet_gui import logs
from meshnet_gui.config import settings_from_environment
from meshnet_gui.runtime.late_core import LateCore
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.settings import data_dir, node_limits

if TYPE_CHECKING:
    from meshnet_gui.gui.application import AppController


def open_window(plan: Plan, *, until_shown: bool = False, hidden: bool = False) -> int:
    """Runs the app and returns its exit code. Raises UserError for environment variables that make no sense.

    ``until_shown``: it ends once its window is there, and says so in a line of JSON. ``hidden``: it begins in the tray.
    """
    from meshnet_gui.gui.application import run_app

    ours = settings_from_environment(os.environ)
    plan = replace(plan, for_this_run={**ours, **plan.for_this_run})
    begin = plan.settings_now()
    node_limits(begin[0], os.environ)
    logs.keep(data_dir() / "logs")
    before = _end_when_shown if until_shown else None
    return run_app(lambda: LateCore(plan, begin), sys.argv, before, hidden=hidden, ends_process=True)


def _end_when_shown(app: AppController) -> None:
    from meshnet_gui.gui.first_paint import FirstPaint

    def tell() -> None:
        print(json.dumps({"shown": True, "torch": "torch" in sys.modules}), flush=True)
        app.quit()

    FirstPaint(app.window, tell)
