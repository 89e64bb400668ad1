"""Puzzles found in own games.

A position is a puzzle if one move alone keeps what it is worth, the reason for that is known, and a
search of one ply misses it. How many of the following players miss it, too, is its difficulty:

| difficulty | missed up to |
|---|---|
| 1 | 1 ply ahead |
| 2 | 2 plies |
| 3 | 4 plies |
| 4 | 6 plies |
| 5 | 8 plies |
| 6 | 10 plies |

They judge as the levels do, by `phased-traps`, without gravity by `threats`, and look at 300,000
positions at most. On a board that is too large to be solved, one forced win was found, and any
other move that is proven to win is right as well.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random

from kinarow.game import Cell, GameSpec, Position
from kinarow.game.threats import is_quiet
from kinarow.grading.forced_grade import own_game
from kinarow.players import AlphaBetaPlayer, Choice
from kinarow.players.builtin.levels import usual_judge
from kinarow.puzzles.puzzle import HARDEST, Puzzle
from kinarow.puzzles.right_moves import RightMoves, right_moves, wins_by_force
from kinarow.reasons.finding_reasons import Finder
from kinarow.reasons.forced_reasons import reason_of
from kinarow.reasons.mistake import why_kept, why_not_won
from kinarow.reasons.reason import Kind, Reason
from kinarow.work.budget import Budget
from kinarow.work.jobs import results_in_order
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

_DEPTHS = (1, 2, 4, 6, 8, 10)
_NODES = 300_000
_PROOF_NODES = 3_000_000
"""To prove a move that is known to win: some seconds."""
_BARREN = 400
"""Games in a row without a new puzzle after which no more are looked for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which puzzles are looked for."""

    spec: GameSpec
    theme: Kind | None = None
    difficulty: int | None = None

    def takes(self, puzzle: Puzzle) -> bool:
        return (
            puzzle.position.spec == self.spec
            and self.theme in (None, puzzle.theme)
            and self.difficulty in (None, puzzle.difficulty)
        )


def puzzles_found(
    wanted: Wanted,
    number: int,
    seed: int,
    most_alike: int | None = None,
    workers: Workers | None = None,
    progress: Progress = silent,
) -> list[Puzzle]:
    """So many puzzles, fewer where there are no more, in the order of the games that they come
    from; at most `most_alike` of the same theme and difficulty. None comes twice, nor its image."""
    found: dict[Position, Puzzle] = {}
    alike, barren = Counter[tuple[Kind | None, int]](), 0
    games = ((seed, game) for game in count())
    for puzzles in results_in_order(partial(_of_game, wanted), games, workers or Workers()):
        barren += 1
        for puzzle in puzzles:
            key = puzzle.theme, puzzle.difficulty
            is_known = puzzle.position.canonical() in found
            if is_known or len(found) == number or alike[key] == most_alike:
                continue
            found[puzzle.position.canonical()] = puzzle
            alike[key] += 1
            barren = 0
        progress(len(found) / number, f"looking for puzzles: {len(found)} of {number}")
        if len(found) == number or barren == _BARREN:
            break
    return list(found.values())


def _of_game(wanted: Wanted, which: tuple[int, int]) -> list[Puzzle]:
    """What a worker does: the puzzles of one game, which depend on its number alone."""
    seed, game = which
    spec = wanted.spec
    random = Random(f"puzzles/{spec}/{seed}/{game}")
    opening = random.randint(0, max(1, spec.cell_count // 5)) if spec.gravity else 6
    lines = own_game(spec, random, min(opening, spec.cell_count // 4))
    found: dict[tuple[Kind | None, int], Puzzle] = {}
    for line in lines:
        puzzle = _puzzle(tuple(line), wanted)
        if puzzle is not None and wanted.takes(puzzle):
            # What follows in the same game is often the same puzzle a move later.
            found.setdefault((puzzle.theme, puzzle.difficulty), puzzle)
            if not puzzle.only:
                break  # who wins by force once does so for the rest of the game
    return list(found.values())


def _puzzle(line: tuple[Position, ...], wanted: Wanted) -> Puzzle | None:
    """The puzzle of a position, if it is one; what costs the least is asked first."""
    position = line[-1]
    if _is_plain(position):
        return None
    right = right_moves(position)
    if right is None or (right.only and len(right.moves) > 1):
        return None
    if is_right(position, _choice(position, _DEPTHS[0]).move, right):
        return None
    theme = theme_of(position, right)
    if theme is None or wanted.theme not in (None, theme):
        return None
    difficulty = difficulty_of(position, right)
    return Puzzle(line, right.aim, right.moves, right.only, theme, difficulty)


def _is_plain(position: Position) -> bool:
    """Whether the next stone decides, so that there is nothing to find; or too little is on the
    board for anything to be solved soon."""
    if position.spec.gravity and 4 * position.plies < position.spec.cell_count:
        return True
    return not is_quiet(position)


def reason_for(
    position: Position, right: RightMoves, stop: threading.Event | None = None
) -> Reason | None:
    """Why the right move wins, or holds."""
    if right.aim == "draw":
        return why_kept(position.play(right.moves[0]), "draw", stop)
    reason = Finder(stop=stop).decisive(position)
    if reason is None and not right.only:
        # It was proven when the puzzle was made, maybe by a search that tried moves in another
        # order: then what the move itself proves is the reason.
        return _proof_as_reason(position, right.moves[0], stop)
    return reason if reason is not None and reason.side is position.mover else None


def _proof_as_reason(position: Position, move: Cell, stop: threading.Event | None) -> Reason | None:
    from kinarow.forcing.forced import find_forced_win

    win = find_forced_win(position, Budget(_PROOF_NODES, stop=stop), first=move)
    return None if win is None else reason_of(win)


def theme_of(
    position: Position, right: RightMoves, stop: threading.Event | None = None
) -> Kind | None:
    """The kind of reason that a puzzle is about; None where nothing could be told to who solves it.

    Without gravity there are no plans for who holds: there, it must be known why each other move
    loses.
    """
    reason = reason_for(position, right, stop)
    if reason is not None or right.aim == "win" or position.spec.gravity:
        return reason.kind if reason else None
    wrong = (move for move in position.legal_moves() if move not in right.moves)
    return "holding" if all(why_not_won(position.play(move), stop) for move in wrong) else None


def difficulty_of(
    position: Position, right: RightMoves, stop: threading.Event | None = None
) -> int:
    """How many players in a row miss the right move, the weakest of all counted as one who does."""
    for missed, depth in enumerate(_DEPTHS[1:], 1):
        if stop is not None and stop.is_set():
            break
        choice = _choice(position, depth)
        if is_right(position, choice.move, right, stop):
            return missed
        if choice.depth < depth:
            break  # it came to the end of its positions, as all that follow do
    return HARDEST


def is_right(
    position: Position, move: Cell, right: RightMoves, stop: threading.Event | None = None
) -> bool:
    """Whether a move is known to be right, or proven to be."""
    return move in right.moves or (not right.only and wins_by_force(position, move, stop))


def _choice(position: Position, depth: int) -> Choice:
    return AlphaBetaPlayer(usual_judge(position.spec), depth, _NODES).choose(position)
