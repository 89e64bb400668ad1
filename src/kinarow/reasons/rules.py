"""The rules by which a plan meets the leader's lines, by the names that Allis (1988) gave them.

Whether a line is met was decided by trying out its columns (`column_game.py`); a rule is the name
of the shortest argument for it. Cells are numbered from below in each column, the lowest empty one
being 1: on a board of even height with columns filled in pairs, 2, 4, 6 are Allis' even cells.

    claimeven      a column alone: the line needs a cell that the follower gets by answering on top
    baseinverse    the line needs both lowest cells: who loses one takes the other
    vertical       the line needs two cells one above the other: the answer to the one is the other
    lowinverse     the line needs the second cells of two columns
    highinverse    the line needs the third cells of two columns
    baseclaim      in three columns, the line needs a lowest cell and a second one
    aftereven      the follower's own line is complete before the line can be
    before         the line needs the cells right above all that a line of the follower's lacks
    specialbefore  the same, and the lowest cell of a third column as well
    columns        none of these alone: each order of play in the columns was tried
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kinarow.game import Cell
from kinarow.game.geometry import bits_of
from kinarow.reasons.plan import Group, Plan, cells_of, claimed_cells

RuleName = Literal[
    "claimeven", "baseinverse", "vertical", "lowinverse", "highinverse", "baseclaim", "aftereven",
    "before", "specialbefore", "columns",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class HoldingRule:
    """A rule, the cells that it is about, and the other side's lines that it meets."""

    name: RuleName
    cells: tuple[Cell, ...]
    lines: tuple[tuple[Cell, ...], ...]

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "cells": [cell.name for cell in self.cells],
            "lines": [[cell.name for cell in line] for line in self.lines],
        }


def rules_of(plan: Plan) -> tuple[HoldingRule, ...]:
    """All that meets a line in a plan, lines that are met alike together."""
    met: dict[tuple[RuleName, int], list[int]] = {}
    for group in plan.groups:
        for line, lacked in group.met:
            met.setdefault(_rule(group, lacked), []).append(line)
    for own, lines in plan.after:
        for line in lines:
            met.setdefault(("aftereven", own), []).append(line)
    on = plan.position.geometry
    named = {window.mask: window.cells for window in on.windows}
    return tuple(
        HoldingRule(name, cells_of(plan.position, cells), tuple(named[line] for line in lines))
        for (name, cells), lines in sorted(met.items(), key=lambda item: _cells_key(item[0]))
    )


def _rule(group: Group, lacked: int) -> tuple[RuleName, int]:
    """The name of the shortest argument that meets a line in a group, and its cells.

    What was tried out is that the leader does not get all that he lacks there. So a rule that says
    what he never gets must speak of all of it; of a part, only what can be answered at once.
    """
    if len(group.columns) == 1:
        return _alone(group, lacked)
    heights = [list(bits_of(column)) for column in group.columns]
    lowest = [column[0] for column in heights if column[0] & lacked]
    if len(lowest) > 1:
        return "baseinverse", sum(lowest)
    for column in group.columns:
        pair = lacked & column & (lacked & column) >> 1
        if pair:
            lower = pair & -pair
            return "vertical", lower | lower << 1
    return _of_all(group, heights, lacked), lacked


def _of_all(group: Group, heights: list[list[int]], lacked: int) -> RuleName:
    """The name of an argument about several cells that the leader never gets together."""
    numbers = {column.index(cell) for column in heights for cell in column if cell & lacked}
    if lacked.bit_count() > 1 and len(numbers) == 1 and numbers < {1, 2}:
        return "lowinverse" if numbers == {1} else "highinverse"
    if len(heights) > 2 and lacked.bit_count() == 2 and numbers == {0, 1}:
        return "baseclaim"
    for own in group.lines:
        above, beside = own << 1, lacked & ~(own << 1)
        if above & ~lacked:
            continue
        if not beside:
            return "before"
        if beside in (column[0] for column in heights if not own & sum(column)):
            return "specialbefore"
    return "columns"


def _alone(group: Group, lacked: int) -> tuple[RuleName, int]:
    for upper, ends in claimed_cells(group.columns[0], group.lines):
        if upper & lacked:
            return "claimeven", upper | upper >> 1
        if ends:
            return "aftereven", upper
    raise AssertionError("a line that a column alone does not meet")


def _cells_key(rule: tuple[RuleName, int]) -> tuple[int, int]:
    return rule[1] & -rule[1], rule[1]
