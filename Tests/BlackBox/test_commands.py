"""Commands as sources: their failures are errors in the state, memory stays bounded, and no child process is left."""

import os
import signal
import sys

import pytest
from host import (
    Host,
    MiB,
    await_end,
    is_running,
    open_list,
    request,
    run,
    started,
    workspace,
)

# Writes its process id into a fifo, and then runs forever without output, and so does its child.
SLOW = "sleep 100000 & echo $$ > pid; sleep 100000"


def commands(folder, **sources):
    """Writes a workspace with a list for each command."""
    return workspace(folder, {name: {"type": "command", **source} for name, source in sources.items()})


def script(text):
    return {"argv": ["sh", "-c", text]}


def settled(path, feature="rows"):
    """Returns the snapshot of a settled list, from a separate host."""
    with Host("-w", path) as host:
        host.do("feature/open", feature=feature, instance="l")
        assert host.do("feature/settle", instance="l")["settled"]
        snapshot = host.do("feature/snapshot", instance="l")
        assert host.finish() == 0
        return snapshot


class SlowCommand:
    """A host with a list over a command that has started and prints nothing."""

    def __init__(self, folder, text=SLOW):
        os.mkfifo(folder / "pid")
        self.host = Host("-w", commands(folder, rows=script(text)))
        self.host.send(open_list(1))
        self.host.answer(1)
        with open(folder / "pid") as file:
            self.pid = int(file.read())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.host.__exit__()

    def group(self):
        """Returns the processes in the command's process group."""
        found = []
        for entry in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{entry}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[2]) == self.pid and fields[0] != "Z":
                found.append(int(entry))
        return found

    def await_end(self):
        """Waits until no process of the group is left, because processes that are killed together may end later."""
        for process in [self.pid, *self.group()]:
            await_end(process)
        assert self.group() == []


def test_the_end_of_input_while_a_command_runs_leaves_no_child(tmp_path):
    with SlowCommand(tmp_path) as slow:
        assert len(slow.group()) >= 2
        slow.host.send(request(2, "feature/settle", {"instance": "l"}))
        assert slow.host.finish() == 0
        answer = [message for message in slow.host.seen if message.get("id") == 2]
        assert answer[0]["result"]["settled"] is False
        slow.await_end()


@pytest.mark.parametrize("end", ["shutdown", "exit", "sigterm", "front end gone"])
def test_every_way_to_end_leaves_no_child(tmp_path, end):
    with SlowCommand(tmp_path) as slow:
        host = slow.host
        match end:
            case "shutdown":
                host.do("shutdown")
                host.send({"jsonrpc": "2.0", "method": "exit"})
            case "exit":
                host.send({"jsonrpc": "2.0", "method": "exit"})
            case "sigterm":
                host.kill(signal.SIGTERM)
            case _:
                host.close_output()
                host.close_input()
        host.wait()
        slow.await_end()


def test_closing_the_list_ends_its_command(tmp_path):
    with SlowCommand(tmp_path) as slow:
        slow.host.do("feature/close", instance="l")
        await_end(slow.pid)
        assert slow.host.do("ping") is None


def test_a_refresh_ends_the_command_before_it(tmp_path):
    with SlowCommand(tmp_path, "echo $$ > pid; exec sleep 100000") as slow:
        slow.host.send(request(2, "feature/send", {"instance": "l", "action": "refresh"}))
        with open(tmp_path / "pid") as file:
            second = int(file.read())
        await_end(slow.pid)
        assert is_running(second)
        assert slow.host.finish() == 0
        await_end(second)


@pytest.mark.parametrize(
    ("source", "code", "words"),
    [
        ({"argv": ["no-such-program-anywhere"]}, "commandNotFound", "no-such-program-anywhere"),
        ({"argv": ["true"], "folder": "no/such/folder"}, "commandNotFound", "no/such/folder"),
        (script("echo one; echo 'it broke' >&2; exit 3"), "commandFailed", "it broke"),
        (script("kill -9 $$"), "commandFailed", "9"),
        (script("sleep 100000") | {"timeoutMs": 50}, "timeout", "50"),
        ({"argv": ["yes"], "outputLimit": 100_000, "timeoutMs": 60_000}, "outputLimit", "100000"),
        ({"argv": ["echo", "{"], "format": "jsonl"}, "invalidData", "line 1"),
        ({"argv": ["printf", "id\\ta\\n1\\n"], "format": "tsv"}, "problems", "line 2"),
        ({"argv": ["printf", "a\\n\\377\\n"]}, "problems", "line 2"),
        (script("yes rubbish | head -c 30000000 >&2; exit 7"), "commandFailed", "rubbish"),
    ],
)
def test_what_a_command_does_wrong_is_a_typed_error_in_the_state(tmp_path, source, code, words):
    # The page is larger than the output of any command, so that a failure after many rows is found.
    path = workspace(
        tmp_path,
        {"rows": {"type": "command", **source}},
        {"rows": {"kind": "list", "source": "rows", "pageSize": 10_000}},
    )
    with Host("-w", path) as host:
        host.send(open_list(1), request(2, "ping"))
        host.answer(2)
        host.do("feature/settle", instance="l", timeoutMs=60_000)
        snapshot = host.do("feature/snapshot", instance="l")
        if code == "outputLimit":
            # The first rows are valid; the failure comes only when the output reaches the limit.
            while snapshot["errors"] == []:
                host.act("l", "loadMore", **{"await": "settled"})
                snapshot = host.do("feature/snapshot", instance="l")
            assert snapshot["state"]["count"] >= 10_000
        assert [error["code"] for error in snapshot["errors"]] == [code]
        assert words in snapshot["errors"][0]["message"]
        assert host.do("ping") is None
        # The command may still be ending, because the error is shown as soon as the command is signalled.
        for child in started(host):
            await_end(child)
        assert host.peak_rss() < 100 * MiB
        assert host.finish() == 0


