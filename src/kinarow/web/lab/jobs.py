"""What the lab's worker processes do: generators that yield plain values as they find them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import wraps
from typing import Any

from kinarow.api.lessons import lesson, textbook_lesson
from kinarow.api.positions import analyse, move_values, search_tree, why
from kinarow.api.puzzles import answer_puzzle, find_puzzles, puzzles_from_game
from kinarow.drawing import Diagram
from kinarow.drawing.looks import look_of
from kinarow.errors import EvaluatorError
from kinarow.evaluation import AnyEvaluator, explain, load_evaluator
from kinarow.evaluation.trial import try_out
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.threats import find_threats, threatened_cells
from kinarow.grading.agreement import (
    DecidedPosition,
    agreement,
    decided_positions,
)
from kinarow.grading.move_worth import Worth
from kinarow.grading.review import review
from kinarow.grading.usual_size import usual_size
from kinarow.players import Player
from kinarow.puzzles.puzzle import Puzzle
from kinarow.puzzles.puzzle_sets import shipped_games
from kinarow.reasons.reason import KINDS
from kinarow.reasons.reason_words import sentence
from kinarow.score import is_proven
from kinarow.search.analysis.each_move import score_every_move, scores_at_once
from kinarow.search.analysis.judged import Analysis
from kinarow.search.lesson.branches import Order
from kinarow.search.lesson.slides import lesson_html
from kinarow.search.limits import Limits
from kinarow.solver.shared import shared_solver
from kinarow.web.lab.answers import (
    AheadJson,
    ChoiceJson,
)
from kinarow.web.lab.worker_pool import Job

Told = dict[str, Any]
Found = Iterator[Mapping[str, Any]]

_MOST_CHANGES = 600
"""Moves × terms for which what each move changes is told; for more it is too much to send."""
_REVIEW_NODES = 20_000_000
"""For each move of a game."""


def once(find: Callable[..., Mapping[str, Any]]) -> Job:
    """A job that takes a moment and finds one thing, whether anybody waits or not."""

    @wraps(find)
    def job(*arguments: object, stop: threading.Event) -> Found:
        del stop
        yield find(*arguments)

    return job


def load(text: str, spec: GameSpec, *, stop: threading.Event) -> Found:
    """An evaluator of a user's file, then what is wrong with its scores; or with the file."""
    try:
        evaluator = load_evaluator(text)
    except EvaluatorError as error:
        yield {"failure": str(error)}
        return
    yield {"evaluator": evaluator}
    yield from try_on(evaluator, spec, stop=stop)


@once
def try_on(evaluator: AnyEvaluator, spec: GameSpec) -> Told:
    """What goes wrong when an evaluator scores boards of a game; null if nothing does."""
    try:
        try_out(evaluator, spec)
    except EvaluatorError as error:
        return {"failure": str(error)}
    return {"failure": None}


def shown(here: Position, last: Cell | None) -> Told:
    """What is to be seen of a position, whoever judges it."""
    return {
        "diagram": Diagram.of(here, last).to_json(),
        "threats": [
            {"cell": cell.name, "side": int(owner), "odd": cell.row % 2 == 0}
            for cell, owner in find_threats(here)
        ],
    }


@once
def describe(here: Position, last: Cell | None, evaluator: AnyEvaluator, side: Side) -> Told:
    """Why a position is worth what it is, as numbers and as heat on its diagram, and what each move
    would change in that."""
    explanation = explain(evaluator, here, side)
    answer: Told = {
        "scale": usual_size(evaluator, here.spec),
        "diagram": Diagram.of(here, last).heated(explanation).to_json(),
        "explanation": explanation.to_json(),
    }
    moves = here.legal_moves()
    terms = evaluator.of_terms.terms if evaluator.of_terms else ()
    if len(moves) * len(terms) <= _MOST_CHANGES:
        changes = {here.move_text(m): evaluator.explain_move(here, m, side) for m in moves}
        told = {move: change.to_json() for move, change in changes.items() if change}
        answer |= {"changes": told} if terms else {}
    return answer


@once
def choose(player: Player, here: Position, seed: int) -> ChoiceJson:
    """A player's move."""
    player.new_game(seed)
    player.get_ready(here.spec)
    choice = player.choose(here)
    return {
        "move": here.move_text(choice.move),
        "cell": choice.move.name,
        "line": [cell.name for cell in choice.line],
        "score": choice.score,
        "reason": choice.reason,
        "depth": choice.depth,
        "nodes": choice.nodes,
    }


