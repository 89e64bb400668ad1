"""`kinarow autograder`: marks given by Gradescope or GitHub Classroom."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from kinarow.api import classes
from kinarow.classroom.autograders.writing import seed_for
from kinarow.classroom.scheme import DEFAULT, read_scheme
from kinarow.cli.options import FILE, json_option, labels_option, option, workers_options
from kinarow.cli.output import console, print_json, printable, watched
from kinarow.errors import KinarowError


@click.command("autograder")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@option("--scheme", "scheme_file", type=FILE, metavar="FILE.toml")(
    "How marks are given, as for grade-class."
)
@option("--seed", type=click.IntRange(-(10**18), 10**18), envvar="KINAROW_SEED", show_envvar=True)(
    "Random seed for positions, openings and chance, instead of the scheme's. Without either "
    "one is drawn that nobody can guess."
)
@labels_option
@workers_options
@json_option
def autograder(
    folder: Path,
    scheme_file: Path | None,
    seed: int | None,
    labels: Path | None,
    workers: int | str,
    as_json: bool,
) -> None:
    """Write autograders into DIR: one for Gradescope, one for GitHub Classroom.

    DIR/gradescope.zip is uploaded to Gradescope; what is in DIR/github belongs into the template
    repository of an assignment. Both carry this version of kinarow and the scheme, and mark a
    submission as grade-class does with the same seed.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "gradescope.zip").exists():
        raise KinarowError(f"{folder} holds other files: give a new or an empty folder")
    scheme = DEFAULT
    if scheme_file is not None:
        read_scheme(scheme_file)  # complains, with the file's name
        scheme = scheme_file.read_text(encoding="utf-8-sig")
    drawn_by, warning = seed_for(scheme, seed)
    written = watched(
        "writing autograders",
        lambda report, stop: classes.write_autograder(
            folder, scheme, drawn_by, labels=labels, workers=workers, progress=report, stop=stop
        ),
    )
    if as_json:
        files = [str(path) for path in written]
        print_json({"written": files, "seed": drawn_by, "warnings": [warning] if warning else []})
        return
    said = [f"seed: {drawn_by}, to be kept from students"]
    said += [f"Warning: {warning}"] if warning else []
    for line in [*said, f"written: {', '.join(map(str, written))}"]:
        console().print(printable(line), markup=False)
