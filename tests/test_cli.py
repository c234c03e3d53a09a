"""The command line: one clear line for each mistake, exit codes 0, 1 and 2, and JSON where a script wants it."""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import pytest

from meshnet_gui import __version__
from meshnet_gui.arguments import make_parser
from meshnet_gui.cli import _parsed, entry, main
from meshnet_gui.concurrency.background import STARTER
from meshnet_gui.concurrency.compute import COMPUTE_THREAD
from meshnet_gui.concurrency.server import bind
from meshnet_gui.events import EventBus, GenerationFailed, GenerationFinished, GenerationNote, GenerationText
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore, default_store
from meshnet_gui.runtime.assembly import assemble
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.settings import Settings, SettingsFile
from meshnet_gui.types import GenerationResult, Hop, Message, Route, SamplingParams, Span
from tests import fleet
from tests.cores import core_maker, started, tiny_store

Run = Callable[..., tuple[int, str, str]]
Tiny = Callable[[str], ModelSpec]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process: exit code, standard output, standard error."""

    def call(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return call


tiny = fleet.tiny


@pytest.fixture(scope="module")
def data(tiny: Tiny, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with the tiny models."""
    folder = tmp_path_factory.mktemp("data")
    tiny_store(folder / "models", tiny)
    return folder


@pytest.fixture
def own_store(data: Path, monkeypatch: pytest.MonkeyPatch) -> ModelStore:
    """The tiny models as this user's store."""
    monkeypatch.setenv("MESHNET_DATA_DIR", str(data))
    return default_store()


def one_line(err: str) -> str:
    (line,) = err.splitlines()
    assert line.startswith("meshnet: ")
    return line


