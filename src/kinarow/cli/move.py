"""`kinarow move`: what a player plays, and why."""

from __future__ import annotations

import time
from typing import TextIO

import rich_click as click

from kinarow.cli.options import PLAYER, json_option, position_options, read_position
from kinarow.cli.output import charset, console, print_json, progress_bar, with_kernels
from kinarow.drawing import Diagram
from kinarow.drawing.text import draw
from kinarow.errors import KinarowError
from kinarow.players import parse_player


@click.command()
@position_options
@click.option(
    "--player", "player_text", type=PLAYER, default="alphabeta", show_default=True,
    help="The player, such as alphabeta:eval=open-lines,depth=4.",
)  # fmt: skip
@json_option
def move(
    moves: tuple[str, ...], board: TextIO | None, game: str, player_text: str, as_json: bool
) -> None:
    """Ask a player for its move, and for its reasons."""
    position = read_position(moves, board, game)
    player = parse_player(player_text)
    if position.ending() is not None:
        raise KinarowError("the game is over: there is no move to choose")
    words = f"{player.name} is thinking"
    with progress_bar(words) as report:
        begun = time.perf_counter()
        choice = with_kernels(lambda: player.choose(position), report, words)
        seconds = time.perf_counter() - begun
    name = position.move_text(choice.move)
    if as_json:
        print_json(
            {
                "move": name,
                "score": choice.score,
                "depth": choice.depth,
                "nodes": choice.nodes,
                "seconds": round(seconds, 6),
                "reason": choice.reason,
                "line": [cell.name for cell in choice.line],
            }
        )
        return
    marks, out = charset(), console()
    out.print(draw(Diagram.of(position.after(choice.move), choice.move), marks))
    out.print(f"{marks.mark(position.mover)} plays {name}: {choice.reason}", markup=False)
    if choice.nodes:
        out.print(f"{choice.nodes} positions in {seconds:.3f} s", style="dim")
