"""What a score may be made of: groups of counts, each the counts of a term."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kinarow.evaluation.decimals import as_score
from kinarow.evaluation.explanation.breakdown import LINE_NAMES
from kinarow.evaluation.features.points import StoneCount, k
from kinarow.evaluation.features.trap_cells import find_traps
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
from kinarow.evaluation.terms.pattern import runs_of
from kinarow.evaluation.understood.boards import Boards
from kinarow.game import Direction, GameSpec
from kinarow.game.geometry import Cell, Window, column_letters, geometry

Weights = Mapping[str, Fraction]
"""By the name of a count what it is worth; those worth nothing are left out."""
Counts = NDArray[np.int32] | NDArray[np.float64]

_MOST_CELLS_IN_A_TABLE: Final = 100


@dataclass(frozen=True)
class CountGroup:
    """Counts that belong together, and the terms that they make with weights."""

    name: str
    names: tuple[str, ...]
    """What each count is called."""
    count: Callable[[Boards], Counts]
    """[board, count]"""
    terms: Callable[[Weights], list[Term]] | None
    """None where no term can say it: then it serves to name a mistake."""
    cost: float
    """Of two that say the same, the cheaper is taken."""
    mistake: bool = False
    """Whether only a function with a mistake has it."""
    part: tuple[str, str, tuple[str, ...]] | None = None
    """Of windows of a part of the board: their direction, what part it is, and its cells."""


def groups(spec: GameSpec) -> Iterator[CountGroup]:
    """All that a score on this game's board is tried to be made of."""
    yield _constant()
    yield _tempo()
    yield _windows("windows", geometry(spec).windows, spec, 1.0, _whole_board)
    yield _centre(spec)
    yield _columns(spec)
    yield _by_windows(spec)
    if spec.cell_count <= _MOST_CELLS_IN_A_TABLE:
        yield _table(spec)
    yield _runs(spec)
    yield _patterns(
        "a row that both ends complete", ["." + "X" * (spec.target - 1) + "."], spec, 2.1
    )
    yield _open_runs(spec)
    yield from _gaps(spec)
    yield _half_open(spec)
    yield _anchored(spec)
    yield _traps()
    yield _traps_anywhere()
    yield _mixed(spec)
    yield from _parts(spec)
    for direction in geometry(spec).steps:
        yield _one_way(spec, direction)
    yield from _wrapped(spec)


# ── counting ─────────────────────────────────────────────────────────────────────────────────


def _held(boards: Boards, runs: Sequence[Sequence[Cell]]) -> NDArray[np.int8]:
    """[board, run, cell]: what the cells of some runs hold."""
    rows = np.array([[cell.row for cell in run] for run in runs])
    columns = np.array([[cell.column for cell in run] for run in runs])
    return boards.grid[:, rows, columns]


def _stacked(columns: Sequence[NDArray[np.generic]], boards: Boards) -> Counts:
    if not columns:
        return np.zeros((len(boards), 0), dtype=np.int32)
    return np.stack([np.asarray(c, dtype=np.int32) for c in columns], axis=1)


def runs_of_length(spec: GameSpec, length: int) -> list[tuple[Cell, ...]]:
    """All straight runs of some length, in the order in which their directions read."""
    return [run for direction in Direction for run in runs_of(spec, length, direction)]


def _line_counts(boards: Boards, cells: Sequence[Sequence[Cell]], most: int) -> Counts:
    """How many runs one side holds alone with 1, 2, … stones: own ones first."""
    if not cells:
        return np.zeros((len(boards), 2 * most), dtype=np.int32)
    held = _held(boards, cells)
    own, opponent = (held == 1).sum(axis=2), (held == 2).sum(axis=2)
    return _stacked(
        [((own == n) & (opponent == 0)).sum(axis=1) for n in range(1, most + 1)]
        + [((opponent == n) & (own == 0)).sum(axis=1) for n in range(1, most + 1)],
        boards,
    )


def _line_names(most: int) -> tuple[str, ...]:
    return (
        *(f"own {n}" for n in range(1, most + 1)),
        *(f"opponent {n}" for n in range(1, most + 1)),
    )


def _points(weights: Weights, whose: str, target: int) -> dict[StoneCount, int | float]:
    return {
        k - (target - int(name.split()[1])): as_score(weight)
        for name, weight in weights.items()
        if name.startswith(whose) and weight
    }


# ── the groups ───────────────────────────────────────────────────────────────────────────────