@once
def open_by_swap2(player: Player, here: Position, seed: int) -> Told:
    """A player's turn in an opening by swap2."""
    player.new_game(seed)
    player.get_ready(here.spec)
    answer = player.swap2(here, seed)
    return {
        "stones": [here.move_text(cell) for cell in answer.stones],
        "takes": int(answer.takes) if answer.takes else None,
        "reason": answer.reason,
    }


def look_ahead(
    evaluator: AnyEvaluator, here: Position, depth: int, seconds: float, *, stop: threading.Event
) -> Found:
    """What each move is worth by an evaluator, a ply deeper each time."""
    at_once = score_every_move(here, evaluator, Limits(1))
    assert at_once is not None
    yield _scores(at_once)
    if depth == 1 or all(is_proven(one.score) for one in at_once.candidates):
        return
    note = {}
    if evaluator.of_terms is None:
        # To find out whether a function can be compiled may take seconds, which are not those that
        # were asked for.
        why_plain = _why_plain(evaluator, here.spec, stop)
        note = {"note": f"In plain Python, not compiled: {why_plain}"} if why_plain else {}
    if stop.is_set():
        return
    for found in analyse(here, evaluator, depth=depth, seconds=seconds, stop=stop):
        if found.depth > 1:
            yield {**_scores(found), **note}


def _scores(found: Analysis) -> AheadJson:
    told = {found.position.move_text(one.move): one.score for one in found.candidates}
    return {"depth": found.depth, "scores": told}


def _why_plain(evaluator: AnyEvaluator, spec: GameSpec, stop: threading.Event) -> str:
    """Why a function cannot be compiled. The answer is found even if nobody waits for it any more,
    so that whoever asks next has it at once."""
    key = (evaluator, spec)
    if key not in _trials:
        _trials[key] = threading.Thread(
            target=evaluator.why_not_compiled, args=(spec,), daemon=True
        )
        _trials[key].start()
    while _trials[key].is_alive() and not stop.is_set():
        _trials[key].join(0.1)
    return "" if stop.is_set() else evaluator.why_not_compiled(spec)


_trials: dict[tuple[AnyEvaluator, GameSpec], threading.Thread] = {}
"""Functions given at the start, on the boards on which somebody has asked for them."""


def solve_moves(here: Position, seconds: float, *, stop: threading.Event) -> Found:
    """The exact value of each move, as they are proven; null for one that was not in time. If one
    wins, or all lose, how it goes on comes with one more line on the best of them."""
    yield from (one.to_json() for one in move_values(here, seconds=seconds, stop=stop))


def review_game(
    line: list[Position],
    evaluator: AnyEvaluator,
    seconds: float,
    *,
    stop: threading.Event,
) -> Found:
    """A played game, move by move; each may take so many seconds."""
    solver = shared_solver(line[0].spec)
    for reviewed in review(line, solver, nodes=_REVIEW_NODES, seconds=seconds, stop=stop):
        here, graded = reviewed.position, reviewed.graded
        child = here.play(reviewed.move)
        yield {
            **reviewed.to_json(evaluator),
            "ply": child.plies,
            "cell": reviewed.move.name,
            "heuristic": evaluator.evaluate(child, Side.FIRST),
            "worth": asdict(Worth.of(here, graded.best if graded else None)),
            "left": asdict(Worth.of(here, graded.value if graded else None)),
            "only": reviewed.is_only,
            "threatened": [cell.name for cell in threatened_cells(here)],
        }


def explain_why(
    here: Position, before: Position | None, seconds: float, *, stop: threading.Event
) -> Found:
    """Why a position is won, lost or held, in the words of its game."""
    found = why(here, before=before, seconds=seconds, stop=stop)
    look = look_of(here.spec)
    yield {**found.to_json(), "words": found.words(look.title)}


@once
def tree(here: Position, evaluator: AnyEvaluator, depth: int) -> Told:
    """The search tree of a small depth."""
    return search_tree(here, evaluator, depth=depth).root.to_json()


@once
def tell_lesson(
    here: Position, evaluator: AnyEvaluator, depth: int, prune: bool, order: Order
) -> Told:
    """A search of a position step by step."""
    return lesson(here, evaluator, depth=depth, prune=prune, order=order).to_json()


