"""Grading where games are too large to be solved: does a player play its forced wins?

A move counts as right if it is proven to win. One that was not proven to may win all the same, so
what is measured is a lower bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from kinarow.errors import KinarowError, PlayerError
from kinarow.game import Cell, GameSpec, Position
from kinarow.game.threats import is_quiet
from kinarow.grading.grades import Grade, GradedMove
from kinarow.players import AlphaBetaPlayer, Player
from kinarow.work.budget import Budget
from kinarow.work.jobs import results_in_order
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

_NODES: Final = 20_000
"""How much work a position is looked at for a forced win, and a move whether it wins."""
_OPENING: Final = 6
"""Stones laid at random near the middle before a game is played."""
_NEAR: Final = 3
_CARELESS: Final = 0.1
_BARREN: Final = 40
"""Games in a row without a forced win after which no more are looked for."""


class MissedWin(GradedMove):
    """A move in a position with a forced win: 1 if it is proven to win, 0 if it is not."""

    @property
    def blunder(self) -> str | None:
        """A win that was not played."""
        return None if self.keeps_outcome else "forced win missed"


def forced_positions(spec: GameSpec, count: int, seed: int) -> list[Position]:
    """Up to so many positions of own games in which the side to move wins by force, and nobody
    completes a line with the next stone; one of each game."""
    if count < 1:
        raise KinarowError(f"grading needs at least 1 position, not {count}")
    return list(islice(_drawn(spec, Random(f"forced/{seed}")), count))


def _drawn(spec: GameSpec, random: Random) -> Iterator[Position]:
    from kinarow.forcing.forced import find_forced_win

    found, barren = set[Position](), 0
    while barren < _BARREN:
        barren += 1
        for *_, position in own_game(spec, random):
            if not is_quiet(position) or not find_forced_win(position, Budget(_NODES)):
                continue
            if position.canonical() not in found:
                found.add(position.canonical())
                barren = 0
                yield position
            break


def own_game(spec: GameSpec, random: Random, opening: int = _OPENING) -> Iterator[list[Position]]:
    """A game of a weak search, sometimes careless, from a random opening: the positions up to each
    in which the search was asked."""
    player, line = AlphaBetaPlayer(depth=2), [Position.start(spec)]
    while (position := line[-1]).ending() is None:
        moves = position.legal_moves()
        if position.plies < opening:
            middle = spec.columns // 2, spec.rows // 2
            near = [m for m in moves if max(abs(m[0] - middle[0]), abs(m[1] - middle[1])) <= _NEAR]
            move = random.choice(near or moves)
        elif random.random() < _CARELESS:
            move = random.choice(moves)
        else:
            move = player.choose(position).move
            yield line
        line.append(position.play(move))


class _Question(NamedTuple):
    number: int
    position: Position


def grade_forced_wins(
    player: Player,
    positions: Sequence[Position],
    workers: Workers | None = None,
    progress: Progress = silent,
) -> Grade:
    """How often a player plays a move that is proven to win."""
    questions = [_Question(*asked) for asked in enumerate(positions)]
    moves: list[GradedMove] = []
    for graded in results_in_order(partial(_asked, player), questions, workers or Workers()):
        moves.append(graded)
        progress(len(moves) / len(questions), f"move {len(moves)} of {len(questions)}")
    return Grade(player.name, tuple(moves))


def _asked(player: Player, question: _Question) -> MissedWin:
    """What a worker does."""
    from kinarow.forcing.forced import find_forced_win

    position = question.position
    player.new_game(question.number)
    move = player.choose(position).move
    labels: dict[Cell, int] = dict.fromkeys(position.legal_moves(), 0)
    if move not in labels:
        state = position.board_text("state")
        raise PlayerError(f"{player.name} answered with an illegal move {move} on {state}")
    win = find_forced_win(position, Budget(_NODES))
    if win is not None:
        labels[win.move] = 1
    if find_forced_win(position, Budget(10 * _NODES), first=move):
        labels[move] = 1
    return MissedWin(position, move, labels)
