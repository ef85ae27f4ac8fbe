"""The house keeps its order: imports point downwards only, and pytest stays in the glue."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "inventory": {"inventory"},
    "probes": {"probes", "inventory"},
    "launch": {"launch", "probes", "inventory"},
    "reports": {"reports", "inventory"},
    "fixtures": {"fixtures", "reports", "launch", "probes", "inventory"},
    "infra_tests": {"infra_tests", "fixtures", "reports", "launch", "probes", "inventory"},
}
WITHOUT_PYTEST = ("inventory", "probes", "launch", "reports")
FILES = [path for folder in MAY_IMPORT for path in sorted((ROOT / folder).rglob("*.py"))]


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module.partition(".")[0]


def test_there_is_code_in_every_folder():
    assert {path.relative_to(ROOT).parts[0] for path in FILES} == set(MAY_IMPORT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_downwards(path):
    folder = path.relative_to(ROOT).parts[0]
    assert set(imported(path)) & set(MAY_IMPORT) <= MAY_IMPORT[folder]


@pytest.mark.parametrize("folder", WITHOUT_PYTEST)
def test_below_the_glue_nothing_imports_pytest(folder):
    offenders = [
        path
        for path in FILES
        if path.relative_to(ROOT).parts[0] == folder and "pytest" in set(imported(path))
    ]
    assert offenders == []


def test_no_module_is_named_after_nothing():
    vague = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}
    assert [path for path in FILES if path.stem in vague] == []
