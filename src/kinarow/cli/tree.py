"""`kinarow tree`: the search tree, for teaching."""

from __future__ import annotations

import sys
from pathlib import Path

import rich_click as click

from kinarow.api.lessons import lesson, search_counts, textbook_lesson
from kinarow.api.positions import search_tree
from kinarow.cli.options import (
    FILE,
    PositionArguments,
    evaluator_option,
    json_option,
    option,
    position_options,
)
from kinarow.cli.output import charset, console, print_json, progress_bar, with_kernels
from kinarow.evaluation import load_evaluator
from kinarow.game import Position
from kinarow.score import in_words
from kinarow.search.lesson.branches import ORDERS, TEXTBOOK, Order
from kinarow.search.lesson.lesson import Lesson
from kinarow.search.lesson.node import TreeNode
from kinarow.search.lesson.slides import lesson_html
from kinarow.search.lesson.svg import lesson_svg
from kinarow.search.lesson.text import step_text
from kinarow.search.lesson.tree_picture import draw_tree, tree_svg
from kinarow.writing import check_writable, write_whole

_WORDS = "growing the tree"


@click.command()
@position_options
@evaluator_option
@option("--depth", type=click.IntRange(1, 12), default=2)("Search depth in plies.")
@option("--no-prune", is_flag=True)("Show the whole minimax tree, without pruning.")
@option("--order", type=click.Choice(ORDERS), default="usual")(
    "With steps: try the moves of every node in the usual order, the best first (good) or the "
    "worst first (bad)."
)
@option("--textbook", is_flag=True)("Instead of a position, the tree of the textbooks.")
@option("--values", metavar="LISTS")(f"Instead of a position, a tree by its leaves: {TEXTBOOK}.")
@option("--step", is_flag=True)(
    "Tell the search step by step: Enter goes on, q ends; all steps where nobody types."
)
@option("--html", "page", type=FILE, metavar="FILE")(
    "Write the steps as a page for slides, with buttons to play and to step."
)
@option("--svg", "picture", type=FILE, metavar="FILE")("Write the steps as an animated picture.")
@option("--format", "style", type=click.Choice(["text", "svg", "json"]), default="text")(
    "Output format."
)
@json_option
def tree(
    given: PositionArguments,
    evaluator_name: str,
    depth: int,
    no_prune: bool,
    order: Order,
    textbook: bool,
    values: str | None,
    step: bool,
    page: Path | None,
    picture: Path | None,
    style: str,
    as_json: bool,
) -> None:
    """Show the search tree: values passed up, the best move marked (*), pruned branches.

    Scores are for the side to move at the root. Where branches are pruned the value of a node is
    only known to be at most (≤) or at least (≥) its score. Below the tree: how many positions each
    search algorithm visits for the same answer.

    With --step the search is told as a lesson: a sentence for each step, and alpha and beta on a
    number line. --html and --svg write the same for slides.
    """
    as_json = as_json or style == "json"
    if textbook and values is not None:
        raise click.UsageError("give --textbook or --values, not both")
    of_values = TEXTBOOK if textbook else values
    if of_values is not None and (given.moves or given.board):
        raise click.UsageError("give a position or a tree of values, not both")
    told = step or page or picture
    if order != "usual" and not (told or of_values):
        raise click.UsageError("--order is for steps: add --step, --html or --svg")
    if of_values is None and not told:
        _show(given.position(), evaluator_name, depth, no_prune, style, as_json)
        return
    if of_values is not None:
        found = textbook_lesson(of_values, prune=not no_prune, order=order)
    else:
        position = given.position()
        judge = load_evaluator(evaluator_name)
        found = lesson(position, judge, depth=depth, prune=not no_prune, order=order)
    _tell(found, step, page, picture, style, as_json)


def _tell(
    told: Lesson, step: bool, page: Path | None, picture: Path | None, style: str, as_json: bool
) -> None:
    """Print a lesson, and write its files."""
    wanted = [(path, make) for path, make in ((page, lesson_html), (picture, lesson_svg)) if path]
    for path, _ in wanted:
        check_writable(path)
    for path, text in [(path, make(told)) for path, make in wanted]:  # all of them, or none
        write_whole(path, text.encode())
    if as_json:
        print_json(told.to_json())
    elif style == "svg":
        click.echo(tree_svg(told.root))
    elif step:
        _step_through(told)
    elif page is None and picture is None:
        console().print(draw_tree(told.root, charset()))
        console().print(f"\n{told.summary}", markup=False)
    else:
        written = " and ".join(str(path) for path in (page, picture) if path)
        console().print(f"{len(told.steps)} steps written to {written}", markup=False)


def _step_through(told: Lesson) -> None:
    """One step for each Enter; where nobody types or looks, all of them."""
    out, asks = console(), sys.stdin.isatty() and sys.stdout.isatty()
    for number in range(len(told.steps)):
        out.print(step_text(told, number, charset()))
        if asks and number + 1 < len(told.steps):
            typed = _typed()
            if typed == "q":
                return
            asks = typed != "a"
    out.print()
    out.print(draw_tree(told.root, charset()))


def _typed() -> str:
    """What is typed before the next step; the end of input is the end."""
    try:
        return input("     Enter: next step, a: all, q: quit > ").strip().lower()
    except EOFError:
        return "q"


def _show(
    position: Position, evaluator_name: str, depth: int, no_prune: bool, style: str, as_json: bool
) -> None:
    """The tree itself, and what it takes each search."""
    evaluator = load_evaluator(evaluator_name)
    tree = search_tree(position, evaluator, depth=depth, prune=not no_prune)
    if style == "svg" and not as_json:
        click.echo(tree_svg(tree.root))
        return
    with progress_bar(_WORDS) as report:
        counts = with_kernels(
            lambda: search_counts(position, evaluator, depth=depth), report, _WORDS
        )
    if as_json:
        print_json({"tree": tree.root.to_json(), "nodes": counts})
    else:
        _print(tree.root, counts)


def _print(root: TreeNode, counts: dict[str, int]) -> None:
    out = console()
    out.print(draw_tree(root, charset()))
    assert root.score is not None
    out.print()
    best = f", best move: {root.chosen.name}" if root.chosen else ""
    out.print(f"score {in_words(root.score)}{best}", style="bold", markup=False)
    counted = ", ".join(f"{name} {nodes}" for name, nodes in counts.items())
    out.print(f"positions looked at: {counted}", markup=False)
