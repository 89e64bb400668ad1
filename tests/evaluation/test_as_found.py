"""Files are taken as they are found: what they define, without their main program."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from kinarow import Position, Side, load_evaluator
from kinarow.errors import EvaluatorError
from kinarow.evaluation import UserEvaluator
from kinarow.evaluation.user import evaluator as user_module
from kinarow.evaluation.user.compiled import verdict
from kinarow.game import GameSpec

GAME = """
import numpy as np
import random, sys, math
import pygame
from pygame.locals import *
from tkinter import messagebox as box

BLUE = (0, 0, 255)
ROWS, COLS = 6, 7
HALF = COLS // 2
TABLE = np.array([[c for c in range(COLS)] for r in range(ROWS)])
CLOCK = pygame.time.Clock()

class Piece(pygame.sprite.Sprite):
    def draw(self):
        pygame.draw.circle(None, BLUE, (0, 0), 3)

def weight(c):
    return TABLE[0, c]

def evaluate(board, me, opponent):
    return sum(weight(c) for c in range(COLS) for r in range(ROWS) if board[r, c] == me)

def shows(board, me, opponent):
    Piece().draw()
    return 1

board = np.zeros((ROWS, COLS))
pygame.init()
screen = pygame.display.set_mode((700, 700))
while True:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            sys.exit()
"""


@pytest.fixture
def without_pygame(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pygame", "pygame.locals", "tkinter"):
        monkeypatch.setitem(__import__("sys").modules, name, None)


def written(folder: Path, text: str) -> str:
    file = folder / "game.py"
    file.write_text(text)
    return str(file)


@pytest.mark.usefixtures("without_pygame")
def test_what_a_game_defines_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evaluator = load_evaluator(written(tmp_path, GAME))
    assert evaluator.evaluate(Position.from_moves("4477"), Side.FIRST) == 3 + 6
    assert capsys.readouterr().err == (
        "game.py: its functions, classes and constants are used; pygame is not installed here and "
        "tkinter is not installed here and its main program was not run (lines 12, 29–34)\n"
    )
    # In another process the same code is run again, and nothing is said twice.
    twin = pickle.loads(pickle.dumps(evaluator))
    assert twin.evaluate(Position.from_moves("4477"), Side.FIRST) == 9
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("without_pygame")
def test_what_is_then_missing_is_told_as_the_mistake_it_is(tmp_path: Path) -> None:
    evaluator = load_evaluator(written(tmp_path, GAME) + ":shows")
    with pytest.raises(EvaluatorError, match=r"game\.py, line 16: ModuleNotFoundError: No module"):
        evaluator.evaluate(Position.from_moves("4"), Side.FIRST)


def test_a_constant_that_only_the_program_makes_is_missing(tmp_path: Path) -> None:
    text = (
        "import random\nWEIGHT = random.random()\n"
        "def evaluate(board, me, opponent):\n    return WEIGHT\n"
        "def main():\n    input()\nmain()\n"
    )
    evaluator = load_evaluator(written(tmp_path, text))
    with pytest.raises(EvaluatorError, match="NameError: name 'WEIGHT' is not defined"):
        evaluator.evaluate(Position.from_moves("4"), Side.FIRST)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import no_such_module_here\n", "No module named 'no_such_module_here'"),
        ("WEIGHTS = [1, two]\n", "name 'two' is not defined"),
        ("def main():\n    return [][0]\n", None),
        ("import no_such_module_here\nimport pygame\ninput()\n", "no_such_module_here"),
        ("import pygame\nimport no_such_module_here\n", "ModuleNotFoundError"),
    ],
)
@pytest.mark.usefixtures("without_pygame")
def test_a_mistake_is_still_told(tmp_path: Path, text: str, told: str | None) -> None:
    file = written(tmp_path, f"{text}def evaluate(board, me, opponent):\n    return 1\n")
    if told is None:
        assert load_evaluator(file).evaluate(Position.start(), Side.FIRST) == 1
        return
    with pytest.raises(EvaluatorError, match=told.replace("(", r"\(")):
        load_evaluator(file)


def test_an_endless_program_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_module, "SECONDS_TO_LOAD", 0.3)
    text = "def evaluate(board, me, opponent):\n    return 4\nwhile True:\n    pass\n"
    assert load_evaluator(written(tmp_path, text)).evaluate(Position.start(), Side.FIRST) == 4


@pytest.mark.slow
def test_it_can_be_compiled(tmp_path: Path) -> None:
    text = "def evaluate(board, me, opponent):\n    return 4 * (board == me).sum()\ninput()\n"
    evaluator = load_evaluator(written(tmp_path, text))
    assert isinstance(evaluator, UserEvaluator)
    assert verdict(evaluator, GameSpec.parse("connect4")).trusted
