"""Commands that run again while somebody looks: after some time, and after changes of files."""

import json
import shutil

import pytest
from host import Host, run

SOURCES = {
    "clock": {"type": "command", "argv": ["sh", "-c", "echo tick >> clock.txt; cat clock.txt"], "every": 100},
    "restless": {
        "type": "command",
        "argv": ["sh", "-c", "echo run >> restless.txt; cat restless.txt"],
        "watch": ["restless.txt"],
    },
    "named": {"type": "command", "argv": ["cat", "--", "{name}.txt"], "watch": ["{name}.txt"]},
    "failing": {
        "type": "command",
        "argv": ["sh", "-c", "echo x >> tries.txt; test $(wc -l < tries.txt) -ne 2 && cat tries.txt"],
        "every": 100,
    },
}


@pytest.fixture
def host(tmp_path):
    features = {name: {"kind": "list", "source": name} for name in SOURCES}
    features["named"]["params"] = {"name": {"type": "string", "required": True}}
    (tmp_path / "w.json").write_text(json.dumps({"sources": SOURCES, "features": features}))
    with Host("-w", "w.json", cwd=tmp_path) as host:
        host.folder = tmp_path
        yield host
        assert host.finish() == 0


def opened(host, feature, instance=None, **params):
    instance = instance or feature
    host.do("feature/open", feature=feature, instance=instance, params=params)
    host.do("feature/settle", instance=instance)


def count(host, instance):
    return host.do("feature/snapshot", instance=instance)["state"]["count"]


def test_a_command_that_writes_what_it_watches_does_not_run_without_a_pause(host):
    opened(host, "restless")
    host.until("restless", lambda shown: shown["state"]["count"] >= 2)
    before = count(host, "restless")
    opened(host, "clock")
    host.until("clock", lambda shown: shown["state"]["count"] >= 20)
    assert count(host, "restless") - before < 12


def test_a_watched_path_has_places_for_params(host):
    for name in "ab":
        (host.folder / f"{name}.txt").write_text("1\n")
        opened(host, "named", name, name=name)
    (host.folder / "b.txt").write_text("1\n2\n")
    host.until("b", lambda shown: shown["state"]["count"] == 2)
    assert count(host, "a") == 1
    refused = host.ask("feature/open", {"feature": "named", "params": {"name": "a\0"}})
    assert refused["error"]["code"] == -32602


def test_a_run_that_fails_is_no_last_run(host):
    host.do("feature/open", feature="failing", instance="failing")
    failed = host.until("failing", lambda shown: shown["errors"])
    assert [item["value"]["text"] for item in failed["state"]["items"]] == ["x"]
    host.until("failing", lambda shown: not shown["errors"] and shown["state"]["count"] >= 3)


def test_a_kept_list_that_nobody_watches_runs_nothing(host):
    host.do("feature/open", feature="clock", instance="clock", keep=True)
    host.until("clock", lambda shown: shown["state"]["count"] >= 2)
    host.do("state/unsubscribe", instance="clock")
    opened(host, "restless")
    # A run that was under way may still have ended.
    host.until("restless", lambda shown: shown["state"]["count"] >= 2)
    before = len((host.folder / "clock.txt").read_text().split())
    host.until("restless", lambda shown: shown["state"]["count"] >= 4)
    assert len((host.folder / "clock.txt").read_text().split()) == before
    host.do("state/subscribe", instance="clock")
    host.until("clock", lambda shown: shown["state"]["count"] > before)


def test_a_watched_path_may_appear_be_replaced_and_be_a_link(tmp_path):
    sources = {
        "deep": {"type": "command", "argv": ["sh", "-c", "cat a/b/f 2>/dev/null || echo none"], "watch": ["a/b/f"]},
        "link": {"type": "command", "argv": ["cat", "link"], "watch": ["link"]},
    }
    features = {name: {"kind": "list", "source": name} for name in sources}
    (tmp_path / "w.json").write_text(json.dumps({"sources": sources, "features": features}))
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "target").write_text("1\n")
    (tmp_path / "link").symlink_to("there/target")

    def shows(instance, *texts):
        host.until(instance, lambda shown: [item["value"]["text"] for item in shown["state"]["items"]] == list(texts))

    with Host("-w", "w.json", cwd=tmp_path) as host:
        for name in sources:
            opened(host, name)
        (tmp_path / "a" / "b").mkdir(parents=True)
        (tmp_path / "a" / "b" / "f").write_text("first\n")
        shows("deep", "first")
        (tmp_path / "a" / "b").rename(tmp_path / "old")
        shows("deep", "none")
        (tmp_path / "a" / "b").mkdir()
        (tmp_path / "a" / "b" / "f").write_text("second\n")
        shows("deep", "second")
        (tmp_path / "a" / "b" / "f").write_text("third\n")
        shows("deep", "third")
        (tmp_path / "there" / "target").write_text("2\n")
        shows("link", "2")


