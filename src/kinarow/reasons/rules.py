"""The rules by which a plan meets the leader's lines, by the names that Allis (1988) gave them.

Whether a line is met was decided by trying out its columns (`column_game.py`); a rule is the name
of the shortest argument for it. Cells are numbered from below in each column, the lowest empty one
being 1: on a board of even height with columns filled in pairs, 2, 4, 6 are Allis' even cells.

    claimeven      a column alone: the line needs a cell that the follower gets by answering on top
    baseinverse    the line needs both lowest cells: who loses one takes the other
    vertical       the line needs two cells one above the other: the answer to the one is the other
    lowinverse     the line needs both second cells
    highinverse    the line needs both third cells
    baseclaim      in three columns, the line needs a lowest cell and a second one
    aftereven      the follower's own line is complete before the line can be
    before         a line of the follower's lies right below all that the line needs
    specialbefore  the same, and the line needs the lowest cell of a third column as well
    columns        none of these alone: each order of play in the columns was tried
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from kinarow.game import Cell
from kinarow.game.geometry import bits_of
from kinarow.reasons.plan import Group, Plan, cells_of, claimed_cells

RuleName = Literal[
    "claimeven", "baseinverse", "vertical", "lowinverse", "highinverse", "baseclaim", "aftereven",
    "before", "specialbefore", "columns",
]  # fmt: skip
_INVERSES: Final[tuple[RuleName, ...]] = ("baseinverse", "lowinverse", "highinverse")


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
    """The name of the shortest argument that meets a line in a group, and its cells."""
    if len(group.columns) == 1:
        return _alone(group, lacked)
    heights = [list(bits_of(column)) for column in group.columns]
    for number, name in enumerate(_INVERSES):
        cells = [column[number] for column in heights if number < len(column)]
        here = [cell for cell in cells if cell & lacked]
        if len(here) > 1:
            return name, sum(here)
    for column in group.columns:
        pair = lacked & column & (lacked & column) >> 1
        if pair:
            lower = pair & -pair
            return "vertical", lower | lower << 1
    if (claimed := _baseclaim(heights, lacked)) is not None:
        return "baseclaim", claimed
    for own in group.lines:
        if own << 1 & ~lacked == 0:
            beside = [cells[0] for cells in heights if not own & sum(cells)]
            is_special = any(cell & lacked for cell in beside)
            return "specialbefore" if is_special else "before", own
    return "columns", lacked


def _baseclaim(heights: list[list[int]], lacked: int) -> int | None:
    """A lowest cell and the second cell of another column, both of which a line needs: with a third
    column at hand, the follower answers the lower one there with one of its neighbours."""
    if len(heights) < 3:
        return None
    for first in heights:
        for other in heights:
            if other is not first and len(other) > 1 and first[0] & lacked and other[1] & lacked:
                return first[0] | other[1]
    return None


def _alone(group: Group, lacked: int) -> tuple[RuleName, int]:
    for upper, ends in claimed_cells(group.columns[0], group.lines):
        if upper & lacked:
            return "claimeven", upper | upper >> 1
        if ends:
            return "aftereven", upper
    raise AssertionError("a line that a column alone does not meet")


def _cells_key(rule: tuple[RuleName, int]) -> tuple[int, int]:
    return rule[1] & -rule[1], rule[1]
