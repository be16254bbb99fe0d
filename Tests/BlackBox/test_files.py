"""Lists over files: formats, atomic edits, and failures, which are shown and lose no edit."""

import json
import os
import pathlib
import resource
import shutil
import socket
import stat
import subprocess
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from host import Host, MiB, encode, file_workspace, insert, jsonl, open_list, request, run, send, serve, workspace

SETTLED = {"await": "settled"}


def script(tmp_path, book, *steps, status=0):
    """Opens the list, performs the actions in order, and returns the answers; the answer `end` is the last snapshot."""
    session = [open_list(0), request("start", "feature/settle", {"instance": "l"})]
    session += [send(n, "l", action, params, **SETTLED) for n, (action, params) in enumerate(steps, 1)]
    session += [request("end", "feature/snapshot", {"instance": "l"})]
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(map(encode, session)))
    with open(path, "rb") as file:
        outcome = serve(b"", "-w", book, stdin=file)
    assert outcome.status == status, outcome.log
    return outcome.answers


def load(tmp_path, name, content, **source):
    """Returns the snapshot of a list over a file."""
    book, _ = file_workspace(tmp_path, name, content, **source)
    return script(tmp_path, book)["end"]["result"]


def values(snapshot):
    assert snapshot["errors"] == []
    return [item["value"] for item in snapshot["state"]["items"]]


def the_error(snapshot, code, retryable=True):
    (error,) = snapshot["errors"]
    assert error["code"] == code and error["retryable"] is retryable, error
    assert ("retry" in error) is retryable and error["message"]
    return error


# Formats


@pytest.mark.parametrize(
    "name,content,rows",
    [
        ("a.jsonl", '{"id":"1","n":1}\n\n {"id":2}\n', [{"id": "1", "n": 1}, {"id": 2}]),
        ("a.ndjson", '{"id":"1"}\r\n{"id":"2"}', [{"id": "1"}, {"id": "2"}]),
        ("a.json", '[ {"id":"1","x":[1,{"y":null}]},\n{"id":"2"} ]', [{"id": "1", "x": [1, {"y": None}]}, {"id": "2"}]),
        ("empty.json", "", []),
        ("none.json", "[]", []),
        ("empty.jsonl", "", []),
        ("empty.csv", "", []),
        ("a.csv", "id,t\n1,a\n2,b\n", [{"id": "1", "t": "a"}, {"id": "2", "t": "b"}]),
        ("head.csv", "id,t\n", []),
        ("crlf.csv", "id,t\r\n1,a\r\n2,b", [{"id": "1", "t": "a"}, {"id": "2", "t": "b"}]),
        ("bom.csv", "\ufeffid,t\n1,a\n", [{"id": "1", "t": "a"}]),
        (
            "quotes.csv",
            'id,t\n1,"a ""b"", c"\n2,"x\ny"\n3,"x\r\ny"\n4,""\n',
            [{"id": "1", "t": 'a "b", c'}, {"id": "2", "t": "x\ny"}, {"id": "3", "t": "x\r\ny"}, {"id": "4", "t": ""}],
        ),
        ("quotedCR.csv", 'id,t\n1,"x\r"\n', [{"id": "1", "t": "x\r"}]),
        ("quotedHead.csv", '"id","a,b"\n1,2\n', [{"id": "1", "a,b": "2"}]),
        ("unicode.csv", "id,t\n1,ü\u2028😀\n", [{"id": "1", "t": "ü\u2028😀"}]),
        ("a.tsv", 'id\tt\n1\ta,b\n2\t5" disk\n', [{"id": "1", "t": "a,b"}, {"id": "2", "t": '5" disk'}]),
        ("bom.tsv", "\ufeffid\tt\r\n1\ta\r\n", [{"id": "1", "t": "a"}]),
    ],
)
def test_each_format_is_read_as_its_ending_says(tmp_path, name, content, rows):
    snapshot = load(tmp_path, name, content)
    assert values(snapshot) == rows
    assert [item["id"] for item in snapshot["state"]["items"]] == [str(row["id"]) for row in rows]


def test_a_declared_format_and_id_come_before_the_ending(tmp_path):
    snapshot = load(tmp_path, "a.txt", "key,b\n1,2\n", format="csv", id="key")
    assert values(snapshot) == [{"key": "1", "b": "2"}] and snapshot["state"]["items"][0]["id"] == "1"


def test_a_file_that_is_not_there_has_no_rows_and_the_first_edit_makes_it(tmp_path):
    book, file = file_workspace(tmp_path)
    end = script(tmp_path, book, ("insertItem", {"value": {"id": "1"}}))["end"]["result"]
    assert values(end) == [{"id": "1"}] and jsonl(file) == [{"id": "1"}]


@pytest.mark.parametrize("content", ["one\n\ntwo\r\none", "\ufeffone\n\ntwo\none\n"])
def test_lines_are_rows_whose_ids_are_made_of_their_texts(tmp_path, content):
    before = load(tmp_path, "a.txt", content)
    assert [row["text"] for row in values(before)] == ["one", "", "two", "one"]
    ids = [item["id"] for item in before["state"]["items"]]
    assert ids == [row["id"] for row in values(before)] and ids[3] == ids[0] + "-2"
    after = load(tmp_path, "a.txt", "zero\n" + content.lstrip("\ufeff"))
    assert [item["id"] for item in after["state"]["items"]][1:] == ids