WRONG: list[tuple[list[str], str]] = [
    (["nonsense"], "invalid choice: 'nonsense'"),
    (["--nonsense"], "unrecognized arguments: --nonsense"),
    (["--log-level", "loud", "models"], "invalid choice: 'loud'"),
    (["node", "extra"], "unrecognized arguments: extra"),
    (["node", "--also", "tiny:6-2"], "start < end, not 6-2"),
    (["node", "--also", "tiny:"], "a shard looks like NAME:0-15 or NAME, not 'tiny:'"),
    (["node", "--max-loaded-shards", "9"], "'9' is not a whole number from 1 to 8"),
    (["node", "--also", "nope:0-3"], "There is no model named 'nope'"),
    (["node", "--also", "tiny:2-50"], "tiny has layers 0-6, not 2-50"),
    (["node", "--also", "tiny", "--also", "window", "--max-loaded-shards", "2"], "3 shards are named (1 by --model"),
    (["node", *["--also", "tiny"] * 8], "the node may hold 8 at once"),
    (["node", "--layers", "24-12"], "start < end, not 24-12"),
    (["node", "--layers", "all"], "a span looks like 12-24, not 'all'"),
    (["node", "--layers"], "expected one argument"),
    (["node", "--layers", "0-99"], "has layers 0-6, not 0-99"),
    (["node", "--port", "65536"], "'65536' is not a whole number from 0 to 65535"),
    (["node", "--port", "-1"], "argument --port"),
    (["node", "--port", "８０"], "is not a whole number"),
    (["node", "--port", "http"], "'http' is not a whole number"),
    (["node", "--threads", "1.5"], "'1.5' is not a whole number"),
    (["node", "--host", "no host"], "'no host' is no host name or address"),
    (["node", "--host", "203.0.113.7"], "whoever gets there could use this node"),
    (["node", "--host", "203.0.113.7", "--plain-http"], "203.0.113.7 is no address of this computer"),
    (["chat", "--peer", "192.0.2.7:51001"], "http://192.0.2.7:51001 is not encrypted"),
    (["chat", "--swarm", "home", "--no-swarm"], "not allowed with argument --swarm"),
    (["chat", "--peer", "nonsense", "--prompt", "hi"], "'nonsense' is no peer address"),
    (["chat", "--peer", "ftp://a:1", "--prompt", "hi"], "is no peer address"),
    (["chat", "--peer", "a:1\nb", "--prompt", "hi"], "is no peer address"),
    (["chat", "--peer", "localhost:1", "--model", "nothing", "--prompt", "hi"], "There is no model named 'nothing'"),
    (["chat", "--peer", "localhost:1", "--temperature", "hot"], "invalid float value: 'hot'"),
    (["chat", "--peer", "localhost:1", "--temperature", "nan"], "temperature must be a number from 0 to 10"),
    (["chat", "--peer", "localhost:1", "--temperature", "-1"], "temperature must be a number from 0 to 10"),
    (["chat", "--peer", "localhost:1", "--max-tokens", "0"], "'0' is not a whole number from 1"),
    (["chat", "--peer", "localhost:1", "--seed", "9223372036854775808"], "is not a whole number from 0"),
    (["chat", "--peer", "localhost:1", "--route", "best"], "invalid choice: 'best'"),
    (["demo", "--threads", "many"], "'many' is not a whole number"),
    (["models", "nonsense"], "invalid choice: 'nonsense'"),
    (["models", "import"], "the following arguments are required: path"),
    (["models", "import", "/no/such/model.gguf"], "There is no file or folder at /no/such/model.gguf"),
    (["bench", "nonsense"], "There is no bench named 'nonsense'"),
    (["bench", "decode", "--precision", "fp33"], "There is no precision 'fp33'"),
    (["bench", "decode", "--precision", "fp32,,int8"], "'fp32,,int8' is no list"),
    (["bench", "decode", "--threads", "0"], "'0' is not a whole number from 1"),
    (["bench", "decode", "--threads", "1,two"], "'two' is not a whole number from 1"),
    (["bench", "decode", "--beside", ""], "The command to run beside is empty"),
    (["bench", "decode", "--beside", "say 'it"], "The command to run beside cannot be read"),
    (["bench", "memory", "--fresh"], "The bench memory does not take --fresh"),
    (["node", "--dtype", "float64"], "invalid choice: 'float64'"),
    (["node", "--device", "tpu"], "invalid choice: 'tpu'"),
    (["bench", "memory", "--threads", "1"], "The bench memory does not take --threads"),
    (["bench", "overhead", "--beside", "x"], "The bench overhead does not take --beside"),
    (["self-test", "--loud"], "unrecognized arguments: --loud"),
    (["two\nlines"], "invalid choice"),
    (["node", "two\nlines"], "unrecognized arguments: two lines"),
]


