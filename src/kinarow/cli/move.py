"""`kinarow move`: what a player plays, and why."""

from __future__ import annotations

from typing import TextIO

import rich_click as click

from kinarow.cli.options import (
    PLAYER,
    PositionArguments,
    batch_option,
    json_option,
    named_line,
    option,
    position_options,
    sandbox_option,
)
from kinarow.cli.output import charset, console, print_json, progress_bar, with_kernels
from kinarow.drawing import Diagram
from kinarow.drawing.text import draw
from kinarow.errors import KinarowError
from kinarow.game import Position
from kinarow.players import Choice, Player
from kinarow.players.isolated.player import player_asked_for
from kinarow.work.working_time import working_time


@click.command()
@position_options
@option("--player", "player_text", type=PLAYER, default="alphabeta")(
    "The player, such as alphabeta:eval=open-lines,depth=8."
)
@sandbox_option
@batch_option
@json_option
def move(
    given: PositionArguments,
    player_text: str,
    sandboxed: bool,
    batch: TextIO | None,
    as_json: bool,
) -> None:
    """Ask a player for its move, and for its reasons. `kinarow players` lists them."""
    player = player_asked_for(player_text, sandboxed=sandboxed)
    if batch is None:
        position = given.position()
        _print(position, *_ask(player, position), as_json=as_json)
        return
    for number, position in given.each(batch):
        with named_line(number):
            choice, seconds = _ask(player, position)
        if as_json:
            print_json(_as_json(position, choice, seconds))
        else:
            click.echo(position.move_text(choice.move))


def _ask(player: Player, position: Position) -> tuple[Choice, float]:
    """The player's choice, and how many seconds it thought about it."""
    if position.ending() is not None:
        raise KinarowError("the game is over: there is no move to choose")

    def choose() -> tuple[Choice, float]:
        player.get_ready(position.spec)
        begun = working_time()
        return player.choose(position), working_time() - begun

    words = f"{player.name} is thinking"
    with progress_bar(words) as report:
        return with_kernels(choose, report, words)


def _as_json(position: Position, choice: Choice, seconds: float) -> dict[str, object]:
    return {
        "move": position.move_text(choice.move),
        "score": choice.score,
        "depth": choice.depth,
        "nodes": choice.nodes,
        "seconds": round(seconds, 6),
        "reason": choice.reason,
        "line": [cell.name for cell in choice.line],
    }


def _print(position: Position, choice: Choice, seconds: float, *, as_json: bool) -> None:
    if as_json:
        print_json(_as_json(position, choice, seconds))
        return
    marks, out = charset(), console()
    out.print(draw(Diagram.of(position.play(choice.move), choice.move), marks))
    name = position.move_text(choice.move)
    out.print(f"{marks.mark(position.mover)} plays {name}: {choice.reason}", markup=False)
    if choice.nodes:
        out.print(f"{choice.nodes} positions in {seconds:.3f} s", style="dim")