def _constant() -> CountGroup:
    return CountGroup(
        "the same for every board",
        ("points",),
        lambda boards: np.ones((len(boards), 1), dtype=np.int32),
        lambda w: [Constant(as_score(w["points"]))],
        0.6,
    )


def _tempo() -> CountGroup:
    return CountGroup(
        "whose move it is",
        ("points",),
        lambda boards: _stacked([boards.to_move], boards),
        lambda w: [Tempo(as_score(w["points"]))],
        0.8,
    )


Making = Callable[[dict[StoneCount, int | float], dict[StoneCount, int | float]], Term]


def _whole_board(
    own: dict[StoneCount, int | float], opponent: dict[StoneCount, int | float]
) -> Term:
    return Windows(own=own, opponent=opponent)


def _windows(
    name: str,
    windows: Sequence[Window],
    spec: GameSpec,
    cost: float,
    make: Making,
    part: tuple[str, str, tuple[str, ...]] | None = None,
) -> CountGroup:
    cells, target = [window.cells for window in windows], spec.target
    return CountGroup(
        name,
        _line_names(target),
        lambda boards: _line_counts(boards, cells, target),
        lambda w: [make(_points(w, "own", target), _points(w, "opponent", target))],
        cost,
        part=part,
    )


def _two(boards: Boards, where: NDArray[np.bool_]) -> Counts:
    """How many own and how many opposing stones lie in some cells."""
    held = boards.grid[:, where]
    return _stacked([(held == 1).sum(axis=1), (held == 2).sum(axis=1)], boards)


def _in_column(spec: GameSpec, column: int) -> NDArray[np.bool_]:
    where = np.zeros((spec.rows, spec.columns), dtype=np.bool_)
    where[:, column] = True
    return where


