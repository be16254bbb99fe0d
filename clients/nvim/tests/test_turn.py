"""Keys that are typed ahead: a key that acts on rows waits for its turn, or does nothing and reports that."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from conftest import Start, rows
from neovim import ENTER, ESCAPE, TAB, Neovim, control
from test_list import PAGES
from test_search import WORDS

COLUMNS = [{"key": "name", "role": "title"}, {"key": "done", "role": "toggle"}]
TOOLBAR = [{"action": "deleteItems", "params": {"selection": True}, "title": "Delete"}]
WAITS = "waits for what was typed before; CTRL-C stops it"


def things(folder: Path, names: list[str], start: Start, **members: Any) -> Neovim:
    """Returns a Neovim with a list of things, of which twenty are loaded initially; the cursor is on the second."""
    lines = [json.dumps({"id": name, "name": name, "done": False}) + "\n" for name in names]
    (folder / "things.jsonl").write_text("".join(lines))
    workspace = {
        "sources": {"things": {"type": "file", "path": "things.jsonl", "watch": True}},
        "features": {
            "things": {
                "kind": "list", "source": "things", "selection": "multiple", "pageSize": 20, "columns": COLUMNS,
                "toolbar": TOOLBAR,
            } | members
        },
    }  # fmt: skip
    nvim = start(folder, workspace, feature="things")
    nvim.is_on(names[0])
    nvim.type("j")
    nvim.until(lambda: nvim.cursor_line().startswith("›") and names[1] in nvim.cursor_line(), "it should be active")
    return nvim


def gone(folder: Path, names: list[str]) -> list[str]:
    """Returns the things that are no longer in the file."""
    left = rows(folder / "things.jsonl", "name")
    return [name for name in names if name not in left]


def question(title: str, style: str) -> dict[str, Any]:
    """Returns a question about the active row, with one answer."""
    return {"style": style, "target": "activeItem", "title": title, "buttons": [{"id": "y", "title": "Yes"}]}


MANY = [f"Thing {number}" for number in range(1, 401)]


@pytest.mark.parametrize(
    ("typed", "hit"),
    [
        ("Gg1", "Thing 400"),
        ("200Gg1", "Thing 200"),
        ("Gdd", "Thing 400"),
        ("200Gdd", "Thing 200"),
        (f"G{TAB}g1", "Thing 400"),
        ("5jg1", "Thing 7"),
        ("Gkg1", "Thing 399"),
        ("Go", "Thing 400"),
    ],
)
def test_what_is_typed_ahead_is_about_the_row_that_was_gone_to(
    tmp_path: Path, start: Start, typed: str, hit: str
) -> None:
    nvim = things(tmp_path, MANY, start, toolbar=[TOOLBAR[0] | {"role": "primary"}])
    nvim.type(typed)
    nvim.until_quiet(lambda: gone(tmp_path, MANY) != [], "a thing should be gone")
    assert gone(tmp_path, MANY) == [hit]


@pytest.mark.parametrize(("typed", "hit"), [("Gx", 399), ("200Gx", 199), ("GggxGggxx", 0)])
def test_the_row_that_was_gone_to_is_ticked(tmp_path: Path, start: Start, typed: str, hit: int) -> None:
    nvim = things(tmp_path, MANY, start)
    nvim.type(typed)
    wanted = [number == hit for number in range(400)]
    nvim.until_quiet(lambda: rows(tmp_path / "things.jsonl", "done") == wanted, "it should be ticked")


def test_the_row_that_was_gone_to_is_opened(tmp_path: Path, start: Start) -> None:
    ask = question("This is {name}.", "alert")
    opens = {"openItem": {"action": "present", "params": {"modal": "ask"}}}
    nvim = things(tmp_path, MANY, start, modals={"ask": ask}, outputs=opens)
    nvim.type(f"G{ENTER}")
    nvim.shows("This is Thing 400.")


def test_a_button_is_about_the_row_that_was_gone_to_and_is_not_there_yet(tmp_path: Path, start: Start) -> None:
    nvim = things(tmp_path, MANY, start)
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.resize(80, 60)
    nvim.shows("  …", "  …")
    nvim.type("50G")
    nvim.is_on("  …")
    nvim.click("[ g1 Delete ]")
    nvim.shows(f"Delete {WAITS}")
    os.kill(host, signal.SIGCONT)
    nvim.until_quiet(lambda: gone(tmp_path, MANY) != [], "a thing should be gone")
    assert gone(tmp_path, MANY) == ["Thing 50"]


def test_a_macro_is_played_in_turn(tmp_path: Path, start: Start) -> None:
    nvim = things(tmp_path, MANY, start)
    nvim.command("let @m = 'Gg1kg1'")
    nvim.type("@m")
    nvim.until_quiet(lambda: len(gone(tmp_path, MANY)) > 1, "two things should be gone")
    assert "Thing 2" not in gone(tmp_path, MANY)
    assert "Thing 400" in gone(tmp_path, MANY)


FEW = ["alpha 1", "alpha 2", "alpha 3", "beta 1", "beta 2", "beta 3"]


@pytest.mark.parametrize("typed", ["g1", "dd", f"{TAB}g1"])
def test_what_is_typed_behind_a_filter_is_about_its_rows(tmp_path: Path, start: Start, typed: str) -> None:
    nvim = things(tmp_path, FEW, start)
    nvim.type(f"/beta{ENTER}{typed}")
    nvim.until_quiet(lambda: gone(tmp_path, FEW) != [], "a thing should be gone")
    assert gone(tmp_path, FEW) == ["beta 2"]


def test_a_row_of_a_filter_is_ticked(tmp_path: Path, start: Start) -> None:
    nvim = things(tmp_path, FEW, start)
    nvim.type(f"/beta{ENTER}x")
    wanted = [name == "beta 2" for name in FEW]
    nvim.until_quiet(lambda: rows(tmp_path / "things.jsonl", "done") == wanted, "it should be ticked")


def test_rows_are_moved_as_often_as_that_was_typed(tmp_path: Path, start: Start) -> None:
    nvim = things(tmp_path, FEW, start)
    nvim.type("]e]e]e")
    wanted = ["alpha 1", "alpha 3", "beta 1", "beta 2", "alpha 2", "beta 3"]
    nvim.until_quiet(lambda: rows(tmp_path / "things.jsonl", "name") == wanted, "it should be moved three times")


def test_a_key_waits_until_it_is_stopped_and_does_nothing_then(tmp_path: Path, start: Start) -> None:
    nvim = things(tmp_path, FEW, start)
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.type("jg1")
    nvim.shows(f"Delete {WAITS}")
    nvim.type(control("c"))
    nvim.shows("Delete did nothing: what was typed before is not done yet.")
    os.kill(host, signal.SIGCONT)
    nvim.shows("›   alpha 3")
    nvim.type("x")
    nvim.until_quiet(lambda: True in rows(tmp_path / "things.jsonl", "done"), "it should be ticked")
    assert gone(tmp_path, FEW) == []


def test_what_is_typed_behind_a_key_that_does_nothing_is_dropped(tmp_path: Path, start: Start) -> None:
    nvim = things(tmp_path, FEW, start)
    (host,) = nvim.children()
    os.kill(host, signal.SIGSTOP)
    nvim.type("jg1xx")
    nvim.shows(f"Delete {WAITS}")
    os.kill(host, signal.SIGKILL)
    nvim.shows("The host has ended", "[ Restart ]")
    nvim.type(f"{control('w')}wr")
    nvim.shows_no("[ Restart ]")
    nvim.shows("›   alpha")
    nvim.type("Gx")
    wanted = [name == "beta 3" for name in FEW]
    nvim.until_quiet(lambda: rows(tmp_path / "things.jsonl", "done") == wanted, "one alone should be ticked")


def test_a_row_that_can_not_be_loaded_is_told_of(tmp_path: Path, start: Start) -> None:
    (tmp_path / "p.sh").write_text(PAGES)
    ask = question("Take {name}?", "confirmation")
    workspace = {
        "plugins": {"p": {"command": ["sh", "p.sh"]}},
        "sources": {"rows": {"type": "plugin", "plugin": "p", "source": "p"}},
        "features": {
            "rows": {
                "kind": "list", "title": "Rows", "source": "rows", "pageSize": 50, "modals": {"take": ask},
                "toolbar": [{"action": "present", "params": {"modal": "take"}, "title": "Take"}],
            }
        },
    }  # fmt: skip
    nvim = start(tmp_path, workspace, feature="rows")
    nvim.shows("›   Row 1", "Row 2")
    (tmp_path / "fail").touch()
    nvim.type("Gg1")
    nvim.shows("G: the rows behind this one could not be loaded.")
    assert "Take Row" not in nvim.text()
    (tmp_path / "fail").unlink()
    nvim.type("R")
    nvim.shows_no("[ Retry ]")
    nvim.type("Gg1")
    nvim.shows("Take Row 300?")


HOST = """\
#!/usr/bin/env python3
import json, os, signal, sys, threading
kind, refused, folder = {kind!r}, {refused!r}, {folder!r}
actions = ["setActive", "setFilter", "setWindow", "deleteItems", "toggleItem", "selectAll"]
items = [{{"id": name, "value": {{"name": name, "done": False}}}} for name in ("one", "two", "three")]
state = {{"phase": "loaded", "columns": {columns}, "items": items, "count": 3, "totalCount": 3, "activeId": "one",
         "window": {{"offset": 0, "limit": 60}}, "isStale": False, "filter": None, "selection": {{"ids": []}},
         "loads": {{"refresh": {{"status": "idle"}}, "append": {{"status": "idle", "endReached": True}}}}}}
