"""One student's mark as autograders hand it on: Gradescope's `results.json`, and the result that
GitHub Classroom's reporter takes from a step."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

from kinarow.classroom.marks import ClassMarks, Mark, PartResult
from kinarow.drawing import Diagram
from kinarow.drawing.text import ASCII, draw
from kinarow.errors import KinarowError

_MISTAKES = 3


def gradescope_results(found: ClassMarks) -> dict[str, object]:
    """What Gradescope reads (gradescope-autograders.readthedocs.io/en/latest/specs): a test for
    each part, words for the student, and a row of the leaderboard."""
    mark = _only(found)
    tests = [_test(result) for result in mark.results]
    if mark.problem:
        problem = {"name": "The submission can be run", "output": mark.problem}
        tests = [{**problem, "score": 0.0, "max_score": found.scheme.out_of, "status": "failed"}]
    return {
        "score": round(mark.points or 0.0, 2),
        "output": "\n".join(_words(mark, found)),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            {**test, "number": str(number), "output_format": "text", "visibility": "visible"}
            for number, test in enumerate(tests, 1)
        ],
        "leaderboard": _leaderboard(mark),
        "extra_data": {"interval": _interval(mark)},
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
            "message": result.result,
            "test_code": "",
            "filename": "",
            "line_no": 0,
            "duration": 0,
        }
        for result in mark.results
    ]
    result = {
        "version": 1,
        "status": status,
        "max_score": found.scheme.out_of,
        "tests": tests
        or [{"name": "mark", "status": "error", "score": 0, "message": mark.problem}],
    }
    return base64.b64encode(json.dumps(result).encode()).decode()


def _only(found: ClassMarks) -> Mark:
    if len(found.marks) != 1:
        raise KinarowError("an autograder marks one submission, so add --single")
    return found.marks[0]


def _test(result: PartResult) -> dict[str, object]:
    low, high = result.interval.low, result.interval.high
    return {
        "name": result.part.name,
        "score": round(result.points, 2),
        "max_score": result.part.points,
        "output": f"{result.result}; with other positions or openings {low:.1f} to {high:.1f}",
    }


def _words(mark: Mark, found: ClassMarks) -> Iterator[str]:
    """What the student is told beside the parts."""
    if mark.interval is not None:
        low, high = mark.interval.low, mark.interval.high
        yield f"{mark.points:.1f} of {found.scheme.out_of:g} ({low:.1f} to {high:.1f})"
    yield from mark.reasons()
    for move in mark.mistakes[:_MISTAKES]:
        diagram = Diagram.of(move.position.play(move.move), move.move)
        yield f"\n{move}\n{draw(diagram, ASCII)}"


def _leaderboard(mark: Mark) -> list[dict[str, object]]:
    if mark.interval is None:
        return []
    return [
        {"name": "mark", "value": round(mark.interval.value, 1), "order": "desc"},
        {"name": "±", "value": round(mark.interval.error, 1), "order": "asc"},
    ]


def _interval(mark: Mark) -> list[float] | None:
    return None if mark.interval is None else [mark.interval.low, mark.interval.high]
