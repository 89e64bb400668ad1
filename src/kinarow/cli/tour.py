"""`kinarow tour`: a minute through everything, by the commands themselves."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path

import rich_click as click

from kinarow.cli.options import FOLDER, option
from kinarow.cli.output import charset, console
from kinarow.errors import KinarowError, MissingExtraError
from kinarow.evaluation.catalogue import WORKED_EXAMPLES

_PLAYER = "alphabeta:eval=open-lines,depth=4"


_STOPS: tuple[tuple[str, list[list[str]]], ...] = (
    (
        "Five ways to judge a board, each on the board of its own document: what counts, where, "
        "and the running total.",
        [["explain", moves, "--eval", e, "--for", "first"] for e, moves in WORKED_EXAMPLES.items()],
    ),
    (
        "The match that courses grade by: ten games against random moves, ten against Monte Carlo.",
        [["match", _PLAYER, "--against", "course"]],
    ),
    (
        "The truth: what each first move of Connect Four is worth. Only the middle column wins.",
        [["solve", "-", "--moves"]],
    ),
    (
        "How often does the player keep to the truth, and where does it go wrong?",
        [["grade", _PLAYER, "--count", "40", "--blunders", "1"]],
    ),
    (
        "Better weights for the same idea, fitted to exact outcomes; then both play each other.",
        [["tune", "open-lines", "--batches", "2", "--confirm", "200", "-o", "tuned.json"]],
    ),
    (
        "Everything written up, as pages to hand in.",
        [["report", "open-lines", "--quick", "-o", "report.html"]],
    ),
)
"""What there is to see: words, and the commands that show it."""


@click.command()
@click.argument("stops", type=click.IntRange(1, len(_STOPS)), nargs=-1)
@option("--keep", type=FOLDER, metavar="FOLDER")(
    "Keep the files that the tour writes in this folder; by default they are deleted."
)
@click.pass_context
def tour(context: click.Context, stops: tuple[int, ...], keep: Path | None) -> None:
    """See in a minute or two what there is, on real data: each stop shows its command.

    With STOPS such as 1 3, only these.
    """
    commands = context.find_root().command
    assert isinstance(commands, click.Group)
    out, marks = console(), charset()
    with _folder(keep) as folder:
        for number in stops or range(1, len(_STOPS) + 1):
            words, lines = _STOPS[number - 1]
            out.print(f"\n{number}. {marks.plain(words)}", style="bold", markup=False)
            for line in lines:
                out.print(f"\n$ kinarow {shlex.join(line)}", style="cyan", markup=False)
                try:
                    commands.main(line, prog_name="kinarow", standalone_mode=False)
                except MissingExtraError as error:
                    out.print(f"Left out: {error}.", style="yellow", markup=False)
        written = ", ".join(sorted(path.name for path in folder.iterdir()))
    if written and keep is None:
        words = f"Deleted again: {written}. To keep such files: kinarow tour --keep FOLDER."
        out.print(f"\n{words}", markup=False)
    out.print("\nNext: kinarow lab, and kinarow --help.", style="bold")


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    """Be in the folder where the tour's files are written, which is this one."""
    with tempfile.TemporaryDirectory() as passing:
        try:
            if keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
            with chdir(keep or passing):
                yield Path()
        except OSError as error:
            raise KinarowError(f"{keep or passing}: {error.strerror}") from None
