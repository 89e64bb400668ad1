"""Arguments and options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce, wraps
from pathlib import Path
from typing import Any, TextIO, TypeVar

import rich_click as click
from click import get_current_context
from click.core import ParameterSource

from kinarow.cli.suggestions import SuggestedType, among, evaluators, players
from kinarow.errors import KinarowError
from kinarow.game import VARIANTS, GameSpec, Position, Side
from kinarow.game.spec import as_spec

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

_DEFAULT_GAME = "connect4"


GAME = SuggestedType("SPEC", among([*VARIANTS, "drop:", "place:"]))
EVALUATOR = SuggestedType("E", evaluators)
PLAYER = SuggestedType("PLAYER", players)

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)


def option(*names: str, **settings: Any) -> Callable[[str], Decorator]:
    """An option; its help text comes after it. What it is by default is shown."""
    if settings.get("default") not in (None, ""):
        settings.setdefault("show_default", True)
    return lambda words: click.option(*names, **settings, help=words)


def all_of(*options: Decorator) -> Decorator:
    """Several options, as if they were written one below the other."""
    return lambda command: reduce(lambda inner, add: add(inner), reversed(options), command)


game_option = option("--game", type=GAME, default=_DEFAULT_GAME)(
    "The game: a name, drop:7x6:4 (gravity) or place:15x15:5 (none)."
)
json_option = option("--json", "as_json", is_flag=True)("Print one JSON object.")


def _usual_name(context: click.Context, _parameter: click.Parameter, name: str | None) -> str:
    """The evaluator that was named, or the one for the game."""
    if name is not None:
        return name
    # Not every command with these options needs an evaluator.
    from kinarow.evaluation import usual_evaluator

    try:
        spec = as_spec(context.params.get("game", _DEFAULT_GAME))
    except KinarowError:  # the command says so
        spec = as_spec(_DEFAULT_GAME)
    return usual_evaluator(spec).name


evaluator_option = option(
    "--eval",
    "evaluator_name",
    type=EVALUATOR,
    callback=_usual_name,
    show_default="open-lines; threats without gravity",
)(
    "A name, weights.json, my_eval.py, my_eval.py:function or my_eval.py:Class.method; "
    "with ,rows=bottom for a function that counts rows from below."
)
workers_option = option(
    "--workers",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    show_default="cores",
    envvar="KINAROW_WORKERS",
    show_envvar=True,
)("Number of worker processes.")
cluster_option = option("--cluster", metavar="ADDRESS")(
    "Work on a Dask cluster instead: the address of its scheduler."
)
sandbox_option = option("--sandbox", "sandboxed", is_flag=True)(
    "Run the code of a player's or an evaluator's file in a sandbox: it sees nothing but the "
    "file's folder."
)
evaluator_output_option = option("-o", "--output", type=FILE, required=True)(
    "Output file for the evaluator, .json or .json.gz."
)
labels_option = option("--labels", type=FILE, metavar="FILE.db")(
    "Where exact values are kept, shared by all runs; by default in the user's cache folder."
)
samples_option = option("--samples", type=FOLDER)(
    "Where solved positions are kept, so that the same command resumes; by "
    "default in the user's cache."
)
side_option = option(
    "--for", "seen_by", type=click.Choice(["first", "second", "mover"]), default="mover"
)("The side that the score is for.")


def workers_options(command: Command) -> Command:
    """--workers and --cluster; the command gets who does the work as `workers`."""

    @wraps(command)
    def with_workers(*arguments: Any, workers: int, cluster: str | None, **values: Any) -> Any:
        return command(*arguments, workers=cluster or workers, **values)

    return workers_option(cluster_option(with_workers))  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class PositionArguments:
    """MOVES, --board and --game as they are given."""

    moves: tuple[str, ...]
    board: TextIO | None
    game: str

    def position(self) -> Position:
        """The position that they describe."""
        return self.line()[-1]

    def line(self) -> list[Position]:
        """All positions from the empty board on, or the one of --board."""
        if self.board is None:
            return read_line(self.moves, self.game)
        if self.moves:
            raise KinarowError("give moves or --board, not both")
        try:
            text = self.board.read()
        except UnicodeDecodeError:
            raise KinarowError(f"{self.board.name} is not a text file") from None
        if not text.lstrip().lower().startswith(("drop:", "place:", *(f"{v} " for v in VARIANTS))):
            return [Position.from_board(text, self.game)]
        position = Position.parse(text)
        source = get_current_context().get_parameter_source("game")
        if source is not ParameterSource.DEFAULT and GameSpec.parse(self.game) != position.spec:
            raise KinarowError(f"the board is of {position.spec}, not of {self.game}")
        return [position]

    def each(self, batch: TextIO) -> Iterator[tuple[int, Position]]:
        """The positions of a batch, each with the number of its line."""
        if self.moves or self.board:
            raise KinarowError("give only one of moves, --board and --file")
        for number, line in enumerate(lines_of(batch), 1):
            with named_line(number):
                position = Position.from_moves(moves_text(line), self.game)
            yield number, position


def position_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """MOVES, --board and --game; the command gets them as `given`."""

    @wraps(command)
    def with_position(
        *arguments: Any, moves: tuple[str, ...], board: TextIO | None, game: str, **values: Any
    ) -> Any:
        return command(*arguments, given=PositionArguments(moves, board, game), **values)

    options = all_of(
        click.argument("moves", nargs=-1),
        option("--board", type=click.File(encoding="utf-8-sig"), metavar="FILE")(
            "Read the position from a picture, a list or a state; - is standard input."
        ),
        game_option,
    )
    return options(with_position)


def read_line(moves: tuple[str, ...], game: str) -> list[Position]:
    """All positions of a line of play, from the empty board on."""
    return list(Position.along(moves_text(" ".join(moves)), game))


def moves_text(text: str) -> str:
    """A move string as it is written in commands and files, where - is the empty board."""
    return "" if text.strip() == "-" else text


def lines_of(batch: TextIO) -> Iterator[str]:
    """The lines of a batch, without their ends."""
    try:
        for line in batch:
            yield line.strip()
    except UnicodeDecodeError:
        raise KinarowError(f"{batch.name} is not a text file") from None


batch_option = option("--file", "batch", type=click.File(encoding="utf-8-sig"), metavar="FILE")(
    "Many positions at once: one move string a line; - is standard input."
)
"""Many positions at once; the command reads them by `PositionArguments.each`."""


@contextmanager
def named_line(number: int) -> Iterator[None]:
    """Errors inside name the line of a batch that they are about."""
    try:
        yield
    except KinarowError as error:
        raise KinarowError(f"line {number}: {error}") from None


def side_named(seen_by: str, position: Position) -> Side:
    return {"first": Side.FIRST, "second": Side.SECOND}.get(seen_by, position.mover)
