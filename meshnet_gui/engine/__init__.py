"""The only place for torch and transformers: load a span of a model, run it, keep its sessions, sample, tokenise.

Synchronous throughout: no event loop, no threads of its own. Importing the package loads no torch; its modules do.
"""

import os

from meshnet_gui.settings import cache_dir

# OpenMP threads that spin while they wait starve the other node of the same machine: two nodes with two threads each
# went from 28 to 41 tokens/s with this alone. It only works before torch is first imported.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
# ONNX Runtime reports on the machine to its maker unless told not to, and leaves a device id in the home folder.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
# PyTorch's compiler, which is imported and never used, would make a folder among the temporary files.
os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(cache_dir() / "torch"))
