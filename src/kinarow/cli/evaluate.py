"""`kinarow evaluate`: what positions are worth."""

from __future__ import annotations

from typing import TextIO

import rich_click as click

from kinarow.cli.options import (
    PositionArguments,
    batch_option,
    evaluator_option,
    json_option,
    named_line,
    position_options,
    side_named,
    side_option,
)
from kinarow.cli.output import print_json
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.evaluation.explanation.remarks import remarks_on
from kinarow.game import Position


@click.command()
@position_options
@evaluator_option
@side_option
@batch_option
@json_option
def evaluate(
    given: PositionArguments,
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
        _print(evaluator, given.position(), seen_by, as_json)
        return
    for number, position in given.each(batch):
        with named_line(number):
            _print(evaluator, position, seen_by, as_json)


def _print(evaluator: AnyEvaluator, position: Position, seen_by: str, as_json: bool) -> None:
    side = side_named(seen_by, position)
    score = evaluator.evaluate(position, side)
    remarks = remarks_on(evaluator, position, side, score)
    if as_json:
        print_json(
            {
                "score": score,
                "for": int(side),
                "evaluator": evaluator.name,
                "remarks": [remark.to_json() for remark in remarks],
            }
        )
        return
    click.echo(score)
    for remark in remarks:
        click.echo(remark.words, err=True)  # what is printed are numbers, for programs too
