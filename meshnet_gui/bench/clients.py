"""``bench clients``: eight programs ask the local API at once, beside one that asks alone, in turns.

The product's own head and API over two node processes, real HTTP with the real key. What each program is told while
eight ask is compared with what it is told alone: nothing may be mixed up, and nobody may
get much less than others.
"""

from __future__ import annotations

import http.client
import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import median
from urllib.parse import urlsplit

from meshnet_gui.bench.local_swarm import PRECISION, RUNNER, local_swarm
from meshnet_gui.bench.own_head import COMMAND_DEADLINE_S, OwnHead
from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import NUM_THREADS, starter_spec
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.settings import Settings

NUM_CLIENTS = 8
NUM_ROUNDS = 4
ROUND_S = 30.0
NUM_PROMPTS = 2  # of each program
NUM_TOKENS = 48
LINES = (6, 8)  # how many requests are answered at once
NUM_SESSIONS = "16"  # that a node has room for: three quarters of them for one head
REQUEST_DEADLINE_S = 120.0
PROMPT = "Tell me a story of {} about a lighthouse keeper, a storm and a ship that came home."
HEROES = (
    "an old sailor",
    "two sisters",
    "a lost dog",
    "the harbour master",
    "a young cook",
    "a painter",
    "twins",
    "a retired teacher",
)
FAIRNESS, SPEED_UP = 0.8, 1.5
COLUMNS = ("line", "round", "alone tokens/s", "eight tokens/s", "ratio", "fewest/most", "load")


@dataclass(frozen=True, slots=True)
class Told:
    """One answer: when its parts came (``time.perf_counter``), what it said; ``error`` is empty where all went well."""

    prompt: str
    times: tuple[float, ...]
    text: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class Service:
    """Where the API listens, and what it wants to be shown."""

    address: str
    key: str
    model: str

    def ask(self, prompt: str) -> Told:
        """One greedy answer as a stream. Blocks."""
        times: list[float] = []
        said: list[str] = []
        try:
            self._stream(prompt, times, said)
        except (OSError, http.client.HTTPException, ValueError) as exc:
            return Told(prompt, tuple(times), "".join(said), f"{type(exc).__name__}: {exc}"[:200])
        return Told(prompt, tuple(times), "".join(said))

    def _stream(self, prompt: str, times: list[float], said: list[str]) -> None:
        url = urlsplit(self.address)
        connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=REQUEST_DEADLINE_S)
        try:
            body = {"model": self.model, "messages": [{"role": "user", "content": prompt}], "stream": True}
            body |= {"max_tokens": NUM_TOKENS, "temperature": 0}
            headers = {"authorization": f"Bearer {self.key}", "content-type": "application/json"}
            connection.request("POST", "/v1/chat/completions", json.dumps(body), headers)
            response = connection.getresponse()
            if response.status != 200:
                raise ValueError(f"{response.status}: {response.read(300).decode(errors='replace')}")
            self._read(response, times, said)
        finally:
            connection.close()

    @staticmethod
    def _read(response: http.client.HTTPResponse, times: list[float], said: list[str]) -> None:
        while (line := response.readline()) != b"data: [DONE]\n":
            if not line:
                raise ValueError("the stream was cut off")
            if not line.startswith(b"data: "):
                continue
            content = json.loads(line[6:])
            if "error" in content:
                raise ValueError(str(content["error"])[:200])
            text = content["choices"][0]["delta"].get("content")
            if text:
                times.append(time.perf_counter())
                said.append(text)
        response.read()


@dataclass(slots=True)
class Round:
    """One program alone, then all at once for a while. ``tokens`` are each one's parts within that while."""

    line: int
    alone_tps: float
    seconds: float
    tokens: tuple[int, ...]
    told: tuple[Told, ...]
    load: float = field(default_factory=lambda: os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0)

    @property
    def together_tps(self) -> float:
        return sum(self.tokens) / self.seconds

    @property
    def ratio(self) -> float:
        return self.together_tps / self.alone_tps


def prompts_of(client: int) -> list[str]:
    """What one program asks, again and again."""
    hero = HEROES[client % len(HEROES)]
    return [PROMPT.format(f"{hero} in {season}") for season in ("spring", "autumn")][:NUM_PROMPTS]


def run(say: Say, *, lines: Sequence[int] = LINES) -> Report:
    """Measures with the starter model. Raises UserError where it is not there."""
    spec = starter_spec()
    say("starting two nodes and a head")
    settings = Settings(model=spec.name, route="split", api_on=True, api_port=0)
    with local_swarm(spec, settings, {"MESHNET_KV_MAX_SESSIONS": NUM_SESSIONS}) as (head, _):
        service = service_of(head, spec)
        rounds, alone = measure(head, service, say, lines)
    return report(spec, rounds, alone)


