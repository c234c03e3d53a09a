"""A span's graph compiled by ONNX Runtime. Knows no sessions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnxruntime as ort  # type: ignore[import-untyped]

from meshnet_gui.engine.lean.graph import SpanGraph
from meshnet_gui.engine.lean.plan import LeanPlan
from meshnet_gui.types import Span


class Program:
    """A compiled graph; the tensors that it reads live as long as it does."""

    def __init__(
        self, graph: SpanGraph, span: Span, plan: LeanPlan, num_threads: int, prepacks: bool, folder: Path
    ) -> None:
        self.span = span
        self.is_tail = span.end == plan.num_layers
        self.width = plan.vocab_size if self.is_tail else plan.hidden_size
        self.tensors = graph.tensors
        options = _session_options(num_threads, prepacks)
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(folder))
        self.session = ort.InferenceSession(graph.content, options, providers=["CPUExecutionProvider"])
        self.input_names = frozenset(value.name for value in self.session.get_inputs())

    def run(self, binding: Any) -> None:
        """One step with what is bound. Raises MemoryError, or what the runtime raises."""
        try:
            self.session.run_with_iobinding(binding)
        except Exception as exc:
            if "allocate memory" in str(exc) or "bad allocation" in str(exc):
                raise MemoryError(str(exc)) from exc
            raise


def _session_options(num_threads: int, prepacks: bool) -> Any:
    options = ort.SessionOptions()
    options.intra_op_num_threads = num_threads
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL  # it is emitted as it shall run
    options.enable_cpu_mem_arena = False  # the arena keeps the peak of a long prompt for good
    options.enable_mem_pattern = False  # lengths differ from step to step
    options.log_severity_level = 4  # what fails is raised too
    # Threads that spin while they wait starve the other node of the same machine.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Prepacking copies the weights into memory of this process; products of one row read them as fast as they lie.
    options.add_session_config_entry("session.disable_prepacking", "0" if prepacks else "1")
    return options
