"""The plugin as a whole: its help, its health check, its code, and that it leaves nothing behind."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import Start
from neovim import ENTER, FEATUREHOST, NVIM, PLUGIN


def headless(folder: Path, *commands: str) -> str:
    """Returns the output of Neovim when it runs commands with the plugin, without a screen."""
    words = [word for command in commands for word in ("-c", command)]
    ran = subprocess.run(
        [NVIM, "--headless", "-u", "NONE", "--cmd", f"set rtp^={PLUGIN} shada= noswapfile", *words, "-c", "qa!"],
        cwd=folder,
        env=os.environ | {"HOME": str(folder), "FEATUREHOST": FEATUREHOST},
        capture_output=True,
        text=True,
        timeout=240,
    )
    return ran.stdout + ran.stderr


def test_each_tag_of_the_help_is_there_and_is_meant(tmp_path: Path) -> None:
    shutil.copytree(PLUGIN / "doc", tmp_path / "doc", ignore=shutil.ignore_patterns("tags"))
    headless(tmp_path, f"helptags {tmp_path / 'doc'}")
    tags = {line.split("\t")[0] for line in (tmp_path / "doc" / "tags").read_text().splitlines()}
    text = (tmp_path / "doc" / "featurehost.txt").read_text()
    meant = set(re.findall(r"\|([^|\s]+)\|", text))
    assert {"featurehost", ":FeatureHost", "featurehost-keys"} <= tags
    assert {tag for tag in meant if tag.lower().lstrip(":").startswith("featurehost")} <= tags


def test_the_help_names_every_key_and_option() -> None:
    text = (PLUGIN / "doc" / "featurehost.txt").read_text()
    for file in (PLUGIN / "lua" / "featurehost").glob("*_keys.lua"):
        for lhs in re.findall(r"lhs = '([^']+)'", file.read_text()):
            assert lhs in text or lhs in ("<LeftRelease>", "<2-LeftMouse>", "g"), f"{file.name}: {lhs}"
    defaults = (PLUGIN / "lua" / "featurehost" / "config.lua").read_text().partition("\n}")[0]
    options = re.findall(r"^  (\w+) =", defaults, re.MULTILINE)
    assert options and [option for option in options if f"{option} =" not in text] == []


def test_health_says_what_is_missing(demo: Path) -> None:
    find = "lua io.stdout:write(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n'))"
    good = headless(demo, "let g:featurehost_workspace = 'demo.workspace.json'", "checkhealth featurehost", find)
    assert "version" in good and "demo.workspace.json" in good and "ERROR" not in good
    (demo / "bad.json").write_text("{")
    bad = headless(demo, "let g:featurehost_workspace = 'bad.json'", "checkhealth featurehost", find)
    assert "ERROR" in bad and "has mistakes" in bad
    none = headless(demo, "lua require('featurehost').setup{cmd='nowhere'}", "checkhealth featurehost", find)
    assert "nowhere can not be executed" in none and "make build" in none


@pytest.mark.skipif(shutil.which("luacheck") is None, reason="luacheck is not installed")
def test_the_code_is_clean() -> None:
    ran = subprocess.run(["luacheck", "-q", "."], cwd=PLUGIN, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_it_does_what_the_protocol_requires_of_front_ends(tmp_path: Path) -> None:
    client = [NVIM, "--headless", "-u", "NONE", "-c", f"luafile {PLUGIN / 'conform.lua'}"]
    ran = subprocess.run(
        [FEATUREHOST, "conform", "--client", "--timeout", "100", "--", *client],
        cwd=tmp_path,
        env=os.environ | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout
    assert "not met: 0" in ran.stdout.splitlines()[-1]


def test_the_workspace_of_the_readme_is_right(demo: Path, start: Start) -> None:
    workspace = json.loads((PLUGIN / "examples" / "editor.workspace.json").read_text())
    nvim = start(demo, workspace)
    nvim.command("FeatureHost commits")
    nvim.shows("Commits", "First", "Ada")
    nvim.command("FeatureHost files")
    nvim.shows("Files", "Part of a path", "INSERT")
    nvim.type("plan")
    nvim.shows("›   notes/plan.md")


@pytest.mark.parametrize("name", ['say "hi".md', "Ærø/søen.md", "tab\there.md", "back\\slash.md", "1% #2 [x].md"])
def test_files_are_opened_whatever_their_names(demo: Path, start: Start, name: str) -> None:
    workspace = json.loads((PLUGIN / "examples" / "editor.workspace.json").read_text())
    (demo / name).parent.mkdir(exist_ok=True)
    (demo / name).write_text("This is the file.\n")
    subprocess.run(["git", "add", "--all"], cwd=demo, check=True)
    nvim = start(demo, workspace, feature="files")
    nvim.shows("Part of a path")
    nvim.type(f"!plan {name[:3]}")
    nvim.shows("1 of ", "│›   ", ".md")
    nvim.type(ENTER)
    nvim.shows("This is the file.")


def test_it_is_installed_by_a_link_and_removed_with_it(demo: Path) -> None:
    site = demo / ".local/share/nvim/site/pack/featurehost/start"
    site.mkdir(parents=True)
    (site / "featurehost").symlink_to(PLUGIN)

    def exists() -> str:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        ran = subprocess.run(
            [NVIM, "--headless", "-c", "echo exists(':FeatureHost')", "-c", "qa!"],
            env=environment | {"HOME": str(demo)},
            cwd=demo,
            capture_output=True,
            text=True,
            timeout=240,
        )
        return ran.stderr.strip()

    assert exists() == "2"
    (site / "featurehost").unlink()
    assert exists() == "0"


def test_a_match_far_away_in_a_long_line_is_measured_where_it_is_seen(tmp_path: Path) -> None:
    (tmp_path / "far.lua").write_text(
        "local calls, part = 0, vim.fn.strcharpart\n"
        "vim.fn.strcharpart = function(...) calls = calls + 1 return part(...) end\n"
        "local line = ('é'):rep(4000) .. 'x' .. ('y'):rep(1000)\n"
        "local chunks = {}\n"
        "require('featurehost.matches').add(chunks, line, { { 4000, 4001 } }, { width = 12 })\n"
        "for _, chunk in ipairs(chunks) do io.stdout:write(chunk[1]) end\n"
        "io.stdout:write(calls < 100 and ' soon' or ' late')\n"
    )
    assert headless(tmp_path, "luafile far.lua").strip() == "…éééééééééx… soon"


def test_what_goes_wrong_with_one_message_keeps_nothing_from_the_next(tmp_path: Path) -> None:
    (tmp_path / "two.lua").write_text(
        "local heard, has_ended = {}, false\n"
        "require('featurehost.process').start({ 'printf', '{\"n\":1}\\\\n{\"n\":2}\\\\n' }, '.', {\n"
        "  message = function(m) table.insert(heard, m.n) if m.n == 1 then error('the first went wrong') end end,\n"
        "  drained = function() end, exit = function() has_ended = true end,\n"
        "})\n"
        "vim.wait(100000, function() return has_ended end, 5)\n"
        "print(vim.inspect(heard))\n"
    )
    said = headless(tmp_path, "luafile two.lua")
    assert "{ 1, 2 }" in said and "the first went wrong" in said
