"""`kinarow tournament` and `kinarow standings`: many players, all their games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import rich_click as click

from kinarow.api.contests import working_players
from kinarow.arena import Contest, Tournament
from kinarow.arena.crosstable import crosstable, crosstable_text
from kinarow.arena.sequential import SequentialTest
from kinarow.arena.store import Store
from kinarow.cli.contest import ContestOptions, contest_options, play_watched
from kinarow.cli.options import PLAYER, game_option, json_option
from kinarow.cli.output import INTERRUPTED, console, print_json, progress_bar
from kinarow.errors import SeveralError
from kinarow.evaluation.mistake import Mistake
from kinarow.game import GameSpec
from kinarow.players import Player

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
@click.option(
    "--gauntlet",
    "only_first",
    is_flag=True,
    help="Play the first player against each of the others only.",
)
@click.option(
    "--leave-out-broken", is_flag=True,
    help="Play on without players whose files have mistakes, which are told.",
)  # fmt: skip
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
    result, interrupted = play_watched(contest, options.who, options.test)
    _show(result, as_json=as_json, test=options.test, left_out=left_out)
    if interrupted:
        context.exit(INTERRUPTED)


@click.command()
@click.argument("store", type=click.Path(path_type=Path, dir_okay=False))
@json_option
def standings(store: Path, as_json: bool) -> None:
    """Rate the players of all games in a store."""
    with Store(store, must_exist=True) as opened:
        games = list(opened.games())
    kinds = sorted({game.game for game in games})
    of_kind = {kind: Tournament(tuple(g for g in games if g.game == kind)) for kind in kinds}
    if len(kinds) < 2:
        _show(Tournament(tuple(games)), as_json=as_json)
    elif as_json:
        tables = {kind: some.to_json() for kind, some in of_kind.items()}
        print_json({"games": len(games), "by_game": tables})
    else:
        for kind, some in of_kind.items():
            console().print(kind, style="bold")
            _show(some, as_json=False)


def _show(
    result: Tournament,
    *,
    as_json: bool,
    test: SequentialTest | None = None,
    left_out: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """The table of a tournament, and how everyone did against everyone."""
    if as_json:
        mistakes = [
            {"player": name, **Mistake.of(words).to_json()} for name, words in left_out.items()
        ]
        print_json({**result.to_json(test), **({"left_out": mistakes} if mistakes else {})})
        return
    out, meetings = console(), result.encounters()
    if not result.games:
        out.print("no games yet")
        return
    if lines := crosstable(meetings):
        out.print(crosstable_text(lines), markup=False)
    for meeting in meetings:
        for line in meeting.lines():
            out.print(line, markup=False)
    for reason, count in result.forfeits().items():
        out.print(f"{reason}: {count}", markup=False)
    repeated = len(result.games) - sum(len(pair) for m in meetings for pair in m.evidence())
    if repeated:
        out.print(f"{repeated} games repeat others and do not count as evidence")
    for name, words in left_out.items():
        out.print(f"left out: {name}: {Mistake.of(words).sentence}", markup=False)
    out.print(_FOOTNOTE, style="dim")
