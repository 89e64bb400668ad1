"""`kinarow solve`: what a position is worth under perfect play."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
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
from kinarow.drawing import Diagram
from kinarow.drawing.text import draw
from kinarow.game import Position
from kinarow.game.movetext import write_moves
from kinarow.game.spec import as_spec
from kinarow.score import signed

if TYPE_CHECKING:
    from kinarow.solver import Bounds, Solution, Solver

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
            _print(solution)
        else:
            click.echo(_in_short(solution.bounds, solution.position))
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


def _in_short(value: Bounds, position: Position) -> str:
    """A score, or who wins; a question mark where that is not proven."""
    if position.spec.gravity and value.exact is not None:
        return signed(value.exact)
    return value.outcome or "?"


def _between(bounds: Bounds, position: Position) -> str:
    if position.spec.gravity:
        return f"between {signed(bounds.low)} and {signed(bounds.high)}"
    outcomes = {-1: "a loss", 0: "a draw", 1: "a win"}
    return f"between {outcomes[bounds.low]} and {outcomes[bounds.high]}"


def _print(solution: Solution) -> None:
    position, marks, out = solution.position, charset(), console()
    diagram = Diagram.of(position)
    if solution.moves and position.spec.gravity:
        under = {move.column: _in_short(value, position) for move, value in solution.moves.items()}
        captions = tuple(under.get(column, "") for column in range(position.spec.columns))
        diagram = replace(diagram, captions=captions)
    out.print(draw(diagram, marks))
    out.print(_in_words(solution, marks.mark(position.mover), marks.mark(position.mover.other)))
    if solution.moves and not position.spec.gravity:
        for outcome in ("win", "draw", "loss", "?"):
            alike = [m.name for m, v in solution.moves.items() if _in_short(v, position) == outcome]
            if alike:
                out.print(f"{outcome}: {' '.join(alike)}", markup=False)
    if len(solution.line) > 1:
        out.print(f"perfect play: {write_moves(position.spec, solution.line)}", markup=False)
    if solution.nodes:
        out.print(f"{solution.nodes} positions in {solution.seconds:.3f} s", style="dim")


def _in_words(solution: Solution, mover: str, other: str) -> str:
    position, outcome = solution.position, solution.outcome
    if solution.over:
        return "the game is over: " + (f"{other} has won" if outcome == "loss" else "a draw")
    if outcome is None:
        return f"not solved: {_between(solution.bounds, position)} for {mover}"
    words = "a draw"
    if outcome != "draw":
        words = f"{mover if outcome == 'win' else other} wins"
        if solution.plies is not None:
            words += f" at move {position.plies + solution.plies}"
    if solution.line:
        words += f"; best {position.move_text(solution.line[0])}"
    return words
