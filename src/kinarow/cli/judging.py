"""`kinarow evaluate` and `kinarow explain`: what a position is worth, and why."""

from __future__ import annotations

from typing import TextIO

import rich_click as click

from kinarow.cli.options import (
    evaluator_option,
    json_option,
    position_options,
    read_position,
    side_named,
    side_option,
)
from kinarow.cli.output import charset, console, print_json
from kinarow.drawing import Diagram
from kinarow.drawing.text import Charset, draw
from kinarow.evaluation import Explanation, find_evaluator
from kinarow.evaluation import explain as explain_score
from kinarow.game import Position
from kinarow.score import in_words


@click.command()
@position_options
@evaluator_option
@side_option
@json_option
def evaluate(
    moves: tuple[str, ...],
    board: TextIO | None,
    game: str,
    evaluator_name: str,
    seen_by: str,
    as_json: bool,
) -> None:
    """Say what a position is worth to a side, by an evaluator and without search."""
    position = read_position(moves, board, game)
    side = side_named(seen_by, position)
    score = find_evaluator(evaluator_name).evaluate(position, side)
    if as_json:
        print_json({"score": score, "for": int(side), "evaluator": evaluator_name})
    else:
        click.echo(score)


@click.command()
@position_options
@evaluator_option
@side_option
@json_option
def explain(
    moves: tuple[str, ...],
    board: TextIO | None,
    game: str,
    evaluator_name: str,
    seen_by: str,
    as_json: bool,
) -> None:
    """Show how an evaluator comes to its score: what counted, where, and the running total."""
    position = read_position(moves, board, game)
    explanation = explain_score(
        find_evaluator(evaluator_name), position, side_named(seen_by, position)
    )
    if as_json:
        print_json(explanation.to_json())
    else:
        _print(position, explanation, charset())


def _print(position: Position, explanation: Explanation, marks: Charset) -> None:
    out = console()
    out.print(draw(Diagram.of(position), marks))
    who = marks.mark(explanation.side)
    contributions = explanation.contributions
    cells_width = max((len(_cells(c.cells)) for c in contributions), default=0)
    for step in explanation.steps:
        out.print()
        out.print(f"{step.title}: {in_words(step.points)}", style="bold", markup=False)
        for c in step.contributions:
            holds = " ".join(marks.marks(c.holds))
            colour = "green" if c.points > 0 else "red"
            out.print(f"  {_cells(c.cells):<{cells_width}}   {holds}", end="", markup=False)
            out.print(f"{in_words(c.points):>12}", style=colour, end="")
            out.print(f"{in_words(c.total):>12}", style="dim")
    out.print()
    out.print(f"{explanation.evaluator} for {who}: {in_words(explanation.score)}", style="bold")


def _cells(cells: tuple[object, ...]) -> str:
    return " ".join(map(str, cells))
