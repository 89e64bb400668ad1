"""The API is what its OpenAPI description says: schemathesis asks what it allows and what not."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis.checks import CHECKS

from kinarow.web.lab.routes import LAB
from kinarow.web.lab.schema import openapi
from tests.strategies import SOAKING, examples

# Events have no end, and tests of their own.
everything = schemathesis.openapi.from_dict(openapi(LAB)).exclude(path="/events")
# Which take about a second each, however little time is asked for.
LONG = ["/mistakes", "/report", "/why"]
schema = everything if SOAKING else everything.exclude(path=LONG)
# More than a thousand cases are counted up, in every process that looks for tests.
schema.config.phases.coverage.enabled = SOAKING


@schema.parametrize()
@settings(max_examples=examples(10) if SOAKING else 8)
def test_every_operation_answers_as_described(case: Any, lab: str) -> None:
    _hurry(case)
    # A text may be any text, but few are games or moves: those may be refused.
    unwanted = [CHECKS.get_one("positive_data_acceptance")]
    case.call_and_validate(base_url=f"{lab}/api/v1", excluded_checks=unwanted, timeout=600)


def _hurry(case: Any) -> None:
    for given in (case.body, case.query):
        if isinstance(given, dict) and _is_long(given.get("seconds", 3)):
            given["seconds"] = 0.05


def _is_long(seconds: object) -> bool:
    """Whether an analysis may take so long, and does."""
    return isinstance(seconds, int | float) and 0.05 < seconds <= 10
