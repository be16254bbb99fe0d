"""The tool `logs` over a file that grows."""

from __future__ import annotations

import threading
from pathlib import Path

from .tool import Tool


def test_lines_arrive_as_they_are_written(tmp_path: Path) -> None:
    log = tmp_path / "app.log"
    log.write_text("info: started\nerror: disk full\n")
    with Tool("logs", tmp_path) as tool:
        screen = tool.open("log", file=str(log))
        assert screen.lines == ["info: started", "error: disk full"]
        with log.open("a") as file:
            file.write("warning: nearly full\n")
        screen.until(lambda screen: screen.lines[-1:] == ["warning: nearly full"])


def test_levels_are_filters_that_new_lines_pass_too(tmp_path: Path) -> None:
    log = tmp_path / "app.log"
    log.write_text("info: a\nerror: b\nFATAL: c\nwarning: d\ndebug: e\n")
    with Tool("logs", tmp_path) as tool:
        screen = tool.open("log", file=str(log))
        screen.send("setFilter", filter="errors")
        assert screen.lines == ["error: b", "FATAL: c"]
        with log.open("a") as file:
            file.write("info: f\nerror: g\n")
        screen.until(lambda screen: screen.lines == ["error: b", "FATAL: c", "error: g"])


def test_a_text_stays_at_the_end_of_its_file(tmp_path: Path) -> None:
    log = tmp_path / "app.log"
    log.write_text("".join(f"line {n}\n" for n in range(1000)))
    with Tool("logs", tmp_path) as tool:
        screen = tool.open("tail", file=str(log))
        screen.until(lambda screen: screen.lines[-1:] == ["line 999"])
        with log.open("a") as file:
            file.write("\x1b[31mred\x1b[0m\n")
        screen.until(lambda screen: screen.lines[-1:] == ["red"])
        assert screen.state["lines"][-1]["spans"][0]["color"] == "red"


def test_a_busy_log_is_followed_to_its_end(tmp_path: Path) -> None:
    log = tmp_path / "app.log"
    log.write_text("")
    done = threading.Event()

    def write() -> None:
        with log.open("a") as file:
            for burst in range(100):
                file.writelines(f"info: {burst * 1000 + n}\n" for n in range(1000))
                file.flush()
        done.set()

    with Tool("logs", tmp_path) as tool:
        screen = tool.open("log", file=str(log))
        writer = threading.Thread(target=write)
        writer.start()
        writer.join()
        assert done.is_set()
        screen.until(lambda screen: screen.state["totalCount"] == 100_000)
        screen.send("goTo", offset=-1)
        screen.until(lambda screen: screen.lines[-1:] == ["info: 99999"])
