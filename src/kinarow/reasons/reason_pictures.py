"""Reasons drawn onto the board."""

from __future__ import annotations

from dataclasses import replace

from kinarow.drawing import CellMark, Diagram, draw_svg, notebook
from kinarow.game import Cell
from kinarow.reasons.plan import cells_of, claimed_cells
from kinarow.reasons.reason import Reason
from kinarow.reasons.reason_words import told

_GETS, _SHARED, _DECIDES = "+", "=", "!"


def reason_diagram(reason: Reason) -> Diagram:
    """The board with the reason's cells: its moves numbered, then what decides, then what a plan
    gives to its side, and the columns that it plays together."""
    diagram = Diagram.of(reason.position)
    if reason.form == "every move" and not reason.moves:
        return diagram
    labels: dict[Cell, str] = {}
    if reason.plan is not None:
        for group in reason.plan.groups:
            if len(group.columns) > 1:
                labels |= dict.fromkeys(cells_of(reason.position, group.cells), _SHARED)
                continue
            upper = sum(cell for cell, _ in claimed_cells(group.columns[0], group.lines))
            labels |= dict.fromkeys(cells_of(reason.position, upper), _GETS)
        for line in reason.lines:
            labels |= {cell: _DECIDES for cell in line if reason.after.at(cell) is None}
    labels |= dict.fromkeys(reason.cells, _DECIDES)
    labels |= {move: str(number) for number, move in enumerate(reason.moves, 1)}
    marks = tuple(CellMark(line, "good") for line in reason.lines)
    return replace(diagram, marks=marks, numbers=tuple(sorted(labels.items())))


def legend(reason: Reason) -> str:
    """What the signs on the board mean, as far as they are there."""
    shown = {text for _, text in reason_diagram(reason).numbers}
    meanings = {
        _DECIDES: "decides",
        _GETS: "cells that it gets by answering above",
        _SHARED: "columns that are answered together",
    }
    said = [f"{sign} {meaning}" for sign, meaning in meanings.items() if sign in shown]
    if reason.moves:
        said.insert(0, "1 is played first" if len(reason.moves) == 1 else "1, 2, … are played")
    return "; ".join(said)


def reason_html(reason: Reason) -> str:
    """A reason as a notebook shows it."""
    first, *rest = told(reason)
    picture = draw_svg(reason_diagram(reason), first)
    return notebook.beside(picture, notebook.words(first, strong=True), *map(notebook.words, rest))
