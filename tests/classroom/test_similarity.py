"""Submissions that are alike: copies with other names are found, independent work is not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinarow.classroom.submissions.code_reading import fingerprints
from kinarow.classroom.submissions.similarity import likenesses
from kinarow.classroom.submissions.submissions import Submission

pytestmark = pytest.mark.slow  # code is taken apart by another process

TEMPLATE = '''\
"""Your evaluation function."""
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))


def inside(board, row, column):
    return 0 <= row < board.shape[0] and 0 <= column < board.shape[1]


def cells_of_window(board, row, column, down, right, length=4):
    found = []
    for step in range(length):
        place = row + step * down, column + step * right
        if not inside(board, *place):
            return None
        found.append(place)
    return found


def windows(board):
    for row in range(board.shape[0]):
        for column in range(board.shape[1]):
            for down, right in LINES:
                cells = cells_of_window(board, row, column, down, right)
                if cells is not None:
                    yield cells
'''
ADA = """

def evaluate(board, me, opponent):
    score = 0
    for cells in windows(board):
        mine = sum(1 for cell in cells if board[cell] == me)
        theirs = sum(1 for cell in cells if board[cell] == opponent)
        if theirs == 0 and mine > 0:
            score += 10 ** (mine - 1)
        elif mine == 0 and theirs > 0:
            score -= 10 ** (theirs - 1)
    middle = board.shape[1] // 2
    for row in range(board.shape[0]):
        if board[row, middle] == me:
            score += 3
    return score
"""
BOB = """

WEIGHTS = {0: 0, 1: 1, 2: 8, 3: 40, 4: 1000}


def side_value(board, side, other):
    value = 0
    for window in windows(board):
        stones = [board[place] for place in window]
        if other in stones:
            continue
        value += WEIGHTS[stones.count(side)]
    return value


def evaluate(board, me, opponent):
    balance = side_value(board, me, opponent) - 1.2 * side_value(board, opponent, me)
    heights = (board != 0).sum(axis=0)
    centre = [abs(column - board.shape[1] / 2) for column in range(board.shape[1])]
    return balance - sum(height * far for height, far in zip(heights, centre)) / 10
"""
CLEO = """

def evaluate(board, me, opponent):
    def runs(player):
        best, total = 0, 0
        for window in windows(board):
            length = 0
            while length < len(window) and board[window[length]] == player:
                length += 1
            best = max(best, length)
            total += length * length
        return best * 100 + total

    try:
        return runs(me) - runs(opponent)
    except ZeroDivisionError:
        return 0
"""


def handed_in(student: str, source: str) -> Submission:
    return Submission(student, f"{student}.py", "a.py", {"a.py": source.encode()})


def renamed(source: str) -> str:
    """As someone hides a copy: other names, numbers, comments and blank lines."""
    others = {"score": "total", "mine": "x", "theirs": "y", "cells": "w", "middle": "m"}
    for name, other in others.items():
        source = re.sub(rf"\b{name}\b", other, source)
    source = source.replace("10 **", "12 **").replace("+= 3", "+= 5")
    return source.replace("return total", "# my own idea\n\n    return total")


def test_a_renamed_copy_is_found() -> None:
    class_ = [handed_in("ada", TEMPLATE + ADA), handed_in("eve", TEMPLATE + renamed(ADA))]
    class_ += [handed_in("bob", TEMPLATE + BOB), handed_in("cleo", TEMPLATE + CLEO)]
    (found,) = likenesses(class_, [TEMPLATE.encode()])
    assert {found.one, found.other} == {"ada", "eve"}
    assert found.share > 0.9
    assert found.words("ada").endswith("like that of eve")
    assert found.words("eve").endswith("like that of ada")


def test_solutions_of_the_same_template_are_not_alike() -> None:
    class_ = [handed_in(n, TEMPLATE + s) for n, s in (("ada", ADA), ("bob", BOB), ("cleo", CLEO))]
    assert likenesses(class_, [TEMPLATE.encode()]) == []
    # Without being told what was given, the template makes some of them alike.
    assert likenesses(class_)


def test_a_copy_inside_more_code_is_found() -> None:
    more = BOB.replace("evaluate", "unused")
    class_ = [handed_in("ada", ADA), handed_in("eve", more + renamed(ADA))]
    (found,) = likenesses(class_)
    assert found.share > 0.9


def test_what_is_too_short_says_nothing() -> None:
    short = "def evaluate(board, me, opponent):\n    return 0\n"
    assert likenesses([handed_in("ada", short), handed_in("bob", short)]) == []


@pytest.mark.parametrize("source", [b"", b"\0\1", b"def f(:\n  '''", b"\xff\xfe", b"(" * 5000])
def test_files_that_are_no_python(source: bytes) -> None:
    fingerprints(source)


@given(st.binary(max_size=300))
def test_any_file_has_fingerprints(source: bytes) -> None:
    assert fingerprints(source) == fingerprints(source)