@pytest.mark.parametrize(
    "name,content,line",
    [
        ("a.jsonl", '{"id":1.5}\n', 1),
        ("a.jsonl", "{\n[\n", 1),
        ("a.json", '{"id":"1"}', 1),
        ("a.json", "[oops]", 1),
        ("a.csv", "x,t\n1,a\n", 1),
        ("a.csv", "id,t\n\n\n,a\n", 4),
        ("a.csv", "id,a,a\n1,2,3\n", 1),
        ("a.jsonl", b"\0" * 48, 1),
    ],
)
def test_a_file_of_which_nothing_can_be_read_is_an_error_that_names_file_and_line(tmp_path, name, content, line):
    snapshot = load(tmp_path, name, content)
    error = the_error(snapshot, "invalidData")
    assert f"{name}, line {line}:" in error["message"], error
    assert snapshot["state"]["phase"] == "failed" and snapshot["state"]["items"] == []


# Problems


@pytest.mark.parametrize(
    "name,content,ids,problems",
    [
        ("a.jsonl", '{"id":"1"}\n\nnonsense\n', ["1"], [(3, "invalidJSON")]),
        ("a.jsonl", '{"id":"1"}\n{"x":1}\n', ["1"], [(2, "noId")]),
        ("a.jsonl", '{"id":"1"}\n5\nnull\n', ["1"], [(2, "notAnObject"), (3, "notAnObject")]),
        ("a.jsonl", b'{"id":"\xff"}\n', ["\ufffd"], [(1, "invalidBytes")]),
        ("a.jsonl", '{"id":"1","a":1,"a":2}\n', ["1"], [(1, "repeatedMember")]),
        ("a.jsonl", '{"id":"1"}\n{"id":"2"}\n\n{"id":"1"}\n', ["1#", "2", "1#"], [(4, "repeatedId")]),
        ("a.jsonl", '{"id":"1"}\n\0\0\n', ["1"], [(2, "invalidJSON")]),
        ("a.json", '[\n{"id":"1"},\n{"id":}\n]', ["1"], [(3, "invalidJSON")]),
        ("a.json", '[\n{"id":"1"},\n{"x":1}\n]', ["1"], [(3, "noId")]),
        ("a.json", '[{"id":"1"},\n5]', ["1"], [(2, "notAnObject")]),
        ("a.json", '[{"id":"1"},\n{"id":"1"}]', ["1#", "1#"], [(2, "repeatedId")]),
        ("a.json", '[{"id":"1"},\n{"id":"2"}', ["1", "2"], [(2, "brokenArray")]),
        ("a.json", '[{"id":"1"}]\n[{"id":"2"}]', ["1", "2"], [(2, "brokenArray")]),
        ("a.json", '[{"id":"1"},{"id":,{"id":"2"}]', ["1", "2"], [(1, "invalidJSON")]),
        ("a.json", '[\n// x ]\n{"id":"1"}\n]', ["1"], [(2, "invalidJSON"), (3, "brokenArray")]),
        ("a.json", '[\n<<<<<<< x\n{"id":"1"}\n]', ["1"], [(2, "invalidJSON"), (3, "brokenArray")]),
        ("a.csv", "id,t\n1,a\n2\n", ["1", "2"], [(3, "raggedRecord")]),
        ("a.csv", "id,t\n1,a,b\n", ["1"], [(2, "raggedRecord")]),
        ("a.csv", 'id,t\n1,"a\n2,b\n', ["2"], [(2, "invalidQuotes")]),
        ("a.csv", 'id,t\n"1","x\ny"\n,a\n', ["1"], [(4, "noId")]),
        ("a.csv", "id\n1\n2\n1\n", ["1#", "2", "1#"], [(4, "repeatedId")]),
        ("a.csv", b"id,t\n1,a\n2,\xff\n", ["1", "2"], [(3, "invalidBytes")]),
        ("a.tsv", "id\tt\n1\n", ["1"], [(2, "raggedRecord")]),
    ],
)
def test_a_record_that_cannot_be_read_hides_no_other(tmp_path, name, content, ids, problems):
    snapshot = load(tmp_path, name, content)
    state = snapshot["state"]
    shown = [item["id"] for item in state["items"]]
    # If several rows have the same id, each id is followed by a digest of its row.
    assert ["".join(id.partition("#")[:2]) for id in shown] == ids and len(set(shown)) == len(ids)
    assert [(problem["line"], problem["code"]) for problem in state["problems"]["listed"]] == problems
    assert state["problems"]["count"] == len(problems)
    error = the_error(snapshot, "problems", retryable=False)
    assert error["display"] == "banner" and name in error["message"] and f"line {problems[0][0]}:" in error["message"]


def test_edits_keep_records_that_cannot_be_read(tmp_path):
    book, file = file_workspace(tmp_path, content=b'{"id":"1"}\n{oops\n{"id":"2","t":"\xff"}\n{"id":"3"}\n[]')
    steps = [
        ("updateItem", {"id": "3", "patch": {"t": "x"}}),
        ("deleteItems", {"ids": ["1"]}),
        ("insertItem", {"value": {"id": "4"}}),
        ("updateItem", {"id": "2", "patch": {"t": "y"}}),
    ]
    end = script(tmp_path, book, *steps)["end"]["result"]
    assert file.read_bytes() == b'{oops\n{"id":"2","t":"\xff"}\n{"id":"3","t":"x"}\n[]\n{"id":"4"}\n'
    assert [problem["line"] for problem in end["state"]["problems"]["listed"]] == [1, 2, 4]
    refused = [error for error in end["errors"] if error["code"] == "readOnly"]
    assert len(refused) == 1 and "the row 2" in refused[0]["message"] and "line 2" in refused[0]["message"]


