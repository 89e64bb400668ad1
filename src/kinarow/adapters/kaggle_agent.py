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

# The board that its evaluation function is for: columns, rows, and how many in a row win. On any
# other the function counts nothing, and it goes by the wins and threats that it sees.
BOARD = (7, 6, 4)

# The evaluation function on that board, packed: tables of points, as `Judge` reads them.
EVALUATION = ""

# A function evaluate(board, me, opponent) of your own instead, if there is one: its source, its
# name, what it is given, and whether it has the top or the bottom row first.
FUNCTION: tuple[str, str, list[str], str] | None = None

# ── how it plays ─────────────────────────────────────────────────────────────────────────────

WIN = 10**100  # more than any opinion; a win is this, less the number of the stone that brings it
SHARE_OF_TIME = 0.7  # what it takes of the time for a move; the rest is for a slow machine
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


Score = int | float


@cache
def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b85decode(text)))


class Judge:
    """The evaluation function for one side, on one board, in one phase of the game.

    It is made of features: cells with points for what they hold. Each feature has a code, which a
    stone in one of its cells moves by a fixed step, and a table of points by code. So a stone
    changes the score by a few differences of table entries.
    """

    def __init__(self, board: Board, mark: int, form: dict[str, Any]) -> None:
        places = board.columns * board.stride
        tables: list[list[int]] = form["tables"]  # one alone: what a side gains the other loses
        self.table = tables[mark - 1] if mark <= len(tables) else [-n for n in tables[0]]
        self.origins: list[int] = form["origins"]
        # [mark][bit]: the features through a cell, and the step by which a stone moves each
        self.entries: list[list[list[tuple[int, int]]]] = [
            [[] for _ in range(places)] for _ in range(3)
        ]
        self.trap_weight: int = form["traps"]
        self.traps_anywhere: bool = form["anywhere"]
        self.windows_at: list[list[int]] = [[] for _ in range(places)]
        for number, (entries, windows) in enumerate(form["cells"]):
            row, column = divmod(number, board.columns)
            at = board.bit(column, row)
            self.entries[1][at] = [(feature, first) for feature, first, _ in entries]
            self.entries[2][at] = [(feature, second) for feature, _, second in entries]
            self.windows_at[at] = windows
        # By code: how many stones of ours a window lacks, if it is ours.
        k = board.inarow
        self.lack = [k + 1] * len(self.table)
        for origin in {self.origins[window] for at in self.windows_at for window in at}:
            for stones in range(k + 1):
                self.lack[origin + stones * (1 if mark == 1 else k + 1)] = k - stones


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
    """Which of its forms an evaluation function has with so many stones on the board: in each
    phase one with the first and one with the second side to move."""
    early_below, late_above, of = PHASES
    phase = 0 if of * stones < early_below * cells else 2 if of * stones > late_above * cells else 1
    return 2 * phase + stones % 2


NOTHING = {"tables": [[]], "origins": [], "cells": [], "traps": 0, "anywhere": False}
BOARDS: dict[tuple[int, int, int], Board] = {}
FUNCTIONS: dict[tuple[Board, int], OwnFunction] = {}
JUDGES: dict[tuple[Board, int, int | None], Judge] = {}


def judge_for(board: Board, mark: int, stones: int) -> Judge:
    """The evaluation function for leaves with so many stones; made once."""
    forms, form = [], None
    if EVALUATION and (board.columns, board.rows, board.inarow) == BOARD:
        stages, forms = unpacked(EVALUATION)
        form = stages[stage_of(stones, board.columns * board.rows)]
    key = board, mark, form
    if key not in JUDGES:
        JUDGES[key] = Judge(board, mark, NOTHING if form is None else forms[form])
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
            judge = judge_for(board, observation.mark, search.count + depth)
            score, move = search.best(depth, judge, move)
            if abs(score) > WIN // 2:
                break  # looking further cannot change it
    except OutOfTimeError:
        pass
    except NoOpinionError as error:
        print(f"{NAME} failed: {error}", file=sys.stderr)  # and any legal move is better than none
    return (move.bit_length() - 1) // board.stride
