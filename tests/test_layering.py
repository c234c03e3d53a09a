import ast
import importlib.resources
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_of_the_tree_reaches_the_wheel():
    found = {".".join(path.parent.relative_to(ROOT).parts) for path in ROOT.glob("meshnet_gui/**/__init__.py")}
    assert found | {"meshnet_gui.resources"} == set(PROJECT["tool"]["setuptools"]["packages"])


def test_resources_are_read_through_the_package():
    folder = importlib.resources.files("meshnet_gui.resources")
    assert folder.joinpath("__init__.py").is_file()


def test_the_constraints_fit_the_dependencies():
    pinned = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8")
    assert "torch==2.13.0" in pinned.splitlines()
    assert "torch>=2.13" in PROJECT["project"]["dependencies"]


def test_the_whole_order_of_layers_is_a_contract():
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (order,) = [contract for contract in contracts if contract["type"] == "layers"]
    words = " ".join(order["layers"]).replace("|", " ").replace("(", " ").replace(")", " ").split()
    modules = {path.stem for path in ROOT.glob("meshnet_gui/*.py")} | {
        path.parent.name for path in ROOT.glob("meshnet_gui/*/__init__.py")
    }
    assert modules - {"__init__", "__main__"} <= set(words)
    assert order["exhaustive"]


def test_every_foreign_package_that_we_import_is_declared():
    declared = {re.split(r"[><=;\[ ]", line)[0].lower() for line in PROJECT["project"]["dependencies"]}
    imported = set()
    for path in ROOT.glob("meshnet_gui/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            imported |= {name.split(".")[0] for name in names}
    foreign = {name for name in imported if name not in sys.stdlib_module_names} - {"meshnet_gui"}
    renamed = {
        "PySide6": "pyside6-essentials",
        "shiboken6": "pyside6-essentials",
        "zenoh": "eclipse-zenoh",
        "zxingcpp": "zxing-cpp",
    }
    assert {renamed.get(name, name).lower() for name in foreign} <= declared
