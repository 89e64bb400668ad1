"""`kinarow variants`: the games that have names."""

from __future__ import annotations

import rich_click as click

from kinarow.cli.options import json_option
from kinarow.cli.output import console, print_json
from kinarow.game import VARIANTS


@click.command()
@json_option
def variants(as_json: bool) -> None:
    """List the games that have names; any other is written as drop:7x6:4, place:15x15:5 or
    place:15x15:5:exact, where a longer line does not win."""
    if as_json:
        games = [
            {"name": v.name, "game": str(v.spec), "description": v.description}
            for v in VARIANTS.values()
        ]
        print_json({"variants": games})
        return
    longest = max(map(len, VARIANTS))
    specs = max(len(str(variant.spec)) for variant in VARIANTS.values())
    for variant in VARIANTS.values():
        line = f"{variant.name:<{longest}}  {variant.spec!s:<{specs}}  {variant.description}"
        console().print(line, markup=False)
