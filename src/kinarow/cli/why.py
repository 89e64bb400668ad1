"""`kinarow why`: the verdict of a position, and the shortest reason for it."""

from __future__ import annotations

import threading

import rich_click as click

from kinarow.cli.options import PositionArguments, json_option, option, position_options
from kinarow.cli.output import INTERRUPTED, charset, console, print_json, progress_bar, with_kernels

_WORDS = "looking for a reason"


@click.command("why")
@position_options
@option("--seconds", type=click.FloatRange(0.001, 10**6), default=10.0)(
    "Time limit in seconds for the exact verdict."
)
@option("--as", "style", type=click.Choice(["text", "markdown", "svg"]), default="text")(
    "The form in which it is printed."
)
@json_option
@click.pass_context
def why_command(
    context: click.Context,
    given: PositionArguments,
    seconds: float,
    style: str,
    as_json: bool,
) -> None:
    """Say why a position is won, lost or held: the verdict, then the shortest reason for it.

    Reasons are a line that is completed, threats that force the other side, zugzwang, and rules by
    which a side cannot lose; each is a proof that does without the solver, which gives the verdict
    printed beside it. If the last of MOVES threw the result away, that is said too. Where no such
    reason is found, perfect play is shown up to where one begins.
    """
    if as_json and style != "text":
        raise click.UsageError("give --as or --json, not both")
    from kinarow.api.positions import why
    from kinarow.reasons.answer_text import why_markdown, why_svg, why_text

    line = given.line()
    before, stop = line[-2] if len(line) > 1 else None, threading.Event()
    with progress_bar(_WORDS) as report:
        found = with_kernels(
            lambda: why(line[-1], before=before, seconds=seconds, stop=stop),
            report, _WORDS, stop=stop,
        )  # fmt: skip
    if as_json:
        print_json(found.to_json())
    elif style == "text":
        console().print(why_text(found, charset()))
    else:
        click.echo(why_markdown(found) if style == "markdown" else why_svg(found))
    if stop.is_set():
        click.echo("kinarow: interrupted, so there may be more to say", err=True)
        context.exit(INTERRUPTED)
