"""`kinarow grade-class`: a folder of submissions, marked."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import rich_click as click

from kinarow.api import classes
from kinarow.classroom.examination.submission import SubmissionLimits
from kinarow.classroom.marks import ClassMarks, Mark, is_ours
from kinarow.classroom.scheme import DEFAULT, Scheme, parse_scheme, read_scheme
from kinarow.classroom.submissions.roster import read_roster
from kinarow.cli.options import FILE, FOLDER, json_option, labels_option, option, workers_options
from kinarow.cli.output import (
    INTERRUPTED,
    console,
    ends_as_by_interrupt,
    print_json,
    printable,
    progress_bar,
    with_kernels,
)
from kinarow.errors import KinarowError
from kinarow.writing import check_writable

_LIMITS = SubmissionLimits()


@click.command("grade-class")
@click.argument("folder", type=click.Path(path_type=Path, exists=True), required=False)
@option("--scheme", "scheme_file", type=FILE, metavar="FILE.toml")(
    "How marks are given: positions, opponents, games, points."
)
@option("--print-scheme", is_flag=True)("Print the default scheme, to start from.")
@option("--seed", type=click.IntRange(-(10**18), 10**18), envvar="KINAROW_SEED", show_envvar=True)(
    "Random seed for positions, openings and chance, instead of the scheme's."
)
@option("--single", is_flag=True)("FOLDER is the submission of one student.")
@option("-o", "--output", type=FILE, metavar="FILE.csv")(
    "Output file for the marks; by default FOLDER.marks.csv, beside the folder."
)
@option("--html", type=FILE, metavar="FILE.html")(
    "Write a page with everyone's marks, mistakes and games."
)
@option("--reports", type=FOLDER, metavar="DIR")(
    "Write one page a student, each with nothing of the others."
)
@option("--moodle", type=FILE, metavar="FILE.csv")(
    "Write marks and feedback for Moodle's import of grades."
)
@option("--canvas", type=FILE, metavar="FILE.csv")("Write marks for Canvas' gradebook.")
@option("--roster", type=FILE, metavar="FILE.csv")(
    "Who is who in the gradebook: an export of Moodle's or Canvas', or a table with a column "
    "'submission'. Without it, file names are the students' logins or email addresses."
)
@option("--assignment", default="kinarow")("Its name in the gradebook.")
@option("--gradescope", type=FILE, metavar="FILE.json")(
    "Of one student: write Gradescope's results.json."
)
@option("--github-output", type=FILE, metavar="FILE")(
    "Of one student: add the result for GitHub Classroom's reporter to this file."
)
@option("--leaderboard", type=FILE, metavar="FILE.html")(
    "Write the order of the class, for the class to see: everyone's best submission that "
    "the games' file knows of, beside the scheme's staff. A table if the name ends in .csv."
)
@option("--anonymous", is_flag=True)("On the leaderboard, other names for students.")
@option("--only", multiple=True, metavar="STUDENT")(
    "Examine this student alone, anew if it was examined before; may be repeated."
)
@option(
    "--template",
    "templates",
    multiple=True,
    metavar="FILE.py",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
)("Code that everyone was given, in which submissions may be alike; may be repeated.")
@option("--store", type=FILE, metavar="FILE.db")(
    "Where games are kept, so that the same command resumes; by default FOLDER.games.db, "
    "beside the folder."
)
@labels_option
@option("--move-seconds", type=click.FloatRange(0.01, 10**5), default=_LIMITS.move_seconds)(
    "Time limit per move in seconds; exceeding it forfeits the game."
)
@option("--start-seconds", type=click.FloatRange(1, 10**5), default=_LIMITS.starting_seconds)(
    "Time limit in seconds for loading a submission and for its first move."
)
@option("--total-seconds", type=click.FloatRange(1, 10**6), default=_LIMITS.total_seconds)(
    "Time limit in seconds for a submission in all, starting included; what it is not asked "
    "by then does not count, and its mark says so."
)
@option(
    "--memory",
    "megabytes",
    type=click.IntRange(256, 1 << 20),
    default=_LIMITS.megabytes,
    metavar="MB",
)("Memory limit per submission, in MB.")
@option("--trust", is_flag=True)(
    "Run submissions without a sandbox, as if they were programs of your own."
)
@workers_options
@json_option
@click.pass_context
def grade_class(
    context: click.Context,
    folder: Path | None,
    scheme_file: Path | None,
    print_scheme: bool,
    seed: int | None,
    single: bool,
    output: Path | None,
    html: Path | None,
    reports: Path | None,
    moodle: Path | None,
    canvas: Path | None,
    roster: Path | None,
    assignment: str,
    gradescope: Path | None,
    github_output: Path | None,
    leaderboard: Path | None,
    anonymous: bool,
    only: tuple[str, ...],
    templates: tuple[Path, ...],
    store: Path | None,
    labels: Path | None,
    move_seconds: float,
    start_seconds: float,
    total_seconds: float,
    megabytes: int,
    trust: bool,
    workers: int | str,
    as_json: bool,
) -> None:
    """Mark a class: every file or subfolder of FOLDER is a student's submission.

    A submission is a Python file with a function evaluate(board, me, opponent), an evaluator as
    JSON, or a Python file with a function choose(board, me, opponent). Each is asked for moves in
    positions whose exact values are known, plays the opponents of the scheme, and gets a mark with
    its interval and a verdict for each part, or the reason why there is none. Slow is not wrong:
    the mark is of what was asked in the time there is. Interrupted or killed, the same command
    resumes.

    The scheme says how marks are given: --print-scheme prints one whose marks spread from 0 to 100,
    to start from.

    With a file instead of a folder, or with --single, one student is marked, and nothing is written
    but what is asked for: with the class's scheme and seed, the mark is the same.

    Each submission runs in a sandbox of its own, with limits: it sees nothing but its own files,
    and can neither use the network nor disturb anything outside.
    """
    if print_scheme:
        click.echo(DEFAULT, nl=False)
        return
    if folder is None:
        raise KinarowError("FOLDER is missing: give the folder of the submissions")
    scheme = read_scheme(scheme_file) if scheme_file else parse_scheme(DEFAULT)
    if seed is not None:
        scheme = replace(scheme, seed=seed)
    limits = SubmissionLimits(move_seconds, start_seconds, total_seconds, megabytes)
    single = single or folder.is_file()
    if not single:
        output = output or Path(f"{folder.resolve()}.marks.csv")
        store = store or Path(f"{folder.resolve()}.games.db")
    if roster is not None:
        read_roster(roster)  # complains now, not after the work
    if (gradescope or github_output) and not single:
        raise KinarowError("an autograder marks one submission, so add --single")
    if anonymous and not leaderboard:
        raise KinarowError("--anonymous is for a --leaderboard")
    to = classes.MarkFiles(
        output, moodle, canvas, html, reports, gradescope, github_output, leaderboard
    )
    inputs = {"the scheme": scheme_file, "the roster": roster, "the games": store}
    _check_files(folder, to, {what: file for what, file in inputs.items() if file})
    ours = [*to.all(), *filter(None, (scheme_file, roster)), *templates]
    ranked: classes.Ranked = "anonymously" if anonymous else "by name" if leaderboard else None
    stop, words = threading.Event(), "reading submissions"

    def keep_partial(partial: ClassMarks) -> None:
        """An autograder that is killed has handed on what there was by then."""
        classes.write_marks(partial, classes.MarkFiles(gradescope=gradescope))

    with ends_as_by_interrupt(), progress_bar(words) as report:
        found = with_kernels(
            lambda: classes.grade_class(
                folder, scheme, limits, journal=store or ":memory:", labels=labels, ours=ours,
                single=single, templates=templates, only=only, ranked=ranked,
                on_partial=keep_partial if gradescope else None, trust=trust, workers=workers,
                progress=report, stop=stop,
            ),
            report, words, stop=stop,
        )  # fmt: skip
    said = list(found.warnings)
    title = folder.resolve().stem
    said += classes.write_marks(found, to, title=title, assignment=assignment, roster=roster)
    _show(found, said, to, as_json=as_json)
    if not found.is_complete:
        context.exit(INTERRUPTED)


def _check_files(folder: Path, to: classes.MarkFiles, inputs: dict[str, Path]) -> None:
    """Whatever the marks might overwrite is left alone."""
    taken = {_real(path): what for what, path in inputs.items()}
    for output in to.all():
        check_writable(output)
        real = _real(output)
        if real in taken:
            raise KinarowError(f"{output} cannot hold both the marks and {taken[real]}")
        taken[real] = "other marks"
        if real.is_relative_to(_real(folder)):
            raise KinarowError(
                f"{output} lies in the folder of the submissions: write marks elsewhere"
            )
    if to.csv and to.csv.exists() and not is_ours(to.csv):
        raise KinarowError(f"{to.csv} exists and is not a file of marks: it is not overwritten")
    if to.reports and _real(to.reports).is_relative_to(_real(folder)):
        raise KinarowError(f"{to.reports} lies in the folder of the submissions")


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))  # of a link to itself, too


def _show(found: ClassMarks, said: Sequence[str], to: classes.MarkFiles, *, as_json: bool) -> None:
    if as_json:
        print_json(found.to_json())
        return
    # What autograders print is for students to see.
    _print(found, for_teacher=not (to.gradescope or to.github_output))
    for warning in said:
        console().print(printable(f"Warning: {warning}"), markup=False, style="bold")
    written = [str(path) for path in (*to.all(), to.reports) if path]
    if written:
        console().print(printable(f"written: {', '.join(written)}"), markup=False)
    if not found.is_complete:
        left = sum(not mark.is_settled for mark in found.marks)
        words = f"interrupted: {left} of {len(found.marks)} not examined to the end"
        console().print(f"{words}; the same command resumes", markup=False)


def _print(found: ClassMarks, *, for_teacher: bool) -> None:
    marks, scheme = found.marks, found.scheme

    def say(words: str, style: str | None = None) -> None:
        console().print(printable(words), markup=False, style=style)

    for number, part in enumerate(scheme.parts, 1):
        say(f"{number}: {part.name}, {part.points:g} points")
    header = ["student", "verdict", "mark", *(["grade"] if scheme.grades else [])]
    rows = [[*header, *map(str, range(1, len(scheme.parts) + 1))]]
    rows += [_row(mark, scheme) for mark in marks]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    remarks = [
        [], *([*mark.reasons(), *(mark.for_teacher if for_teacher else ())] for mark in marks)
    ]  # fmt: skip
    for row, reasons in zip(rows, remarks, strict=True):
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        say("  ".join(cells).rstrip())
        for reason in reasons:
            say(f"    {reason}", "dim")
    say(found.summary)


def _row(mark: Mark, scheme: Scheme) -> list[str]:
    row = [mark.student, mark.verdict or "", "-"]
    if mark.interval is not None:
        low, high = mark.interval.low, mark.interval.high
        row[2] = f"{mark.interval.value:.1f} ({low:.1f}-{high:.1f})"
    if scheme.grades:
        row.append(scheme.grade_of(mark.points))
    row += [f"{result.points:.1f} ({result.short})" for result in mark.results]
    return row + [""] * (3 + bool(scheme.grades) + len(scheme.parts) - len(row))
