"""The pictures of the documentation, and `featurehost ui --svg`, which draws them."""

import json
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from host import BINARY, GUARD, ROOT

PICTURES = ROOT / "docs" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "g", "rect", "circle", "path", "text"}
COMMITTED = sorted(PICTURES.glob("*/*.svg"))


def name(path):
    return f"{path.parent.name}/{path.name}"


def play(folder, steps, *arguments):
    """Plays steps in the gallery; returns the finished process."""
    (folder / "session.json").write_text(json.dumps(steps))
    command = [BINARY, "ui", "--play", "session.json", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=GUARD)


def check(text):
    """Checks that a picture is valid, and has no scripts and no references to other files; returns its root."""
    root = ElementTree.fromstring(text)
    assert {element.tag for element in root.iter()} <= {SVG + tag for tag in ELEMENTS}
    assert text.count("://") == 1, "the name of the namespace is the only address"
    for element in root.iter():
        for key, value in element.attrib.items():
            assert "href" not in key and not key.startswith("on") and "url(" not in value, (key, value)
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert root.get("role") == "img" and root.get("aria-labelledby") == "title desc"
    assert root.find(f"{SVG}title").text and root.find(f"{SVG}desc").text.startswith("A terminal with ")
    return root


# The pictures of the documentation


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """The pictures as `make pictures` draws them now, by name."""
    folder = tmp_path_factory.mktemp("pictures")
    environment = {**os.environ, "FEATUREHOST": str(BINARY)}
    done = subprocess.run(
        [PICTURES / "draw", folder], env=environment, capture_output=True, text=True, timeout=10 * GUARD
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return {name(path): path.read_text() for path in folder.glob("*/*.svg")}


def test_the_committed_pictures_are_those_that_are_drawn(drawn):
    committed = {name(path): path.read_text() for path in COMMITTED}
    assert sorted(drawn) == sorted(committed)
    assert [name for name in drawn if drawn[name] != committed[name]] == [], "run `make pictures`"


def test_both_themes_have_the_same_pictures():
    names = {theme: {path.name for path in (PICTURES / theme).iterdir()} for theme in ("dark", "light")}
    assert names["dark"] == names["light"] and len(names["dark"]) >= 6


@pytest.mark.parametrize("path", COMMITTED, ids=name)
def test_a_picture_is_complete_in_itself(path):
    check(path.read_text())


@pytest.mark.parametrize("path", COMMITTED, ids=name)
def test_texts_are_as_wide_as_their_cells(path):
    root = check(path.read_text())
    first, *lines = root.find(f"{SVG}desc").text.split("\n")
    columns, rows = map(int, re.fullmatch(r"A terminal with (\d+) columns and (\d+) rows:", first).groups())
    assert len(lines) == rows
    for text in root.findall(f"{SVG}g/{SVG}g/{SVG}text"):
        x, width, y = (int(text.get(key)) for key in ("x", "textLength", "y"))
        column, line = x // 9, lines[y // 20]
        assert x % 9 == 0 and width % 9 == 0 and column + width // 9 <= columns
        if line.isascii():
            assert line[column : column + width // 9] == text.text


@pytest.mark.parametrize("page", ["README.md", "clients/terminal/README.md"])
def test_a_page_shows_pictures_that_exist(page):
    text = (ROOT / page).read_text()
    shown = re.findall(r'(?:src|srcset)="([^"]+\.svg)"', text)
    assert shown and all(((ROOT / page).parent / path).exists() for path in shown)
    assert all(alt for alt in re.findall(r'<img[^>]*alt="([^"]*)"', text)) and text.count("<img") == text.count("alt=")


# The option


def test_each_frame_becomes_a_picture_named_after_its_title(tmp_path):
    frames = ["The whole list", "The whole list", '宿題 <&">', "…"]
    done = play(tmp_path, [{"frame": title} for title in frames], "--svg", "new")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    files = {path.name: path.read_text() for path in (tmp_path / "new").iterdir()}
    assert set(files) == {"the-whole-list.svg", "the-whole-list-2.svg", "宿題.svg", "frame.svg"}
    titles = [check(text).find(f"{SVG}title").text for text in files.values()]
    assert sorted(titles) == sorted(frames)


def test_the_theme_and_the_key_for_it_choose_the_colours(tmp_path):
    steps = [{"frame": "One"}, {"press": "ctrl+t"}, {"frame": "Two"}]
    for theme in ("dark", "light"):
        assert play(tmp_path, steps, "--svg", theme, "--theme", theme).returncode == 0
    (tmp_path / "ui.toml").write_text('[theme]\nmode = "light"\n')
    assert play(tmp_path, steps, "--svg", "configured", "--config", "ui.toml").returncode == 0
    look = {path: path.read_text().split("fill=")[1][:9] for path in tmp_path.glob("*/*.svg")}
    dark, light = look[tmp_path / "dark" / "one.svg"], look[tmp_path / "light" / "one.svg"]
    assert dark != light
    assert look[tmp_path / "dark" / "two.svg"] == look[tmp_path / "configured" / "one.svg"] == light


def test_texts_of_rows_are_no_markup(tmp_path):
    row = {"id": "1", "title": '<script>alert("1")</script> &amp; \u001b[31m\ufffe'}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    rows = {"kind": "list", "source": "rows"}
    sources = {"rows": {"type": "file", "path": "rows.jsonl"}}
    (tmp_path / "w.json").write_text(json.dumps({"sources": sources, "features": {"rows": rows}}))
    done = play(tmp_path, [{"frame": "Rows"}], "--svg", "out", "-w", "w.json", "rows")
    assert (done.returncode, done.stderr) == (0, "")
    root = check((tmp_path / "out" / "rows.svg").read_text())
    assert '<script>alert("1")</script> &amp; ·[31m' in root.find(f"{SVG}desc").text


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--svg", "no/such/folder"], 2, "no/such/folder"),
        (["--svg", "session.json"], 2, "session.json"),
        (["--svg", "out", "--theme", "blue"], 64, "--theme"),
        (["--theme", "dark"], 64, "--theme is for --svg"),
    ],
    ids=["missing folder", "no folder", "unknown theme", "no pictures"],
)
def test_unusable_arguments_are_refused(tmp_path, arguments, status, words):
    done = play(tmp_path, [{"frame": "One"}], *arguments)
    assert (done.returncode, done.stdout) == (status, "") and words in done.stderr


def test_pictures_need_a_session(tmp_path):
    done = subprocess.run([BINARY, "ui", "--svg", "out"], cwd=tmp_path, capture_output=True, text=True, timeout=GUARD)
    assert done.returncode == 64 and "--svg is for --play" in done.stderr
