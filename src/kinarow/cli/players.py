"""`kinarow players`: who can play."""

from __future__ import annotations

import rich_click as click

from kinarow.cli.options import json_option
from kinarow.cli.output import console, print_json
from kinarow.players import PLAYERS


@click.command()
@json_option
def players(as_json: bool) -> None:
    """List the kinds of players and their options: name:key=value,key=value.

    Before a file or a program, too: kaggle:seconds=1,submission.py.
    """
    if as_json:
        listed = [
            {
                "name": kind.name,
                "description": kind.description,
                "options": {key: option.meaning for key, option in kind.options.items()},
            }
            for kind in PLAYERS.values()
        ]
        print_json({"players": listed})
        return
    out = console()
    for kind in PLAYERS.values():
        out.print(f"{kind.name:<16}", style="bold", end="", markup=False)
        out.print(kind.description, markup=False)
        for key, option in kind.options.items():
            out.print(f"{'':<16}  {key}=  {option.meaning}", style="dim", markup=False)
