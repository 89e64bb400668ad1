"""Puzzles proven again: by the solver, or by a proof that is followed stone by stone."""

from __future__ import annotations

from kinarow.forcing.checking import ProofError, check_proof
from kinarow.puzzles.puzzle import Puzzle
from kinarow.puzzles.puzzle_making import theme_of
from kinarow.puzzles.right_moves import RightMoves, right_moves
from kinarow.work.budget import Budget

_NODES = 300_000_000
"""For the solver: a mistake of an early move may have taken it seconds to find."""


def wrong_with(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle; empty if everything that it says is so, its difficulty apart:
    that is not checked, since the players that measure it take long."""
    if puzzle.position.is_over:
        return "the game is over"
    if puzzle.played in puzzle.answers:
        return "the move played is an answer"
    wrong = _wrong_answer(puzzle) if puzzle.only else _unproven(puzzle)
    if wrong:
        return wrong
    found = theme_of(puzzle.position, RightMoves(puzzle.aim, puzzle.answers, puzzle.only))
    if found == puzzle.theme:
        return ""
    return f"the theme is {puzzle.theme or 'unknown'}, but {found or 'no reason'} is found"


def _wrong_answer(puzzle: Puzzle) -> str:
    right, text = right_moves(puzzle.position, Budget(_NODES)), puzzle.position.move_text
    if right is None:
        return "it is lost, or cannot be solved"
    if (right.aim, set(right.moves)) == (puzzle.aim, set(puzzle.answers)):
        return ""
    return f"the solver keeps the {right.aim} by {' or '.join(map(text, right.moves))}"


def _unproven(puzzle: Puzzle) -> str:
    from kinarow.forcing.forced import find_forced_win

    for answer in puzzle.answers:
        win = find_forced_win(puzzle.position, first=answer)
        if win is None:
            return f"{answer} was not proven to win"
        try:
            check_proof(win)
        except ProofError as error:
            return f"the proof that {answer} wins does not hold: {error}"
    return ""
