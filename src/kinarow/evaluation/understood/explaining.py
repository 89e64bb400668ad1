"""A function's worked example on one board, by the best way that is exact there."""

from __future__ import annotations

from dataclasses import replace

from kinarow.errors import EvaluatorError
from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.evaluation.explanation.explain import Explanation
from kinarow.evaluation.explanation.remarks import Remark, remarks_on
from kinarow.evaluation.explanation.ways import Way
from kinarow.evaluation.understood.kept import understood
from kinarow.evaluation.understood.understanding import Understanding
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.game import Position, Side
from kinarow.work.progress import Progress, silent


def explain_function(
    evaluator: AnyEvaluator,
    position: Position,
    side: Side,
    way: Way = "best",
    progress: Progress = silent,
) -> Explanation:
    """How a score comes about. A function is explained by a formula that equals it, else by its own
    calls, else by taking away stones; what is made of terms, as it always is."""
    if not isinstance(evaluator, UserEvaluator):
        if way not in ("best", "formula"):
            raise EvaluatorError(f"{evaluator.name} is no function: it is explained by its terms")
        return evaluator.explain(position, side)
    if way == "stones":
        return _by_stones(evaluator, position, side, None)
    known = understood(evaluator, position.spec, progress)
    score = evaluator.evaluate(position, side)
    mistakes = tuple(Remark("mistake", words) for words in known.mistakes)
    if way in ("best", "formula") and known.is_exact and known.equals(position, side, score):
        explanation = known.explain(position, side)
        assert explanation is not None
        said = remarks_on(evaluator, position, side, score)
        return replace(explanation, remarks=(*said, *explanation.remarks))
    if way == "formula":
        raise EvaluatorError(f"{_why_not(known, position, side, score)}; leave out --by formula")
    calls = known.calls.explain(evaluator, position, side) if known.calls else None
    if calls is not None:
        return replace(calls, remarks=(*calls.remarks, *mistakes))
    if way == "calls":
        raise EvaluatorError(f"the calls of {evaluator.name} do not add up to its score")
    return _by_stones(evaluator, position, side, known)


def _why_not(known: Understanding, position: Position, side: Side, score: object) -> str:
    if known.is_exact:
        return f"{known.claim}, but not on this one: it says {score} here"
    return known.claim + (f": {known.whys[0]}" if known.whys else "")


def _by_stones(
    evaluator: UserEvaluator, position: Position, side: Side, known: Understanding | None
) -> Explanation:
    explanation = evaluator.explain(position, side)
    claim = "stone by stone: what is missing from the score where a stone is taken away"
    if known is None:
        return replace(explanation, claim=claim)
    score = evaluator.evaluate(position, side)
    said = tuple(Remark("mistake", words) for words in known.mistakes)
    have = {remark.kind for remark in explanation.remarks}
    said = said if "not repeatable" not in have else ()
    why = _why_not(known, position, side, score)
    return replace(explanation, claim=f"{claim}; {why}", remarks=(*explanation.remarks, *said))
