"""`kinarow export`: what was made here, for other programs."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from kinarow.arena.store.export import FORMATS
from kinarow.arena.store.store import Store
from kinarow.cli.options import FILE, evaluator_option, game_option, json_option, option
from kinarow.cli.output import print_json
from kinarow.evaluation import load_evaluator
from kinarow.search.limits import DEEPEST
from kinarow.writing import check_writable, write_whole


@click.group()
def export() -> None:
    """Export games and evaluators for other programs."""


@export.command("games")
@click.argument("store", type=click.Path(path_type=Path, dir_okay=False))
@option("--format", "form", type=click.Choice(list(FORMATS)), default="jsonl")("Output format.")
def export_games(store: Path, form: str) -> None:
    """Write all games of a store to standard output, as JSON lines, CSV or PGN-like text."""
    with Store(store, must_exist=True) as opened:
        for piece in FORMATS[form](opened.games()):
            click.echo(piece, nl=False)


@export.command("kaggle")
@game_option
@evaluator_option
@option("--depth", type=click.IntRange(1, DEEPEST))(
    "Maximum search depth in plies; by default as deep as the time limit allows."
)
@option("-o", "--output", type=FILE, required=True)("Output file, such as submission.py.")
@json_option
def export_kaggle(
    game: str, evaluator_name: str, depth: int | None, output: Path, as_json: bool
) -> None:
    """Write an agent for Kaggle's ConnectX: one file in pure Python.

    It plays the moves of alphabeta:eval=E,depth=D, and less deep where the time for a move ends
    before. An evaluator counts on the board of --game alone, a function of your own on any.
    """
    from kinarow.adapters.kaggle import kaggle_agent

    check_writable(output)
    evaluator = load_evaluator(evaluator_name)
    data = kaggle_agent(evaluator, depth, game).encode()
    write_whole(output, data)
    if as_json:
        print_json(
            {"file": str(output), "eval": evaluator.name, "depth": depth, "bytes": len(data)}
        )
        return
    far = "as deep as the time allows" if depth is None else f"to depth {depth}"
    click.echo(f"{output}: {evaluator.name}, {far}; {len(data):,} bytes")
