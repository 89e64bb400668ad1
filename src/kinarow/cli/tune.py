"""`kinarow tune`: better weights for an evaluator, and a match to confirm them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import rich_click as click

from kinarow.arena import Conditions, Contest, Encounter
from kinarow.arena.sequential import SequentialTest
from kinarow.cli.contest import play_watched, ratio_line
from kinarow.cli.options import (
    evaluator_output_option,
    game_option,
    json_option,
    samples_option,
    workers_option,
)
from kinarow.cli.output import INTERRUPTED, console, print_json, progress_bar, with_kernels
from kinarow.cli.saving import check_evaluator_file, name_of, save_evaluator
from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluator, load_evaluator, made_of_terms
from kinarow.fitting.weights import Weighted
from kinarow.game import GameSpec
from kinarow.players import AlphaBetaPlayer
from kinarow.work.workers import Workers

if TYPE_CHECKING:
    from kinarow.fitting.tuning import Goal, Tuned

_CONFIRMATION = SequentialTest(elo0=0, elo1=20)

_VERDICTS = {
    "H1": "confirmed: stronger than the original",
    "H0": "not stronger than the original",
    None: "not decided: more games would tell",
}


@click.command("tune")
@click.argument("evaluator_text", metavar="EVALUATOR")
@game_option
@evaluator_output_option
@click.option(
    "--by", "goal", type=click.Choice(["outcome", "ranking", "games"]), default="outcome",
    show_default=True,
    help="Fit to exact outcomes of positions, to which of two moves is the better one, or by games "
    "of slightly different weights (SPSA), which needs no solver.",
)  # fmt: skip
@click.option("--fix", "fixed", multiple=True, metavar="WEIGHT", help="Leave a weight as it is.")
@click.option(
    "--range", "ranges", multiple=True, metavar="WEIGHT=LOW:HIGH", help="Keep a weight in a range."
)
@click.option("--free", is_flag=True, help="Use weights, too, that are 0 so far.")
@click.option(
    "--batches", type=click.IntRange(2, 100_000), default=30, show_default=True,
    help="How many batches of 200 games give positions; one in ten is held out.",
)  # fmt: skip
@click.option(
    "--steps", type=click.IntRange(1, 10**6), default=200, show_default=True,
    help="By games: how many steps of 16 games.",
)  # fmt: skip
@click.option(
    "--depth", type=click.IntRange(1, 20), default=4, show_default=True,
    help="How far the players of games look ahead, also of those that confirm.",
)  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="Which games.")
@click.option(
    "--confirm", "games", type=click.IntRange(0, 10**6), default=4000, show_default=True,
    help="At most so many games against the original, until the sequential test is decided.",
)  # fmt: skip
@samples_option
@workers_option
@json_option
@click.pass_context
def tune(
    context: click.Context,
    evaluator_text: str,
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
    workers: int,
    as_json: bool,
) -> None:
    """Tune the weights of an evaluator, and let the result play the original.

    Weights are called by where they stand: `windows.own.k-1`, `pattern.own`. The same command goes
    on where an interrupted one was.
    """
    check_evaluator_file(output)
    spec = GameSpec.parse(game)
    evaluator = made_of_terms(load_evaluator(evaluator_text), "it has no weights to tune")
    form = Weighted(evaluator, spec, free=free, fixed=fixed, ranges=ranges)
    journal = output.with_name(output.name + ".journal")
    fitted: Tuned | None = None
    with progress_bar("tuning") as report, Workers(workers) as many:

        def by_games() -> Evaluator:
            from kinarow.fitting.spsa import GamesTuner

            tuner = GamesTuner(form, steps, depth=depth, seed=seed)
            return tuner.tune(name_of(output), many, journal, report)

        def by_fit() -> Tuned:
            from kinarow.fitting.tuning import Tuner

            tuner = Tuner(form, cast("Goal", goal), batches, depth, seed)
            return tuner.tune(name_of(output), many, samples, report)

        if goal == "games":
            tuned = with_kernels(by_games, report, "tuning")
        else:
            fitted = with_kernels(by_fit, report, "tuning")
            tuned = fitted.evaluator
    save_evaluator(tuned, output)
    journal.unlink(missing_ok=True)
    before, after = form.values(), Weighted(tuned, spec, free=True).values()
    weights = {name: (value, after.get(name, 0)) for name, value in before.items()}
    if not as_json:
        _print_fit(weights, fitted, output)
    meeting = None
    if games:
        a, b = (AlphaBetaPlayer(judge, depth=depth) for judge in (tuned, evaluator))
        if a.name == b.name:
            raise KinarowError(f"written, but not confirmed: both are called {evaluator.name}")
        contest = Contest.match(a, b, spec, games, Conditions(seed), test=_CONFIRMATION)
        result, interrupted = play_watched(contest, workers, _CONFIRMATION)
        if interrupted:
            context.exit(INTERRUPTED)
        (meeting,) = result.encounters()
    if as_json:
        print_json(_as_json(weights, fitted, meeting, output))
    elif meeting is not None:
        verdict = _CONFIRMATION.verdict(meeting.sample_of_pairs())
        for line in (*meeting.lines(), ratio_line(meeting, _CONFIRMATION), _VERDICTS[verdict]):
            console().print(line, markup=False)


def _print_fit(weights: dict[str, tuple[float, float]], fitted: Tuned | None, output: Path) -> None:
    out = console()
    width = max(map(len, weights))
    for name, (before, after) in weights.items():
        out.print(f"{name:<{width}}  {before:>8g} → {after:g}", markup=False)
    if fitted is not None:
        out.print(
            f"{fitted.held_out} held-out positions: loss {fitted.before.loss:.4f} → "
            f"{fitted.after.loss:.4f}, right {100 * fitted.before.right:.1f} % → "
            f"{100 * fitted.after.right:.1f} %"
        )
    out.print(f"written: {output}", markup=False)


def _as_json(
    weights: dict[str, tuple[float, float]],
    fitted: Tuned | None,
    meeting: Encounter | None,
    output: Path,
) -> dict[str, object]:
    values: dict[str, object] = {
        "evaluator": str(output),
        "weights": {n: {"before": b, "after": a} for n, (b, a) in weights.items()},
    }
    if fitted is not None:
        values["held_out"] = {
            "positions": fitted.held_out,
            "before": {"loss": fitted.before.loss, "right": fitted.before.right},
            "after": {"loss": fitted.after.loss, "right": fitted.after.right},
        }
    if meeting is not None:
        values["confirmation"] = meeting.to_json(_CONFIRMATION)
    return values
