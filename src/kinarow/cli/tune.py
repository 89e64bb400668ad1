"""`kinarow tune`: better weights for an evaluator, and a match to confirm them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import rich_click as click

from kinarow.cli.contest import ratio_line
from kinarow.cli.options import (
    EVALUATOR,
    evaluator_output_option,
    game_option,
    json_option,
    option,
    samples_option,
    workers_options,
)
from kinarow.cli.output import console, print_json, watched
from kinarow.evaluation.written.saving import check_evaluator_file, name_of

if TYPE_CHECKING:
    from kinarow.api.fitting import Goal

_VERDICTS = {
    "H1": "confirmed: stronger than the original",
    "H0": "not stronger than the original",
    None: "not decided: more games would tell",
}


@click.command("tune")
@click.argument("evaluator", type=EVALUATOR)
@game_option
@evaluator_output_option
@option("--by", "goal", type=click.Choice(["outcome", "ranking", "games"]), default="outcome")(
    "Fit to exact outcomes of positions, to which of two moves is the better one, or by games "
    "of slightly different weights (SPSA), which needs no solver."
)
@option("--fix", "fixed", multiple=True, metavar="WEIGHT")("Leave a weight as it is.")
@option("--range", "ranges", multiple=True, metavar="WEIGHT=LOW:HIGH")("Keep a weight in a range.")
@option("--free", is_flag=True)("Also tune weights that are 0 so far.")
@option("--batches", type=click.IntRange(2, 100_000), default=30)(
    "Batches of 200 games that positions are taken from; one in ten is held out."
)
@option("--steps", type=click.IntRange(1, 10**6), default=200)(
    "With --by games: number of steps, of 16 games each."
)
@option("--depth", type=click.IntRange(1, 20), default=4)(
    "Search depth in plies of all games, the confirming match included."
)
@option("--seed", default=0)("Random seed for the games.")
@option("--confirm", "games", type=click.IntRange(0, 10**6), default=4000)(
    "Maximum number of games against the original; the match ends when the sequential test "
    "is decided."
)
@samples_option
@workers_options
@json_option
def tune(
    evaluator: str,
    game: str,
    output: Path,
    goal: str,
    fixed: tuple[str, ...],
    ranges: tuple[str, ...],
    free: bool,
    batches: int,
    steps: int,
    depth: int,
    seed: int,
    games: int,
    samples: Path | None,
    workers: int | str,
    as_json: bool,
) -> None:
    """Tune the weights of an evaluator, and let the result play the original.

    Weights are named by their place: `windows.own.k-1`, `pattern.own`. If interrupted, the same
    command resumes.
    """
    from kinarow.api import fitting

    check_evaluator_file(output)
    journal = output.with_name(output.name + ".journal")
    tuning = watched(
        "tuning",
        lambda report, stop: fitting.tune(
            evaluator, game, name=name_of(output), by=cast("Goal", goal), fixed=fixed,
            ranges=ranges, free=free, batches=batches, steps=steps, depth=depth, seed=seed,
            samples=samples, journal=journal, workers=workers, progress=report, stop=stop,
        ),
    )  # fmt: skip
    tuning.save(output)
    journal.unlink(missing_ok=True)
    if not as_json:
        console().print(f"{tuning}\nwritten: {output}", markup=False)
    confirmation = None
    if games:
        confirmation = watched(
            "playing against the original",
            lambda report, stop: fitting.confirm(
                tuning, games, depth=depth, seed=seed, workers=workers, progress=report, stop=stop
            ),
        )
    if as_json:
        confirmed = {"confirmation": confirmation.to_json()} if confirmation else {}
        print_json({"evaluator": str(output), **tuning.to_json(), **confirmed})
    elif confirmation is not None:
        meeting = confirmation.meeting
        verdict = _VERDICTS[confirmation.verdict]
        for line in (*meeting.lines(), ratio_line(meeting, fitting.CONFIRMATION), verdict):
            console().print(line, markup=False)
