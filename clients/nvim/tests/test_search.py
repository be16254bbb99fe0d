"""Searches."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from conftest import Start
from neovim import DOWN, ENTER, ESCAPE, TAB, UP, control

WORDS = {
    "sources": {
        "words": {
            "type": "inline",
            "rows": [
                {"id": "1", "word": "Århus", "kind": "town"},
                {"id": "2", "word": "Rho", "kind": "letter"},
                {"id": "3", "word": "👩‍🚀 rhône", "kind": "river"},
            ],
        }
    },
    "features": {
        "find": {
            "kind": "search",
            "title": "Find a word",
            "source": "words",
            "keys": ["word"],
            "prompt": "A word",
            "debounceMs": 10,
            "selection": "multiple",
            "filters": [{"id": "towns", "title": "Towns", "where": {"key": "kind", "equals": "town"}}],
            "actions": [{"id": "show", "title": "Show"}, {"id": "forget", "title": "Forget"}],
        }
    },
}
TELL = """require('featurehost').setup{
    on_output = function(output) print('handed on', vim.inspect(output.word or #output)) end
}"""


def test_results_follow_what_is_typed(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORDS, feature="find", size=(100, 30), setup=TELL)
    nvim.shows("Find a word", "A word", "Word", "Kind")
    nvim.type("rh")
    nvim.shows("3 of 3", "❯ rh", "›   Rho", "rhône")
    nvim.shows("│ Word", "│ Rho")
    nvim.frame("search")
    nvim.type(DOWN)
    nvim.until(lambda: "│ Rho" not in nvim.text(), "another row should be active")
    nvim.type(f"{UP}{ENTER}")
    nvim.shows("handed on", '"Rho"')
    nvim.shows_no("Find a word")


def test_matches_are_marked_by_letters_and_not_by_bytes(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORDS, feature="find", setup="vim.cmd('hi FeatureHostMatch cterm=bold')")
    nvim.shows("A word")
    nvim.type("hus")
    nvim.shows("1 of 3", "Århus")
    line = next(number for number, shown in enumerate(nvim.lines()) if "Århus" in shown and "❯" not in shown)

    def bold() -> str:
        return "".join(cell.data for _, cell in sorted(nvim.screen.buffer[line].items()) if cell.bold).lstrip("›")

    nvim.until(lambda: bold() == "hus", "the letters that match should be bold")


def test_only_values_that_are_drawn_as_their_text_are_marked(tmp_path: Path, start: Start) -> None:
    row = {"id": "1", "word": "ship", "done": "true", "size": 417}
    columns = [
        {"key": "word", "role": "title"},
        {"key": "done", "type": "toggle"},
        {"key": "size", "label": "Size of it", "type": "number"},
    ]
    find = {"kind": "search", "source": "words", "keys": ["word", "done", "size"], "columns": columns}
    workspace = {
        "sources": {"words": {"type": "inline", "rows": [row]}},
        "features": {"find": {**find, "debounceMs": 10}},
    }
    nvim = start(tmp_path, workspace, feature="find", setup="vim.cmd('hi FeatureHostMatch cterm=strikethrough')")
    nvim.shows("Search")

    def marked() -> str:
        cells = [cell for _, line in sorted(nvim.screen.buffer.items()) for _, cell in sorted(line.items())]
        return "".join(cell.data for cell in cells if cell.strikethrough)

    nvim.type("true")
    nvim.shows("1 of 1", "ship", "[x]", "417")
    assert marked() == ""
    nvim.type(" 41 ip")
    nvim.until(lambda: marked() == "ip41", "the text and the number should be marked")
    line = next(line for line in nvim.lines() if "417" in line)
    heading = next(line for line in nvim.lines() if "Size of it" in line)
    assert line.index("417") + 3 == heading.index("Size of it") + len("Size of it")


def test_several_are_selected_and_handed_on_together(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORDS, feature="find", setup=TELL)
    nvim.shows("A word")
    nvim.type("rh")
    nvim.shows("3 of 3")
    nvim.type(TAB + TAB)
    nvim.shows("2 selected", "●")
    nvim.type(control("o"))
    nvim.choose("Forget")
    nvim.shows("handed on 2")


def test_a_filter_leaves_results_out(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORDS, feature="find")
    nvim.shows("A word")
    nvim.type("rh")
    nvim.shows("3 of 3", "Rho")
    nvim.type(control("f"))
    nvim.choose("Towns")
    nvim.shows("Towns · 1 of 3", "Århus")


def test_the_results_are_a_list_in_normal_mode(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, WORDS, feature="find", setup=TELL)
    nvim.shows("A word")
    nvim.type("rh")
    nvim.shows("3 of 3", "›   Rho")
    nvim.type(ESCAPE)
    nvim.shows_no("INSERT")
    nvim.is_on("Rho")
    nvim.type("j")
    nvim.until(lambda: "›" in nvim.cursor_line() and "Rho" not in nvim.cursor_line(), "the next one should be active")
    nvim.type("i")
    nvim.shows("INSERT")
    nvim.type("x")
    nvim.shows("❯ rhx", "Nothing matches.")
    nvim.type(control("c"))
    nvim.shows_no("Find a word")


def test_the_last_result_is_reached_before_all_lines_are_there(tmp_path: Path, start: Start) -> None:
    rows = [{"id": str(number), "word": f"word {number} {'even' if number % 2 else 'odd'}"} for number in range(4000)]
    book = WORDS | {"sources": {"words": {"type": "inline", "rows": rows}}}
    nvim = start(tmp_path, book, feature="find")
    nvim.shows("A word")
    nvim.type("word")
    nvim.shows("4,000 of 4,000")
    nvim.type(f" even{ESCAPE}G")
    nvim.shows("2,000 of 4,000")
    nvim.is_on("word 3999 even")
    nvim.type("gg")
    nvim.is_on("word 1 even")
    nvim.type("2000G")
    nvim.is_on("word 3999 even")


def test_typing_goes_on_while_a_million_rows_are_searched(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="findParcels", size=(100, 30))
    nvim.shows("What, and where to")
    nvim.type("teapot malmö")
    nvim.shows("❯ teapot malmö")
    nvim.shows("of 1,000,000", "❯ teapot malmö", "teapot", "Malmö")
    nvim.type(" nowhere at all")
    nvim.shows("Nothing matches.")


def test_an_accepted_row_is_presented(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="app", size=(100, 30))
    nvim.shows("Today › Tasks", "[ g6 Files ]")
    nvim.type("g6")
    nvim.shows("Today › Tasks › Files", "Part of a path")
    nvim.shows("INSERT")
    nvim.type("plan")
    nvim.shows("notes/plan.md")
    nvim.type(control("o"))
    nvim.choose("Show what it is")
    nvim.shows("A file", "Path", "notes/plan.md", "[ Submit ] [ Cancel ]")
    nvim.shows_no("INSERT")
    nvim.type("q")
    nvim.shows_no("It is only looked at here.")
    nvim.shows("❯ plan", "INSERT")
    nvim.type(ESCAPE)
    nvim.shows_no("INSERT")
    nvim.type("q")
    nvim.shows_no("Files ›")
    nvim.shows("Today › Tasks", "Water the plants")


def test_a_query_that_is_not_answered_is_still_there(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="files")
    nvim.shows("INSERT")
    nvim.type("p")
    nvim.shows("❯ p", "plan.md")
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.type("l")
    nvim.shows("❯ pl")
    nvim.type(ESCAPE)
    nvim.shows_no("INSERT")
    nvim.type("i")
    nvim.shows("INSERT")
    nvim.type("an")
    nvim.shows("an")
    os.kill(host, signal.SIGCONT)
    nvim.shows("❯ plan")


def test_the_head_of_a_float_has_the_colours_of_the_float(tmp_path: Path, start: Start) -> None:
    words = {"type": "inline", "rows": [{"id": str(n), "word": f"rho {n}"} for n in range(60)]}
    workspace = {"sources": {"words": words}, "features": WORDS["features"]}
    nvim = start(tmp_path, workspace, feature="find", setup="vim.cmd('hi NormalFloat ctermbg=4 ctermfg=7')")
    nvim.shows("A word")
    nvim.type("rh")
    nvim.shows("60 of 60")
    nvim.type(ESCAPE)
    nvim.shows_no("INSERT")
    nvim.type("G")
    nvim.is_on("rho 59")
    nvim.shows("Find a word", "rho 59")

    def colours() -> set[str]:
        """Returns the background colours of the title and of rows, at the float's right end, where there is no text."""
        places = [(line, shown.rindex("│") - 1) for line, shown in enumerate(nvim.lines()) if shown.count("│") > 1]
        return {nvim.screen.buffer[line][column].bg for line, column in places if "›" not in nvim.lines()[line]}

    nvim.until(lambda: colours() == {"blue"}, "all of the float should be blue")
