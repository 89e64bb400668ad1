"""`kinarow solve`: what a position is worth under perfect play."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

import rich_click as click

from kinarow.cli.options import (
    batch_option,
    each_position,
    json_option,
    position_options,
    read_position,
)
from kinarow.cli.output import (
    INTERRUPTED,
    Report,
    charset,
    console,
    print_json,
    progress_bar,
    with_kernels,
)
from kinarow.game.spec import as_spec
from kinarow.score import signed

if TYPE_CHECKING:
    from kinarow.solver import Solution, Solver

_WORDS = "solving"


@click.command()
@position_options
@click.option("--moves", "each_move", is_flag=True, help="Say what each move is worth.")
@click.option("--line", is_flag=True, help="Show perfect play to the end.")
@click.option("--weak", is_flag=True, help="Find out only who wins, which is faster.")
@click.option("--no-book", is_flag=True, help="Search even where the book has the answer.")
@click.option("--nodes", type=click.IntRange(1, 10**15), help="How many positions to look at.")
@click.option("--seconds", type=click.FloatRange(0.001, 10**6), help="How long to take.")
@click.option(
    "--threads", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Search by several threads: for hard positions with gravity.",
)  # fmt: skip
@click.option(
    "--memory", "megabytes", type=click.IntRange(1, 1 << 16), default=64, show_default=True,
    metavar="MB", help="How large the table of proven positions may become.",
)  # fmt: skip
@batch_option
@json_option
@click.pass_context
def solve(
    context: click.Context,
    moves: tuple[str, ...],
    board: TextIO | None,
    game: str,
    each_move: bool,
    line: bool,
    weak: bool,
    no_book: bool,
    nodes: int | None,
    seconds: float | None,
    threads: int,
    megabytes: int,
    batch: TextIO | None,
    as_json: bool,
) -> None:
    """Solve a position: who wins, when, and by which move.

    Scores are Pascal Pons': half the number of stones that the winner is early, 1 being a win with
    the last stone; the loser's is negative, a draw is 0. Without gravity there is only win, draw
    and loss. Out of nodes or seconds, or at Ctrl-C, it says what is proven by then.
    """
    from kinarow.solver import Solver
    from kinarow.solver.solution_text import solution_text

    if batch is None:
        single = read_position(moves, board, game)
        positions, spec = iter([single]), single.spec
    else:
        positions = (position for _, position in each_position(batch, moves, board, game))
        spec = as_spec(game)
    solver = Solver(spec, megabytes=megabytes, threads=threads, use_book=not no_book)
    stop = threading.Event()
    if batch is not None and not (each_move or line or nodes or seconds or threads > 1):
        solutions = solver.solve_many(positions, weak=weak, stop=stop)
    else:
        solutions = (
            solver.solve(
                position, weak=weak, moves=each_move, line=line, best=batch is None,
                nodes=nodes, seconds=seconds, stop=stop,
            )
            for position in positions
            if not stop.is_set()
        )  # fmt: skip
    for solution in _as_they_come(solutions, solver, stop):
        if as_json:
            print_json(_as_json(solution))
        elif batch is None:
            console().print(solution_text(solution, charset()))
        else:
            click.echo(solution.in_short(solution.bounds))
    if stop.is_set():
        context.exit(INTERRUPTED)


def _as_they_come(
    solutions: Iterator[Solution], solver: Solver, stop: threading.Event
) -> Iterator[Solution]:
    """The solutions one by one, with a word on how far each has come; Ctrl-C ends them."""
    with progress_bar(_WORDS) as report:
        while True:
            found = with_kernels(
                lambda: next(solutions, None), report, _WORDS, stop=stop,
                meanwhile=lambda: _tell(solver, report),
            )  # fmt: skip
            if found is None:
                return
            yield found


def _tell(solver: Solver, report: Report) -> None:
    bounds, nodes = solver.engine.progress()
    if nodes:
        between = f"{signed(bounds.low)} to {signed(bounds.high)}"
        report(words=f"{_WORDS}: {nodes / 1e6:.1f} million positions, {between}")


def _as_json(solution: Solution) -> dict[str, object]:
    position = solution.position
    values: dict[str, object] = {
        "game": str(position.spec),
        "over": solution.over,
        "solved": solution.solved,
        "score": solution.score,
        "outcome": solution.outcome,
        "low": solution.bounds.low,
        "high": solution.bounds.high,
        "plies": solution.plies,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
        "line": [position.move_text(move) for move in solution.line],
    }
    if solution.moves is not None:
        has_scores = position.spec.gravity and not solution.weak
        values["moves"] = {
            position.move_text(move): value.exact if has_scores else value.outcome
            for move, value in solution.moves.items()
        }
    return values
