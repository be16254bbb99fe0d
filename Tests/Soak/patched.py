"""The snapshots of a client that requests patches, by the Python client and by an independent library."""

from __future__ import annotations

from typing import Any

import jsonpatch
from counts import count
from featurehost.patch import patched

Message = dict[str, Any]


class Patched:
    """Replaces each patch by the whole snapshot to which it leads."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, ...], Message] = {}

    def whole(self, message: Any) -> Any:
        """Returns a message as a client without patches would have received it."""
        if isinstance(message, list):
            return [self.whole(member) for member in message]
        params, result = message.get("params"), message.get("result")
        if message.get("method") == "state/patch":
            return {**message, "method": "state/snapshot", "params": self._apply(params)}
        if message.get("method") == "state/snapshot":
            self._hold(params)
        elif isinstance(result, dict) and "snapshot" in result:
            self._hold(result["snapshot"])
        return message

    def _hold(self, snapshot: Message) -> None:
        held = {name: value for name, value in snapshot.items() if name != "conflated"}
        self._held[_place(snapshot)] = held

    def _apply(self, params: Message) -> Message:
        held = self._held[_place(params)]
        assert held["revision"] == params["base"], f"{held['revision']} is held, and the patch is {params}"
        made: Message = jsonpatch.apply_patch(held, params["patch"])
        assert patched(held, params["patch"]) == made, f"our client makes something else of {params}"
        assert made["revision"] == params["revision"], params
        assert _place(made) == _place(params), params
        self._held[_place(params)] = made
        count("patches")
        return made


def _place(params: Message) -> tuple[str, ...]:
    return (params["instance"], *params.get("path", ()))
