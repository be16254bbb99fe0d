"""Sources for which a client answers, up to the end of the session."""

import json

import pytest
from host import Host, request, send


def client_workspace(tmp_path):
    path = tmp_path / "workspace.json"
    sources = {"rows": {"type": "client", "can": ["update"]}}
    path.write_text(json.dumps({"sources": sources, "features": {"rows": {"kind": "list", "source": "rows"}}}))
    return path


def until_asked(host, method):
    while (message := host.receive()).get("method") != method:
        pass
    return message


def test_a_list_shows_what_a_front_end_answers(tmp_path):
    with Host("-w", client_workspace(tmp_path)) as host:
        host.do("initialize", capabilities={"sources": ["rows"]})
        host.send(request("open", "feature/open", {"feature": "rows", "instance": "l"}))
        asked = until_asked(host, "source/fetch")
        host.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"items": [{"id": 1}], "endReached": True}})
        host.until("l", lambda shown: [item["id"] for item in shown["state"]["items"]] == ["1"])
        assert host.finish() == 0


@pytest.mark.parametrize("ending", ["endInput", "exit", "SIGTERM"])
def test_an_edit_that_nobody_will_answer_holds_no_end_up(tmp_path, ending):
    with Host("-w", client_workspace(tmp_path)) as host:
        host.do("initialize", capabilities={"sources": ["rows"]})
        host.send(request("open", "feature/open", {"feature": "rows", "instance": "l"}))
        asked = until_asked(host, "source/fetch")
        host.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"items": [{"id": 1}], "endReached": True}})
        host.until("l", lambda shown: bool(shown["state"]["items"]))
        host.send(send("edit", "l", "updateItem", {"id": "1", "patch": {"a": 1}}))
        until_asked(host, "source/update")
        match ending:
            case "endInput":
                host.close_input()
            case "exit":
                host.do("shutdown")
                host.send({"jsonrpc": "2.0", "method": "exit"})
            case "SIGTERM":
                host.kill(15)
        host.rest()
        assert host.wait() == 0
        host.log.seek(0)
        assert b"did not confirm" not in host.log.read()
