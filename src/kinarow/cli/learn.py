"""`kinarow learn`: an evaluator made from exactly solved positions of its own games."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from kinarow.cli.options import (
    evaluator_output_option,
    game_option,
    json_option,
    samples_option,
    workers_options,
)
from kinarow.cli.output import console, print_json, watched
from kinarow.evaluation.written.saving import check_evaluator_file, name_of


@click.command("learn")
@game_option
@evaluator_output_option
@click.option(
    "--shapes", default="lines", show_default=True, metavar="lines|windows|4x2|c1-e4|…",
    help="What has a table of its own: whole lines (rows, columns, diagonals), diagonal-pairs, "
    "windows, rectangles by size or by two corners, or several joined by +.",
)  # fmt: skip
@click.option(
    "--batches", type=click.IntRange(2, 100_000), default=30, show_default=True,
    help="Batches of 200 games in each round; one in twenty is held out.",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1, 20), default=2, show_default=True,
    help="Number of rounds; each plays new games with what was learned so far.",
)  # fmt: skip
@click.option(
    "--depth", type=click.IntRange(1, 20), default=5, show_default=True,
    help="Search depth in plies of the players of these games.",
)  # fmt: skip
@click.option(
    "--leaves", type=click.IntRange(0, 1000), default=0, show_default=True,
    help="Openings for each batch whose searches bring leaves to learn from; with gravity.",
)  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="Random seed for the games.")
@click.option(
    "--start", default="open-lines", show_default=True, help="The evaluator of the first round."
)
@samples_option
@workers_options
@json_option
def learn(
    game: str,
    output: Path,
    shapes: str,
    batches: int,
    rounds: int,
    depth: int,
    leaves: int,
    seed: int,
    start: str,
    samples: Path | None,
    workers: int | str,
    as_json: bool,
) -> None:
    """Learn an evaluator for one board from its own games.

    Each shape of cells gets a table over all that it can hold, thousands of weights in all, fitted
    to the outcomes of perfect play. In each round the evaluator so far plays itself, and the
    positions that come up are solved.
    """
    from kinarow.api import fitting

    check_evaluator_file(output)
    learning = watched(
        "learning",
        lambda report, stop: fitting.learn(
            game, name=name_of(output), start=start, shapes=shapes, batches=batches, rounds=rounds,
            depth=depth, leaves=leaves, seed=seed, samples=samples, workers=workers,
            progress=report, stop=stop,
        ),
    )  # fmt: skip
    learning.save(output)
    if as_json:
        print_json({**learning.to_json(), "evaluator": str(output)})
        return
    console().print(f"{learning}\nwritten: {output}", markup=False)
