"""How an explanation arranges what a term counts: in the order and the words of its document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from kinarow.evaluation.features import Feature
from kinarow.evaluation.lowering import Part
from kinarow.evaluation.numbers import as_score
from kinarow.evaluation.terms import (
    ANCHORED_DIRECTIONS,
    LINE_NAMES,
    TERM_TYPES,
    AnchoredRuns,
    Column,
    Pattern,
    Phased,
    Squares,
    Tables,
    Term,
    Traps,
    Windows,
)
from kinarow.evaluation.traps import find_traps
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.geometry import column_letters, geometry

_MOST_EMPTY_STEPS = 10
_MOST_STONES_IN_A_NOTE = 24

Counted = tuple[tuple[Cell, ...], Fraction]


@dataclass(slots=True)
class Arranged:
    """What one step of an explanation counts, before weights by phase."""

    title: str
    counted: list[Counted] = field(default_factory=list)
    note: str = ""
    """The step's arithmetic, as the document writes it."""

    @property
    def points(self) -> Fraction:
        return sum((points for _, points in self.counted), Fraction(0))


def term_name(term: Term | Phased) -> str:
    """What an explanation calls a term."""
    return term.name if isinstance(term, Phased) else TERM_TYPES[type(term)]


def arrange(term: Term, part: Part, position: Position, side: Side) -> list[Arranged]:
    """The steps in which a term is explained."""
    if isinstance(term, Traps):
        traps = find_traps(position, side)
        points = Fraction(part.trap_points, part.denominator)
        found: list[Counted] = [((cell,), points) for cell in traps]
        return [Arranged("traps", found, f"{len(traps)} trap{'' if len(traps) == 1 else 's'}")]
    counted = _counted(part, position, side)
    if isinstance(term, Windows) and term.tally:
        return _by_stones(term, term.tally, counted, position, side)
    if isinstance(term, Windows):
        return _by_group(_line_names(position.spec), counted)
    if isinstance(term, Tables):
        groups = dict.fromkeys((*_line_names(position.spec), *(f.group for f in part.features)))
        return [s for s in _by_group({g: g for g in groups}, counted) if s.counted]
    if isinstance(term, AnchoredRuns):
        steps = _by_group({name: _ANCHORED_TITLES[name] for name in ANCHORED_DIRECTIONS}, counted)
        for step in steps:
            step.note = _stone_by_stone(step, position)
        return steps
    one_step = Arranged(_title(term, position.spec), [(f.cells, points) for f, points in counted])
    if isinstance(term, Squares):
        gains = sum(points for _, points in one_step.counted if points > 0)
        losses = -sum(points for _, points in one_step.counted if points < 0)
        one_step.note = f"{number(gains)} − {number(losses)} = {number(gains - losses)}"
    return [one_step]


def number(value: Fraction | int) -> str:
    """A number as it is written in a note."""
    text = f"{as_score(Fraction(value)):.15g}"
    return text.replace("-", "−")


def _counted(part: Part, position: Position, side: Side) -> list[tuple[Feature, Fraction]]:
    own, opponent = position.stones(side), position.stones(side.other)
    points = ((feature, feature.points(own, opponent, side)) for feature in part.features)
    return [(f, Fraction(int(p), part.denominator)) for f, p in points if p]


def _by_group(
    titles: dict[str, str], counted: Iterable[tuple[Feature, Fraction]]
) -> list[Arranged]:
    steps = {group: Arranged(title) for group, title in titles.items()}
    for feature, points in counted:
        steps[feature.group].counted.append((feature.cells, points))
    return list(steps.values())


def _line_names(spec: GameSpec) -> dict[str, str]:
    directions = geometry(spec).steps if spec.target > 1 else list(geometry(spec).steps)[:1]
    return {LINE_NAMES[direction]: LINE_NAMES[direction] for direction in directions}


def _title(term: Term, spec: GameSpec) -> str:
    if isinstance(term, Column):
        column = spec.columns // 2 if term.column == "center" else term.column
        return f"{'centre ' if term.column == 'center' else ''}column {column_letters(column)}"
    if isinstance(term, Pattern):
        text = term.text(spec.target)
        return f"runs that read {text}" if text else "no such run on this board"
    return "squares"


# ── open lines: Cₙ·(Rₙ − Yₙ) ─────────────────────────────────────────────────────────────────


def _by_stones(
    term: Windows,
    tally: tuple[str, str],
    counted: list[tuple[Feature, Fraction]],
    position: Position,
    side: Side,
) -> list[Arranged]:
    target = position.spec.target
    occupied = position.first | position.second
    steps = {n: Arranged(f"lines with {n} of {target} stones") for n in range(1, target + 1)}
    ours: Counter[int] = Counter()
    for feature, points in counted:
        stones = (feature.mask & occupied).bit_count()
        steps[stones].counted.append((feature.cells, points))
        ours[stones] += bool(feature.mask & position.stones(side))
    own, opponent = term.own.table(target), term.opponent.table(target)
    for stones, step in steps.items():
        if own[stones] == -opponent[stones]:
            mine = ours[stones]
            theirs = len(step.counted) - mine
            letters = tally if side is Side.FIRST else tally[::-1]
            names = " − ".join(f"{letter}{_subscript(stones)}" for letter in letters)
            weight = number(Fraction(own[stones]))
            step.note = f"{weight}·({names}) = {weight}·({mine} − {theirs}) = {number(step.points)}"
    return [s for n, s in steps.items() if s.counted or target <= _MOST_EMPTY_STEPS]


def _subscript(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


# ── anchored runs: stone by stone ────────────────────────────────────────────────────────────

_ANCHORED_TITLES = {
    "right": "hScore, to the right",
    "up": "vScore, up",
    "up-right": "rdScore, up-right",
    "up-left": "ldScore, up-left",
}


def _stone_by_stone(step: Arranged, position: Position) -> str:
    """One number for each stone of the board, from the bottom row up, as the document has it."""
    if not 0 < position.plies <= _MOST_STONES_IN_A_NOTE:
        return ""
    points = {cells[0]: points for cells, points in step.counted}
    occupied = position.geometry.cells_in(position.first | position.second)
    from_below = sorted(occupied, key=lambda cell: (cell.row, cell.column))
    first, *others = (points.get(cell, Fraction(0)) for cell in from_below)
    words = number(first)
    for value in others:
        words += f" {'−' if value < 0 else '+'} {number(abs(value))}"
    return f"{words} = {number(step.points)}"
