"""The evaluators that come with kinarow, each beside the formula of the document it comes from.

docs/sources.md says how the documents are read where they are silent or contradict themselves.
"""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from importlib.resources import files
from typing import Final

from kinarow.errors import EvaluatorError, unknown
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.features.points import k, powers_of
from kinarow.evaluation.most_valuable_square import NO_SCORE, MostValuableSquare
from kinarow.evaluation.terms import (
    AnchoredRuns,
    Column,
    OpenRuns,
    Pattern,
    Phased,
    Squares,
    Traps,
    Windows,
)
from kinarow.game import GameSpec

# Board Score = |6 · M_center| + Σ F(ω)
CENTER_WINDOW: Final = Evaluator(
    "center-window",
    Column("center", own=6),
    Windows(own={k: 1000, k - 1: 15, k - 2: 6}, opponent={k - 1: -18, k - 2: -5}),
    Pattern(".", k - 1, ".", own=25),
    source="A course report on an evaluation function for Connect Four, graded by 20 games",
    motivation=(
        "It rewards creating or extending sequences that might lead to four in a row and punishes "
        "the opponent's efforts to do the same. Stones in the centre column can take part in more "
        "lines; windows of four show what can soon be completed; three stones with an empty cell "
        "on either side are two opportunities to win at once."
    ),
)

# f(n) = C₁·(R₁ − Y₁) + C₂·(R₂ − Y₂) + C₃·(R₃ − Y₃) + C₄·(R₄ − Y₄), Cₙ = 10ⁿ
OPEN_LINES: Final = Evaluator(
    "open-lines",
    Windows(own=powers_of(10), opponent=-powers_of(10), tally=("R", "Y")),
    source="Eric Du & Liandy Hardikoesoemo, ECS 170, Winter 2017",
    motivation=(
        "A line that holds stones of both colours can no longer be won and counts nothing; one "
        "that a single colour holds has the higher chance the closer it is to complete. A move can "
        "improve one's own chances or spoil the opponent's, so the two are subtracted."
    ),
)

# totalScore = Σ (hScore + vScore + rdScore + ldScore); a finished game ±25,000
ANCHORED_RUNS: Final = Evaluator(
    "anchored-runs",
    AnchoredRuns(
        own={k - 1: 300, k - 2: 100, k - 3: 10},
        opponent={k - 1: -300, k - 2: -100, k - 3: -10},
    ),
    won=25_000,
    source="A course report: consecutive pieces from every position in four directions",
    motivation=(
        "The more consecutive pieces a player has, the more likely that player is to win. A line "
        "in which an opposing piece is met can no longer be won and counts nothing. All directions "
        "are looked at, since a game can be won in each."
    ),
)

# Eval = ±10000 on a won board, else position·w₁ + pattern·w₂ + traps·w₃, weights by phase
PHASED_TRAPS: Final = Evaluator(
    "phased-traps",
    Phased("position score", Squares(), early=1.2, mid=1.0, late=0.8),
    Phased(
        "pattern score",
        Windows(
            own={k: 100, k - 1: 15, k - 2: 5, k - 3: 1},
            opponent={k - 1: -15, k - 2: -3},
        ),
        early=1.0,
        mid=1.5,
        late=2.0,
    ),
    Phased("trap score", Traps(), early=15, mid=20, late=30),
    won=10_000,
    source="Hadi Bagdadi, Connect4 AI: Evaluation Function Analysis, 25 February 2025",
    motivation=(
        "Controlling the centre gives more potential winning lines; patterns with more stones "
        "aligned make progress towards a win; a position with several winning threats at once "
        "often forces it. Position matters most early, patterns in the middle of the game, traps "
        "at its end."
    ),
)

# Score = Σ F(w) + Σ G(r): windows by their stones, and again where both ends are open
THREATS: Final = Evaluator(
    "threats",
    Windows(
        own={k - 1: 60, k - 2: 12, k - 3: 4, k - 4: 1},
        opponent={k - 1: -60, k - 2: -12, k - 3: -4, k - 4: -1},
        tally=("X", "O"),
    ),
    OpenRuns(
        own={k - 1: 400, k - 2: 50, k - 3: 12, k - 4: 2},
        opponent={k - 1: -400, k - 2: -50, k - 3: -12, k - 4: -2},
    ),
    source="What players of gomoku look for: fours, threes and twos, open or closed",
    motivation=(
        "A row that can grow at both ends cannot be stopped by one stone: an open four wins, an "
        "open three threatens to become one. The same stones with one end closed threaten only "
        "half as much. So every window counts by its stones, and a run with both ends empty counts "
        "again."
    ),
)

CATALOGUE: Final[dict[str, Evaluator]] = {
    evaluator.name: evaluator
    for evaluator in (CENTER_WINDOW, OPEN_LINES, ANCHORED_RUNS, PHASED_TRAPS, THREATS)
}

FITTED: Final = (
    *(f"{name}-tuned" for name in CATALOGUE if name != THREATS.name),
    "learned",
)
"""Evaluators whose weights were fitted to exact values of Connect Four, kept in files; the commands
that make them are in docs/tuning.md. `learned` has tables for this one board."""

SQUARE_VALUE: Final = MostValuableSquare()
"""The fifth system: see there."""

WORKED_EXAMPLES: Final = {
    "center-window": "113225334464434556",
    "open-lines": "3661535465557665173364",
    "anchored-runs": "2322344",
    "phased-traps": "21235334444",
    SQUARE_VALUE.name: "3661535465557665173364",
}
"""The boards of Connect Four on which the documents explain their systems, for the first side."""


def usual_evaluator(spec: GameSpec) -> Evaluator:
    """The evaluator where none is named: one that knows open rows where stones do not fall.

    >>> from kinarow.evaluation import usual_evaluator
    >>> from kinarow.game.spec import as_spec
    >>> usual_evaluator(as_spec("connect4")).name, usual_evaluator(as_spec("gomoku")).name
    ('open-lines', 'threats')
    """
    return OPEN_LINES if spec.gravity else THREATS


def find_evaluator(name: str) -> Evaluator:
    """The evaluator of that name; `kinarow evaluators` lists them.

    >>> from kinarow import Position, Side, find_evaluator
    >>> find_evaluator("open-lines").evaluate(Position.from_moves("44"), Side.FIRST)
    -30
    """
    if name in CATALOGUE:
        return CATALOGUE[name]
    if name in FITTED:
        return _fitted(name)
    if name == SQUARE_VALUE.name:
        raise EvaluatorError(f"square-value {NO_SCORE}")
    raise EvaluatorError(unknown("evaluator", name, (*CATALOGUE, *FITTED)))


@lru_cache(maxsize=len(FITTED))
def _fitted(name: str) -> Evaluator:
    from kinarow.evaluation.written.json_files import from_json

    data = (files("kinarow") / "data" / "evaluators" / f"{name}.json.gz").read_bytes()
    return from_json(json.loads(gzip.decompress(data)))
