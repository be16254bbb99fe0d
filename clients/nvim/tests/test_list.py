"""Lists in a buffer."""

from __future__ import annotations

import json
from pathlib import Path

from conftest import Start, rows
from neovim import ENTER, ESCAPE, PROJECT, TAB, control


def test_the_cursor_is_the_active_row(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.shows("›   Water the plants", "Send the invoice")
    nvim.frame("list")
    nvim.type("jj")
    nvim.shows("›   Book a table")
    nvim.is_on("Book a table")
    nvim.type(ENTER)
    nvim.shows("Edit task", "Book a table for six", "low")
    nvim.frame("sheet")


def test_a_row_is_ticked_and_that_is_taken_back_and_done_again(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    for key, mark in (("x", "[x]"), ("u", "[ ]"), (control("r"), "[x]")):
        nvim.type(key)
        nvim.until(
            lambda mark=mark: mark in nvim.cursor_line() and "~" not in nvim.cursor_line(), f"it should be {mark}"
        )
        is_done = mark == "[x]"
        nvim.until_quiet(lambda d=is_done: rows(demo / "tasks.jsonl", "done")[0] is d, "that should be written")


def test_deleting_asks_as_the_workspace_says(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("jdd")
    nvim.shows("Delete Send the invoice?", "It is taken out of the file.", "[ Delete ]", "[ Keep it ]")
    nvim.is_on("[ Keep it ]")
    nvim.frame("confirmation")
    nvim.type(ESCAPE)
    nvim.shows_no("Delete Send the invoice?")
    nvim.shows("Send the invoice")
    nvim.type("dd")
    nvim.shows("Delete Send the invoice?")
    nvim.type("d")
    nvim.shows_no("Send the invoice")
    nvim.is_on("Book a table")
    nvim.type("u")
    nvim.shows("Send the invoice", "›   Book a table")
    nvim.is_on("Book a table")


def test_rows_move_and_keep_the_cursor(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("]e")
    nvim.shows("Send the invoice", "›   Water the plants", "Book a table")
    nvim.is_on("Water the plants")
    nvim.type("[e")
    nvim.shows("›   Water the plants", "Send the invoice")


def test_rows_are_selected_one_by_one_and_as_an_area(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type(TAB)
    nvim.shows("1 selected", "●  Water the plants")
    nvim.is_on("Send the invoice")
    nvim.type(f"Vj{TAB}")
    nvim.shows("2 selected", "●  Send the invoice", "●  Book a table")
    nvim.type("c")
    nvim.shows_no("selected")
    nvim.type("*")
    nvim.shows("all selected")


def test_rows_are_filtered_as_words_are_typed(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("/the")
    nvim.shows_no("Book a table")
    nvim.type(f" bic{ENTER}")
    nvim.shows("“the bic”", "Repair the bicycle")
    nvim.shows_no("Water")
    nvim.type(f"/{control('u')}{ESCAPE}")
    nvim.shows("Water the plants", "Book a table")


def test_declared_filters_and_columns_are_offered(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("f")
    nvim.choose("High priority")
    nvim.shows("High priority · 1 row", "Send the invoice")
    nvim.type("f")
    nvim.choose("All rows")
    nvim.shows("Water the plants")
    nvim.type("s")
    nvim.choose("Task")
    nvim.shows("Task ▲", "Book a table", "Read the minutes", "Repair", "Send", "Water")
    nvim.type("s")
    nvim.choose("Task ▲")
    nvim.shows("Task ▼", "Water", "Send", "Repair", "Read the minutes", "Book a table")


def test_groups_have_headers(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="agenda")
    nvim.shows(" high", "Send the invoice", " low", "Read the minutes", " normal", "Water the plants")
    nvim.frame("groups")


def test_a_million_rows_scroll_and_jump(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="parcels")
    nvim.is_on("blue mirror")
    nvim.type("G")
    nvim.is_on("1000000")
    nvim.shows("Parcel", "1000000")
    nvim.type("500000G")
    nvim.is_on(" 500000 ")
    # The column headings stay visible.
    nvim.shows("A million parcels", "Parcel", "499991", "500001")
    nvim.type(control("f"))
    nvim.shows("500020")
    nvim.until(lambda: nvim.cursor_line().startswith("›"), "the row with the cursor should be active")
    nvim.type("gg")
    nvim.is_on("blue mirror")
    nvim.type("f")
    nvim.choose("Heavy")
    nvim.shows("Heavy")
    nvim.until(lambda: "blue mirror" not in nvim.text(), "rows that are not heavy should be gone")


def test_all_that_can_be_done_is_offered(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("g?")
    nvim.shows("g1      Add", "Filter by words")
    nvim.frame("keys")
    nvim.type("q")
    nvim.shows_no("Filter by words")
    nvim.type("a")
    nvim.choose("Tick (x)")
    nvim.shows("Water the plants", "[x]")


PAGES = """\
while IFS= read -r line; do
  id=${line#'{"jsonrpc":"2.0","id":'} id=${id%%,*}
  offset=${line##*'"offset":'} limit=${line##*'"limit":'}
  case $line in
    *'"method":"initialize"'*)
      result='{"protocolVersion":"1","hostInfo":{"name":"p","version":"1"},"capabilities":{"sources":["p"]}}' ;;
    *'"method":"feature/list"'*) result='{"features":[]}' ;;
    *'"method":"source/open"'*) result='{}' ;;
    *'"method":"source/fetch"'*)
      offset=${offset%%[!0-9]*} limit=${limit%%[!0-9]*}
      if [ -f fail ]; then
        printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-31009,"message":"No."}}\\n' "$id"
        continue
      fi
      row='%s{"id":%d,"name":"Row %d"}' end=$((offset + limit)) is_end=false
      if [ $end -ge 300 ]; then end=300 is_end=true; fi
      items=$(awk -v row="$row" -v i="$offset" -v end=$end \\
        'BEGIN { while (i++ < end) { printf row, comma, i, i; comma = "," } }')
      result='{"items":['$items'],"endReached":'$is_end'}' ;;
    *'"id":'*) result=null ;;
    *) continue ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$result"
done
"""


def test_a_row_whose_value_was_dropped_is_marked_until_it_is_back(tmp_path: Path, start: Start) -> None:
    (tmp_path / "p.sh").write_text(PAGES)
    workspace = {
        "plugins": {"p": {"command": ["sh", "p.sh"]}},
        "sources": {"rows": {"type": "plugin", "plugin": "p", "source": "p"}},
        "features": {"rows": {"kind": "list", "title": "Rows", "source": "rows", "pageSize": 100, "maxPages": 1}},
    }
    nvim = start(tmp_path, workspace, feature="rows")
    nvim.shows("Row 2", "Row 3")
    nvim.type("G")
    nvim.shows("Row 299", "Row 300")
    (tmp_path / "fail").touch()
    nvim.type("gg")
    # The active row has kept its value.
    nvim.shows("[ Retry ]", "›   Row 1", "  …")
    (tmp_path / "fail").unlink()
    nvim.type("R")
    nvim.shows("›   Row 1", "Row 2")


def test_an_error_is_shown_and_tried_again(tmp_path: Path, start: Start) -> None:
    (tmp_path / "rows.jsonl").write_text("nonsense\n")
    workspace = {
        "sources": {"rows": {"type": "file", "path": "rows.jsonl"}},
        "features": {"rows": {"kind": "list", "title": "Rows", "source": "rows"}},
    }
    nvim = start(tmp_path, workspace, feature="rows")
    nvim.shows("!", "JSON", "[ Retry ]", "[ Dismiss ]")
    (tmp_path / "rows.jsonl").write_text('{"id": "1", "name": "Right"}\n')
    nvim.type("R")
    nvim.shows("Name", "Right")
    nvim.shows_no("Retry")
    (tmp_path / "rows.jsonl").write_text("nonsense\n")
    nvim.type("r")
    nvim.shows("JSON", "Right")
    nvim.type("X")
    nvim.shows_no("it is not JSON")


def test_nothing_of_a_row_moves_the_cursor(tmp_path: Path, start: Start) -> None:
    name = "a\x1b[2J\x07b\u009b31m\u202ec\nd\u061c\u200f\u2028e"
    workspace = {
        "sources": {"rows": {"type": "inline", "rows": [{"id": "1", "name": name}]}},
        "features": {"rows": {"kind": "list", "title": "R\x1b[2Jows", "source": "rows"}},
    }
    nvim = start(tmp_path, workspace, feature="rows")
    nvim.shows("R·[2Jows", "Name", "a·[2J·b·31m·c⏎d···e")


def test_what_the_demo_asks_of_a_list_is_in_files(demo: Path, start: Start) -> None:
    nvim = start(demo, feature="tasks")
    nvim.is_on("Water the plants")
    nvim.type("o")
    nvim.shows("New task", "What is to be done?")
    nvim.type(f"iBuy milk{control('s')}")
    nvim.shows_no("New task")
    nvim.shows("Buy milk")
    nvim.until(lambda: rows(demo / "tasks.jsonl", "title")[-1] == "Buy milk", "it should be written")


def test_what_a_button_sends_goes_back_as_it_came(tmp_path: Path, start: Start) -> None:
    (tmp_path / "things.jsonl").write_text('{"id":"a","name":"A","due":"x"}\n')
    workspace = {
        "sources": {"things": {"type": "file", "path": "things.jsonl"}},
        "features": {
            "things": {
                "kind": "list",
                "source": "things",
                "toolbar": [
                    {"action": "updateItem", "params": {"id": "a", "patch": {"due": None}}, "title": "Never due"},
                    {"action": "setFilter", "params": {"filter": None}, "title": "All"},
                ],
            }
        },
    }
    nvim = start(tmp_path, workspace, feature="things")
    nvim.shows("Never due", "A", "x")
    nvim.type("g1")
    nvim.until_quiet(lambda: rows(tmp_path / "things.jsonl", "due") == [None], "its due date should be gone")
    nvim.type("g2")
    nvim.shows("All")


def test_rows_as_deep_and_as_long_as_a_host_shows_them(tmp_path: Path, start: Start) -> None:
    deep = "[" * 511 + "1" + "]" * 511
    (tmp_path / "deep.jsonl").write_text(f'{{"id":"1","name":"plain"}}\n{{"id":"2","name":"deep","d":{deep}}}\n')
    long = [{"id": str(number), "name": f"row {number}", "t": "x" * 1_000_000} for number in range(8)]
    (tmp_path / "long.jsonl").write_text("".join(json.dumps(row) + "\n" for row in long))
    workspace = {
        "sources": {name: {"type": "file", "path": f"{name}.jsonl"} for name in ("deep", "long")},
        "features": {
            "deep": {"kind": "list", "source": "deep", "columns": [{"key": "name"}, {"key": "d"}]},
            "long": {"kind": "list", "source": "long"},
        },
    }
    nvim = start(tmp_path, workspace, feature="deep")
    nvim.shows("plain", "deep", "[[[[")
    nvim.command("FeatureHost long")
    nvim.shows("row 0", "row 3")
    # The other rows are together too long for one frame, and are loaded when the cursor moves there.
    nvim.type("G")
    nvim.shows("row 7")


FILES = json.loads((PROJECT / "Tests" / "FrontEnds" / "cells.workspace.json").read_text())


def test_values_are_drawn_as_the_host_has_written_them(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, FILES, feature="files")
    nvim.shows("a.iso", "1.2 MB", "* New", "█████░░░░░  50%", "b.txt", "7 B", "odd")
    nvim.frame("cells")


def test_the_lines_of_a_view_are_drawn_as_the_host_has_written_them(tmp_path: Path, start: Start) -> None:
    nvim = start(tmp_path, FILES, feature="file")
    nvim.shows("About a.iso", "Size   1.2 MB", "State  * New", "Used   █████░░░░░  50%", "Name   a.iso")
