"""Games in the forms of other programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from itertools import pairwise
from typing import Any, Final

from kinarow.arena.played_game import PlayedGame
from kinarow.errors import ArenaError, KinarowError, no_formula
from kinarow.game import GameSpec, Position, Side
from kinarow.game.movetext import written_as_columns

_COLUMNS = [field.name for field in fields(PlayedGame)]


def row_of(game: PlayedGame) -> dict[str, Any]:
    """A game in plain values, as a row of a table.

    Moves are written as cells in every game: what has nothing but digits in it, programs that read
    tables take for a number.
    """
    values = asdict(game)
    for column in ("moves", "opening"):
        try:
            values[column] = _cells(values[column], game.game)
        except KinarowError as error:  # only what was damaged since it was played
            raise ArenaError(f"the game {game.key} is damaged: its {column}: {error}") from None
    values["a_side"] = int(game.a_side)
    values["winner"] = int(game.winner) if game.winner else None
    return values


def _cells(moves: str, game: str) -> str:
    line = Position.along(moves, game)
    return " ".join(before.move_to(after).name for before, after in pairwise(line))


def as_json_lines(games: Iterable[PlayedGame]) -> Iterator[str]:
    """One object a line; `pandas.read_json(path, lines=True)` reads it."""
    for game in games:
        yield json.dumps(row_of(game)) + "\n"


def as_csv(games: Iterable[PlayedGame]) -> Iterator[str]:
    """A table with a head line; lists are separated by spaces."""
    yield _csv_line(_COLUMNS)
    for game in games:
        values = row_of(game)
        for column in ("scores", "seconds"):
            values[column] = " ".join("" if v is None else str(v) for v in values[column])
        for column in ("a", "b", "reason"):  # files' names, and what their code says
            values[column] = no_formula(values[column])
        yield _csv_line(values[column] for column in _COLUMNS)


def csv_of(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A table with a head line, of rows that all have the same columns."""
    if rows:
        yield _csv_line(rows[0])
    for row in rows:
        yield _csv_line(row.values())


def _csv_line(values: Iterable[Any]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue()


def as_pgn(games: Iterable[PlayedGame]) -> Iterator[str]:
    """Tags and moves in the manner of chess games."""
    results = {Side.FIRST: "1-0", Side.SECOND: "0-1", None: "1/2-1/2"}
    for game in games:
        result = results[game.winner]
        tags = {
            "Game": game.game,
            "Date": game.ended[:10].replace("-", "."),
            "First": game.first,
            "Second": game.second,
            "Result": result,
            "Termination": game.reason,
            "Opening": game.opening,
        }
        if game.opening_rule:
            tags |= {"OpeningRule": game.opening_rule, "OpeningChoices": game.choices}
        yield "".join(
            f'[{key} "{value.replace(chr(92), chr(92) * 2).replace(chr(34), chr(92) + chr(34))}"]\n'
            for key, value in tags.items()
        )
        as_columns = written_as_columns(GameSpec.parse(game.game))
        moves = list(game.moves) if as_columns else game.moves.split()
        numbered = [
            f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves)
        ]
        yield f"\n{' '.join([*numbered, result])}\n\n"


FORMATS: Final[dict[str, Callable[[Iterable[PlayedGame]], Iterator[str]]]] = {
    "jsonl": as_json_lines,
    "csv": as_csv,
    "pgn": as_pgn,
}
