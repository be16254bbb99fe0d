"""A client that does not read: the host does not block, its memory is bounded, and only updates are conflated."""

import fcntl
import os

import pytest
from host import (
    Host,
    MiB,
    answers,
    encode,
    file_workspace,
    increment,
    insert,
    open_counter,
    open_list,
    parse_lines,
    request,
    send,
    snapshots,
    workspace,
)


def actions(count, instance="c", start=1):
    return [increment(id, instance) for id in range(start, start + count)]


def check_revisions(found, newest, start=0):
    """Checks that snapshots are in order, and that their `conflated` counts add up to the newest revision."""
    at = start
    for snapshot in found:
        at += snapshot.get("conflated", 1)
        assert snapshot["revision"] == at
    assert at == newest


def check_order(messages, instance="c"):
    """Checks that the snapshot of an action, or a conflated one, comes before the action's answer."""
    seen = 0
    for message in messages:
        if message.get("method") == "state/snapshot" and message["params"]["instance"] == instance:
            seen = message["params"]["revision"]
        elif "result" in message and message["result"] and set(message["result"]) == {"revision", "settled"}:
            assert message["result"]["revision"] <= seen, message


def test_100_000_actions_without_reading_need_little_memory_and_lose_nothing():
    count = 100_000
    with Host() as host:
        host.send(open_counter(0), *actions(count), reading=False)
        # The host has read the whole input, although the client reads nothing.
        assert host.peak_rss() < 64 * MiB
        host.close_input()
        messages = host.rest()
        assert host.wait() == 0
    assert [m["id"] for m in messages if "id" in m] == list(range(count + 1))
    found = snapshots(messages, "c")
    assert found[-1]["state"]["count"] == count
    check_revisions(found, count)
    check_order(messages)
    assert len(found) < 10_000 and any("conflated" in s for s in found)


def test_a_reader_that_keeps_up_gets_every_revision():
    count = 2_000
    with Host() as host:
        host.send(open_counter(0))
        for id in range(1, count + 1):
            host.send(increment(id))
            host.answer(id)
        found = snapshots(host.seen, "c")
    assert [s["revision"] for s in found] == list(range(1, count + 1))
    assert not any("conflated" in s for s in found)


def test_64_updates_wait_before_one_is_left_out():
    with Host() as host:
        host.send(open_counter(0), *actions(10_000), request("p", "ping"), reading=False)
        host.answer("p")
        found = snapshots(host.seen, "c")
        first = next(i for i, s in enumerate(found) if "conflated" in s)
        assert first >= 64
        assert host.finish() == 0


def test_each_instance_has_its_own_newest_state():
    count, rounds = 100, 100
    with Host() as host:
        host.send(*(open_counter(f"o{n}", f"c{n}") for n in range(count)))
        host.answer(f"o{count - 1}")
        host.send(
            *(increment(r * count + n, f"c{n}") for r in range(rounds) for n in range(count)),
            request("p", "ping"),
            reading=False,
        )
        host.answer("p")
        for n in range(count):
            found = snapshots(host.seen, f"c{n}")
            assert found[-1]["state"]["count"] == rounds
            check_revisions(found, rounds)
        assert host.finish() == 0


def test_a_closed_instance_still_shows_its_last_state_to_a_slow_reader():
    with Host() as host:
        host.send(
            open_counter(0),
            *actions(5_000),
            request("x", "feature/close", {"instance": "c"}),
            open_counter("again"),
            *actions(5_000, start=5_001),
            reading=False,
        )
        host.close_input()
        messages = host.rest()
        assert host.wait() == 0
    closed = next(i for i, m in enumerate(messages) if m.get("method") == "state/closed")
    check_revisions(snapshots(messages[:closed], "c"), 5_000)
    check_revisions(snapshots(messages[closed:], "c"), 5_000)
    assert messages[closed]["params"]["revision"] == 5_000


def test_an_instance_that_is_unsubscribed_while_updates_wait_has_no_gap():
    with Host() as host:
        host.send(
            open_counter(0, keep=True),
            *actions(5_000),
            request("u", "state/unsubscribe", {"instance": "c"}),
            *actions(100, start=5_001),
            reading=False,
        )
        host.close_input()
        messages = host.rest()
        assert host.wait() == 0
    check_revisions(snapshots(messages, "c"), 5_000)


@pytest.mark.parametrize(
    "again",
    [
        request("s", "state/subscribe", {"instance": "c"}),
        open_counter("s"),
    ],
    ids=["subscribe", "open"],
)
def test_attaching_again_while_updates_wait_keeps_the_counts_right(again):
    with Host() as host:
        host.send(
            open_counter(0), *actions(5_000), again, *actions(5_000, start=5_001), request("p", "ping"), reading=False
        )
        host.answer("p")
        check_revisions(snapshots(host.seen, "c"), 10_000)
        check_order(host.seen)
        assert host.finish() == 0


def test_large_snapshots_are_left_out_past_1_mib(tmp_path):
    rows = [{"id": f"r{n}", "text": "x" * 1000} for n in range(50)]
    book = workspace(tmp_path, {"rows": {"type": "inline", "rows": rows}})
    with Host("-w", book) as host:
        host.send(
            open_list(0),
            *(send(id, "l", "moveActive", {"by": 1}) for id in range(1, 5_001)),
            request("p", "ping"),
            reading=False,
        )
        assert host.rss() < 64 * MiB
        host.answer("p")
        found = snapshots(host.seen, "l")
        opened = answers(host.seen)[0]["result"]["revision"]
        check_revisions(found, opened + 5_000, opened)
        check_order(host.seen, "l")
        # The number of snapshots depends on the progress of the host when the client begins to read.
        assert len(found) < 2_500


