"""A tool that is driven as a user drives it: by actions on rows, by answers to its questions, and by its forms."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import featurehost
from featurehost.instance import Child

TOOLS = Path(__file__).parents[1]


class Screen:
    """A feature of a tool: an open one, or one that is presented over another."""

    def __init__(self, instance: featurehost.Instance, child: Child) -> None:
        self.instance, self.child = instance, child

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.child.state)

    @property
    def rows(self) -> dict[str, dict[str, Any]]:
        """The values of the shown rows, by id."""
        return {item["id"]: item["value"] for item in self.child.state["items"]}

    @property
    def cells(self) -> dict[str, dict[str, str]]:
        """The texts of the shown rows in formatted columns, by id and column."""
        return {
            item["id"]: {key: cell["text"] for key, cell in item.get("cells", {}).items()}
            for item in self.child.state["items"]
        }

    @property
    def ids(self) -> list[str]:
        return list(self.rows)

    @property
    def lines(self) -> list[str]:
        """The lines of a text, or the texts of rows that are lines."""
        if "lines" in self.child.state:
            return [line["text"] for line in self.child.state["lines"]]
        return [row["text"] for row in self.rows.values()]

    @property
    def errors(self) -> list[str]:
        return [error.message for error in self.child.snapshot.errors]

    @property
    def presentation(self) -> Any:
        return self.child.snapshot.presentation

    @property
    def available(self) -> list[str]:
        """The ids of the actions that apply to the marked rows, or to the active row."""
        return list(self.child.state["availableActions"])

    def send(self, action: str, /, **params: Any) -> Screen:
        """Sends an action and waits until its work is done."""
        self.child.send(action, params)
        self.instance.settle()
        return self

    def accept(self, action: str, *ids: str) -> Screen:
        """Starts an action on rows; without ids, on the rows of the action."""
        return self.send("accept", action=action, **({"ids": list(ids)} if ids else {}))

    def answer(self, button: str) -> Screen:
        """Presses a button of the question."""
        return self.send("pressButton", key=self.presentation.key, buttonId=button)

    @property
    def inside(self) -> Screen:
        """The feature that is presented over this one."""
        return Screen(self.instance, self.child.at("presentation"))

    def fill(self, **values: Any) -> Screen:
        """Fills in the form that is presented, and submits it."""
        form = self.inside
        for name, value in values.items():
            form.send("setValue", path=f"/{name}", value=value)
        form.send("submit")
        return self

    def leave(self) -> Screen:
        return self.send("dismiss", key=self.presentation.key)

    def until(self, is_met: Callable[[Screen], bool]) -> Screen:
        """Waits until a condition on this screen holds."""
        self.child.wait_until(lambda _: is_met(self))
        return self


class Tool:
    """A workspace of `clients/tools` in a folder of its own."""

    def __init__(self, name: str, folder: Path) -> None:
        workspace = folder / f"{name}.workspace.json"
        shutil.copy(TOOLS / f"{name}.workspace.json", workspace)
        self.host = featurehost.Host(os.environ["FEATUREHOST"], workspace=workspace)

    def __enter__(self) -> Tool:
        return self

    def __exit__(self, *exc: Any) -> None:
        self.host.__exit__(*exc)

    def open(self, feature: str, **params: Any) -> Screen:
        instance = self.host.open(feature, params=params or None)
        instance.settle()
        return Screen(instance, instance)
