"""An agent for ConnectX: alpha-beta search over an evaluation function, on bitboards.

It deepens ply by ply until it has looked as far ahead as it was told, or most of its time is used
up, and plays the best move that it has found by then. It needs nothing but Python itself (and
numpy, if it plays by a function of your own).
"""

from __future__ import annotations

import base64
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple

LOADED = perf_counter()

# ── what it plays by ─────────────────────────────────────────────────────────────────────────

NAME = "open-lines"

DEPTH: int | None = 6  # how many plies it looks ahead; None: as many as the time allows

# The phases of a game: early with fewer than the first of so many stones on a board of so many
# cells (the last number), late with more than the second.
PHASES = (10, 20, 42)

# The terms of the evaluation function, in whole numbers. "weights" belong to the phases, early, mid
# and late, each with the first and then with the second side to move. Points by number of stones
# are written by how many stones a line of k lacks: {0: 100, 1: 15} is 100 for k and 15 for k - 1;
# or they are powers of a number.
TERMS: list[dict[str, Any]] = [
    {
        "term": "windows",
        "own": {"powers_of": 10, "sign": 1, "times": 1},
        "opponent": {"powers_of": 10, "sign": -1, "times": 1},
        "weights": [1, 1, 1, 1, 1, 1],
    }
]

# A function evaluate(board, me, opponent) of your own instead, if there is one: its source, its
# name, what it is given, and whether it has the top or the bottom row first.
FUNCTION: tuple[str, str, list[str], str] | None = None

# ── how it plays ─────────────────────────────────────────────────────────────────────────────

WIN = 10**100  # more than any opinion; a win is this, less the number of the stone that brings it
SHARE_OF_TIME = 0.7  # what it takes of the time for a move; the rest is for a slow machine
LARGEST_POINTS = 10**9  # what powers may come to
LARGEST_OPINION = 10**14  # what a function of your own may say
MOST_POSITIONS = 1_000_000  # kept at once


class OutOfTimeError(Exception):
    """The time for this move is used up."""


class NoOpinionError(Exception):
    """A function of your own failed."""


class Board:
    """A size of board, one bit a cell. Bits run up the columns, and each column has a spare bit on
    top that no stone takes, so that a line which would run over the edge meets an empty cell."""

    def __init__(self, columns: int, rows: int, inarow: int) -> None:
        self.columns, self.rows, self.inarow = columns, rows, inarow
        self.stride = rows + 1
        self.bottom = sum(1 << column * self.stride for column in range(columns))
        self.cells = self.bottom * ((1 << rows) - 1)
        centre_first = sorted(range(columns), key=lambda c: (abs(2 * c - columns + 1), c))
        self.in_order = [((1 << rows) - 1) << column * self.stride for column in centre_first]
        across, up = inarow <= columns, inarow <= rows
        steps = [(self.stride, across), (1, up)]
        steps += [(self.stride - 1, across and up), (self.stride + 1, across and up)]
        self.steps = [step for step, fits in steps if fits]

    def bit(self, column: int, row: int) -> int:
        return column * self.stride + row

    def landing(self, occupied: int) -> int:
        """The cells where a stone can come to lie."""
        return (occupied + self.bottom) & self.cells

    def moves(self, landing: int) -> list[int]:
        """Landing cells, those nearest to the centre first."""
        return [landing & column for column in self.in_order if landing & column]

    def completing(self, stones: int) -> int:
        """The cells that make a line together with these stones."""
        found, missing = 0, self.inarow - 1
        if not missing:
            return self.cells
        for step in self.steps:
            before, after = stones << step, stones >> step
            behind = [before]  # cells with 1, 2, … stones right before them
            ahead = [after]  # and right after them
            for _ in range(missing - 1):
                behind.append(behind[-1] << step & before)
                ahead.append(ahead[-1] >> step & after)
            found |= behind[-1] | ahead[-1]
            for i in range(missing - 1):
                found |= behind[i] & ahead[missing - 2 - i]
        return found

    def runs(self, length: int) -> Iterator[list[tuple[int, int]]]:
        """All straight runs of so many cells; a single cell is a run once."""
        directions = [(1, 0), (0, 1), (1, 1), (1, -1)] if length > 1 else [(1, 0)]
        for across, up in directions:
            yield from self.runs_along(across, up, length)

    def runs_along(self, across: int, up: int, length: int) -> Iterator[list[tuple[int, int]]]:
        for column in range(self.columns):
            for row in range(self.rows):
                end = column + across * (length - 1), row + up * (length - 1)
                if 0 <= end[0] < self.columns and 0 <= end[1] < self.rows:
                    yield [(column + across * i, row + up * i) for i in range(length)]


