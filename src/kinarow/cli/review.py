"""`kinarow review`: a played game, move by move."""

from __future__ import annotations

import threading
from collections import Counter

import rich_click as click

from kinarow.cli.options import evaluator_option, game_option, json_option, read_line
from kinarow.cli.output import INTERRUPTED, charset, console, print_json, progress_bar, with_kernels
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.grading.review import ReviewedMove, review
from kinarow.score import signed

_NODES = 2 * 10**9


@click.command("review")
@click.argument("moves", nargs=-1, required=True)
@game_option
@evaluator_option
@click.option(
    "--nodes", type=click.IntRange(1, 10**15), default=_NODES, show_default=True,
    help="How many positions to look at for each move of the game.",
)  # fmt: skip
@json_option
@click.pass_context
def review_game(
    context: click.Context,
    moves: tuple[str, ...],
    game: str,
    evaluator_name: str,
    nodes: int,
    as_json: bool,
) -> None:
    """Go through a played game: what each move did to its value, and what was better.

    Values are exact, for the side that moves. Of each mistake it says what the evaluator made of
    it.
    """
    from kinarow.solver import Solver

    evaluator, positions = load_evaluator(evaluator_name), read_line(moves, game)
    solver, stop = Solver(positions[0].spec), threading.Event()
    found: list[ReviewedMove] = []
    stream = review(positions, solver, nodes, stop)
    words = "looking at the moves"
    with progress_bar(words) as report:
        while True:
            reviewed = with_kernels(lambda: next(stream, None), report, words, stop=stop)
            if reviewed is None or stop.is_set():
                break
            found.append(reviewed)
            report(len(found) / (len(positions) - 1))
            if not as_json:
                _print(reviewed, len(found), evaluator)
    if as_json:
        print_json({"game": str(solver.spec), "moves": [m.to_json(evaluator) for m in found]})
    else:
        _summary(found)
    if stop.is_set():
        context.exit(INTERRUPTED)


def _print(reviewed: ReviewedMove, number: int, evaluator: AnyEvaluator) -> None:
    position, graded, out = reviewed.position, reviewed.graded, console()
    mark = charset().mark(position.mover)
    head = f"{number:>3} {mark} {position.move_text(reviewed.move):<4}"
    if graded is None:
        out.print(f"{head}not solved", markup=False)
        return
    values = f"{signed(graded.best):>4} → {signed(graded.value):<4}"
    if reviewed.verdict == "best":
        out.print(f"{head}{values}", markup=False)
        return
    better = " or ".join(position.move_text(move) for move in reviewed.better)
    style = "bold red" if reviewed.verdict == "blunder" else "yellow"
    out.print(f"{head}{values} {reviewed.words}, better {better}", style=style, markup=False)
    out.print(f"          {reviewed.missed(evaluator)}", style="dim", markup=False)


def _summary(found: list[ReviewedMove]) -> None:
    marks, out = charset(), console()
    for side in sorted({m.position.mover for m in found}):
        counts = Counter(m.verdict for m in found if m.position.mover is side)
        words = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
        out.print(f"{marks.mark(side)} {words}", markup=False)
