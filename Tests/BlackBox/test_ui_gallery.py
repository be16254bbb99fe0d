"""The features of the gallery in `featurehost ui`: what users see and change, played without a terminal."""

import json
import subprocess

from host import BINARY, GUARD


def played(folder, feature, *steps, size="80x24"):
    """Plays steps in a feature, and waits after each; returns the last screen."""
    session = [part for step in steps for part in (step, {"settle": True})]
    (folder / "session.json").write_text(json.dumps([{"settle": True}, *session, {"frame": "End"}]))
    command = [BINARY, "ui", "--play", "session.json", "--size", size, f"gallery:{feature}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=GUARD)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def press(*keys):
    return {"press": list(keys)}


def words(screen):
    """Returns the screen with single blanks between words."""
    return " ".join(screen.split())


def test_buttons_of_a_view(tmp_path):
    assert "Count 0" in words(played(tmp_path, "counter"))
    assert "Count 2" in words(played(tmp_path, "counter", press("tab", "enter", "enter")))


def test_two_children(tmp_path):
    screen = words(played(tmp_path, "twoCounters", press("tab", "tab", "tab", "enter")))
    assert "Count 0" in screen and "Count 1" in screen


def test_children_of_an_array_and_an_optional_child(tmp_path):
    screen = played(tmp_path, "todos")
    assert "Buy milk" in screen and "Call Ada" in screen
    assert "Counter not loaded" in played(tmp_path, "optionalCounter")
    loaded = played(tmp_path, "optionalCounter", press("enter"))
    assert "Count 0" in words(loaded) and "Counter not loaded" not in loaded


def test_tasks_are_completed_and_added(tmp_path):
    screen = played(tmp_path, "taskList")
    assert "Water the plants" in screen and "Loading…" not in screen and "[ ]" in screen
    assert "[ ]" not in played(tmp_path, "taskList", {"click": "[ ]"})
    added = played(tmp_path, "taskList", press("shift+tab", "shift+tab"), {"type": "Rest"}, press("tab", "enter"))
    assert "Task 3" in added and "Rest" in added


def test_a_row_is_selected_and_another_order_is_loaded(tmp_path):
    next = {"click": "Select next"}
    assert played(tmp_path, "animatedList", next) != played(tmp_path, "animatedList", next, next)
    assert "Tea, Cup" in played(tmp_path, "orderDetail")
    assert "Tea, Cup" not in played(tmp_path, "orderDetail", {"click": "Order 2"})


def test_values_are_set_in_place(tmp_path):
    screen = played(tmp_path, "bindingForm", {"type": "Hello"})
    assert "Hello" in screen
    keys = press("tab", "tab", "right", "right", "tab", "right", "right", "right")
    changed = played(tmp_path, "bindingForm", {"type": "Hello"}, keys)
    assert changed != screen
    off = played(tmp_path, "bindingForm", {"type": "Hello"}, keys, press("shift+tab", "shift+tab", "enter"))
    assert off != changed
