"""Graphs of torch's operators, written as text: torch runs one as a single call, without Python between operators.

torch compiles them by its TorchScript interpreter, whose Python front end is going away; where a version of torch has
the interpreter no longer, ``compiled`` gives None and the operators are called one by one. Knows no layers.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import torch

PACKED = "__torch__.torch.classes.quantized.LinearPackedParamsBase"


class GraphText:
    """A graph in the making: values are names like ``%3``."""

    def __init__(self) -> None:
        self._inputs: list[str] = []
        self._lines: list[str] = []
        self._constants: dict[tuple[str, str], str] = {}
        self._num_names = 0

    def input(self, kind: str = "Tensor") -> str:
        """The next argument of the call."""
        name = self._name()
        self._inputs.append(f"{name} : {kind}")
        return name

    def node(self, operator: str, *values: str | bool | int | float | Sequence[int] | None) -> str:
        """One operator; what is no name is a constant."""
        names = [self._value(value) for value in values]
        return self._line("Tensor", f"{operator}({', '.join(names)})")

    def text(self, output: str) -> str:
        """The whole graph."""
        return "\n".join([f"graph({', '.join(self._inputs)}):", *self._lines, f"  return ({output})", ""])

    def _value(self, value: str | bool | int | float | Sequence[int] | None) -> str:
        if isinstance(value, str) and value.startswith("%"):
            return value
        if value is None:
            return self._once("NoneType", "prim::Constant()")
        if isinstance(value, str):
            return self._once("str", f'prim::Constant[value="{value}"]()')
        if isinstance(value, bool):
            return self._once("bool", f"prim::Constant[value={int(value)}]()")
        if isinstance(value, int):
            return self._once("int", f"prim::Constant[value={value}]()")
        if isinstance(value, float):
            return self._once("float", f"prim::Constant[value={value:.17g}{'' if value % 1 else '.'}]()")
        return self._once("int[]", f"prim::ListConstruct({', '.join(map(self._value, value))})")

    def _once(self, kind: str, content: str) -> str:
        key = kind, content
        if key not in self._constants:
            self._constants[key] = self._line(kind, content)
        return self._constants[key]

    def _line(self, kind: str, content: str) -> str:
        name = self._name()
        self._lines.append(f"  {name} : {kind} = {content}")
        return name

    def _name(self) -> str:
        self._num_names += 1
        return f"%{self._num_names}"


def compiled(text: str) -> Callable[..., torch.Tensor] | None:
    """The graph as a function; None where this torch cannot do that."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it may say that a newer way is to come
        try:
            compiler: Any = torch._C
            function: Callable[..., torch.Tensor] = compiler._create_function_from_graph("f", compiler.parse_ir(text))
        except (AttributeError, RuntimeError):
            return None
    return function
