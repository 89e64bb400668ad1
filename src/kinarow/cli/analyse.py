"""`kinarow analyse`: what the moves that come into question are worth."""

from __future__ import annotations

from typing import TextIO

import rich_click as click

from kinarow.api.positions import analyse as analyse_position
from kinarow.cli.options import EVALUATOR, json_option, position_options, read_position
from kinarow.cli.output import charset, console, print_json, progress_bar, with_kernels
from kinarow.drawing import Diagram
from kinarow.drawing.text import draw
from kinarow.errors import KinarowError
from kinarow.evaluation import load_evaluator
from kinarow.game.movetext import write_moves
from kinarow.score import in_words
from kinarow.search.candidates import Analysis

_WORDS = "looking at moves"


@click.command()
@position_options
@click.option(
    "--eval", "evaluator_name", type=EVALUATOR, default="threats", show_default=True,
    help="The evaluator, without phases and traps.",
)  # fmt: skip
@click.option(
    "--seconds", type=click.FloatRange(0.01, 3600), default=2.0, show_default=True,
    help="How long it may take.",
)  # fmt: skip
@click.option(
    "--nodes", type=click.IntRange(1), help="A limit of positions instead: the same everywhere."
)
@json_option
def analyse(
    moves: tuple[str, ...],
    board: TextIO | None,
    game: str,
    evaluator_name: str,
    seconds: float,
    nodes: int | None,
    as_json: bool,
) -> None:
    """Score the moves that come into question, in a game without gravity.

    Scores are for the side to move. The leading moves are looked at most deeply.
    """
    position = read_position(moves, board, game)
    if position.ending() is not None:
        raise KinarowError("the game is over: there is no move to look at")
    evaluator = load_evaluator(evaluator_name)

    def last() -> Analysis | None:
        limit = None if nodes else seconds
        found = list(analyse_position(position, evaluator, nodes=nodes, seconds=limit))
        return found[-1] if found else None

    with progress_bar(_WORDS) as report:
        analysis = with_kernels(last, report, _WORDS)
    if analysis is None:
        raise KinarowError("there was not the time to look at every move: allow more")
    if as_json:
        print_json(analysis.to_json())
    else:
        _print(analysis)


def _print(analysis: Analysis) -> None:
    position, out = analysis.position, console()
    out.print(draw(Diagram.of(position), charset()))
    for one in analysis.candidates:
        line = write_moves(position.spec, one.line)
        score = in_words(one.score)
        out.print(f"{one.move.name:<4} {score:>14}  {one.depth:>2} plies: {line}", markup=False)
    out.print(f"{analysis.nodes} positions", style="dim")
