"""A front end by `pygls`' client. Prints what it saw as one object; `test_clients.py` says what that must be."""

import asyncio
import json
import os

from pygls.client import JsonRPCClient
from pygls.exceptions import JsonRpcException

seen, asked = [], []
client = JsonRPCClient()


@client.feature("state/snapshot")
def shown(params):
    if params.instance == "c":
        seen.append([params.revision, params.state.count])


@client.feature("source/fetch")
def fetch(params):
    asked.append("source/fetch")
    return {"items": [{"id": "1", "title": params.source}], "endReached": True}


async def ask(method, params=None):
    return await asyncio.wait_for(client.protocol.send_request_async(method, params), 30)


async def main():
    await client.start_io(os.environ["FEATUREHOST"], "serve", "-w", "w.json", "--gallery")
    began = await ask("initialize", {"protocolVersions": ["1"], "capabilities": {"sources": ["rows"]}})
    client.protocol.notify("initialized")
    opened = await ask("feature/open", {"feature": "gallery:counter", "instance": "c"})
    for _ in range(3):
        await ask("feature/send", {"instance": "c", "action": "incrementButtonTapped"})
    try:
        await ask("feature/send", {"instance": "c", "action": "nonsense"})
    except JsonRpcException as problem:
        error = problem.code
    await ask("feature/open", {"feature": "rows", "instance": "l"})
    await ask("feature/settle", {"instance": "l"})
    rows = (await ask("feature/snapshot", {"instance": "l"})).state.items
    report = {
        "version": began.protocolVersion,
        "opened": opened.snapshot.state.count,
        "seen": seen,
        "error": error,
        "asked": asked,
        "title": rows[0].value.title,
        "ping": await ask("ping"),
        "shutdown": await ask("shutdown"),
    }
    client.protocol.notify("exit")
    await client.stop()
    assert client._server.returncode == 0
    print(json.dumps(report))


asyncio.run(main())