# A feature is a rule laid on some cells. Cells that may change places are of one class, and all
# that counts is how many stones either side has in each class. So the rule sees a list of pairs
# (own stones, opposing stones), one pair a class. A rule may be a table, too: the points by exactly
# what the cells hold, as a number; a stone changes it by a fixed step, which comes in the classes'
# place: one for a stone of the first side, one for the second side's.
Score = int | float
Counts = list[tuple[int, int]]
Rule = Callable[[Counts], int] | list[int]
Steps = list[tuple[int, int]]
Feature = tuple[list[tuple[int, int]], list[int] | Steps, Rule]


def points_by_stones(points: dict[Any, int], inarow: int) -> list[int]:
    """The points for 0, 1, … stones of a line."""
    if "powers_of" in points:
        factor = points["sign"] * points["times"]
        powers = [min(points["powers_of"] ** n, LARGEST_POINTS) for n in range(1, inarow + 1)]
        return [0] + [factor * power for power in powers]
    table = [0] * (inarow + 1)
    for missing, value in points.items():
        if missing < inarow:
            table[inarow - missing] = value
    return table


def line_rule(own: list[int], opponent: list[int]) -> Rule:
    """Cells count by their stones, if only one colour holds any."""

    def points(counts: Counts) -> int:
        mine, theirs = counts[0]
        return 0 if mine and theirs else own[mine] if mine else opponent[theirs]

    return points


def anchored_rule(own: list[int], opponent: list[int]) -> Rule:
    """As a line, but only where a stone lies on the first cell."""

    def points(counts: Counts) -> int:
        (anchor, other_anchor), (mine, theirs) = counts[0], counts[1] if counts[1:] else (0, 0)
        if anchor and not theirs:
            return own[anchor + mine]
        return opponent[other_anchor + theirs] if other_anchor and not mine else 0

    return points


def pattern_rule(marks: list[str], sizes: list[int], own: int, opponent: int) -> Rule:
    """Cells count if they hold exactly what a pattern says; each class is one of its marks."""

    def points(counts: Counts) -> int:
        wanted = {".": (0, 0), "X": (1, 0), "O": (0, 1)}
        total = 0
        for value, swap in ((own, False), (opponent, True)):
            held = [(b, a) if swap else (a, b) for a, b in counts]
            pattern = [
                (wanted[m][0] * n, wanted[m][1] * n) for m, n in zip(marks, sizes, strict=True)
            ]
            total += value * (held == pattern)
        return total

    return points


def features(term: dict[str, Any], board: Board, mark: int) -> Iterator[Feature]:
    """What a term of the evaluation function means on a board, for the side with this mark."""
    kind, k = term["term"], board.inarow
    if kind in ("windows", "anchored-runs"):
        tables = points_by_stones(term["own"], k), points_by_stones(term["opponent"], k)
    if kind == "windows":
        rule = line_rule(*tables)
        for cells in board.runs(k):
            yield cells, [0] * k, rule
    elif kind == "anchored-runs":
        rule = anchored_rule(*tables)
        for across, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            for cells in board.runs_along(across, up, k):
                yield cells, [0] + [1] * (k - 1), rule
    elif kind == "pattern":
        yield from pattern_features(term, board)
    elif kind == "column":
        rule = line_rule([0, term["own"]], [0, term["opponent"]])
        column = board.columns // 2 if term["column"] == "center" else term["column"]
        for row in range(board.rows if column < board.columns else 0):
            yield [(column, row)], [0], rule
    elif kind == "squares":
        yield from square_features(term, board)
    elif kind == "tables" and term["game"] == [board.columns, board.rows, k]:
        for shape in unpacked(term["shapes"]):
            cells = [(column, row) for column, row in shape["cells"]]
            mirrored = [(board.columns - 1 - column, row) for column, row in cells]
            table = shape["points"] if mark == 1 else [-points for points in shape["points"]]
            for image in [cells] if set(cells) == set(mirrored) else [cells, mirrored]:
                yield image, steps_of(cells), table
    elif kind == "features" and term["game"] == [board.columns, board.rows, k]:
        for laid in unpacked(term["features"]):
            cells = [(column, row) for column, row in laid["cells"]]
            yield cells, steps_of(cells), laid["points"][mark - 1]


