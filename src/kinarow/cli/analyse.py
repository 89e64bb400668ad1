"""`kinarow analyse`: what each move is worth by a search of its own."""

from __future__ import annotations

import threading

import rich_click as click

from kinarow.api.positions import analyse as analyse_position
from kinarow.cli.options import (
    PositionArguments,
    evaluator_option,
    json_option,
    option,
    position_options,
)
from kinarow.cli.output import INTERRUPTED, charset, console, print_json, progress_bar, with_kernels
from kinarow.drawing import Diagram
from kinarow.drawing.text import draw
from kinarow.errors import KinarowError
from kinarow.evaluation import load_evaluator
from kinarow.game.movetext import write_moves
from kinarow.score import in_words
from kinarow.search.analysis.judged import Analysis
from kinarow.search.limits import DEEPEST

_WORDS = "looking at moves"
_MOST_LINES = 24


@click.command()
@position_options
@evaluator_option
@option("--depth", type=click.IntRange(1, DEEPEST))(
    "A limit of plies instead: the same everywhere."
)
@option("--seconds", type=click.FloatRange(0.01, 3600), default=2.0)("How long it may take.")
@option("--nodes", type=click.IntRange(1))("A limit of positions instead: the same everywhere.")
@json_option
@click.pass_context
def analyse(
    context: click.Context,
    given: PositionArguments,
    evaluator_name: str,
    depth: int | None,
    seconds: float,
    nodes: int | None,
    as_json: bool,
) -> None:
    """Score each move by a search, as deep as the time allows.

    Scores are for the side to move. On a large board without gravity only the moves that come into
    question are looked at, the leading ones most deeply. Ctrl-C shows what was found until then.
    Exact values: kinarow solve --moves.
    """
    position = given.position()
    if position.ending() is not None:
        raise KinarowError("the game is over: there is no move to look at")
    evaluator, stop = load_evaluator(evaluator_name), threading.Event()

    def last() -> Analysis | None:
        limit = None if nodes or depth else seconds
        found = list(
            analyse_position(
                position, evaluator, depth=depth, nodes=nodes, seconds=limit, stop=stop
            )
        )
        return found[-1] if found else None

    with progress_bar(_WORDS) as report:
        analysis = with_kernels(last, report, _WORDS, stop=stop)
    if analysis is None and stop.is_set():
        raise KeyboardInterrupt  # there is nothing to show yet
    if analysis is None:
        raise KinarowError("there was not the time to look at every move: allow more")
    if as_json:
        print_json(analysis.to_json())
    else:
        _print(analysis)
    if stop.is_set():
        click.echo("kinarow: interrupted, so this is what was found until then", err=True)
        context.exit(INTERRUPTED)


def _print(analysis: Analysis) -> None:
    position, out = analysis.position, console()
    out.print(draw(Diagram.of(position), charset()))
    for one in analysis.candidates[:_MOST_LINES]:
        name, score = position.move_text(one.move), in_words(one.score)
        plies = "ply:  " if one.depth == 1 else "plies:"
        line = write_moves(position.spec, one.line)
        out.print(f"{name:<4} {score:>15}  {one.depth:>2} {plies} {line}", markup=False)
    others = len(analysis.candidates) - _MOST_LINES
    if others > 0:
        out.print(f"and {others} more (--json has them all)")
    out.print(f"{analysis.nodes} positions", style="dim")
