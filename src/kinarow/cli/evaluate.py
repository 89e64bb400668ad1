"""`kinarow evaluate`: what positions are worth."""

from __future__ import annotations

from typing import TextIO

import rich_click as click

from kinarow.cli.options import (
    evaluator_option,
    json_option,
    lines_of,
    moves_text,
    position_options,
    read_position,
    side_named,
    side_option,
)
from kinarow.cli.output import print_json
from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.game import Position


@click.command()
@position_options
@evaluator_option
@side_option
@click.option(
    "--file", "batch", type=click.File(encoding="utf-8-sig"), metavar="FILE",
    help="Evaluate many positions: one move string a line; - is standard input.",
)  # fmt: skip
@json_option
def evaluate(
    moves: tuple[str, ...],
    board: TextIO | None,
    game: str,
    evaluator_name: str,
    seen_by: str,
    batch: TextIO | None,
    as_json: bool,
) -> None:
    """Say what a position is worth to a side, by an evaluator and without search.

    The evaluator may be your own: a Python file with a function evaluate(board, me, opponent).
    """
    evaluator = load_evaluator(evaluator_name)
    if batch is None:
        _print(evaluator, read_position(moves, board, game), seen_by, as_json)
        return
    if moves or board:
        raise KinarowError("give moves, --board or --file, not two of them")
    for number, line in enumerate(lines_of(batch), 1):
        try:
            position = Position.from_moves(moves_text(line), game)
            _print(evaluator, position, seen_by, as_json)
        except KinarowError as error:
            raise KinarowError(f"line {number}: {error}") from None


def _print(evaluator: AnyEvaluator, position: Position, seen_by: str, as_json: bool) -> None:
    side = side_named(seen_by, position)
    score = evaluator.evaluate(position, side)
    if as_json:
        print_json({"score": score, "for": int(side), "evaluator": evaluator.name})
    else:
        click.echo(score)
