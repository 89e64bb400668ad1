"""The compiled alpha-beta beside the general one, the readable one and OpenSpiel's, in one run.

OpenSpiel's Python alpha-beta (extra `bench`) gets `open-lines` as a Python function; without the
extra that part is left out. Nodes a second are compared, since the last two visit other nodes. All
times are the processor's, so that other work on the machine counts little; two threads beside one
are in `bench_threads.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kinarow.evaluation import OPEN_LINES, AnyEvaluator, find_evaluator, load_evaluator
from kinarow.evaluation.user.compiled import function_for_search
from kinarow.evaluation.user.evaluator import UserEvaluator
from kinarow.game import Position, Side
from kinarow.players import parse_player
from kinarow.search import alphabeta
from kinarow.search.deepening import engine_for, search
from kinarow.search.engine import SearchEngine
from kinarow.search.general.engine import GeneralEngine
from kinarow.search.limits import Limits
from kinarow.work.budget import Budget

POSITIONS = ["", "4", "44", "4453", "43", "1234", "7654321", "3661535465", "44444", "123"]
EXAMPLES = Path(__file__).parent.parent / "tests" / "data" / "evaluators"
DEPTH = 10
TRIES = 5


def rate(
    make: Callable[..., SearchEngine], evaluator: AnyEvaluator, *, use_table: bool
) -> tuple[float, int]:
    """Nodes a second of searching, the best of some tries, and how many nodes there are."""
    best, nodes = 0.0, 0
    for _ in range(TRIES):
        nodes, seconds = 0, 0.0
        for moves in POSITIONS:
            position = Position.from_moves(moves)
            table_bits = None if use_table else 0
            engine = make(position, evaluator, DEPTH, Budget(), None, table_bits)
            begun = time.thread_time()
            for depth in range(1, DEPTH + 1):
                engine.search(depth)
            seconds += time.thread_time() - begun
            nodes += engine.counted().nodes
        best = max(best, nodes / seconds)
    return best, nodes


def readable_rate(depth: int) -> float:
    begun = time.thread_time()
    nodes = sum(alphabeta(Position.from_moves(m), OPEN_LINES, depth).nodes for m in POSITIONS)
    return nodes / (time.thread_time() - begun)


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
    begun = time.thread_time()
    for moves in POSITIONS:
        state = game.new_initial_state()
        for move in moves:
            state.apply_action(int(move) - 1)
        player = state.current_player()
        minimax.alpha_beta_search(game, state, value, depth, maximizing_player_id=player)
    return visited / (time.thread_time() - begun)


def seconds_with_user_function(name: str, depth: int) -> float:
    evaluator = load_evaluator(str(EXAMPLES / f"{name}.py"))
    assert isinstance(evaluator, UserEvaluator)
    function_for_search(evaluator, Position.start().spec)
    begun = time.thread_time()
    for moves in POSITIONS:
        search(Position.from_moves(moves), evaluator, Limits(depth=depth))
    return time.thread_time() - begun


def milliseconds_a_move(depth: int) -> float:
    """What a player takes for a move of so few plies that most of it is set-up."""
    player, position = parse_player(f"alphabeta:depth={depth}"), Position.from_moves("4453")
    player.choose(position)
    times = []
    for _ in range(200):
        begun = time.thread_time()
        player.choose(position)
        times.append(time.thread_time() - begun)
    return 1000 * sorted(times)[len(times) // 2]


def main() -> None:
    assert OPEN_LINES.evaluate(Position.start(), Side.FIRST) == 0
    search(Position.start(), OPEN_LINES, Limits(depth=1))
    readable, spiel = readable_rate(5), open_spiel_rate(4)
    if spiel is None:
        print("OpenSpiel is not installed (extra `bench`): left out")
    for use_table in (False, True):
        print(f"depth {DEPTH}, table {'on' if use_table else 'off'}, million nodes a second:")
        base = rate(engine_for, OPEN_LINES, use_table=use_table)[0]
        for name in ("open-lines", "center-window", "anchored-runs", "phased-traps", "learned"):
            fast, nodes = rate(engine_for, find_evaluator(name), use_table=use_table)
            general, same = rate(GeneralEngine, find_evaluator(name), use_table=use_table)
            assert nodes == same
            print(
                f"  {name:<14} {fast / 1e6:5.1f}, {fast / general:.2f} times the general search, "
                f"{fast / base:.2f} times open-lines"
            )
        print(f"  open-lines: {base / readable:.0f} times the readable search", end="")
        print(f", {base / spiel:.0f} times OpenSpiel's" if spiel else "")
    print(f"a move at depth 2: {milliseconds_a_move(2):.3f} ms")
    built_in = time.thread_time()
    for moves in POSITIONS:
        search(Position.from_moves(moves), OPEN_LINES, Limits(depth=8))
    built_in = time.thread_time() - built_in
    for name in ("loops", "slices", "arrays", "words"):
        ratio = seconds_with_user_function(name, 8) / built_in
        print(f"depth 8 with a user's {name}: {ratio:.1f} times the time of open-lines")


if __name__ == "__main__":
    main()
