"""The program for Windows: what its executables say of themselves, and the installer that people download.

The installer is made by NSIS from ``packaging/windows``, on Linux as on Windows.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from installers.payload import payload_script
from installers.places import CONSOLE, PACKAGING, ROOT, WINDOW, file_name, version

SIGN_VARIABLE = "MESHNET_WINDOWS_SIGN"
"""A command that signs the file whose name is appended; without it nothing is signed."""
_SIDE_SIZE, _SIDE_COLOUR = (328, 628), (238, 245, 245)
_TARGET_64, _TARGET_32 = "amd64-unicode", "x86-unicode"

_DESCRIPTIONS = {WINDOW: "Meshnet", CONSOLE: "Meshnet (command line)"}
_LANGUAGE, _UNICODE = 0x0409, 1200
_RESOURCE = """\
VSVersionInfo(
    ffi=FixedFileInfo(
        filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0x0, OS=0x40004, fileType=0x1, subtype=0x0, date=(0, 0)
    ),
    kids=[
        StringFileInfo([StringTable("{table}", [{strings}])]),
        VarFileInfo([VarStruct("Translation", [{language}, {code_page}])]),
    ],
)
"""


def version_resource(executable: str = WINDOW) -> str:
    """The text of the version file that PyInstaller takes for one of the two executables."""
    strings = {
        "CompanyName": "Meshnet",
        "FileDescription": _DESCRIPTIONS[executable],
        "FileVersion": version(),
        "InternalName": executable,
        "LegalCopyright": "The Meshnet contributors. Apache License 2.0.",
        "OriginalFilename": f"{executable}.exe",
        "ProductName": "Meshnet",
        "ProductVersion": version(),
    }
    return _RESOURCE.format(
        numbers=version_numbers(),
        table=f"{_LANGUAGE:04X}{_UNICODE:04X}",
        strings=", ".join(f'StringStruct("{name}", "{value}")' for name, value in strings.items()),
        language=_LANGUAGE,
        code_page=_UNICODE,
    )


def version_numbers() -> tuple[int, ...]:
    """The version as the four numbers that Windows compares."""
    numbers = [int(part) for part in version().split(".")]
    if len(numbers) > 4 or any(number > 0xFFFF for number in numbers):
        raise ValueError(f"Windows cannot say the version {version()}")
    return (*numbers, 0, 0, 0, 0)[:4]


def build_setup(bundle: Path, icons: Path, out: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Makes the installer of ``bundle`` in the folder ``out`` and returns it.

    Raises FileNotFoundError without ``makensis``, CalledProcessError where it fails (it has said why).
    """
    program = makensis()
    out.mkdir(parents=True, exist_ok=True)
    target = out / file_name("-setup.exe", "win32")
    made = out / "setup-parts"
    made.mkdir(exist_ok=True)
    payload, picture = made / "payload.nsh", made / "side.bmp"
    payload.write_text(payload_script(bundle.resolve()), encoding="utf-8")
    _draw_side(icons, picture)
    defines = {
        "TARGET": _target(program),
        "VERSION": version(),
        "NUMBERS": ".".join(map(str, version_numbers())),
        "OUT": str(target.resolve()),
        "ICON": str((icons / "meshnet.ico").resolve()),
        "LICENCE": str(ROOT / "LICENSE"),
        "PAYLOAD": str(payload.resolve()),
        "PICTURE": str(picture.resolve()),
    }
    if sign := environ.get(SIGN_VARIABLE, ""):
        defines["SIGN"] = sign
    options = [f"-D{name}={value}" for name, value in defines.items()]
    script = PACKAGING / "windows" / "meshnet.nsi"
    target.unlink(missing_ok=True)
    try:
        subprocess.run([program, "-V2", "-WX", "-INPUTCHARSET", "UTF8", *options, str(script)], check=True)
    except subprocess.CalledProcessError:
        target.unlink(missing_ok=True)  # it may be there, and unsigned
        raise
    finally:
        shutil.rmtree(made)
    return target


def _draw_side(icons: Path, target: Path) -> None:
    """The picture on the left of the last page, twice as large as it is shown at 96 dpi."""
    from PIL import Image

    with Image.open(icons / "png" / "128.png") as icon:
        picture = Image.new("RGB", _SIDE_SIZE, _SIDE_COLOUR)
        picture.paste(icon, ((_SIDE_SIZE[0] - icon.width) // 2, 80), icon.convert("RGBA"))
    picture.save(target)


def makensis() -> str:
    """Where NSIS's compiler is. Raises FileNotFoundError."""
    places = (shutil.which("makensis"), r"C:\Program Files (x86)\NSIS\makensis.exe")
    for place in places:
        if place and Path(place).exists():
            return place
    raise FileNotFoundError("makensis is not here: install NSIS (the package nsis)")


def _target(program: str) -> str:
    """An installer of 64 bit where this NSIS can make one, as Debian's; NSIS's own for Windows makes those of 32."""
    said = subprocess.run([program, "-HDRINFO"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"NSISDIR=([^,\n]+)", said)
    folder = Path(found[1]) if found else Path(program).parent
    return _TARGET_64 if (folder / "Stubs" / f"lzma_solid-{_TARGET_64}").exists() else _TARGET_32
