"""`kinarow solve`: what a position is worth under perfect play."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

import rich_click as click

from kinarow.cli.options import (
    PositionArguments,
    batch_option,
    json_option,
    option,
    position_options,
    workers_options,
)
from kinarow.cli.output import (
    INTERRUPTED,
    Report,
    charset,
    console,
    print_json,
    progress_bar,
    watched,
    with_kernels,
)
from kinarow.errors import KinarowError
from kinarow.forcing.proof_text import proof_lines
from kinarow.game import Position
from kinarow.score import signed
from kinarow.solver.solution_text import solution_text

if TYPE_CHECKING:
    from kinarow.solver import Solution, Solver

_WORDS = "solving"


@click.command()
@position_options
@option("--moves", "each_move", is_flag=True)("Say what each move is worth.")
@option("--line", is_flag=True)("Show perfect play to the end.")
@option("--proof", is_flag=True)(
    "Show the proof of a forced win: each answer that needs a look, and what wins against it."
)
@option("--weak", is_flag=True)("Find out only who wins, which is faster.")
@option("--no-book", is_flag=True)("Search even where the book has the answer.")
@option("--nodes", type=click.IntRange(1, 10**15))("Node limit: positions to visit at most.")
@option("--seconds", type=click.FloatRange(0.001, 10**6))("Time limit in seconds.")
@option("--threads", type=click.IntRange(1, 64), default=1)(
    "Number of search threads; they help on hard positions with gravity."
)
@option("--memory", "megabytes", type=click.IntRange(1, 1 << 16), default=64, metavar="MB")(
    "Size of the transposition table, in MB."
)
@batch_option
@workers_options
@json_option
@click.pass_context
def solve(
    context: click.Context,
    given: PositionArguments,
    each_move: bool,
    line: bool,
    proof: bool,
    weak: bool,
    no_book: bool,
    nodes: int | None,
    seconds: float | None,
    threads: int,
    megabytes: int,
    batch: TextIO | None,
    workers: int | str,
    as_json: bool,
) -> None:
    """Solve a position: who wins, when, and by which move.

    Scores are Pascal Pons': half the number of stones that the winner is early, 1 being a win with
    the last stone; the loser's is negative, a draw is 0. Without gravity there is only win, draw
    and loss, and a win that was forced by threats is told with how many stones it takes at most,
    on boards of any size. Out of nodes or seconds, or at Ctrl-C, it says what is proven by then.
    With --file, each position is solved as if it were alone, by workers, and lines come in the
    order of the file.
    """
    if batch is not None:
        if proof:
            raise KinarowError("--proof is for one position, not for --file")
        positions = (position for _, position in given.each(batch))
        _solve_batch(
            positions, as_json, weak=weak, moves=each_move, line=line, nodes=nodes,
            seconds=seconds, megabytes=megabytes, threads=threads, use_book=not no_book,
            workers=workers,
        )  # fmt: skip
        return
    from kinarow.solver import Solver

    position, stop = given.position(), threading.Event()
    solver = Solver(position.spec, megabytes=megabytes, threads=threads, use_book=not no_book)
    with progress_bar(_WORDS) as report:
        solution = with_kernels(
            lambda: solver.solve(
                position, weak=weak, moves=each_move, line=line, best=True, nodes=nodes,
                seconds=seconds, stop=stop,
            ),
            report, _WORDS, stop=stop, meanwhile=lambda: _tell(solver, report),
        )  # fmt: skip
    if as_json:
        shown = {"proof": solution.forced.to_json() if solution.forced else None} if proof else {}
        print_json(solution.to_json() | shown)
    else:
        console().print(solution_text(solution, charset()))
        if proof:
            _print_proof(solution)
    if stop.is_set():
        context.exit(INTERRUPTED)


def _print_proof(solution: Solution) -> None:
    if solution.forced is None:
        click.echo("there is no proof to show: no forced win was found")
        return
    for line in proof_lines(solution.forced):
        click.echo(line)


def _solve_batch(positions: Iterator[Position], as_json: bool, **question: Any) -> None:
    """A line for each position, as soon as all before it are solved."""
    from kinarow.api.solving import solve_many

    def work(report: Report, stop: threading.Event) -> None:
        for solution in solve_many(positions, progress=report, stop=stop, **question):
            if as_json:
                print_json(solution.to_json())
            else:
                click.echo(solution.in_short(solution.bounds))

    watched(_WORDS, work, while_printing=True)


def _tell(solver: Solver, report: Report) -> None:
    bounds, nodes = solver.progress() or (None, 0)
    if bounds is not None and nodes:
        between = f"{signed(bounds.low)} to {signed(bounds.high)}"
        report(words=f"{_WORDS}: {nodes / 1e6:.1f} million positions, {between}")
