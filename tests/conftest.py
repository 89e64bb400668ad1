"""Settings that all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from kinarow.cli.main import main
from tests.running import Finished, Run
from tests.strategies import SCALE

settings.register_profile(
    "kinarow",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=100 * SCALE,
)
settings.register_profile(
    # The same examples in every run, so that a landing is never a matter of luck.
    "ci",
    parent=settings.get_profile("kinarow"),
    derandomize=True,
)
settings.load_profile("ci" if os.environ.get("CI") else "kinarow")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """`run("show", "44")` is what `kinarow show 44` prints and how it exits."""

    def run_command(*arguments: str) -> Finished:
        with pytest.raises(SystemExit) as exited:
            main(arguments)
        printed = capsys.readouterr()
        return Finished(int(exited.value.code or 0), printed.out, printed.err)

    return run_command
