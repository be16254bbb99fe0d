"""A host that a test controls: `python terminal_fake_host.py serve FILE`, where FILE contains the features.

It speaks the protocol, applies only `setValue` itself, and has additional requests, which begin with `test/`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

JSONObject = dict[str, Any]
_OUTSIDE = ("id", "actions")


class FakeHost:
    """The instances, the received actions, and the pending answers."""

    def __init__(self, features: list[JSONObject]) -> None:
        self.features = {feature["id"]: feature for feature in features}
        self.snapshots: dict[str, JSONObject] = {}
        self.received: list[JSONObject] = []
        self.refusals: dict[str, JSONObject] = {}
        self.reactions: dict[str, JSONObject] = {}
        self.held: list[JSONObject] | None = None

    def answer(self, request: JSONObject) -> None:
        method, params = request["method"], request.get("params") or {}
        handler = getattr(self, "on_" + method.replace("/", "_").replace("$", ""), None)
        if handler is not None:
            handler(request, params)
        elif "id" in request:
            write({"id": request["id"], "result": None})

    def on_initialize(self, request: JSONObject, params: JSONObject) -> None:
        info = {"protocolVersion": "1", "hostInfo": {"name": "fake", "version": "1"}, "features": self.catalog()}
        write({"id": request["id"], "result": info})

    def on_feature_list(self, request: JSONObject, params: JSONObject) -> None:
        write({"id": request["id"], "result": {"features": self.catalog()}})

    def catalog(self) -> list[JSONObject]:
        return [
            {
                "id": feature["id"],
                "kind": feature["kind"],
                "title": feature.get("title", feature["id"]),
                "actions": [{"name": name, "params": {}} for name in feature["actions"]],
                "state": {},
            }
            for feature in self.features.values()
        ]

    def on_feature_open(self, request: JSONObject, params: JSONObject) -> None:
        feature = self.features[params["feature"]]
        name = params.get("instance") or f"{feature['id']}-1"
        if name not in self.snapshots:
            members = {key: value for key, value in feature.items() if key not in _OUTSIDE}
            self.snapshots[name] = {
                "instance": name,
                "feature": feature["id"],
                "revision": 0,
                "cause": {"action": "open", "path": [], "origin": "host"},
                "settled": True,
                "effects": [],
                "unavailable": {},
                "errors": [],
                "presentation": None,
                "queue": [],
                "blocked": None,
                "toolbar": [],
                "animation": None,
                **members,
            }
        write({"id": request["id"], "result": {"instance": name, "revision": 0, "snapshot": self.snapshots[name]}})

    def on_feature_send(self, request: JSONObject, params: JSONObject) -> None:
        self.received.append({key: params[key] for key in ("action", "params", "path") if params.get(key)})
        if params["action"] in self.refusals:
            write({"id": request["id"], "error": self.refusals[params["action"]]})
            return
        if self.held is not None:
            self.held.append(request)
            return
        self.apply(request)

    def apply(self, request: JSONObject) -> None:
        name, action = request["params"]["instance"], request["params"]["action"]
        revision = self.show(name, self.reactions.get(action) or self.entered(request["params"]))
        write({"id": request["id"], "result": {"revision": revision, "settled": True}})

    def entered(self, sent: JSONObject) -> JSONObject:
        if sent["action"] != "setValue":
            return {}
        patch: JSONObject = {"state": {"fields": {sent["params"]["path"]: {"value": sent["params"]["value"]}}}}
        for _ in sent.get("path") or ():
            patch = {"presentation": {"child": patch}}
        return patch

    def on_feature_settle(self, request: JSONObject, params: JSONObject) -> None:
        write({"id": request["id"], "result": {"revision": 0, "settled": True}})

    def on_feature_run(self, request: JSONObject, params: JSONObject) -> None:
        """Never answers, because the end of the dialog would be the answer, and no dialog of this host ends."""

    def on_test_show(self, request: JSONObject, params: JSONObject) -> None:
        self.show(params["instance"], params["patch"])
        write({"id": request["id"], "result": None})

    def on_test_replace(self, request: JSONObject, params: JSONObject) -> None:
        self.snapshots[params["instance"]]["state"] = params["state"]
        self.show(params["instance"], {})
        write({"id": request["id"], "result": None})

    def on_test_react(self, request: JSONObject, params: JSONObject) -> None:
        self.reactions[params["action"]] = params["patch"]
        write({"id": request["id"], "result": None})

    def on_test_refuse(self, request: JSONObject, params: JSONObject) -> None:
        self.refusals[params["action"]] = params["error"]
        write({"id": request["id"], "result": None})

    def on_test_received(self, request: JSONObject, params: JSONObject) -> None:
        received, self.received = self.received, []
        write({"id": request["id"], "result": received})

    def on_test_hold(self, request: JSONObject, params: JSONObject) -> None:
        self.held = []
        write({"id": request["id"], "result": None})

    def on_test_release(self, request: JSONObject, params: JSONObject) -> None:
        held, self.held = self.held or [], None
        for waiting in held:
            self.apply(waiting)
        write({"id": request["id"], "result": None})

    def on_test_die(self, request: JSONObject, params: JSONObject) -> None:
        sys.stderr.write(params["log"])
        sys.stderr.flush()
        sys.exit(params["status"])

    def show(self, name: str, patch: JSONObject) -> int:
        snapshot = merged(self.snapshots[name], patch)
        # An action that was refused before may be available now.
        snapshot["unavailable"] = patch.get("unavailable", snapshot["unavailable"])
        snapshot["revision"] += 1
        self.snapshots[name] = snapshot
        write({"method": "state/snapshot", "params": snapshot})
        return int(snapshot["revision"])


def merged(value: Any, patch: Any) -> Any:
    """Applies a JSON Merge Patch (RFC 7396), except that null is an ordinary value and removes nothing."""
    if not isinstance(patch, dict) or not isinstance(value, dict):
        return patch
    return {**value, **{key: merged(value.get(key), change) for key, change in patch.items()}}


def write(message: JSONObject) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


if __name__ == "__main__":
    host = FakeHost(json.loads(Path(sys.argv[-1]).read_text()))
    for line in sys.stdin:
        host.answer(json.loads(line))
