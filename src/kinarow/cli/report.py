"""`kinarow report` and `kinarow compare`: evaluation functions written up."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from datetime import UTC, datetime
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click

from kinarow.arena import Tournament
from kinarow.cli.grade import grade_json
from kinarow.cli.options import (
    EVALUATOR,
    game_option,
    json_option,
    moves_text,
    side_named,
    workers_option,
)
from kinarow.cli.output import console, print_json, progress_bar, with_kernels
from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position, Side
from kinarow.work.workers import Workers

if TYPE_CHECKING:
    from kinarow.report.build import Wishes
    from kinarow.report.document import Document
    from kinarow.report.evidence import Evidence, Settings
    from kinarow.report.subject import Subject

Command = TypeVar("Command", bound=Callable[..., Any])


def _shared_options(command: Command) -> Command:
    options = (
        click.option(
            "-o", "--output", type=click.Path(path_type=Path), default=Path("report.html"),
            show_default=True, help="Where it is written: .html, .pdf or .md.",
        ),
        game_option,
        click.option(
            "--example", "example_moves", metavar="MOVES",
            help="The position that is explained; by default that of the evaluator's document, or "
            "one in which much counts.",
        ),
        click.option(
            "--for", "seen_by", type=click.Choice(["first", "second", "mover"]),
            help="Whose score is explained; by default that of the side to move, or of the "
            "document's side.",
        ),
        click.option(
            "--depth", type=click.IntRange(1, 12), default=None, show_default="4, or 2 if slow",
            help="How many plies games look ahead.",
        ),
        click.option("--seed", default=0, show_default=True, help="For other games and positions."),
        click.option("--quick", is_flag=True, help="Fewer games and positions: seconds."),
        workers_option,
        json_option,
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


@click.command()
@click.argument("evaluator", metavar="E", type=EVALUATOR)
@click.option(
    "--motivation", "motivation_file", type=click.File(encoding="utf-8-sig"), metavar="FILE.md",
    help="Why it should work, in Markdown; by default what the evaluator says of itself.",
)  # fmt: skip
@_shared_options
def report(evaluator: str, motivation_file: Any, **values: Any) -> None:
    """Write up an evaluation function: what it is, a worked example, its games, its grade.

    E is a name of the catalogue, weights.json or my_eval.py. The same command gives the same
    report, its date aside.
    """
    from kinarow.report.build import write_report

    motivation = ""
    if motivation_file is not None:
        try:
            motivation = motivation_file.read()
        except UnicodeDecodeError:
            raise KinarowError(f"{motivation_file.name} is not a text file") from None
    given = {"<stdin>": "-"}.get(motivation_file.name, motivation_file.name) if motivation else ""
    extra = ("--motivation", given) if given else ()
    _write(
        (evaluator,),
        lambda subjects, evidence, wishes: write_report(subjects[0], evidence, wishes),
        ("report", evaluator, *extra),
        motivation=motivation,
        **values,
    )


@click.command()
@click.argument("evaluators", metavar="E1 E2 …", type=EVALUATOR, nargs=-1, required=True)
@_shared_options
def compare(evaluators: tuple[str, ...], **values: Any) -> None:
    """Write up several evaluation functions side by side: one board, games, grades."""
    from kinarow.report.compare import write_comparison

    if len(evaluators) < 2:
        raise KinarowError("a comparison is of two evaluators or more")
    _write(
        evaluators,
        write_comparison,
        ("compare", *evaluators),
        **values,
    )


def _write(
    names: tuple[str, ...],
    make: Callable[[tuple[Subject, ...], Evidence, Wishes], Document],
    command: tuple[str, ...],
    *,
    motivation: str = "",
    output: Path,
    game: str,
    example_moves: str | None,
    seen_by: str | None,
    depth: int | None,
    seed: int,
    quick: bool,
    workers: int,
    as_json: bool,
) -> None:
    from kinarow.report.build import Wishes
    from kinarow.report.evidence import QUICK, Settings, gather
    from kinarow.report.saving_documents import check_document, save_document
    from kinarow.report.subject import subjects_named

    check_document(output)
    spec = GameSpec.parse(game)
    settings = Settings(spec, seed, depth, **(QUICK if quick else {}))
    subjects = subjects_named(names)
    example = _example(example_moves, seen_by, subjects[0], settings)
    today = _today()
    written = _command(command, settings, example_moves, seen_by, quick, output)
    with progress_bar("writing the report") as tell, Workers(workers) as many:

        def work() -> tuple[Evidence, Document]:
            evidence = gather(subjects, settings, example, many, tell, len(subjects) == 1)
            wishes = Wishes(motivation, written, today)
            return evidence, make(subjects, evidence, wishes)

        evidence, document = with_kernels(work, tell, "writing the report")
    save_document(document, output)
    if as_json:
        print_json({"file": str(output), **_numbers(evidence)})
    else:
        for course in evidence.courses.values():
            console().print(f"{course.a}: {course.line()}", markup=False)
        console().print(f"written to {output}", markup=False)


def _numbers(evidence: Evidence) -> dict[str, object]:
    return {
        "depth": evidence.depth,
        "course": {
            name: {"wins": c.wins, "ties": c.ties, "losses": c.losses, "points": c.points}
            for name, c in evidence.courses.items()
        },
        "tournament": Tournament(tuple(evidence.games)).to_json(),
        "grades": {name: grade_json(grade) for name, grade in evidence.grades.items()},
        "left_out": evidence.unplayed | evidence.ungraded,
    }


def _example(
    moves: str | None, seen_by: str | None, subject: Subject, settings: Settings
) -> tuple[Position, Side]:
    if moves is None:
        position, side = subject.example(settings.spec, settings.seed)
    else:
        position = Position.from_moves(moves_text(moves), settings.spec)
        side = position.mover
    return position, side_named(seen_by, position) if seen_by else side


def _command(
    words: tuple[str, ...],
    settings: Settings,
    example: str | None,
    seen_by: str | None,
    quick: bool,
    out: Path,
) -> str:
    """The command that makes the same report, with all that is not by default."""
    options = {
        "--game": None if str(settings.spec) == "drop:7x6:4" else str(settings.spec),
        "--example": example,
        "--for": seen_by,
        "--depth": settings.depth,
        "--seed": settings.seed or None,
    }
    given = [str(w) for key, value in options.items() if value is not None for w in (key, value)]
    return shlex.join(["kinarow", *words, *given, *(["--quick"] if quick else []), "-o", out.name])


def _today() -> str:
    """The date, or the one that builds that must be repeatable name by SOURCE_DATE_EPOCH."""
    fixed = environ.get("SOURCE_DATE_EPOCH", "")
    try:
        now = datetime.fromtimestamp(int(fixed), UTC) if fixed else datetime.now(UTC)
    except (ValueError, OverflowError, OSError):
        raise KinarowError(f"SOURCE_DATE_EPOCH is {fixed!r}, no number of seconds") from None
    return f"{now.day} {now:%B %Y}"