def steps_of(cells: list[tuple[int, int]]) -> Steps:
    """Cells above each other are filled from below: of n there are 2**(n + 1) - 1 contents, in
    the order in which stones are put, those of the first side first."""
    piles: list[list[tuple[int, int]]] = []
    for column, row in sorted(cells):
        if piles and piles[-1][-1] == (column, row - 1):
            piles[-1].append((column, row))
        else:
            piles.append([(column, row)])
    steps, unit = {}, 1
    for pile in sorted(piles, key=lambda pile: min(map(cells.index, pile))):
        for height, cell in enumerate(pile):
            steps[cell] = unit, unit * 2 ** (len(pile) - height)
        unit *= 2 ** (len(pile) + 1) - 1
    return [steps[cell] for cell in cells]


def pattern_features(term: dict[str, Any], board: Board) -> Iterator[Feature]:
    """Parts of a pattern are marks, or numbers n for k - n own stones."""
    text = ""
    for part in term["parts"]:
        stones = 1 if isinstance(part, str) else board.inarow - part
        if stones < 1:
            return
        text += part if isinstance(part, str) else "X" * stones
    for reading in dict.fromkeys((text, text[::-1])):
        marks = sorted(set(reading))
        sizes = [reading.count(mark) for mark in marks]
        rule = pattern_rule(marks, sizes, term["own"], term["opponent"])
        for cells in board.runs(len(reading)):
            yield cells, [marks.index(mark) for mark in reading], rule


def square_features(term: dict[str, Any], board: Board) -> Iterator[Feature]:
    """A table has its rows from the top; without one, a cell counts the windows through it."""
    table = term["table"]
    if table is None:
        table = [[0] * board.columns for _ in range(board.rows)]
        for cells in board.runs(board.inarow):
            for column, row in cells:
                table[board.rows - 1 - row][column] += 1
    if (len(table[0]), len(table)) != (board.columns, board.rows):
        return  # it was made for another board
    for number, weights in enumerate(table):
        for column, weight in enumerate(weights):
            rule = line_rule([0, term["own"] * weight], [0, term["opponent"] * weight])
            yield [(column, board.rows - 1 - number)], [0], rule


@cache
def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b85decode(text)))


class Judge:
    """The evaluation function for one side, on one board, in one phase of the game.

    Each feature has a code, which a stone in one of its cells moves by a fixed step, and a table of
    points by code. So a stone changes the score by a few differences of table entries.
    """

    def __init__(self, board: Board, mark: int, stage: int, deadline: float) -> None:
        self.board, self.mark, self.deadline = board, mark, deadline
        places = board.columns * board.stride
        self.table: list[int] = []
        self.origins: list[int] = []
        self.entries: list[list[list[tuple[int, int]]]] = [
            [[] for _ in range(places)] for _ in range(3)
        ]  # [mark][bit]: the features through a cell, and the step by which a stone moves each
        self.trap_weight, self.traps_anywhere = 0, False
        self.windows_at: list[list[int]] = [[] for _ in range(places)]
        self.lack: list[int] = []  # by code: how many stones of ours a window lacks, if it is ours
        self.rules: list[Rule] = []
        self.tables: dict[Any, int] = {}
        self.lines: dict[tuple[tuple[int, int], ...], int] = {}  # features that count stones
        for term in TERMS:
            weight = term["weights"][stage]
            if term["term"] == "traps":
                self.trap_weight += weight * term["own"]
                self.traps_anywhere = term.get("where") == "empty"
            elif weight:
                for cells, classes, rule in features(term, board, mark):
                    self.add(cells, classes, rule, weight)
        if self.trap_weight:
            self.watch_windows()

    def add(self, cells: list[tuple[int, int]], classes: list[Any], rule: Rule, weight: int) -> int:
        """Lay a rule on cells; rules that are laid more than once have one table."""
        if perf_counter() > self.deadline:
            raise OutOfTimeError
        number, steps = len(self.origins), classes
        sizes, units = [], [1]
        if not isinstance(rule, list):
            sizes = [classes.count(c) for c in range(max(classes) + 1)]
            for size in sizes:
                units.append(units[-1] * (size * (size + 1) + 1))
            steps = [(units[c], units[c] * (sizes[c] + 1)) for c in classes]
        key = id(rule), tuple(sizes), weight
        if key not in self.tables:
            self.rules.append(rule)  # as long as it is kept, its id is its own
            self.tables[key] = len(self.table)
            self.table += self.points_by_code(rule, sizes, units, weight)
        self.origins.append(self.tables[key])
        if len(sizes) == 1:
            self.lines.setdefault(tuple(cells), number)
        for (column, row), step in zip(cells, steps, strict=True):
            at = self.board.bit(column, row)
            self.entries[1][at].append((number, step[0]))
            self.entries[2][at].append((number, step[1]))
        return number

    def points_by_code(
        self, rule: Rule, sizes: list[int], units: list[int], weight: int
    ) -> list[int]:
        if isinstance(rule, list):
            return [weight * points for points in rule]
        table = [0] * units[-1]
        counted: list[tuple[int, Counts]] = [(0, [])]
        for size, unit in zip(sizes, units[:-1], strict=True):
            counted = [
                (code + unit * (first + second * (size + 1)), [*counts, (first, second)])
                for code, counts in counted
                for first in range(size + 1)
                for second in range(size + 1 - first)
            ]
        for code, counts in counted:
            ours = counts if self.mark == 1 else [(b, a) for a, b in counts]
            table[code] = weight * rule(ours)
        return table

    def watch_windows(self) -> None:
        """Traps ask for the stones of the windows through a cell."""
        k = self.board.inarow
        nothing = line_rule([0] * (k + 1), [0] * (k + 1))
        seen = set()
        for cells in self.board.runs(k):
            number = self.lines.get(tuple(cells))
            if number is None:
                number = self.add(cells, [0] * k, nothing, 1)
            seen.add(self.origins[number])
            for column, row in cells:
                self.windows_at[self.board.bit(column, row)].append(number)
        self.lack = [k + 1] * len(self.table)
        for origin in seen:
            for stones in range(k + 1):
                step = stones * (1 if self.mark == 1 else k + 1)
                self.lack[origin + step] = k - stones