@pytest.mark.parametrize(("arguments", "text"), WRONG)
def test_wrong_argument_is_one_clear_line_and_exit_code_2(
    run: Run,
    own_store: ModelStore,
    arguments: list[str],
    text: str,
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert text in one_line(err)


def test_wrong_environment_variable_is_named(run: Run, own_store: ModelStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESHNET_KV_MAX_SESSIONS", "many")
    code, _, err = run("node")
    assert code == 2
    assert "MESHNET_KV_MAX_SESSIONS" in one_line(err)


@pytest.mark.parametrize("arguments", [["--help"], ["node", "--help"], ["models", "import", "--help"]])
def test_help_ends_with_exit_code_0(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    assert "usage: meshnet" in capsys.readouterr().out


def help_of(capsys: pytest.CaptureFixture[str], command: str) -> str:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    return " ".join(capsys.readouterr().out.split())


def test_help_says_what_comes_without_a_prompt(capsys: pytest.CaptureFixture[str]) -> None:
    assert "without it the app opens" in help_of(capsys, "demo")
    assert "without it the chat is interactive" in help_of(capsys, "chat")


def test_help_says_which_options_take_the_slower_forward(capsys: pytest.CaptureFixture[str]) -> None:
    text = help_of(capsys, "node").partition("options:")[2]
    dtype, kv_precision = text.partition("--dtype {")[2].split("--kv-precision {")
    assert "the library's forward, which is slower" in dtype.partition("--device {")[0]
    assert "the library's forward, which is slower" in kv_precision.partition("--uncertified")[0]


def test_more_shards_than_the_environment_allows_are_refused(
    run: Run, own_store: ModelStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MESHNET_MAX_LOADED_SHARDS", "1")
    code, out, err = run("node", "--model", "tiny", "--also", "window")
    assert (code, out) == (2, "")
    assert "2 shards are named (1 by --model and --layers, 1 by --also), and the node may hold 1" in one_line(err)


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ([], {}),
        (["--precision", "int8", "--threads", "1"], {"precision": "int8", "num_threads": 1}),
        (["--runner", "generic", "--dtype", "bfloat16"], {"runner": "generic", "dtype": "bfloat16"}),
        (["--device", "cpu", "--kv-precision", "int8"], {"device": "cpu", "kv_precision": "int8"}),
        (["--precision", "auto", "--uncertified"], {"precision": "auto", "uncertified": True}),
        (["--route", "alone"], {"route": "alone"}),
        (["--routing", "throughput"], {"routing": "throughput"}),
    ],
)
def test_the_demos_window_takes_up_the_options_that_are_given(
    options: list[str], given: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Plan] = []

    def open_window(plan: Plan) -> int:
        plans.append(plan)
        return 0

    monkeypatch.setattr("meshnet_gui.gui.display.why_no_display", lambda: "")
    monkeypatch.setattr("meshnet_gui.window.open_window", open_window)
    assert main(["demo", *options]) == 0
    assert plans == [Plan(for_this_run={"route": "split", **given}, num_demo_nodes=2, swarm="")]


@pytest.mark.parametrize(("options", "hidden"), [([], False), (["--hidden"], True)])
def test_the_app_can_be_started_in_the_tray(options: list[str], hidden: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def open_window(plan: Plan, *, until_shown: bool, hidden: bool) -> int:
        asked.append(hidden)
        return 0

    monkeypatch.setattr("meshnet_gui.window.open_window", open_window)
    assert main(options) == 0
    assert asked == [hidden]


def test_a_demo_for_this_run_only_starts_its_nodes_and_its_chat_alike(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MESHNET_CONFIG_DIR", str(tmp_path))
    SettingsFile().save(Settings(precision="int4", theme="dark"))
    core = assemble(Plan(for_this_run={"precision": "int8"}, num_demo_nodes=2))
    settings = core.snapshot().settings
    assert (settings.precision, settings.theme) == ("int8", "dark")
    assert core._parts.demo is not None
    assert core._parts.demo._precision == "int8"
    assert SettingsFile().load()[0].precision == "int4"


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"meshnet {__version__}\n"


# -- models -----------------------------------------------------------------------------------------------------------


def test_models_are_imported_listed_and_told_as_json(run: Run, tiny: Tiny) -> None:
    code, out, _ = run("models")
    assert (code, "No models yet" in out) == (0, True)
    assert json.loads(run("models", "--json")[1]) == []
    code, out, err = run("models", "import", str(tiny("llama").path), "--name", "mine")
    assert (code, out.startswith("mine is ready"), bool(err)) == (0, True, True)
    code, out, err = run("models", "import", str(tiny("sliding").path), "--json")
    assert (code, err) == (0, "")
    assert Path(json.loads(out)["path"]).is_dir()
    for arguments in (["models"], ["models", "list"]):
        code, out, err = run(*arguments)
        assert (code, len(out.splitlines()), err) == (0, 2, "")
        assert "mine: 6 layers" in out
    listed = json.loads(run("models", "list", "--json")[1])
    assert {entry["name"] for entry in listed} >= {"mine"}
    assert {"identity", "num_layers", "path", "weight_bytes"} <= set(listed[0])


def test_a_model_that_is_there_keeps_its_name_and_says_so(run: Run, tiny: Tiny) -> None:
    run("models", "import", str(tiny("llama").path), "--name", "mine")
    code, out, err = run("models", "import", str(tiny("llama").path), "--name", "other")
    assert (code, out.startswith("mine is ready")) == (0, True)
    assert "here already, under the name mine: it keeps it and was not named other." in err
    assert "mine is here already" in err.splitlines()


def test_file_that_is_no_model_is_one_line_and_exit_code_1(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.gguf").write_bytes(b"GGUF\x03\x00")
    code, _, err = run("models", "import", str(tmp_path / "broken.gguf"), "--json")
    assert code == 1
    one_line(err)


@pytest.mark.parametrize("command", [["models"], ["models", "starter"], ["node"]])
def test_data_folder_that_is_a_file_is_one_line_and_exit_code_1(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    (tmp_path / "data").write_text("")
    monkeypatch.setenv("MESHNET_DATA_DIR", str(tmp_path / "data"))
    code, _, err = run(*command)
    assert code == 1
    assert "is not a folder" in one_line(err)


# -- chat -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def peers(own_store: ModelStore) -> Iterator[list[str]]:
    """The arguments that name two nodes which share the tiny model."""
    with core_maker(own_store) as make:
        nodes = [started(make(Settings(model="tiny", contributing=True, span=span))) for span in ("0-2", "2-6")]
        yield [word for node in nodes for word in ("--peer", node.snapshot().node_address)]


def test_chat_answers_over_two_nodes_and_says_the_route(run: Run, peers: list[str]) -> None:
    code, out, err = run("chat", *peers, "--model", "tiny", "--prompt", "hi", "--max-tokens", "5")
    assert code == 0, err
    assert f"layers 0-2 at {peers[1]}" in out
    assert f"layers 2-6 at {peers[3]}" in out
    assert "tokens/s" in out


def test_chat_tells_a_script_one_json_object_and_is_greedy(run: Run, peers: list[str]) -> None:
    arguments = ["chat", *peers, "--model", "tiny", "--prompt", "hi", "--max-tokens", "5", "--json"]
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert said["route"] == [f"layers 0-2 at {peers[1]}", f"layers 2-6 at {peers[3]}"]
    assert len(said["nodes"]) == 2
    assert all("1 of 8 sessions" in line for line in said["nodes"])
    assert json.loads(run(*arguments)[1])["token_ids"] == said["token_ids"]
    seeded = [
        json.loads(run(*arguments, "--temperature", "1.5", "--seed", seed)[1])["token_ids"] for seed in ("1", "1", "2")
    ]
    assert seeded[0] == seeded[1] != seeded[2]


def test_interactive_chat_goes_on_until_an_empty_line(
    run: Run, peers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(["hello", "x" * 1000, "again", ""])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    code, out, err = run("chat", *peers, "--model", "tiny", "--max-tokens", "3")
    assert (code, out.count("route:")) == (0, 2)
    assert "this model takes 256" in err


def test_interactive_chat_ends_at_the_end_of_input(run: Run, peers: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def end(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", end)
    assert run("chat", *peers, "--model", "tiny")[0] == 0


def test_unreachable_peer_is_one_line_and_exit_code_1(run: Run, own_store: ModelStore) -> None:
    with bind("127.0.0.1", 0) as free:
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    code, out, err = run("chat", "--peer", address, "--model", "tiny", "--prompt", "hi", "--json")
    assert (code, out) == (1, "")
    assert f"{address} does not answer" in one_line(err)


def test_prompt_beyond_the_context_is_one_line_and_exit_code_2(run: Run, peers: list[str]) -> None:
    code, out, err = run("chat", *peers, "--model", "tiny", "--prompt", "x" * 1000, "--json")
    assert (code, out) == (2, "")
    assert "this model takes 256" in one_line(err)


def test_peer_with_another_model_is_named(run: Run, peers: list[str]) -> None:
    code, _, err = run("chat", *peers, "--model", "window", "--prompt", "hi", "--json")
    assert code == 1
    assert "serves tiny instead" in one_line(err)


def test_peer_with_another_precision_is_told_with_the_way_out(run: Run, peers: list[str]) -> None:
    code, _, err = run("chat", *peers, "--model", "tiny", "--precision", "int8", "--prompt", "hi", "--json")
    assert code == 1
    assert f"{peers[1]} serves it as stored." in one_line(err)
    assert "--precision auto" in one_line(err)


class OneAnswerCore:
    """Answers everything with ``events``, as a core over a strange peer would; remembers who listens."""

    def __init__(self, *said: object) -> None:
        self.events = EventBus()
        self._said = said
        self.asked: list[str] = []

    def start(self) -> Future[None]:
        done: Future[None] = Future()
        done.set_result(None)
        return done

    def stop(self, timeout_s: float) -> None:
        pass

    def snapshot(self) -> Snapshot:
        return Snapshot(Settings())

    def start_generation(self, messages: list[Message], sampling: SamplingParams, max_tokens: int) -> str:
        self.asked.append(messages[-1].content)
        for event in self._said:
            self.events.publish(event)
        return "1"

    def stop_generation(self, generation_id: str) -> Future[None]:
        return self.start()


STEERING = "\x1b]0;owned\x07\x1b[2J\r\x9b31m\u202etxt\u2066"
HARMLESS = "naïve 你好\n\tשלום 👍🏽"
RESULT = GenerationResult(HARMLESS, (1, 2), 3, "eos", Route((Hop("http://a:1", Span(0, 6)),)), 1.0, 0.1, 0, True)


def talk_to(monkeypatch: pytest.MonkeyPatch, *said: object) -> OneAnswerCore:
    core = OneAnswerCore(*said)
    monkeypatch.setattr("meshnet_gui.subcommands.assemble", lambda plan: core)
    return core


@pytest.mark.parametrize("kind", ["text", "recovered", "failed"])
def test_text_of_a_peer_cannot_steer_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    strange = {
        "text": GenerationText("1", STEERING, 1),
        "recovered": GenerationNote("1", STEERING),
        "failed": GenerationFailed("1", STEERING, STEERING, ""),
    }[kind]
    talk_to(monkeypatch, GenerationText("1", HARMLESS, 1), strange, GenerationFinished("1", RESULT))
    _, out, err = run("chat", "--peer", "localhost:1", "--prompt", "hi")
    assert "txt" in out + err
    assert not set(STEERING) - set("]0;owned[2J31mtxt") & set(out + err)
    assert HARMLESS in out


def test_idle_chat_remembers_nothing_of_what_the_core_tells(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[weakref.ref[object]] = []
    remembered: list[object] = []

    class Told:
        """Whatever else a core publishes."""

    def idle(prompt: str) -> str:
        for _ in range(10):
            told = Told()
            kept.append(weakref.ref(told))
            core.events.publish(told)
        del told
        remembered.extend(ref() for ref in kept)
        raise EOFError

    core = talk_to(monkeypatch)
    monkeypatch.setattr("builtins.input", idle)
    assert run("chat", "--peer", "localhost:1")[0] == 0
    assert remembered == [None] * 10


def test_prompt_that_is_no_unicode_is_answered(run: Run, peers: list[str]) -> None:
    code, out, err = run("chat", *peers, "--model", "tiny", "--prompt", "hi \udcff", "--max-tokens", "3")
    assert code == 0, err
    assert "tokens/s" in out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_one_line_and_exit_code_1() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "meshnet_gui", "models"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=Path(__file__).parents[1], text=True)
    assert ended.returncode == 1
    assert "No space left" in one_line(ended.stderr)


# -- node -------------------------------------------------------------------------------------------------------------


def test_node_whose_port_is_taken_names_it_and_ends_with_exit_code_1(run: Run, own_store: ModelStore) -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        code, out, err = run("node", "--model", "tiny", "--port", str(port))
    assert (code, out) == (1, "")
    assert f"Port {port} is taken" in one_line(err)


@pytest.mark.parametrize("name", ["nothing", "../../etc"])
@pytest.mark.parametrize("command", ["node", "chat"])
def test_a_model_that_nobody_knows_is_named_with_those_that_are_here(
    run: Run, own_store: ModelStore, command: str, name: str
) -> None:
    code, out, err = run(command, "--model", name)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith(f"meshnet: There is no model {name!r} on this computer, in the catalogue")
    assert "tiny" in err


def test_node_without_a_model_says_how_to_get_one(run: Run) -> None:
    code, _, err = run("node")
    assert code == 2
    assert "meshnet models starter" in one_line(err)


@contextmanager
def node_process(span: str) -> Iterator[subprocess.Popen[bytes]]:
    """A node in a process of its own, with its input open."""
    command = [sys.executable, "-m", "meshnet_gui", "node", "--model", "tiny", "--layers", span, "--threads", "1"]
    process = subprocess.Popen(
        [*command, "--json", "--until-stdin-closes"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[1],
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


@pytest.fixture
def own_signals() -> Iterator[None]:
    """What a command does to the process's signals is undone."""
    names = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(name) for name in names]
    yield
    for name, handler in zip(names, before, strict=True):
        signal.signal(name, handler)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
@pytest.mark.usefixtures("own_signals")
def test_node_ends_with_exit_code_0_when_it_is_told_to(run: Run, own_store: ModelStore, name: str) -> None:
    def say_when_ready(*values: object, **options: object) -> None:
        said.append(str(values[0]))
        if said[-1].startswith("Serving"):
            os.kill(os.getpid(), getattr(signal, name))

    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.print", say_when_ready)
        code, _, err = run("node", "--model", "tiny", "--layers", "2-4")
    assert (code, err) == (0, "")
    assert said[0] == "Loading layers 2-4 of tiny..."
    loaded = said.index("Computing a first token...")
    (ready,) = (line for line in said[loaded:] if line.startswith("Serving"))
    assert ready.startswith("Serving layers 2-4 of tiny at http://127.0.0.1:")
    assert "on cpu in float32" in ready


@pytest.mark.slow
def test_nodes_tell_when_they_are_ready_and_end_within_seconds_with_exit_code_0(own_store: ModelStore) -> None:
    with node_process("0-2") as first, node_process("2-4") as second:
        for process, span in ((first, "0-2"), (second, "2-4")):
            assert process.stdout is not None
            ready = json.loads(process.stdout.readline())
            assert (ready["model"], ready["span"]) == ("tiny", span)
            assert ready["address"].startswith("http://127.0.0.1:")
        asked = time.monotonic()
        first.send_signal(signal.SIGTERM)
        assert second.stdin is not None
        second.stdin.close()
        assert (first.wait(10), second.wait(10)) == (0, 0)
        assert time.monotonic() - asked < 8


@pytest.mark.parametrize("name", [COMPUTE_THREAD, STARTER])
def test_a_program_that_is_still_in_a_library_with_a_thread_ends_without_tearing_it_down(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended: list[int] = []
    go_on = threading.Event()

    def end(code: int) -> None:
        ended.append(code)
        raise SystemExit(code)

    monkeypatch.setattr("meshnet_gui.cli.main", lambda: 1)
    monkeypatch.setattr("meshnet_gui.cli.os._exit", end)
    monkeypatch.setattr("meshnet_gui.cli.logging.shutdown", lambda: None)
    assert (entry(), ended) == (1, [])
    busy = threading.Thread(target=go_on.wait, name=name, daemon=True)
    busy.start()
    try:
        with pytest.raises(SystemExit):
            entry()
    finally:
        go_on.set()
        busy.join()
        gc.unfreeze()
    assert ended == [1]


def test_a_program_that_waits_for_a_silent_hub_ends_all_the_same(tmp_path: Path) -> None:
    environment = os.environ | {"MESHNET_DATA_DIR": str(tmp_path / "data"), "MESHNET_CONFIG_DIR": str(tmp_path / "cfg")}
    with socket.create_server(("127.0.0.1", 0)) as silent:
        command = [sys.executable, "-m", "meshnet_gui", "models", "add", "somebody/some-model"]
        program = subprocess.Popen(
            command, env=environment | {"HF_ENDPOINT": f"http://127.0.0.1:{silent.getsockname()[1]}"}
        )
        try:
            silent.settimeout(30)
            with silent.accept()[0] as connection:
                assert connection.recv(1)  # it asks, and waits
                program.send_signal(signal.SIGINT)
                assert program.wait(15) == 130  # not after the hub's own deadlines: a minute
        finally:
            program.kill()
            program.wait()


@pytest.mark.parametrize("argv", [[], ["--hidden"], ["--until-shown"], ["--hidden", "--until-shown"]])
def test_the_app_s_own_options_mean_the_same_without_the_parser_of_all_commands(argv: list[str]) -> None:
    assert _parsed(argv) == make_parser().parse_args(argv)


def test_config_says_what_is_set_and_where_and_masks_secrets(
    run: Run, own_store: ModelStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "c.toml").write_text('system_prompt = "token=abcdefgh"\nport = 5\n')
    monkeypatch.setenv("MESHNET_API_PORT", "99")
    code, out, err = run("config", "--config", str(tmp_path / "c.toml"), "--json")
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert said["api_port"] == {"value": 99, "from": "MESHNET_API_PORT"}
    assert said["port"] == {"value": 5, "from": f"{tmp_path / 'c.toml'}, line 2"}
    assert said["memory_in_use_percent"] == {"value": 100, "from": "default of a node"}
    assert "abcdefgh" not in out


@pytest.mark.parametrize("command", ["node", "serve", "config"])
def test_a_mistake_in_the_configuration_ends_with_exit_code_2_and_names_file_and_line(
    run: Run, own_store: ModelStore, tmp_path: Path, command: str
) -> None:
    (tmp_path / "c.toml").write_text("\nport = 700000\n")
    code, out, err = run(command, "--config", str(tmp_path / "c.toml"))
    assert (code, out) == (2, "")
    assert "c.toml, line 2: port cannot be used" in one_line(err)


@pytest.mark.allow_warnings("is MESHNET_PORT meant")
def test_a_misspelt_variable_is_warned_of(
    run: Run, own_store: ModelStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MESHNET_PROT", "5")
    assert run("config")[0] == 0
    assert "the variable MESHNET_PROT is not known; is MESHNET_PORT meant?" in caplog.text


def test_a_file_that_holds_no_key_is_left_as_it_is(run: Run, own_store: ModelStore, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("what must not be lost\n")
    code, out, err = run("serve", "--key-file", str(file))
    assert (code, out) == (2, "")
    assert "holds no key that can be used" in one_line(err)
    assert file.read_text() == "what must not be lost\n"


def test_letting_others_in_unasked_is_a_mistake_before_anything_starts(
    run: Run, own_store: ModelStore, tmp_path: Path
) -> None:
    (tmp_path / "c.toml").write_text('api_host = "0.0.0.0"\n')
    for words in (("--config", str(tmp_path / "c.toml")), ("--api-host", "0.0.0.0")):
        code, out, err = run("serve", *words)
        assert (code, out) == (2, "")  # a service that ends so is not started again
        assert "unencrypted. Allow that by --api-to-others" in one_line(err)


def test_a_flag_comes_before_the_variable(run: Run, own_store: ModelStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESHNET_MAX_LOADED_SHARDS", "1")
    code, _, err = run("node", "--model", "tiny", "--also", "window", "--also", "tiny:0-2", "--max-loaded-shards", "2")
    assert (code, "the node may hold 2 at once" in one_line(err)) == (2, True)


def test_a_bad_log_format_in_the_environment_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESHNET_LOG_FORMAT", "xml")
    code, _, err = run("models")
    assert (code, "MESHNET_LOG_FORMAT is 'xml'" in one_line(err)) == (2, True)