@pytest.mark.parametrize("encoding", ["latin1", "windows-1252", "utf-16"])
def test_edits_keep_the_encoding(tmp_path, encoding):
    codec = {"utf-16": "utf-16-le", "windows-1252": "cp1252"}.get(encoding, encoding)
    book, file = file_workspace(tmp_path, "a.csv", "id,t\r\n1,Größe\r\n2,Maß\r\n".encode(codec), encoding=encoding)
    snapshot = script(tmp_path, book, ("updateItem", {"id": "2", "patch": {"t": "Füße"}}))["end"]["result"]
    assert [row["t"] for row in values(snapshot)] == ["Größe", "Füße"]
    assert file.read_bytes().decode(codec) == "id,t\r\n1,Größe\r\n2,Füße\r\n"


def test_a_character_that_the_encoding_lacks_is_named(tmp_path):
    book, file = file_workspace(tmp_path, "a.csv", "id,t\n1,a\n", encoding="latin1")
    snapshot = script(tmp_path, book, ("updateItem", {"id": "1", "patch": {"t": "5 €"}}))["end"]["result"]
    assert "U+20AC" in the_error(snapshot, "invalidData", retryable=False)["message"]
    assert file.read_text() == "id,t\n1,a\n"


def test_an_edit_is_seen_under_each_name_of_a_file_and_keeps_its_attributes(tmp_path):
    book, file = file_workspace(tmp_path, content='{"id":"1","t":"a longer text"}\n')
    os.link(file, tmp_path / "other")
    for t in ["b", "a text that is longer than the others"]:
        script(tmp_path, book, ("updateItem", {"id": "1", "patch": {"t": t}}))
        assert (tmp_path / "other").read_text() == file.read_text() == '{"id":"1","t":"%s"}\n' % t
    assert os.stat(file).st_nlink == 2 and [name for name in os.listdir(tmp_path) if "journal" in name] == []


def test_what_killed_hosts_have_left_is_removed_and_nothing_else(tmp_path):
    book, file = file_workspace(tmp_path, content='{"id":"1"}\n')
    stale = tmp_path / f".{file.name}.0123456789ab.tmp"
    others = [tmp_path / name for name in (f".{file.name}.mine.tmp", ".other.0123456789ab.tmp", f"{file.name}.tmp")]
    for path in [stale, *others]:
        path.write_text("x")
    script(tmp_path, book, ("updateItem", {"id": "1", "patch": {"t": "b"}}))
    assert not stale.exists() and all(path.exists() for path in others)


def test_invalid_data_that_is_corrected_is_loaded_by_retry(tmp_path):
    book, file = file_workspace(tmp_path, content="nonsense\n")
    with Host("-w", book) as host:
        host.send(open_list(0))
        error = the_error(host.until("l", lambda s: s["errors"]), "invalidData")
        file.write_text('{"id":"1"}\n')
        host.act("l", "retry", {"id": error["id"]}, **SETTLED)
        assert values(host.do("feature/snapshot", instance="l")) == [{"id": "1"}]


# Long rows and files


def long_rows(path, MiB_long):
    """Writes a file of three rows, of which the second has `MiB_long` MiB."""
    with open(path, "w") as file:
        file.write('{"id":"1","t":"a"}\n{"id":"2","t":"')
        for _ in range(MiB_long):
            file.write("x" * MiB)
        file.write('"}\n{"id":"3","t":"c"}\n')


def test_a_row_of_10_MB_is_a_problem_that_names_its_line_in_bounded_memory(tmp_path):
    book, file = file_workspace(tmp_path)
    long_rows(file, 10)
    with Host("-w", book) as host:
        host.send(open_list(0))
        error = the_error(host.until("l", lambda s: s["errors"]), "problems", retryable=False)
        assert "rows.jsonl: 1 problem: line 2: it is longer than 1048576 bytes" in error["message"]
        # An edit also reads the file, and keeps the long row.
        size = file.stat().st_size
        host.act("l", "insertItem", {"value": {"id": "4"}}, **SETTLED)
        snapshot = host.do("feature/snapshot", instance="l")
        assert [item["id"] for item in snapshot["state"]["items"]] == ["1", "3", "4"]
        assert file.stat().st_size == size + len('{"id":"4"}\n')
        assert host.peak_rss() < 100 * MiB
        assert host.finish() == 0


def test_a_file_that_never_ends_is_an_error(tmp_path):
    book, file = file_workspace(tmp_path)
    # The file is sparse, so that it takes no space on the disk.
    with open(file, "wb") as end:
        end.truncate(1 << 40)
    with Host("-w", book) as host:
        host.send(open_list(0))
        error = the_error(host.until("l", lambda s: s["errors"]), "invalidData")
        assert "longer than 1073741824 bytes" in error["message"]
        assert host.peak_rss() < 100 * MiB
        assert host.finish() == 0


