"""Everything that is recorded: each a text with a line for each thing that could get lost.

Nothing here knows where in kinarow something is, but for the two doors: the command and the lab's
application. Python is reached by `from kinarow import …` and by what the documentation imports.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from pprint import pformat
from typing import Any, Final

from starlette.testclient import TestClient

from kinarow import KinarowError, parse_player
from kinarow.cli.main import cli, main
from kinarow.web.app import make_app
from tests.surface.command_tree import command_lines
from tests.surface.json_keys import key_lines
from tests.surface.python_names import python_lines

HERE: Final = Path(__file__).parent
KEPT: Final = HERE.parent / "data" / "kept"
"""Files as users have them, written by version 1.0.0 and never written again: what comes later must
read them. Its README.md says how each was made."""

_MOVES: Final = {
    "connect4": ("4453", "44444325163"),
    "tictactoe": ("b2 a1",),
    "gomoku": ("h8 h9 i8 g8 j8 k8",),
}
"""Positions in which every evaluator is asked for its score."""

_PRINTING_JSON: Final = """
show 4453
evaluators
players
variants
evaluate 4453
explain 4453
explain 4453 --move 4
explain 4453 --eval square-value
tree 4453 --depth 1
tree --textbook
analyse 4453 --depth 2
move 4453 --player alphabeta:depth=2
match random first-legal --games 2
tournament random first-legal fixed-order --rounds 1 --seed 1
standings games.db
grade fixed-order --game drop:5x4:4 --count 12 --labels labels.db
review 4455
solve 4453 --moves --line
solve h8 h9 i8 i9 j8 j9 --game gomoku --proof
why 4444413376652
why b2 a2 --game tictactoe
book info book.npz
puzzles list --game tictactoe
puzzles from-game 4444413376652
export kaggle --depth 2 -o agent.py
perft 3
perft 2 --divide
positions --game tictactoe
doctor --quick
"""
"""Commands that answer at once; bench and grade-class are asked elsewhere."""

_READING_WHAT_WAS_KEPT: Final = """
evaluate 44352 --eval mine.json --json
evaluate 44352 --eval mine.json --for first --json
evaluate a1 b1 c2 --game tictactoe --eval mine.json --json
formula --eval mine.json --format python
evaluate 44352 --eval mine.py --json
evaluate 44352 --eval mine.py --for first --json
standings games.db --json
export games games.db
book info book.npz --json
book check book.npz --sample 5 --json
puzzles list --file puzzles.json --json
show --board board.txt --game drop:5x4:4 --as state
grade fixed-order --game drop:5x4:4 --count 12 --labels labels.db --json
"""


def recorded_file(name: str) -> Path:
    return HERE / "recorded" / f"{name}.txt"


class CommandError(Exception):
    """A command that worked when it was recorded does not any more."""


def printed(command: str) -> str:
    """What a command prints."""
    out, told, code = io.StringIO(), io.StringIO(), None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
        try:
            main(command.split())
        except SystemExit as exited:
            code = exited.code
    if code:
        raise CommandError(f"exit code {code}: {told.getvalue().strip()}")
    return out.getvalue()


def commands(_: Path) -> Iterator[str]:
    """All commands, with their arguments and options."""
    return command_lines(cli)


def python(_: Path) -> Iterator[str]:
    """What a program can import."""
    return python_lines()


def built_in(_: Path) -> Iterator[str]:
    """The games, players and evaluators that have names, and what each evaluator says."""
    for game in _listed("variants"):
        yield f"game {game['name']}: {game['game']}"
    for player in _listed("players"):
        yield f"player {player['name']}: {', '.join(player['options']) or 'no options'}"
    yield f"levels {', '.join(map(str, _levels()))}"
    for evaluator in [one["name"] for one in _listed("evaluators")]:
        yield f"evaluator {evaluator}"
        for spec, positions in _MOVES.items():
            if evaluator != "square-value" and (evaluator != "learned" or spec == "connect4"):
                for moves in positions:
                    yield f"  {spec} {moves}: {', '.join(_scores(evaluator, spec, moves))}"


def lab_api(_: Path) -> Iterator[str]:
    """What can be asked of a lab, as it describes itself to programs."""
    lab = TestClient(make_app(), base_url="http://localhost")
    for path, operations in sorted(lab.get("/api/v1/openapi.json").json()["paths"].items()):
        for method, operation in sorted(operations.items()):
            if method != "parameters":
                yield f"{method.upper()} {path} -> {' '.join(sorted(operation['responses']))}"
                yield from (f"  {line}" for line in sorted(_asked(operation)))


def json_keys(folder: Path) -> Iterator[str]:
    """The keys of what commands print as JSON."""
    for command in _lines(_PRINTING_JSON):
        yield f"$ kinarow {command} --json"
        with _in(folder):
            yield from key_lines(printed(f"{command} --json"))


def kept_files(folder: Path) -> Iterator[str]:
    """What files of version 1.0.0 give."""
    for command in _lines(_READING_WHAT_WAS_KEPT):
        yield f"$ kinarow {command}"
        with _in(folder):
            for line in printed(command).splitlines():
                yield from _readable(json.loads(line)) if line.startswith("{") else [line]


def class_marks(folder: Path) -> Iterator[str]:
    """The marks of a class whose games were played by version 1.0.0, without their words."""
    command = "grade-class class --scheme scheme.toml --json"
    with _in(folder):
        told = printed(command)
        games = printed("export games class.games.db")
    yield f"$ kinarow {command}"
    yield from key_lines(told)
    for student in json.loads(told)["students"]:
        kept = ("student", "verdict", "mark", "interval", "grade")
        yield from _readable({key: student[key] for key in kept})
        for part in student["parts"]:
            kept = ("part", "verdict", "points", "interval", "result")
            yield from _readable({key: part[key] for key in kept})
    yield "$ kinarow export games class.games.db"
    for game in games.splitlines():  # none was played again
        yield from _readable(json.loads(game))


RECORDS: Final[dict[str, Callable[[Path], Iterator[str]]]] = {
    "commands": commands,
    "python": python,
    "built_in": built_in,
    "lab_api": lab_api,
    "json_keys": json_keys,
    "kept_files": kept_files,
    "class_marks": class_marks,
}


def record(name: str, folder: Path) -> str:
    """One of them as it is now; `folder` is an empty one to work in."""
    shutil.copytree(KEPT, folder, dirs_exist_ok=True)
    lines = []
    try:
        for line in RECORDS[name](folder):
            lines.append(line)
    except CommandError as failed:
        lines.append(str(failed))
    return "".join(f"{line}\n" for line in lines)


def _listed(command: str) -> list[dict[str, str]]:
    (listed,) = json.loads(printed(f"{command} --json")).values()
    return list(listed)


def _scores(evaluator: str, game: str, moves: str) -> Iterator[str]:
    for side in ("first", "second"):
        asked = f"evaluate {moves} --game {game} --eval {evaluator} --for {side} --json"
        yield f"{json.loads(printed(asked))['score']} for {side}"


def _asked(operation: Any) -> Iterator[str]:
    """The fields of a request, in its body or in its address, with what they may be."""
    for one in operation.get("parameters", ()):
        yield f"{one['name']}: {_field(one['schema'])}"
    if "requestBody" in operation:
        (content,) = operation["requestBody"]["content"].values()
        required = content["schema"].get("required", ())
        for name, schema in content["schema"]["properties"].items():
            yield f"{name}: {_field(schema)}{', required' if name in required else ''}"


def _field(schema: dict[str, Any]) -> str:
    told = {key: value for key, value in schema.items() if key not in ("description", "examples")}
    return json.dumps(told, sort_keys=True)


def _readable(value: object) -> list[str]:
    """JSON in short lines; the last digits of a number may differ between machines."""
    rounded = json.loads(json.dumps(value), parse_float=lambda text: round(float(text), 6))
    return [
        line.strip()
        for line in pformat(rounded, width=100, compact=True, sort_dicts=False).splitlines()
    ]


def _levels() -> Iterator[int]:
    for level in range(21):
        with contextlib.suppress(KinarowError):
            parse_player(f"level:n={level}")
            yield level


def _lines(text: str) -> list[str]:
    return text.strip().splitlines()


@contextlib.contextmanager
def _in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
