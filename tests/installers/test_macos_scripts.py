"""Signing, the disk image and notarising, with programs in place of Apple's that write down how they were called."""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
from pathlib import Path

import pytest

from installers import macos
from installers.places import PACKAGING

SCRIPTS = PACKAGING / "macos"
IDENTITY = "Developer ID Application: Nobody (0000000000)"
MACH_O = bytes.fromhex("cffaedfe0c000001000000000600000001000000") + bytes(64)
STAND_IN = """#!/bin/bash
name="${0##*/}"
printf '%s' "$name" >>"$CALLS"
printf '|%s' "$@" >>"$CALLS"
printf '\\n' >>"$CALLS"
[ "$name" != hdiutil ] || [ "$1" != create ] || ls "$5" >"$CALLS.image"
[ "$name $1" != "xcrun notarytool" ] || [ "$2" != submit ] || printf '%s' "${ANSWER:-}"
[ "$name $1 $2" != "xcrun notarytool log" ] || printf 'The signature of libtorch.dylib is missing.'
if [ -n "${FAILS:-}" ] && [[ "$name $*" == *$FAILS* ]]; then
    left=$(cat "$CALLS.left" 2>/dev/null || printf '%s' "${TIMES:-99}")
    printf '%s' $((left - 1)) >"$CALLS.left"
    [ "$left" -le 0 ] || exit 7
fi
"""
pytestmark = pytest.mark.skipif(
    shutil.which("bash") is None or shutil.which("file") is None, reason="needs bash and file"
)


class Apple:
    """What the scripts find on their path. ``calls`` are what they called, word by word."""

    def __init__(self, folder: Path) -> None:
        self._bin, self._log = folder / "bin", folder / "calls"
        self._bin.mkdir()
        for name in ("codesign", "hdiutil", "xcrun"):
            (self._bin / name).write_text(STAND_IN)
            (self._bin / name).chmod(0o755)
        self.environ = {
            "PATH": f"{self._bin}:{os.environ['PATH']}",
            "CALLS": str(self._log),
            "MESHNET_RETRY_S": "0",
            "TMPDIR": str(folder),
        }
        self.said = ""

    def run(self, script: str, *arguments: object, **environ: str) -> int:
        Path(f"{self._log}.left").unlink(missing_ok=True)
        done = subprocess.run(
            ["bash", str(SCRIPTS / script), *map(str, arguments)],
            env=self.environ | environ,
            capture_output=True,
            text=True,
        )
        self.said = done.stdout + done.stderr
        return done.returncode

    @property
    def calls(self) -> list[list[str]]:
        return [line.split("|") for line in self._log.read_text().splitlines()] if self._log.exists() else []

    @property
    def in_image(self) -> set[str]:
        return set(Path(f"{self._log}.image").read_text().split())


@pytest.fixture
def apple(tmp_path: Path) -> Apple:
    return Apple(tmp_path)


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """An app as PyInstaller lays it out, with spaces in its path."""
    app = tmp_path / "my apps" / "Meshnet.app"
    code = (
        "MacOS/meshnet",
        "MacOS/meshnet-gui",
        "Frameworks/libz.dylib",
        "Frameworks/torch/lib/libtorch_cpu.dylib",
        "Frameworks/a module without an ending",
        "Frameworks/Python.framework/Versions/3.11/Python",
    )
    for name in code:
        path = app / "Contents" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(MACH_O)
    (app / "Contents" / "Frameworks" / "readme.dylib").write_text("only its name is a library's")
    (app / "Contents" / "Resources").mkdir()
    (app / "Contents" / "Resources" / "libz.dylib").symlink_to("../Frameworks/libz.dylib")
    return app


def test_everything_is_signed_once_from_the_inside_out_and_then_verified(apple: Apple, app: Path) -> None:
    assert apple.run("sign.sh", app, MESHNET_SIGN_IDENTITY=IDENTITY) == 0
    *signed, verified = apple.calls
    names = [call[-1].removeprefix(f"{app}/Contents/") for call in signed]
    assert sorted(names[:4]) == [
        "Frameworks/Python.framework/Versions/3.11/Python",
        "Frameworks/a module without an ending",
        "Frameworks/libz.dylib",
        "Frameworks/torch/lib/libtorch_cpu.dylib",
    ]
    depths = [name.count("/") for name in names[:4]]
    assert depths == sorted(depths, reverse=True)
    assert names[4:] == ["Frameworks/Python.framework", "MacOS/meshnet", str(app)]
    assert verified == ["codesign", "--verify", "--deep", "--strict", "--verbose=2", str(app)]


