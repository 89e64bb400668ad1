"""`kinarow book`: the book of openings, and how it is made."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from kinarow.cli.options import FILE, game_option, json_option, option, workers_options
from kinarow.cli.output import console, print_json, watched


@click.group()
def book() -> None:
    """The exact values of all openings up to some number of stones."""


_file_argument = click.argument("file", required=False, type=FILE)


@book.command()
@option("--plies", type=click.IntRange(0, 12), default=8)(
    "Number of stones up to which openings are in the book."
)
@option("--output", "-o", type=FILE, required=True)(
    "Output file; progress is saved beside it until the book is complete."
)
@workers_options
@game_option
def build(plies: int, output: Path, workers: int | str, game: str) -> None:
    """Make a book by solving all openings with so many stones.

    It takes hours for ten plies of connect4. Interrupted, the same command resumes.
    """
    from kinarow.api.books import build_book

    made = watched(
        f"solving the openings of {game}",
        lambda report, stop: build_book(
            output, game, plies=plies, workers=workers, progress=report, stop=stop
        ),
    )
    console().print(f"{output}: {len(made)} positions of up to {plies} stones", markup=False)


@book.command()
@_file_argument
@option("--sample", type=click.IntRange(0), default=20)(
    "How many positions of the last ply to solve again."
)
@option("--seed", type=int, default=1)("Random seed for the sample.")
@json_option
def check(file: Path | None, sample: int, seed: int, as_json: bool) -> None:
    """Check a book: every position against its children, and a sample by search."""
    from kinarow.api.books import check_book, open_book

    checked = open_book(file)
    compared = watched(
        "checking the book",
        lambda report, _: check_book(checked, sample=sample, seed=seed, progress=report),
    )
    if as_json:
        print_json({"positions": len(checked), "compared": compared, "right": True})
        return
    console().print(f"{compared} of {len(checked)} positions compared: all right")


@book.command()
@_file_argument
@json_option
def info(file: Path | None, as_json: bool) -> None:
    """Say what a book holds."""
    from kinarow.api.books import open_book

    held = open_book(file).to_json()
    if as_json:
        print_json(held)
        return
    out = console()
    out.print("{game}, up to {plies} stones: {positions} positions".format(**held), markup=False)
    out.print("for the side to move: {wins} won, {draws} drawn, {losses} lost".format(**held))
