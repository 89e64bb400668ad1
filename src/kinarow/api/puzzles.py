"""Puzzles: made, found, solved and checked."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from kinarow.errors import KinarowError
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.spec import as_spec
from kinarow.grading.review import SECONDS_A_MOVE
from kinarow.puzzles.judging import Answered, judged
from kinarow.puzzles.own_mistakes import mistakes_of
from kinarow.puzzles.puzzle import Puzzle
from kinarow.puzzles.puzzle_checking import wrong_with
from kinarow.puzzles.puzzle_making import Wanted, puzzles_found
from kinarow.puzzles.puzzle_sets import chosen, load_puzzles, shipped_puzzles
from kinarow.puzzles.right_moves import can_be_judged
from kinarow.work.jobs import results_in_order
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

MOST_PUZZLES = 10_000
_TOO_LARGE = "it is too large for the exact solver, and forced wins are not proven there"


def make_puzzles(
    game: GameSpec | str = "connect4",
    count: int = 10,
    *,
    seed: int = 0,
    theme: str | None = None,
    difficulty: int | None = None,
    most_alike: int | None = None,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> list[Puzzle]:
    """Puzzles from own games: positions in which one move alone keeps the win or the draw, and a
    weak search misses it. The same seed gives the same ones. `theme` is a kind of reason (at once,
    forced, zugzwang, holding), `difficulty` 1 to 6; of the same theme and difficulty there are
    `most_alike` at most. Fewer come back where games hold no more.

    >>> from kinarow import make_puzzles
    >>> [puzzle.aim for puzzle in make_puzzles("drop:5x4:4", 2)]
    ['win', 'draw']
    """
    spec = as_spec(game)
    if not 1 <= count <= MOST_PUZZLES:
        raise KinarowError(f"between 1 and {MOST_PUZZLES} puzzles can be made, not {count}")
    if most_alike is not None and most_alike < 1:
        raise KinarowError(f"there must be at least 1 puzzle of a kind, not {most_alike}")
    chosen((), None, theme, difficulty)
    if not can_be_judged(spec):
        raise KinarowError(f"no puzzles can be made of {spec}: {_TOO_LARGE}")
    wanted = Wanted(spec, theme, difficulty)  # type: ignore[arg-type]
    with Workers(workers, stop=stop) as many:
        return puzzles_found(wanted, count, seed, most_alike, many, progress)


def find_puzzles(
    game: GameSpec | str | None = None,
    *,
    theme: str | None = None,
    difficulty: int | None = None,
    file: Path | None = None,
) -> list[Puzzle]:
    """The puzzles that come with kinarow, or those of a file: of a game, a theme and a difficulty,
    as far as each is given.

    >>> from kinarow import find_puzzles
    >>> len(find_puzzles("connect4")), len(find_puzzles("gomoku"))
    (300, 100)
    """
    puzzles = shipped_puzzles() if file is None else load_puzzles(file)
    return chosen(puzzles, None if game is None else as_spec(game), theme, difficulty)


def puzzles_from_game(
    moves: str,
    game: GameSpec | str = "connect4",
    *,
    side: Side | None = None,
    seconds: float | None = SECONDS_A_MOVE,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> list[Puzzle]:
    """The positions of a played game in which a side threw the win or the draw away, to be tried
    again: of one side, or of both. On boards too large to be solved, those in which the move played
    was not proven to win where another move is. What cannot be solved within so many seconds a move
    is left out.

    >>> from kinarow import puzzles_from_game
    >>> [missed] = puzzles_from_game("a1 b1 b2", "tictactoe")
    >>> missed.asks(), missed.position.move_text(missed.played)
    ('O to move and not lose', 'b1')
    """
    spec = as_spec(game)
    if not can_be_judged(spec):
        raise KinarowError(f"mistakes cannot be proven in {spec}: {_TOO_LARGE}")
    line, sides = list(Position.along(moves, spec)), tuple(Side) if side is None else (side,)
    if len(line) < 2:
        raise KinarowError("a game with no moves has no mistakes in it")
    return mistakes_of(line, sides=sides, seconds=seconds, progress=progress, stop=stop)


def answer_puzzle(
    puzzle: Puzzle, move: Cell | str, *, stop: threading.Event | None = None
) -> Answered:
    """Whether a move solves a puzzle, why the right one does, and what a wrong one allows.

    >>> from kinarow import answer_puzzle, find_puzzles
    >>> puzzle = find_puzzles("connect4", theme="at once")[0]
    >>> answer_puzzle(puzzle, puzzle.position.legal_moves()[0]).right
    False
    """
    cell = puzzle.position.parse_move(move) if isinstance(move, str) else move
    return judged(puzzle, cell, stop)


def check_puzzles(
    puzzles: Sequence[Puzzle],
    *,
    workers: int | str | Executor = 1,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> dict[str, str]:
    """Prove puzzles again, by the exact solver, or by a forced win that is followed against every
    answer: what is wrong, by the keys of the puzzles; nothing if all are right. Difficulties are
    not measured again.

    >>> from kinarow import check_puzzles, find_puzzles
    >>> check_puzzles(find_puzzles("connect4")[:2])
    {}
    """
    found: dict[str, str] = {}
    with Workers(workers, stop=stop) as many:
        for number, wrong in enumerate(results_in_order(wrong_with, puzzles, many), 1):
            if wrong:
                found[puzzles[number - 1].key] = wrong
            progress(number / len(puzzles), f"checked {number} of {len(puzzles)}")
    return found
