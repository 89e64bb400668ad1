"""`kinarow show`: a position drawn and described."""

from __future__ import annotations

from typing import cast

import rich_click as click

from kinarow.cli.options import PositionArguments, json_option, option, position_options
from kinarow.cli.output import charset, console, print_json
from kinarow.drawing import Diagram
from kinarow.drawing.text import Charset, draw
from kinarow.game import Cell, Position
from kinarow.game.boardtext import BOARD_STYLES, BoardStyle


@click.command()
@position_options
@option("--as", "style", type=click.Choice(BOARD_STYLES))("Print only the board, in this notation.")
@json_option
def show(given: PositionArguments, style: str | None, as_json: bool) -> None:
    """Draw a position: who is to move, what may be played, whether and how it is over."""
    if style and as_json:
        raise click.UsageError("give --as or --json, not both")
    line = given.line()
    position = line[-1]
    if as_json:
        print_json(position.to_json())
    elif style:
        click.echo(position.board_text(cast(BoardStyle, style)))
    else:
        _draw(position, line[-2].move_to(position) if len(line) > 1 else None)


def _draw(position: Position, last: Cell | None) -> None:
    marks = charset()
    out = console()
    out.print(draw(Diagram.of(position, last), marks))
    out.print(_status(position, marks), markup=False)
    legal = position.legal_moves()
    if legal:
        out.print("legal: " + " ".join(map(position.move_text, legal)), markup=False)


def _status(position: Position, marks: Charset) -> str:
    ending = position.ending()
    stones = f"{position.plies} stone{'' if position.plies == 1 else 's'}"
    if ending is None:
        return f"{position.spec.name}, {stones}, {marks.mark(position.mover)} to move"
    return f"{position.spec.name}, {stones}, over: {ending.words(marks.mark)}"
