"""Texts: their lines, the window over them, hunks, searches and growing files."""

from __future__ import annotations

import json
from pathlib import Path

from FrontEnds.emacs import ENTER, META, Emacs, control
from test_screens import compare

DIFF = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@ main\n-c\n+d\n"
LONG = "a line that is longer than the window " * 4
NOTES = "\n".join(f"line {number}" for number in range(1, 1001))
PATCH = {"action": "present", "params": {"modal": "patch"}, "take": {"/params/patch": "/value/patch"}}
FEATURES = {
    "notes": {"kind": "text", "title": "Notes", "text": NOTES},
    "plain": {"kind": "text", "title": "Plain", "text": f"see https://a.b\ta\x1b[31m\u202ered\n\n{LONG}\nend"},
    "diff": {
        "kind": "text",
        "title": "Changes",
        "text": DIFF,
        "format": "diff",
        "modals": {"patch": {"style": "sheet", "feature": "patch"}},
        "outputs": {"openHunk": PATCH},
    },
    "patch": {
        "kind": "text",
        "title": "The hunk",
        "params": {"patch": {"type": "string", "required": True}},
        "text": {"param": "patch"},
        "format": "diff",
    },
    "log": {"kind": "text", "title": "Log", "source": "log", "follow": True, "pageSize": 1000},
}


def workspace(folder: Path) -> Path:
    """Writes a workspace with texts."""
    (folder / "log.txt").write_text("".join(f"entry {number}\n" for number in range(1, 1001)))
    log = {"type": "file", "path": "log.txt", "format": "lines", "watch": True}
    (folder / "w.json").write_text(json.dumps({"sources": {"log": log}, "features": FEATURES}))
    return folder / "w.json"


def scroll(emacs: Emacs, pages: int) -> None:
    """Scrolls by pages, and waits for each of them."""
    for page in range(pages):
        top = emacs.tty.lines()[2]
        emacs.tty.type(control("v"))
        emacs.tty.until(lambda top=top: emacs.tty.lines()[2] != top, f"page {page} is not scrolled to")


def test_lines_are_drawn_and_broken(tmp_path: Path) -> None:
    with Emacs(tmp_path, workspace(tmp_path)) as emacs:
        emacs.open("Plain")
        compare(emacs, "text-plain", "see https://a.b", "end")
        emacs.tty.type("w")
        compare(emacs, "text-cut", "longer than the window", "end")
        emacs.tty.type("y")
        emacs.shows("Copied the line")
        emacs.tty.type("w")
        emacs.shows("longer t\\")
        emacs.tty.type(control("x") + "b*scratch*" + ENTER + control("y"))
        # The tab and the escape are copied as they are.
        emacs.shows("see https://a.b a^[[31m")


def test_the_window_follows_the_cursor(tmp_path: Path) -> None:
    with Emacs(tmp_path, workspace(tmp_path)) as emacs:
        emacs.open("Notes")
        emacs.shows("line 1", "line 26", "1/1,000")
        scroll(emacs, 12)
        emacs.tty.type(">")
        emacs.shows("line 1000", "1,000/1,000")
        emacs.has_cursor("line 1000")
        emacs.tty.type(control("p") + META + "gg500" + ENTER)
        emacs.shows("line 500", "500/1,000")
        emacs.has_cursor("line 500")
        emacs.tty.type("<")
        emacs.shows("line 1", "line 2", " 1/1,000")
        emacs.has_cursor("line 1")


def test_a_region_is_longer_than_the_window(tmp_path: Path) -> None:
    with Emacs(tmp_path, workspace(tmp_path)) as emacs:
        emacs.open("Notes")
        emacs.shows("line 1", "1/1,000")
        emacs.tty.type(control("n") + control("@"))
        scroll(emacs, 12)
        emacs.tty.type(META + "w")
        emacs.shows("Copied the region")
        last = int(emacs._line_of_cursor().removeprefix("line "))
        assert last > 250
        copied = "(let ((words (split-string (current-kill 0)))) (list (length words) (nth 1 words)))"
        emacs.tty.type(META + ":" + copied + ENTER)
        emacs.shows(f'({2 * (last - 2)} "2")')
        # Without its beginning, a region is not a region.
        emacs.tty.type(control("@") + ">" + META + "w")
        emacs.shows("line 1000", "Copied the line")


def test_a_text_is_found_and_the_next_one(tmp_path: Path) -> None:
    with Emacs(tmp_path, workspace(tmp_path)) as emacs:
        emacs.open("Notes")
        emacs.shows("1/1,000")
        emacs.tty.type("/99" + ENTER)
        emacs.has_cursor("line 99")
        compare(emacs, "text-find", "99/1,000", "“99” 1/19")
        emacs.tty.type("nn")
        emacs.shows("“99” 3/19")
        emacs.has_cursor("line 299")
        # The search goes on from the line at point, also right after a movement.
        emacs.tty.type(control("n") + "N")
        emacs.shows("“99” 3/19")
        emacs.tty.type("N")
        emacs.has_cursor("line 199")
        emacs.tty.type("s" + ENTER)
        emacs.shows_no("“99”")


def test_hunks_are_reached_and_accepted(tmp_path: Path) -> None:
    with Emacs(tmp_path, workspace(tmp_path)) as emacs:
        emacs.open("Changes")
        emacs.shows("diff --git", "1/9")
        emacs.tty.type("}")
        emacs.has_cursor("@@ -1 +1 @@")
        emacs.tty.type("}")
        emacs.has_cursor("@@ -9 +9 @@ main")
        compare(emacs, "text-diff", "7/9")
        emacs.tty.type(control("n") + ENTER)
        compare(emacs, "text-hunk", "@@ -9 +9 @@ main", "+d", "The hunk")
        emacs.tty.type("q")
        emacs.shows("@@ -1 +1 @@")
        emacs.tty.type("{{")
        emacs.has_cursor("@@ -1 +1 @@")
        emacs.tty.type("<" + ENTER)
        emacs.shows("Accept span: there is no link, place or hunk here")


def test_a_growing_file_is_followed_from_its_last_line(tmp_path: Path) -> None:
    with Emacs(tmp_path, workspace(tmp_path)) as emacs:
        emacs.open("Log")
        compare(emacs, "text-follow", "entry 1000", "1,000/1,000", "following")
        with (tmp_path / "log.txt").open("a") as log:
            log.write("".join(f"more {number}\n" for number in range(1, 501)))
        emacs.shows("more 500", "1,500/1,500", "following")
        emacs.has_cursor("more 500")
        # Above the last line, the cursor stays where it is.
        emacs.tty.type(control("p") * 3)
        emacs.has_cursor("more 497")
        with (tmp_path / "log.txt").open("a") as log:
            log.write("most\n")
        emacs.shows("1,497/1,501")
        emacs.has_cursor("more 497")
        emacs.tty.type("<")
        emacs.has_cursor("entry 1")
        emacs.shows_no("following")