revision = 0
def snapshot(of="list", state=state, toolbar={toolbar}):
    return {{"instance": "i", "feature": "new" if of == kind else "rows", "kind": of, "revision": revision,
            "settled": True, "effects": [], "toolbar": toolbar, "unavailable": {{}}, "errors": [], "queue": [],
            "blocked": None, "presentation": None, "state": state}}
def whole():
    if kind == "list": return snapshot()
    layout = [{{"type": "child", "key": key, "label": key.title()}} for key in ("other", "rows")]
    return snapshot("view", {{"layout": layout, "other": snapshot(), "rows": snapshot()}}, [])
def say(message): os.write(1, json.dumps(dict(message, jsonrpc="2.0")).encode() + b"\\n")
def show():
    global revision
    revision += 1
    say({{"method": "state/snapshot", "params": whole()}})
def arrive():
    # A handler would run after the read of the next line, if the signal arrived immediately before the read.
    while signal.sigwait([signal.SIGUSR1]):
        state.update(items=items[2:], count=1, totalCount=1, activeId="three", isStale=False)
        state["loads"]["refresh"]["status"] = "idle"
        show()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
threading.Thread(target=arrive, daemon=True).start()
open(folder + "/pid", "w").write(str(os.getpid()))
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m: continue
    result, error, params = None, None, m.get("params") or {{}}
    if m["method"] == "initialize":
        result = {{"protocolVersion": "1", "features": [
            {{"id": id, "kind": kind, "actions": [{{"name": name}} for name in actions]}} for id in ("new", "rows")]}}
    elif m["method"] == "feature/open":
        result = {{"instance": "i", "revision": 0, "snapshot": whole()}}
    elif m["method"] == "feature/send":
        action, given = params["action"], params.get("params") or {{}}
        with open(folder + "/sent", "a") as sent:
            print(action, *params.get("path", []), given.get("id", ""), file=sent)
        if action == refused:
            error = {{"code": -31005, "message": "No.", "data": {{"kind": "actionUnavailable", "reason": "gone"}}}}
        elif action == "setActive":
            state["activeId"] = given["id"]
            show()
        elif action == "setWindow":
            state["window"] = given
            show()
        elif action == "setFilter":
            state["isStale"] = True
            state["loads"]["refresh"]["status"] = "loading"
            show()
        result = {{"revision": revision}}
    say({{"id": m["id"], "error": error}} if error else {{"id": m["id"], "result": result}})
