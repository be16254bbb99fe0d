"""The modules of the package: no cyclic imports, and no repeated documentation."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import featurehost
import pytest

PACKAGE = Path(featurehost.__file__).parent
MODULES = {
    ".".join(part for part in path.relative_to(PACKAGE.parent).with_suffix("").parts if part != "__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
# The two clients, and their common modules.
CLIENTS = ["host", "aio", "base_host", "instance", "aio_instance", "base_child", "link"]
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def imported(module: str, path: Path) -> Iterator[str]:
    """Yields the modules that a module imports from the package, also in functions and under `TYPE_CHECKING`."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package[: len(package) + 1 - node.level] if node.level else []
            origin = ".".join([*parts, *filter(None, [node.module])])
            names = {f"{origin}.{alias.name}" for alias in node.names}
            # A name is a module of a package, or a member of the package itself.
            yield from names & MODULES.keys()
            if names - MODULES.keys():
                yield origin


def circle(graph: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def documentation(path: Path) -> Iterator[str]:
    nodes = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, DOCUMENTED))
    return filter(None, map(ast.get_docstring, nodes))


def repeated(paths: list[Path]) -> list[str]:
    texts = [text for path in paths for text in documentation(path)]
    return [text for text in set(texts) if texts.count(text) > 1]


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: set(imported(name, path)) & MODULES.keys() for name, path in MODULES.items()}
    # The package loads its modules at their first use.
    del graph["featurehost"]
    assert {"featurehost.base_host", "featurehost.instance"} <= graph["featurehost.host"]
    assert "featurehost.plugin.stdio" in graph["featurehost.plugin.plugin"], "an import in a function counts"
    assert "featurehost.plugin.features.desk" in graph["featurehost.plugin.session"], "one for types alone counts"
    assert circle(graph) == []


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"b"}})) == {"b", "c"}


def test_no_documentation_of_several_lines_stands_twice() -> None:
    assert [text for text in repeated(list(MODULES.values())) if "\n" in text] == []


def test_the_two_clients_have_no_documentation_twice() -> None:
    assert repeated([PACKAGE / f"{name}.py" for name in CLIENTS]) == []


@pytest.mark.parametrize("directory", ["plugin", "sources"])
def test_subpackages_are_looked_at(directory: str) -> None:
    assert any(name.startswith(f"featurehost.{directory}.") for name in MODULES)
