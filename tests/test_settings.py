import dataclasses
import errno
import json
import os
import stat
import sys
from pathlib import Path

import platformdirs
import pytest

from meshnet_gui import settings as settings_module
from meshnet_gui.errors import DiskFull, MachineError, UserError
from meshnet_gui.settings import (
    NodeLimits,
    Settings,
    SettingsFile,
    config_dir,
    data_dir,
    help_text,
    kv_limits,
    node_limits,
    setting_names,
    shard_words,
    title_of,
    what_is_wrong,
)

CHANGED = Settings(
    contributing=True,
    model="starter",
    span="12-24",
    port=8001,
    peers=("http://127.0.0.1:9000", "https://[::1]:9001"),
    system_prompt="Réponds en français 🙂",
    theme="dark",
)


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "config" / "settings.json")


def test_the_environment_overrides_where_files_lie(monkeypatch, tmp_path):
    monkeypatch.setenv("MESHNET_DATA_DIR", str(tmp_path / "d"))
    monkeypatch.setenv("MESHNET_CONFIG_DIR", str(tmp_path / "c"))
    assert (data_dir(), config_dir()) == (tmp_path / "d", tmp_path / "c")
    assert SettingsFile().path == tmp_path / "c" / "settings.json"


def test_without_the_environment_files_lie_in_the_systems_own_place(monkeypatch, tmp_path):
    for name in ("MESHNET_DATA_DIR", "MESHNET_CONFIG_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_dir().name == "meshnet"
    assert config_dir().name == "meshnet"
    if sys.platform == "linux":
        assert data_dir().is_relative_to(tmp_path)


def test_every_setting_has_a_help_text_and_a_usable_default():
    for name in setting_names():
        assert help_text(name).endswith(".")
        assert what_is_wrong(name, getattr(Settings(), name)) == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("contributing", 1),
        ("model", 3),
        ("model", "x" * 301),
        ("span", "24-12"),
        ("span", "a lot"),
        ("host", "http://x"),
        ("max_loaded_shards", 0),
        ("max_loaded_shards", 9),
        ("also", ("a:5-2",)),
        ("also", ("a:x",)),
        ("also", ("a",) * 9),
        ("also", "a:0-5"),
        ("port", -1),
        ("port", 65536),
        ("port", True),
        ("port", 80.0),
        ("peers", ("ftp://x",)),
        ("peers", ("http://",)),
        ("peers", ("http://x:99999",)),
        ("peers", ("http://[broken",)),
        ("peers", tuple(f"http://h:{n}" for n in range(1, 66))),
        ("peers", ["http://x"]),
        ("num_threads", 1.5),
        ("kv_ttl_s", 0),
        ("kv_ttl_s", float("nan")),
        ("kv_max_sessions", 0),
        ("kv_max_bytes", 0),
        ("temperature", -0.1),
        ("temperature", float("inf")),
        ("top_p", 0),
        ("top_k", -1),
        ("max_tokens", 0),
        ("max_tokens", 10**400),
        ("temperature", 10**400),
        ("port", -(10**400)),
        ("theme", "sepia"),
    ],
)
def test_a_value_out_of_bounds_is_refused_by_name(name, value):
    with pytest.raises(UserError, match=f"The setting {name} cannot be used: ."):
        dataclasses.replace(Settings(), **{name: value})


def test_settings_come_back_as_they_were_saved(file):
    file.save(CHANGED)
    assert SettingsFile(file.path).load() == (CHANGED, "")


def test_a_first_start_has_the_defaults_and_no_notice(file):
    assert file.load() == (Settings(), "")
    assert not file.path.exists()


@pytest.mark.skipif(os.name == "nt", reason="POSIX file modes")
def test_only_the_user_may_read_the_file(file):
    file.save(CHANGED)
    for path in (file.path, file.last_good):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["port", "kv_max_bytes", "temperature", "kv_ttl_s"])
