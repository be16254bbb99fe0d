"""The client program that `featurehost conform --client` controls to test the Python client.

An order is a request that the conformance kit sends to a client program, as protocol/conformance/README.md defines.
This program performs orders with the library.

    featurehost conform --client -- python3 conform.py
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from featurehost import AsyncHost, AsyncInstance, RequestError, Rows

Params = dict[str, Any]
PARTS = ("core", "views", "lists", "forms", "searches", "flows", "patches", "sources")
KINDS = ("view", "list", "form", "search", "flow")
INTERNAL_ERROR, METHOD_NOT_FOUND = -32603, -32601


class Driver:
    """Performs orders, each in its own task, so that an order that waits does not delay other orders.

    Hosts and instances are stored as futures, because an order may arrive before the order on which it depends is
    done.
    """

    def __init__(self) -> None:
        self.orders: dict[str, Callable[[Params], Awaitable[Any]]] = {
            "about": self.about,
            "start": self.start,
            "catalog": self.catalog,
            "open": self.open,
            "send": self.send,
            "state": self.state,
            "enter": self.enter,
            "close": self.close,
            "stop": self.stop,
        }
        self.host: asyncio.Future[AsyncHost] = asyncio.get_running_loop().create_future()
        self.instances: dict[str, asyncio.Future[AsyncInstance]] = {}

    # MARK: The session

    async def about(self, params: Params) -> Any:
        orders = list(self.orders)
        return {"name": "featurehost-python", "version": "1", "parts": PARTS, "framings": ["lines"], "orders": orders}

    async def start(self, params: Params) -> None:
        host = AsyncHost(
            command=params["command"],
            updates=params.get("updates") or "snapshot",
            sources={name: Rows(rows) for name, rows in (params.get("sources") or {}).items()},
            timeout=None,
            close_timeout=5,
        )
        self.host = asyncio.ensure_future(host.start())
        self.instances.clear()
        await self.host

    async def catalog(self, params: Params) -> Any:
        features = await (await self.host).list_features()
        return {"features": [feature.id for feature in features if feature.kind in KINDS]}

    async def stop(self, params: Params) -> None:
        await (await self.host).close()

    # MARK: Instances

    async def open(self, params: Params) -> Any:
        async def opened() -> AsyncInstance:
            host = await self.host
            return await host.open(params["feature"], instance=params.get("instance"), params=params.get("params"))

        opening = self.instances[params["instance"]] = asyncio.ensure_future(opened())
        return (await opening).snapshot.raw

    async def send(self, params: Params) -> Any:
        instance = await self.instance(params)
        place = instance.at(*params.get("path") or ())
        return (await place.send(params["action"], params.get("params"))).raw

    async def state(self, params: Params) -> Any:
        instance = await self.instance(params)
        wanted = params.get("revision") or 0
        return (await instance.wait_until(lambda snapshot: snapshot.revision >= wanted, timeout=None)).raw

    async def enter(self, params: Params) -> None:
        instance, path, value = await self.instance(params), params["path"], params["value"]
        is_secret = instance.state["fields"][path]["type"] == "secure"
        await instance.send("setSecret" if is_secret else "setValue", path=path, value=value)

    async def close(self, params: Params) -> None:
        await (await self.instance(params)).close()

    async def instance(self, params: Params) -> AsyncInstance:
        """Returns the instance that an order names."""
        if params["instance"] not in self.instances:
            raise LookupError(f"there is no instance {params['instance']}")
        return await asyncio.shield(self.instances[params["instance"]])

    # MARK: Orders

    async def follow(self, orders: AsyncIterator[Params], answer: Callable[[Params], object]) -> None:
        """Performs orders until there are no more."""
        tasks: set[asyncio.Task[object]] = set()
        async for order in orders:
            task = asyncio.create_task(self.do(order, answer))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.host.done() and not self.host.cancelled() and not self.host.exception():
            await self.host.result().close()

    async def do(self, order: Params, answer: Callable[[Params], object]) -> None:
        """Performs an order, and sends its result."""
        said: Params = {"jsonrpc": "2.0", "id": order["id"]}
        try:
            if order["method"] not in self.orders:
                said["error"] = {"code": METHOD_NOT_FOUND, "message": f"{order['method']} is no order"}
            else:
                said["result"] = await self.orders[order["method"]](order.get("params") or {})
        except RequestError as refusal:
            said["error"] = {"code": refusal.code, "message": refusal.message, "data": refusal.data}
        except Exception as problem:
            said["error"] = {"code": INTERNAL_ERROR, "message": f"{type(problem).__name__}: {problem}"}
        answer(said)


async def orders() -> AsyncIterator[Params]:
    """Yields the orders on standard input."""
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        yield json.loads(line)


async def main() -> None:
    with contextlib.suppress(BrokenPipeError):
        await Driver().follow(orders(), lambda said: print(json.dumps(said), flush=True))


if __name__ == "__main__":
    asyncio.run(main())
