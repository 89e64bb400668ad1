"""`kinarow grade-class`: a folder of submissions, marked."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median

import rich_click as click

from kinarow.api import classes
from kinarow.classroom.examining import SubmissionLimits
from kinarow.classroom.marks import Mark, is_ours
from kinarow.classroom.scheme import DEFAULT, Scheme, parse_scheme, read_scheme
from kinarow.cli.options import json_option, workers_options
from kinarow.cli.output import (
    INTERRUPTED,
    console,
    print_json,
    printable,
    progress_bar,
    with_kernels,
)
from kinarow.errors import KinarowError
from kinarow.writing import check_writable, write_whole

_LIMITS = SubmissionLimits()


@click.command("grade-class")
@click.argument(
    "folder", type=click.Path(path_type=Path, exists=True, file_okay=False), required=False
)
@click.option(
    "--scheme", "scheme_file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.toml",
    help="How marks are given: opponents, games, points.",
)  # fmt: skip
@click.option("--print-scheme", is_flag=True, help="Print the default scheme, to start from.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.csv",
    help="Output file for the marks; by default FOLDER.marks.csv, beside the folder.",
)  # fmt: skip
@click.option(
    "--store", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.db",
    help="Where games are kept, so that the same command resumes; by default "
    "FOLDER.games.db, beside the folder.",
)  # fmt: skip
@click.option(
    "--move-seconds", type=click.FloatRange(0.01, 10**5), default=_LIMITS.move_seconds,
    show_default=True, help="Time limit per move in seconds; exceeding it forfeits the game.",
)  # fmt: skip
@click.option(
    "--start-seconds", type=click.FloatRange(1, 10**5), default=_LIMITS.starting_seconds,
    show_default=True,
    help="Time limit in seconds for loading a submission and for its first move.",
)  # fmt: skip
@click.option(
    "--total-seconds", type=click.FloatRange(1, 10**6), default=_LIMITS.total_seconds,
    show_default=True,
    help="Time limit in seconds for all moves of a submission; games not played by then are lost.",
)  # fmt: skip
@click.option(
    "--memory", "megabytes", type=click.IntRange(256, 1 << 20), default=_LIMITS.megabytes,
    show_default=True, metavar="MB", help="Memory limit per submission, in MB.",
)  # fmt: skip
@workers_options
@json_option
@click.pass_context
def grade_class(
    context: click.Context,
    folder: Path | None,
    scheme_file: Path | None,
    print_scheme: bool,
    output: Path | None,
    store: Path | None,
    move_seconds: float,
    start_seconds: float,
    total_seconds: float,
    megabytes: int,
    workers: int | str,
    as_json: bool,
) -> None:
    """Mark a class: every file or subfolder of FOLDER is a student's submission.

    A submission is a Python file with a function evaluate(board, me, opponent), an evaluator as
    JSON, or a Python file with a function choose(board, me, opponent). Each plays the opponents of
    the scheme, and gets a mark, or the reason why there is none, in a CSV file. Interrupted or
    killed, the same command resumes.

    Submissions run in processes of their own, with limits and a guard. That protects from mistakes,
    not from malice: it is no sandbox.
    """
    if print_scheme:
        click.echo(DEFAULT, nl=False)
        return
    if folder is None:
        raise KinarowError("FOLDER is missing: give the folder of the submissions")
    scheme = read_scheme(scheme_file) if scheme_file else parse_scheme(DEFAULT)
    limits = SubmissionLimits(move_seconds, start_seconds, total_seconds, megabytes)
    beside = str(folder.resolve())
    output = output or Path(f"{beside}.marks.csv")
    store = store or Path(f"{beside}.games.db")
    _check_files(folder, output, store, scheme_file)
    ours = [output, *([scheme_file] if scheme_file else [])]
    stop, words = threading.Event(), "reading submissions"
    with progress_bar(words) as report:
        found = with_kernels(
            lambda: classes.grade_class(
                folder, scheme, limits, journal=store, ours=ours, workers=workers,
                progress=report, stop=stop,
            ),
            report, words, stop=stop,
        )  # fmt: skip
    if found.is_complete:
        try:
            write_whole(output, found.to_csv())
        except OSError as error:
            raise KinarowError(f"{output} cannot be written: {error.strerror}") from None
    if as_json:
        print_json(found.to_json())
    else:
        _print(found.marks, scheme)
        for warning in found.warnings:
            console().print(printable(f"Warning: {warning}"), markup=False, style="bold")
        last = f"written: {output}" if found.is_complete else "interrupted"
        console().print(printable(last), markup=False)
    if not found.is_complete:
        context.exit(INTERRUPTED)


def _check_files(folder: Path, output: Path, store: Path, scheme_file: Path | None) -> None:
    """Whatever the marks might overwrite is left alone."""
    check_writable(output)
    real = output.resolve()
    others = {"the games": store, **({"the scheme": scheme_file} if scheme_file else {})}
    for what, path in others.items():
        if path.resolve() == real:
            raise KinarowError(f"{output} cannot hold both the marks and {what}")
    if real.is_relative_to(folder.resolve()):
        raise KinarowError(f"{output} lies in the folder of the submissions: write marks elsewhere")
    if output.exists() and not is_ours(output):
        raise KinarowError(f"{output} exists and is not a file of marks: it is not overwritten")


def _print(marks: Sequence[Mark], scheme: Scheme) -> None:
    def say(words: str, style: str | None = None) -> None:
        console().print(printable(words), markup=False, style=style)

    for number, part in enumerate(scheme.parts, 1):
        say(f"{number}: {part.name}, {part.points:g} points")
    header = ["student", "mark", *(["grade"] if scheme.grades else [])]
    rows = [[*header, *map(str, range(1, len(scheme.parts) + 1))]]
    for mark in marks:
        points = mark.points
        row = [mark.student, "-" if points is None else f"{points:.1f}"]
        if scheme.grades:
            row.append("" if points is None else scheme.grade(points))
        row += [f"{result.points:.1f} ({result.short})" for result in mark.results]
        rows.append(row + [""] * (len(rows[0]) - len(row)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    remarks = [[], *(mark.reasons() for mark in marks)]
    for row, reasons in zip(rows, remarks, strict=True):
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        say("  ".join(cells).rstrip())
        for reason in reasons:
            say(f"    {reason}", "dim")
    given = [mark.points for mark in marks if mark.points is not None]
    words = f"{len(given)} of {len(marks)} marked"
    if given:
        words += f": mean {mean(given):.1f}, median {median(given):.1f} of {scheme.out_of:g}"
    say(words)
