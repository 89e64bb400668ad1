"""`kinarow grade`: how close to perfect play a player comes."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import rich_click as click

from kinarow.api.grading import grade
from kinarow.arena.store.export import csv_of
from kinarow.cli.options import (
    FILE,
    PLAYER,
    game_option,
    json_option,
    lines_of,
    named_line,
    option,
    sandbox_option,
    workers_options,
)
from kinarow.cli.output import charset, console, print_json, watched
from kinarow.drawing import Diagram
from kinarow.drawing.chart import chart_svg
from kinarow.drawing.text import draw
from kinarow.errors import KinarowError
from kinarow.evaluation import AnyEvaluator
from kinarow.evaluation.explanation.remarks import remarks_if_own
from kinarow.game import GameSpec, Position
from kinarow.grading.blunder_chart import blunder_chart
from kinarow.grading.grade_text import grade_text
from kinarow.grading.grades import Grade, GradedMove
from kinarow.grading.review import ReviewedMove
from kinarow.players.isolated.player import player_asked_for
from kinarow.writing import check_writable, write_whole


@click.command("grade")
@click.argument("player_text", metavar="PLAYER", type=PLAYER)
@game_option
@option("--count", type=click.IntRange(1, 1_000_000), default=200)("Number of positions.")
@option("--seed", default=0)("Random seed for the positions.")
@option("--positions", type=click.File(encoding="utf-8-sig"), metavar="FILE")(
    "Grade on the positions of this file: one move string per line; anything after a space "
    "is ignored."
)
@option("--blunders", type=click.IntRange(0, 100), default=3)("Number of worst moves to show.")
@option("--labels", type=FILE)(
    "Cache file of exact values, shared by all runs; by default in the user's cache folder."
)
@sandbox_option
@workers_options
@option("--plot", type=FILE, metavar="FILE.svg")(
    "Write a chart (SVG): the share of moves that throw the result away, by number of stones."
)
@option("--csv", "table", type=FILE, metavar="FILE.csv")(
    "Write every graded move as a row of a CSV file."
)
@json_option
def grade_player(
    player_text: str,
    game: str,
    count: int,
    seed: int,
    positions: TextIO | None,
    blunders: int,
    labels: Path | None,
    sandboxed: bool,
    workers: int | str,
    plot: Path | None,
    table: Path | None,
    as_json: bool,
) -> None:
    """Grade a player against perfect play.

    In each position every move is valued by the exact solver. "Keeps the result" is the share of
    moves that keep a win a win and a draw a draw (weak accuracy), "best move" that of the fastest
    wins and slowest losses (strong accuracy).
    """
    player, spec = player_asked_for(player_text, sandboxed=sandboxed), GameSpec.parse(game)
    for file in filter(None, (plot, table)):
        check_writable(file)
    given = _read(positions, spec) if positions else None
    result = watched(
        f"grading {player.name}",
        lambda report, stop: grade(
            player, spec, positions=given, count=count, seed=seed, labels=labels,
            workers=workers, progress=report, stop=stop,
        ),
    )  # fmt: skip
    if plot is not None:
        write_whole(plot, chart_svg(blunder_chart(result)).encode())
    if table is not None:
        write_whole(table, "".join(csv_of(result.rows())).encode())
    remarks = (
        () if sandboxed or player.evaluator is None else remarks_if_own(player.evaluator, spec)
    )
    if as_json:
        told = [remark.to_json() for remark in remarks]
        print_json(result.to_json() | ({"remarks": told} if told else {}))
        return
    _print(result, blunders, player.evaluator)
    for remark in remarks:
        console().print(remark.words, style="bold red", markup=False)


def _read(file: TextIO, spec: GameSpec) -> list[Position]:
    found = {}
    for number, line in enumerate(lines_of(file), 1):
        moves = line.split()[0] if line.split() else ""
        with named_line(number):
            position = Position.from_moves(moves, spec)
        if position.ending() is None:
            found[position.canonical()] = position
    if not found:
        raise KinarowError(f"{file.name} has no position in which the game is not over")
    return list(found.values())


def _print(result: Grade, blunders: int, evaluator: AnyEvaluator | None) -> None:
    console().print(grade_text(result, charset()), markup=False)
    for move in result.worst(blunders):
        _print_blunder(move, evaluator)


def _print_blunder(graded: GradedMove, evaluator: AnyEvaluator | None) -> None:
    marks, out, position = charset(), console(), graded.position
    out.print(draw(Diagram.of(position.play(graded.move), graded.move), marks))
    out.print(str(graded), markup=False)
    if evaluator is not None:
        words = ReviewedMove(position, graded.move, graded).missed(evaluator)
        out.print(f"at first sight, {marks.plain(words)}", style="dim", markup=False)
