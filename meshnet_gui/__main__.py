"""``python -m meshnet_gui`` is ``meshnet``."""

import sys

from meshnet_gui.cli import entry

if __name__ == "__main__":
    sys.exit(entry())
