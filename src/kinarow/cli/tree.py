"""`kinarow tree`: the search tree, for teaching."""

from __future__ import annotations

from typing import TextIO

import rich_click as click

from kinarow.cli.options import evaluator_option, json_option, position_options, read_position
from kinarow.cli.output import charset, console, print_json, progress_bar, with_kernels
from kinarow.evaluation import AnyEvaluator, load_evaluator
from kinarow.game import Position
from kinarow.score import in_words
from kinarow.search import alphabeta, minimax
from kinarow.search.limits import Limits
from kinarow.search.ordering import moves_in_order
from kinarow.search.tree import grow_tree
from kinarow.search.tree_node import TreeNode
from kinarow.search.tree_picture import draw_tree, tree_svg

_WORDS = "growing the tree"
_LARGEST_MINIMAX = 150_000


@click.command()
@position_options
@evaluator_option
@click.option(
    "--depth", type=click.IntRange(1, 12), default=2, show_default=True,
    help="Search depth in plies.",
)  # fmt: skip
@click.option("--no-prune", is_flag=True, help="Show the whole minimax tree, without pruning.")
@click.option(
    "--format", "style", type=click.Choice(["text", "svg", "json"]), default="text",
    show_default=True, help="Output format.",
)  # fmt: skip
@json_option
def tree(
    moves: tuple[str, ...],
    board: TextIO | None,
    game: str,
    evaluator_name: str,
    depth: int,
    no_prune: bool,
    style: str,
    as_json: bool,
) -> None:
    """Show the search tree: values passed up, the best move marked (*), pruned branches.

    Scores are for the side to move at the root. Where branches are pruned the value of a node is
    only known to be at most (≤) or at least (≥) its score. Below the tree: how many positions each
    search algorithm visits for the same answer.
    """
    position = read_position(moves, board, game)
    evaluator = load_evaluator(evaluator_name)
    root = grow_tree(position, evaluator, depth, prune=not no_prune)
    if style == "svg" and not as_json:
        click.echo(tree_svg(root))
        return
    with progress_bar(_WORDS) as report:
        counts = with_kernels(
            lambda: _positions_by_search(position, evaluator, depth), report, _WORDS
        )
    if as_json or style == "json":
        print_json({"tree": root.to_json(), "nodes": counts})
    else:
        _print(root, counts)


def _positions_by_search(position: Position, evaluator: AnyEvaluator, depth: int) -> dict[str, int]:
    """How many positions each kind of search looks at; minimax only where that ends soon."""
    from kinarow.search.compiled_search import search

    found = {}
    if len(moves_in_order(position)) ** depth <= _LARGEST_MINIMAX:
        found["minimax"] = minimax(position, evaluator, depth).nodes
    found["alphabeta"] = alphabeta(position, evaluator, depth).nodes
    if not evaluator.why_not_compiled(position.spec):
        limits = Limits(depth=depth)
        found["compiled"] = search(position, evaluator, limits, use_table=False).nodes
        found["compiled with table"] = search(position, evaluator, limits).nodes
    return found


def _print(root: TreeNode, counts: dict[str, int]) -> None:
    out = console()
    out.print(draw_tree(root, charset()))
    assert root.score is not None
    out.print()
    best = f", best {root.chosen.name}" if root.chosen else ""
    out.print(f"score {in_words(root.score)}{best}", style="bold", markup=False)
    counted = ", ".join(f"{name} {nodes}" for name, nodes in counts.items())
    out.print(f"positions looked at: {counted}", markup=False)