def test_a_number_of_400_digits_in_the_file_is_left_at_its_default(file, name):
    file.path.parent.mkdir(parents=True, exist_ok=True)
    file.path.write_text(f'{{"{name}": {"9" * 400}, "theme": "dark"}}')
    settings, notice = file.load()
    assert settings == Settings(theme="dark")
    assert f"The setting {title_of(name)} is back at its default" in notice


@pytest.mark.parametrize(
    "damage",
    [b"", b"\0" * 300, b"{", b"[1]", b"\xff\xfe", b"[" * 200_000, b'{"port": ' + b"9" * 5000 + b"}"],
    ids=["empty", "zeroed", "truncated", "not-an-object", "not-utf8", "deep", "huge-number"],
)
def test_a_damaged_file_is_kept_aside_and_the_last_good_copy_used(file, damage):
    file.save(CHANGED)
    file.path.write_bytes(damage)
    loaded, notice = SettingsFile(file.path).load()
    assert loaded == CHANGED
    assert "last good" in notice
    assert "settings.json.bad-1" in notice
    assert file.path.with_name("settings.json.bad-1").read_bytes() == damage


def test_a_file_beyond_all_reason_is_not_read_whole(file, monkeypatch):
    monkeypatch.setattr(settings_module, "MAX_FILE_BYTES", 64)
    file.path.parent.mkdir()
    file.path.write_bytes(b" " * 65)
    assert "too large" in file.load()[1]


def test_damage_never_overwrites_earlier_damage(file):
    file.save(CHANGED)
    for number in (1, 2, 3):
        file.path.write_bytes(b"%d" % number)
        file.load()
    kept = [file.path.with_name(f"settings.json.bad-{number}").read_bytes() for number in (1, 2, 3)]
    assert kept == [b"1", b"2", b"3"]


def test_a_damaged_file_without_a_good_copy_gives_defaults_and_says_so(file):
    file.path.parent.mkdir()
    file.path.write_bytes(b"{")
    loaded, notice = file.load()
    assert loaded == Settings()
    assert "defaults" in notice


def test_a_file_that_is_gone_is_restored_from_the_last_good_copy(file):
    file.save(CHANGED)
    file.path.unlink()
    loaded, notice = SettingsFile(file.path).load()
    assert loaded == CHANGED
    assert "gone" in notice


def test_one_bad_value_falls_back_alone_and_is_named(file):
    file.path.parent.mkdir()
    file.path.write_text(json.dumps({"port": 70000, "theme": "dark", "peers": "x"}), encoding="utf-8")
    loaded, notice = file.load()
    assert loaded == Settings(theme="dark")
    assert "Port of the node" in notice
    assert "peers" in notice
    assert "theme" not in notice


@pytest.mark.parametrize("load_first", [True, False])
def test_keys_of_a_newer_version_survive_a_save(file, load_first):
    file.path.parent.mkdir()
    file.path.write_text(json.dumps({"from_the_future": {"a": [1]}, "port": 1}), encoding="utf-8")
    if load_first:
        file.load()
    file.save(Settings(port=2))
    stored = json.loads(file.path.read_text(encoding="utf-8"))
    assert stored["from_the_future"] == {"a": [1]}
    assert stored["port"] == 2


