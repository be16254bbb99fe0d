"""Actions that are sent again with the same `requestId`: the plugin performs each only once."""

from host import Host, request
from plugin_features import open_counter, workspace
from socket_host import Daemon


def send(id, action, name, instance="i", **params):
    return request(id, "feature/send", {"instance": instance, "action": action, "params": params, "requestId": name})


def answers(host, *messages):
    host.send(*messages)
    return [host.answer(message["id"]) for message in messages]


def shown(host, instance="i"):
    return host.do("feature/snapshot", instance=instance)["state"]["count"]


def test_what_went_well_is_answered_again_and_not_done_again(tmp_path):
    with Host("-w", workspace(tmp_path)) as host:
        open_counter(host)
        (first,) = answers(host, send(1, "add", "a", by=2))
        assert first["result"] == {"revision": 1, "settled": True}
        (other,) = answers(host, send(2, "add", "b", by=5))
        assert other["result"]["revision"] == 2
        (again,) = answers(host, send(3, "add", "a", by=2))
        assert again["result"] == first["result"]
        assert shown(host) == 7


def test_it_is_done_once_also_where_the_first_is_under_way(tmp_path):
    with Host("-w", workspace(tmp_path, "holds")) as host:
        open_counter(host)
        host.send(send("first", "go", "a"), send("second", "go", "a"))
        host.send(send("add", "add", "b"))
        results = [host.answer(id)["result"] for id in ("first", "second")]
        assert results == [{"revision": 2, "settled": True}] * 2
        assert shown(host) == 11
        (again,) = answers(host, send("third", "go", "a"))
        assert again["result"] == results[0] and shown(host) == 11


def test_one_that_was_cancelled_under_way_is_not_done_again(tmp_path):
    """A client that has lost the answer sends the action again."""
    with Host("-w", workspace(tmp_path, "holds")) as host:
        open_counter(host)
        host.send(send("first", "go", "a"))
        host.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "first"}})
        assert host.answer("first")["error"]["code"] == -32800
        host.send(send("second", "go", "a"), send("add", "add", "b"))
        assert host.answer("second")["result"] == {"revision": 2, "settled": True}
        assert shown(host) == 11


def test_it_is_done_once_for_all_sessions_and_for_each_instance(tmp_path):
    with Daemon(tmp_path, "-w", workspace(tmp_path)) as daemon, daemon.front() as one, daemon.front() as other:
        for front in one, other:
            open_counter(front)
        open_counter(one, "j")
        (first,) = answers(one, send(1, "add", "a", by=3))
        (again,) = answers(other, send(1, "add", "a", by=3))
        assert again["result"] == first["result"] and shown(other) == 3
        (elsewhere,) = answers(one, send(2, "add", "a", "j", by=3))
        assert elsewhere["result"]["revision"] == 1 and shown(one, "j") == 3


def test_an_id_is_that_of_one_request_alone(tmp_path):
    with Host("-w", workspace(tmp_path)) as host:
        open_counter(host)
        answers(host, send(1, "add", "a", by=2))
        for more in send(2, "add", "a", by=3), send(3, "go", "a", by=2):
            (refused,) = answers(host, more)
            assert refused["error"]["code"] == -32602 and refused["error"]["data"]["param"] == "requestId"
        assert shown(host) == 2


def test_one_that_failed_is_new_when_it_is_sent_again(tmp_path):
    with Host("-w", workspace(tmp_path, "dies")) as host:
        open_counter(host)
        (failed,) = answers(host, send(1, "go", "a"))
        assert "error" in failed
        (tmp_path / "broken").unlink()
        (error,) = host.do("feature/snapshot", instance="i")["errors"]
        host.act("i", "retry", {"id": error["id"]})
        host.do("feature/settle", instance="i")
        (again,) = answers(host, send(2, "go", "a"))
        assert again["result"]["settled"] is True and shown(host) == 1
