"""`kinarow review`: a played game, move by move."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator

import rich_click as click

from kinarow.cli.options import evaluator_option, game_option, json_option, option, read_line
from kinarow.cli.output import INTERRUPTED, charset, console, print_json, progress_bar, with_kernels
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.grading.review import SECONDS_A_MOVE, ReviewedMove, review

_NODES = 2 * 10**9
_STYLES = {"blunder": "bold red", "mistake": "bold red", "slower": "yellow", "sooner": "yellow"}
_NAMES = {"unknown": "not solved"}
"""What the summary calls a verdict, if not by its own name."""

seconds_option = option("--seconds", type=click.FloatRange(0.001, 10**6), default=SECONDS_A_MOVE)(
    "Time limit in seconds per move of the game."
)


@click.command("review")
@click.argument("moves", nargs=-1, required=True)
@game_option
@evaluator_option
@option("--nodes", type=click.IntRange(1, 10**15), default=_NODES)(
    "Node limit per move of the game."
)
@seconds_option
@json_option
@click.pass_context
def review_game(
    context: click.Context,
    moves: tuple[str, ...],
    game: str,
    evaluator_name: str,
    nodes: int,
    seconds: float,
    as_json: bool,
) -> None:
    """Go through a played game: what each move did to its value, and what was better.

    Values are exact, for the side that moves. Of each mistake it says what it allowed, why the
    right move would have kept the outcome, and what the evaluator made of it. Of a move that cannot
    be solved within the limits it says what the next stone decides, and what the evaluator thinks.
    Ctrl-C ends it with what was found.
    """
    from kinarow.solver import Solver

    evaluator, positions = load_evaluator(evaluator_name), read_line(moves, game)
    solver, stop = Solver(positions[0].spec), threading.Event()
    moves_of_game = review(positions, solver, nodes=nodes, seconds=seconds, stop=stop)
    count = len(positions) - 1
    found: list[ReviewedMove] = []
    told: list[dict[str, object]] = []
    try:
        for reviewed in _as_they_come(moves_of_game, count, stop):
            found.append(reviewed)
            if as_json:
                told.append(reviewed.to_json(evaluator))
            else:
                _print(reviewed, evaluator)
    except KeyboardInterrupt:  # between two moves
        stop.set()
    if as_json:
        print_json({"game": str(solver.spec), "moves": told})
    else:
        _summary(found)
    if stop.is_set():
        click.echo(f"kinarow: interrupted after {len(found)} of {count} moves", err=True)
        context.exit(INTERRUPTED)


def _as_they_come(
    moves_of_game: Iterator[ReviewedMove], count: int, stop: threading.Event
) -> Iterator[ReviewedMove]:
    """The moves one by one, with a word on how many are done; Ctrl-C ends them."""
    for done in range(count + 1):
        words = f"looking at the moves: {done} of {count}"
        # A bar for each, gone before what was found is printed.
        with progress_bar(words) as report:
            report(done / max(1, count))
            found = with_kernels(lambda: next(moves_of_game, None), report, words, stop=stop)
        if found is None:
            return
        yield found


def _print(reviewed: ReviewedMove, evaluator: AnyEvaluator) -> None:
    out = console()
    style = _STYLES.get(reviewed.verdict, "")
    out.print(reviewed.told(charset().mark), style=style, markup=False)
    for line in reviewed.mistake.told(charset().mark) if reviewed.mistake else ():
        out.print(f"          {line}", markup=False)
    if said := reviewed.missed(evaluator):
        out.print(f"          {said}", style="dim", markup=False)


def _summary(found: list[ReviewedMove]) -> None:
    marks, out = charset(), console()
    for side in sorted({m.position.mover for m in found}):
        counts = Counter(m.verdict for m in found if m.position.mover is side)
        named = ((count, _NAMES.get(verdict, verdict)) for verdict, count in counts.most_common())
        words = ", ".join(f"{count} {name}" for count, name in named)
        out.print(f"{marks.mark(side)} {words}", markup=False)
