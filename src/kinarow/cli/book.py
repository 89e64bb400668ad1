"""`kinarow book`: the book of openings, and how it is made."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from kinarow.cli.options import game_option, json_option, workers_option
from kinarow.cli.output import console, print_json, progress_bar, with_kernels
from kinarow.game.spec import as_spec
from kinarow.work.workers import Workers


@click.group()
def book() -> None:
    """The exact values of all openings up to some number of stones."""


_file_argument = click.argument(
    "file", required=False, type=click.Path(path_type=Path, dir_okay=False)
)


@book.command()
@click.option(
    "--plies", type=click.IntRange(0, 12), default=8, show_default=True,
    help="Up to how many stones the book goes.",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Path(path_type=Path, dir_okay=False), required=True,
    help="The file to write; what was found so far is kept beside it until it is complete.",
)  # fmt: skip
@workers_option
@game_option
def build(plies: int, output: Path, workers: int, game: str) -> None:
    """Make a book by solving all openings with so many stones.

    It takes hours for eight plies of connect4. Interrupted, the same command goes on where it was.
    """
    from kinarow.solver.bookmaking import build as build_book

    words = f"solving the openings of {game}"
    with progress_bar(words) as report, Workers(workers) as many:
        made = with_kernels(
            lambda: build_book(as_spec(game), plies, output, many, report), report, words
        )
    console().print(f"{output}: {len(made)} positions of up to {plies} stones", markup=False)


@book.command()
@_file_argument
@click.option(
    "--sample", type=click.IntRange(0), default=20, show_default=True,
    help="How many positions of the last ply to solve again.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones they are.")
@json_option
def check(file: Path | None, sample: int, seed: int, as_json: bool) -> None:
    """Check a book: every position against its children, and a sample by search."""
    from kinarow.solver.book import Book, shipped_book
    from kinarow.solver.bookmaking import check as check_book

    checked = Book.load(file) if file else shipped_book()
    words = "checking the book"
    with progress_bar(words) as report:
        compared = with_kernels(
            lambda: check_book(checked, sample=sample, seed=seed, progress=report),
            report,
            words,
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
    import numpy as np

    from kinarow.solver.book import Book, shipped_book

    opened = Book.load(file) if file else shipped_book()
    wins, draws = int(np.sum(opened.scores > 0)), int(np.sum(opened.scores == 0))
    losses = len(opened) - wins - draws
    if as_json:
        print_json(
            {
                "game": str(opened.spec), "plies": opened.plies, "positions": len(opened),
                "wins": wins, "draws": draws, "losses": losses,
            }
        )  # fmt: skip
        return
    out = console()
    out.print(f"{opened.spec}, up to {opened.plies} stones: {len(opened)} positions", markup=False)
    out.print(f"for the side to move: {wins} won, {draws} drawn, {losses} lost")
