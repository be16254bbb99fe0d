"""Colours, fillers, titles and empty places, with the default colours of the Neovim under test."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Start
from neovim import ESCAPE, Neovim
from pyte.screens import Char

FIELDS = [{"name": "a", "type": "text"}]
NOTE = {"features": {"note": {"kind": "form", "title": "Note", "sections": [{"fields": FIELDS}]}}}
# Neovim asks the terminal for its colours, and this terminal doesn't answer.
COLOURS = "vim.o.termguicolors, vim.o.background = {}, '{}'"
MENU = {"magenta", "brightmagenta", "bfightmagenta", "ff00ff", "ffd7ff"}


def cells_of(nvim: Neovim, text: str) -> list[Char]:
    """Returns the cells of a text on the screen."""
    line, column = next((n, line.index(text)) for n, line in enumerate(nvim.screen.display) if text in line)
    return [nvim.screen.buffer[line][column + index] for index in range(len(text))]


@pytest.mark.parametrize("background", ["dark", "light"])
@pytest.mark.parametrize("is_true", ["true", "false"])
def test_floats_can_be_read_without_a_colour_scheme(demo: Path, start: Start, is_true: str, background: str) -> None:
    nvim = start(demo, feature="tasks", setup=COLOURS.format(is_true, background))
    nvim.is_on("Water the plants")
    nvim.type("g1")
    nvim.shows("New task", "What is to be done?", "[ Submit ]")
    for text in ("New task", "Title *", "What is to be done?", "normal", "[ Submit ]"):
        for cell in cells_of(nvim, text):
            assert cell.bg not in MENU and not cell.reverse, text
            assert cell.fg != cell.bg or cell.fg == "default", text


def test_colours_of_floats_can_be_chosen(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks", setup="vim.cmd('highlight FeatureHostFloat ctermbg=4')")
    nvim.is_on("Water the plants")
    nvim.type("g1")
    nvim.shows("New task")
    assert {cell.bg for cell in cells_of(nvim, "New task")} == {"blue"}


def test_the_filler_is_hidden_for_features_alone(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks", setup="vim.o.fillchars = 'vert:X'")
    nvim.is_on("Water the plants")
    assert "~" not in nvim.text()
    nvim.command("vertical rightbelow split notes/plan.md")
    nvim.shows("Water", "X~")
    nvim.command("only")
    nvim.shows("three", "~")
    nvim.command("FeatureHost tasks")
    nvim.is_on("Water the plants")
    assert "~" not in nvim.text()
    nvim.command("enew")
    nvim.shows_no("Water")
    assert nvim.lines()[1] == "~"


def test_the_status_line_shows_the_title(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks", setup="vim.o.laststatus = 2")
    nvim.shows("Water the plants", "\n Tasks  ")
    assert "featurehost://" not in nvim.text()
    nvim.command("edit notes/plan.md")
    nvim.shows("three", "notes/plan.md")


def test_a_status_line_of_the_user_stays(demo: Path, start: Start) -> None:
    mine = "vim.o.laststatus, vim.o.statusline = 2, [[mine: %{get(b:,'featurehost_title','')}]]"
    nvim = start(demo, feature="tasks", setup=mine)
    nvim.shows("Water the plants", "\nmine: Tasks")


def test_buffers_have_the_titles_as_their_names(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.command("FeatureHost tasks a=1")
    nvim.command("FeatureHost agenda")
    nvim.shows(" high", "Send the invoice")
    nvim.command("ls")
    nvim.shows('"featurehost://Tasks"', '"featurehost://Agenda"')


def test_an_empty_field_has_a_visible_place(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, NOTE, feature="note")
    nvim.shows("A    ____________________\n")
    nvim.is_on("A    ____________________")
    nvim.type(f"ix{ESCAPE}")
    nvim.shows("A    x\n")


def test_a_long_query_ends_before_the_preview(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="files", size=(120, 24))
    nvim.shows("❯ Part of a path")
    assert nvim.text().count("Part of a path") == 1
    nvim.type("plan" + " notes" * 20)
    nvim.shows("›   notes/plan.md", "│ notes/plan.md")
    line = next(line for line in nvim.lines() if "❯" in line)
    edge = next(line for line in nvim.lines() if "│ notes/plan.md" in line).rindex("│ notes")
    assert line[:edge].rstrip().endswith("notes")
    assert line[edge:].strip() == "│"
