"""The program in a pseudo-terminal: its start, its end, and its output."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from terminal_tty import started
from test_terminal_search_host import workspace

SIGNALS = [signal.SIGHUP, signal.SIGINT, signal.SIGTERM]
_STYLES = re.compile(rb"\x1b\[([0-9;]*)m")


def test_what_is_typed_at_once_goes_to_the_first_screen(tmp_path: Path) -> None:
    file = workspace(tmp_path, debounceMs=0)
    with started(tmp_path, "--feature", "find", "--workspace", str(file)) as tty:
        tty.type(b"1")
        tty.until(lambda: tty.modes() != tty.before, "held")
        # ctrl+u deletes the text before it, whether the terminal or the program reads it.
        tty.type(b"none\x1512")
        tty.wait_for("cheese 12")
        tty.type(b"\x03")
        assert tty.ends() == 0 and tty.modes() == tty.before


@pytest.mark.parametrize("number", SIGNALS, ids=[number.name for number in SIGNALS])
@pytest.mark.parametrize("is_drawn", [False, True], ids=["starting", "drawn"])
def test_a_signal_leaves_the_terminal_as_it_was(tmp_path: Path, number: signal.Signals, is_drawn: bool) -> None:
    with started(tmp_path) as tty:
        if is_drawn:
            tty.wait_for("quit")
        else:
            tty.until(lambda: tty.modes() != tty.before, "held")
        tty.program.send_signal(number)
        assert tty.ends() == 128 + number
        assert tty.modes() == tty.before
        assert tty.written.rfind(b"\x1b[?1049h") <= tty.written.rfind(b"\x1b[?1049l")
        assert b"Traceback" not in tty.written


def test_without_colours_it_writes_none(tmp_path: Path) -> None:
    with started(tmp_path, "--feature", "gallery:task", NO_COLOR="1") as tty:
        tty.wait_for("quit")
        tty.type(b"\x03")
        assert tty.ends() == 0
        codes = {code for style in _STYLES.findall(tty.written) for code in style.split(b";")}
        assert codes <= {b"", b"0", b"1", b"2", b"3", b"4", b"7", b"39", b"49"}


def test_its_problems_may_go_to_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with started(tmp_path, "gallery:task", log=log) as tty:
        tty.wait_for("quit")
        tty.type(b"\x03")
        assert tty.ends() == 0 and tty.modes() == tty.before
    with started(tmp_path, "--workspace", "nothing.json", log=log) as tty:
        assert tty.ends() == 2
    assert log.read_text().startswith("featurehost-terminal: ") and "nothing.json" in log.read_text()


@pytest.mark.parametrize("words", [["a", "--feature", "b"], ["a", "--run", "b"], ["a", "b"]], ids=" ".join)
def test_one_feature_is_opened(tmp_path: Path, words: list[str]) -> None:
    with started(tmp_path, *words) as tty:
        assert tty.ends() == 2 and b"error: " in tty.written


def test_nothing_is_drawn_on_a_dumb_terminal(tmp_path: Path) -> None:
    with started(tmp_path, TERM="dumb") as tty:
        assert tty.ends() == 2
        assert b"nothing can be drawn" in tty.written and b"\x1b" not in tty.written
