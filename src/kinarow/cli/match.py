"""`kinarow match`: two players, many games, one line."""

from __future__ import annotations

import rich_click as click
from click.core import ParameterSource

from kinarow.arena import Contest, Encounter
from kinarow.arena.game import Effort
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.arena.results import encounters
from kinarow.cli.contest import (
    ContestOptions,
    contest_options,
    not_evidence,
    play_watched,
    ratio_line,
)
from kinarow.cli.options import PLAYER, game_option, json_option, option
from kinarow.cli.output import INTERRUPTED, console, print_json, progress_bar
from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Side

_COURSE = "course"


@click.command()
@click.argument("a", type=PLAYER)
@click.argument("b", type=PLAYER, required=False)
@option("--against", type=click.Choice([_COURSE]))(
    "Instead of B: random and monte-carlo, five seeds each, both sides, as courses grade."
)
@option("--games", type=click.IntRange(1, 1_000_000), default=20)(
    "Number of games; sides alternate."
)
@game_option
@contest_options
@json_option
@click.pass_context
def match(
    context: click.Context,
    options: ContestOptions,
    a: str,
    b: str | None,
    against: str | None,
    games: int,
    game: str,
    as_json: bool,
) -> None:
    """Let player A play B, both sides alternately, and count A's points.

    A player is one of those that `kinarow players` lists, with options as in
    alphabeta:eval=open-lines,depth=4 or random:seed=3. A win counts one, a tie half. Games come in
    pairs with sides swapped; if neither player leaves anything to chance, each pair has a short
    opening of its own.
    """
    conditions, test = options.conditions, options.test
    if against and test:
        raise KinarowError("a sequential test must be between two players")
    if against and (conditions.openings or _is_given(context, "games")):
        raise KinarowError("--against course has its own games: leave out --games and --openings")
    if (b is None) == (against is None):
        raise KinarowError("a match needs a player B, or --against course, and not both")
    spec = GameSpec.parse(game)
    if b is None:
        contest = Contest.course(a, spec, conditions, store=options.store)
    else:
        with progress_bar("drawing openings"):
            contest = Contest.match(a, b, spec, games, conditions, test=test, store=options.store)
    tournament = play_watched(contest, options.who, test)
    played = list(tournament.games)
    if not played:
        raise KeyboardInterrupt  # before the first game ended: there is nothing to show
    result = Encounter(played[0].a, against or played[0].b, played, tournament.interrupted)
    if as_json:
        print_json({**result.to_json(test), "records": [game.to_json() for game in played]})
    else:
        _print(result, test)
    if result.interrupted:
        context.exit(INTERRUPTED)


def _is_given(context: click.Context, option: str) -> bool:
    return context.get_parameter_source(option) is not ParameterSource.DEFAULT


def _print(result: Encounter, test: SequentialTest | None) -> None:
    out = console()
    spec = GameSpec.parse(result.games[0].game)
    out.print(f"{result.a} against {result.b}, {spec.name}", markup=False)
    for side, words in ((Side.FIRST, "moving first"), (Side.SECOND, "moving second")):
        counts = result.outcomes(side)
        if sum(counts.values()):
            out.print(
                f"  {words}: {counts['win']} won, {counts['tie']} tied, {counts['loss']} lost"
            )
    meetings = encounters(result.games).values()
    if len(meetings) > 1:
        for meeting in meetings:
            out.print(f"  {meeting.b}: {meeting.line()}", markup=False)
    for reason, count in result.endings.most_common():
        out.print(f"  ended by {reason}: {count}", markup=False)
    out.print(f"  {result.mean_plies:.1f} plies a game, {result.distinct} distinct games")
    for line in not_evidence(result.repeated, result.unpaired):
        out.print(f"  {line}")
    _print_effort(result.a, result.effort_of_a())
    _print_effort(result.b, result.effort_of_b())
    if test is not None:
        for line in (*result.lines(), ratio_line(result, test)):
            out.print(f"  {line}", markup=False)
        out.print(f"  {_verdict(result, test)}")
    if result.interrupted:
        out.print(str(result.interrupted), style="bold")
    out.print(result.line(), style="bold")


def _verdict(result: Encounter, test: SequentialTest) -> str:
    verdict = test.verdict(result.sample_of_pairs())
    if verdict is None:
        return "not decided: more games would tell"
    words = "at least elo1" if verdict == "H1" else "at most elo0"
    return f"{verdict} accepted: the difference is {words}"


def _print_effort(name: str, effort: Effort) -> None:
    if effort.moves:
        nodes, milliseconds = effort.nodes / effort.moves, 1000 * effort.seconds / effort.moves
        line = f"  {name}: {nodes:.0f} nodes and {milliseconds:.1f} ms a move"
        if effort.by_environment:
            line += f"; {effort.by_environment} of {effort.moves} moves chosen by its environment"
        console().print(line, markup=False)