def test_a_folder_may_be_replaced_again_and_again(tmp_path):
    source = {"type": "command", "argv": ["sh", "-c", "cat o/p/q/f 2>/dev/null; true"], "watch": ["o/p/q/f"]}
    (tmp_path / "w.json").write_text(
        json.dumps({"sources": {"s": source}, "features": {"l": {"kind": "list", "source": "s"}}})
    )
    with Host("-w", "w.json", cwd=tmp_path) as host:
        opened(host, "l")
        for number in range(10):
            shutil.rmtree(tmp_path / "o", ignore_errors=True)
            (tmp_path / "o" / "p" / "q").mkdir(parents=True)
            (tmp_path / "o" / "p" / "q" / "f").write_text(f"{number}\n")
            host.until(
                "l",
                lambda shown, text=f"{number}": [item["value"]["text"] for item in shown["state"]["items"]] == [text],
            )
            (tmp_path / "o" / "p" / "q" / "f").write_text(f"{number}\nmore\n")
            host.until("l", lambda shown: shown["state"]["count"] == 2)


def test_a_sorted_list_shows_the_rows_of_runs_that_follow_each_other(tmp_path):
    source = {
        "type": "command",
        "argv": ["sh", "-c", "echo x >> n.txt; sleep 0.2; seq 1 20000; wc -l < n.txt"],
        "every": 100,
    }
    feature = {"kind": "list", "source": "s", "sort": [{"key": "text", "descending": True}], "pageSize": 10}
    (tmp_path / "w.json").write_text(json.dumps({"sources": {"s": source}, "features": {"l": feature}}))
    with Host("-w", "w.json", cwd=tmp_path) as host:
        host.do("feature/open", feature="l", instance="l")
        for _ in range(5):
            host.until(
                "l", lambda shown: shown["cause"]["action"] == "fetched" and shown["state"]["totalCount"] == 20_001
            )


def test_many_watched_paths_are_one_watch(tmp_path):
    paths = [f"{number}.txt" for number in range(300)]
    sources = {"s": {"type": "command", "argv": ["sh", "-c", "cat *.txt; true"], "watch": paths}}
    (tmp_path / "w.json").write_text(
        json.dumps({"sources": sources, "features": {"l": {"kind": "list", "source": "s"}}})
    )
    with Host("-w", "w.json", cwd=tmp_path) as host:
        opened(host, "l")
        (tmp_path / "299.txt").write_text("last\n")
        shown = host.until("l", lambda shown: shown["settled"] and shown["state"]["count"] == 1)
        assert shown["state"]["problems"] is None


def test_the_refresh_after_an_operation_is_a_run_of_its_own(tmp_path):
    source = {
        "type": "command",
        "argv": ["sh", "-c", "cat rows.txt; sleep 0.5"],
        "every": 60_000,
        "operations": {"set": {"argv": ["sh", "-c", "echo new > rows.txt"]}},
    }
    feature = {"kind": "list", "source": "s", "actions": [{"id": "set", "title": "Set", "perform": "set"}]}
    (tmp_path / "w.json").write_text(json.dumps({"sources": {"s": source}, "features": {"l": feature}}))
    (tmp_path / "rows.txt").write_text("old\n")
    with Host("-w", "w.json", cwd=tmp_path) as host:
        opened(host, "l")
        row = host.do("feature/snapshot", instance="l")["state"]["items"][0]["id"]
        # The run of this refresh has read the old row when the operation changes it.
        host.act("l", "refresh")
        host.act("l", "accept", {"action": "set", "ids": [row]}, **{"await": "settled"})
        assert [item["value"]["text"] for item in host.do("feature/snapshot", instance="l")["state"]["items"]] == [
            "new"
        ]


def test_a_slow_run_is_not_ended_for_a_change(tmp_path):
    source = {
        "type": "command",
        "argv": ["sh", "-c", "echo run >> runs.txt; echo a; sleep 3; echo b"],
        "watch": ["rows.txt"],
    }
    (tmp_path / "w.json").write_text(
        json.dumps({"sources": {"s": source}, "features": {"l": {"kind": "list", "source": "s"}}})
    )
    with Host("-w", "w.json", cwd=tmp_path) as host:
        host.do("feature/open", feature="l", instance="l")
        # After two seconds, the run is live.
        host.until("l", lambda shown: shown["settled"] and shown["state"]["count"] == 1)
        (tmp_path / "rows.txt").write_text("x")
        host.until("l", lambda shown: shown["state"]["count"] == 2)
        assert (tmp_path / "runs.txt").read_text() == "run\n"
        host.until("l", lambda shown: (tmp_path / "runs.txt").read_text() == "run\nrun\n")


@pytest.mark.parametrize(
    "members, message",
    [
        ({"argv": ["true"], "every": 99}, "every must be an integer from 100 to 86400000"),
        ({"argv": ["true"], "watch": []}, "watch must name at least one file"),
        ({"argv": ["true"], "watch": "a"}, "watch must be an array of strings"),
        ({"operations": {"a": {"argv": ["true"]}}, "every": 100}, "every is about the rows of argv, which is missing"),
    ],
)
def test_mistakes_have_their_place(tmp_path, members, message):
    sources = {"s": {"type": "command", **members}}
    (tmp_path / "w.json").write_text(json.dumps({"sources": sources}))
    checked = run(b"", "check", "w.json", cwd=tmp_path)
    assert checked.status == 1
    assert f"/sources/s/{message}".encode() in checked.output
