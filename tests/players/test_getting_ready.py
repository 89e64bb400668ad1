"""What a player loads, lowers or packs, it does before its clock runs, whoever asks it to play."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from kinarow.adapters.gomocup_engine import GomocupEngine
from kinarow.adapters.uki_engine import UkiEngine
from kinarow.arena import play_game
from kinarow.arena.game import GameJob
from kinarow.evaluation import Evaluator, Phased, Windows, evaluator, k
from kinarow.evaluation.compiled import form as compiled
from kinarow.evaluation.features.lowering import LoweredForm
from kinarow.evaluation.user import compiled as user_compiled
from kinarow.evaluation.written.json_files import to_json
from kinarow.game import GameSpec, Position, Side
from kinarow.native.compiling import when_compiling
from kinarow.players import AlphaBetaPlayer, RandomPlayer, parse_player
from kinarow.players.isolated import child as isolated_process
from kinarow.players.isolated import player as isolated
from kinarow.players.isolated.player import IsolatedPlayer
from kinarow.players.isolated.process import Isolation
from kinarow.players.isolated.questions import (
    CHOOSE,
    EVALUATOR,
    GET_READY,
    NEW_GAME,
    PLAYER,
    WARM_UP,
    Question,
    write_question,
)
from kinarow.players.player import Choice
from kinarow.search import deepening as compiled_search
from kinarow.search.limits import Limits
from kinarow.web.lab import jobs as lab_jobs
from tests.running import Run

GAME = "drop:5x4:4"
PREPARED = {"lowered", "packed", "symmetries"}

_numbers = count(1)


@pytest.fixture
def own() -> Evaluator:
    """An evaluator that nobody has seen yet, with other weights in each phase of a game."""
    number = next(_numbers)
    lines = Windows(own={k - 1: 100 + number, k - 2: 3}, opponent={k - 1: -7})
    return Evaluator(f"own-{number}", Phased("lines", lines, early=1, mid=2, late=3))


@pytest.fixture
def text(own: Evaluator, tmp_path: Path) -> str:
    file = tmp_path / "own.json"
    file.write_text(json.dumps(to_json(own)))
    return f"alphabeta:eval={file},depth=3"


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is prepared, and when a player is asked and when the clock of a search starts."""
    found: list[str] = []

    def log(where: Any, name: str, word: str) -> None:
        original = getattr(where, name)

        def logged(*arguments: Any, **keywords: Any) -> Any:
            found.append(word)
            return original(*arguments, **keywords)

        monkeypatch.setattr(where, name, logged)

    log(evaluator, "lower", "lowered")
    log(compiled, "_Packer", "packed")
    log(LoweredForm, "symmetries", "symmetries")
    log(Limits, "budget", "clock")
    log(AlphaBetaPlayer, "_deepening", "asked")
    with when_compiling(lambda: found.append("compiled")):
        yield found


def ready_before(word: str, events: list[str]) -> bool:
    first = events.index(word)
    return set(events[:first]) >= PREPARED and set(events[first:]) <= {"asked", "clock"}


