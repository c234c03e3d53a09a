"""Opens the window at once, while the core behind it is still being loaded."""

from __future__ import annotations

import os
import sys

from meshnet_gui.runtime.late_core import LateCore
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.settings import node_limits


def open_window(plan: Plan) -> int:
    """Runs the app and returns its exit code. Raises UserError for environment variables that make no sense."""
    from meshnet_gui.gui.application import run_app

    begin = plan.settings_now()
    node_limits(begin[0], os.environ)
    return run_app(lambda: LateCore(plan, begin), sys.argv)
