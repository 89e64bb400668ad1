"""The sentences of a lesson: what a search did in a step, and why that is right."""

from __future__ import annotations

from kinarow.score import WIN, in_words, is_proven
from kinarow.search.lesson.node import TreeNode
from kinarow.search.lesson.steps import SearchStep
from kinarow.search.lesson.tree_picture import SIGNS


def words_for(step: SearchStep, line: str, *, prunes: bool, of_game: bool) -> str:
    """A step as a sentence; `line` are the moves that lead to its node."""
    if step.kind == "enter":
        return _entered(step, line, prunes)
    if step.kind == "leaf":
        return _leaf(step, line, of_game)
    if step.kind == "update":
        return _updated(step, prunes)
    if step.kind == "cut":
        return _cut(step, line)
    best = step.node.chosen.name if step.node.chosen else ""
    plays = f": {_who(step.node)} plays {best}" if best else ""
    return f"The root is worth {in_words(step.score or 0)}{plays}."


def _entered(step: SearchStep, line: str, prunes: bool) -> str:
    node = step.node
    where = f"After {line}" if line else "At the root"
    wants = "largest" if node.maximising else "smallest"
    known = []
    if prunes and step.low > -WIN:
        known.append(f"MAX has {in_words(step.low)} elsewhere")
    if prunes and step.high < WIN:
        known.append(f"MIN has {in_words(step.high)} elsewhere")
    elsewhere = f" {' and '.join(known)}." if known else ""
    return f"{where} {_who(node)} is to move and takes the {wants} value.{elsewhere}"


def _leaf(step: SearchStep, line: str, of_game: bool) -> str:
    score = step.score or 0
    if not of_game:
        return f"Leaf {step.node.name} is worth {in_words(score)}."
    if is_proven(score):
        won = "MAX" if score > 0 else "MIN"
        return f"After {line} {won} has a line: {in_words(score)}."
    return f"After {line} the evaluator says {in_words(score)}."


def _updated(step: SearchStep, prunes: bool) -> str:
    node, child = step.node, step.child
    assert child is not None
    assert child.score is not None
    sign = SIGNS[child.bound or "exact"]
    value = f"{child.name} is worth {sign}{in_words(child.score)}"
    if not step.improves:
        return f"{value}: no better for {_who(node)} than {in_words(step.score or 0)}."
    better = "the first value" if child is node.children[0] else "better than before"
    gains = f"{value}: {better}, so {_who(node)} has {in_words(child.score)} here"
    if not prunes:
        return f"{gains}."
    bound, now = ("α", step.low) if node.maximising else ("β", step.high)
    moved = f", and {bound} is {in_words(now)} now" if now == child.score else ""
    return f"{gains}{moved}."


def _cut(step: SearchStep, line: str) -> str:
    node = step.node
    other = "MIN" if node.maximising else "MAX"
    has = step.high if node.maximising else step.low
    rest = sum(child.pruned for child in node.children)
    left = "the last move" if rest == 1 else f"the other {rest} moves"
    here = f"after {line} " if line else ""
    least = "at least" if node.maximising else "at most"
    return (
        f"Cut: {here}the value is {least} {in_words(step.score or 0)}, but {other} has "
        f"{in_words(has)} elsewhere and will not come here. So {left} need no look (α ≥ β)."
    )


def _who(node: TreeNode) -> str:
    return "MAX" if node.maximising else "MIN"
