"""`kinarow match`: two players, many games, one line."""

from __future__ import annotations

import os

import rich_click as click

from kinarow.arena import GameRecord, MatchResult, play_match
from kinarow.arena.game import Effort
from kinarow.arena.workers import local_workers
from kinarow.cli.options import PLAYER, game_option, json_option
from kinarow.cli.output import console, print_json, progress_bar
from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Side
from kinarow.players import parse_player


@click.command()
@click.argument("a", type=PLAYER)
@click.argument("b", type=PLAYER)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=20, show_default=True)
@game_option
@click.option("--seed", default=0, show_default=True, help="For other openings and other luck.")
@click.option(
    "--openings/--no-openings",
    "from_openings",
    default=None,
    help="Start from random openings, or not; by default if neither player leaves it to chance.",
)
@click.option(
    "--workers", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default="cores",
    help="How many games are played at once.",
)  # fmt: skip
@json_option
def match(
    a: str,
    b: str,
    games: int,
    game: str,
    seed: int,
    from_openings: bool | None,
    workers: int,
    as_json: bool,
) -> None:
    """Let player A play B, both sides alternately, and count A's points.

    A player is one of those that `kinarow players` lists, with options as in
    alphabeta:eval=open-lines,depth=4 or random:seed=3. A win counts one, a tie half. Games come in
    pairs with sides swapped; if neither player leaves anything to chance, each pair has a short
    opening of its own.
    """
    players = parse_player(a), parse_player(b)
    if "human" in (players[0].name, players[1].name):
        raise KinarowError("nobody is asked for moves in a match: people play in `kinarow play`")
    spec = GameSpec.parse(game)
    done = 0
    with progress_bar(f"0 of {games} games") as report:

        def progress(_game: GameRecord) -> None:
            nonlocal done
            done += 1
            report(done / games, f"{done} of {games} games")

        if workers == 1 or games == 1:
            result = play_match(
                *players, spec, games, seed, progress=progress, from_openings=from_openings
            )
        else:
            with local_workers(min(workers, games)) as executor:
                result = play_match(
                    *players, spec, games, seed, executor, progress, from_openings=from_openings
                )
    if as_json:
        print_json(_as_json(result))
    else:
        _print(result)


def _as_json(result: MatchResult) -> dict[str, object]:
    return {
        "wins": result.wins,
        "ties": result.ties,
        "losses": result.losses,
        "points": result.points,
        "games": len(result.games),
        "distinct": result.distinct,
        "a": result.a,
        "b": result.b,
        "game": str(result.spec),
        "endings": dict(result.endings),
        "mean_plies": result.mean_plies,
        "records": [
            {
                "moves": record.move_text(result.spec),
                "winner": int(record.winner) if record.winner else None,
                "reason": record.reason,
                "a": int(result.side_of_a(number)),
            }
            for number, record in enumerate(result.games)
        ],
    }


def _print(result: MatchResult) -> None:
    out = console()
    out.print(f"{result.a} against {result.b}, {result.spec.name}", markup=False)
    for side, words in ((Side.FIRST, "moving first"), (Side.SECOND, "moving second")):
        counts = result.outcomes(side)
        if sum(counts.values()):
            out.print(
                f"  {words}: {counts['win']} won, {counts['tie']} tied, {counts['loss']} lost"
            )
    for reason, count in result.endings.most_common():
        out.print(f"  ended by {reason}: {count}", markup=False)
    out.print(f"  {result.mean_plies:.1f} plies a game, {result.distinct} distinct games")
    _print_effort(result.a, result.effort_of_a())
    _print_effort(result.b, result.effort_of_b())
    out.print(result.line(), style="bold")


def _print_effort(name: str, effort: Effort) -> None:
    if effort.moves:
        nodes, milliseconds = effort.nodes / effort.moves, 1000 * effort.seconds / effort.moves
        line = f"  {name}: {nodes:.0f} nodes and {milliseconds:.1f} ms a move"
        console().print(line, markup=False)