def test_an_edit_that_makes_a_row_too_long_fails_on_it_and_leaves_the_file(tmp_path):
    book, file = file_workspace(tmp_path, content='{"id":"1"}\n')
    long = "x" * MiB
    end = script(
        tmp_path,
        book,
        ("updateItem", {"id": "1", "patch": {"t": long}}),
        ("insertItem", {"value": {"id": "2", "t": long}}),
        ("insertItem", {"value": {"id": "i" * 5000}}),
    )["end"]["result"]
    assert [(error["code"], error["retryable"]) for error in end["errors"]] == [("invalidData", False)] * 3
    assert [item["id"] for item in end["state"]["items"]] == ["1"] and end["state"]["items"][0]["errorId"] == "e1"
    assert file.read_text() == '{"id":"1"}\n'


# Edits


EDITS = [
    ("insertItem", {"value": {"id": "3", "t": "c"}}),
    ("insertItem", {"value": {"id": "0", "t": "z"}, "beforeId": "1"}),
    ("updateItem", {"id": "1", "patch": {"t": "A"}}),
    ("moveItems", {"ids": ["2"], "beforeId": "0"}),
    ("deleteItems", {"ids": ["3"]}),
]


@pytest.mark.parametrize(
    "name,content,result",
    [
        (
            "a.jsonl",
            '{"id":"1","t":"a"}\n{"id":"2","t":"b"}\n',
            '{"id":"2","t":"b"}\n{"id":"0","t":"z"}\n{"id":"1","t":"A"}\n',
        ),
        ("a.csv", "id,t\r\n1,a\r\n2,b\r\n", "id,t\n2,b\n0,z\n1,A\n"),
        ("a.tsv", "id\tt\n1\ta\n2\tb\n", "id\tt\n2\tb\n0\tz\n1\tA\n"),
    ],
)
def test_edits_are_written_in_the_format_of_the_file(tmp_path, name, content, result):
    book, file = file_workspace(tmp_path, name, content)
    found = script(tmp_path, book, *EDITS)
    assert all(found[n]["result"]["settled"] for n in range(1, 6))
    assert file.read_text() == result
    assert values(script(tmp_path, book)["end"]["result"]) == values(found["end"]["result"])


def test_edits_of_a_json_array_are_written_as_one(tmp_path):
    book, file = file_workspace(tmp_path, "a.json", '[{"id":"1","t":"a"},{"id":"2","t":"b"}]')
    script(tmp_path, book, *EDITS)
    assert json.loads(file.read_text()) == [{"id": "2", "t": "b"}, {"id": "0", "t": "z"}, {"id": "1", "t": "A"}]


@pytest.mark.parametrize("name", ["a.csv", "a.json", "a.jsonl"])
@pytest.mark.parametrize(
    "text",
    [
        '"',
        ",",
        "\n",
        "\r",
        "x\r",
        "\r\n",
        "\n\n",
        '"",\n',
        " a ",
        "\t",
        "\u2028",
        "\ufeff",
        "'",
        "=1+1",
        "ü😀",
        "\x00",
        "a" * 100_000,
    ],
)
def test_any_text_survives_a_round_trip(tmp_path, name, text):
    start = {"a.csv": "id,t\n1,a\n", "a.json": '[{"id":"1","t":"a"}]', "a.jsonl": '{"id":"1","t":"a"}\n'}[name]
    book, _ = file_workspace(tmp_path, name, start)
    script(
        tmp_path,
        book,
        ("updateItem", {"id": "1", "patch": {"t": text}}),
        ("insertItem", {"value": {"id": "2", "t": text}}),
    )
    assert values(script(tmp_path, book)["end"]["result"]) == [{"id": "1", "t": text}, {"id": "2", "t": text}]


def test_a_table_separated_by_tabs_may_hold_quotes_and_be_edited(tmp_path):
    book, file = file_workspace(tmp_path, "a.tsv", 'id\tt\n1\t5" disk\n')
    end = script(tmp_path, book, ("insertItem", {"value": {"id": "2", "t": "x"}}))["end"]["result"]
    assert end["errors"] == [] and file.read_text() == 'id\tt\n1\t5" disk\n2\tx\n'


@pytest.mark.parametrize(
    "name,start,value",
    [
        ("a.tsv", "id\tt\n1\ta\n", {"id": "2", "t": "x\ty"}),
        ("a.tsv", "id\tt\n1\ta\n", {"id": "2", "t": "x\ny"}),
        ("a.csv", "id,t\n1,a\n", {"id": "2", "t": {"x": 1}}),
        ("a.csv", "id,t\n1,a\n", {"id": "2", "t": [1]}),
    ],
)
def test_what_a_table_of_text_cannot_hold_is_an_error_on_its_row(tmp_path, name, start, value):
    book, file = file_workspace(tmp_path, name, start)
    end = script(tmp_path, book, ("insertItem", {"value": value}))["end"]["result"]
    the_error(end, "invalidData", retryable=False)
    assert file.read_text() == start


def test_deleting_the_last_row_of_a_table_keeps_its_columns(tmp_path):
    book, file = file_workspace(tmp_path, "a.csv", "id,t\n1,a\n")
    script(tmp_path, book, ("deleteItems", {"ids": ["1"]}))
    assert file.read_text() == "id,t\n"