"""


def by_hand(folder: Path, start: Start, kind: str = "list", refused: str = "") -> Neovim:
    """Returns a Neovim with a list of three rows, whose host records its requests and refuses one action."""
    host = folder / "host"
    toolbar = [{"action": "deleteItems", "title": "Delete", "role": "destructive"}]
    host.write_text(HOST.format(kind=kind, refused=refused, folder=str(folder), columns=COLUMNS, toolbar=toolbar))
    host.chmod(0o755)
    return start(folder, "absent", feature="new", setup=f"require('featurehost').setup{{cmd = {str(host)!r}}}")


def sent(folder: Path) -> list[str]:
    """Returns the actions that the host has received, except `setWindow`."""
    lines = (folder / "sent").read_text().splitlines() if (folder / "sent").exists() else []
    return [line.strip() for line in lines if "setWindow" not in line]


@pytest.mark.parametrize("typed", ["g1", "dd", "x"])
def test_nothing_is_done_to_another_row_where_a_move_is_refused(tmp_path: Path, start: Start, typed: str) -> None:
    nvim = by_hand(tmp_path, start, refused="setActive")
    nvim.is_on("one")
    nvim.type(f"j{typed}*")
    nvim.shows("did nothing: the row is not there any more.")
    nvim.type("kx")
    nvim.until_quiet(lambda: "toggleItem one" in sent(tmp_path), "that should be sent")
    assert set(sent(tmp_path)) == {"setActive two", "toggleItem one"}


@pytest.mark.parametrize("typed", ["*g1", "g1", "xdd"])
def test_nothing_is_done_to_other_rows_where_a_filter_is_refused(tmp_path: Path, start: Start, typed: str) -> None:
    nvim = by_hand(tmp_path, start, refused="setFilter")
    nvim.is_on("one")
    nvim.type(f"/t{ENTER}{typed}")
    nvim.shows("did nothing: what was typed before was refused.")
    assert set(sent(tmp_path)) == {"setFilter"}


@pytest.mark.parametrize(("typed", "title"), [("g1", "Delete"), ("dd", "Delete"), ("x", "Tick"), ("*", "Select all")])
def test_a_key_waits_for_the_rows_of_a_filter(tmp_path: Path, start: Start, typed: str, title: str) -> None:
    nvim = by_hand(tmp_path, start)
    nvim.is_on("one")
    nvim.type(f"/t{ENTER}{typed}")
    nvim.shows(f"{title} {WAITS}")
    assert set(sent(tmp_path)) == {"setFilter"}
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGUSR1)
    action = {"Delete": "deleteItems", "Tick": "toggleItem three", "Select all": "selectAll"}[title]
    nvim.until_quiet(lambda: sent(tmp_path)[-1] == action, "that should be sent")


@pytest.mark.parametrize("typed", ["dd", "g2"])
def test_a_row_of_a_list_in_a_view_is_the_active_one_of_its_list(tmp_path: Path, start: Start, typed: str) -> None:
    nvim = by_hand(tmp_path, start, kind="view")
    nvim.shows("Other", "one", "two", "three", "Rows", "one", "two", "three")
    nvim.type(f"?two{ENTER}{typed}")
    nvim.until_quiet(lambda: "deleteItems rows" in sent(tmp_path), "that should be sent")
    assert sent(tmp_path) == ["setActive rows two", "deleteItems rows"]


def test_a_result_is_selected_when_the_query_is_answered(tmp_path: Path, start: Start) -> None:
    find = WORDS["features"]["find"] | {"debounceMs": 300}
    nvim = start(tmp_path, WORDS | {"features": {"find": find}}, feature="find")
    nvim.shows("A word")
    nvim.type("hus")
    nvim.shows("1 of 3", "›   Århus")
    nvim.type(f"{control('u')}Rho{TAB}")
    nvim.shows("1 selected", "●  Rho")
    assert "Århus" not in nvim.text()


def test_a_toolbar_of_a_search_is_about_the_results_of_its_query(tmp_path: Path, start: Start) -> None:
    ask = question("Take {word}?", "confirmation")
    find = WORDS["features"]["find"] | {
        "debounceMs": 300, "modals": {"take": ask},
        "toolbar": [{"action": "present", "params": {"modal": "take"}, "title": "Take"}],
    }  # fmt: skip
    nvim = start(tmp_path, WORDS | {"features": {"find": find}}, feature="find")
    nvim.shows("A word")
    nvim.type("hus")
    nvim.shows("1 of 3", "›   Århus")
    nvim.type(f"{control('u')}Rho{ESCAPE}g1")
    nvim.shows("Take Rho?")


SELECT = """vim.ui.select = function(entries, _, chosen)
    _G.choose = function() chosen(entries[1]) end
    vim.notify('There is a choice.')
