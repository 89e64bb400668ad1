"""What each move is worth: compiled and plain say the same, and both what minimax says."""

from __future__ import annotations

import threading
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.evaluation import OPEN_LINES, load_evaluator
from kinarow.game import Position, Side
from kinarow.search import minimax
from kinarow.search.analysis.each_move import move_scores
from kinarow.search.plain.limited import PlainSearch
from kinarow.work.budget import Budget
from tests.strategies import examples, positions


@settings(max_examples=examples(40))
@given(positions(5), st.integers(2, 3))
def test_plain_scores_are_the_compiled_ones(position: Position, depth: int) -> None:
    if position.ending() is not None:
        return
    scores = move_scores(position, OPEN_LINES, depth)
    assert max(scores.values()) == minimax(position, OPEN_LINES, depth).score
    for move, score in scores.items():
        child = position.play(move)
        if child.ending() is None:
            search = PlainSearch(child, OPEN_LINES, Budget(), position.mover)
            plain = search.reach(min(depth - 1, child.spec.cell_count - child.plies))
            assert plain is not None
            assert -plain.score == score


def test_a_plain_search_stops_when_told_or_late(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text("import time\ndef evaluate(b, me, o):\n    time.sleep(0.01)\n    return 0\n")
    slow, position = load_evaluator(str(file)), Position.start()
    stop = threading.Event()
    stop.set()

    for budget in (Budget(stop=stop), Budget(seconds=0.05), Budget(nodes=9)):
        assert PlainSearch(position, slow, budget, Side.FIRST).reach(4) is None
