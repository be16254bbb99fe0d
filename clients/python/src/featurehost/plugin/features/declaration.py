"""The declaration of a feature by a class: its state, its actions and its tasks."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from . import hints, layout, shapes
from .actions import Action
from .common import COMMON
from .hints import Field, Parameter
from .marks import MARK, Mark
from .names import camel, label
from .values import encoded

DECLARATION = "__featurehost_feature__"


class Declaration:
    """A feature as its class declares it.

    Type hints are evaluated at their first use, because a hint may name a class that the file defines later. The
    evaluation raises `TypeError` if a hint is invalid.
    """

    def __init__(
        self,
        id: str,
        cls: type[Any],
        title: str | None = None,
        params: Sequence[str] = (),
        fixtures: Mapping[str, Mapping[str, Any]] | None = None,
        layout: Sequence[layout.LayoutItem] | None = None,
        output: Any = None,
    ) -> None:
        """Raises `TypeError` if the class can't be a feature."""
        self.id = id
        self.cls = cls
        self.title = label(id) if title is None else title
        self.fixtures = dict(fixtures or {})
        self.output = output
        self._param_names = tuple(params)
        self._lines = layout
        if not dataclasses.is_dataclass(cls):
            raise TypeError(f"the feature {id} must be a dataclass: put @dataclass below @plugin.feature(…)")
        self._check()
        setattr(cls, DECLARATION, self)

    @cached_property
    def members(self) -> list[Parameter]:
        """The members of the state: fields and properties whose names do not begin with an underscore."""
        found = hints.members(self.cls, is_given=False)
        for name, value in self._attributes():
            if isinstance(value, property) and not name.startswith("_"):
                getter: Any = value.fget
                hint = typing.get_type_hints(getter, include_extras=True).get("return", Any)
                found.append(Parameter(name, camel(name), hint, True))
        if "layout" in (one.wire for one in found):
            raise TypeError(f"{self.id} can't have a member layout, which says how it is drawn: give it another name")
        return found

    @cached_property
    def params(self) -> list[Parameter]:
        """The params with which the feature is opened."""
        return [one for one in hints.members(self.cls, is_given=True) if one.name in self._param_names]

    @cached_property
    def own(self) -> list[Action]:
        """The actions that the class declares, in the order of their declarations."""
        return [action for action in self._methods if action.mark.is_action]

    @cached_property
    def tasks(self) -> list[Action]:
        """The operations that start when the feature is opened."""
        found = [action for action in self._methods if action.mark.on_open]
        for action in found:
            if missing := [one.name for one in action.parameters if one.is_required and one.name != "task_id"]:
                raise TypeError(f"{action.wire} of {self.id} begins by itself: {', '.join(missing)} needs a default")
        return found

    @cached_property
    def _methods(self) -> list[Action]:
        found: dict[str, Action] = {}
        for name, value in self._attributes():
            mark: Mark | None = getattr(value, MARK, None)
            if mark is None:
                continue
            wire = mark.name or camel(name)
            if wire in found:
                raise TypeError(f"{self.id} has two actions {wire}")
            title = label(wire) if mark.title is None else mark.title
            bound = types.MethodType(value, object())
            found[wire] = Action(wire, title, mark, name, hints.parameters(bound, f"{name} of {self.id}"))
        return list(found.values())

    @cached_property
    def actions(self) -> dict[str, Action]:
        """All actions that can be sent, by their names on the wire."""
        found = {action.wire: action for action in self.own}
        for function in COMMON:
            name = camel(function.__name__)
            found.setdefault(name, Action(name, label(name), Mark(), None, hints.parameters(function, name)))
        return found

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of the layout, as JSON."""
        members = [one.wire for one in self.members]
        lines = layout.usual(self.members, self.own) if self._lines is None else self._lines
        said = [line.wire() for line in lines]
        for line in said:
            for kind, names in (("key", members), ("when", members), ("action", list(self.actions))):
                if kind in line and line[kind] not in names:
                    raise TypeError(f"the layout of {self.id} names {line[kind]}, but there are {', '.join(names)}")
        return said

    @cached_property
    def toolbar(self) -> list[dict[str, Any]]:
        """The toolbar items: buttons for the feature as a whole."""
        shown = [action for action in self.own if action.mark.toolbar]
        for action in shown:
            if any(one.is_required for one in action.parameters):
                raise TypeError(f"{action.wire} of {self.id} can't be in the toolbar, where it would get no params")
        return [{"action": one.wire, "title": one.title, "role": one.mark.role} for one in shown]

    @cached_property
    def entry(self) -> dict[str, Any]:
        """The feature's entry in the catalog."""
        actions = [{"name": one.wire, "params": self._params_of(one)} for one in self.actions.values()]
        said: dict[str, Any] = {"id": self.id, "kind": "view", "title": self.title, "actions": actions}
        said["state"] = shapes.object_shape(self.members, self.id, is_given=False)
        if self.output is not None:
            said["output"] = shapes.shape(self.output, f"the output of {self.id}", is_given=False)
        if self.fixtures:
            said["fixtures"] = list(self.fixtures)
        return said

    def check(self) -> None:
        """Evaluates everything that is otherwise evaluated later. Raises `TypeError` if the declaration is invalid."""
        _ = self.entry, self.lines, self.toolbar, self.tasks

    def read_params(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Field]]:
        """Returns the opening params as arguments, and their errors."""
        wrong: list[Field] = []
        return hints.read_object(given, self.params, "", wrong), wrong

    def make(self, arguments: Mapping[str, Any], fixture: str | None) -> Any:
        """Returns the feature in its initial state, or in the state of a fixture."""
        made = self.cls(**arguments)
        for name, value in self.fixtures.get(fixture or "", {}).items():
            setattr(made, name, value)
        return made

    def state(self, made: Any) -> dict[str, Any]:
        """Returns the state without the layout. Raises `TypeError`, or the exception of a property."""
        return {one.wire: encoded(getattr(made, one.name), one.wire) for one in self.members}

    def _attributes(self) -> Iterator[tuple[str, Any]]:
        # A member that overrides one of a base class has the position of the overriding definition.
        names = reversed(dict.fromkeys(name for cls in self.cls.__mro__ for name in reversed(vars(cls))))
        return ((name, getattr(self.cls, name, None)) for name in names)

    def _params_of(self, action: Action) -> dict[str, Any]:
        return shapes.object_shape(action.parameters, f"{action.wire} of {self.id}", is_given=True)

    def _check(self) -> None:
        """Performs the checks that do not need type hints."""
        fields = {one.name: one for one in dataclasses.fields(self.cls)}
        for name in self._param_names:
            if name not in fields or not fields[name].init or name.startswith("_"):
                raise TypeError(f"{name}, a param of {self.id}, must be one of its fields: {', '.join(fields)}")
        for one in fields.values():
            if one.init and not hints.has_default(one) and one.name not in self._param_names:
                raise TypeError(f"{one.name} of {self.id} needs a default, or must be one of its params")
        for fixture, values in self.fixtures.items():
            if unknown := set(values) - set(fields):
                raise TypeError(f"the fixture {fixture} of {self.id} sets {', '.join(unknown)}: there is no such field")
        methods = {name for name, value in self._attributes() if hasattr(value, MARK)}
        for name, value in self._attributes():
            if unknown := set(getattr(value, MARK, Mark()).cancels) - methods - {"."}:
                raise TypeError(f"{name} of {self.id} cancels {', '.join(unknown)}: there is no such action or task")


def declared(cls: type[Any]) -> Declaration:
    """Returns the declaration of a class. Raises `TypeError` if the class is no declared feature."""
    found = vars(cls).get(DECLARATION)
    if not isinstance(found, Declaration):
        raise TypeError(f"{cls.__name__} is no feature: put @plugin.feature(…) above it")
    return found
