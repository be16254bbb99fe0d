"""`featurehost filter`: the matching lines of standard input, the best first, for any input."""

import os
import subprocess
import sys
import threading

import pytest
from host import BINARY, GUARD, ROOT, MiB, run

sys.path.insert(0, str(ROOT / "Benchmarks"))

from paths import paths

# The number of bytes of each line that are searched, and the number of characters of a query that are used.
SEARCHED = 4096
READ = 1000


def matches(query, data, *options, status=0, **more):
    """Returns the output; standard error must be empty."""
    outcome = run(data, "filter", *options, "--", query, **more)
    assert (outcome.status, outcome.log) == (status, "")
    return outcome.output


def no_match(query, data, *options):
    assert matches(query, data, *options, status=1) == b""


def failure(status, *arguments, data=b"", **more):
    """Returns standard error of a failed command; the output must be empty."""
    outcome = run(data, "filter", *arguments, **more)
    assert (outcome.status, outcome.output or b"") == (status, b"")
    return outcome.log


# Order


def test_the_best_comes_first():
    assert matches("fb", b"fooxbar\nfabric\nfoo_bar\nx\n") == b"foo_bar\nfabric\nfooxbar\n"


def test_of_equal_scores_the_shorter_and_then_the_earlier_comes_first():
    assert matches("main", b"main.swift\nmain.c\nmain\n") == b"main\nmain.c\nmain.swift\n"
    assert matches("xab", b"cd_a_xab\na_xab_cd\n") == b"a_xab_cd\ncd_a_xab\n"


def test_lines_of_the_same_worth_keep_their_order_across_all_that_is_read_at_once():
    lines = b"".join(b"row %07d\n" % (n * 7919 % 1_000_003) for n in range(800_000))
    assert len(lines) > 2 * 4 * MiB
    assert matches("row", lines) == lines
    assert matches("!x", lines) == lines


def test_the_empty_query_finds_all_lines_in_their_order():
    assert matches("", b"b\na\n\nb\n") == b"b\na\n\nb\n"
    assert matches(" \\", b"b \\\na\n") == b"b \\\n"


def test_operators():
    lines = b"src/main.c\nsrc/main_test.c\nlib/src/main.c\nsrc/main.cc\ndocs/a b.md\n"
    assert matches("^src .c$ !test", lines) == b"src/main.c\n"
    assert matches("'lib | cc$", lines) == b"lib/src/main.c\nsrc/main.cc\n"
    assert matches("a\\ b", lines) == b"docs/a b.md\n"


# Options


@pytest.mark.parametrize("limit,count", [(0, 0), (1, 1), (3, 3), (1000, 3)])
def test_limit(limit, count):
    best = [b"ab\n", b"ab1\n", b"ab12\n"]
    assert matches("ab", b"".join(reversed(best)), "--limit", limit) == b"".join(best[:count])


def test_limit_0_still_tells_whether_a_line_matches():
    assert matches("a", b"a\n", "--limit=0") == b""
    no_match("b", b"a\n", "--limit=0")


def test_a_negative_limit_is_a_mistake():
    assert "--limit is -1" in failure(64, "--limit=-1", "a")


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["-x"], ["--limit", "many", "a"], ["--limit"], ["--Null", "a"]])
def test_wrong_words_are_a_mistake(arguments):
    assert "Usage: featurehost filter" in failure(64, *arguments, data=b"a\n")


def test_null_ends_lines_with_zero_bytes():
    assert matches("b", b"a\nb\0x\0 b\0", "--null") == b" b\0a\nb\0"
    assert matches("", b"a\0\0b", "--null") == b"a\0\0b\0"


def test_a_query_that_begins_like_an_option_stands_behind_two_dashes():
    assert matches("-rf", b"rm -rf x\nrf\n") == b"rm -rf x\n"
    assert matches("--", b"ls --help\n-\n") == b"ls --help\n"


# Lines


def test_the_last_line_needs_no_end():
    assert matches("b", b"a\nb") == b"b\n"
    assert matches("b", b"b") == b"b\n"


def test_empty_lines_are_lines():
    assert matches("", b"\n\na\n\n") == b"\n\na\n\n"
    assert matches("!a", b"\n\na\n\n") == b"\n\n\n"
    no_match("a", b"\n\n")


