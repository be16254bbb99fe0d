"""The tool `packages` over dpkg's own data."""

from __future__ import annotations

import subprocess
from pathlib import Path

from .tool import Tool


def query(*args: str) -> list[str]:
    return subprocess.run(["dpkg-query", *args], check=True, capture_output=True, text=True).stdout.splitlines()


def test_the_installed_packages_are_those_of_dpkg(tmp_path: Path) -> None:
    with Tool("packages", tmp_path) as tool:
        screen = tool.open("packages")
        screen.send("setWindow", offset=0, limit=10_000)
        assert set(screen.ids) == set(query("-W", "-f", "${binary:Package}\n"))
        assert screen.rows["coreutils"]["version"] == query("-W", "-f", "${Version}", "coreutils")[0]


def test_a_section_is_a_link(tmp_path: Path) -> None:
    with Tool("packages", tmp_path) as tool:
        screen = tool.open("packages", section="utils")
        assert screen.ids and {row["section"] for row in screen.rows.values()} == {"utils"}


def test_details_and_files_of_a_package(tmp_path: Path) -> None:
    with Tool("packages", tmp_path) as tool:
        screen = tool.open("packages")
        screen.accept("facts", "coreutils")
        assert "Package: coreutils" in screen.inside.lines
        screen.leave()
        screen.accept("files", "coreutils")
        assert screen.inside.lines[:3] == query("-L", "coreutils")[:3]


def test_dependencies_are_followed_to_any_depth(tmp_path: Path) -> None:
    with Tool("packages", tmp_path) as tool:
        screen = tool.open("packages")
        screen.accept("needs", "bash")
        first = screen.inside
        assert "base-files" in first.ids or "libc6" in first.ids
        first.send("openItem", id="libc6")
        second = first.inside
        assert "libgcc-s1" in second.ids or "libcrypt1" in second.ids
        first.leave()
        screen.leave()
        screen.send("setFilter", filter={"text": "libc6"})
        screen.accept("neededBy", next(id for id in screen.ids if id.split(":")[0] == "libc6"))
        assert "bash" in screen.inside.ids


def test_the_owner_of_a_file_is_found(tmp_path: Path) -> None:
    with Tool("packages", tmp_path) as tool:
        screen = tool.open("owners")
        screen.send("setQuery", query="/bin/ls")
        screen.until(lambda screen: screen.state["status"] == "success")
        results = [item["value"] for group in screen.state["groups"] for item in group["items"]]
        assert {"package": "coreutils", "path": "/bin/ls"} in [
            {"package": row["package"], "path": row["path"].replace("/usr/bin", "/bin")} for row in results
        ]


def test_sizes_are_written_in_the_unit_that_fits(tmp_path: Path) -> None:
    with Tool("packages", tmp_path) as tool:
        screen = tool.open("packages")
        screen.send("setWindow", offset=0, limit=10_000)
        kib = int(query("-W", "-f", "${Installed-Size}", "coreutils")[0])
        assert screen.cells["coreutils"]["kib"] == f"{kib / 1024:.1f} MiB"