def by_the_referee(text: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    play_game(GameJob(GameSpec.parse(GAME), parse_player(text), RandomPlayer()))


def by_the_command_move(text: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("move", "1", "--game", GAME, "--player", text).code == 0


def by_a_person(text: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter(["1", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(said))
    assert run("play", "--game", GAME, "--player", text).code == 0


def by_a_user_interface(text: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    UkiEngine(text, lambda line: None).serve([f"newgame {GAME}", "position startpos", "go"])


def by_a_manager(text: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    GomocupEngine(text, lambda line: None).serve(["START 6", "BEGIN"])


def by_the_lab(text: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Position.start(GAME)
    assert list(lab_jobs.choose(parse_player(text), here, 0, stop=threading.Event()))


def by_another_process(text: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Position.start(GAME)
    questions = [(PLAYER, text), (NEW_GAME, 0), (GET_READY, start.spec), (CHOOSE, start)]
    asked, answers = io.BytesIO(b"".join(map(write_question, questions))), io.BytesIO()
    isolated_process.serve(asked, answers, isolated_process.Answering())
    assert answers.getvalue()


@pytest.mark.parametrize(
    "asked",
    [
        by_the_referee, by_the_command_move, by_a_person, by_a_user_interface, by_a_manager,
        by_the_lab, by_another_process,
    ],
)  # fmt: skip
def test_a_search_is_ready_when_it_is_asked(
    asked: Callable[[str, Run, pytest.MonkeyPatch], None],
    text: str,
    events: list[str],
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked(text, run, monkeypatch)
    assert ready_before("asked", events), events


@pytest.mark.parametrize("limits", [Limits(depth=3), Limits(seconds=0.05)])
def test_the_clock_of_a_search_starts_when_everything_is_ready(
    limits: Limits, own: Evaluator, events: list[str]
) -> None:
    compiled_search.search(Position.start(GAME), own, limits)
    assert ready_before("clock", events), events


def test_a_player_in_its_own_process_gets_ready_before_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    class Process:
        is_lost = False

        def ask_for(self, read: object, question: Question, seconds: float) -> Any:
            kind, content = question
            asked.append(kind)
            return Choice(content.legal_moves()[0]) if kind == CHOOSE else None

    monkeypatch.setattr(isolated, "_process_for", lambda player: Process())
    player = IsolatedPlayer("x", "x", Isolation("."))
    play_game(GameJob(GameSpec.parse(GAME), player, RandomPlayer()))
    assert asked[:3] == [NEW_GAME, GET_READY, CHOOSE]
    assert set(asked[3:]) == {CHOOSE}


@pytest.mark.slow
@pytest.mark.parametrize("level", ["", "none"])
def test_kernels_are_loaded_before_a_player_is_asked(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a process of its own, where nothing is loaded yet."""
    code = """
import sys
from numba.core.dispatcher import Dispatcher
from kinarow.game import Position
from kinarow.native.kernels import Kernel
from kinarow.players import parse_player


def loaded():
    kernels = [m for name, m in sorted(sys.modules.items()) if name.endswith("kernel")]
    return [(m.__name__, name, len(value.overloads)) for m in kernels
            for name, value in sorted(vars(m).items()) if isinstance(value, Dispatcher)] + [
        (m.__name__, name, value.is_ready, value.dispatcher is not None) for m in kernels
        for name, value in sorted(vars(m).items()) if isinstance(value, Kernel)]

for text in ("alphabeta:depth=2", "level:n=6", "monte-carlo:playouts=9", "mcts:playouts=9"):
    for game, moves in ("place:9x9:5", "e5 e6"), ("connect4", "44"), ("connect4", "4"):
        position, player = Position.from_moves(moves, game), parse_player(text)
        player.get_ready(position.spec)
        before = loaded()
        player.choose(position)
        assert before and loaded() == before, (text, set(loaded()) - set(before))
position, player = Position.from_moves("1122", "drop:4x4:4"), parse_player("perfect")
player.get_ready(position.spec)
before = loaded()
player.choose(position)
assert loaded() == before, set(loaded()) - set(before)
"""
    monkeypatch.setenv("KINAROW_LEVEL", level)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_was_compiled_is_used_before_the_first_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault: it was compiled again at its first use, which took the time of the first move."""
    used: list[Position] = []

    class Compiled:
        def evaluate(self, position: Position, side: Side) -> int:
            used.append(position)
            return 0

    monkeypatch.setattr(user_compiled, "compiled_within", lambda judge, spec: Compiled())
    (tmp_path / "mine.py").write_text("def evaluate(board, me, opponent):\n    return 0\n")
    answering = isolated_process.Answering(compiles=True)
    answering.answer((EVALUATOR, str(tmp_path / "mine.py")))
    answering.answer((WARM_UP, Position.start(GAME)))
    assert used == [Position.start(GAME)]
