"""What CONTRIBUTING.md promises: a term, a kind of evaluator and a player are each added by one
class, in one file. Here they are, and all that walks over them takes them up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest

import kinarow
from kinarow.arena import GameJob, play_game
from kinarow.evaluation import AnyEvaluator, explain
from kinarow.evaluation.features.features import Feature, LineRule, feature
from kinarow.evaluation.terms import TERMS, Term, registered
from kinarow.evaluation.terms.term import check_fields
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.players import PLAYERS, AlphaBetaPlayer, parse_player
from kinarow.players.player import Choice, Predictable
from kinarow.players.registry import PlayerKind
from kinarow.score import Score
from kinarow.search import alphabeta, minimax
from kinarow.writeup.sections.function import function_section
from kinarow.writeup.subject import Subject
from tests.evaluation.term_contract import CONSUMERS

if TYPE_CHECKING:
    from kinarow.evaluation.written.formula import Equation, Writer


@dataclass(frozen=True, slots=True)
class Pairs(Term):
    """Two stones of one colour side by side count."""

    kind: ClassVar[str] = "pairs"

    own: Score = 3
    opponent: Score = -2.5

    def __post_init__(self) -> None:
        check_fields(self, "own", "opponent")

    def features(self, spec: GameSpec) -> Iterator[Feature]:
        rule = LineRule((0, 0, self.own), (0, 0, self.opponent))
        for column in range(spec.columns - 1):
            for row in range(spec.rows):
                cells = (Cell(column, row), Cell(column + 1, row))
                yield feature(spec, cells, rule, "pairs")

    def mathematics(self, writer: Writer) -> tuple[str, list[Equation]]:
        return writer.own_and_opponent(self.own, self.opponent, writer.notation.words("pairs")), []

    @classmethod
    def example(cls) -> Pairs:
        return cls()


@pytest.fixture
def with_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TERMS, "pairs", Pairs)  # and forgotten after the test
    monkeypatch.delitem(TERMS, "pairs")
    registered(Pairs)


@pytest.mark.usefixtures("with_pairs")
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_a_term_is_one_class(consumer: str) -> None:
    CONSUMERS[consumer](Pairs())


class Mobility(AnyEvaluator):
    """The fewer moves are left, the better for the first side."""

    name = "mobility"

    def evaluate(self, position: Position, side: Side) -> int:
        moves = len(position.legal_moves())
        return -moves if side is Side.FIRST else moves


def test_a_kind_of_evaluator_is_one_class() -> None:
    here, evaluator = Position.from_moves("44"), Mobility()
    assert explain(evaluator, here, Side.FIRST).score == -7
    assert kinarow.best_move(here, evaluator, depth=2) == alphabeta(here, evaluator, 2)
    assert minimax(here, evaluator, 2).score == alphabeta(here, evaluator, 2).score
    choice = AlphaBetaPlayer(evaluator, depth=2).choose(here)
    assert choice.move in here.legal_moves()
    assert "by mobility" in choice.reason
    assert list(function_section(Subject("mobility", evaluator), here.spec))


@dataclass(frozen=True, slots=True)
class LastLegalPlayer(Predictable):
    """Plays the last legal move."""

    @property
    def name(self) -> str:
        return "last-legal"

    def choose(self, position: Position) -> Choice:
        return Choice(position.legal_moves()[-1], reason="it is the last")


def test_a_player_is_one_class(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = PlayerKind("last-legal", LastLegalPlayer, "the last legal move")
    monkeypatch.setitem(PLAYERS, kind.name, kind)
    player = parse_player("last-legal")
    assert player == LastLegalPlayer()
    played = play_game(GameJob(GameSpec.parse("connect4"), player, parse_player("first-legal")))
    assert played.moves[0].column == 6