def test_a_million_empty_lines():
    lines = b"\n" * 1_000_000
    assert matches("", lines) == lines
    no_match("a", lines)
    assert matches("a", lines + b"a\n" + lines) == b"a\n"


def test_nothing_found():
    no_match("a", b"")
    no_match("", b"")
    no_match("abc", b"cba\n")


def test_a_carriage_return_belongs_to_its_line():
    assert matches("a", b"a\r\nb\r\n") == b"a\r\n"
    no_match("a$", b"a\r\n")
    assert matches("^a", b"a\r\n") == b"a\r\n"


@pytest.mark.parametrize("filler", [b"x", "é".encode(), b"\xff"], ids=["ASCII", "UTF-8", "invalid"])
def test_of_a_line_of_a_megabyte_the_beginning_is_searched(filler):
    rest = filler * (MiB // len(filler))
    line = b"begin " + rest + b" end\n"
    assert matches("begin", b"x\n" + line + b"y\n") == line
    no_match("end", line)
    assert matches("!end", line) == line


def test_a_line_may_be_longer_than_what_is_read_at_once():
    long = b"a" * (11 * MiB) + b"\n"
    assert matches("a", b"xa\n" + long + b"ya\n" + long) == long + long + b"xa\nya\n"
    assert matches("b", b"b\n" + long[:-1]) == b"b\n"


def test_what_lies_at_the_limit_of_a_line():
    at = b"x" * (SEARCHED - 1)
    assert matches("y", at + b"y\n") == at + b"y\n"
    no_match("y", at + b"xy\n")


# Bytes


def test_zero_bytes_are_characters():
    assert matches("ab", b"a\0b\n\0\n") == b"a\0b\n"
    assert matches("'ab", b"a\0b\nab\n") == b"ab\n"
    lines = b"\0" * 1000 + b"\n"
    assert matches("", lines) == lines


def test_what_is_not_utf8_comes_out_as_it_came():
    lines = [b"\xff\xfea", b"\xc0\xafa", b"\xed\xa0\x80a", b"a\xf0\x9f\x91", b"\x80a", b"a\xc3"]
    found = matches("a", b"\n".join(lines)).splitlines()
    assert sorted(found) == sorted(lines)
    assert matches("é", b"\xc3\xa9\xff\n\xe9\n") == b"\xc3\xa9\xff\n"
    no_match("é", b"\xe9\n")


def test_all_bytes_come_out_as_they_came():
    line = bytes(byte for byte in range(256) if byte != 10)
    assert matches("abc", line + b"\n") == line + b"\n"
    assert matches("abc", bytes(range(1, 256)) + b"\0", "--null") == bytes(range(1, 256)) + b"\0"


def test_a_query_that_is_not_utf8_is_text_all_the_same():
    for query in (b"\xff", b"a\xc3", b"\xed\xa0\x80"):
        assert run(b"a\n", "filter", "--", os.fsdecode(query)).status in (0, 1)


def test_scripts_from_right_to_left_and_marks():
    lines = ["\u202eabc\u202c", "אבשלום", "שָׁלוֹם", "مُحَمَّد", "e\u0301a", "\u0301" * 100]
    data = "\n".join(lines).encode()
    assert matches("abc", data).decode() == lines[0] + "\n"
    assert matches("שלום", data).decode() == f"{lines[2]}\n{lines[1]}\n"
    assert matches("محمد", data).decode() == lines[3] + "\n"
    assert matches("éa", data).decode() == lines[4] + "\n"
    assert matches("ea", data).decode() == lines[4] + "\n"


def test_a_thousand_marks_on_a_letter():
    line = "e" + "\u0301\u0323" * 10_000 + "x\n"
    assert matches("e", line.encode()).decode() == line
    no_match("x", line.encode())


def test_of_a_query_of_100_kilobytes_the_beginning_is_read():
    query = "a" * 100_000
    assert matches(query, b"a" * READ + b"\n") == b"a" * READ + b"\n"
    no_match(query, b"a" * (READ - 1) + b"\n")
    no_match("a " * 50_000, b"b\n")
    assert matches("a | " * 25_000, b"b\na\n") == b"a\n"
    assert matches("é" * 50_000, "é".encode() * 2000 + b"\n") == "é".encode() * 2000 + b"\n"
    assert matches("\\ " * 50_000, b" " * READ + b"\n") == b" " * READ + b"\n"


# Descriptors


def test_a_reader_that_has_enough_is_no_failure(tmp_path):
    (tmp_path / "lines").write_bytes(b"a line of a few bytes\n" * 500_000)
    script = f"set -o pipefail; '{BINARY}' filter a < lines | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, timeout=GUARD)
    assert (done.stdout, done.stderr) == (b"a line of a few bytes\n0\n", b"")


@pytest.mark.parametrize("lines", [b"a\n", b"a line\n" * 200_000], ids=["short", "long"])
def test_a_full_disk_is_a_failure(lines):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([BINARY, "filter", "a"], input=lines, stdout=full, stderr=subprocess.PIPE, timeout=GUARD)
    assert done.returncode == 2
    assert done.stderr.startswith(b"Error: the lines can't be written: No space left on device")


def test_input_that_can_not_be_read_is_a_failure(tmp_path):
    folder = os.open(tmp_path, os.O_RDONLY)
    output = os.open(os.devnull, os.O_WRONLY)
    try:
        for more in ({"stdin": folder}, {"stdin": output}, {"preexec_fn": lambda: os.close(0)}):
            assert failure(2, "a", **more).startswith("Error: standard input can't be read: ")
    finally:
        os.close(folder)
        os.close(output)


def test_output_that_is_closed_is_a_failure():
    done = subprocess.run(
        [BINARY, "filter", "a"], input=b"a\n", stderr=subprocess.PIPE, timeout=GUARD, preexec_fn=lambda: os.close(1)
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"Error: the lines can't be written: ")


def test_input_may_come_byte_by_byte():
    data = "foo_bar\nfööbar\n\nfabric".encode()
    with subprocess.Popen([BINARY, "filter", "fb"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as filter:
        for byte in data:
            os.write(filter.stdin.fileno(), bytes([byte]))
        filter.stdin.close()
        assert filter.stdout.read().decode() == "foo_bar\nfabric\nfööbar\n"
    assert filter.returncode == 0


def test_several_filters_in_a_row():
    lines = b"".join(b"%d/%d\n" % (n % 100, n) for n in range(100_000))
    first = subprocess.Popen([BINARY, "filter", "^42/"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    second = subprocess.Popen([BINARY, "filter", "99942$"], stdin=first.stdout, stdout=subprocess.PIPE)
    first.stdout.close()
    writer = threading.Thread(target=lambda: (first.stdin.write(lines), first.stdin.close()))
    writer.start()
    output = second.communicate(timeout=GUARD)[0]
    writer.join()
    assert (output, first.wait(), second.returncode) == (b"42/99942\n", 0, 0)


# Comparison with fzf, which `make setup` installs


PATHS = "".join(path + "\n" for path in paths(20_000)).encode()
QUERIES = [
    "main",
    "feat",
    "srcmain",
    "shm",
    "Host",
    "SrcMain",
    "view42",
    "uvc",
    "qxz",
    "src main",
    "'main",
    "'host_ !'core",
    "^src/",
    "^src swift$",
    "py$",
    "!e",
    "!test ^lib rs$",
    "swift$ | rs$ 'cache",
    "^core | ^lib main",
    "store !^src !md$",
    "77 js$ | ts$",
    "a\\ b",
]


@pytest.mark.parametrize("query", QUERIES)
def test_it_finds_what_fzf_finds(query):
    """Both programs find the same lines and the same first line; later lines of equal score may differ in order."""
    theirs = subprocess.run(["fzf", "--filter", query], input=PATHS, capture_output=True, timeout=GUARD)
    ours = run(PATHS, "filter", "--", query)
    assert ours.status == theirs.returncode
    assert sorted(ours.output.splitlines()) == sorted(theirs.stdout.splitlines())
    assert ours.output.splitlines()[:1] == theirs.stdout.splitlines()[:1]


def test_the_first_lines_are_those_of_fzf():
    """`Benchmarks/quality` compares the first lines over the paths of this machine."""
    quality = [ROOT / "Benchmarks" / "quality", "--queries", "60", "--paths", "5000", BINARY]
    done = subprocess.run(quality, capture_output=True, text=True, timeout=GUARD)
    assert done.returncode == 0, done.stdout + done.stderr
