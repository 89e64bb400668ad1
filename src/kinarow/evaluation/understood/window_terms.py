"""Windows of parts of the board put together: what each single window is worth, in few terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from kinarow.errors import EvaluatorError
from kinarow.evaluation.decimals import as_score
from kinarow.evaluation.explanation.breakdown import LINE_NAMES
from kinarow.evaluation.features.points import StoneCount, k
from kinarow.evaluation.terms import (
    AnchoredRuns,
    Column,
    Constant,
    OpenRuns,
    Pattern,
    SomeWindows,
    Squares,
    Tempo,
    Term,
    Traps,
    Windows,
)
from kinarow.evaluation.understood.groups import CountGroup
from kinarow.game import GameSpec
from kinarow.game.geometry import Window, column_letters, geometry

_ORDER: Final = (
    Constant, Tempo, Column, Squares, Windows, SomeWindows, AnchoredRuns, OpenRuns, Pattern, Traps
)  # fmt: skip
"""In which order people write their terms down."""

Table = tuple[tuple[str, Fraction], ...]
"""What a window is worth, by the names of counts."""
Weighed = Sequence[tuple[CountGroup, dict[str, Fraction]]]


def joined(weighed: Weighed, spec: GameSpec) -> tuple[Term, ...] | None:
    """All groups as terms, those of windows together; None if one has no term."""
    terms: list[Term] = []
    of_windows = [(g, w) for g, w in weighed if is_of_windows(g)]
    try:
        terms += _of_windows(by_table(of_windows, spec), spec)
    except EvaluatorError:
        return None
    for group, weights in weighed:
        if is_of_windows(group):
            continue
        if group.terms is None:
            return None
        try:
            terms += group.terms(weights)
        except EvaluatorError:  # weights beyond what a term may count
            return None
    return tuple(sorted(terms, key=lambda term: _ORDER.index(type(term))))


def _of_windows(tables: dict[Table, list[Window]], spec: GameSpec) -> list[Term]:
    """Each part of the windows with its own points; or all with the same and some with a
    difference, if that is shorter."""
    apart = [t for table, ws in tables.items() if table for t in _as_terms(table, ws, spec)]
    main = next((table for table in tables if table), ())
    others = [(_difference(table, main), ws) for table, ws in tables.items() if table != main]
    together = [t for table, ws in others for t in _as_terms(table, ws, spec)]
    if len(together) + 1 >= len(apart):
        return apart
    return [*_as_terms(main, list(geometry(spec).windows), spec), *together]


def _difference(table: Table, other: Table) -> Table:
    ours, theirs = dict(table), dict(other)
    zero = Fraction(0)
    both = {n: ours.get(n, zero) - theirs.get(n, zero) for n in sorted({*ours, *theirs})}
    return tuple((n, w) for n, w in both.items() if w)


def is_of_windows(group: CountGroup) -> bool:
    return group.name == "windows" or group.part is not None


def by_table(weighed: Weighed, spec: GameSpec) -> dict[Table, list[Window]]:
    """Which windows are worth what; those with the most windows first."""
    worth: dict[int, dict[str, Fraction]] = {w.mask: {} for w in geometry(spec).windows}
    for group, weights in weighed:
        for window in geometry(spec).windows:
            if _holds(group, window, spec):
                own = worth[window.mask]
                for name, weight in weights.items():
                    own[name] = own.get(name, Fraction(0)) + weight
    found: dict[Table, list[Window]] = {}
    for window in geometry(spec).windows:
        table = tuple(sorted((n, w) for n, w in worth[window.mask].items() if w))
        found.setdefault(table, []).append(window)
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


def _holds(group: CountGroup, window: Window, spec: GameSpec) -> bool:
    """Whether a window is one of a group's."""
    if group.part is None:
        return True
    kind, what, names = group.part
    line = LINE_NAMES[window.direction]
    if kind == "direction":
        return what == line
    if kind == "edge":
        touches = SomeWindows(own={}, opponent={}, without=names)
        return what.startswith(f"{line} that") and not touches.holds(window)
    return what.startswith(f"the {line.removesuffix('s')} ") and {
        cell.name for cell in window.cells
    } <= set(names)


def _points(table: Table, whose: str, target: int) -> dict[StoneCount, int | float]:
    return {
        k - (target - int(name.split()[1])): as_score(weight)
        for name, weight in table
        if name.startswith(whose)
    }


def _as_terms(table: Table, windows: list[Window], spec: GameSpec) -> list[Term]:
    own, opponent = (_points(table, who, spec.target) for who in ("own", "opponent"))
    every = geometry(spec).windows
    if len(windows) == len(every):
        return [Windows(own=own, opponent=opponent)]
    alike: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for direction in geometry(spec).steps:
        some = [w for w in windows if w.direction is direction]
        if some:
            line = LINE_NAMES[direction]
            alike.setdefault(_described(some, line, spec), []).append(line)
    return [
        SomeWindows(
            own=own, opponent=opponent, directions=tuple(lines), without=without, within=within
        )
        for (without, within), lines in alike.items()
    ]


def edges(spec: GameSpec) -> tuple[str, ...]:
    """The first and the last column, the top and the bottom row."""
    return column_letters(0), column_letters(spec.columns - 1), str(spec.rows), "1"


def _described(
    windows: list[Window], line: str, spec: GameSpec
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Without which edges, or else within which cells, exactly these windows of a direction lie."""
    wanted = {w.mask for w in windows}
    for number in range(len(edges(spec)) + 1):
        for without in combinations(edges(spec), number):
            if _masks(spec, line, without=without) == wanted:
                return without, ()
    within = tuple(dict.fromkeys(c.name for w in windows for c in w.cells))
    if _masks(spec, line, within=within) == wanted:
        return (), within
    cells = {c.name for w in geometry(spec).windows for c in w.cells} - set(within)
    return tuple(sorted(cells)), within


def _masks(
    spec: GameSpec, line: str, *, without: Iterable[str] = (), within: Iterable[str] = ()
) -> set[int]:
    some = SomeWindows(
        own={}, opponent={}, directions=(line,), without=tuple(without), within=tuple(within)
    )
    return {w.mask for w in geometry(spec).windows if some.holds(w)}