@once
def tell_textbook(values: str, prune: bool, order: Order) -> Told:
    """The same of a tree of values."""
    return textbook_lesson(values, prune=prune, order=order).to_json()


@once
def slides(
    here: Position, evaluator: AnyEvaluator, depth: int, shown: list[tuple[bool, Order]]
) -> Told:
    """Searches of a position as a page for slides."""
    told = (lesson(here, evaluator, depth=depth, prune=p, order=order) for p, order in shown)
    return {"html": lesson_html(*told)}


@once
def textbook_slides(values: str, shown: list[tuple[bool, Order]]) -> Told:
    """The same of a tree of values."""
    told = (textbook_lesson(values, prune=prune, order=order) for prune, order in shown)
    return {"html": lesson_html(*told)}


def find_solved(spec: GameSpec, *, stop: threading.Event) -> Iterator[list[DecidedPosition]]:
    """Solved positions to compare evaluators with perfect play."""
    yield list(decided_positions(spec, stop=stop))


@once
def opine(evaluator: AnyEvaluator, here: Position, solved: list[DecidedPosition] | None) -> Told:
    """What an evaluator makes of each move, and in which share of solved positions its favourite
    keeps the result; null while there are none yet."""
    over = here.ending() is not None
    scores = {} if over else scores_at_once(evaluator, here)
    return {
        "scores": {here.move_text(move): score for move, score in scores.items()},
        "agreement": agreement(evaluator, solved) if solved else None,
        "positions": len(solved or ()),
    }


# ── puzzles ──────────────────────────────────────────────────────────────────────────────────────


def listed_puzzles(game: str | None, theme: str | None, difficulty: int | None) -> Told:
    """The puzzles that come with kinarow, in short, and what else could be asked for."""
    found = find_puzzles(game, theme=theme, difficulty=difficulty)
    return {
        "puzzles": [_summary(puzzle) for puzzle in found],
        "games": [str(spec) for spec in shipped_games()],
        "themes": list(KINDS),
    }


def puzzle_of(key: str) -> Puzzle | None:
    """The puzzle of that key, if there is one."""
    return next((puzzle for puzzle in find_puzzles() if puzzle.key == key), None)


def shown_puzzle(puzzle: Puzzle) -> Told:
    """A puzzle as the page shows it; the answer is not in it."""
    here = puzzle.position
    return {
        **_summary(puzzle),
        "gravity": here.spec.gravity,
        "look": look_of(here.spec).to_json(),
        "line": puzzle.moves,
        "moves": [{"move": here.move_text(m), "cell": m.name} for m in here.legal_moves()],
        "diagram": Diagram.of(here, puzzle.last).to_json(),
    }


def judge_answer(key: str, move: str, *, stop: threading.Event) -> Found:
    """What an answer to a puzzle is worth, and why, in the words of its game."""
    puzzle = puzzle_of(key)
    assert puzzle is not None, "who asks has looked"
    answered, title = answer_puzzle(puzzle, move, stop=stop), look_of(puzzle.position.spec).title
    told = {**answered.to_json(), "words": answered.words(title)}
    for name, reason in (("reason", answered.reason), ("allowed", answered.allowed)):
        if reason:
            told[name] = {**reason.to_json(), "words": sentence(reason, title)}
    yield told


def own_mistakes(moves: str, game: str, seconds: float, *, stop: threading.Event) -> Found:
    """The mistakes of a played game as puzzles: with what was played, and what is right."""
    found = puzzles_from_game(moves, game, seconds=seconds, stop=stop)
    yield {"puzzles": [{**shown_puzzle(puzzle), **_again(puzzle)} for puzzle in found]}


def _again(puzzle: Puzzle) -> Told:
    text = puzzle.position.move_text
    return {
        "played": text(puzzle.played) if puzzle.played else None,
        "answers": [{"move": text(move), "cell": move.name} for move in puzzle.answers],
        "only": puzzle.only,
    }


def _summary(puzzle: Puzzle) -> Told:
    return {
        "key": puzzle.key,
        "game": str(puzzle.position.spec),
        "mover": int(puzzle.position.mover),
        "aim": puzzle.aim,
        "theme": puzzle.theme,
        "difficulty": puzzle.difficulty,
        "stones": puzzle.position.plies,
    }
