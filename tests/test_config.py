"""Where each setting comes from, and how a mistake is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from meshnet_gui.config import configured, misspelt_variables, settings_from_environment, without_settings
from meshnet_gui.errors import UserError
from meshnet_gui.settings import Settings, default_of, setting_names


def file_with(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "meshnet.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_flags_come_before_variables_before_the_file_before_defaults(tmp_path: Path) -> None:
    file = file_with(tmp_path, 'port = 1\nswarm_port = 2\napi_port = 3\nmodel = "tiny"\n')
    environ = {"MESHNET_SWARM_PORT": "20", "MESHNET_API_PORT": "30", "MESHNET_MODEL": "  "}
    set_up = configured({"api_port": 300, "port": None}, environ, file)
    assert set_up.settings == replace(Settings(), port=1, swarm_port=20, api_port=300, model="tiny")
    origins = [set_up.values[name].origin for name in ("api_port", "swarm_port", "port", "theme")]
    assert origins == ["flag", "MESHNET_SWARM_PORT", f"{file}, line 1", "default"]


def test_the_file_is_the_one_that_a_variable_names_unless_a_flag_names_another(tmp_path: Path) -> None:
    first, second = file_with(tmp_path, "port = 1\n"), tmp_path / "second.toml"
    second.write_text("port = 2\n")
    assert configured({}, {"MESHNET_CONFIG": str(first)}).settings.port == 1
    assert configured({}, {"MESHNET_CONFIG": str(first)}, second).settings.port == 2


@pytest.mark.parametrize("name", [name for name in setting_names() if name != "language"])  # the window's own variable
def test_every_setting_can_be_set_by_a_variable(name: str) -> None:
    default = default_of(name)
    text = {bool: str(not default), tuple: "[]"}.get(type(default), str(default) or "")
    if name in ("paused_until", "kv_ttl_s"):
        text = "7.5"
    set_up = configured({}, {f"MESHNET_{name.upper()}": text})
    assert set_up.values[name].origin == (f"MESHNET_{name.upper()}" if text else "default")
    assert type(set_up[name]) is type(default)


@pytest.mark.parametrize(
    ("variable", "text", "said"),
    [
        ("MESHNET_PORT", "many", "MESHNET_PORT is 'many', but it must be a whole number."),
        ("MESHNET_PORT", "70000", "MESHNET_PORT: port cannot be used: 70000 is not between 0 and 65535."),
        ("MESHNET_ON_BATTERY", "maybe", "must be on or off"),
        ("MESHNET_PEERS", "[1]", "must be a list like a,b"),
        ("MESHNET_KV_TTL_SECONDS", "long", "MESHNET_KV_TTL_SECONDS is 'long', but it must be a number."),
        ("MESHNET_RUNNER", "fast", "MESHNET_RUNNER: runner cannot be used: 'fast' is not one of"),
        ("MESHNET_LOG_FORMAT", "xml", "'xml' is not one of text, json"),
    ],
)
def test_a_bad_variable_is_named(variable: str, text: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        configured({}, {variable: text})
    assert said in caught.value.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# mine\nport = 70000\n", ", line 2: port cannot be used"),
        ("\n\nprot = 1\n", ", line 3: there is no setting named 'prot'"),
        ('model = "x"\n[api]\nport = 1\n', ", line 2: there is no setting named 'api'"),
        ("port = \n", "Invalid value (at line 1"),
        ("[port]\nx = 1\n", ", line 1: port cannot be used: it is a whole number"),
        ("log_format = 3\n", ", line 1: log_format cannot be used: it is a text"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    file = file_with(tmp_path, text)
    with pytest.raises(UserError) as caught:
        configured({}, {}, file)
    assert said in caught.value.text
    assert str(file) in caught.value.text


def test_a_misspelt_setting_is_told_what_it_may_have_meant(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        configured({}, {}, file_with(tmp_path, "api_prot = 1"))
    assert caught.value.hint == "Did you mean api_port?"


def test_a_misspelt_variable_is_told_from_one_that_is_somebody_elses() -> None:
    environ = {"MESHNET_PROT": "5", "MESHNET_KV_MAX_SESSION": "", "MESHNET_PORT": "7", "MESHNET_DATA_DIR": "/data"}
    others = {
        "MESHNET_SERVICE_HOST": "10.0.0.1",
        "MESHNET_PORT_7447_TCP": "tcp://10.0.0.1:7447",
        "MESHNET_API_KEY": "k",
    }
    assert misspelt_variables(environ | others) == {
        "MESHNET_PROT": "MESHNET_PORT",
        "MESHNET_KV_MAX_SESSION": "MESHNET_KV_MAX_SESSIONS",
    }


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read: No such file"):
        configured({}, {}, tmp_path / "none.toml")


def test_lists_are_split_at_commas_or_read_as_json() -> None:
    assert configured({}, {"MESHNET_ALSO": "tiny:0-3, big"}).settings.also == ("tiny:0-3", "big")
    schedule = configured({}, {"MESHNET_SCHEDULE": '["sat,sun", "mon 10:00-12:00"]'}).settings.schedule
    assert schedule == ("sat,sun", "mon 10:00-12:00")


def test_the_window_takes_what_the_environment_says_for_this_run() -> None:
    assert settings_from_environment({"MESHNET_API_ON": "yes", "MESHNET_SWARM": "home"}) == {"api_on": True}


def test_what_was_taken_up_is_not_read_a_second_time() -> None:
    environ = {"MESHNET_MAX_LOADED_SHARDS": "1", "MESHNET_KV_TTL_SECONDS": "2", "MESHNET_LOCAL_NODES": "3"}
    assert without_settings(environ) == {"MESHNET_LOCAL_NODES": "3"}