def test_a_command_that_prints_for_ever_shows_its_first_rows_in_bounded_memory(tmp_path):
    path = commands(tmp_path, rows={"argv": ["yes"], "timeoutMs": 600_000})
    with Host("-w", path) as host:
        host.send(open_list(1))
        host.answer(1)
        snapshot = host.until("l", lambda snapshot: snapshot["state"]["count"] >= 50)
        assert snapshot["errors"] == [] and snapshot["state"]["items"][0]["value"]["text"] == "y"
        # The memory is at its maximum when the child has ended.
        for child in started(host):
            await_end(child)
        assert host.peak_rss() < 200 * MiB
        assert host.finish() == 0


def rows(text):
    """Returns a command that prints a row and then runs `text`."""
    return script(f"""echo '{{"id":"1"}}'; {text}""") | {"format": "jsonl"}


ROW_OF_10_MB = "head -c 10485760 /dev/zero | tr '\\0' x"


@pytest.mark.parametrize(
    ("source", "shown", "words"),
    [
        (script(f"echo one; {ROW_OF_10_MB}; echo; echo three"), 2, "is longer than 1048576"),
        (rows(f"""printf '{{"id":"2","t":"'; {ROW_OF_10_MB}; echo '"}}'"""), 1, "is longer"),
        (rows("echo '[1]'"), 1, "must be an object"),
        (rows("""echo '{"t":1}'"""), 1, "must have a string"),
        (rows("""printf '{"id":"'; head -c 5000 /dev/zero | tr '\\0' i; echo '"}'"""), 1, "longer than 4096 bytes"),
        (rows("""echo '{"id":"1"}'"""), 2, "has the id 1"),
        (rows("""printf '{"id":"1'"""), 1, "is not JSON"),
    ],
)
def test_a_row_that_is_none_or_too_long_hides_no_other_in_bounded_memory(tmp_path, source, shown, words):
    with Host("-w", commands(tmp_path, rows=source)) as host:
        host.send(open_list(1))
        host.do("feature/settle", instance="l")
        snapshot = host.do("feature/snapshot", instance="l")
        assert [error["display"] for error in snapshot["errors"]] == ["banner"]
        problems = snapshot["state"]["problems"]
        assert problems["count"] == 1 and problems["listed"][0]["line"] == 2
        assert words in problems["listed"][0]["message"]
        assert len(snapshot["state"]["items"]) == shown
        assert host.peak_rss() < 100 * MiB
        assert host.finish() == 0


def test_a_line_without_an_end_is_a_typed_error_in_bounded_memory(tmp_path):
    with Host("-w", commands(tmp_path, rows=script("tr '\\0' x < /dev/zero"))) as host:
        host.send(open_list(1))
        snapshot = host.until("l", lambda snapshot: snapshot["errors"])
        assert [error["code"] for error in snapshot["errors"]] == ["outputLimit"]
        assert "more than 16777216" in snapshot["errors"][0]["message"] and snapshot["state"]["items"] == []
        for child in started(host):
            await_end(child)
        assert host.peak_rss() < 100 * MiB
        assert host.finish() == 0


def texts(snapshot):
    return [item["value"]["text"] for item in snapshot["state"]["items"]]


LIVE = "echo $$ > pid; exec 3<> more; echo one; while read x <&3; do echo $x; done"


class LiveCommand(SlowCommand):
    """A host with a list over a live command that prints the content of a fifo."""

    def __init__(self, folder):
        os.mkfifo(folder / "more")
        self.more = folder / "more"
        super().__init__(folder, LIVE)

    def print(self, text):
        with open(self.more, "w") as file:
            file.write(text + "\n")


