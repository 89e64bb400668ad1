"""Files whose main program starts when they are loaded are told from files with a mistake."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from kinarow.errors import EvaluatorError
from kinarow.evaluation.user import evaluator as user_module
from tests.running import Run

FUNCTION = "def evaluate(board, me, opponent):\n    return 1\n"
ADVICE = (
    "the main program of mine.py ran when the file was loaded; put it under "
    '`if __name__ == "__main__":`'
)

PROGRAMS = {
    "input": "name = input('Your name? ')\n",
    "input in a loop": "while True:\n    column = int(input())\n",
    "endless": "while True:\n    pass\n",
    "endless function": "def main():\n    while True:\n        pass\nmain()\n",
    "endless under if": "if len('abc') == 3:\n    while True:\n        pass\n",
    "window": (
        "import pygame\npygame.init()\nscreen = pygame.display.set_mode((700, 700))\n"
        "while True:\n    pygame.display.update()\n"
    ),
    "end": "import sys\nprint('Draw!')\nsys.exit()\n",
    "main() with a mistake": "def main():\n    return [][0]\nmain()\n",
}
MISTAKES = {
    "a wrong name": "WEIGHTS = [1, two]\n",
    "a division": "x = 1\ny = x / 0\n",
    "a call": "import random\nrandom.seed([])\n",
    "a long table": "TABLE = sum(1 for _ in iter(int, 1))\n",
    "a module": "import no_such_module_here\n",
    "a syntax": "def f(:\n",
}
PYGAME = (
    "class error(RuntimeError): pass\n"
    "def init(): pass\n"
    "class display:\n    def set_mode(size): raise error('No available video device')\n"
)
"""As pygame is where there is no screen."""


def why_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> str:
    monkeypatch.setattr(user_module, "SECONDS_TO_LOAD", 0.3)
    file = tmp_path / "mine.py"
    file.write_text(FUNCTION + text)
    with pytest.raises(EvaluatorError) as caught:
        user_module.load_module(file)
    return str(caught.value)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_main_program_is_told_where_it_belongs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame = ModuleType("pygame")
    exec(PYGAME, vars(pygame))  # noqa: S102
    monkeypatch.setitem(sys.modules, "pygame", pygame)
    told = why_not_loaded(tmp_path, monkeypatch, PROGRAMS[name])
    assert told.startswith("mine.py")
    assert told.endswith(f": {ADVICE}")


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_as_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = why_not_loaded(tmp_path, monkeypatch, MISTAKES[name])
    assert told.startswith("mine.py")
    assert "main program" not in told


def test_the_program_of_a_file_that_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "the_game_itself.py").write_text("ROWS = 6\ninput()\n")
    told = why_not_loaded(tmp_path, monkeypatch, "from the_game_itself import ROWS\n")
    assert told.startswith("mine.py, line 3: EOFError")
    assert "the main program of the_game_itself.py ran" in told


def test_what_is_under_the_guard_does_not_run(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FUNCTION + 'if __name__ == "__main__":\n    input()\n')
    assert run("evaluate", "4", "--eval", str(file)).code == 0
    file.write_text(FUNCTION + "input()\n")
    left = run("evaluate", "4", "--eval", str(file))
    assert left.code == 0
    assert left.err == (
        "mine.py: its functions, classes and constants are used; its main program was not run "
        "(line 3)\n"
    )
