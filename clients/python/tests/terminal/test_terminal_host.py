"""The host below the screen: the catalog, its death, its restart, and a refused start."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from featurehost import AsyncHost
from featurehost.terminal.app import TerminalApp
from featurehost.terminal.fields.stack import FieldStack
from featurehost.terminal.form_section import FormSection
from featurehost.terminal.frames import Player
from rich.color_triplet import ColorTriplet
from rich.style import Style
from terminal_support import Terminal, one, play, real_host
from test_terminal_list import list_state, numbered, workspace
from textual.app import ComposeResult
from textual.widget import AwaitMount, Widget


def test_the_catalog_is_the_first_screen_and_features_stay_open() -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.frame("home")
        await terminal.press("enter", "tab", "enter", "escape")
        await terminal.frame("home-open")
        await terminal.click("Counter", times=2)
        await terminal.settle()
        assert terminal.shows("Count  1")

    play(scenario)


def test_a_host_that_dies_is_told_of_and_started_again(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press("down")
        log = "".join(f"line {n}\n" for n in range(20)) + "\u001b[31mout of luck\n"
        await terminal.die(log, status=3)
        await terminal.frame("host-died")
        await terminal.press("right", "enter")
        assert len(terminal.hosts) == 2
        assert terminal.shows("Renew the certificate") and not terminal.shows("has ended")
        await terminal.press("down")
        assert [it["action"] for it in await terminal.sent()] == ["moveActive"]

    play(scenario, features=one("list", list_state(), "moveActive"), feature="it", folder=tmp_path)


def test_a_real_host_that_is_killed_comes_back_with_its_window(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.kill()
        assert terminal.shows("A signal ended it (9)") and terminal.shows("Row 1 ")
        await terminal.click("Restart")
        await terminal.settle()
        assert terminal.shows("rows 1–20 of 1,000") and not terminal.shows("has ended")

    play(scenario, workspace=workspace(tmp_path, numbered(1000)), feature="tasks")


def test_features_of_plugins_are_on_the_first_screen(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("Tally")
        await terminal.press("enter")
        await terminal.settle()
        await terminal.press("tab", "enter")
        await terminal.settle()
        assert terminal.shows("Count  1")

    example = Path(__file__).parents[4] / "protocol/examples"
    shutil.copy(example / "tally.sh", tmp_path)
    play(scenario, workspace=Path(shutil.copy(example / "tally.workspace.json", tmp_path)))


def test_a_host_that_dies_again_at_once_is_told_of_again(tmp_path: Path) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.die("first\n", status=3)
        (tmp_path / "features.json").write_text("no JSON")
        await terminal.press("right", "enter")
        assert terminal.shows("It ended with status 1") and terminal.shows("JSONDecodeError")
        (tmp_path / "features.json").write_text(json.dumps(features))
        # The focus is still where it was.
        await terminal.press("enter")
        assert terminal.shows("rows 1–3 of 3") and not terminal.shows("has ended")

    features = one("list", list_state())
    play(scenario, features=features, feature="it", folder=tmp_path)


def test_a_host_that_does_not_start_ends_the_program(tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text(json.dumps({"sources": {}, "features": {"a": {"kind": "nothing"}}}))

    async def run() -> TerminalApp:
        app = TerminalApp(lambda: AsyncHost(real_host(), workspace=tmp_path / "wrong.json"))
        async with app.run_test() as pilot:
            await Player(app, pilot).settle()
        return app

    app = asyncio.run(run())
    assert app.return_code == 2 and "wrong.json:1" in str(app.failure)


def test_a_feature_that_there_is_not_leaves_the_catalog() -> None:
    async def scenario(terminal: Terminal) -> None:
        assert terminal.shows("25 features") and terminal.shows("Open: there is no feature nothing")

    play(scenario, feature="nothing")


def test_light_and_dark() -> None:
    async def scenario(terminal: Terminal) -> None:
        dark = terminal.style_of("Feature")
        await terminal.press("ctrl+t")
        light = terminal.style_of("Feature")
        assert dark.bgcolor != light.bgcolor
        await terminal.press("ctrl+t")
        assert terminal.style_of("Feature") == dark

    play(scenario)


@pytest.mark.parametrize("keys", [(), ("ctrl+t",)])
def test_what_is_marked_can_be_read(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.press(*keys, "down", "space", "down")
        for text in ("Title", "Renew", "●", "Reply", "2 ", "Assigned", "move", "filter"):
            assert contrast(terminal.style_of(text)) > 2.5, text

    columns = [{"key": "title", "role": "title"}, {"key": "who", "label": "Assigned", "role": "subtitle"}]
    columns.append({"key": "hours", "role": "detail"})
    play(scenario, workspace=workspace(tmp_path, columns=columns), feature="tasks")


def contrast(style: Style) -> float:
    """Returns the contrast of text and background by WCAG, from 1 to 21."""
    assert style.color is not None and style.bgcolor is not None
    lights = [0.05 + luminance(color.get_truecolor()) for color in (style.color, style.bgcolor)]
    return max(lights) / min(lights)


def luminance(color: ColorTriplet) -> float:
    """Returns the relative luminance of a colour by WCAG."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_q_quits() -> None:
    async def scenario(terminal: Terminal) -> None:
        await terminal.tap("q")
        assert terminal.app.return_code == 0

    play(scenario)


def test_without_a_terminal_it_says_so() -> None:
    command = [sys.executable, "-m", "featurehost.terminal"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=240)
    assert done.returncode == 2 and done.stdout == "" and "this is no terminal" in done.stderr


def test_an_end_while_a_form_is_made_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def compose(section: FormSection) -> ComposeResult:
        section.app.exit()
        return iter(())

    monkeypatch.setattr(FormSection, "compose", compose)
    app = TerminalApp(lambda: AsyncHost(real_host()), "gallery:signUp")
    asyncio.run(app.run_async(headless=True))
    assert app.return_code == 0


def test_an_end_while_fields_are_placed_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def mount_all(stack: FieldStack, _widgets: Iterable[Widget]) -> AwaitMount:
        stack.app.exit()
        return AwaitMount(stack, [])

    monkeypatch.setattr(FieldStack, "mount_all", mount_all)
    app = TerminalApp(lambda: AsyncHost(real_host()), "gallery:signUp")
    asyncio.run(app.run_async(headless=True))
    assert app.return_code == 0
