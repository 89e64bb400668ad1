"""What games between two players amount to."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kinarow.arena.game import Effort
from kinarow.arena.interruption import Interruption
from kinarow.arena.played_game import PlayedGame
from kinarow.arena.ratings.elo import ResultSample, pentanomial
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.arena.ratings.standings import PairResult, Standing, standings
from kinarow.arena.store.export import row_of
from kinarow.drawing.notebook import table, words
from kinarow.game import Side


class Repeats:
    """Knows the pairs of games that it was shown.

    A pair that repeats another move by move, where chance had no part in it, says nothing new: it
    counts as played, but not as evidence.
    """

    def __init__(self) -> None:
        self._seen: set[frozenset[tuple[Side, str, Side | None]]] = set()

    def is_new(self, pair: Sequence[PlayedGame]) -> bool:
        """Whether a pair is evidence; only asked once of each."""
        play = frozenset((game.a_side, game.moves, game.winner) for game in pair)
        is_new = play not in self._seen or any(game.by_chance for game in pair)
        self._seen.add(play)
        return is_new


@dataclass(slots=True, repr=False)
class Encounter:
    """All games of two players, seen from A.

    >>> from kinarow import play_match
    >>> met = play_match("alphabeta:depth=2", "first-legal", "tictactoe", games=4)
    >>> met
    <Encounter: alphabeta:eval=open-lines,depth=2 against first-legal, +4 =0 -0>
    >>> met.points, met.line()
    (4.0, 'Wins: 4 | Ties: 0 | Losses: 0 | Points: 4.0/4')
    """

    a: str
    b: str
    games: list[PlayedGame] = field(default_factory=list)
    interrupted: Interruption | None = None
    """How far it came, if it was stopped before its end."""

    def outcomes(self, side: Side | None = None) -> Counter[str]:
        """How often A had `win`, `tie` and `loss`, in all games or with one side."""
        counts = Counter({"win": 0, "tie": 0, "loss": 0})
        for game in self.games:
            if side in (None, game.a_side):
                counts[{1.0: "win", 0.5: "tie", 0.0: "loss"}[game.points_of_a]] += 1
        return counts

    @property
    def wins(self) -> int:
        """How many games A won."""
        return self.outcomes()["win"]

    @property
    def ties(self) -> int:
        """How many games nobody won."""
        return self.outcomes()["tie"]

    @property
    def losses(self) -> int:
        """How many games A lost."""
        return self.outcomes()["loss"]

    @property
    def points(self) -> float:
        """A win counts one, a tie half."""
        return self.wins + self.ties / 2

    @property
    def endings(self) -> Counter[str]:
        """How games ended; what was done wrong with the name of who did it."""
        return Counter(
            f"{game.loser}: {game.reason}" if game.is_forfeit else game.reason
            for game in self.games
        )

    @property
    def mean_plies(self) -> float:
        """How many stones were on the board at the end, on average."""
        return sum(game.plies for game in self.games) / len(self.games)

    def effort_of_a(self) -> Effort:
        """What the moves of A took."""
        return sum((game.effort(game.a_side) for game in self.games), Effort())

    def effort_of_b(self) -> Effort:
        """What the moves of B took."""
        return sum((game.effort(game.a_side.other) for game in self.games), Effort())

    def line(self) -> str:
        """The line that courses grade by."""
        return course_line(self.wins, self.ties, self.losses)

    def _pairs(self) -> Iterator[tuple[list[PlayedGame], bool]]:
        """The games by pair, and whether the pair is evidence (`Repeats`)."""
        by_pair: dict[str, list[PlayedGame]] = defaultdict(list)
        for game in self.games:
            by_pair[game.pair].append(game)
        repeats = Repeats()
        for games in by_pair.values():
            yield games, repeats.is_new(games)

    def evidence(self) -> list[list[PlayedGame]]:
        """The games by pair, without those pairs that are no evidence (`Repeats`)."""
        return [games for games, is_evidence in self._pairs() if is_evidence]

    @property
    def repeated(self) -> int:
        """How many games are no evidence (`Repeats`): they count in points, not in Elo."""
        return len(self.games) - sum(map(len, self.evidence()))

    @property
    def unpaired(self) -> int:
        """How many games are without the other of their pair, with sides swapped."""
        return sum(len(games) == 1 for games, _ in self._pairs())

    @property
    def distinct(self) -> int:
        """How many games differ in their moves or in who played which side."""
        return len({(game.a_side, game.moves) for game in self.games})

    def sample_of_games(self) -> ResultSample:
        """The results of single games."""
        points = Counter(game.points_of_a for games in self.evidence() for game in games)
        return ResultSample.of_games(points[1.0], points[0.5], points[0.0])

    def sample_of_pairs(self) -> ResultSample:
        """The results of pairs of which both games are played."""
        pairs = [games for games in self.evidence() if len(games) == 2]
        return pentanomial([(one.points_of_a, two.points_of_a) for one, two in pairs])

    def sample(self) -> ResultSample:
        """The results of pairs if there are any, else of games."""
        pairs = self.sample_of_pairs()
        return pairs if pairs.size else self.sample_of_games()

    def pair_results(self) -> list[PairResult]:
        """What A scored in each pair."""
        return [
            PairResult(
                self.a, self.b, sum(game.points_of_a for game in games), len(games), is_evidence
            )
            for games, is_evidence in self._pairs()
        ]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each game, for `pandas.DataFrame`."""
        return [row_of(game) for game in self.games]

    def to_json(self, test: SequentialTest | None = None) -> dict[str, Any]:
        """Plain values; these keys are a contract with scripts and with the lab's page. Nothing is
        measured, so the same games give the same values wherever they are played."""
        pairs, sample = self.sample_of_pairs(), self.sample()
        values = {
            "a": self.a,
            "b": self.b,
            "game": self.games[0].game,
            "games": len(self.games),
            "interrupted": self.interrupted.to_json() if self.interrupted else None,
            "repeated": self.repeated,
            "unpaired": self.unpaired,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "points": self.points,
            "distinct": self.distinct,
            "elo": sample.elo().to_json(),
            "los": sample.likelihood_of_superiority(),
            "pentanomial": list(pairs.counts),
            "endings": dict(self.endings),
            "mean_plies": self.mean_plies,
            "by_environment": {
                "a": self.effort_of_a().by_environment,
                "b": self.effort_of_b().by_environment,
            },
        }
        return values if test is None else {**values, "sprt": test.to_json(pairs)}

    def __repr__(self) -> str:
        score = f"+{self.wins} ={self.ties} -{self.losses}"
        return f"<Encounter: {self.a} against {self.b}, {score}>"

    def __str__(self) -> str:
        return "\n".join([f"{self.a} against {self.b}", self.line(), *self._elo()])

    def _repr_html_(self) -> str:
        sides = ((Side.FIRST, "moving first"), (Side.SECOND, "moving second"), (None, "all games"))
        rows = [(name, *map(str, self.outcomes(side).values())) for side, name in sides]
        parts = [
            words(f"{self.a} against {self.b}", strong=True),
            table(("", "won", "tied", "lost"), rows),
            *map(words, self._elo()),
        ]
        return "".join(parts)

    def _elo(self) -> list[str]:
        """The difference in Elo, where there are games to tell it from."""
        if not self.games:
            return []
        elo = self.sample().elo()
        return [f"Elo {elo.value:+.0f}, between {elo.low:+.0f} and {elo.high:+.0f}"]

    def lines(self) -> list[str]:
        """The result as fastchess writes it."""
        wins, ties, losses = self.wins, self.ties, self.losses
        played = len(self.games)
        pairs, sample = self.sample_of_pairs(), self.sample()
        superiority = 100 * sample.likelihood_of_superiority()
        elo, normalized = f"Elo: {sample.elo()}", sample.normalized_elo()
        if not math.isnan(normalized.value):  # all results alike have no spread to divide by
            elo += f", nElo: {normalized}"
        lines = [f"Results of {self.a} vs {self.b} ({self.games[0].game}):", elo]
        points = f"Points: {self.points:.1f} ({100 * self.points / played:.2f} %)"
        games = f"Games: {played}, Wins: {wins}, Losses: {losses}, Draws: {ties}, {points}"
        if not pairs.size:
            drawn = 100 * ties / played
            return [*lines, f"LOS: {superiority:.2f} %, DrawRatio: {drawn:.2f} %", games]
        zero, half, even, more, two = pairs.counts
        decisive = sum(
            1
            for pair in self.evidence()
            if len(pair) == 2 and {game.points_of_a for game in pair} == {0.0, 1.0}
        )
        lines.append(
            f"LOS: {superiority:.2f} %, DrawRatio: {100 * even / pairs.size:.2f} %"
            + _ratio("PairsRatio", more + two, zero + half)
        )
        lines.append(games)
        lines.append(
            f"Ptnml(0-2): {list(pairs.counts)}" + _ratio("WL/DD Ratio", decisive, even - decisive)
        )
        return lines


