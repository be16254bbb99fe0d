"""The text of a refusal may come from a workspace or a plugin, and can't control a terminal."""

from __future__ import annotations

import pytest
from featurehost import ActionUnavailable, FeatureHostError, InvalidActionParams, RequestError
from featurehost.terminal.refusals import explain

EVIL = "a\x1b]0;b\x07\x9bc\u202ed\x7f"


@pytest.mark.parametrize(
    "refusal",
    [
        RequestError(-31001, f"there is no feature {EVIL}", {}, "feature/open"),
        ActionUnavailable(-31005, EVIL, {"reason": EVIL}, "feature/send"),
        InvalidActionParams(-31004, EVIL, {"fields": [{"path": "/x", "code": "x", "message": EVIL}]}, "feature/send"),
        InvalidActionParams(-31004, EVIL, {"fields": [{"path": "/x", "code": "x", "message": 7}]}, "feature/send"),
        FeatureHostError(f"the host says {EVIL}"),
    ],
    ids=lambda refusal: type(refusal).__name__,
)
def test_a_refusal_steers_no_terminal(refusal: FeatureHostError) -> None:
    assert explain("Open", refusal).isprintable()
