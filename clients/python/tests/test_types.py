"""The typed dictionaries describe the messages of a host."""

from __future__ import annotations

import typing

import featurehost
from featurehost import types


def test_every_name_can_be_resolved() -> None:
    named = [one for one in vars(types).values() if typing.is_typeddict(one)]
    assert types.ListState in named and types.FeatureOpenParams in named
    for one in named:
        assert typing.get_type_hints(one)


def test_members_are_those_of_a_snapshot() -> None:
    with featurehost.Host() as host:
        raw = host.open("gallery:counter").snapshot.raw
        entry = host.features[0].raw
    assert raw.keys() <= typing.get_type_hints(types.Snapshot).keys()
    assert entry.keys() <= typing.get_type_hints(types.CatalogEntry).keys()
