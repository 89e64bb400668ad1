"""The API is what its OpenAPI description says: schemathesis asks what it allows and what not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import CHECKS

from kinarow.web.schema import openapi
from tests.strategies import SCALE
from tests.web.test_serve import start_lab

schema = schemathesis.openapi.from_dict(openapi())


@pytest.fixture(scope="module")
def lab() -> Iterator[str]:
    process, address = start_lab("--port", "0")
    yield f"{address}/api/v1"
    process.terminate()
    process.communicate(timeout=20)


@schema.parametrize()
@settings(max_examples=10 * SCALE)
def test_every_operation_answers_as_described(case: Any, lab: str) -> None:
    _hurry(case)
    # A text may be any text, but few are games or moves: those may be refused.
    unwanted = [CHECKS.get_one("positive_data_acceptance")]
    case.call_and_validate(base_url=lab, excluded_checks=unwanted)


def _hurry(case: Any) -> None:
    for given in (case.body, case.query):
        if isinstance(given, dict):
            given.setdefault("seconds", 0.05)
