"""What clients of OpenAI's API send for an answer. Names are theirs; what is not listed here is passed over."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from meshnet_gui.head.chat import MAX_PLACES

MAX_MESSAGES = 10_000
MAX_BIASES = 300
MAX_LISTED = 10_000  # where no other limit is told in words
MAX_STOPS = 16
MAX_STOP_CHARS = 500
MAX_CHOICES = MAX_PLACES  # each takes a place at every hop, which keeps no more for one client
MAX_TOOLS = 128
MAX_TOKENS = 10_000_000


def _few_biases(sent: object) -> object:
    if isinstance(sent, dict) and len(sent) > MAX_BIASES:
        raise ValueError(f"At most {MAX_BIASES} tokens.")
    return sent


def _few_parts(sent: object) -> object:
    messages = [each for each in sent if isinstance(each, dict)] if isinstance(sent, list) else []
    lists = (each.get(name) for each in messages for name in ("content", "tool_calls"))
    if sum(len(each) for each in lists if isinstance(each, list)) > MAX_LISTED:
        raise ValueError(f"At most {MAX_LISTED:,} parts and calls in all messages together.")
    return sent


FewParts = BeforeValidator(_few_parts)  # before they are looked at: a body has room for a million
_T = TypeVar("_T")
ListOf = Annotated[list[_T], Field(fail_fast=True)]  # one mistake is told; a body has room for millions of them
Prompt = Annotated[str, Field(min_length=1)]
Stops = str | Annotated[ListOf[str], Field(max_length=MAX_LISTED)]


class Sent(BaseModel):
    """Part of a request."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class TextPart(Sent):
    """A piece of a message; only text is understood."""

    type: str
    text: str = ""


Parts = Annotated[ListOf[TextPart], Field(max_length=MAX_LISTED)]


class CalledFunction(Sent):
    name: str = Field(max_length=256)
    arguments: str = "{}"


class SentToolCall(Sent):
    id: str = Field("", max_length=256)
    type: Literal["function"] = "function"
    function: CalledFunction


class SentMessage(Sent):
    """One turn; ``developer`` is what newer clients call the system's."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | Parts | None = None
    name: str | None = Field(None, max_length=256)
    tool_calls: ListOf[SentToolCall] | None = Field(None, max_length=MAX_TOOLS)
    tool_call_id: str | None = Field(None, max_length=256)


class DescribedFunction(Sent):
    name: str = Field(min_length=1, max_length=64, pattern=r"^[a-zA-Z0-9_-]+$")
    description: str | None = None
    parameters: dict[str, Any] | None = None
    strict: bool | None = None


class Tool(Sent):
    type: Literal["function"]
    function: DescribedFunction


class ChosenFunction(Sent):
    name: str


class ChosenTool(Sent):
    type: Literal["function"]
    function: ChosenFunction


class JsonSchema(Sent):
    name: str = Field("answer", max_length=64)
    schema_: dict[str, Any] = Field(default_factory=dict, alias="schema")
    strict: bool | None = None


class ResponseFormat(Sent):
    type: Literal["text", "json_object", "json_schema"]
    json_schema: JsonSchema | None = None


class StreamOptions(Sent):
    include_usage: bool = False


class SamplingWishes(Sent):
    """What both kinds of completions have. None: as the settings say, or off."""

    model: str = Field(max_length=512)
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = Field(None, ge=0, le=1)
    top_k: int | None = Field(None, ge=-1, le=10_000_000, description="0 or -1: off")
    min_p: float | None = Field(None, ge=0, le=1)
    repetition_penalty: float | None = Field(None, ge=0.1, le=10)
    frequency_penalty: float | None = Field(None, ge=-2, le=2)
    presence_penalty: float | None = Field(None, ge=-2, le=2)
    logit_bias: Annotated[dict[str, float] | None, BeforeValidator(_few_biases)] = Field(
        None, max_length=MAX_BIASES, description="From -100 to 100, by token id"
    )
    seed: int | None = Field(None, ge=-(2**63), le=2**63 - 1)
    stop: Stops | None = None
    n: int | None = Field(None, ge=1, le=MAX_CHOICES)
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    user: str | None = None


class ChatRequest(SamplingWishes):
    """``POST /v1/chat/completions``."""

    messages: Annotated[ListOf[SentMessage], FewParts] = Field(min_length=1, max_length=MAX_MESSAGES)
    max_tokens: int | None = Field(None, ge=1, le=MAX_TOKENS)
    max_completion_tokens: int | None = Field(None, ge=1, le=MAX_TOKENS)
    logprobs: bool | None = None
    top_logprobs: int | None = Field(None, ge=0, le=20)
    response_format: ResponseFormat | None = None
    tools: ListOf[Tool] | None = Field(None, max_length=MAX_TOOLS)
    tool_choice: Literal["none", "auto", "required"] | ChosenTool | None = None
    parallel_tool_calls: bool | None = None


class CompletionRequest(SamplingWishes):
    """``POST /v1/completions``."""

    prompt: Prompt | Annotated[ListOf[Prompt], Field(min_length=1, max_length=MAX_LISTED)]
    max_tokens: int | None = Field(16, ge=1, le=MAX_TOKENS)
    logprobs: int | None = Field(None, ge=0, le=20)
    echo: bool | None = None
    suffix: None = Field(None, description="Not supported")
    best_of: Literal[1] | None = Field(None, description="Only 1 is supported")