def test_a_toggle_of_a_table_of_text_goes_both_ways(tmp_path):
    book, file = file_workspace(tmp_path, "a.csv", "id,done\n1,true\n")
    script(tmp_path, book, ("toggleItem", {"id": "1", "key": "done"}))
    assert file.read_text() == "id,done\n1,false\n"


def test_a_new_row_gets_an_id_under_the_key_of_the_source(tmp_path):
    book, file = file_workspace(tmp_path, content='{"key":"1"}\n', id="key")
    end = script(tmp_path, book, ("insertItem", {"value": {"t": "x"}}), ("insertItem", {"value": {"key": "3"}}))["end"][
        "result"
    ]
    rows = jsonl(file)
    assert [item["id"] for item in end["state"]["items"]] == [row["key"] for row in rows] and rows[2]["key"] == "3"


def test_an_integer_id_is_kept(tmp_path):
    book, file = file_workspace(tmp_path, content='{"id":1}\n')
    found = script(tmp_path, book, ("insertItem", {"value": {"id": 7}}), ("insertItem", {"value": {"id": 7}}))
    assert jsonl(file) == [{"id": 1}, {"id": 7}]
    assert found[2]["error"]["data"]["reason"] == "duplicateId"


@pytest.mark.parametrize(
    "action,params",
    [
        ("updateItem", {"id": "1", "patch": {"id": None}}),
        ("updateItem", {"id": "1", "patch": {"id": "2"}}),
        ("updateItem", {"id": "1", "patch": {"id": "9"}}),
        ("updateItem", {"id": "1", "patch": 5}),
        ("updateItem", {"id": "1", "patch": None}),
        ("toggleItem", {"id": "1", "key": "id"}),
        ("insertItem", {"value": {"id": "1"}}),
        ("insertItem", {"value": [1]}),
        ("moveItems", {"ids": ["1"], "beforeId": "1"}),
        ("deleteItems", {"ids": []}),
        ("deleteItems", {"ids": ["9"]}),
        ("updateItem", {"id": "9", "patch": {}}),
    ],
)
@pytest.mark.parametrize("name,content", [("a.jsonl", '{"id":"1"}\n{"id":"2"}\n'), ("a.csv", "id\n1\n2\n")])
def test_an_edit_that_would_break_the_file_is_refused(tmp_path, name, content, action, params):
    book, file = file_workspace(tmp_path, name, content)
    found = script(tmp_path, book, (action, params))
    assert file.read_text() == content
    assert "error" in found[1] or found["end"]["result"]["errors"]
    assert len(script(tmp_path, book)["end"]["result"]["state"]["items"]) == 2


def test_a_table_of_text_takes_no_row_without_an_id(tmp_path):
    book, file = file_workspace(tmp_path, "a.csv", "id,t\n1,a\n")
    found = script(tmp_path, book, ("insertItem", {"value": {"id": "", "t": "b"}}))
    assert file.read_text() == "id,t\n1,a\n"
    assert "error" in found[1] or found["end"]["result"]["errors"]


def test_a_table_with_two_columns_of_one_name_does_not_end_the_host(tmp_path):
    book, file = file_workspace(tmp_path, "a.csv", "id,a,a\n1,2,3\n")
    script(tmp_path, book, ("updateItem", {"id": "1", "patch": {"a": "5"}}))
    assert file.read_text() == "id,a,a\n1,2,3\n"


def test_lines_cannot_be_edited(tmp_path):
    book, file = file_workspace(tmp_path, "a.txt", "one\n")
    found = script(tmp_path, book, *EDITS)
    for n in range(1, 6):
        assert found[n]["error"]["code"] == -31005 and found[n]["error"]["data"]["reason"] == "readOnly"
    assert file.read_text() == "one\n"


def test_a_row_that_another_page_holds_is_a_duplicate(tmp_path):
    rows = "".join(f'{{"id":"r{n}"}}\n' for n in range(200))
    book, file = file_workspace(tmp_path, content=rows)
    end = script(tmp_path, book, ("insertItem", {"value": {"id": "r150"}}))["end"]["result"]
    the_error(end, "duplicateId", retryable=False)
    assert file.read_text() == rows


# Atomic writes


def test_a_reader_of_the_file_always_sees_it_whole(tmp_path):
    start = [{"id": f"s{n}", "text": "x" * 50} for n in range(200)]
    book, file = file_workspace(tmp_path, content="".join(json.dumps(row) + "\n" for row in start))
    problems, sizes, done = [], set(), threading.Event()

    def watch():
        while not done.is_set():
            try:
                sizes.add(len(jsonl(file)))
            except Exception as error:
                problems.append(repr(error))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        with Host("-w", book) as host:
            host.send(
                open_list(0),
                *(insert(id, {"id": f"r{id}", "text": "y" * 50}) for id in range(1, 201)),
                request("end", "feature/settle", {"instance": "l"}),
            )
            host.answer("end")
            assert host.finish() == 0
    finally:
        done.set()
        watcher.join()
    assert problems == [] and sizes <= set(range(200, 401))
    assert [row["id"] for row in jsonl(file)][200:] == [f"r{id}" for id in range(1, 201)]
    assert sorted(os.listdir(tmp_path)) == ["rows.jsonl", "workspace.json"]