def test_each_signature_has_runtime_timestamp_and_identity_and_only_executables_entitlements(
    apple: Apple, app: Path
) -> None:
    assert apple.run("sign.sh", app, MESHNET_SIGN_IDENTITY=IDENTITY) == 0
    signed = apple.calls[:-1]
    usual = ["codesign", "--force", "--timestamp", "--options", "runtime", "--sign", IDENTITY]
    assert all(call[:7] == usual for call in signed)
    entitled = [call[-1] for call in signed if call[7:-1] == ["--entitlements", str(SCRIPTS / "entitlements.plist")]]
    assert entitled == [f"{app}/Contents/MacOS/meshnet", str(app)]
    assert all(len(call) == 8 for call in signed if call[-1] not in entitled)


def test_a_signature_that_fails_once_is_made_again(apple: Apple, app: Path) -> None:
    assert apple.run("sign.sh", app, MESHNET_SIGN_IDENTITY=IDENTITY, FAILS="libz.dylib", TIMES="2") == 0
    assert sum(call[-1].endswith("libz.dylib") for call in apple.calls) == 3


@pytest.mark.parametrize("step", ["libtorch_cpu.dylib", "Python.framework", "MacOS/meshnet", "--verify"])
def test_a_step_of_signing_that_fails_ends_it(apple: Apple, app: Path, step: str) -> None:
    assert apple.run("sign.sh", app, MESHNET_SIGN_IDENTITY=IDENTITY, FAILS=step) == 7
    assert step in " ".join(apple.calls[-1])


def test_nothing_is_signed_without_an_identity_or_an_app(apple: Apple, app: Path, tmp_path: Path) -> None:
    assert apple.run("sign.sh", app) == 1
    assert "MESHNET_SIGN_IDENTITY" in apple.said
    assert apple.run("sign.sh", tmp_path, MESHNET_SIGN_IDENTITY=IDENTITY) == 1
    assert apple.calls == []


def test_an_image_has_the_app_and_the_way_to_install_it(apple: Apple, app: Path, tmp_path: Path) -> None:
    image = tmp_path / "meshnet.dmg"
    assert apple.run("make-dmg.sh", app, image) == 0
    create, verify = apple.calls
    assert create[:4] == ["hdiutil", "create", "-volname", "Meshnet"]
    assert create[6:] == ["-fs", "HFS+", "-format", "ULMO", "-ov", "-quiet", str(image)]
    assert apple.in_image == {"Meshnet.app", "Applications"}
    assert verify == ["hdiutil", "verify", "-quiet", str(image)]
    assert not Path(create[5]).exists()


def test_an_image_is_signed_where_there_is_an_identity(apple: Apple, app: Path, tmp_path: Path) -> None:
    assert apple.run("make-dmg.sh", app, tmp_path / "a.dmg", MESHNET_SIGN_IDENTITY=IDENTITY) == 0
    assert [call[0] for call in apple.calls] == ["hdiutil", "codesign", "hdiutil"]
    assert apple.calls[1][-2:] == [IDENTITY, str(tmp_path / "a.dmg")]


def test_a_busy_disk_is_waited_for_and_one_that_stays_so_ends_it(apple: Apple, app: Path, tmp_path: Path) -> None:
    assert apple.run("make-dmg.sh", app, tmp_path / "a.dmg", FAILS="create", TIMES="1") == 0
    assert apple.run("make-dmg.sh", app, tmp_path / "a.dmg", FAILS="volname") == 7


@pytest.fixture
def notary(apple: Apple, tmp_path: Path) -> dict[str, str]:
    (tmp_path / "key.p8").write_text("the very secret key")
    (tmp_path / "a.dmg").touch()
    return {
        "MESHNET_NOTARY_KEY_FILE": str(tmp_path / "key.p8"),
        "MESHNET_NOTARY_KEY_ID": "KEYID12345",
        "MESHNET_NOTARY_ISSUER": "issuer-0123",
    }


