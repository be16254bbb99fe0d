"""Texts."""

from __future__ import annotations

from pathlib import Path

from conftest import Start
from neovim import ENTER

DIFF = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\n"
MANY = {"features": {"t": {"kind": "text", "title": "Notes", "text": "\n".join(f"line {n}" for n in range(1, 1001))}}}
FORMATS = {
    "features": {
        "diff": {"kind": "text", "title": "Changes", "text": DIFF, "format": "diff"},
        "log": {"kind": "text", "title": "Log", "text": "\x1b[1;31mred\x1b[0m é see https://a.b", "format": "ansi"},
    }
}
GROUPS = """function Groups()
  local found = {}
  local spaces = vim.api.nvim_get_namespaces()
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, spaces.featurehost, 0, -1, { details = true })) do
    local group = mark[4].hl_group
    if group then table.insert(found, group .. ' ' .. mark[3] .. '-' .. mark[4].end_col) end
  end
  return table.concat(found, '|')
end"""


def test_lines_are_those_of_the_text_and_the_window_follows(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, MANY, feature="t")
    nvim.shows("Notes", "1/1,000", "line 1", "line 2")
    nvim.type("G")
    nvim.shows("1,000/1,000", "line 1000")
    nvim.type("500G")
    nvim.shows("500/1,000", "line 500")
    nvim.is_on("line 500")


def test_a_text_is_found_and_the_next_one(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, MANY, feature="t")
    nvim.shows("1/1,000")
    nvim.type(f"/99{ENTER}")
    nvim.shows("“99” 1/19", "99/1,000")
    nvim.is_on("line 99")
    nvim.type("nn")
    nvim.shows("“99” 3/19")
    nvim.type("N")
    nvim.is_on("line 199")


def test_hunks_are_reached_by_keys(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, FORMATS, feature="diff")
    nvim.shows("diff --git", "@@ -1 +1 @@")
    nvim.type("]]")
    nvim.is_on("@@ -1 +1 @@")
    nvim.type("]]")
    nvim.is_on("@@ -9 +9 @@")
    nvim.type("[[")
    nvim.is_on("@@ -1 +1 @@")


def test_spans_are_highlighted_by_letters_and_not_by_bytes(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, FORMATS, feature="log", setup=GROUPS)
    nvim.shows("Log", "red é see https://a.b")
    nvim.command("lua print(Groups())")
    nvim.shows_message("FeatureHostSpanAnsiboldfgred 2-5|FeatureHostLink 13-24")
