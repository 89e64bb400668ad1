"""One student's mark as autograders hand it on: Gradescope's `results.json`, and the result that
GitHub Classroom's reporter takes from a step."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

from kinarow.classroom.marks import ClassMarks, Mark, PartResult
from kinarow.classroom.verdicts import Verdict
from kinarow.drawing import Diagram
from kinarow.drawing.text import ASCII, draw
from kinarow.errors import KinarowError

_MISTAKES = 3
_PARTIAL = (
    "PARTIAL: the autograder was still at work, or was ended. The mark is of what it had asked."
)


def gradescope_results(found: ClassMarks) -> dict[str, object]:
    """What Gradescope reads (gradescope-autograders.readthedocs.io/en/latest/specs): a test for
    each part, words for the student, and a row of the leaderboard."""
    mark = _only(found)
    tests = [_test(result) for result in mark.results]
    if mark.problem:
        tests = [_failed(mark, found)]
    return {
        "score": round(mark.points or 0.0, 2),
        "output": "\n".join(_words(mark, found)),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            {"number": str(number), "output_format": "text", **test}
            for number, test in enumerate(tests, 1)
        ],
        "leaderboard": _leaderboard(mark),
        "extra_data": {
            "interval": _interval(mark),
            "verdict": mark.verdict,
            "partial": not found.is_complete,
        },
    }


def classroom_result(found: ClassMarks) -> str:
    """What a step of a workflow gives to GitHub Classroom's reporter, as its output `result`."""
    mark = _only(found)
    status = "error" if mark.problem else "pass"
    tests = [
        {
            "name": result.part.name,
            "status": "pass",
            "score": round(result.points, 2),
            "message": f"{result.verdict}: {result.formula}",
            "test_code": "",
            "filename": "",
            "line_no": 0,
            "duration": 0,
        }
        for result in mark.as_shown().results
    ]
    result = {
        "version": 1,
        "status": status,
        "max_score": sum(part.points for part in found.scheme.parts if part.is_shown),
        "tests": tests
        or [{"name": "mark", "status": "error", "score": 0, "message": mark.problem}],
    }
    return base64.b64encode(json.dumps(result).encode()).decode()


def _only(found: ClassMarks) -> Mark:
    if len(found.marks) != 1:
        raise KinarowError("an autograder marks one submission, so add --single")
    return found.marks[0]


def _failed(mark: Mark, found: ClassMarks) -> dict[str, object]:
    return {
        "name": "The submission can be run",
        "output": f"{_said(mark.verdict)}{mark.problem}",
        "score": 0.0,
        "max_score": found.scheme.out_of,
        "status": "failed",
        "visibility": "visible",
    }


def _test(result: PartResult) -> dict[str, object]:
    low, high = result.interval.low, result.interval.high
    words = [
        f"{_said(result.verdict)}{result.formula}",
        f"with other positions or openings {low:.1f} to {high:.1f}",
        *result.remarks,
    ]
    return {
        "name": result.part.name,
        "score": round(result.points, 2),
        "max_score": result.part.points,
        "output": "\n".join(words),
        "visibility": result.part.visibility,
    }


def _said(verdict: Verdict | None) -> str:
    return "" if verdict is None else f"{verdict}: "


def _words(mark: Mark, found: ClassMarks) -> Iterator[str]:
    """What the student is told beside the parts: of those that are hidden, nothing."""
    shown = mark.as_shown()
    if not found.is_complete:
        yield _PARTIAL
    if shown.interval is not None and shown.results:
        low, high = shown.interval.low, shown.interval.high
        which = "" if len(shown.results) == len(mark.results) else " in the parts shown here"
        yield f"{shown.points:.1f} of {shown.out_of:g} ({low:.1f} to {high:.1f}){which}"
    yield from ([mark.problem] if mark.problem else [])
    yield from mark.remarks
    for move in shown.mistakes[:_MISTAKES]:
        diagram = Diagram.of(move.position.play(move.move), move.move)
        yield f"\n{move}\n{draw(diagram, ASCII)}"


def _leaderboard(mark: Mark) -> list[dict[str, object]]:
    """The mark and each part, which are earned beside perfect play and against the opponents of the
    scheme; students are not played against each other. Hidden parts are left out."""
    shown = mark.as_shown()
    if shown.interval is None or not shown.results:
        return []
    rows: list[dict[str, object]] = [
        {"name": "mark", "value": round(shown.interval.value, 1), "order": "desc"},
        {"name": "±", "value": round(shown.interval.error, 1), "order": "asc"},
    ]
    if len(shown.results) > 1:
        rows += [
            {"name": result.part.name, "value": round(result.points, 1), "order": "desc"}
            for result in shown.results
        ]
    return rows


def _interval(mark: Mark) -> list[float] | None:
    return None if mark.interval is None else [mark.interval.low, mark.interval.high]
