"""`kinarow evaluators` and `kinarow formula`: the catalogue, and evaluators as mathematics."""

from __future__ import annotations

import textwrap
from typing import cast

import rich_click as click

from kinarow.cli.options import evaluator_option, game_option, json_option, option
from kinarow.cli.output import charset, console, print_json
from kinarow.evaluation import CATALOGUE, find_evaluator, load_evaluator, made_of_terms
from kinarow.evaluation.catalogue import FITTED, SQUARE_VALUE
from kinarow.evaluation.explanation.breakdown import LINES_OF_ANY_BOARD
from kinarow.evaluation.explanation.explain import counted_on
from kinarow.evaluation.written.formula import formula as formula_of
from kinarow.evaluation.written.formula import legend
from kinarow.evaluation.written.json_files import to_json
from kinarow.evaluation.written.notations import Format
from kinarow.evaluation.written.source import to_python
from kinarow.game import GameSpec


@click.command()
@json_option
def evaluators(as_json: bool) -> None:
    """List the evaluators that come with kinarow, with their sources and ideas."""
    every = [*CATALOGUE.values(), *map(find_evaluator, FITTED)]
    entries = [(e.name, e.source, e.motivation) for e in (*every, SQUARE_VALUE)]
    if as_json:
        described = {e.name: to_json(e) for e in every if not e.has_tables}
        print_json(
            {
                "evaluators": [
                    described.get(name, {"name": name, "source": source, "motivation": motivation})
                    for name, source, motivation in entries
                ]
            }
        )
        return
    out, marks = console(), charset()
    for name, source, motivation in entries:
        out.print(name, style="bold", markup=False)
        for words, style in ((source, "dim"), (motivation, "")):
            filled = textwrap.indent(textwrap.fill(words, 78), "  ")
            out.print(marks.plain(filled), style=style, markup=False)


@click.command()
@game_option
@evaluator_option
@option(
    "--format", "style", type=click.Choice(["text", "latex", "typst", "python"]), default="text"
)("Output format; python prints a file that defines the evaluator.")
def formula(game: str, evaluator_name: str, style: str) -> None:
    """Print an evaluator as mathematics, or as the Python file that defines it.

    As text, it also says what the letters mean, and how many lines of k cells the board of the game
    has, where the evaluator counts lines.
    """
    spec = GameSpec.parse(game)
    if evaluator_name == SQUARE_VALUE.name and style != "python":
        written = SQUARE_VALUE.formula(cast(Format, style))
    else:
        evaluator = made_of_terms(load_evaluator(evaluator_name), "a function is its own formula")
        if style == "python":
            click.echo(to_python(evaluator), nl=False)
            return
        written = formula_of(evaluator, cast(Format, style))
        if style == "text":
            written += f"\n\n{textwrap.fill(legend(evaluator), 100)}"
        if style == "text" and (counted := counted_on(evaluator, spec)):
            written += f"\n\n{counted}\n{LINES_OF_ANY_BOARD}"
    click.echo(charset().plain(written) if style == "text" else written)
