"""What chat templates do with tools is found by rendering them, whatever their source looks like."""

from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.engine.chat_template import load_chat_template
from meshnet_gui.engine.tool_support import tool_support
from meshnet_gui.types import ToolSupport

TOLD = "{% if tools %}{% for tool in tools %}{{ tool | tojson }}{% endfor %}{% endif %}"
TURN = "{{ '<|' + message.role + '|>' }}{{ message.content }}"
CALLS = (
    "{%% for message in messages %%}"
    + TURN
    + "{%% if message.tool_calls %%}%s{%% for call in message.tool_calls %%}{%% set f = call.function %%}"
    "%s{%% endfor %%}%s{%% endif %%}{%% endfor %%}"
)
WRITTEN = {
    "hermes": ("", '<tool_call>\n{"name": "{{ f.name }}", "arguments": {{ f.arguments | tojson }}}\n</tool_call>', ""),
    "llama": ("", '{{ "\\n" }}{"name": "{{ f.name }}", "parameters": {{ f.arguments | tojson }}}', ""),
    "mistral": ("[TOOL_CALLS] [", '{"name": "{{ f.name }}", "arguments": {{ f.arguments | tojson }}}', "]"),
    "mistral_named": ("", "[TOOL_CALLS]{{ f.name }}[ARGS]{{ f.arguments | tojson }}", ""),
    "nemotron": ("<TOOLCALL>[", '{"name": "{{ f.name }}", "arguments": {{ f.arguments | tojson }}}', "]</TOOLCALL>"),
    "glm": (
        "",
        "<tool_call>{{ f.name }}{% for k, v in f.arguments | items %}<arg_key>{{ k }}</arg_key>{{ v }}{% endfor %}",
        "",
    ),
    "coder": (
        "",
        "<tool_call><function={{ f.name }}>{% for k, v in f.arguments | items %}<parameter={{ k }}>{{ v }}{% endfor %}",
        "",
    ),
    "kimi": (
        "",
        "<|tool_call_begin|>functions.{{ f.name }}:0<|tool_call_argument_begin|>{{ f.arguments | tojson }}",
        "",
    ),
    "deepseek": (
        "",
        "<\uff5ctool\u2581call\u2581begin\uff5c>function<\uff5ctool\u2581sep\uff5c>{{ f.name }}"
        "\n```json\n{{ f.arguments | tojson }}",
        "",
    ),
    "": ("", "call {{ f.name }} with {{ f.arguments | tojson }}", ""),
}


def support(folder: Path, source: str) -> ToolSupport:
    return tool_support(load_chat_template(folder, {"chat_template": source}))


@pytest.mark.parametrize("family", WRITTEN)
def test_family_is_known_by_a_call_as_the_template_writes_it(family: str, tmp_path: Path) -> None:
    found = support(tmp_path, TOLD + CALLS % WRITTEN[family])
    assert found == ToolSupport(family, tells=True, writes_calls=True, writes_outcomes=True, takes_system=True)


def test_template_without_tools_is_known_to_tell_nothing(tmp_path: Path) -> None:
    found = support(tmp_path, "{% for message in messages %}" + TURN + "{% endfor %}")
    assert found == ToolSupport(writes_outcomes=True, takes_system=True)


def test_template_that_refuses_roles_is_known_to_take_none_of_them(tmp_path: Path) -> None:
    strict = (
        "{% for message in messages %}{% if message.role != 'user' %}{{ raise_exception('no') }}{% endif %}{% endfor %}"
    )
    assert support(tmp_path, strict) == ToolSupport()


def test_family_is_known_by_the_source_where_calls_are_not_written(tmp_path: Path) -> None:
    source = TOLD + "{# <|tool_call|> #}{% for message in messages %}" + TURN + "{% endfor %}"
    assert support(tmp_path, source).family == "granite"
    assert support(tmp_path, source + "{# <|/tool_call|> #}").family == "phi"


def test_model_without_template_has_no_family() -> None:
    assert tool_support(None) == ToolSupport(takes_system=True)


def test_names_of_families_are_those_that_the_api_knows() -> None:
    from meshnet_gui.api.tool_formats.families import BY_NAME
    from meshnet_gui.engine import tool_support as module

    assert {family for family, _ in (*module._BY_A_CALL, *module._BY_THE_SOURCE)} == set(BY_NAME)


def test_marks_for_training_change_nothing(tmp_path: Path) -> None:
    source = "{% for message in messages %}{% generation %}{{ message.content }}{% endgeneration %}{% endfor %}"
    template = load_chat_template(tmp_path, {"chat_template": source})
    assert template is not None
    assert template.render([{"role": "user", "content": "Hello."}]) == "Hello."
