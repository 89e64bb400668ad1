"""Mistakes that a function's formula shows, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from kinarow.evaluation.explanation.breakdown import LINE_NAMES
from kinarow.evaluation.terms import SomeWindows
from kinarow.evaluation.understood.recognising import FoundFormula
from kinarow.evaluation.understood.window_terms import Table, by_table, edges, is_of_windows
from kinarow.game import GameSpec
from kinarow.game.geometry import Window, column_letters, geometry

_ZERO = Fraction(0)


def mistakes(formula: FoundFormula, spec: GameSpec) -> Iterator[str]:
    """What looks like a mistake, a sentence for each; nothing for a function without one."""
    weights = {group.name: given for group, given in formula.groups}
    of_windows = [(g, w) for g, w in formula.groups if is_of_windows(g)]
    if of_windows:
        tables = by_table(of_windows, spec)
        yield from _parts(tables, spec, only_windows=len(of_windows) == len(formula.groups))
        yield from _signs(tables)
    yield from _both_colours(weights)
    yield from _gaps(weights, spec)
    yield from _one_way(weights, spec)
    for group, _ in formula.groups:
        if group.name.startswith("lines that leave"):
            yield f"{group.name}: negative indices of Python's count from the end"
    yield from _columns(weights, spec)
    yield from _upside_down(weights, spec)
    if formula.won is not None and formula.lost is None:
        yield f"a won board is worth {formula.won:g}, but a lost one is not seen as such"
    if formula.lost is not None and formula.won is None:
        yield f"a lost board is worth {formula.lost:g}, but a won one is not seen as such"
    if formula.rounded_down:
        yield (
            "halves or other fractions are cut off, always downwards (as by //): a score and its "
            "negative are not rounded alike"
        )


# ── windows that are left out, or counted more than once ─────────────────────────────────────


def _parts(
    tables: dict[Table, list[Window]], spec: GameSpec, *, only_windows: bool
) -> Iterator[str]:
    main = next(table for table in tables if table)
    missed = tables.get((), [])
    if missed:
        yield from _missed(missed, spec, only_windows)
    twice = tuple((name, 2 * weight) for name, weight in main)
    half = tuple((name, weight / 2) for name, weight in main)
    if twice in tables:
        yield from _more_than_once(tables[twice], spec)
    elif half in tables and len(tables[half]) > 1:  # most are counted twice
        yield from _more_than_once(tables[main], spec)


def _missed(missed: list[Window], spec: GameSpec, only_windows: bool) -> Iterator[str]:
    for side in edges(spec):
        touching = _touching(side, spec)
        if only_windows and {w.mask for w in touching} <= {w.mask for w in missed}:
            yield f"{_edge_in_words(side, spec)} is never read"
            missed = [w for w in missed if w not in touching]
    by_edge: dict[str, list[str]] = {}
    for direction in geometry(spec).steps:
        line = LINE_NAMES[direction]
        left_out = [w for w in missed if w.direction is direction]
        every = [w for w in geometry(spec).windows if w.direction is direction]
        if not left_out:
            continue
        if len(left_out) == len(every):
            yield f"{line} are not counted"
            continue
        edge = next(
            (e for e in edges(spec) if _same(left_out, _touching(e, spec), direction)), None
        )
        where = f"windows that touch {_edge_in_words(edge, spec)} are" if edge else _some(left_out)
        by_edge.setdefault(where, []).append(line)
    for where, lines in by_edge.items():
        yield f"{where} missed in {_and(lines)}"


def _same(windows: list[Window], others: list[Window], direction: object) -> bool:
    return {w.mask for w in windows} == {w.mask for w in others if w.direction is direction}


def _some(windows: list[Window]) -> str:
    first = "–".join((windows[0].cells[0].name, windows[0].cells[-1].name))
    more = len(windows) - 1
    return f"{first} and {more} other windows are" if more else f"the window {first} is"


def _more_than_once(windows: list[Window], spec: GameSpec) -> Iterator[str]:
    for direction in geometry(spec).steps:
        line = LINE_NAMES[direction]
        some = [w for w in windows if w.direction is direction]
        every = [w for w in geometry(spec).windows if w.direction is direction]
        if not some:
            continue
        if len(some) == len(every):
            yield f"{line} are counted twice"
            continue
        cells = list(dict.fromkeys(c.name for w in some for c in w.cells))
        on_one_line = _on_one_line(some)
        where = f"the one from {cells[0]} to {cells[-1]}" if on_one_line else _some(some)
        yield (
            f"{line}: {where} counted twice"
            if not on_one_line
            else (f"of the {line}, {where} is counted twice")
        )


def _on_one_line(windows: list[Window]) -> bool:
    across, up = windows[0].direction.value
    return len({c.column * up - c.row * across for w in windows for c in w.cells}) == 1


def _touching(edge: str, spec: GameSpec) -> list[Window]:
    without = SomeWindows(own={}, opponent={}, without=(edge,))
    return [w for w in geometry(spec).windows if not without.holds(w)]


def _edge_in_words(edge: str, spec: GameSpec) -> str:
    return {
        column_letters(0): f"the first column ({column_letters(0)})",
        column_letters(spec.columns - 1): f"the last column ({column_letters(spec.columns - 1)})",
        str(spec.rows): "the top row",
        "1": "the bottom row",
    }[edge]


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


# ── points ───────────────────────────────────────────────────────────────────────────────────


def _signs(tables: dict[Table, list[Window]]) -> Iterator[str]:
    main = dict(next(table for table in tables if table))
    own = {n.split()[1]: w for n, w in main.items() if n.startswith("own")}
    theirs = {n.split()[1]: w for n, w in main.items() if n.startswith("opponent")}
    if own and theirs and max(own.values()) < 0 < min(theirs.values()):
        yield ("own windows cost points and the opponent's bring some: the two sides are exchanged")
        return
    for stones, weight in theirs.items():
        if weight > 0 and own.get(stones, _ZERO) > 0:
            yield f"the opponent's windows with {stones} stones count for us, as our own do"


def _both_colours(weights: dict[str, dict[str, Fraction]]) -> Iterator[str]:
    mixed = weights.get("windows that both sides have stones in", {})
    pure = weights.get("windows", {})
    alike = [
        stones
        for name, weight in pure.items()
        if name.startswith("own")
        for stones in (name.split()[1],)
        if (held := [w for n, w in mixed.items() if n.split()[0] == stones])
        and all(w == weight for w in held)
    ]
    if alike:
        yield (
            f"windows with {_and(alike)} of our stones count also where the opponent has the "
            "other cells: nobody can complete them"
        )


def _gaps(weights: dict[str, dict[str, Fraction]], spec: GameSpec) -> Iterator[str]:
    for stones in range(spec.target - 1, 1, -1):
        given = weights.get(f"windows of {stones} by their gaps", {})
        by_side = {
            who: {n.split()[1]: w for n, w in given.items() if n.startswith(who)}
            for who in ("own", "opponent")
        }
        shapes = {text for held in by_side.values() for text in held}
        for who, other in (("own", "opponent"), ("opponent", "own")):
            for text in sorted(shapes):
                if text in by_side[who] and text not in by_side[other] and by_side[other]:
                    ours = who == "own"
                    yield (
                        f"{'your' if ours else 'their'} {stones} as {text} count, "
                        f"{'theirs' if ours else 'yours'} do not"
                    )


def _one_way(weights: dict[str, dict[str, Fraction]], spec: GameSpec) -> Iterator[str]:
    lines = {
        LINE_NAMES[d]: weights.get(f"what {LINE_NAMES[d]} read", {}) for d in geometry(spec).steps
    }
    if not any(lines.values()):
        return
    for line, given in lines.items():
        for text in sorted({name.split()[1] for name in given}):
            if (
                text != text[::-1]
                and given.get(f"own {text}")
                and not given.get(f"own {text[::-1]}")
            ):
                yield f"in {line}, {text} counts, but {text[::-1]} does not"


def _columns(weights: dict[str, dict[str, Fraction]], spec: GameSpec) -> Iterator[str]:
    given = weights.get("stones by column", {})
    counted = sorted({int(name.split()[1]) for name in given})
    middle = {spec.columns // 2, (spec.columns - 1) // 2}
    if len(counted) == 1 and counted[0] not in middle:
        centre = column_letters(spec.columns // 2)
        yield (
            f"column {column_letters(counted[0])} counts by itself; the centre is column {centre}"
        )


def _upside_down(weights: dict[str, dict[str, Fraction]], spec: GameSpec) -> Iterator[str]:
    table = weights.get("stones by square", {})
    if not table or not spec.gravity:
        return
    rows = [
        sum((table.get(f"own {r} {c}", _ZERO) for c in range(spec.columns)), _ZERO)
        for r in range(spec.rows)
    ]
    half = spec.rows // 2
    if all(a <= b for a, b in zip(rows[:half], rows[-half:], strict=True)) and rows[0] < rows[-1]:
        yield (
            "own stones are worth more the higher they lie, the top row most: row 0 of the board "
            "is its top row, not the bottom"
        )