def course_line(wins: int, ties: int, losses: int) -> str:
    """The line that courses grade by."""
    points, games = wins + ties / 2, wins + ties + losses
    return f"Wins: {wins} | Ties: {ties} | Losses: {losses} | Points: {points:.1f}/{games}"


def _ratio(name: str, one: int, other: int) -> str:
    """A ratio as one more thing in a line; nothing where there is nothing to divide by."""
    return f", {name}: {one / other:.2f}" if other else ""


def encounters(games: Iterable[PlayedGame]) -> dict[tuple[str, str], Encounter]:
    """Games by who played them, each two players seen from the one who comes first."""
    found: dict[tuple[str, str], Encounter] = {}
    for game in games:
        a, b = (game.b, game.a) if (game.b, game.a) in found else (game.a, game.b)
        found.setdefault((a, b), Encounter(a, b)).games.append(game.seen_from(a))
    return found


def table_of(
    meetings: Iterable[Encounter], anchors: Mapping[str, float] | None = None
) -> list[Standing]:
    """The standings of all players of some encounters; who plays itself shows nothing."""
    meetings = [m for m in meetings if m.a != m.b]
    players = list(dict.fromkeys(name for m in meetings for name in (m.a, m.b)))
    given = {name: elo for name, elo in (anchors or {}).items() if name in players}
    return standings(players, [pair for m in meetings for pair in m.pair_results()], given)
