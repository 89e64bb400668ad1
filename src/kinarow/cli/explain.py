"""`kinarow explain`: how a score comes about."""

from __future__ import annotations

import rich_click as click

from kinarow.cli.options import (
    PositionArguments,
    evaluator_option,
    json_option,
    option,
    position_options,
    side_named,
    side_option,
)
from kinarow.cli.output import charset, console, print_json, progress_bar
from kinarow.drawing import Diagram
from kinarow.drawing.text import Charset, draw
from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator, Explanation
from kinarow.evaluation.explanation.changes import MoveChanges
from kinarow.evaluation.explanation.rendering import (
    explanation_svg,
    explanation_text,
    in_column,
    markdown,
)
from kinarow.evaluation.explanation.ways import WAYS, Way
from kinarow.evaluation.load import load_explained
from kinarow.game import Position, Side
from kinarow.score import signed


@click.command()
@position_options
@evaluator_option
@side_option
@option("--move", "move_text", metavar="MOVE")("Show what this move would change.")
@option(
    "--format", "style", type=click.Choice(["text", "markdown", "svg", "json"]), default="text"
)("Output format; svg draws everything that counts onto the board.")
@option("--by", "way", type=click.Choice(WAYS), default="best")(
    "How to explain your own function: by a formula that equals it, by the calls of its own "
    "functions, or by taking away stones; best is the first of these that is exact."
)
@json_option
def explain(
    given: PositionArguments,
    evaluator_name: str,
    seen_by: str,
    move_text: str | None,
    style: str,
    way: Way,
    as_json: bool,
) -> None:
    """Show how an evaluator comes to its score: what counted, where, and the running total.

    For your own function, a Python file, it first looks for a formula that equals it on some
    thousand boards, and shows that line by line; else the calls of its own functions, if they add
    up; else what removing each stone changes. It says which, and what looks like a mistake.
    """
    position = given.position()
    side = side_named(seen_by, position)
    style = "json" if as_json else style
    evaluator = load_explained(evaluator_name)
    if move_text is not None:
        _explain_move(evaluator, position, side, move_text, style)
        return
    explanation = _explanation(evaluator, position, side, way)
    if style == "json":
        print_json(explanation.to_json())
    elif style == "svg":
        click.echo(explanation_svg(explanation))
    elif style == "markdown":
        click.echo(charset().plain(markdown(explanation, charset())))
    else:
        console().print(explanation_text(explanation, charset()))


def _explanation(evaluator: AnyEvaluator, position: Position, side: Side, way: Way) -> Explanation:
    from kinarow.evaluation.understood.explaining import explain_function  # imports numpy

    with progress_bar(f"understanding {evaluator.name}") as report:
        return explain_function(evaluator, position, side, way, report)


# ── what a move changes ──────────────────────────────────────────────────────────────────────


def _explain_move(
    evaluator: AnyEvaluator, position: Position, side: Side, move_text: str, style: str
) -> None:
    if style not in ("text", "json"):
        raise KinarowError(f"what a move changes is shown as text or json, not as {style}")
    changes = evaluator.explain_move(position, position.parse_move(move_text), side)
    if changes is None:
        raise KinarowError(f"--move needs an evaluator made of terms, and {evaluator.name} is not")
    if style == "json":
        print_json({"move": position.move_text(changes.move), **changes.to_json()})
    else:
        _print_changes(position, evaluator.name, changes, charset())


def _print_changes(
    position: Position, evaluator: str, changes: MoveChanges, marks: Charset
) -> None:
    out = console()
    out.print(draw(Diagram.of(position.play(changes.move), changes.move), marks))
    out.print()
    width = max((len(c.words) for c in changes.changes), default=0)
    points = in_column([c.points for c in changes.changes], 10)
    for c, number in zip(changes.changes, points, strict=True):
        colour = "green" if c.points > 0 else "red"
        held = f"{' '.join(marks.marks(c.before))} > {' '.join(marks.marks(c.after))}"
        words = marks.plain(c.words)
        out.print(f"  {words:<{width}}   {held if c.cells else ''}", end="", markup=False)
        out.print(f" {number}".rstrip(), style=colour)
    before, after = signed(changes.before), signed(changes.after)
    who = marks.mark(changes.side)
    out.print()
    words = f"{evaluator} for {who}, {changes.move} played: from {before} to {after}"
    out.print(words, style="bold", markup=False)
