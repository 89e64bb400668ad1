"""An evaluator is tried on a few boards before anything depends on it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Final

from kinarow.evaluation.any_evaluator import AnyEvaluator
from kinarow.game import GameSpec, Position, Side

BOARDS: Final = 40
_GAMES: Final = 4
_LONGEST: Final = 400
"""Stones of a game."""
_MOST_CELLS: Final = 60_000
"""Of all boards of a game; on large boards it is shorter."""
_TRIES: Final = 6
_SECONDS: Final = 2.0
"""After so long, a slow function has been asked often enough."""
_FEWEST: Final = 4


def try_out(evaluator: AnyEvaluator, spec: GameSpec) -> int:
    """Ask an evaluator for the scores of some boards, and say of how many: what is wrong with it is
    raised as the `EvaluatorError` that it is.

    >>> from kinarow import GameSpec, find_evaluator
    >>> from kinarow.evaluation.trial import try_out
    >>> try_out(find_evaluator("open-lines"), GameSpec.parse("tictactoe"))
    41
    """
    begun = time.monotonic()
    boards = _boards_of_all_stages(spec)
    for number, (position, side) in enumerate(boards):
        if number >= _FEWEST and time.monotonic() - begun > _SECONDS:
            return number
        evaluator.evaluate(position, side)
    return len(boards)


def _boards_of_all_stages(spec: GameSpec) -> list[tuple[Position, Side]]:
    """The empty board, and boards with few stones and with many, in no order: a slow function is
    asked about the first of them alone."""
    random = Random(f"stages of {spec}")
    found = []
    for number in range(_GAMES):
        game, each = _long_game(spec, random), BOARDS // _GAMES
        found += [game[-1 - (part * _GAMES + number) * len(game) // BOARDS] for part in range(each)]
    random.shuffle(found)
    return [(position, random.choice(list(Side))) for position in [Position.start(spec), *found]]


def _long_game(spec: GameSpec, random: Random) -> list[Position]:
    """A random game that ends before somebody wins."""
    game = [Position.start(spec)]
    longest = min(_LONGEST, _MOST_CELLS // spec.cell_count)
    while len(game) <= longest and (moves := game[-1].legal_moves()):
        tried = (game[-1].play(random.choice(moves)) for _ in range(_TRIES))
        after = next((after for after in tried if after.winner is None), None)
        if after is None:
            break
        game.append(after)
    return game


def sample_boards(spec: GameSpec) -> Iterator[tuple[Position, Side]]:
    """Boards of random games without end, the empty one first, and for whom to judge each; the same
    for everyone."""
    random = Random(f"boards of {spec}")
    position = Position.start(spec)
    while True:
        yield position, random.choice(list(Side))
        moves = position.legal_moves()
        position = position.play(random.choice(moves)) if moves else Position.start(spec)
