"""`kinarow gomocup` and `kinarow uki`: any player as an engine for other programs."""

from __future__ import annotations

import sys

import rich_click as click

from kinarow.cli.options import PLAYER, option

_PLAYER_HELP = "Who plays; `kinarow players` lists them. Its own limits hold besides the manager's."
# As deep as the time allows.
_DEFAULT_FOR_GOMOKU, _DEFAULT = "best:depth=200", "alphabeta:eval=open-lines,depth=200"


@click.command()
@option("--player", type=PLAYER, default=_DEFAULT_FOR_GOMOKU)(_PLAYER_HELP)
def gomocup(player: str) -> None:
    """Run as a gomoku engine for Piskvork and other programs that speak Gomocup's protocol.

    Commands are read from standard input, answers are written to standard output. Boards may have
    any size; five or more in a row win, or exactly five where the manager says so.
    """
    from kinarow.adapters.gomocup_engine import GomocupEngine
    from kinarow.adapters.lines import lines_from

    GomocupEngine(player, _write).serve(lines_from(sys.stdin.buffer))


@click.command()
@option("--player", type=PLAYER, default=_DEFAULT)(_PLAYER_HELP)
def uki(player: str) -> None:
    """Run as an engine for programs that speak UKI, a line protocol for any k-in-a-row game.

    Commands are read from standard input, answers are written to standard output; docs/engines.md
    describes them.
    """
    from kinarow.adapters.lines import lines_from
    from kinarow.adapters.uki_engine import UkiEngine

    UkiEngine(player, _write).serve(lines_from(sys.stdin.buffer))


def _write(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()
