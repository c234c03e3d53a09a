"""A model's own chat template, rendered in a sandbox as transformers does. Knows no tokens."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from jinja2 import Template, TemplateError, nodes
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment

from meshnet_gui.errors import BadModelFile, UserError

MAX_TEMPLATE_CHARS = 1 << 20


class ChatTemplate:
    """``render`` turns messages into the prompt text that the model was trained on."""

    def __init__(self, template: Template, variables: dict[str, str], source: str = "") -> None:
        self._template = template
        self.source = source
        self._variables = variables

    def render(self, messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]] = ()) -> str:
        """The prompt text, up to where the answer starts. Raises UserError where the template refuses the messages."""
        given = {"tools": list(tools)} if tools else {}
        try:
            return self._template.render(
                messages=list(messages), add_generation_prompt=True, **given, **self._variables
            )
        except (TemplateError, TypeError, ValueError, RecursionError) as exc:
            raise UserError(f"The model's chat template does not accept this conversation: {exc}") from exc


def load_chat_template(path: Path, config: dict[str, Any]) -> ChatTemplate | None:
    """The template in ``path``'s files, or None where the model has none. Raises BadModelFile."""
    source = _source(path, config)
    if source is None:
        return None
    if len(source) > MAX_TEMPLATE_CHARS:
        raise BadModelFile("The model's chat template is too long.")
    try:
        template = _environment().from_string(source)
    except TemplateError as exc:
        raise BadModelFile(f"The model's chat template is broken: {exc}") from exc
    return ChatTemplate(template, _token_variables(config), source)


def _source(path: Path, config: dict[str, Any]) -> str | None:
    file = path / "chat_template.jinja"
    if file.is_file():
        try:
            return file.read_text(encoding="utf-8")
        except (OSError, ValueError) as exc:
            raise BadModelFile(f"{file} cannot be read.", "Get or import the model again.") from exc
    source = config.get("chat_template")
    if isinstance(source, list):  # several named ones
        named = {item.get("name"): item.get("template") for item in source if isinstance(item, dict)}
        source = named.get("default")
    return source if isinstance(source, str) else None


def _token_variables(config: dict[str, Any]) -> dict[str, str]:
    """``bos_token`` and its like, which templates write out."""
    found = {}
    for name in ("bos_token", "eos_token", "unk_token", "pad_token", "sep_token", "cls_token", "mask_token"):
        value = config.get(name)
        text = value.get("content") if isinstance(value, dict) else value
        if isinstance(text, str):
            found[name] = text
    return found


class _Marked(Extension):
    """``{% generation %}``, by which templates mark the model's own words for training, changes nothing here."""

    tags = {"generation"}  # noqa: RUF012  # as jinja2 has it

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.Scope(body, lineno=line)


def _environment() -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols, _Marked]
    )
    environment.filters["tojson"] = _tojson
    environment.globals["raise_exception"] = _raise_exception
    environment.globals["strftime_now"] = _strftime_now
    return environment


def _tojson(value: Any, ensure_ascii: bool = False, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent)


def _raise_exception(message: str) -> None:
    raise TemplateError(message)


def _strftime_now(pattern: str) -> str:
    return datetime.now().strftime(pattern)
