"""`kinarow doctor`: what is installed here, and what is missing."""

from __future__ import annotations

import rich_click as click

from kinarow.cli.options import json_option, option
from kinarow.cli.output import charset, print_json

_SOMETHING_WRONG = 1


@click.command()
@json_option
@option("--quick", is_flag=True)("Compile nothing and start no sandbox.")
@click.pass_context
def doctor(context: click.Context, as_json: bool, quick: bool) -> None:
    """Look whether everything is there and works, for yourself or for a bug report.

    Packages with their versions, kinarow's own files, where caches and data are and whether they
    are whole, a compiled search, the sandbox for submissions; and how to mend what is not. Ends
    with code 1 if something that is needed is missing, old or broken.
    """
    from kinarow.api.installation import check_installation

    found = check_installation(trials=not quick)
    if as_json:
        print_json(found.to_json())
    else:
        click.echo(charset().plain(str(found)))
    context.exit(0 if found.is_fine else _SOMETHING_WRONG)
