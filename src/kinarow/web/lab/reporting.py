"""A report written by one of the lab's worker processes."""

from __future__ import annotations

import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from kinarow.api.reports import report
from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator
from kinarow.game import Position
from kinarow.web.lab.jobs import Found

_LONGEST_SECONDS: Final = 180.0
_LOOK_EVERY_SECONDS: Final = 0.2


def write_up(evaluator: AnyEvaluator, here: Position, *, stop: threading.Event) -> Found:
    """How far the report is, and in the end its HTML; the example is the position on the board, or
    the evaluator's own if there are no stones yet."""
    told: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    end = time.monotonic() + _LONGEST_SECONDS

    def tell(share: float, words: str) -> None:
        if time.monotonic() > end:
            raise KinarowError(
                "this takes too long for the lab: `kinarow report` on the command line has the time"
            )
        told.put({"share": round(share, 3), "words": words})

    def work() -> str:
        example = here if here.plies else None
        return report(
            evaluator, here.spec, example=example, quick=True, progress=tell, stop=stop
        ).html

    with ThreadPoolExecutor(1) as thread:
        written = thread.submit(work)
        while not written.done() or not told.empty():
            try:
                yield told.get(timeout=_LOOK_EVERY_SECONDS)
            except queue.Empty:
                continue
        if not stop.is_set():
            yield {"share": 1.0, "words": "written", "html": written.result()}
