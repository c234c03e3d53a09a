"""What clients of OpenAI's Responses API send. Names are theirs; what is not listed here is passed over."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from meshnet_gui.api.openai_schemas import MAX_MESSAGES, MAX_TOKENS, FewParts, ListOf, Parts, Sent

MAX_ID_CHARS = 256


class InputMessage(Sent):
    """One turn. Answers of earlier responses may be sent back as they came."""

    type: Literal["message"] = "message"
    role: Literal["system", "developer", "user", "assistant"]
    content: str | Parts


class TextForm(Sent):
    type: Literal["text", "json_object", "json_schema"]
    name: str = Field("answer", max_length=64)
    schema_: dict[str, Any] | None = Field(None, alias="schema")
    strict: bool | None = None


class TextOptions(Sent):
    format: TextForm | None = None


class ResponseRequest(Sent):
    """``POST /v1/responses``; ``store: false``: nothing can go on behind the answer."""

    model: str = Field(max_length=512)
    input: Annotated[
        Annotated[str, Field(min_length=1)]
        | Annotated[ListOf[InputMessage], Field(min_length=1, max_length=MAX_MESSAGES)],
        FewParts,
    ]
    instructions: str | None = None
    max_output_tokens: int | None = Field(None, ge=1, le=MAX_TOKENS)
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, ge=0, le=1)
    stream: bool | None = None
    previous_response_id: str | None = Field(None, max_length=MAX_ID_CHARS)
    text: TextOptions | None = None
    store: bool | None = None
    background: Literal[False] | None = Field(None, description="Not supported")
    tools: list[Any] | None = Field(None, max_length=0, description="Not supported: see /v1/chat/completions")