def test_an_accepted_image_gets_its_ticket_and_no_secret_is_printed(
    apple: Apple, notary: dict[str, str], tmp_path: Path
) -> None:
    answer = '{"id":"s-1","message":"Processing complete","status":"Accepted"}'
    assert apple.run("notarise.sh", tmp_path / "a.dmg", ANSWER=answer, **notary) == 0
    submit, staple, validate = apple.calls
    assert submit[1:4] == ["notarytool", "submit", str(tmp_path / "a.dmg")]
    assert "--wait" in submit
    assert submit[-6:] == [
        "--key",
        notary["MESHNET_NOTARY_KEY_FILE"],
        "--key-id",
        "KEYID12345",
        "--issuer",
        "issuer-0123",
    ]
    assert [staple[1:3], validate[1:3]] == [["stapler", "staple"], ["stapler", "validate"]]
    assert not any(secret in apple.said for secret in ("very secret", "KEYID12345", "issuer-0123"))


def test_a_refused_image_is_an_error_that_says_why(apple: Apple, notary: dict[str, str], tmp_path: Path) -> None:
    answer = '{"status": "Invalid", "id": "s-1"}'
    assert apple.run("notarise.sh", tmp_path / "a.dmg", ANSWER=answer, **notary) == 1
    assert [call[1:4] for call in apple.calls][-1] == ["notarytool", "log", "s-1"]
    assert "The signature of libtorch.dylib is missing." in apple.said
    assert "the image was not accepted: Invalid" in apple.said


def test_a_service_that_gives_no_answer_is_an_error(apple: Apple, notary: dict[str, str], tmp_path: Path) -> None:
    assert apple.run("notarise.sh", tmp_path / "a.dmg", FAILS="submit", **notary) == 1
    assert len(apple.calls) == 1
    assert "no answer" in apple.said


@pytest.mark.parametrize("name", ["MESHNET_NOTARY_KEY_FILE", "MESHNET_NOTARY_KEY_ID", "MESHNET_NOTARY_ISSUER"])
def test_nothing_is_sent_where_a_part_of_the_key_is_missing(
    apple: Apple, notary: dict[str, str], tmp_path: Path, name: str
) -> None:
    assert apple.run("notarise.sh", tmp_path / "a.dmg", **(notary | {name: ""})) == 1
    assert name in apple.said
    assert apple.calls == []


def test_the_entitlements_are_these_two_and_no_others() -> None:
    content = plistlib.loads((SCRIPTS / "entitlements.plist").read_bytes())
    assert content == {
        "com.apple.security.cs.allow-jit": True,
        "com.apple.security.cs.allow-unsigned-executable-memory": True,
    }


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="needs shellcheck")
def test_the_scripts_pass_shellcheck() -> None:
    scripts = sorted(map(str, SCRIPTS.glob("*.sh")))
    assert len(scripts) == 4
    done = subprocess.run(["shellcheck", "-x", *scripts], cwd=SCRIPTS, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("environ", "steps"),
    [
        ({}, ["make-dmg.sh"]),
        ({"MESHNET_SIGN_IDENTITY": IDENTITY}, ["sign.sh", "make-dmg.sh"]),
        (
            {"MESHNET_SIGN_IDENTITY": IDENTITY, "MESHNET_NOTARY_KEY_FILE": "k"},
            ["sign.sh", "make-dmg.sh", "notarise.sh"],
        ),
    ],
)
def test_what_is_done_depends_on_the_secrets_that_there_are(
    app: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], steps: list[str]
) -> None:
    done: list[str] = []
    monkeypatch.setattr(macos, "_run", lambda script, *arguments: done.append(script))
    image = macos.build_dmg(app, tmp_path / "dist", environ, platform="darwin")
    assert done == steps
    assert image.name.startswith(f"meshnet-{macos.version()}-macos-")


def test_an_image_is_neither_made_elsewhere_nor_notarised_unsigned(app: Path, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="only be made on a Mac"):
        macos.build_dmg(app, tmp_path, {}, platform="linux")
    with pytest.raises(ValueError, match="only what is signed"):
        macos.build_dmg(app, tmp_path, {"MESHNET_NOTARY_KEY_FILE": "k"}, platform="darwin")