end"""


def test_what_was_chosen_for_a_row_is_done_to_that_row(tmp_path: Path, start: Start) -> None:
    nvim = things(tmp_path, FEW, start)
    nvim.command(f"lua {SELECT.replace(chr(10), ' ')}")
    nvim.type("a")
    nvim.shows("There is a choice.")
    left = [name for name in FEW if name != "alpha 2"]
    (tmp_path / "things.jsonl").write_text(
        "".join(json.dumps({"id": name, "name": name, "done": False}) + "\n" for name in left)
    )
    nvim.shows_no("alpha 2")
    nvim.command("lua choose()")
    nvim.shows("Delete did nothing: the row is not there any more.")
    nvim.type("x")
    nvim.until_quiet(lambda: True in rows(tmp_path / "things.jsonl", "done"), "one should be ticked")
    assert rows(tmp_path / "things.jsonl", "name") == left


def test_items_of_a_form_go_in_turn(tmp_path: Path, start: Start) -> None:
    field = {"name": "lines", "type": "repeated", "fields": [{"name": "what", "type": "text"}]}
    workspace = {"features": {"order": {"kind": "form", "sections": [{"fields": [field]}]}}}
    names = [{"what": f"Line {number}"} for number in range(1, 5)]
    nvim = start(tmp_path, workspace)
    nvim.command(f"FeatureHost order {json.dumps({'values': {'lines': names}})}")
    nvim.shows("1. What", "4. What", "[ Add ]")
    nvim.type("j")
    nvim.is_on("Line 1")
    nvim.type("]e]eddo")
    nvim.shows("1. What", "Line 2", "2. What", "Line 3", "3. What", "Line 4", "4. What")
    assert "Line 1" not in nvim.text()


def test_a_button_of_an_error_waits_for_no_row(tmp_path: Path, start: Start) -> None:
    (tmp_path / "p.sh").write_text(PAGES)
    workspace = {
        "plugins": {"p": {"command": ["sh", "p.sh"]}},
        "sources": {"rows": {"type": "plugin", "plugin": "p", "source": "p"}},
        "features": {"rows": {"kind": "list", "source": "rows", "pageSize": 100, "maxPages": 1}},
    }
    nvim = start(tmp_path, workspace, feature="rows")
    nvim.shows("›   Row 1", "Row 2")
    nvim.type("G")
    nvim.shows("›   Row 300")
    (tmp_path / "fail").touch()
    nvim.type("gg")
    nvim.shows("[ Retry ]", "…")
    nvim.type(f"j{ENTER}")
    nvim.shows("Open did nothing: the row could not be loaded.")
    (tmp_path / "fail").unlink()
    nvim.click("[ Retry ]")
    nvim.shows_no("[ Retry ]")
    nvim.shows("    Row 1", "›   Row 2")