@pytest.mark.parametrize("after", [1, 2, 5, 10, 20])
def test_a_kill_in_mid_edit_leaves_a_whole_file_with_what_was_confirmed(tmp_path, after):
    book, file = file_workspace(tmp_path, content="")
    confirmed = set()
    with Host("-w", book) as host:
        host.send(open_list(0), request("s", "feature/settle", {"instance": "l"}))
        host.answer("s")
        host.send(
            request(
                "w", "feature/send", {"instance": "l", "action": "setWindow", "params": {"offset": 0, "limit": 10_000}}
            ),
            *(insert(id, {"id": f"r{id}", "text": "x" * 10_000}) for id in range(100)),
        )
        snapshot = host.until("l", lambda s: sum(i["pending"] is None for i in s["state"]["items"]) >= after)
        confirmed = {i["id"] for i in snapshot["state"]["items"] if i["pending"] is None}
        host.kill()
        host.wait()
    rows = [row["id"] for row in jsonl(file)]
    assert confirmed <= set(rows) and rows == [f"r{n}" for n in range(len(rows))]
    outcome = script(tmp_path, book, ("insertItem", {"value": {"id": "later"}}))
    assert outcome["end"]["result"]["errors"] == []


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o777, 0o400])
def test_permissions_are_kept(tmp_path, mode):
    book, file = file_workspace(tmp_path, content='{"id":"1"}\n')
    file.chmod(mode)
    script(tmp_path, book, ("insertItem", {"value": {"id": "2"}}))
    assert len(jsonl(file)) == 2 and stat.S_IMODE(file.stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_the_owner_is_kept(tmp_path):
    book, file = file_workspace(tmp_path, content='{"id":"1"}\n')
    os.chown(file, 12, 34)
    script(tmp_path, book, ("insertItem", {"value": {"id": "2"}}))
    assert (file.stat().st_uid, file.stat().st_gid) == (12, 34)


@pytest.mark.parametrize("kind", ["absolute", "relative", "chain", "dangling"])
def test_a_link_stays_a_link(tmp_path, kind):
    (tmp_path / "deep").mkdir()
    real = tmp_path / "deep" / "real.jsonl"
    if kind != "dangling":
        real.write_text('{"id":"1"}\n')
    book, link = file_workspace(tmp_path)
    if kind == "chain":
        (tmp_path / "middle").symlink_to("deep/real.jsonl")
    link.symlink_to({"absolute": real, "chain": "middle"}.get(kind, "deep/real.jsonl"))
    script(tmp_path, book, ("insertItem", {"value": {"id": "2"}}))
    assert link.is_symlink() and [row["id"] for row in jsonl(real)][-1] == "2"


# Failures


def fail_and_retry(tmp_path, book, code, repair, file):
    """Checks that an insertion fails with `code`, and that a retry succeeds after `repair`."""
    with Host("-w", book) as host:
        host.send(open_list(0), request("s", "feature/settle", {"instance": "l"}))
        host.answer("s")
        host.act("l", "insertItem", {"value": {"id": "new", "t": 1}}, **SETTLED)
        snapshot = host.do("feature/snapshot", instance="l")
        error = [e for e in snapshot["errors"] if e["code"] == code][-1]
        assert error["retryable"] and error["retry"] == "retry" and str(file) in error["message"]
        repair()
        host.act("l", "retry", {"id": error["id"]}, **SETTLED)
        snapshot = host.do("feature/snapshot", instance="l")
        assert [e for e in snapshot["errors"] if e["id"] == error["id"]] == []
        assert [i["pending"] for i in snapshot["state"]["items"] if i["id"] == "new"] == [None]
        assert host.finish() == 0
    assert jsonl(file)[-1] == {"id": "new", "t": 1}


def test_an_edit_into_a_missing_folder_is_retried_when_it_is_there(tmp_path):
    book, file = file_workspace(tmp_path, "folder/rows.jsonl")
    fail_and_retry(tmp_path, book, "notFound", lambda: (tmp_path / "folder").mkdir(), file)


def test_an_edit_of_a_folder_is_retried_when_it_is_gone(tmp_path):
    book, file = file_workspace(tmp_path)
    file.mkdir()
    fail_and_retry(tmp_path, book, "fileError", file.rmdir, file)


def chattr(flag, path):
    return shutil.which("chattr") and subprocess.run(["chattr", flag, path], stderr=subprocess.DEVNULL).returncode == 0


@pytest.mark.parametrize("what", ["folder", "file"])
def test_an_edit_of_what_may_not_be_written_is_retried(tmp_path, what):
    (tmp_path / "data").mkdir()
    book, file = file_workspace(tmp_path, "data/rows.jsonl", '{"id":"1"}\n')
    target = file if what == "file" else file.parent
    if os.geteuid() != 0 and what == "folder":
        target.chmod(0o500)
        def repair():
            return target.chmod(0o700)
    elif chattr("+i", target):
        def repair():
            return chattr("-i", target)
    else:
        pytest.skip("root may write everywhere, and chattr +i does not work here")
    try:
        fail_and_retry(tmp_path, book, "permissionDenied", repair, file)
    finally:
        repair()
    assert [row["id"] for row in jsonl(file)] == ["1", "new"]
    assert os.listdir(file.parent) == ["rows.jsonl"]


def test_an_edit_on_a_full_disk_is_retried_and_loses_nothing(tmp_path):
    (tmp_path / "disk").mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "none", tmp_path / "disk"], stderr=subprocess.DEVNULL
    ).returncode:
        pytest.skip("no tmpfs can be mounted here")
    try:
        book, file = file_workspace(tmp_path, "disk/rows.jsonl", '{"id":"1"}\n')
        filler = tmp_path / "disk" / "filler"
        with open(filler, "wb", buffering=0) as full:
            try:
                while True:
                    full.write(b"x" * 4096)
            except OSError:
                pass
        fail_and_retry(tmp_path, book, "diskFull", filler.unlink, file)
        assert [row["id"] for row in jsonl(file)] == ["1", "new"]
    finally:
        subprocess.run(["umount", tmp_path / "disk"])


