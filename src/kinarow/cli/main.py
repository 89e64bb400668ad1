"""The command `kinarow`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, MutableMapping, Sequence
from importlib import import_module
from typing import NoReturn

import rich_click as click

from kinarow import __version__
from kinarow.cli.output import INTERRUPTED, complain
from kinarow.errors import KinarowError, SeveralError
from kinarow.work.deadline import rather_than_hang
from kinarow.work.prints import take_left_out

FAILURE = 1
USER_MISTAKE = 2


_GROUPS = {
    "Begin": {"tour": "tour", "lab": "lab", "play": "play", "puzzles": "puzzles"},
    "Positions and evaluators": {
        "show": "show", "evaluators": "evaluators", "formula": "evaluators",
        "evaluate": "evaluate", "explain": "explain", "tree": "tree",
        "analyse": "analyse",
    },
    "Players and contests": {
        "players": "players", "move": "move", "match": "match",
        "tournament": "tournament", "standings": "tournament",
    },
    "Compare with perfect play": {
        "grade": "grade", "review": "review", "solve": "solve", "book": "book", "why": "why",
    },
    "Make it better, write it up": {
        "tune": "tune", "learn": "learn", "report": "report", "compare": "report",
        "grade-class": "grade_class", "autograder": "autograder",
    },
    "Other programs": {"export": "export", "gomocup": "engines", "uki": "engines"},
    "Games, counts and this program": {
        "variants": "variants", "perft": "counting", "positions": "counting",
        "bench": "bench", "completion": "completion", "doctor": "doctor",
    },
}  # fmt: skip
"""The commands, as the help lists them, and the modules of this room that they are in."""


_EPILOG = """Exit codes: 0 done, 1 something failed, 2 a mistake in what was asked, 130 interrupted.

Environment: KINAROW_CACHE_DIR (where compiled kernels and exact values are kept), KINAROW_WORKERS
(processes to use), KINAROW_TOKEN (the lab's), KINAROW_SEED (of grade-class)."""


class _Commands(MutableMapping[str, click.Command]):
    """Imports a command when it is called for: all of them take longer than most take to run."""

    def __init__(self) -> None:
        self.modules = {
            name: module for group in _GROUPS.values() for name, module in group.items()
        }

    def __getitem__(self, name: str) -> click.Command:
        module = import_module(f"kinarow.cli.{self.modules[name]}")
        return next(
            command
            for command in vars(module).values()
            if isinstance(command, click.Command) and command.name == name
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self.modules)

    def __len__(self) -> int:
        return len(self.modules)

    def __setitem__(self, name: str, command: click.Command) -> NoReturn:
        raise TypeError("commands are listed in _GROUPS")

    def __delitem__(self, name: str) -> NoReturn:
        raise TypeError("commands are listed in _GROUPS")


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
    epilog=_EPILOG,
)
@click.version_option(__version__, prog_name="kinarow")
def cli() -> None:
    """A lab for k-in-a-row games: Connect Four on any board, tic-tac-toe, gomoku.

    MOVES are columns such as 4453, or cells such as d4 e5 past nine columns and without gravity;
    none, or -, is the empty board. A game is connect4, tictactoe, gomoku, or any other, such as
    drop:8x7:4 (with gravity) or place:10x10:5 (without).
    """


# Not given to the group as it is made, which would ask each for its aliases.
cli.commands = _Commands()
click.rich_click.COMMAND_GROUPS = {
    "kinarow": [{"name": name, "commands": list(group)} for name, group in _GROUPS.items()]
}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; a user's mistake is one clear line and exit code 2."""
    rather_than_hang(_give_up)
    if "_KINAROW_COMPLETE" in os.environ:
        from kinarow.cli.shells import use_our_own

        use_our_own()
    try:
        _run(arguments)
    finally:
        for words in take_left_out():
            click.echo(f"kinarow: {words}", err=True)


def _run(arguments: Sequence[str] | None) -> NoReturn:
    try:
        # Outside click's own mode, a command that says `ctx.exit(n)` returns n.
        returned = cli.main(arguments, prog_name="kinarow", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        complain(error.format_message())
        sys.exit(USER_MISTAKE)
    except SeveralError as error:
        complain(f"{len(error.mistakes)} {error.what}:")
        for name, words in error.mistakes.items():
            complain(words, name)
        sys.exit(USER_MISTAKE)
    except KinarowError as error:
        complain(str(error))
        sys.exit(USER_MISTAKE)
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted")
        sys.exit(INTERRUPTED)
    except ImportError as error:  # a package that only some commands need, or one that is broken
        complain(f"{error}: kinarow doctor says what is missing, and how to get it")
        sys.exit(FAILURE)
    except BrokenPipeError:
        # The reader has gone, as `head` does; what Python flushes on its way out goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        complain(error.strerror or str(error))
        os._exit(FAILURE)  # what could not be written once would fail again at the end
    sys.exit(returned if isinstance(returned, int) else 0)


def _give_up() -> NoReturn:
    """A user's function neither ended nor could be ended: better to end than to hang."""
    complain("code of a user's did not end and could not be interrupted")
    os._exit(USER_MISTAKE)
