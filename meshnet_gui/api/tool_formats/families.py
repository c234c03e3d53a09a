"""The families: by which marks their calls are known, and how a call is written. Names as ``engine.tool_support``'s."""

from __future__ import annotations

import re
from dataclasses import dataclass

from meshnet_gui.api.tool_formats.calls import Body, Calls
from meshnet_gui.api.tool_formats.json_calls import Headed, Objects
from meshnet_gui.api.tool_formats.tagged_calls import Tagged, Tags

NAME, ARGUMENTS = "\ue000name\ue001", "\ue000arguments\ue001"
CONTROLS = re.compile(r"<[^<>\s]+>|\[[A-Z_]+\]")
_JSON = f'{{"name": "{NAME}", "arguments": {ARGUMENTS}}}'


@dataclass(frozen=True, slots=True)
class Family:
    """``opens`` are marks that calls follow; ``befores`` may stand before those, ``afters`` after a call.

    ``written`` is a call with places for its name and its arguments. ``header`` and ``tags``: where calls are not JSON
    objects. ``may_be_bare``: an answer may begin with a call without any mark. ``inner``: marks amid a call that
    ``written`` has not.
    """

    name: str
    written: str
    opens: tuple[str, ...]
    befores: tuple[str, ...] = ()
    afters: tuple[str, ...] = ()
    header: str = ""
    tags: Tags | None = None
    may_be_bare: bool = False
    inner: tuple[str, ...] = ()

    @property
    def marks(self) -> tuple[str, ...]:
        return (*self.opens, *self.befores, *self.afters)

    @property
    def marks_in_text(self) -> tuple[str, ...]:
        """All that a call may be written with that can be a control token, also amid it."""
        return tuple({*self.marks, *CONTROLS.findall(self.written), *self.inner})

    def body(self, calls: Calls) -> Body:
        """For what follows one of ``opens``."""
        if self.tags is not None:
            return Tagged(calls, self.tags)
        return Headed(calls, self.header) if self.header else Objects(calls)


HERMES = Family(
    "hermes",
    f"<tool_call>\n{_JSON}\n</tool_call>",
    opens=("<tool_call>",),
    afters=("</tool_call>",),
    may_be_bare=True,
)
_DEEPSEEK_MARKS = ("<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>", "```")
FAMILIES = (
    HERMES,
    Family(
        "llama",
        f'{{"name": "{NAME}", "parameters": {ARGUMENTS}}}',
        opens=("<|python_tag|>",),
        may_be_bare=True,
    ),
    Family(
        "mistral",
        f"[TOOL_CALLS][{_JSON}]",
        opens=("[TOOL_CALLS]",),
        header=r"(?P<name>[\w.-]+)\s*\[ARGS\]",
        inner=("[ARGS]",),
    ),
    Family(
        "mistral_named",
        f"[TOOL_CALLS]{NAME}[ARGS]{ARGUMENTS}",
        opens=("[TOOL_CALLS]",),
        header=r"(?P<name>[\w.-]+)\s*(\[CALL_ID\][^\[]*)?\[ARGS\]",
        inner=("[CALL_ID]",),
    ),
    Family(
        "deepseek",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>"
        f"{NAME}\n```json\n{ARGUMENTS}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        opens=("<｜tool▁call▁begin｜>",),
        befores=("<｜tool▁calls▁begin｜>",),
        afters=_DEEPSEEK_MARKS,
        inner=("<｜tool▁sep｜>",),
        header=r"(function<｜tool▁sep｜>)?(?P<name>[\w.-]+)(\s*```json|<｜tool▁sep｜>)",
    ),
    Family(
        "deepseek_plain",
        f"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>{NAME}<｜tool▁sep｜>{ARGUMENTS}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        opens=("<｜tool▁call▁begin｜>",),
        befores=("<｜tool▁calls▁begin｜>",),
        afters=_DEEPSEEK_MARKS,
        inner=("<｜tool▁sep｜>",),
        header=r"(function<｜tool▁sep｜>)?(?P<name>[\w.-]+)(\s*```json|<｜tool▁sep｜>)",
    ),
    Family(
        "kimi",
        f"<|tool_calls_section_begin|><|tool_call_begin|>functions.{NAME}:0<|tool_call_argument_begin|>"
        f"{ARGUMENTS}<|tool_call_end|><|tool_calls_section_end|>",
        opens=("<|tool_call_begin|>",),
        befores=("<|tool_calls_section_begin|>",),
        afters=("<|tool_call_end|>", "<|tool_calls_section_end|>"),
        header=r"(functions\.)?(?P<name>[\w.-]+?)(:\d+)?\s*<\|tool_call_argument_begin\|>",
    ),
    Family(
        "function",
        f"<function={NAME}>{ARGUMENTS}</function>",
        opens=("<function=",),
        afters=("</function>",),
        header=r"(?P<name>[\w.-]+)>",
    ),
    Family(
        "cohere",
        f'<|START_ACTION|>[\n    {{"tool_call_id": "0", "tool_name": "{NAME}", "parameters": {ARGUMENTS}}}\n]'
        "<|END_ACTION|>",
        opens=("<|START_ACTION|>",),
        afters=("<|END_ACTION|>",),
    ),
    Family("granite", f"<|tool_call|>[{_JSON}]", opens=("<|tool_call|>", "<tool_call>")),
    Family(
        "phi",
        f"<|tool_call|>[{_JSON}]<|/tool_call|>",
        opens=("<|tool_call|>", "functools"),
        afters=("<|/tool_call|>",),
    ),
    Family("nemotron", f"<TOOLCALL>[{_JSON}]</TOOLCALL>", opens=("<TOOLCALL>",), afters=("</TOOLCALL>",)),
    Family("listed", f"<tool_calls>[{_JSON}]</tool_calls>", opens=("<tool_calls>",), afters=("</tool_calls>",)),
    Family(
        "coder",
        f"<tool_call>\n<function={NAME}>\n{ARGUMENTS}</function>\n</tool_call>",
        opens=("<function=",),
        befores=("<tool_call>",),
        afters=("</tool_call>",),
        tags=Tags(">", "<parameter=", ">", "", "\n</parameter>", "</function>"),
    ),
    Family(
        "glm",
        f"<tool_call>{NAME}\n{ARGUMENTS}</tool_call>",
        opens=("<tool_call>",),
        tags=Tags("", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "</tool_call>"),
        inner=("<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"),
    ),
)
BY_NAME = {family.name: family for family in FAMILIES}
