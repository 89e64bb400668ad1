"""`kinarow report` and `kinarow compare`: evaluation functions written up."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from datetime import UTC, datetime
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from kinarow.cli.options import (
    EVALUATOR,
    all_of,
    game_option,
    json_option,
    moves_text,
    option,
    workers_options,
)
from kinarow.cli.output import console, print_json, watched
from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position, Side

if TYPE_CHECKING:
    from kinarow.api.reports import WrittenReport

_SIDES = {"first": Side.FIRST, "second": Side.SECOND, "mover": "mover"}


_shared_options = all_of(
    option("-o", "--output", type=click.Path(path_type=Path), default=Path("report.html"))(
        "Output file: .html, .pdf or .md."
    ),
    game_option,
    option("--example", "example_moves", metavar="MOVES")(
        "The position that is explained; by default that of the evaluator's document, or "
        "one in which much counts."
    ),
    option("--for", "seen_by", type=click.Choice(["first", "second", "mover"]))(
        "Whose score is explained; by default that of the side to move, or of the document's side."
    ),
    option("--depth", type=click.IntRange(1, 12), default=None, show_default="4, or 2 if slow")(
        "Search depth of the games, in plies."
    ),
    option("--seed", default=0)("Random seed for games and positions."),
    option("--author", default="", metavar="NAME")("Who hands it in."),
    option("--title", default="", metavar="TEXT")(
        "The title; by default the name of what is written up, and the game."
    ),
    option("--quick", is_flag=True)("Fewer games and positions: takes seconds."),
    workers_options,
    json_option,
)


@click.command()
@click.argument("evaluator", metavar="E", type=EVALUATOR)
@option(
    "--motivation", "motivation_file", type=click.File(encoding="utf-8-sig"), metavar="FILE.md"
)("Why it should work, in Markdown; by default what the evaluator says of itself.")
@_shared_options
def report(evaluator: str, motivation_file: Any, **values: Any) -> None:
    """Write up an evaluation function: what it is, a worked example, its games, its grade.

    E is a name of the catalogue, weights.json or my_eval.py. The same command gives the same
    report, its date aside.
    """
    from kinarow.api import reports

    motivation = ""
    if motivation_file is not None:
        try:
            motivation = motivation_file.read()
        except UnicodeDecodeError:
            raise KinarowError(f"{motivation_file.name} is not a text file") from None
    given = {"<stdin>": "-"}.get(motivation_file.name, motivation_file.name) if motivation else ""
    extra = ("--motivation", given) if given else ()
    command = ("report", evaluator, *extra)
    _write(reports.report, evaluator, command, motivation=motivation, **values)


@click.command()
@click.argument("evaluators", metavar="E1 E2 …", type=EVALUATOR, nargs=-1, required=True)
@_shared_options
def compare(evaluators: tuple[str, ...], **values: Any) -> None:
    """Write up several evaluation functions side by side: one board, games, grades."""
    from kinarow.api import reports

    _write(reports.compare, evaluators, ("compare", *evaluators), **values)


def _write(
    make: Callable[..., WrittenReport],
    of: str | tuple[str, ...],
    command: tuple[str, ...],
    *,
    motivation: str = "",
    output: Path,
    game: str,
    example_moves: str | None,
    seen_by: str | None,
    depth: int | None,
    seed: int,
    author: str,
    title: str,
    quick: bool,
    workers: int | str,
    as_json: bool,
) -> None:
    from kinarow.writeup.build import Wishes
    from kinarow.writeup.formats.saving import check_document

    check_document(output)
    spec = GameSpec.parse(game)
    options = {
        "--game": None if str(spec) == "drop:7x6:4" else str(spec),
        "--example": example_moves,
        "--for": seen_by,
        "--depth": depth,
        "--seed": seed or None,
        "--author": (author := " ".join(author.split())) or None,
        "--title": (title := " ".join(title.split())) or None,
    }
    told = _command(command, options, quick, output)
    wishes = Wishes(motivation, told, _today(), author, title)
    side = _SIDES[seen_by] if seen_by else None
    example = None
    if example_moves is not None:
        example = Position.from_moves(moves_text(example_moves), spec)
    written = watched(
        "writing the report",
        lambda tell, stop: make(
            of, spec, wishes=wishes, example=example, seen_by=side, depth=depth, seed=seed,
            quick=quick, workers=workers, progress=tell, stop=stop,
        ),
    )  # fmt: skip
    warning = written.save(output)
    if warning:
        click.echo(f"kinarow: {warning}", err=True)
    if as_json:
        warnings = {"warnings": [warning] if warning else []}
        print_json({"file": str(output), **warnings, **written.to_json()})
    else:
        for course in written.evidence.courses.values():
            console().print(f"{course.a}: {course.line()}", markup=False)
        for remark in (r for found in written.evidence.remarks.values() for r in found):
            console().print(remark.words, style="bold red", markup=False)
        console().print(f"written to {output}", markup=False)


def _command(words: tuple[str, ...], options: dict[str, Any], quick: bool, out: Path) -> str:
    """The command that makes the same report, with all that is not by default."""
    given = [str(w) for key, value in options.items() if value is not None for w in (key, value)]
    return shlex.join(["kinarow", *words, *given, *(["--quick"] if quick else []), "-o", out.name])


def _today() -> str:
    """The date, or the one that builds that must be repeatable name by SOURCE_DATE_EPOCH."""
    fixed = environ.get("SOURCE_DATE_EPOCH", "")
    try:
        now = datetime.fromtimestamp(int(fixed), UTC) if fixed else datetime.now(UTC)
    except (ValueError, OverflowError, OSError):
        raise KinarowError(f"SOURCE_DATE_EPOCH is {fixed!r}, not a number of seconds") from None
    return f"{now.day} {now:%B %Y}"
