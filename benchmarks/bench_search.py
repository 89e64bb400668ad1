"""The compiled alpha-beta beside the readable one and OpenSpiel's, with `open-lines`, in one run.

OpenSpiel's Python alpha-beta (extra `bench`) gets the same evaluator as a Python function; without
the extra that part is left out. Nodes a second are compared, since all three visit other nodes.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from kinarow.evaluation import OPEN_LINES, load_evaluator
from kinarow.evaluation.user import UserEvaluator
from kinarow.evaluation.user_compiled import function_for_search
from kinarow.game import Position, Side
from kinarow.search import alphabeta
from kinarow.search.compiled_search import search
from kinarow.search.limits import Limits

POSITIONS = ["", "4", "44", "4453", "43", "1234", "7654321", "3661535465", "44444", "123"]
EXAMPLES = Path(__file__).parent.parent / "tests" / "data" / "evaluators"


def compiled_rate(depth: int, *, use_table: bool) -> tuple[float, int, float]:
    nodes, begun = 0, time.perf_counter()
    for moves in POSITIONS:
        position = Position.from_moves(moves)
        nodes += search(position, OPEN_LINES, Limits(depth=depth), use_table=use_table).nodes
    seconds = time.perf_counter() - begun
    return nodes / seconds, nodes, seconds


def readable_rate(depth: int) -> float:
    begun = time.perf_counter()
    nodes = sum(alphabeta(Position.from_moves(m), OPEN_LINES, depth).nodes for m in POSITIONS)
    return nodes / (time.perf_counter() - begun)


def open_spiel_rate(depth: int) -> float | None:
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax
    except ImportError:
        return None
    windows = [
        [(5 - cell.row, cell.column) for cell in window.cells]
        for window in Position.start().windows()
    ]
    visited, visit = 0, minimax._alpha_beta

    def counted(*arguments: Any, **named: Any) -> Any:
        nonlocal visited
        visited += 1
        return visit(*arguments, **named)

    def value(state: Any) -> float:
        rows = str(state).splitlines()
        total = 0
        for window in windows:
            held = [rows[r][c] for r, c in window]
            mine, theirs = held.count("x"), held.count("o")
            if mine and not theirs:
                total += 10**mine
            elif theirs and not mine:
                total -= 10**theirs
        return total

    minimax._alpha_beta = counted  # it calls itself by this name, and does not count
    game = pyspiel.load_game("connect_four")
    begun = time.perf_counter()
    for moves in POSITIONS:
        state = game.new_initial_state()
        for move in moves:
            state.apply_action(int(move) - 1)
        player = state.current_player()
        minimax.alpha_beta_search(game, state, value, depth, maximizing_player_id=player)
    return visited / (time.perf_counter() - begun)


def seconds_with_user_function(name: str, depth: int) -> float:
    evaluator = load_evaluator(str(EXAMPLES / f"{name}.py"))
    assert isinstance(evaluator, UserEvaluator)
    function_for_search(evaluator, Position.start().spec)
    begun = time.perf_counter()
    for moves in POSITIONS:
        search(Position.from_moves(moves), evaluator, Limits(depth=depth))
    return time.perf_counter() - begun


def main() -> None:
    search(Position.start(), OPEN_LINES, Limits(depth=1))
    assert OPEN_LINES.evaluate(Position.start(), Side.FIRST) == 0
    readable = readable_rate(5)
    for use_table in (False, True):
        rate, nodes, seconds = compiled_rate(10, use_table=use_table)
        print(
            f"depth 10, table {'on' if use_table else 'off'}: {nodes} nodes in {seconds:.3f} s, "
            f"{rate / 1e6:.1f} million a second, {rate / readable:.0f} times the readable rung"
        )
    raw = compiled_rate(10, use_table=False)[0]
    spiel = open_spiel_rate(4)
    if spiel is None:
        print("OpenSpiel is not installed (extra `bench`): left out")
    else:
        print(f"OpenSpiel's alpha-beta: {spiel:.0f} nodes a second; ours {raw / spiel:.0f} times")
    built_in = time.perf_counter()
    for moves in POSITIONS:
        search(Position.from_moves(moves), OPEN_LINES, Limits(depth=8))
    built_in = time.perf_counter() - built_in
    for name in ("loops", "slices", "arrays", "words"):
        ratio = seconds_with_user_function(name, 8) / built_in
        print(f"depth 8 with a user's {name}: {ratio:.1f} times the time of open-lines")


if __name__ == "__main__":
    main()