def traps(judge: Judge, codes: list[int], cells: int) -> int:
    """Cells where a stone of ours would complete no line, but leave two that lack one stone."""
    found = 0
    while cells:
        lowest = cells & -cells
        cells ^= lowest
        lacks = [judge.lack[codes[w]] for w in judge.windows_at[lowest.bit_length() - 1]]
        found += lacks.count(2) >= 2 and 1 not in lacks and 0 not in lacks
    return found


class Game(NamedTuple):
    """What a function of your own may know of the game."""

    columns: int
    rows: int
    target: int
    gravity: bool
    inarow: int


class OwnFunction:
    """A function of your own, which is given the board as an array."""

    def __init__(
        self, board: Board, mark: int, source: str, name: str, given: list[str], rows: str
    ) -> None:
        import numpy

        self.mark, self.numpy, self.shape = mark, numpy, (board.rows, board.columns)
        self.places = [
            (1 << board.bit(column, row), row if rows == "bottom" else board.rows - 1 - row, column)
            for column in range(board.columns)
            for row in range(board.rows)
        ]
        self.given = given
        self.game = Game(board.columns, board.rows, board.inarow, True, board.inarow)
        module = ModuleType(NAME)
        sys.modules[NAME] = module  # where dataclasses look for what they are made of
        try:
            exec(source, vars(module))
        except Exception as error:
            raise NoOpinionError(repr(error)) from error
        name, _, method = name.partition(".")
        found = vars(module)[name]
        self.function = getattr(found(), method) if method else found

    def score(self, own: int, other: int) -> Score:
        """What it says of a position, for the side that has the stones `own`."""
        grid = self.numpy.zeros(self.shape, dtype=self.numpy.int64)
        for bit, row, column in self.places:
            if own & bit:
                grid[row, column] = self.mark
            elif other & bit:
                grid[row, column] = 3 - self.mark
        try:
            known = {"board": grid, "me": self.mark, "opponent": 3 - self.mark, "game": self.game}
            score: Score = self.function(*(known[what] for what in self.given))
        except Exception as error:
            raise NoOpinionError(repr(error)) from error
        if score != score:
            raise NoOpinionError("it returned nan, which is not a number")
        if self.mark == 2 and not {"me", "opponent"} & set(self.given):
            score = 0 - score  # it was not told for whom, and judges for the first side
        return max(-LARGEST_OPINION, min(LARGEST_OPINION, score))


