"""`kinarow tournament` and `kinarow standings`: many players, all their games."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from kinarow.arena import Encounter, PlayedGame
from kinarow.arena.results import encounters, forfeits, games_json, table_of
from kinarow.arena.schedule import gauntlet, round_robin
from kinarow.arena.schedule import tournament as games_of
from kinarow.arena.standings import Standing
from kinarow.arena.store import Store
from kinarow.cli.contest import Conditions, Contest, contest_options
from kinarow.cli.options import PLAYER, game_option, json_option
from kinarow.cli.output import INTERRUPTED, console, print_json
from kinarow.errors import KinarowError
from kinarow.game import GameSpec

_FOOTNOTE = (
    "Elo is relative to the mean of these players; 100 more means about 64 points of 100. The\n"
    "interval holds the true value in 95 of 100 such tournaments, if openings are alike."
)


@click.command()
@click.argument("players", type=PLAYER, nargs=-1, required=True)
@click.option(
    "--rounds", type=click.IntRange(1, 1_000_000), default=10, show_default=True,
    help="Pairs of games for each two players: one opening a round, both sides.",
)  # fmt: skip
@click.option("--gauntlet", "is_gauntlet", is_flag=True, help="Only the first against the others.")
@game_option
@contest_options
@json_option
@click.pass_context
def tournament(
    context: click.Context,
    conditions: Conditions,
    players: tuple[str, ...],
    rounds: int,
    is_gauntlet: bool,
    game: str,
    as_json: bool,
) -> None:
    """Let players play each other, and rate them.

    With --store FILE every game is kept as it ends. Interrupted or killed, the same command goes on
    where it was.
    """
    if len(players) < 2:
        raise KinarowError("a tournament has at least two players")
    spec = GameSpec.parse(game)
    entered = [conditions.player(text) for text in players]
    pairings = gauntlet(entered) if is_gauntlet else round_robin(entered)
    if conditions.test is not None and len(pairings) > 1:
        raise KinarowError("a sequential test is between two players")
    openings = conditions.chosen_openings(spec, rounds, entered)
    scheduled = list(
        games_of(pairings, spec, rounds, conditions.seed, openings, conditions.move_seconds)
    )
    contest = Contest(conditions, scheduled)
    show(contest.play(), as_json=as_json)
    if contest.interrupted:
        context.exit(INTERRUPTED)


@click.command()
@click.argument("store", type=click.Path(path_type=Path, dir_okay=False))
@json_option
def standings(store: Path, as_json: bool) -> None:
    """Rate the players of all games in a store."""
    with Store(store, must_exist=True) as opened:
        games = list(opened.games())
    kinds = sorted({game.game for game in games})
    of_kind = {kind: [game for game in games if game.game == kind] for kind in kinds}
    if len(kinds) < 2:
        show(games, as_json=as_json)
    elif as_json:
        tables = {k: games_json(g) for k, g in of_kind.items()}
        print_json({"games": len(games), "by_game": tables})
    else:
        for kind, some in of_kind.items():
            console().print(kind, style="bold")
            show(some, as_json=False)


def show(games: list[PlayedGame], *, as_json: bool) -> None:
    """The table of a tournament, and how everyone did against everyone."""
    meetings = list(encounters(games).values())
    if as_json:
        print_json(games_json(games))
        return
    out = console()
    if not games:
        out.print("no games yet")
        return
    if rows := table_of(meetings):
        out.print(_table(rows, meetings), markup=False)
    for meeting in meetings:
        for line in meeting.lines():
            out.print(line, markup=False)
    for reason, count in forfeits(games).items():
        out.print(f"{reason}: {count}", markup=False)
    repeated = len(games) - sum(len(pair) for m in meetings for pair in m.evidence())
    if repeated:
        out.print(f"{repeated} games repeat others and do not count as evidence")
    out.print(_FOOTNOTE, style="dim")


def _table(rows: list[Standing], meetings: list[Encounter]) -> str:
    """The standings with everyone's points against everyone, as lines of equal width."""
    against = {(m.a, m.b): (m.points, len(m.games)) for m in meetings}
    against |= {(b, a): (games - points, games) for (a, b), (points, games) in against.items()}
    numbers = [str(number) for number in range(1, len(rows) + 1)]
    lines = [["", "player", "Elo", "±", "points", "games", *numbers]]
    for number, row in zip(numbers, rows, strict=True):
        met = [against.get((row.player, other.player)) for other in rows]
        points, games = (sum(m[i] for m in met if m) for i in (0, 1))
        lines.append(
            [
                number, row.player, f"{row.elo.value:+.0f}", f"{row.elo.error:.0f}",
                f"{points:g}", str(games), *(f"{m[0]:g}/{m[1]}" if m else "·" for m in met),
            ]
        )  # fmt: skip
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )
