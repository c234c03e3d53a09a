"""What clients of Ollama's API send. Names are theirs; what is not listed here is passed over."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from meshnet_gui.api.openai_schemas import (
    MAX_MESSAGES,
    MAX_TOKENS,
    MAX_TOOLS,
    FewParts,
    ListOf,
    SamplingWishes,
    Sent,
    Stops,
    Tool,
)

LATEST = ":latest"


class Options(Sent):
    """How to answer. None: as the settings say. ``num_ctx`` and the like are the model's and the swarm's business."""

    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, ge=0, le=1)
    top_k: int | None = Field(None, ge=-1, le=10_000_000)
    min_p: float | None = Field(None, ge=0, le=1)
    repeat_penalty: float | None = Field(None, ge=0.1, le=10)
    frequency_penalty: float | None = Field(None, ge=-2, le=2)
    presence_penalty: float | None = Field(None, ge=-2, le=2)
    seed: int | None = Field(None, ge=-(2**63), le=2**63 - 1)
    num_predict: int | None = Field(None, ge=-2, le=MAX_TOKENS, description="0 and less: as many as there is room for")
    stop: Stops | None = None

    def wishes(self, model: str) -> SamplingWishes:
        """The same, by OpenAI's names."""
        same = ("temperature", "top_p", "top_k", "min_p", "frequency_penalty", "presence_penalty", "seed", "stop")
        return SamplingWishes(
            model=model,
            repetition_penalty=self.repeat_penalty,
            **{name: getattr(self, name) for name in same},
        )


class Asked(Sent):
    """What both kinds of questions have. Streamed unless told otherwise."""

    model: str = Field(max_length=512)
    stream: bool | None = None
    format: Literal["", "json"] | dict[str, Any] | None = None
    options: Options | None = None


class OllamaFunction(Sent):
    name: str = Field(max_length=256)
    arguments: dict[str, Any] = Field(default_factory=dict)


class OllamaToolCall(Sent):
    function: OllamaFunction


class OllamaMessage(Sent):
    role: Literal["system", "user", "assistant", "tool"]
    content: str = ""
    images: list[Any] | None = Field(None, max_length=0, description="Not supported")
    tool_calls: ListOf[OllamaToolCall] | None = Field(None, max_length=MAX_TOOLS)
    tool_name: str | None = Field(None, max_length=256)


class OllamaChat(Asked):
    """``POST /api/chat``."""

    messages: Annotated[ListOf[OllamaMessage], FewParts] = Field(default_factory=list, max_length=MAX_MESSAGES)
    tools: ListOf[Tool] | None = Field(None, max_length=MAX_TOOLS)


class OllamaGenerate(Asked):
    """``POST /api/generate``."""

    prompt: str = ""
    system: str | None = None
    raw: bool | None = None
    images: list[Any] | None = Field(None, max_length=0, description="Not supported")
    suffix: Literal[""] | None = Field(None, description="Not supported")


class OllamaShow(Sent):
    """``POST /api/show``; older clients say ``name``."""

    model: str = Field("", max_length=512)
    name: str = Field("", max_length=512)

    @model_validator(mode="after")
    def _has_name(self) -> OllamaShow:
        if not (self.model or self.name):
            raise ValueError("model is missing")
        return self
