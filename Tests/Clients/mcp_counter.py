"""A front end by the stdio reader of the `mcp` package. Prints what it saw; `test_clients.py` says what that must be.

MCP has no null results: the package's reader refuses the answers to `ping` and `shutdown`, which are not asked here.
"""

import asyncio
import json
import os

from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

seen, asked = [], []


async def main():
    host = StdioServerParameters(command=os.environ["FEATUREHOST"], args=["serve", "-w", "w.json", "--gallery"])
    async with stdio_client(host) as (read, write):
        count = 0

        async def ask(method, params=None):
            nonlocal count
            count += 1
            await write.send(SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=count, method=method, params=params)))
            while True:
                received = await asyncio.wait_for(read.receive(), 30)
                if isinstance(received, Exception):
                    raise received
                message = received.message
                if isinstance(message, JSONRPCRequest):
                    asked.append(message.method)
                    rows = [{"id": "1", "title": message.params["source"]}]
                    result = {"items": rows, "endReached": True}
                    await write.send(SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=message.id, result=result)))
                elif isinstance(message, JSONRPCNotification):
                    if message.params["instance"] == "c":
                        seen.append([message.params["revision"], message.params["state"]["count"]])
                elif isinstance(message, JSONRPCError):
                    return message.error
                else:
                    assert message.id == count
                    return message.result

        began = await ask("initialize", {"protocolVersions": ["1"], "capabilities": {"sources": ["rows"]}})
        opened = await ask("feature/open", {"feature": "gallery:counter", "instance": "c"})
        for _ in range(3):
            await ask("feature/send", {"instance": "c", "action": "incrementButtonTapped"})
        error = await ask("feature/send", {"instance": "c", "action": "nonsense"})
        await ask("feature/open", {"feature": "rows", "instance": "l"})
        await ask("feature/settle", {"instance": "l"})
        rows = (await ask("feature/snapshot", {"instance": "l"}))["state"]["items"]
    report = {
        "version": began["protocolVersion"],
        "opened": opened["snapshot"]["state"]["count"],
        "seen": seen,
        "error": error.code,
        "asked": asked,
        "title": rows[0]["value"]["title"],
    }
    print(json.dumps(report))


asyncio.run(main())
