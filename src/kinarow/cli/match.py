"""`kinarow match`: two players, many games, one line."""

from __future__ import annotations

import rich_click as click
from click.core import ParameterSource

from kinarow.arena import Encounter, PlayedGame
from kinarow.arena.course_match import course_games
from kinarow.arena.game import Effort
from kinarow.arena.match import schedule
from kinarow.arena.results import encounters
from kinarow.cli.contest import Conditions, Contest, contest_options, ratio_line
from kinarow.cli.options import PLAYER, game_option, json_option
from kinarow.cli.output import INTERRUPTED, console, print_json
from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Side

_COURSE = "course"


@click.command()
@click.argument("a", type=PLAYER)
@click.argument("b", type=PLAYER, required=False)
@click.option(
    "--against", type=click.Choice([_COURSE]),
    help="Instead of B: random and monte-carlo, five seeds each, both sides, as courses grade.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=20, show_default=True,
    help="How many games are played, sides alternating.",
)  # fmt: skip
@game_option
@contest_options
@json_option
@click.pass_context
def match(
    context: click.Context,
    conditions: Conditions,
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
    if against and conditions.test:
        raise KinarowError("a sequential test is between two players")
    if against and (conditions.openings or _is_given(context, "games")):
        raise KinarowError("--against course has its own games: leave out --games and --openings")
    if (b is None) == (against is None):
        raise KinarowError("a match needs a player B, or --against course, and not both")
    spec = GameSpec.parse(game)
    if b is None:
        player = conditions.player(a)
        scheduled = list(course_games(player, spec, conditions.seed, conditions.move_seconds))
    else:
        players = conditions.player(a), conditions.player(b)
        openings = conditions.chosen_openings(spec, -(-games // 2), players)
        scheduled = schedule(
            *players, spec, games, conditions.seed, openings=openings,
            seconds=conditions.move_seconds,
        )  # fmt: skip
    contest = Contest(conditions, scheduled)
    played = contest.play()
    if not played:
        raise KeyboardInterrupt  # before the first game ended: there is nothing to show
    result = Encounter(played[0].a, against or played[0].b, played)
    if as_json:
        print_json(_as_json(result, conditions))
    else:
        _print(result, conditions)
    if contest.interrupted:
        context.exit(INTERRUPTED)


def _is_given(context: click.Context, option: str) -> bool:
    return context.get_parameter_source(option) is not ParameterSource.DEFAULT


def _as_json(result: Encounter, conditions: Conditions) -> dict[str, object]:
    pairs, sample = result.sample_of_pairs(), result.sample()
    elo = sample.elo()
    values: dict[str, object] = {
        "wins": result.wins,
        "ties": result.ties,
        "losses": result.losses,
        "points": result.points,
        "games": len(result.games),
        "distinct": result.distinct,
        "a": result.a,
        "b": result.b,
        "game": result.games[0].game,
        "endings": dict(result.endings),
        "mean_plies": result.mean_plies,
        "by_environment": {
            "a": result.effort_of_a().by_environment,
            "b": result.effort_of_b().by_environment,
        },
        "elo": {"value": elo.value, "low": elo.low, "high": elo.high},
        "los": sample.likelihood_of_superiority(),
        "pentanomial": list(pairs.counts),
        "records": [_record(game) for game in result.games],
    }
    if conditions.test is not None:
        values["llr"] = conditions.test.ratio(pairs)
        values["verdict"] = conditions.test.verdict(pairs)
    return values


def _record(game: PlayedGame) -> dict[str, object]:
    return {
        "moves": game.moves,
        "winner": int(game.winner) if game.winner else None,
        "reason": game.reason,
        "a": int(game.a_side),
    }


def _print(result: Encounter, conditions: Conditions) -> None:
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
    _print_effort(result.a, result.effort_of_a())
    _print_effort(result.b, result.effort_of_b())
    if conditions.test is not None:
        for line in (*result.lines(), ratio_line(result, conditions.test)):
            out.print(f"  {line}", markup=False)
        out.print(f"  {_verdict(result, conditions)}")
    out.print(result.line(), style="bold")


def _verdict(result: Encounter, conditions: Conditions) -> str:
    assert conditions.test is not None
    verdict = conditions.test.verdict(result.sample_of_pairs())
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