class Search:
    """One search from one position; scores are for the side to move."""

    def __init__(self, board: Board, stones: dict[int, int], mark: int, deadline: float) -> None:
        self.board, self.stones, self.mark, self.deadline = board, stones, mark, deadline
        self.count = sum(bin(bits).count("1") for bits in stones.values())
        self.known: dict[tuple[int, int], tuple[int, Score, Score, int]] = {}
        self.function: OwnFunction | None = None
        self.history = [[0] * (board.columns * board.stride) for _ in range(3)]
        self.codes: list[int] = []
        self.total = 0

    def without_opinion(self) -> int:
        """A win, else what keeps the opponent from one, else the first move in order."""
        landing = self.board.landing(self.stones[1] | self.stones[2])
        for stones in (self.stones[self.mark], self.stones[3 - self.mark]):
            if landing & self.board.completing(stones):
                landing &= self.board.completing(stones)
        return self.board.moves(landing)[0]

    def best(self, depth: int, judge: Judge, guess: int) -> tuple[Score, int]:
        """The score and the best move of a search to a depth; of equal moves the first in order."""
        board, own, other = self.board, self.stones[self.mark], self.stones[3 - self.mark]
        self.start(judge)
        landing = board.landing(own | other)
        moves = board.moves(landing)
        won = board.completing(own) & landing
        if won:
            return WIN - self.count - 1, board.moves(won)[0]
        if depth == 1:
            scores = self.last_scores(moves, own, other, self.mark)
            return max(scores), moves[scores.index(max(scores))]
        threats = board.completing(other) & landing
        rank = {move: number for number, move in enumerate(moves)}
        tried = board.moves(threats)[:1] or sorted(moves, key=lambda move: move != guess)
        chosen = tried[0]
        best = self.after(chosen, own, other, self.count, depth, -WIN, WIN, self.mark)
        for move in tried[1:]:
            earlier = rank[move] < rank[chosen]  # then an equal score is enough
            score = self.after(move, own, other, self.count, depth, best - earlier, WIN, self.mark)
            if score > best or (earlier and score == best):
                best, chosen = score, move
        if best == -(WIN - self.count - 2):
            return best, moves[0]  # whatever it plays, the next stone ends the game
        return best, chosen

    def start(self, judge: Judge) -> None:
        self.judge, self.table, self.entries = judge, judge.table, judge.entries
        self.codes = list(judge.origins)
        for mark, stones in self.stones.items():
            for at in range(stones.bit_length()):
                if stones >> at & 1:
                    for feature, step in self.entries[mark][at]:
                        self.codes[feature] += step
        self.total = sum(self.table[code] for code in self.codes)

    def after(
        self,
        move: int,
        own: int,
        other: int,
        count: int,
        depth: int,
        low: Score,
        high: Score,
        mark: int,
    ) -> Score:
        """What a move is worth for who plays it."""
        entries, codes, table = self.entries[mark][move.bit_length() - 1], self.codes, self.table
        before = total = self.total
        for feature, step in entries:
            code = codes[feature]
            codes[feature] = code + step
            total += table[code + step] - table[code]
        self.total = total
        score = -self.value(other, own | move, count + 1, depth - 1, -high, -low, 3 - mark)
        self.total = before
        for feature, step in entries:
            codes[feature] -= step
        return score

    def value(
        self,
        own: int,
        other: int,
        count: int,
        depth: int,
        low: Score,
        high: Score,
        mark: int,
    ) -> Score:
        """What a position without a line is worth for the side to move, `mark`."""
        if perf_counter() > self.deadline:
            raise OutOfTimeError
        board, occupied = self.board, own | other
        landing = board.landing(occupied)
        if not landing:
            score = (
                self.function.score(*self.sides(own, other, mark)) if self.function else self.total
            )
            return score if mark == self.mark else -score
        if board.completing(own) & landing:
            return WIN - count - 1
        if depth == 1:
            return max(self.last_scores(board.moves(landing), own, other, mark))
        threats = board.completing(other) & landing
        moves = board.moves(threats)[:1] or board.moves(landing)
        key, first_low, first = (own, other), low, 0
        if key in self.known:
            known_depth, least, most, first = self.known[key]
            if known_depth == depth:
                if least >= high or least == most:
                    return least
                if most <= low:
                    return most
        if len(moves) > 1:
            history = self.history[mark]
            moves.sort(key=lambda move: (move != first, -history[move.bit_length() - 1]))
        best: Score = -WIN
        best_move = 0
        for move in moves:
            if best_move and low + 1 < high:
                # Is it better at all? If so, how much better, a full window will tell.
                score = self.after(move, own, other, count, depth, low, low + 1, mark)
                if low < score < high:
                    score = self.after(move, own, other, count, depth, low, high, mark)
            else:
                score = self.after(move, own, other, count, depth, low, high, mark)
            if score > best:
                best, best_move = score, move
                low = max(low, score)
                if score >= high:
                    self.history[mark][move.bit_length() - 1] += depth * depth
                    break
        if len(self.known) >= MOST_POSITIONS:
            self.known.clear()
        least = -WIN if best <= first_low else best
        most = WIN if best >= high else best
        self.known[key] = (depth, least, most, best_move)
        return best

    def sides(self, own: int, other: int, mark: int) -> tuple[int, int]:
        """The stones of the side that searches, and those of its opponent."""
        return (own, other) if mark == self.mark else (other, own)

    def last_scores(self, moves: list[int], own: int, other: int, mark: int) -> list[Score]:
        """What each move is worth by the evaluation function alone; none of them wins."""
        scores: list[Score] = []
        if self.function:
            for move in moves:
                if perf_counter() > self.deadline:
                    raise OutOfTimeError
                score = self.function.score(*self.sides(own | move, other, mark))
                scores.append(score if mark == self.mark else -score)
            return scores
        entries, codes, table = self.entries[mark], self.codes, self.table
        sign = 1 if mark == self.mark else -1
        weight, anywhere = self.judge.trap_weight, self.judge.traps_anywhere
        occupied = own | other
        for move in moves:
            through = entries[move.bit_length() - 1]
            total = self.total
            for feature, step in through:
                code = codes[feature]
                total += table[code + step] - table[code]
            if weight:
                for feature, step in through:
                    codes[feature] += step
                taken = occupied | move
                free = self.board.cells & ~taken if anywhere else self.board.landing(taken)
                total += weight * traps(self.judge, codes, free)
                for feature, step in through:
                    codes[feature] -= step
            scores.append(sign * total)
        return scores


