"""`kinarow evaluators` and `kinarow formula`: the catalogue, and evaluators as mathematics."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, cast

import rich_click as click

from kinarow.cli.options import evaluator_option, game_option, json_option, option
from kinarow.cli.output import charset, console, print_json, progress_bar
from kinarow.errors import KinarowError
from kinarow.evaluation import CATALOGUE, AnyEvaluator, Evaluator, find_evaluator, load_evaluator
from kinarow.evaluation.catalogue import FITTED, SQUARE_VALUE
from kinarow.evaluation.explanation.breakdown import LINES_OF_ANY_BOARD
from kinarow.evaluation.explanation.explain import counted_on
from kinarow.evaluation.written.formula import formula as formula_of
from kinarow.evaluation.written.formula import legend
from kinarow.evaluation.written.json_files import to_json
from kinarow.evaluation.written.notations import Format
from kinarow.evaluation.written.source import to_python
from kinarow.game import GameSpec
from kinarow.writing import write_whole

if TYPE_CHECKING:
    from kinarow.evaluation.understood.understanding import Understanding


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
@click.argument("named", metavar="[E]", required=False)
@game_option
@evaluator_option
@option(
    "--format", "style", type=click.Choice(["text", "latex", "typst", "python"]), default="text"
)("Output format; python prints a file that defines the evaluator.")
@option("--write", "output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.py")(
    "Write a Python file that defines the evaluator by its terms."
)
@json_option
def formula(
    named: str | None,
    game: str,
    evaluator_name: str,
    style: str,
    output: Path | None,
    as_json: bool,
) -> None:
    """Print an evaluator as mathematics, or as the Python file that defines it.

    As text, it also says what the letters mean, and how many lines of k cells the board of the game
    has, where the evaluator counts lines. Of your own function, a Python file, it looks for a
    formula that equals it on some thousand boards, and says on how many it was tried.
    """
    spec = GameSpec.parse(game)
    name = named or evaluator_name
    if output is not None and output.suffix != ".py":
        raise KinarowError(f"{output.name}: the output file must end in .py")
    if name == SQUARE_VALUE.name and style != "python" and output is None:
        written = SQUARE_VALUE.formula(cast(Format, style))
        if as_json:
            print_json({"evaluator": name, "formula": written})
            return
        click.echo(charset().plain(written) if style == "text" else written)
        return
    known = _known(load_evaluator(name), spec)
    if output is not None:
        write_whole(output, to_python(_whole(known)).encode())
    if as_json:
        text = formula_of(known.evaluator, cast(Format, style)) if known.evaluator else None
        print_json({**known.to_json(), "formula": text} if style != "python" else known.to_json())
        return
    if output is not None:
        click.echo(f"{output}: {known.claim}" if known.tried else f"wrote {output}")
    elif style == "python":
        click.echo(to_python(_whole(known)), nl=False)
    elif style == "text":
        click.echo(charset().plain(_as_text(known, spec)))
    else:
        click.echo(formula_of(_some(known), cast(Format, style)))
    for words in (*known.cases, *known.mistakes) if output or style != "text" else ():
        click.echo(charset().plain(words), err=True)


def _known(evaluator: AnyEvaluator, spec: GameSpec) -> Understanding:
    """What an evaluator comes to: itself if it is made of terms, else what can be found."""
    from kinarow.evaluation.understood.kept import understood  # imports numpy
    from kinarow.evaluation.understood.understanding import Understanding

    if evaluator.of_terms is not None:
        return Understanding(evaluator.name, spec, evaluator=evaluator.of_terms)
    with progress_bar(f"understanding {evaluator.name}") as report:
        return understood(evaluator, spec, report)


def _some(known: Understanding) -> Evaluator:
    """Its formula, or an error that says why there is none."""
    if known.evaluator is None:
        raise KinarowError(". ".join((known.claim, *known.whys, *known.mistakes)))
    return known.evaluator


def _whole(known: Understanding) -> Evaluator:
    """Its formula as an evaluator that says all by itself, with how it is known."""
    evaluator = _some(known)
    if not known.tried:
        return evaluator
    said = "; ".join((known.claim, *(f"not said here: {case}" for case in known.cases)))
    return Evaluator(
        evaluator.name, *evaluator.terms, won=evaluator.won, phases=evaluator.phases, source=said
    )


def _as_text(known: Understanding, spec: GameSpec) -> str:
    from kinarow.evaluation.understood.rendering import understanding_text

    evaluator = _some(known)
    written = understanding_text(known) if known.tried else formula_of(evaluator)
    written += f"\n\n{textwrap.fill(legend(evaluator), 100)}"
    if counted := counted_on(evaluator, spec):
        written += f"\n\n{counted}\n{LINES_OF_ANY_BOARD}"
    return written
