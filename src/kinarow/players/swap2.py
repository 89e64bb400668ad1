"""Swap2, the opening rule of tournaments without gravity, and how a search plays by it.

The first player places three stones: black, white, black. The second takes white, takes black, or
places two more, white and black, and the first takes a colour. In any case white, our second side,
moves next. So nobody gains by an opening that favours a side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from kinarow.errors import KinarowError, MoveError, PlayerError
from kinarow.evaluation import OPEN_LINES, AnyEvaluator
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.players.player import ForfeitError
from kinarow.score import Score, in_words, is_proven
from kinarow.search.limits import Limits

OPENING_STONES: Final = 3
MORE_STONES: Final = 2
_SHORTEST_TARGET: Final = 4
"""With five stones on the board nobody has won yet."""
_LEAST_CELLS: Final = 9
_DEPTH: Final = 4
_TRIED: Final = 8
_REACH: Final = 2
"""Stones are proposed within so many steps of the centre."""
_COLOURS: Final = {Side.FIRST: "black", Side.SECOND: "white"}


@dataclass(frozen=True, slots=True)
class Swap2Answer:
    """What a player does in its turn of the opening: it places stones, or takes a colour."""

    stones: tuple[Cell, ...] = ()
    """Three to begin with, or two more for the other to judge, in the order of colours."""
    takes: Side | None = None
    """The first side is black, the second white; None for who places stones."""
    move: Cell | None = None
    """The stone that who takes white may place at once."""
    reason: str = ""

    @property
    def words(self) -> str:
        """What it does, in a word: `black`, `white` or `more`."""
        return _COLOURS[self.takes] if self.takes else "more"


def refuse_other_games(spec: GameSpec) -> None:
    """Say so if a game cannot be opened by swap2."""
    if spec.gravity:
        raise KinarowError(f"swap2 is for games without gravity, which {spec} has")
    if spec.target < _SHORTEST_TARGET or spec.cell_count < _LEAST_CELLS:
        raise KinarowError(
            f"swap2 is for lines of {_SHORTEST_TARGET} or more on boards of {_LEAST_CELLS} or more "
            f"cells, which {spec} is not"
        )


def after_answer(position: Position, answer: Swap2Answer) -> Position:
    """The position with the stones of an answer; one that the rule does not allow is a forfeit."""
    allowed = {0: (OPENING_STONES,), 3: (0, MORE_STONES), 5: (0,)}[position.plies]
    if len(answer.stones) not in allowed or bool(answer.stones) == (answer.takes is not None):
        raise ForfeitError(f"answers swap2 with {len(answer.stones)} stones after {position.plies}")
    if answer.move is not None and answer.takes is not Side.SECOND:
        raise ForfeitError("places a stone in swap2 that is not its own")
    try:
        for cell in answer.stones:
            position = position.play(cell)
    except MoveError as error:
        raise ForfeitError(f"illegal opening: {error}") from None
    return position


def answer_by_search(
    position: Position,
    evaluator: AnyEvaluator | None = None,
    seed: int = 0,
    seconds: float | None = None,
) -> Swap2Answer:
    """What a search says: the most even of some openings that the seed draws, or the colour that is
    better off. It never places two more stones: by its own judgement, what it would leave to the
    other is at best even, and the better colour is never worse than that."""
    refuse_other_games(position.spec)
    if position.plies not in (0, OPENING_STONES, OPENING_STONES + MORE_STONES):
        raise PlayerError(f"swap2 asks with 0, 3 or 5 stones on the board, not {position.plies}")
    is_fit = evaluator is not None and not evaluator.why_not_compiled(position.spec)
    judge = evaluator if evaluator is not None and is_fit else OPEN_LINES
    if not position.plies:
        stones, score = _most_even(position.spec, judge, seed, seconds)
        return Swap2Answer(stones, reason=f"{in_words(score)} for white by {judge.name}")
    score = _judged(position, judge, seconds)
    reason = f"{in_words(score)} for white by {judge.name}"
    return Swap2Answer(takes=Side.SECOND if score >= 0 else Side.FIRST, reason=reason)


def openings_drawn(spec: GameSpec, seed: int) -> Iterator[tuple[Cell, ...]]:
    """Three stones near the centre, again and again, by seed."""
    random = Random(f"swap2/{seed}")
    middle = spec.columns // 2, spec.rows // 2
    near = [
        cell
        for cell in Position.start(spec).geometry.cells
        if max(abs(cell.column - middle[0]), abs(cell.row - middle[1])) <= _REACH
    ]
    while True:
        yield tuple(random.sample(near, OPENING_STONES))


def _most_even(
    spec: GameSpec, judge: AnyEvaluator, seed: int, seconds: float | None
) -> tuple[tuple[Cell, ...], Score]:
    each = None if seconds is None else seconds / _TRIED
    judged: list[tuple[tuple[Cell, ...], Score]] = []
    for stones in islice(openings_drawn(spec, seed), _TRIED):
        position = after_answer(Position.start(spec), Swap2Answer(stones))
        judged.append((stones, _judged(position, judge, each)))
    return min(judged, key=lambda found: abs(found[1]))


def _judged(position: Position, judge: AnyEvaluator, seconds: float | None) -> Score:
    """What the side to move may expect: the mean of the last two depths, since evaluators prefer
    whoever has placed the last stone."""
    from kinarow.search.deepening import search_deepening

    limits = Limits(depth=_DEPTH, seconds=None if seconds is None else max(0.001, seconds))
    scores = [found.score for found in search_deepening(position, judge, limits)]
    if is_proven(scores[-1]) or len(scores) == 1:
        return scores[-1]
    return (scores[-1] + scores[-2]) / 2