def _centre(spec: GameSpec) -> CountGroup:
    where = _in_column(spec, spec.columns // 2)
    return CountGroup(
        "the centre column",
        ("own", "opponent"),
        lambda boards: _two(boards, where),
        lambda w: [
            Column(own=as_score(w.get("own", _ZERO)), opponent=as_score(w.get("opponent", _ZERO)))
        ],
        0.7,
    )


_ZERO = Fraction(0)


def _columns(spec: GameSpec) -> CountGroup:
    names = [f"{who} {c}" for c in range(spec.columns) for who in ("own", "opponent")]

    def terms(w: Weights) -> list[Term]:
        pairs = {
            c: (w.get(f"own {c}", _ZERO), w.get(f"opponent {c}", _ZERO))
            for c in range(spec.columns)
        }
        found: list[Term] = [
            Column(c, own=as_score(a), opponent=as_score(b))
            for c, (a, b) in pairs.items()
            if a or b
        ]
        return (
            found
            if len(found) <= 2 or spec.cell_count > _MOST_CELLS_IN_A_TABLE
            else _tables(
                {(r, c): pair for c, pair in pairs.items() for r in range(spec.rows)}, spec
            )
        )

    return CountGroup(
        "stones by column",
        tuple(names),
        lambda boards: np.concatenate(
            [_two(boards, _in_column(spec, c)) for c in range(spec.columns)], axis=1
        ),
        terms,
        1.5,
    )


def _by_windows(spec: GameSpec) -> CountGroup:
    on = geometry(spec)
    through = np.zeros((spec.rows, spec.columns), dtype=np.int64)
    for cell in on.cells:
        through[cell.row, cell.column] = len(on.windows_through[cell])

    def count(boards: Boards) -> Counts:
        return _stacked(
            [((boards.grid == side) * through).sum(axis=(1, 2)) for side in (1, 2)], boards
        )

    return CountGroup(
        "stones by the windows through their cells",
        ("own", "opponent"),
        count,
        lambda w: [
            Squares(own=as_score(w.get("own", _ZERO)), opponent=as_score(w.get("opponent", _ZERO)))
        ],
        1.2,
    )


def _table(spec: GameSpec) -> CountGroup:
    cells = list(product(range(spec.rows), range(spec.columns)))
    names = [f"{who} {r} {c}" for who in ("own", "opponent") for r, c in cells]

    def count(boards: Boards) -> Counts:
        flat = boards.grid.reshape(len(boards), -1)
        return np.concatenate([flat == 1, flat == 2], axis=1).astype(np.int32)

    def terms(w: Weights) -> list[Term]:
        return _tables(
            {
                (r, c): (w.get(f"own {r} {c}", _ZERO), w.get(f"opponent {r} {c}", _ZERO))
                for r, c in cells
            },
            spec,
        )

    return CountGroup("stones by square", tuple(names), count, terms, 4.0)


def _tables(
    pairs: Mapping[tuple[int, int], tuple[Fraction, Fraction]], spec: GameSpec
) -> list[Term]:
    """One table where both sides have the same up to a factor, else one for each side."""
    own = {cell: pair[0] for cell, pair in pairs.items()}
    opponent = {cell: pair[1] for cell, pair in pairs.items()}
    one = next((c for c in own if own[c]), None)
    if one is not None:
        factor = opponent[one] / own[one]
        if all(opponent[c] == factor * own[c] for c in own):
            return [Squares(_rows(own, spec), 1, as_score(factor))]
    found: list[Term] = []
    if any(own.values()):
        found.append(Squares(_rows(own, spec), 1, 0))
    if any(opponent.values()):
        found.append(Squares(_rows(opponent, spec), 0, 1))
    return found


def _rows(
    table: Mapping[tuple[int, int], Fraction], spec: GameSpec
) -> tuple[tuple[int | float, ...], ...]:
    """A table as it is written, its top row first."""
    return tuple(
        tuple(as_score(table[r, c]) for c in range(spec.columns))
        for r in range(spec.rows - 1, -1, -1)
    )


def _patterns(
    name: str, texts: Sequence[str], spec: GameSpec, cost: float, both: bool = True
) -> CountGroup:
    """Runs that read like one of some texts, from either end."""
    whose = ("own", "opponent") if both else ("own",)
    names = [f"{who} {text}" for text in texts for who in whose]

    def count(boards: Boards) -> Counts:
        found = []
        for text in texts:
            runs = runs_of_length(spec, len(text))
            for mine in (1, 2)[: len(whose)]:
                found.append(_read(boards, runs, text, mine))
        return _stacked(found, boards)

    def terms(w: Weights) -> list[Term]:
        return [
            Pattern(
                text,
                own=as_score(w.get(f"own {text}", _ZERO)),
                opponent=as_score(w.get(f"opponent {text}", _ZERO)),
            )
            for text in texts
            if w.get(f"own {text}") or w.get(f"opponent {text}")
        ]

    return CountGroup(name, tuple(names), count, terms, cost)


def _read(
    boards: Boards, runs: Sequence[Sequence[Cell]], text: str, mine: int, one_way: bool = False
) -> NDArray[np.int64]:
    if not runs:
        return np.zeros(len(boards), dtype=np.int64)
    held = _held(boards, runs)
    found = np.zeros(len(boards), dtype=np.int64)
    for reading in dict.fromkeys((text,) if one_way else (text, text[::-1])):
        wanted = np.array([0 if m == "." else mine if m == "X" else 3 - mine for m in reading])
        found += (held == wanted).all(axis=2).sum(axis=1)
    return found


def _runs(spec: GameSpec) -> CountGroup:
    longest = max(spec.rows, spec.columns) if spec.cell_count <= _MOST_CELLS_IN_A_TABLE else 7
    return _patterns("stones in a row", ["X" * n for n in range(1, longest + 1)], spec, 1.8)


def _half_open(spec: GameSpec) -> CountGroup:
    texts = [
        side + "X" * n
        for n in range(1, spec.target)
        for side in (".", "." * (spec.target - n))
        if len(side) == 1 or n < spec.target - 1
    ]
    return _patterns("rows with room at an end", list(dict.fromkeys(texts)), spec, 2.5)


def _open_runs(spec: GameSpec) -> CountGroup:
    most = spec.target - 1

    def count(boards: Boards) -> Counts:
        runs = runs_of_length(spec, spec.target + 1)
        if not runs or not most:
            return np.zeros((len(boards), 2 * most), dtype=np.int32)
        held = _held(boards, runs)
        free = (held[:, :, 0] == 0) & (held[:, :, -1] == 0)
        own, opponent = (held == 1).sum(axis=2), (held == 2).sum(axis=2)
        return _stacked(
            [(free & (own == n) & (opponent == 0)).sum(axis=1) for n in range(1, most + 1)]
            + [(free & (opponent == n) & (own == 0)).sum(axis=1) for n in range(1, most + 1)],
            boards,
        )

    return CountGroup(
        "runs with both ends empty",
        _line_names(most),
        count,
        lambda w: [
            OpenRuns(
                own=_points(w, "own", spec.target), opponent=_points(w, "opponent", spec.target)
            )
        ],
        2.2,
    )


def _gaps(spec: GameSpec) -> Iterator[CountGroup]:
    """Windows by where their gaps are, for each number of stones."""
    for stones in range(spec.target - 1, 1, -1):
        texts = {
            "".join(marks)
            for marks in product("X.", repeat=spec.target)
            if marks.count("X") == stones
        }
        texts = {min(text, text[::-1]) for text in texts}
        if len(texts) <= 12:
            name = f"windows of {stones} by their gaps"
            yield _patterns(name, sorted(texts), spec, 2.0)


def _anchored(spec: GameSpec) -> CountGroup:
    steps = ((1, 0), (0, 1), (1, 1), (-1, 1))

    def count(boards: Boards) -> Counts:
        on, total = geometry(spec), np.zeros((len(boards), 2 * spec.target), dtype=np.int32)
        runs = [
            run
            for across, up in steps
            for start in on.cells
            if on.contains(
                (run := tuple(Cell(start.column + i * across, start.row + i * up)
                              for i in range(spec.target)))[-1]
            )
        ]  # fmt: skip
        if not runs:
            return total
        held = _held(boards, runs)
        own, opponent = (held == 1).sum(axis=2), (held == 2).sum(axis=2)
        for who, mine, theirs in ((0, own, opponent), (1, opponent, own)):
            for n in range(1, spec.target + 1):
                fits = (held[:, :, 0] == who + 1) & (mine == n) & (theirs == 0)
                total[:, who * spec.target + n - 1] = fits.sum(axis=1)
        return total

    return CountGroup(
        "runs that begin at a stone",
        _line_names(spec.target),
        count,
        lambda w: [
            AnchoredRuns(
                own=_points(w, "own", spec.target), opponent=_points(w, "opponent", spec.target)
            )
        ],
        2.0,
    )


def _traps() -> CountGroup:
    return _traps_where(False)


def _traps_anywhere() -> CountGroup:
    return _traps_where(True)


def _traps_where(anywhere: bool) -> CountGroup:
    def count(boards: Boards) -> Counts:
        found = [len(find_traps(a.position, a.side, anywhere)) for a in boards.asked]
        return _stacked([np.array(found)], boards)

    return CountGroup(
        "traps in all empty cells" if anywhere else "traps",
        ("own",),
        count,
        lambda w: [Traps(as_score(w["own"]), "empty" if anywhere else "playable")],
        1.6 + anywhere,
    )


def _mixed(spec: GameSpec) -> CountGroup:
    """Windows in which both sides have stones, by how many."""
    kinds = [
        (own, opponent)
        for own in range(1, spec.target)
        for opponent in range(1, spec.target - own + 1)
    ]
    texts = {
        kind: sorted(
            {
                min(text, text[::-1])
                for text in map("".join, product("XO.", repeat=spec.target))
                if (text.count("X"), text.count("O")) == kind
            }
        )
        for kind in kinds
        if spec.target <= 5
    }

    def count(boards: Boards) -> Counts:
        cells = [window.cells for window in geometry(spec).windows]
        if not cells:
            return np.zeros((len(boards), len(texts)), dtype=np.int32)
        held = _held(boards, cells)
        own, opponent = (held == 1).sum(axis=2), (held == 2).sum(axis=2)
        return _stacked([((own == a) & (opponent == b)).sum(axis=1) for a, b in texts], boards)

    def terms(w: Weights) -> list[Term]:
        return [
            Pattern(text, own=as_score(w[f"{a} {b}"]))
            for (a, b), said in texts.items()
            if w.get(f"{a} {b}")
            for text in said
        ]

    return CountGroup(
        "windows that both sides have stones in",
        tuple(f"{a} {b}" for a, b in texts),
        count,
        terms,
        3.5,
    )


# ── parts of the board, which a mistake leaves out or counts twice ───────────────────────────


def _parts(spec: GameSpec) -> Iterator[CountGroup]:
    on = geometry(spec)
    left, right = column_letters(0), column_letters(spec.columns - 1)
    edges = {
        f"the first column ({left})": (left,),
        f"the last column ({right})": (right,),
        "the top row": (str(spec.rows),),
        "the bottom row": ("1",),
    }
    for direction in on.steps:
        name = LINE_NAMES[direction]
        windows = [w for w in on.windows if w.direction is direction]
        yield _part(spec, direction, name, windows, 1.3, ("direction", name, ()))
        for words, cells in edges.items():
            some = SomeWindows(own={}, opponent={}, directions=(name,), without=cells)
            touching = [w for w in windows if not some.holds(w)]
            if 0 < len(touching) < len(windows):
                yield _edge(spec, direction, words, cells, touching)
        lines: dict[int, list[Window]] = {}
        for w in windows:
            lines.setdefault(_line(w), []).append(w)
        for number, on_line in enumerate(lines.values()):
            if len(lines) > 1:
                held = tuple(dict.fromkeys(c.name for w in on_line for c in w.cells))
                words = f"the {name.removesuffix('s')} {held[0]}–{held[-1]}"
                yield _within(spec, direction, f"{words} ({number})", words, on_line, held)


def _line(window: Window) -> int:
    cell = window.cells[0]
    return {
        Direction.ROW: cell.row,
        Direction.COLUMN: cell.column,
        Direction.FALLING: cell.column + cell.row,
        Direction.RISING: cell.column - cell.row,
    }[window.direction]


def _part(
    spec: GameSpec,
    direction: Direction,
    name: str,
    windows: Sequence[Window],
    cost: float,
    part: tuple[str, str, tuple[str, ...]],
) -> CountGroup:
    return _windows(
        f"windows in {name}",
        windows,
        spec,
        cost,
        lambda own, opponent: SomeWindows(
            own=own, opponent=opponent, directions=(LINE_NAMES[direction],)
        ),
        part,
    )


def _edge(
    spec: GameSpec,
    direction: Direction,
    words: str,
    names: tuple[str, ...],
    windows: Sequence[Window],
) -> CountGroup:
    """Windows that touch an edge: what all have that are not without it."""
    line = LINE_NAMES[direction]

    def make(
        own: dict[StoneCount, int | float], opponent: dict[StoneCount, int | float]
    ) -> list[Term]:
        return [
            SomeWindows(own=own, opponent=opponent, directions=(line,)),
            SomeWindows(
                own={n: -p for n, p in own.items()},
                opponent={n: -p for n, p in opponent.items()},
                directions=(line,),
                without=names,
            ),
        ]

    cells, target = [w.cells for w in windows], spec.target
    return CountGroup(
        f"windows in {line} that touch {words}",
        _line_names(target),
        lambda boards: _line_counts(boards, cells, target),
        lambda w: make(_points(w, "own", target), _points(w, "opponent", target)),
        1.5,
        part=("edge", f"{line} that touch {words}", names),
    )


def _within(
    spec: GameSpec,
    direction: Direction,
    name: str,
    words: str,
    windows: Sequence[Window],
    cells: tuple[str, ...],
) -> CountGroup:
    return _windows(
        f"windows in {name}",
        windows,
        spec,
        1.7,
        lambda own, opponent: SomeWindows(
            own=own, opponent=opponent, directions=(LINE_NAMES[direction],), within=cells
        ),
        ("line", words, cells),
    )


# ── what only mistakes come to: no term says it ──────────────────────────────────────────────


def _one_way(spec: GameSpec, direction: Direction) -> CountGroup:
    """Windows of a direction by what they read, each way of reading for itself."""
    texts = [
        text
        for text in map("".join, product("X.", repeat=spec.target))
        if spec.target <= 5 and "X" in text
    ]

    def count(boards: Boards) -> Counts:
        runs = runs_of(spec, spec.target, direction)
        return _stacked(
            [_read(boards, runs, text, mine, one_way=True) for text in texts for mine in (1, 2)],
            boards,
        )

    return CountGroup(
        f"what {LINE_NAMES[direction]} read",
        tuple(f"{who} {text}" for text in texts for who in ("own", "opponent")),
        count,
        None,
        6.0,
        mistake=True,
    )


def _wrapped(spec: GameSpec) -> Iterator[CountGroup]:
    """Windows that leave the board at one edge and go on at the other, as negative indices do."""
    for words, across, up in (
        ("at the left edge, upwards", -1, 1),
        ("at the left edge, downwards", -1, -1),
        ("at the top, to the right", 1, 1),
        ("at the top, straight up", 0, 1),
    ):
        runs = []
        for start in geometry(spec).cells:
            cells = [(start.column + i * across, start.row + i * up) for i in range(spec.target)]
            # Rows are counted from the top: a negative index is above the top row.
            leaves = any(c < 0 for c, _ in cells) or any(r >= spec.rows for _, r in cells)
            fails = any(c >= spec.columns for c, _ in cells) or any(r < 0 for _, r in cells)
            if leaves and not fails:
                runs.append([Cell(c % spec.columns, r % spec.rows) for c, r in cells])
        if runs:
            yield _wrapping(spec, words, runs)


def _wrapping(spec: GameSpec, words: str, runs: list[list[Cell]]) -> CountGroup:
    return CountGroup(
        f"lines that leave the board {words} and go on at the other side",
        _line_names(spec.target),
        lambda boards: _line_counts(boards, runs, spec.target),
        None,
        5.0,
        mistake=True,
    )
