"""`kinarow tournament` and `kinarow standings`: many players, all their games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import rich_click as click

from kinarow.api.contests import standings as standings_of
from kinarow.api.contests import working_players
from kinarow.arena import Contest, Tournament
from kinarow.arena.ratings.anchors import anchors_among
from kinarow.arena.ratings.crosstable import crosstable, crosstable_text
from kinarow.cli.contest import ContestOptions, contest_options, not_evidence, play_watched
from kinarow.cli.options import PLAYER, game_option, json_option, option
from kinarow.cli.output import INTERRUPTED, console, print_json, progress_bar
from kinarow.errors import SeveralError
from kinarow.evaluation.fault import Fault
from kinarow.game import GameSpec
from kinarow.players import Player

_FOOTNOTE = (
    "Elo is relative to {what}; 100 more means about 64 points of 100. The\n"
    "interval holds the true value in 95 of 100 such tournaments, if openings are alike."
)


def _anchors(
    _context: click.Context, _parameter: click.Parameter, texts: Sequence[str]
) -> dict[str, float]:
    """NAME=ELO, where the name may have signs of equality of its own."""
    found: dict[str, float] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        try:
            elo = float(number)
        except ValueError:
            elo = math.nan
        if not name or math.isnan(elo):
            raise click.BadParameter(f"{text!r} is not NAME=ELO, as in random=1000")
        found[name] = elo
    return found


anchor_option = option("--anchor", "anchors", multiple=True, metavar="NAME=ELO", callback=_anchors)(
    "Give this player that Elo, and rate the others relative to it; may be repeated. By "
    "default the mean of all is 0."
)


@click.command()
@click.argument("players", type=PLAYER, nargs=-1, required=True)
@option("--rounds", type=click.IntRange(1, 1_000_000), default=10)(
    "Pairs of games for each two players: one opening a round, both sides."
)
@option("--gauntlet", "only_first", is_flag=True)(
    "Play the first player against each of the others only."
)
@anchor_option
@option("--leave-out-broken", is_flag=True)(
    "Play on without players whose files have mistakes, which are told."
)
@game_option
@contest_options
@json_option
@click.pass_context
def tournament(
    context: click.Context,
    options: ContestOptions,
    players: tuple[str, ...],
    rounds: int,
    only_first: bool,
    anchors: dict[str, float],
    leave_out_broken: bool,
    game: str,
    as_json: bool,
) -> None:
    """Let players play each other, and rate them.

    With --store FILE every game is kept as it ends, and the same command resumes a tournament that
    was interrupted or killed.
    """
    entered: Sequence[Player | str] = players
    left_out: dict[str, str] = {}
    if leave_out_broken:
        with progress_bar("trying the players"):
            entered, left_out = working_players(players, game, options.conditions)
        if len(entered) < 2:
            raise SeveralError(
                f"of {len(players)} players cannot play, and a tournament needs two", left_out
            )
    with progress_bar("drawing openings"):
        contest = Contest.tournament(
            entered, GameSpec.parse(game), rounds, options.conditions,
            only_first=only_first, test=options.test, store=options.store,
        )  # fmt: skip
    anchored = anchors_among(anchors, contest.players)
    result = replace(play_watched(contest, options.who, options.test), anchors=anchored)
    if as_json:
        mistakes = [
            {"player": name, **Fault.of(words).to_json()} for name, words in left_out.items()
        ]
        told = {"left_out": mistakes} if mistakes else {}
        print_json({**result.to_json(options.test), **told})
    else:
        _show(result, left_out)
    if result.interrupted:
        context.exit(INTERRUPTED)


@click.command()
@click.argument("store", type=click.Path(path_type=Path, dir_okay=False))
@option("--all", "everything", is_flag=True)(
    "Also rate older versions of players, and count games beyond the decision of a sequential test."
)
@anchor_option
@json_option
def standings(store: Path, everything: bool, anchors: dict[str, float], as_json: bool) -> None:
    """Rate the players of all games in a store.

    Of a player that was edited, or a submission that was handed in again, only the version that
    played last counts.
    """
    results = standings_of(store, everything=everything, anchors=anchors)
    if as_json:
        print_json(results.to_json())
        return
    for kind, some in results.tournaments.items():
        if len(results.tournaments) > 1:
            console().print(kind, style="bold")
        _show(some)
    if not results.tournaments:
        console().print("no games yet")
    for line in results.notes():
        console().print(line, markup=False)


def _show(result: Tournament, left_out: Mapping[str, str] = MappingProxyType({})) -> None:
    """The table of a tournament, and how everyone did against everyone."""
    out, meetings = console(), result.encounters()
    if not result.games:
        out.print("no games yet")
        return
    if lines := crosstable(meetings, result.anchors):
        out.print(crosstable_text(lines), markup=False)
    for meeting in meetings:
        for line in meeting.lines():
            out.print(line, markup=False)
    for reason, count in result.forfeits().items():
        out.print(f"{reason}: {count}", markup=False)
    counts = (sum(m.repeated for m in meetings), sum(m.unpaired for m in meetings))
    for line in not_evidence(*counts):
        out.print(line)
    for name, words in left_out.items():
        out.print(f"left out: {name}: {Fault.of(words).sentence}", markup=False)
    for name, elo in result.anchors.items():
        out.print(f"{name} is given {elo:g}", markup=False)
    what = "the anchors" if result.anchors else "the mean of these players"
    out.print(_FOOTNOTE.format(what=what), style="dim")
    if result.interrupted:
        out.print(str(result.interrupted), style="bold")