def stage_of(stones: int, cells: int) -> int:
    """Which of the weights hold with so many stones on the board."""
    early_below, late_above, of = PHASES
    phase = 0 if of * stones < early_below * cells else 2 if of * stones > late_above * cells else 1
    return 2 * phase + stones % 2


BOARDS: dict[tuple[int, int, int], Board] = {}
FUNCTIONS: dict[tuple[Board, int], OwnFunction] = {}
JUDGES: dict[tuple[Board, int, tuple[int, ...]], Judge] = {}


def judge_for(board: Board, mark: int, stones: int, deadline: float) -> Judge:
    """The evaluation function for leaves with so many stones; made once."""
    stage = stage_of(stones, board.columns * board.rows)
    key = board, mark, tuple(term["weights"][stage] for term in TERMS)
    if key not in JUDGES:
        JUDGES[key] = Judge(board, mark, stage, deadline)
    return JUDGES[key]


def own_function(board: Board, mark: int) -> OwnFunction | None:
    """The function that was exported, if there is one; its file is run once."""
    if FUNCTION and (board, mark) not in FUNCTIONS:
        FUNCTIONS[board, mark] = OwnFunction(board, mark, *FUNCTION)
    return FUNCTIONS.get((board, mark))


def agent(observation: Any, configuration: Any) -> int:
    """The column to play."""
    begun = perf_counter()
    size = configuration.columns, configuration.rows, configuration.inarow
    seconds = configuration.get("actTimeout", configuration.get("timeout", 2))
    if not BOARDS and begun - LOADED < seconds / 2:
        begun = LOADED  # running this file was part of the time for the first move
    deadline = begun + SHARE_OF_TIME * seconds
    board = BOARDS.setdefault(size, Board(*size))
    stones = {1: 0, 2: 0}
    for place, mark in enumerate(observation.board):
        row, column = divmod(place, board.columns)
        if mark:
            stones[mark] |= 1 << board.bit(column, board.rows - 1 - row)
    search = Search(board, stones, observation.mark, deadline)
    move = search.without_opinion()
    empty = board.columns * board.rows - search.count
    try:
        search.function = own_function(board, observation.mark)
        for depth in range(1, min(DEPTH or empty, empty) + 1):
            judge = judge_for(board, observation.mark, search.count + depth, deadline)
            score, move = search.best(depth, judge, move)
            if abs(score) > WIN // 2:
                break  # looking further cannot change it
    except OutOfTimeError:
        pass
    except NoOpinionError as error:
        print(f"{NAME} failed: {error}", file=sys.stderr)  # and any legal move is better than none
    return (move.bit_length() - 1) // board.stride
