"""Finding a plan: a division of the columns under which every line of the leader's is met."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations

from kinarow.game import Position
from kinarow.game.threats import winning_moves
from kinarow.reasons.column_game import ColumnGame
from kinarow.reasons.plan import Group, Plan, claimed_cells

_MOST_TRIED = 120
"""Groups of several columns that are tried out for one position."""
_MOST_CELLS = 150
"""Of boards that someone would go through column by column."""
_MOST_DIVIDED = 9
"""Columns that are joined in pairs in all ways; 9 have 2,620."""


_MOST_IN_THREE = 9
"""Empty cells of three columns that are joined: with more there is too much to try."""


@dataclass(frozen=True)
class _Alone:
    """A column by itself: all that happens in it is that the follower answers on top."""

    column: int
    leaders: int
    """The cells that the leader may get."""
    followers: int
    holds: bool
    """Whether every stone of the leader's has an answer."""
    wins: bool


PlayedOut = dict[tuple[object, ...], bool]
"""Groups of columns that were tried out, with what came of it: the same ones come up in position
after position, wherever the last stones lie elsewhere."""


@dataclass
class _Search:
    position: Position
    must_win: bool
    played_out: PlayedOut
    columns: list[int] = field(default_factory=list)
    tried: dict[tuple[tuple[int, ...], frozenset[int], bool], bool] = field(default_factory=dict)
    owns: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The follower's lines by the cells that they must not leave."""
    met_by: defaultdict[tuple[int, ...], dict[int, bool]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    in_peace: dict[tuple[int, ...], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        position, on = self.position, self.position.geometry
        self.empty = on.board & ~(position.first | position.second)
        by_column = (on.column_mask(c) & self.empty for c in range(position.spec.columns))
        self.columns = [cells for cells in by_column if cells]
        leader, follower = position.mover, position.mover.other
        lines = [w.mask for w in on.windows if not w.mask & position.stones(follower)]
        # Those that lack the least are the hardest to meet, so that a division fails early.
        self.lines = sorted(lines, key=lambda line: (line & self.empty).bit_count())
        own = (w.mask & self.empty for w in on.windows if not w.mask & position.stones(leader))
        self.own_lines = sorted(set(own), key=int.bit_count)
        self.alone = {column: self._alone(column) for column in self.columns}
        self.claimed = self._claimed()
        self.winning = [column for column, single in self.alone.items() if single.wins]

    def _alone(self, column: int) -> _Alone:
        followers = 0
        for upper, ends in claimed_cells(column, self._own(column)):
            followers |= upper
            if ends:
                return _Alone(column, followers >> 1, followers, holds=True, wins=True)
        is_even = column.bit_count() % 2 == 0
        return _Alone(column, column & ~followers, followers, holds=is_even, wins=False)

    def plan(self) -> Plan | None:
        if not self._can_start() or self._is_hopeless():
            return None
        for joined in sorted(self._divisions(), key=_effort):
            if len(self.tried) > _MOST_TRIED:
                return None
            found = self._with(joined) if self._may_do(joined) else None
            if found is not None:
                return found
        return None

    def _can_start(self) -> bool:
        if len(self._to_divide()) > _MOST_DIVIDED or self.position.is_over:
            return False
        return not winning_moves(self.position)

    def _is_hopeless(self) -> bool:
        """Whether some line is met by no column alone, by no pair, and by no claimed line."""
        if self.must_win and not self._has_hope_to_win():
            return True
        leaders = sum(single.leaders for single in self.alone.values())
        leaders |= sum(column for column, single in self.alone.items() if not single.holds)
        for line in self.lines:
            if line & self.empty & ~leaders or any(self._is_above(line, o) for o in self.claimed):
                continue
            if not any(self._meets(group, line) for group in self.groups):
                return True
        return False

    def _has_hope_to_win(self) -> bool:
        return (
            bool(self.claimed) or bool(self.winning) or any(map(self._wins_in_peace, self.groups))
        )

    def _wins_in_peace(self, group: tuple[int, ...]) -> bool:
        """Whether the follower would win in a group if he had nothing to meet there."""
        known = self.in_peace.get(group)
        if known is None:
            has_lines = bool(self._own(self.groups[group]))
            known = self.in_peace[group] = has_lines and self._holds(group, [], must_win=True)
        return known

    @cached_property
    def groups(self) -> dict[tuple[int, ...], int]:
        """All columns that may be joined, with their cells: two, or three where little is left of
        them."""
        columns = self._to_divide()
        groups = (*combinations(columns, 2), *combinations(columns, 3))
        with_cells = ((group, sum(group)) for group in groups)
        return {group: cells for group, cells in with_cells if len(group) == 2 or _are_few(cells)}

    @cached_property
    def met_alone(self) -> dict[int, list[int]]:
        """The columns that meet a line if they stand alone."""
        return {
            line: [c for c, single in self.alone.items() if line & c & ~single.leaders]
            for line in self.lines
        }

    def _may_do(self, joined: tuple[tuple[int, ...], ...]) -> bool:
        """Whether a division can be a winning one, if it must: it has a column, a pair, or a line
        over columns that stand alone, by which the follower would win if he were left in peace."""
        if not self.must_win:
            return True
        if self.claimed or self.winning:
            in_groups = sum([self.groups[group] for group in joined])
            if any(not cells & in_groups for cells in (*self.winning, *self.claimed)):
                return True
        return any(map(self._wins_in_peace, joined))

    def _divisions(self) -> list[tuple[tuple[int, ...], ...]]:
        """The ways to join columns in pairs, and three of them at most once; all others must hold
        alone."""

        @cache
        def ways(left: tuple[int, ...], three: bool) -> list[tuple[tuple[int, ...], ...]]:
            if not left:
                return [()]
            first, rest = left[0], left[1:]
            found = list(ways(rest, three)) if self.alone[first].holds else []
            for others in (*combinations(rest, 1), *(combinations(rest, 2) if three else ())):
                group = (first, *others)
                if group in self.groups:
                    after = tuple([column for column in rest if column not in others])
                    found += [(group, *w) for w in ways(after, three and len(group) == 2)]
            return found

        return ways(self._to_divide(), True)

    def _to_divide(self) -> tuple[int, ...]:
        """The columns that may be joined: on a wide board, only those that cannot stand alone."""
        if len(self.columns) <= _MOST_DIVIDED:
            return tuple(self.columns)
        return tuple(column for column in self.columns if not self.alone[column].holds)

    def _with(self, joined: tuple[tuple[int, ...], ...]) -> Plan | None:
        """The plan with these groups of several columns, if every line is met."""
        in_groups = {column for group in joined for column in group}
        alone = [self.alone[c] for c in self.columns if c not in in_groups]
        met: dict[int, list[tuple[int, int]]] = {single.column: [] for single in alone}
        cells_in_groups = sum([self.groups[group] for group in joined])
        after = [line for line in self.claimed if not line & cells_in_groups]
        met_after: dict[int, list[int]] = {line: [] for line in after}
        choices: list[tuple[int, list[int]]] = []
        for line in self.lines:
            for column in self.met_alone[line]:
                if column in met:
                    met[column].append((line, line & column))
                    break
            else:
                own = next((own for own in after if self._is_above(line, own)), None)
                if own is not None:
                    met_after[own].append(line)
                elif fitting := self._fitting(line, joined):
                    choices.append((line, fitting))
                else:
                    return None
        assigned = self._assign(choices, joined)
        if assigned is None:
            return None
        groups = [
            Group((one.column,), tuple(met[one.column]), self._own(one.column), one.wins)
            for one in alone
        ]
        for group, lines in zip(joined, assigned, strict=True):
            wins = self._holds(group, lines, must_win=True)
            cells = self.groups[group]
            of_group = tuple((line, line & cells) for line in lines)
            groups.append(Group(group, of_group, self._own(cells), wins))
        after_lines = tuple((own, tuple(met_after[own])) for own in after)
        plan = Plan(self.position, tuple(groups), after_lines)
        return plan if plan.wins or not self.must_win else None

    def _own(self, cells: int) -> tuple[int, ...]:
        if cells not in self.owns:
            self.owns[cells] = tuple([line for line in self.own_lines if line & ~cells == 0])
        return self.owns[cells]

    def _claimed(self) -> list[int]:
        """The follower's lines of which he gets every cell while their columns stand alone."""
        alone = [single for single in self.alone.values() if single.holds]
        followers = sum(single.followers for single in alone)
        return [
            line
            for line in self.own_lines
            if line & ~followers == 0 and all(line & ~single.column for single in alone)
        ]

    def _is_above(self, line: int, own: int) -> bool:
        """Whether a line needs a cell above each cell of another, so that it comes too late."""
        for column in self.columns:
            if own_here := own & column:
                above = column & ~((own_here << 1) - 1)
                if not line & above:
                    return False
        return True

    def _fitting(self, line: int, joined: tuple[tuple[int, ...], ...]) -> list[int]:
        """The groups, by number, that meet a line if it is all that they have to meet."""
        return [i for i, group in enumerate(joined) if self._meets(group, line)]

    def _meets(self, group: tuple[int, ...], line: int) -> bool:
        """Whether a group meets a line if it is all that there is to meet."""
        known = self.met_by[group].get(line)
        if known is None:
            known = bool(line & self.groups[group]) and self._holds(group, [line])
            self.met_by[group][line] = known
        return known

    def _assign(
        self, choices: list[tuple[int, list[int]]], joined: tuple[tuple[int, ...], ...]
    ) -> list[list[int]] | None:
        """Each line to one of the groups that meet it; those with the fewest choices first."""
        choices.sort(key=lambda choice: len(choice[1]))
        assigned: list[list[int]] = [[] for _ in joined]

        def place(number: int) -> bool:
            if number == len(choices):
                return all(self._holds(g, ls) for g, ls in zip(joined, assigned, strict=True))
            line, fitting = choices[number]
            for i in fitting:
                assigned[i].append(line)
                if self._holds(joined[i], assigned[i]) and place(number + 1):
                    return True
                assigned[i].pop()
            return False

        return assigned if place(0) else None

    def _holds(self, group: tuple[int, ...], lines: list[int], must_win: bool = False) -> bool:
        cells = self.groups[group]
        forbidden = frozenset([line & cells for line in lines])
        key = group, forbidden, must_win
        if key not in self.tried:
            own = self._own(cells)
            known = self.played_out.get((*key, own))
            if known is None:
                known = ColumnGame(group, forbidden, own, must_win=must_win).is_held()
                self.played_out[*key, own] = known
            self.tried[key] = known
        return self.tried[key]


def _are_few(cells: int) -> bool:
    return cells.bit_count() <= _MOST_IN_THREE


def _effort(joined: tuple[tuple[int, ...], ...]) -> tuple[bool, int]:
    """What is easiest to follow comes first: pairs, and few of them."""
    return any(len(group) > 2 for group in joined), sum(map(len, joined))


def find_plan(
    position: Position, *, must_win: bool = False, played_out: PlayedOut | None = None
) -> Plan | None:
    """A plan by which the side that is not to move cannot lose; with `must_win`, by which it wins.

    None means that none was found, not that there is none. Who asks about several positions of a
    game gives the same `played_out` for all of them.
    """
    if position.spec.cell_count > _MOST_CELLS:
        return None
    return _Search(position, must_win, {} if played_out is None else played_out).plan()
