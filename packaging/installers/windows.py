"""The program for Windows: what its executables say of themselves."""

from __future__ import annotations

from installers.places import CONSOLE, WINDOW, version

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