def test_a_write_beyond_the_limit_of_file_sizes_is_an_error_in_the_state(tmp_path):
    """RLIMIT_FSIZE simulates a full disk; the signal SIGXFSZ must not kill the host."""
    book, file = file_workspace(tmp_path, content='{"id":"1"}\n')
    def limit():
        return resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    outcome = serve(
        [
            open_list(0),
            insert(1, {"id": "2", "t": "x" * 10_000}, **SETTLED),
            request(2, "feature/settle", {"instance": "l"}),
        ],
        "-w",
        book,
        preexec_fn=limit,
    )
    assert outcome.status == 0, outcome.status
    assert jsonl(file) == [{"id": "1"}]
    assert sorted(os.listdir(tmp_path)) == ["rows.jsonl", "workspace.json"]


def test_one_failed_edit_takes_only_itself_back(tmp_path):
    book, file = file_workspace(tmp_path, "a.csv", "id,t\n1,a\n")
    end = script(
        tmp_path,
        book,
        ("insertItem", {"value": {"id": "2", "t": "b"}}),
        ("updateItem", {"id": "1", "patch": {"t": [1]}}),
        ("insertItem", {"value": {"id": "3", "t": "c"}}),
    )["end"]["result"]
    error = the_error(end, "invalidData", retryable=False)
    assert [i.get("errorId") for i in end["state"]["items"]] == [error["id"], None, None]
    assert file.read_text() == "id,t\n1,a\n2,b\n3,c\n"


# Other programs


def test_a_file_that_another_program_changed_is_seen_by_refresh(tmp_path):
    book, file = file_workspace(tmp_path, content='{"id":"1"}\n')
    with Host("-w", book) as host:
        host.send(open_list(0), request("s", "feature/settle", {"instance": "l"}))
        host.answer("s")
        for n, replace in enumerate([False, True]):
            text = f'{{"id":"1"}}\n{{"id":"other{n}"}}\n'
            if replace:
                (tmp_path / "new").write_text(text)
                os.rename(tmp_path / "new", file)
            else:
                file.write_text(text)
            host.act("l", "refresh", **SETTLED)
            assert [v["id"] for v in values(host.do("feature/snapshot", instance="l"))] == ["1", f"other{n}"]
        file.unlink()
        host.act("l", "refresh", **SETTLED)
        assert values(host.do("feature/snapshot", instance="l")) == []


def test_an_edit_keeps_what_another_program_wrote(tmp_path):
    book, file = file_workspace(tmp_path, content='{"id":"1"}\n')
    with Host("-w", book) as host:
        host.send(open_list(0), request("s", "feature/settle", {"instance": "l"}))
        host.answer("s")
        with open(file, "a") as other:
            other.write('{"id":"other"}\n')
        host.act("l", "insertItem", {"value": {"id": "2"}}, **SETTLED)
        assert host.finish() == 0
    assert [row["id"] for row in jsonl(file)] == ["1", "other", "2"]


def test_two_instances_of_one_list_share_their_file(tmp_path):
    book, file = file_workspace(tmp_path, content="")
    with Host("-w", book) as host:
        host.send(open_list(0, instance="a"), open_list(1, instance="b"))
        for id in range(40):
            host.send(insert(f"i{id}", {"id": f"r{id}"}, "ab"[id % 2]))
        host.send(*(request(f"s{x}", "feature/settle", {"instance": x}) for x in "ab"))
        host.answer("sa")
        assert host.finish() == 0
    assert {row["id"] for row in jsonl(file)} == {f"r{id}" for id in range(40)}


def test_two_features_over_one_file_lose_no_edit(tmp_path):
    """Two sources with the same path: each reads the file again before it writes."""
    book = workspace(tmp_path, {x: {"type": "file", "path": "rows.jsonl"} for x in "ab"})
    with Host("-w", book) as host:
        for id in range(20):
            x = "ab"[id % 2]
            if id < 2:
                host.send(open_list(f"o{x}", x, x), request(f"w{x}", "feature/settle", {"instance": x}))
                host.answer(f"w{x}")
            host.act(x, "insertItem", {"value": {"id": f"r{id}"}}, **SETTLED)
        assert host.finish() == 0
    assert [row["id"] for row in jsonl(tmp_path / "rows.jsonl")] == [f"r{id}" for id in range(20)]


