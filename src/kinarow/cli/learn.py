"""`kinarow learn`: an evaluator made from exactly solved positions of its own games."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from kinarow.cli.options import (
    evaluator_output_option,
    game_option,
    json_option,
    option,
    samples_option,
    workers_options,
)
from kinarow.cli.output import console, print_json, watched
from kinarow.evaluation.written.saving import check_evaluator_file, name_of


@click.command("learn")
@game_option
@evaluator_output_option
@option("--shapes", default="lines", metavar="lines|windows|4x2|c1-e4|…")(
    "What has a table of its own: whole lines (rows, columns, diagonals), diagonal-pairs, "
    "windows, rectangles by size or by two corners, or several joined by +."
)
@option("--batches", type=click.IntRange(2, 100_000), default=30)(
    "Batches of 200 games in each round; one in twenty is held out."
)
@option("--rounds", type=click.IntRange(1, 20), default=2)(
    "Number of rounds; each plays new games with what was learned so far."
)
@option("--depth", type=click.IntRange(1, 20), default=5)(
    "Search depth in plies of the players of these games."
)
@option("--leaves", type=click.IntRange(0, 1000), default=0)(
    "Openings for each batch whose searches bring leaves to learn from; with gravity."
)
@option("--seed", default=0)("Random seed for the games.")
@option("--start", default="open-lines")("The evaluator of the first round.")
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
