"""A game that was played, with all there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from kinarow import __version__
from kinarow.arena.game import FULL_BOARD, LINE, Effort, GameRecord
from kinarow.arena.schedule import ScheduledGame
from kinarow.drawing.notebook import beside, words
from kinarow.drawing.svg import position_svg
from kinarow.errors import KinarowError
from kinarow.game import Position, Side
from kinarow.game.movetext import write_moves


@dataclass(frozen=True, slots=True, repr=False)
class PlayedGame:
    """One game of two players A and B, in plain values.

    >>> from kinarow import play_match
    >>> (game,) = play_match("first-legal", "fixed-order", "drop:4x4:3", games=1).games
    >>> game
    <PlayedGame: first-legal beats fixed-order by line, 12121>
    >>> game.position.winner
    <Side.FIRST: 1>
    """

    key: str
    pair: str
    """Shared by the two games from one opening."""
    game: str
    a: str
    b: str
    a_side: Side
    winner: Side | None
    reason: str
    """How it ended: `line`, `full board`, or what the loser did wrong."""
    opening: str
    moves: str
    """All moves, those of the opening included."""
    plies: int
    scores: list[float | None]
    """What the players said of their moves, those of the opening left out."""
    seconds: list[float]
    """What each of these moves took."""
    nodes_first: int
    nodes_second: int
    by_chance: bool
    """Whether chance has a part in it: then a game that repeats another is still evidence."""
    seed: int
    move_seconds: float | None
    """What a move was allowed to take."""
    version: str
    ended: str
    environment_first: int = 0
    """How many moves of the first side the environment that its player was written for chose."""
    environment_second: int = 0
    opening_rule: str = ""
    """The rule by which the players made the opening; nothing if it was given."""
    choices: str = ""
    """What they chose by that rule: see `MadeOpening`."""
    a_identity: str = ""
    b_identity: str = ""
    """Hashes of what the players were made of, which tell versions of one name apart; empty in
    games of stores from before these were kept."""
    counts: bool = True
    """Whether it is part of a result. A game that was played beyond the decision of a sequential
    test, or before one that the test still waits for, is not."""

    @classmethod
    def of(cls, scheduled: ScheduledGame, record: GameRecord) -> PlayedGame:
        """What is kept of a scheduled game and its record."""
        job = scheduled.job
        return cls(
            key=scheduled.key,
            pair=scheduled.pair,
            game=str(job.spec),
            a=scheduled.a,
            b=scheduled.b,
            a_side=scheduled.a_side.other if record.made.are_swapped else scheduled.a_side,
            winner=record.winner,
            reason=record.reason,
            opening=write_moves(job.spec, record.made.stones or job.opening),
            moves=record.move_text(job.spec),
            plies=len(record.moves),
            scores=list(record.scores),
            seconds=[round(seconds, 6) for seconds in record.seconds],
            nodes_first=record.first_effort.nodes,
            nodes_second=record.second_effort.nodes,
            by_chance=not (job.first.deterministic and job.second.deterministic),
            seed=job.seed,
            move_seconds=job.seconds,
            version=__version__,
            ended=datetime.now(UTC).isoformat(timespec="milliseconds"),
            environment_first=record.first_effort.by_environment,
            environment_second=record.second_effort.by_environment,
            opening_rule=job.opening_rule or "",
            choices=record.made.choices,
            a_identity=scheduled.a_identity,
            b_identity=scheduled.b_identity,
        )

    def follows_from_moves(self) -> bool:
        """Whether the moves, played again by the rules, lead to this result."""
        try:
            position = self.position
        except KinarowError:
            return False
        ending = position.ending()
        if position.plies != self.plies:
            return False
        if self.is_forfeit:
            return ending is None and self.winner is not None
        return ending is not None and (self.winner, self.reason) == (
            ending.winner,
            LINE if ending.winner else FULL_BOARD,
        )

    def seen_from(self, player: str) -> PlayedGame:
        """The same game, with this one of its players as A."""
        if player == self.a:
            return self
        return replace(
            self, a=self.b, b=self.a, a_side=self.a_side.other,
            a_identity=self.b_identity, b_identity=self.a_identity,
        )  # fmt: skip

    @property
    def position(self) -> Position:
        """The last position."""
        return Position.from_moves(self.moves, self.game)

    def __repr__(self) -> str:
        return f"<PlayedGame: {self}>"

    def __str__(self) -> str:
        winner = self.first if self.winner is Side.FIRST else self.second
        result = f"{winner} beats {self.loser} by {self.reason}"
        if self.winner is None:
            result = f"{self.first} and {self.second} tie by {self.reason}"
        elif self.is_forfeit:
            result = f"{winner} wins: {self.loser} forfeits by {self.reason}"
        return f"{result}, {self.moves}"

    def _repr_html_(self) -> str:
        return beside(position_svg(self.position), words(str(self)))

    @property
    def points_of_a(self) -> float:
        """A win counts one, a tie half."""
        return 0.5 if self.winner is None else float(self.winner is self.a_side)

    @property
    def first(self) -> str:
        """Who moved first."""
        return self.a if self.a_side is Side.FIRST else self.b

    @property
    def second(self) -> str:
        """Who moved second."""
        return self.b if self.a_side is Side.FIRST else self.a

    @property
    def is_forfeit(self) -> bool:
        """Whether the loser lost by what it did wrong, not on the board."""
        return self.reason not in (LINE, FULL_BOARD)

    @property
    def loser(self) -> str | None:
        """Who lost; None for a tie."""
        if self.winner is None:
            return None
        return self.second if self.winner is Side.FIRST else self.first

    def to_json(self) -> dict[str, Any]:
        """What there is to see of it, without what was measured."""
        return {
            "first": self.first,
            "second": self.second,
            "a_side": int(self.a_side),
            "moves": self.moves,
            "winner": int(self.winner) if self.winner else None,
            "reason": self.reason,
            **self._opening_to_json(),
        }

    def _opening_to_json(self) -> dict[str, str]:
        if not self.opening_rule:
            return {}
        rule, choices = self.opening_rule, self.choices
        return {"opening_rule": rule, "opening": self.opening, "choices": choices}

    def effort(self, side: Side) -> Effort:
        """What one side's moves took, without those of the opening."""
        opening_plies = self.plies - len(self.seconds)
        parity = 0 if side is Side.FIRST else 1
        mine = [s for ply, s in enumerate(self.seconds, opening_plies) if ply % 2 == parity]
        if side is Side.FIRST:
            return Effort(len(mine), self.nodes_first, sum(mine), self.environment_first)
        return Effort(len(mine), self.nodes_second, sum(mine), self.environment_second)
