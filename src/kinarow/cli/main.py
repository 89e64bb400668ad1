"""The command `kinarow`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import rich_click as click

from kinarow import __version__
from kinarow.cli.bench import bench
from kinarow.cli.book import book
from kinarow.cli.completion import completion
from kinarow.cli.counting import perft, positions
from kinarow.cli.engines import gomocup, uki
from kinarow.cli.evaluate import evaluate
from kinarow.cli.evaluators import evaluators, formula
from kinarow.cli.explain import explain
from kinarow.cli.export import export
from kinarow.cli.grade import grade_player
from kinarow.cli.grade_class import grade_class
from kinarow.cli.lab import lab
from kinarow.cli.learn import learn
from kinarow.cli.match import match
from kinarow.cli.move import move
from kinarow.cli.output import INTERRUPTED
from kinarow.cli.play import play
from kinarow.cli.players import players
from kinarow.cli.report import compare, report
from kinarow.cli.review import review_game
from kinarow.cli.show import show
from kinarow.cli.solve import solve
from kinarow.cli.tour import tour
from kinarow.cli.tournament import standings, tournament
from kinarow.cli.tree import tree
from kinarow.cli.tune import tune
from kinarow.cli.variants import variants
from kinarow.errors import KinarowError
from kinarow.work.deadline import rather_than_hang

FAILURE = 1
USER_MISTAKE = 2


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
)
@click.version_option(__version__, prog_name="kinarow")
def cli() -> None:
    """A lab for k-in-a-row games: Connect Four on any board, tic-tac-toe, gomoku.

    MOVES are columns such as 4453, or cells such as d4 e5 past nine columns and without gravity;
    none, or -, is the empty board. A game is connect4, tictactoe, gomoku, or any other, such as
    drop:8x7:4 (with gravity) or place:10x10:5 (without).
    """


_GROUPS = {
    "Begin": (tour, lab, play),
    "Positions and evaluators": (show, evaluators, formula, evaluate, explain, tree),
    "Players and contests": (players, move, match, tournament, standings),
    "Compare with perfect play": (grade_player, review_game, solve, book),
    "Make it better, write it up": (tune, learn, report, compare, grade_class),
    "Other programs": (export, gomocup, uki),
    "Games, counts and this program": (variants, perft, positions, bench, completion),
}
"""The commands, as the help lists them."""

for group in _GROUPS.values():
    for command in group:
        cli.add_command(command)
click.rich_click.COMMAND_GROUPS = {
    "kinarow": [
        {"name": name, "commands": [str(command.name) for command in group]}
        for name, group in _GROUPS.items()
    ]
}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; a user's mistake is one clear line and exit code 2."""
    rather_than_hang(_give_up)
    try:
        # Outside click's own mode, a command that says `ctx.exit(n)` returns n.
        returned = cli.main(arguments, prog_name="kinarow", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        _complain(error.format_message())
        sys.exit(USER_MISTAKE)
    except KinarowError as error:
        _complain(str(error))
        sys.exit(USER_MISTAKE)
    except (click.Abort, KeyboardInterrupt):
        _complain("interrupted")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone, as `head` does; what Python flushes on its way out goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        _complain(error.strerror or str(error))
        os._exit(FAILURE)  # what could not be written once would fail again at the end
    sys.exit(returned if isinstance(returned, int) else 0)


def _give_up() -> NoReturn:
    """A user's function neither ended nor could be ended: better to end than to hang."""
    _complain("code of a user's did not end and could not be interrupted")
    os._exit(USER_MISTAKE)


def _complain(words: str) -> None:
    click.echo(f"kinarow: {' '.join(words.split())}", err=True)