def test_a_reader_that_stops_and_goes_on_gets_every_answer_once():
    count = 30_000
    with Host() as host:
        host.send(open_counter(0))
        data = b"".join(map(encode, actions(count)))
        for start in range(0, len(data), len(data) // 20):
            host.write(data[start : start + len(data) // 20], reading=False)
            host.take()
        host.close_input()
        messages = host.rest()
        assert host.wait() == 0
    assert [m["id"] for m in messages if "id" in m] == list(range(count + 1))
    check_revisions(snapshots(messages, "c"), count)
    check_order(messages)


def test_with_virtual_time_nothing_is_left_out():
    count = 5_000
    with Host("--clock", "virtual") as host:
        data = b"".join(map(encode, [open_counter(0), *actions(count)]))
        done = fill(host, data)
        assert done < len(data), "the host stops reading instead"
        assert host.rss() < 64 * MiB
        host.write(data[done:])
        host.answer(count)
        found = snapshots(host.seen, "c")
        assert [s["revision"] for s in found] == list(range(1, count + 1))
        assert not any("conflated" in s for s in found)
        assert host.finish() == 0


def test_with_virtual_time_the_end_of_input_behind_a_slow_reader_loses_nothing():
    count = 500
    with Host("--clock", "virtual") as host:
        host.send(open_counter(0), *actions(count), reading=False)
        host.close_input()
        messages = host.rest()
        assert host.wait() == 0
    assert [m["id"] for m in messages if "id" in m] == list(range(count + 1))


def fill(host, data):
    """Writes until all threads of the host sleep although the pipe is full; returns the number of written bytes."""
    done = idle = 0
    while done < len(data) and idle < 50:
        count = host.write_some(data[done:])
        done += count
        idle = idle + 1 if count == 0 and host.is_idle() else 0
        os.sched_yield()
    return done


@pytest.mark.parametrize("tail", [b"", b"\n" * 10], ids=["exact", "blankTail"])
def test_16_mib_of_unread_answers_stop_the_reading_of_input(tail, tmp_path):
    # A workspace with one list has a catalog of constant length, unlike the gallery.
    book, count = workspace(tmp_path, {"rows": {"type": "inline", "rows": []}}), 10_000
    data = b"".join(encode(request(id, "feature/list")) for id in range(count)) + tail
    with Host("-w", book) as host:
        done = fill(host, data)
        assert done < len(data), "the input is still taken"
        assert host.rss() < 96 * MiB
        host.write(data[done:])
        for id in range(count):
            assert host.receive()["id"] == id
        assert host.finish() == 0


def test_all_that_was_sent_is_answered_after_the_reader_comes_back(tmp_path):
    """No input comes after the host has stopped reading. The requests that it has read must still be answered."""
    many = {f"rows{n}": {"kind": "list", "source": "rows", "title": "x" * 1000} for n in range(200)}
    book = workspace(tmp_path, {"rows": {"type": "inline", "rows": []}}, many)
    count = 60
    with Host("-w", book) as host:
        # Each answer has about 600 KB, so the host stops handling requests within the first bytes that it has read.
        host.send(*(request(id, "feature/list") for id in range(count)), reading=False)
        for id in range(count):
            assert host.receive()["id"] == id
        assert host.finish() == 0


def test_the_end_of_input_behind_16_mib_of_unread_answers_loses_none(tmp_path):
    many = {f"rows{n}": {"kind": "list", "source": "rows", "title": "x" * 1000} for n in range(200)}
    book = workspace(tmp_path, {"rows": {"type": "inline", "rows": []}}, many)
    count = 60
    with Host("-w", book) as host:
        host.send(*(request(id, "feature/list") for id in range(count)), reading=False)
        host.close_input()
        for id in range(count):
            assert host.receive()["id"] == id
        assert host.finish() == 0


def test_waits_are_answered_in_order_to_a_slow_reader(tmp_path):
    book, _ = file_workspace(tmp_path)
    folder = os.open(tmp_path, os.O_RDONLY)
    # As long as another program has this lock, nothing is written.
    fcntl.flock(folder, fcntl.LOCK_EX)
    with Host("-w", book) as host:
        host.send(
            open_list(0), *(insert(id, {"id": f"r{id}"}, **{"await": "settled"}) for id in range(1, 201)), reading=False
        )
        os.close(folder)
        messages = []
        for id in range(1, 201):
            host.answer(id)
        messages = host.seen
        revision = next(m for m in messages if m.get("id") == 0)["result"]["revision"]
        found = snapshots(messages, "l")
        check_revisions(found, found[-1]["revision"], revision)
        check_order(messages, "l")
        assert host.finish() == 0


def test_output_to_a_slow_file_like_reader_is_whole_lines():
    """The output, read in chunks of odd sizes, ends with a complete frame."""
    with Host() as host:
        host.send(open_counter(0), *actions(3_000), reading=False)
        host.close_input()
        os.set_blocking(host.output, True)
        data = b""
        while piece := os.read(host.output, 777):
            data += piece
        assert host.wait() == 0
    check_revisions(snapshots(parse_lines(data), "c"), 3_000)
