"""Calls that do not end by themselves."""

from __future__ import annotations

import time

import pytest

from kinarow.work import deadline


def _forever() -> None:
    while True:
        pass


class _SlowToEnd(deadline._Watch):
    """As on a busy machine, where the watch looks again before a call that has ended says so."""

    def __init__(self) -> None:
        super().__init__()
        self.pauses = 2

    def end(self) -> None:
        if self.pauses:
            self.pauses -= 1
            pause = time.monotonic() + 10 * deadline._LOOK_EVERY_SECONDS
            while time.monotonic() < pause:
                pass
        super().end()


def test_a_watch_that_looks_again_and_again_ends_a_call_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deadline, "_watch", _SlowToEnd())
    with pytest.raises(TimeoutError):
        deadline.within(0.0, _forever)
    assert deadline.within(60.0, lambda: 7) == 7