@pytest.mark.parametrize("watch", [False, True])
@pytest.mark.parametrize("kind", ["pipe", "socket", "folder", "link to a pipe", "link to a device"])
def test_what_is_no_regular_file_is_refused_and_left_alone(tmp_path, kind, watch):
    path = tmp_path / "rows.jsonl"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.path.relpath(path))
    elif kind == "folder":
        path.mkdir()
    elif kind == "link to a pipe":
        os.mkfifo(tmp_path / "pipe")
        path.symlink_to("pipe")
    else:
        path.symlink_to("/dev/zero")
    before = os.lstat(path), os.stat(path)
    book, _ = file_workspace(tmp_path, watch=watch)
    with Host("-w", book) as host:
        host.do("feature/open", feature="rows", instance="l")
        assert host.do("feature/settle", instance="l")["settled"]
        snapshot = host.do("feature/snapshot", instance="l")
        assert snapshot["state"]["phase"] == "failed"
        (error,) = snapshot["errors"]
        assert error["code"] == "fileError" and f"is a {kind.split()[-1]}, and no regular file" in error["message"]
        host.act("l", "insertItem", {"value": {"id": "x"}}, **SETTLED)
        assert host.do("feature/snapshot", instance="l")["errors"]
        assert host.finish() == 0
    after = os.lstat(path), os.stat(path)
    assert [(status.st_ino, status.st_mode) for status in after] == [(s.st_ino, s.st_mode) for s in before]


def test_a_file_that_becomes_a_pipe_while_it_is_watched_is_refused(tmp_path):
    book, file = file_workspace(tmp_path, content='{"id":"1"}\n', watch=True)
    with Host("-w", book) as host:
        host.do("feature/open", feature="rows", instance="l")
        host.until("l", lambda snapshot: snapshot["state"]["count"] == 1)
        os.mkfifo(tmp_path / "pipe")
        os.rename(tmp_path / "pipe", file)
        host.until("l", lambda snapshot: snapshot["errors"])
        assert host.finish() == 0


# Concurrent writers


def test_hosts_that_edit_one_file_at_once_lose_nothing(tmp_path):
    book, file = file_workspace(tmp_path, content="")
    with ThreadPoolExecutor(8) as pool:
        calls = [
            pool.submit(run, b"", "call", "-w", book, "rows", "insertItem", f'value:={{"id":{n}}}', "--get", "/count")
            for n in range(16)
        ]
        for call in calls:
            outcome = call.result()
            assert outcome.status == 0, outcome.log
    assert sorted(row["id"] for row in jsonl(file)) == list(range(16))


def test_who_takes_no_lock_loses_nothing_either(tmp_path):
    """Another program repeatedly replaces the file that the host edits."""
    book, file = file_workspace(tmp_path, content='{"id":"theirs","n":0}\n{"id":"ours","n":0}\n')

    def write(n):
        rows = jsonl(file)
        rows[0]["n"] = n
        own = tmp_path / "own"
        own.write_text("".join(json.dumps(row) + "\n" for row in rows))
        os.rename(own, file)

    with Host("-w", book) as host:
        host.do("feature/open", feature="rows", instance="l")
        host.do("feature/settle", instance="l")
        for n in range(1, 40):
            write(n)
            host.act("l", "updateItem", {"id": "ours", "patch": {"n": n}}, **SETTLED)
            assert [row["n"] for row in jsonl(file)] == [n, n]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_file_that_may_not_be_written_is_not_replaced():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        book, file = file_workspace(folder, content='{"id":"1"}\n')
        os.chown(file, 65534, 65534)
        file.chmod(0o444)
        with Host("-w", book, user=65534, group=65534, extra_groups=[]) as host:
            host.do("feature/open", feature="rows", instance="l")
            host.do("feature/settle", instance="l")
            host.act("l", "insertItem", {"value": {"id": "2"}}, **SETTLED)
            the_error(host.do("feature/snapshot", instance="l"), "permissionDenied")
        assert file.read_text() == '{"id":"1"}\n'


# Files of other users next to a file


OTHERS = pytest.mark.skipif(os.geteuid() != 0, reason="other users are needed")
OWNER = {"user": 61234, "group": 61234, "extra_groups": []}


def shared_folder(mode):
    """Returns a folder that every user can enter, unlike the folders of pytest."""
    folder = tempfile.TemporaryDirectory(dir="/tmp")
    os.chmod(folder.name, mode)
    return folder


def owned(path, content, user, mode=0o644):
    path.write_bytes(content)
    os.chown(path, user, user)
    path.chmod(mode)


def edit(path, book):
    with Host("-w", book, **OWNER) as host:
        host.do("feature/open", feature="rows", instance="l")
        host.act("l", "insertItem", {"value": {"id": "2"}}, **SETTLED)
        shown = host.do("feature/snapshot", instance="l")
        assert host.finish() == 0
        host.log.seek(0)
        return values(shown), host.log.read().decode()


@OTHERS
def test_a_journal_of_another_user_is_left_alone():
    """In a folder such as `/tmp`, every user can create a file with the name of a journal."""
    old, new = b'{"id":"1"}\n', b'{"id":"planted"}\n'
    with shared_folder(0o1777) as name:
        folder = pathlib.Path(name)
        book, path = file_workspace(folder, content="")
        owned(path, old, OWNER["user"])
        planted = folder / f".{path.name}.featurehost-journal"
        owned(planted, b"featurehost journal 1\n" + len(old).to_bytes(8, "little") + old + new, 65_534)
        before = planted.read_bytes()
        rows, log = edit(path, book)
        assert rows == [{"id": "1"}, {"id": "2"}]
        assert jsonl(path) == rows
        assert planted.read_bytes() == before
        assert f"{planted} belongs to another user (65534)" in log and log.count("journal") == 2, log
