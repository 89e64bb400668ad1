"""Games in the forms of other programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, fields
from typing import Any, Final

from kinarow.arena.played import PlayedGame
from kinarow.game import GameSpec, Side
from kinarow.game.movetext import written_as_columns

_COLUMNS = [field.name for field in fields(PlayedGame)]


def _plain(game: PlayedGame) -> dict[str, Any]:
    values = asdict(game)
    values["a_side"] = int(game.a_side)
    values["winner"] = int(game.winner) if game.winner else None
    return values


def as_json_lines(games: Iterable[PlayedGame]) -> Iterator[str]:
    """One object a line; `pandas.read_json(path, lines=True)` reads it."""
    for game in games:
        yield json.dumps(_plain(game)) + "\n"


def as_csv(games: Iterable[PlayedGame]) -> Iterator[str]:
    """A table with a head line; lists are separated by spaces."""
    yield _row(_COLUMNS)
    for game in games:
        values = _plain(game)
        for column in ("scores", "seconds"):
            values[column] = " ".join("" if v is None else str(v) for v in values[column])
        yield _row([values[column] for column in _COLUMNS])


def _row(values: list[Any]) -> str:
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
