"""`kinarow perft` and `kinarow positions`: counting lines of play and positions."""

from __future__ import annotations

import rich_click as click

from kinarow.cli.options import (
    PositionArguments,
    game_option,
    json_option,
    option,
    position_options,
)
from kinarow.cli.output import charset, console, print_json, progress_bar, with_kernels
from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position, Side
from kinarow.game.perft import PlyCount, PositionCount, count_lines, count_positions, perft_of
from kinarow.game.perft import divide as divide_lines

_LARGEST_WHOLE_GAME = 16


@click.command()
@click.argument("depth", type=click.IntRange(min=0))
@position_options
@option("--divide", is_flag=True)("Count for each first move separately.")
@json_option
def perft(depth: int, given: PositionArguments, divide: bool, as_json: bool) -> None:
    """Count the lines of play of DEPTH plies; a line stops where a game ends.

    The table shows each ply on the way: how many lines reach it and how many games end there.
    """
    position = given.position()
    if divide:
        _divide(position, depth, as_json)
        return
    words = f"counting {depth} plies"
    with progress_bar(words) as report:
        counts = with_kernels(lambda: count_lines(position, depth, report), report, words)
    nodes = perft_of(counts)
    if as_json:
        plies = [_as_json(count) for count in counts]
        print_json({"game": str(position.spec), "depth": depth, "nodes": nodes, "plies": plies})
        return
    _print_table(counts)
    console().print(f"perft {depth}: {nodes}")


def _divide(position: Position, depth: int, as_json: bool) -> None:
    words = f"counting {depth} plies, move by move"
    with progress_bar(words) as report:
        counts = with_kernels(lambda: divide_lines(position, depth, report), report, words)
    moves = {position.move_text(move): count for move, count in counts.items()}
    nodes = sum(moves.values())
    if as_json:
        game = str(position.spec)
        print_json({"game": game, "depth": depth, "nodes": nodes, "moves": moves})
        return
    for name, count in moves.items():
        console().print(f"{name}: {count}", markup=False)
    console().print(f"perft {depth}: {nodes}")


@click.command()
@game_option
@option("--plies", type=click.IntRange(min=0))("Stop after this many stones.")
@json_option
def positions(game: str, plies: int | None, as_json: bool) -> None:
    """Count the distinct positions by number of stones, and those that differ up to symmetry.

    All positions of one ply are in memory at once, so large games need --plies.
    """
    spec = GameSpec.parse(game)
    if plies is None and spec.cell_count > _LARGEST_WHOLE_GAME:
        raise KinarowError(f"{spec} is too large to count whole: say how far with --plies")
    counts: list[PositionCount] = []
    if not as_json:
        console().print(f"{'stones':>6} {'positions':>12} {'up to symmetry':>15}")
    with progress_bar("counting positions"):
        for count in count_positions(spec, plies):
            counts.append(count)
            if not as_json:
                row = f"{count.plies:>6} {count.positions:>12} {count.classes:>15}"
                console().print(row, markup=False)
    total = sum(count.positions for count in counts)
    classes = sum(count.classes for count in counts)
    if as_json:
        rows = [{"plies": c.plies, "positions": c.positions, "classes": c.classes} for c in counts]
        print_json({"game": str(spec), "positions": total, "classes": classes, "plies": rows})
    else:
        console().print(f"{'all':>6} {total:>12} {classes:>15}")


def _as_json(count: PlyCount) -> dict[str, int]:
    return {
        "nodes": count.nodes,
        "first_wins": count.first_wins,
        "second_wins": count.second_wins,
        "draws": count.draws,
    }


def _print_table(counts: list[PlyCount]) -> None:
    marks, out = charset(), console()
    heads = ("lines", f"{marks.mark(Side.FIRST)} wins", f"{marks.mark(Side.SECOND)} wins", "draws")
    out.print("ply" + "".join(f"{head:>14}" for head in heads), markup=False)
    for ply, count in enumerate(counts, 1):
        cells = (count.nodes, count.first_wins, count.second_wins, count.draws)
        out.print(f"{ply:>3}" + "".join(f"{cell:>14}" for cell in cells), markup=False)
