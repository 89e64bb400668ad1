"""Evaluators that stand on a class's leaderboard, marked as if a student had handed them in."""

from __future__ import annotations

import json

from kinarow.classroom.scheme import Scheme
from kinarow.classroom.submissions.submissions import Submission
from kinarow.evaluation import load_evaluator
from kinarow.evaluation.any_evaluator import made_of_terms
from kinarow.evaluation.written.json_files import to_json


def staff_of(scheme: Scheme) -> list[Submission]:
    """One submission for each evaluator that the scheme names."""
    return [_submission(name) for name in scheme.staff]


def _submission(name: str) -> Submission:
    terms = made_of_terms(load_evaluator(name), "so it cannot stand on a leaderboard")
    file = f"staff-{name.replace('/', '_')}.json"
    return Submission(name, file, "staff.json", {"staff.json": json.dumps(to_json(terms)).encode()})
