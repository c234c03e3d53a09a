"""What a chat template does with tools: found by rendering short trials, and by the marks that its source names.

A family is a name for how a model writes its calls; ``api.tool_formats`` reads and writes them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from meshnet_gui.engine.chat_template import ChatTemplate
from meshnet_gui.errors import UserError
from meshnet_gui.types import ToolSupport

_NAME, _KEY, _VALUE, _OUTCOME, _SYSTEM = "trial_tool", "trial_key", "trial_value", "trial_outcome", "trial_system"
_TOOL = {
    "type": "function",
    "function": {
        "name": _NAME,
        "description": "A trial.",
        "parameters": {"type": "object", "properties": {_KEY: {"type": "string"}}, "required": [_KEY]},
    },
}
_CALL = {
    "id": "trial0000",  # nine letters and digits, as some templates insist
    "type": "function",
    "function": {"name": _NAME, "arguments": {_KEY: _VALUE}},
}
_USER = {"role": "user", "content": "Hello."}
_CALLING = {"role": "assistant", "content": "", "tool_calls": [_CALL]}
_RESULT = {"role": "tool", "content": _OUTCOME, "tool_call_id": "trial0000", "name": _NAME}
_BY_A_CALL = (  # the first that is found in a call as the template writes it
    ("deepseek", r"<｜tool▁call▁begin｜>function<｜tool▁sep｜>trial_tool\n```json\n"),
    ("deepseek_plain", r"<｜tool▁call▁begin｜>trial_tool<｜tool▁sep｜>\{"),
    ("kimi", r"<\|tool_call_begin\|>functions\.trial_tool:\d+<\|tool_call_argument_begin\|>\{"),
    ("mistral_named", r"\[TOOL_CALLS\]trial_tool(\[CALL_ID\]\w+)?\[ARGS\]\{"),
    ("mistral", r'\[TOOL_CALLS\] ?\[\{"name": "trial_tool", "arguments": \{'),
    ("cohere", r'<\|START_ACTION\|>\s*\[\s*\{[^{}]*"tool_name": "trial_tool", "parameters": \{'),
    ("glm", r"<tool_call>trial_tool\s*<arg_key>trial_key</arg_key>"),
    ("coder", r"<tool_call>\s*<function=trial_tool>\s*<parameter=trial_key>"),
    ("nemotron", r'<TOOLCALL>\[\{"name": "trial_tool", "arguments": \{'),
    ("listed", r'<tool_calls>\[\{"name": "trial_tool", "arguments": \{'),
    ("function", r"<function=trial_tool>\{"),
    ("hermes", r'<tool_call>\s*\{"name": "trial_tool", "arguments": \{'),
    ("llama", r'(\|>|\n)\{"name": "trial_tool", "parameters": \{'),
)
_BY_THE_SOURCE = (("phi", r"<\|/tool_call\|>"), ("granite", r"<\|tool_call\|>"), ("hermes", r"<tool_call>\\n\{"))


def tool_support(template: ChatTemplate | None) -> ToolSupport:
    """What the template can do."""
    if template is None:
        return ToolSupport(takes_system=True)
    told, called = _trial(template, [_USER], [_TOOL]), _trial(template, [_USER, _CALLING, _RESULT], [_TOOL])
    untold = _trial(template, [_USER, _CALLING, _RESULT])
    writes_calls = _VALUE in called
    return ToolSupport(
        family=_first(_BY_A_CALL, untold + called) if writes_calls else _first(_BY_THE_SOURCE, template.source),
        tells=_NAME in told,
        writes_calls=writes_calls,
        writes_outcomes=_OUTCOME in called,
        takes_system=_SYSTEM in _trial(template, [{"role": "system", "content": _SYSTEM}, _USER]),
    )


def _trial(template: ChatTemplate, messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]] = ()) -> str:
    """What the template makes of it; nothing where it refuses."""
    try:
        return template.render(messages, tools)
    except UserError:
        return ""


def _first(families: Sequence[tuple[str, str]], text: str) -> str:
    return next((family for family, pattern in families if re.search(pattern, text)), "")
