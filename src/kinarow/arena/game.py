"""One game between two players, refereed."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from kinarow.arena.openings.rule import GIVEN, MadeOpening, OpeningFaultError, make_opening
from kinarow.arena.openings.short import Opening, position_after
from kinarow.errors import MoveError, SandboxError, shortened, visible
from kinarow.game import Cell, GameSpec, Side
from kinarow.game.movetext import write_moves
from kinarow.players import Choice, Player
from kinarow.players.player import ForfeitError
from kinarow.score import Score
from kinarow.work.processor_time import OwnTime


@dataclass(frozen=True, slots=True)
class GameJob:
    """All that one game depends on; a job can travel to another process or machine."""

    spec: GameSpec
    first: Player
    second: Player
    opening: Opening = ()
    seed: int = 0
    seconds: float | None = None
    """Time limit per move in seconds; exceeding it forfeits the game."""
    opening_rule: str | None = None
    """By this the players make the opening; the sides above are those that they begin with."""

    def player(self, side: Side) -> Player:
        return self.first if side is Side.FIRST else self.second


@dataclass(frozen=True, slots=True)
class Effort:
    """What a player's moves took."""

    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0
    by_environment: int = 0
    """How many of the moves its environment chose for it."""

    def __add__(self, other: Effort) -> Effort:
        return Effort(
            self.moves + other.moves,
            self.nodes + other.nodes,
            self.seconds + other.seconds,
            self.by_environment + other.by_environment,
        )


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it was played."""

    moves: tuple[Cell, ...]
    """All moves, those of the opening included."""
    winner: Side | None
    reason: str
    """How it ended: `line`, `full board`, or what a player did wrong."""
    first_effort: Effort
    second_effort: Effort
    scores: tuple[Score | None, ...] = ()
    """What the players said of their moves, those of the opening left out."""
    seconds: tuple[float, ...] = ()
    """What each of these moves took."""
    made: MadeOpening = GIVEN
    """The opening, if the players made it by a rule; sides are those that were played."""

    def move_text(self, spec: GameSpec) -> str:
        return write_moves(spec, self.moves)


LINE, FULL_BOARD = "line", "full board"


def play_game(job: GameJob) -> GameRecord:
    """Play a game to its end. A player that breaks the rules, or breaks, loses with the reason."""
    position, moves = position_after(job.spec, job.opening), list(job.opening)
    # Players of their own: games may be played in several threads at once.
    players = {side: copy(job.player(side)) for side in Side}
    efforts = {side: Effort() for side in Side}
    scores: list[Score | None] = []
    seconds: list[float] = []
    made = GIVEN

    def record(winner: Side | None, reason: str) -> GameRecord:
        return GameRecord(
            tuple(moves), winner, reason, efforts[Side.FIRST], efforts[Side.SECOND],
            tuple(scores), tuple(seconds), made,
        )  # fmt: skip

    for side, player in players.items():
        try:
            # Two random players with the same seed must not copy each other.
            player.new_game(2 * job.seed + side)
            player.get_ready(job.spec)
        except SandboxError:  # nobody's fault: the game cannot be played on this machine
            raise
        except Exception as error:
            return record(side.other, _fault(error))
    if job.opening_rule is not None:
        try:
            made = make_opening(position, players, job.seed)
        except OpeningFaultError as error:
            return record(error.side.other, _fault(error.cause))
        position, moves = position_after(job.spec, made.stones), list(made.stones)
        if made.are_swapped:
            players = {side: players[side.other] for side in Side}
    said, clock = made.move, OwnTime()
    while (ending := position.ending()) is None:
        mover = position.mover
        clock.since()
        try:
            choice = Choice(said) if said else _checked(players[mover].choose(position))
        except SandboxError:
            raise
        except Exception as error:  # whatever a player does wrong costs it this game, no more
            return record(mover.other, _fault(error))
        said, spent = None, clock.since()
        if job.seconds is not None and players[mover].is_late(spent, job.seconds):
            return record(mover.other, f"out of time: more than {job.seconds:g} s")
        try:
            position = position.play(choice.move)
        except MoveError as error:
            return record(mover.other, f"illegal move: {error}")
        efforts[mover] += Effort(1, choice.nodes, spent, int(choice.by_environment))
        moves.append(choice.move)
        scores.append(choice.score)
        seconds.append(spent)
    return record(ending.winner, LINE if ending.winner else FULL_BOARD)


def _checked(choice: object) -> Choice:
    if not isinstance(choice, Choice):
        words = shortened(repr(choice), 60)
        raise ForfeitError(f"choose returned {words} instead of a Choice, such as Choice(move)")
    return choice


def _fault(error: Exception) -> str:
    # What a user's code says need not be text that can be written.
    words = shortened(visible(str(error)), 200)
    return words if isinstance(error, ForfeitError) else f"{type(error).__name__}: {words}"
