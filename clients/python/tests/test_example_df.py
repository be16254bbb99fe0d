"""The plugin in awk, which needs no library and works with any awk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from featurehost import InvalidParams, MethodNotFound, SourceError
from featurehost.plugin.testing import Peer, spawned

PLUGIN = Path(__file__).resolve().parents[1] / "examples/plugins/df.awk"
AWKS = [[found] for name in ("mawk", "gawk", "original-awk") if (found := shutil.which(name))]
AWKS += [[found, "awk"] for found in [shutil.which("busybox")] if found]

DF = r"""#!/bin/sh
cat <<'END'
Filesystem     1024-blocks    Used Available Capacity Mounted on
/dev/sda1         1000000  250000    750000      25% /
tmp fs                  0       0         0        - /run/user
//nas/a "b" 1       40960   40960         0     100% /media/My "old" \ disk 100% 7
/dev/sdb1             100      50        50      50% /mnt
/dev/sdc1             200      50       150      25% /mnt
END
exit 1
"""


@pytest.fixture(params=AWKS or [["awk"]], ids=lambda argv: Path(argv[0]).name)
def argv(request: pytest.FixtureRequest) -> list[str]:
    return [*request.param, "-f", str(PLUGIN)]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    df = tmp_path / "df"
    df.write_text(DF)
    df.chmod(0o755)
    return {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}


def test_file_systems_are_rows(argv: list[str], environment: dict[str, str]) -> None:
    with spawned(argv, env=environment) as peer:
        rows = peer.open("df", source="disks").rows(limit=2)
    sizes = ("kilobytes", "used", "available", "percent")
    assert [(row["id"], row["device"], *(row[size] for size in sizes)) for row in rows] == [
        ("/", "/dev/sda1", 1000000, 250000, 750000, 25),
        ("/run/user", "tmp fs", 0, 0, 0, None),
        ('/media/My "old" \\ disk 100% 7', '//nas/a "b" 1', 40960, 40960, 0, 100),
        ("/mnt", "/dev/sdc1", 200, 50, 150, 25),
    ]


def test_those_of_this_machine(argv: list[str]) -> None:
    with spawned(argv) as peer:
        assert peer.initialize is not None
        for row in peer.open("df").rows(limit=1):
            assert row["id"].startswith("/") and row["kilobytes"] >= 0


def test_pages_and_refusals(argv: list[str], environment: dict[str, str]) -> None:
    with spawned(argv, env=environment) as peer:
        disks = peer.open("df")
        page = disks.fetch(offset=1, limit=2)
        assert ([row["id"] for row in page.items][0], page.end_reached, page.total_count) == ("/run/user", False, 4)
        assert (disks.fetch(offset=9).items, disks.fetch(offset=2, limit=2).end_reached) == ([], True)
        with pytest.raises(SourceError, match="can be read but not changed") as refused:
            disks.update("/", {})
        assert (refused.value.code, refused.value.retryable) == ("readOnly", False)
        with pytest.raises(SourceError, match="there are no options"):
            peer.open("df", all=True)
        for params in ({"limit": 0}, {"offset": -1}, {"limit": "1"}):
            with pytest.raises(InvalidParams):
                disks.fetch(**params)
        with pytest.raises(InvalidParams):
            peer.request("source/fetch", {"source": "other", "offset": 0, "limit": 1})
        with pytest.raises(InvalidParams):
            peer.open("du")
        with pytest.raises(MethodNotFound):
            peer.request("source/search", {"source": "df"})
        assert peer.request("feature/list") == {"features": []} and peer.request("ping") is None


def test_a_df_that_fails_is_an_error(argv: list[str], tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "df").write_text("#!/bin/sh\nexit 3\n")
    with spawned(argv, env=environment) as peer:
        with pytest.raises(SourceError, match="status 3") as failed:
            peer.open("df").rows()
        assert (failed.value.code, failed.value.retryable) == ("commandFailed", True)


def play(argv: list[str], *lines: str) -> tuple[int, list[Any]]:
    done = subprocess.run(argv, input="".join(lines), capture_output=True, text=True, timeout=240)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_messages_may_be_written_in_any_way(argv: list[str]) -> None:
    status, (one, two, three) = play(
        argv,
        ' { "id" : "a\\"\\u00e4" , "params" : {"x":[{"id":1},"}",-1.5e3,null,[[]]] } , '
        '"method":"\\u0070ing","jsonrpc":"2.0"}\r\n\n',
        '{"jsonrpc":"2.0","id":2,"method":"source\\/open","params":{"kind":"df","source":"\\"{","options":{}}}\n',
        '{"jsonrpc":"2.0","method":"later"}\n{"jsonrpc":"2.0","id":3,"result":{}}\n',
        '{"jsonrpc":"2.0","id":null,"method":"source/fetch","params":{"source":"\\"{","limit":1,"offset":99}}',
    )
    assert (status, one, two) == (
        0,
        {"jsonrpc": "2.0", "id": 'a"ä', "result": None},
        {"jsonrpc": "2.0", "id": 2, "result": {}},
    )
    assert (three["id"], three["result"]["items"]) == (None, [])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nope", -32700),
        ('{"jsonrpc":"2.0","id":1,"method":"ping"', -32700),
        ('{"jsonrpc":"2.0","id":1,"method":"ping"}}', -32700),
        ('{"jsonrpc":"2.0","id":01,"method":"ping"}', -32700),
        ("[]", -32600),
        ("7", -32600),
        ('{"id":1,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":1}', -32600),
    ],
)
def test_what_is_no_message_is_refused_and_the_next_one_is_answered(argv: list[str], line: str, code: int) -> None:
    _, (refused, answer) = play(argv, line + "\n", '{"jsonrpc":"2.0","id":5,"method":"ping"}\n')
    assert (refused["id"], refused["error"]["code"], answer["id"]) == (None, code, 5)


def test_the_life_of_a_session(argv: list[str]) -> None:
    def request(id: int, method: str, **params: Any) -> str:
        return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}) + "\n"

    leave = '{"jsonrpc":"2.0","method":"exit"}\n'
    status, messages = play(
        argv,
        request(1, "initialize", protocolVersions=["2"]),
        request(2, "initialize", protocolVersions=["1"]),
        request(3, "shutdown"),
        request(4, "ping"),
        leave,
        request(5, "ping"),
    )
    assert status == 0
    assert [message.get("error", {}).get("code") for message in messages] == [-31008, -32600, None, -32600]
    assert play(argv, leave)[0] == 1
    assert play(argv, request(1, "initialize", protocolVersions=["2", "1"]))[1][0]["result"] == {
        "protocolVersion": "1",
        "hostInfo": {"name": "df", "version": "1.0"},
        "capabilities": {"features": False, "sources": ["df"]},
    }


def test_it_answers_before_its_input_ends(argv: list[str]) -> None:
    def ping(peer: Peer) -> bool:
        return peer.request("ping") is None

    with spawned(argv) as peer:
        assert all(ping(peer) for _ in range(20))