def service_of(head: OwnHead, spec: ModelSpec) -> Service:
    """The head's API once it listens. Raises MachineError."""
    key = head.core.api_key().result(COMMAND_DEADLINE_S)
    ends = time.monotonic() + COMMAND_DEADLINE_S
    while (view := head.core.snapshot().api).state != "on":
        if view.state == "failed" or time.monotonic() > ends:
            raise MachineError("The API did not start.", view.error)
        time.sleep(0.05)
    return Service(view.address, key, spec.name)


def measure(
    head: OwnHead,
    service: Service,
    say: Say,
    lines: Sequence[int],
    num_rounds: int = NUM_ROUNDS,
    seconds: float = ROUND_S,
) -> tuple[list[Round], dict[str, str]]:
    """The rounds, and what each prompt is answered alone."""
    prompts = [prompt for client in range(NUM_CLIENTS) for prompt in prompts_of(client)]
    service.ask(prompts[0])
    alone: dict[str, str] = {}
    rounds = []
    turns = [(number, line) for number in range(1, num_rounds + 1) for line in lines]
    for index, (number, line) in enumerate(turns):
        began = time.perf_counter()
        told = [service.ask(prompt) for prompt in prompts[index :: len(turns)]]
        alone |= {each.prompt: each.text for each in told}
        alone_tps = sum(len(each.times) for each in told) / (time.perf_counter() - began)
        head.core.change_settings(api_max_running=line).result(COMMAND_DEADLINE_S)
        rounds.append(together(service, line, alone_tps, seconds))
        done = rounds[-1]
        say(f"round {number} of {num_rounds}, line {line}: {done.alone_tps:.1f} and {done.together_tps:.1f} tokens/s")
    return rounds, alone


def together(service: Service, line: int, alone_tps: float, seconds: float) -> Round:
    """All programs at once; each asks again as soon as it is answered."""
    ends = time.perf_counter() + seconds

    def ask_on(client: int) -> list[Told]:
        told: list[Told] = []
        while not told or time.perf_counter() < ends:
            told += [service.ask(prompt) for prompt in prompts_of(client)[len(told) % NUM_PROMPTS :][:1]]
        return told

    with ThreadPoolExecutor(NUM_CLIENTS, "meshnet-bench-clients") as executor:
        each = list(executor.map(ask_on, range(NUM_CLIENTS)))
    tokens = tuple(sum(at <= ends for one in told for at in one.times) for told in each)
    return Round(line, alone_tps, seconds, tokens, tuple(one for told in each for one in told))


def report(spec: ModelSpec, rounds: Sequence[Round], alone: dict[str, str]) -> Report:
    """Of each length of the line: medians over its rounds, and each program's tokens over all of them."""
    told = [one for r in rounds for one in r.told]
    figures = {
        "answers": float(len(told)),
        "errors": float(sum(bool(one.error) for one in told)),
        "mixed_up": float(sum(one.text != alone[one.prompt] for one in told if not one.error)),
    }
    targets = [Target("errors", 0.0, False), Target("mixed_up", 0.0, False)]
    for line in sorted({r.line for r in rounds}):
        of_line = [r for r in rounds if r.line == line]
        tokens = [sum(each) for each in zip(*(r.tokens for r in of_line), strict=True)]
        figures[f"alone_tps_{line}"] = median(r.alone_tps for r in of_line)
        figures[f"together_tps_{line}"] = median(r.together_tps for r in of_line)
        figures[f"speed_up_{line}"] = median(r.ratio for r in of_line)
        figures[f"fairness_{line}"] = min(tokens) / max(1, *tokens)
        targets += [Target(f"speed_up_{line}", SPEED_UP), Target(f"fairness_{line}", FAIRNESS)]
    rows = [COLUMNS, *(_row(str(number), r) for number, r in enumerate(rounds, 1))]
    settings = circumstances(
        model=spec.name,
        precision=PRECISION,
        runner=RUNNER,
        threads_per_process=NUM_THREADS,
        clients=NUM_CLIENTS,
        tokens_per_answer=NUM_TOKENS,
        first_error=next((one.error for one in told if one.error), "none"),
    )
    return Report("clients", figures, rows, targets, settings)


def _row(number: str, r: Round) -> tuple[str, ...]:
    share = min(r.tokens) / max(1, *r.tokens)
    rates = f"{r.alone_tps:.1f}", f"{r.together_tps:.1f}", f"{r.ratio:.2f}", f"{share:.2f}", f"{r.load:.1f}"
    return str(r.line), number, *rates
