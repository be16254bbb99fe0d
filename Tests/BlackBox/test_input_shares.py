"""A client that sends long frames is limited, without an effect on other clients."""

import json

from host import MiB, status_field
from socket_host import Daemon

HEAD = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"'


def test_frames_of_front_ends_that_have_left_take_no_memory(tmp_path):
    with Daemon(tmp_path, "--gallery") as daemon:
        for _ in range(6):
            fronts = [daemon.front() for _ in range(4)]
            for front in fronts:
                front.connection.setblocking(True)
                front.connection.sendall(HEAD)
            for _ in range(14):
                for front in fronts:
                    front.connection.sendall(b"a" * MiB)
            for front in fronts:
                front.connection.close()
        with daemon.front() as front:
            assert front.ask("ping")["result"] is None
            assert status_field(daemon.pid, "VmHWM") * 1024 < 200 * MiB


def test_more_long_frames_than_there_is_memory_for_wait_for_each_other(tmp_path):
    """Four stalled clients occupy the memory for frames. The fifth client's frame is read after one is dropped."""
    with Daemon(tmp_path, "--gallery") as daemon:
        stalled = [daemon.front() for _ in range(4)]
        for front in stalled:
            front.connection.setblocking(True)
            front.connection.sendall(HEAD + b"a" * 2 * MiB)
            front.connection.setblocking(False)
        with daemon.front() as fifth:
            fifth.connection.setblocking(True)
            fifth.connection.sendall(HEAD + b"a" * 3 * MiB + b'"}}\n')
            fifth.connection.setblocking(False)
            answer = fifth.answer(1)
            assert answer["error"]["data"]["kind"] == "invalidParams"
        lost = [front.rest() for front in stalled]
        for front in stalled:
            front.connection.close()
        # A stalled client whose frame was dropped gets an error; the other clients may keep their frames.
        told = [messages[0]["error"] for messages in lost if messages]
        assert told and all(error["data"]["kind"] == "busy" for error in told), json.dumps(told)
        assert all("send it again" in error["message"] for error in told)