def test_a_live_command_settles_and_its_rows_are_appended(tmp_path):
    with LiveCommand(tmp_path) as live:
        host = live.host
        assert host.do("feature/settle", instance="l")["settled"]
        snapshot = host.do("feature/snapshot", instance="l")
        assert snapshot["state"]["phase"] == "loaded" and texts(snapshot) == ["one"]
        first = snapshot["state"]["items"][0]["id"]
        host.act("l", "setActive", {"id": first})
        for number in range(3):
            live.print(f"row {number}")
            snapshot = host.until("l", lambda snapshot, count=number + 2: snapshot["state"]["count"] == count)
        assert texts(snapshot) == ["one", "row 0", "row 1", "row 2"]
        assert snapshot["state"]["activeId"] == first and snapshot["errors"] == []
        os.kill(live.pid, signal.SIGTERM)
        snapshot = host.until("l", lambda snapshot: snapshot["errors"])
        assert snapshot["errors"][0]["display"] == "banner" and "signal 15" in snapshot["errors"][0]["message"]
        assert len(texts(snapshot)) == 4 and snapshot["state"]["loads"]["append"]["endReached"]
        assert host.finish() == 0


@pytest.mark.parametrize("leave", ["feature/close", "state/unsubscribe"])
def test_leaving_a_live_command_ends_it(tmp_path, leave):
    with LiveCommand(tmp_path) as live:
        host = live.host
        assert host.do("feature/settle", instance="l")["settled"]
        assert is_running(live.pid)
        host.do(leave, instance="l")
        live.await_end()
        assert host.do("ping") is None
        assert host.finish() == 0


def test_a_live_command_lives_as_long_as_one_list_shows_it(tmp_path):
    with LiveCommand(tmp_path) as live:
        host = live.host
        assert host.do("feature/settle", instance="l")["settled"]
        # The second list starts the command again, and the first list continues with the new run.
        host.send(request(2, "feature/open", {"feature": "rows", "instance": "m"}))
        with open(tmp_path / "pid") as file:
            live.pid = int(file.read())
        host.answer(2)
        assert host.do("feature/settle", instance="m")["settled"]
        live.print("two")
        assert texts(host.until("l", lambda snapshot: snapshot["state"]["count"] == 2)) == ["one", "two"]
        host.do("feature/close", instance="l")
        live.print("three")
        assert texts(host.until("m", lambda snapshot: snapshot["state"]["count"] == 3)) == ["one", "two", "three"]
        host.do("feature/close", instance="m")
        live.await_end()
        assert host.finish() == 0


def test_retry_runs_the_command_anew(tmp_path):
    path = commands(tmp_path, rows=script("cat rows.txt"))
    with Host("-w", path) as host:
        host.send(open_list(1))
        host.do("feature/settle", instance="l")
        assert host.do("feature/snapshot", instance="l")["errors"][0]["code"] == "commandFailed"
        (tmp_path / "rows.txt").write_text("a\nb\n")
        host.act("l", "retry", **{"await": "settled"})
        snapshot = host.do("feature/snapshot", instance="l")
        assert snapshot["errors"] == [] and [item["value"]["text"] for item in snapshot["state"]["items"]] == ["a", "b"]


def test_no_shell_sees_the_arguments(tmp_path):
    path = commands(tmp_path, rows={"argv": ["printf", "%s\n", "$HOME", "`id`", "; touch pwned", "a b", "*"]})
    snapshot = settled(path)
    texts = [item["value"]["text"] for item in snapshot["state"]["items"]]
    assert texts == ["$HOME", "`id`", "; touch pwned", "a b", "*"]
    assert not (tmp_path / "pwned").exists()


def test_a_command_gets_no_descriptor_but_its_own_three(tmp_path):
    program = "import os; print(*sorted(os.listdir('/proc/self/fd')), sep='\\n')"
    snapshot = settled(commands(tmp_path, rows={"argv": [sys.executable, "-c", program]}))
    # The fourth descriptor is that of `os.listdir`.
    assert [item["value"]["text"] for item in snapshot["state"]["items"]] == ["0", "1", "2", "3"]


def test_standard_input_of_a_command_is_empty(tmp_path):
    snapshot = settled(commands(tmp_path, rows=script("cat; echo end")))
    assert [item["value"]["text"] for item in snapshot["state"]["items"]] == ["end"]


def test_a_command_runs_in_the_workspaces_folder(tmp_path):
    snapshot = settled(commands(tmp_path, rows={"argv": ["pwd"]}))
    assert os.path.samefile(snapshot["state"]["items"][0]["value"]["text"], tmp_path)


def test_many_lists_over_commands_end_with_their_session(tmp_path):
    path = commands(tmp_path, rows=script("echo $$; exec sleep 100000"))
    with Host("-w", path) as host:
        for number in range(20):
            host.send(open_list(number, instance=f"l{number}"))
        host.answer(19)
        assert host.finish() == 0
    assert started(host) == []


def test_check_runs_no_command(tmp_path):
    path = commands(tmp_path, rows=script("touch ran"))
    outcome = run(b"", "check", path)
    assert outcome.status == 0 and b"no errors" in outcome.output
    # As other commands name it, too.
    for option in ("-w", "--workspace"):
        named = run(b"", "check", option, path)
        assert (named.status, named.output, named.log) == (0, outcome.output, "")
    assert not (tmp_path / "ran").exists()
