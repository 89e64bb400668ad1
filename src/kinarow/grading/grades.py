"""How often a player keeps what a position is worth."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, Literal, NamedTuple

from kinarow.arena.ratings.elo import Estimate, Z, wilson
from kinarow.drawing import Diagram, draw_svg, notebook
from kinarow.errors import PlayerError
from kinarow.evaluation import AnyEvaluator
from kinarow.game import Cell, Position
from kinarow.grading.labels import Labels
from kinarow.players import Player
from kinarow.score import Score
from kinarow.work.jobs import results_in_order
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

Third = Literal["opening", "middle", "end"]
THIRDS: tuple[Third, ...] = ("opening", "middle", "end")

_BATCH = 8
"""Positions in which a worker asks a player at a time."""

_NAMES = {1: "win", 0: "draw", -1: "loss"}


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


@dataclass(frozen=True, slots=True, repr=False)
class GradedMove:
    """A player's move in a position of which everything is known.

    >>> from kinarow import grade
    >>> print(grade("first-legal", "drop:4x4:3", count=5).worst(1)[0])
    loses 4 moves sooner: 1 is worth -6, 2 -2
    """

    position: Position
    move: Cell
    labels: Labels

    @property
    def best(self) -> int:
        """The highest value of a move."""
        return max(self.labels.values())

    @property
    def value(self) -> int:
        """The value of the move."""
        return self.labels[self.move]

    @property
    def keeps_outcome(self) -> bool:
        """Whether a win stays a win and a draw a draw."""
        return sign(self.value) == sign(self.best)

    @property
    def is_best(self) -> bool:
        """Whether it is among the fastest wins or slowest losses."""
        return self.value == self.best

    @property
    def blunder(self) -> str | None:
        """`win→draw`, `win→loss` or `draw→loss`."""
        if self.keeps_outcome:
            return None
        return f"{_NAMES[sign(self.best)]}→{_NAMES[sign(self.value)]}"

    @property
    def words(self) -> str:
        """`best`, a blunder, or by how many moves a win comes later or a loss sooner than with the
        best move."""
        if self.is_best:
            return "best"
        if self.blunder:
            return self.blunder
        moves = "1 move" if self.loss == 1 else f"{self.loss} moves"
        return f"wins {moves} later" if self.best > 0 else f"loses {moves} sooner"

    @property
    def loss(self) -> int:
        """How much of the score it gives away."""
        return self.best - self.value

    @property
    def best_moves(self) -> tuple[Cell, ...]:
        """The moves of the highest value."""
        return tuple(move for move, value in self.labels.items() if value == self.best)

    def __repr__(self) -> str:
        return f"<GradedMove: {self}>"

    def __str__(self) -> str:
        text = self.position.move_text
        best = " or ".join(map(text, self.best_moves))
        worth = f"{text(self.move)} is worth {self.value:+d}"
        return f"{self.words}: {worth}" + ("" if self.is_best else f", {best} {self.best:+d}")

    def _repr_html_(self) -> str:
        diagram = Diagram.of(self.position.play(self.move), self.move)
        return notebook.beside(draw_svg(diagram, str(self)), notebook.words(str(self), strong=True))

    @property
    def phase(self) -> Third:
        """The thirds of a game."""
        third = 3 * self.position.plies // self.position.spec.cell_count
        return THIRDS[min(third, 2)]


@dataclass(frozen=True, slots=True, repr=False)
class Grade:
    """What a player's moves amount to; `print` and notebooks show the table.

    >>> from kinarow import grade
    >>> graded = grade("first-legal", "drop:4x4:3", count=5)
    >>> graded
    <Grade: first-legal, 5 positions, 100.0 % keep the result>
    >>> graded.weak().value, len(graded.worst(3))
    (1.0, 2)
    """

    player: str
    moves: tuple[GradedMove, ...]
    agreements: tuple[float, ...] = ()
    """For each position, how well the evaluator's order of the moves agrees with the true one."""

    def weak(self, moves: Sequence[GradedMove] | None = None) -> Estimate:
        """The share of moves that keep the result."""
        return proportion(move.keeps_outcome for move in self._of(moves))

    def strong(self, moves: Sequence[GradedMove] | None = None) -> Estimate:
        """The share of moves that are among the best."""
        return proportion(move.is_best for move in self._of(moves))

    def blunder_rate(self, moves: Sequence[GradedMove] | None = None) -> Estimate:
        """The share of moves that throw the result away."""
        return proportion(not move.keeps_outcome for move in self._of(moves))

    def mean_loss(self, moves: Sequence[GradedMove] | None = None) -> Estimate:
        """How much of the score a move gives away on average."""
        return mean([float(move.loss) for move in self._of(moves)])

    def agreement(self) -> Estimate | None:
        """Kendall's rank correlation of the evaluator's scores with the exact ones, on average."""
        return mean(list(self.agreements)) if self.agreements else None

    def in_phase(self, phase: Third) -> list[GradedMove]:
        """The moves of one third of the game."""
        return [move for move in self.moves if move.phase == phase]

    def by_stones(self, groups: int) -> list[tuple[int, int, list[GradedMove]]]:
        """Moves by number of stones, in ranges of equal length: the least, the most, and the moves;
        ranges without any are left out."""
        if not self.moves:
            return []
        cells = self.moves[0].position.spec.cell_count
        length = -(-cells // groups)
        found = []
        for least in range(0, cells, length):
            moves = [m for m in self.moves if least <= m.position.plies < least + length]
            if moves:
                found.append((least, min(least + length, cells) - 1, moves))
        return found

    @property
    def blunders(self) -> Counter[str]:
        """How often the result was thrown away, by what it was and became."""
        return Counter(move.blunder for move in self.moves if move.blunder)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each move, for `pandas.DataFrame`."""
        return [
            {
                "player": self.player,
                "state": move.position.board_text("state"),
                "stones": move.position.plies,
                "phase": move.phase,
                "move": move.move.name,
                "value": move.value,
                "best": move.best,
                "loss": move.loss,
                "is_best": move.is_best,
                "keeps_outcome": move.keeps_outcome,
                "blunder": move.blunder,
            }
            for move in self.moves
        ]

    def __repr__(self) -> str:
        kept = f"{100 * self.weak().value:.1f} % keep the result"
        return f"<Grade: {self.player}, {len(self.moves)} positions, {kept}>"

    def __str__(self) -> str:
        from kinarow.grading.grade_text import grade_text

        return grade_text(self)

    def _repr_html_(self) -> str:
        from kinarow.grading.grade_text import grade_html

        return grade_html(self)

    def worst(self, count: int) -> list[GradedMove]:
        """The moves that gave away most."""
        wrong = [move for move in self.moves if not move.is_best]
        return sorted(wrong, key=lambda m: (m.keeps_outcome, -m.loss))[:count]

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts."""
        agreement = self.agreement()
        return {
            "player": self.player,
            "positions": len(self.moves),
            "weak": self.weak().to_json(),
            "strong": self.strong().to_json(),
            "blunders": self.blunder_rate().to_json(),
            "mean_loss": self.mean_loss().to_json(),
            "rank_agreement": agreement.to_json() if agreement else None,
            "kinds": dict(self.blunders),
            "phases": {
                phase: {
                    "positions": len(moves),
                    "weak": self.weak(moves).to_json(),
                    "strong": self.strong(moves).to_json(),
                }
                for phase in THIRDS
                if (moves := self.in_phase(phase))
            },
        }

    def _of(self, moves: Sequence[GradedMove] | None) -> Sequence[GradedMove]:
        return self.moves if moves is None else moves


def proportion(results: Iterable[bool]) -> Estimate:
    """A share with its interval; anything is possible where there are no results."""
    found = list(results)
    return wilson(sum(found) / len(found), len(found)) if found else Estimate(math.nan, 0.0, 1.0)


def mean(values: Sequence[float]) -> Estimate:
    """A mean with its interval."""
    count = len(values)
    if count == 0:
        return Estimate(math.nan, -math.inf, math.inf)
    average = sum(values) / count
    variance = sum((value - average) ** 2 for value in values) / max(1, count - 1)
    half = Z * math.sqrt(variance / count)
    return Estimate(average, average - half, average + half)


class _Question(NamedTuple):
    """A position by its number, which is the seed of the player's luck in it: so a player's moves
    do not depend on who is asked for which of them."""

    number: int
    position: Position
    labels: Labels


class _Answer(NamedTuple):
    move: Cell
    scores: list[Score]
    """The evaluator's, of the position after each move; none without an evaluator."""


def grade_moves(
    player: Player,
    labelled: Mapping[Position, Labels],
    evaluator: AnyEvaluator | None = None,
    workers: Workers | None = None,
    progress: Progress = silent,
) -> Grade:
    """Let workers ask a player for its move in every position, and compare it with the truth.

    With an evaluator, its scores of the positions after each move are compared too.
    """
    questions = [_Question(n, *known) for n, known in enumerate(labelled.items())]
    batches = [questions[i : i + _BATCH] for i in range(0, len(questions), _BATCH)]
    answers: list[_Answer] = []
    for some in results_in_order(partial(_asked, player, evaluator), batches, workers or Workers()):
        answers += some
        progress(len(answers) / len(questions), f"move {len(answers)} of {len(questions)}")
    moves = [
        GradedMove(asked.position, answer.move, asked.labels)
        for asked, answer in zip(questions, answers, strict=True)
    ]
    agreements = [
        kendall_tau(answer.scores, list(asked.labels.values()))
        for asked, answer in zip(questions, answers, strict=True)
        if answer.scores and len(set(asked.labels.values())) > 1
    ]
    return Grade(player.name, tuple(moves), tuple(agreements))


def _asked(
    player: Player, evaluator: AnyEvaluator | None, questions: Sequence[_Question]
) -> list[_Answer]:
    """What a worker does."""
    answers = []
    for number, position, labels in questions:
        player.new_game(number)
        move = player.choose(position).move
        if move not in labels:
            state = position.board_text("state")
            raise PlayerError(f"{player.name} answered with an illegal move {move} on {state}")
        scores = []
        if evaluator is not None:
            scores = [evaluator.evaluate(position.play(m), position.mover) for m in labels]
        answers.append(_Answer(move, scores))
    return answers


def kendall_tau(scores: list[Score], values: list[int]) -> float:
    """Kendall's τ-b: pairs of moves in the same order less those in the other, of all that are in
    an order at all; 0 for scores that are all alike, which are no opinion."""
    pairs = [
        ((x > y) - (x < y), (v > w) - (v < w))
        for (x, v), (y, w) in combinations(zip(scores, values, strict=True), 2)
    ]
    ordered = sum(x != 0 for x, _ in pairs) * sum(v != 0 for _, v in pairs)
    return sum(x * v for x, v in pairs) / math.sqrt(ordered) if ordered else 0.0