@pytest.mark.parametrize(
    ("number", "expected"), [(errno.ENOSPC, DiskFull), (errno.EACCES, MachineError)], ids=["full", "refused"]
)
def test_a_failed_save_leaves_the_old_file_and_no_rubbish(file, monkeypatch, number, expected):
    file.save(CHANGED)

    def fail(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(settings_module.os, "fsync", fail)
    with pytest.raises(expected, match="could not be saved"):
        file.save(Settings())
    monkeypatch.undo()
    assert SettingsFile(file.path).load() == (CHANGED, "")
    assert sorted(path.name for path in file.path.parent.iterdir()) == ["settings.json", "settings.json.bak"]


def test_kv_limits_come_from_the_settings_unless_the_environment_says_otherwise():
    settings = Settings(kv_ttl_s=60, kv_max_sessions=3)
    assert kv_limits(settings, {}) == (60.0, 3, 2**30)
    environment = {
        "MESHNET_KV_TTL_SECONDS": " 0.5 ",
        "MESHNET_KV_MAX_SESSIONS": "2",
        "MESHNET_KV_MAX_BYTES": str(2**21),
    }
    assert kv_limits(settings, environment) == (0.5, 2, 2**21)


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("MESHNET_KV_TTL_SECONDS", "soon"),
        ("MESHNET_KV_TTL_SECONDS", "-1"),
        ("MESHNET_KV_TTL_SECONDS", "nan"),
        ("MESHNET_KV_MAX_SESSIONS", "0"),
        ("MESHNET_KV_MAX_SESSIONS", "2.5"),
        ("MESHNET_KV_MAX_BYTES", "1 GiB"),
        ("MESHNET_KV_MAX_BYTES", "9" * 5000),
        ("MESHNET_KV_MAX_BYTES", "9" * 400),
        ("MESHNET_KV_TTL_SECONDS", "9" * 400),
    ],
)
def test_nonsense_in_the_environment_is_named(variable, text):
    with pytest.raises(UserError, match=variable):
        kv_limits(Settings(), {variable: text})


def test_a_shard_is_named_by_model_and_layers():
    assert shard_words("local/tiny:0-5") == ("local/tiny", "0-5")
    assert shard_words("tiny") == ("tiny", "")
    assert Settings(also=("tiny", "tiny:2-4")).also == ("tiny", "tiny:2-4")


def test_the_environment_sets_how_many_shards_are_held():
    assert node_limits(Settings(), {}) == NodeLimits(2, 600.0, 8, 2**30)
    limits = node_limits(Settings(kv_max_sessions=3), {"MESHNET_MAX_LOADED_SHARDS": "4", "MESHNET_KV_TTL_SECONDS": "9"})
    assert limits == NodeLimits(4, 9.0, 3, 2**30)
    for wrong in ("0", "many", "99"):
        with pytest.raises(UserError, match="MESHNET_MAX_LOADED_SHARDS"):
            node_limits(Settings(), {"MESHNET_MAX_LOADED_SHARDS": wrong})


def test_what_holds_for_this_run_is_used_and_not_saved(file):
    file.save(dataclasses.replace(CHANGED, precision="int4"))
    lent = SettingsFile(file.path, {"precision": "int8", "num_threads": 2})
    settings, _ = lent.load()
    assert (settings.precision, settings.num_threads, settings.span) == ("int8", 2, "12-24")
    lent.save(dataclasses.replace(settings, theme="light"))
    assert file.load()[0] == dataclasses.replace(CHANGED, precision="int4", theme="light")


def test_what_is_changed_during_the_run_lasts_even_if_it_is_changed_back(file):
    file.save(CHANGED)
    lent = SettingsFile(file.path, {"precision": "int8"})
    settings, _ = lent.load()
    lent.save(dataclasses.replace(settings, precision="bf16"))
    assert file.load()[0].precision == "bf16"
    lent.save(settings)
    assert file.load()[0].precision == "int8"


def test_the_former_default_host_is_left_to_the_program_now(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"host": "127.0.0.1"}')
    assert SettingsFile(path).load() == (Settings(), "")
    path.write_text('{"host": "localhost"}')
    assert SettingsFile(path).load()[0].host == "localhost"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_in_the_place_of_the_file_is_not_waited_for(file):
    file.save(CHANGED)
    file.path.unlink()
    os.mkfifo(file.path)
    loaded, notice = SettingsFile(file.path).load()
    assert loaded == CHANGED
    assert "settings.json.bad-1" in notice


def test_an_account_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(*_: object, **__: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("MESHNET_DATA_DIR", raising=False)
    monkeypatch.setattr(platformdirs, "user_data_path", no_home)
    with pytest.raises(MachineError, match="no home folder") as raised:
        data_dir()
    assert "MESHNET_DATA_DIR" in str(raised.value)
