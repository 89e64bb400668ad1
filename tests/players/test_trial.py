"""Players from files are tried before their first game; what people type for one is understood."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from kinarow.api.contests import play_match, play_tournament
from kinarow.api.grading import grade
from kinarow.arena import Contest
from kinarow.errors import EvaluatorError, PlayerError, SeveralError
from kinarow.evaluation.user import evaluator as user
from kinarow.game import GameSpec
from kinarow.players import PLAYERS, parse_player
from kinarow.players.isolated.player import contestant, end_all
from kinarow.players.trial import mistakes_of
from kinarow.players.typed_text import as_player_text
from tests.running import Run
from tests.strategies import SOAKING

CONNECT4 = GameSpec.parse("connect4")
GOOD = "def evaluate(board, me, opponent):\n    return int((board == me).sum())\n"

MISTAKES = {
    "syntax": ("def evaluate(board, me, opponent)\n    return 1\n", "line 1: SyntaxError"),
    "tabs": (f"{GOOD}\n\treturn 1\n", "line 4: "),
    "wrong name": ("def score(board, me, opponent):\n    return 1\n", "has no function `evaluate"),
    "class only": ("class Eval:\n    pass\n", "has no function `evaluate"),
    "raises": ("def evaluate(board, me, opponent):\n    return lost\n", "line 2: NameError"),
    "none": ("def evaluate(board, me, opponent):\n    pass\n", "returned None"),
    "late in a game": (
        "def evaluate(board, me, opponent):\n    return 1 if board[1].any() == 0 else 1 / 0\n",
        "line 2: ZeroDivisionError",
    ),
}  # fmt: skip


def written(folder: Path, code: str, name: str = "mine.py") -> Path:
    file = folder / name
    file.write_text(code)
    return file


@pytest.mark.slow
@pytest.mark.parametrize("kind", MISTAKES)
def test_no_game_is_played_by_a_file_with_a_mistake(kind: str, tmp_path: Path) -> None:
    code, words = MISTAKES[kind]
    file = written(tmp_path, code)
    contest = Contest.match(f"alphabeta:eval={file},depth=2", "random", CONNECT4, 4)
    with pytest.raises(PlayerError) as caught:
        play_match(f"alphabeta:eval={file},depth=2", "random", CONNECT4, games=4)
    assert words in str(caught.value)
    assert contest.played == 0


@pytest.mark.slow
def test_a_command_says_it_in_one_line_and_exits_with_2(run: Run, tmp_path: Path) -> None:
    utf_16 = tmp_path / "utf16.py"
    utf_16.write_bytes(GOOD.encode("utf-16"))
    broken = [
        f"alphabeta:eval={written(tmp_path, MISTAKES['syntax'][0], 'a.py')},depth=2",
        str(written(tmp_path, MISTAKES["raises"][0], "b.py")),
        str(utf_16),
    ]
    for arguments in (["match", broken[0], "random"], ["match", broken[0], "--against", "course"]):
        done = run(*arguments)
        assert (done.code, done.out) == (2, "")
        assert done.err == "kinarow: a.py, line 1: SyntaxError: expected ':'\n"
    done = run("tournament", *broken, "random", "--rounds", "1")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("kinarow: 3 players that cannot play:\n")
    for words in ("a.py, line 1: Syn", "b.py, line 2: NameError", "save it as UTF-8", "on this bo"):
        assert words in done.err


@pytest.mark.slow
def test_a_tournament_can_leave_out_what_is_broken(run: Run, tmp_path: Path) -> None:
    broken = written(tmp_path, MISTAKES["none"][0])
    given = ["tournament", str(broken), "random", "first-legal", "--rounds", "1"]
    done = run(*given, "--leave-out-broken", "--json")
    assert done.code == 0
    assert done.json["games"] == 2
    (left_out,) = done.json["left_out"]
    assert left_out["player"] == f"alphabeta:eval={broken},depth=6"
    assert left_out["line"] == 1
    assert "returned None" in left_out["text"]
    told = run(*given, "--leave-out-broken")
    assert f"left out: alphabeta:eval={broken},depth=6: mine.py, line 1" in told.out
    one = run("tournament", str(broken), "random", "--rounds", "1", "--leave-out-broken")
    assert one.code == 2
    assert "1 of 2 players cannot play, and a tournament needs two" in one.err


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["none", "late in a game"])
def test_grades_and_exported_agents_are_not_made_of_mistakes(
    kind: str, run: Run, tmp_path: Path
) -> None:
    file, out = written(tmp_path, MISTAKES[kind][0]), tmp_path / "agent.py"
    for arguments in (
        ["grade", str(file), "--count", "200"],
        ["export", "kaggle", "--eval", str(file), "-o", str(out)],
    ):
        done = run(*arguments)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"kinarow: mine.py, {'line 1' if kind == 'none' else 'line 2'}")
    assert not out.exists()


def test_no_position_is_drawn_for_who_is_told_a_mistake_by_a_grade(tmp_path: Path) -> None:
    """To find them by a player's moves, all positions must be drawn and solved before."""
    file, begun = written(tmp_path, MISTAKES["late in a game"][0]), list[str]()
    with pytest.raises(EvaluatorError, match="ZeroDivisionError"):
        grade(f"alphabeta:eval={file},depth=1", progress=lambda share, words: begun.append(words))
    assert begun == []


@pytest.mark.slow
def test_who_was_found_to_work_is_not_asked_again(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    calls.touch()
    file = written(
        tmp_path,
        "def choose(board, me, opponent):\n"
        f"    with open({str(calls)!r}, 'a') as opened:\n"
        "        opened.write('x' if not board.any() else '')\n"
        "    return int(board[0].argmin())\n",
    )
    player = contestant(f"file:{file}")
    assert mistakes_of([player], CONNECT4) == {}
    assert mistakes_of([player], CONNECT4) == {}
    assert calls.read_text() == "x"


@pytest.mark.slow
def test_a_loop_is_told_with_its_line_and_soon(tmp_path: Path) -> None:
    # An evaluator's limit, which is not that of a move; its line is looked for in the same way.
    assert user.SECONDS_A_CALL == 5
    bot = written(tmp_path, "def choose(board, me, opponent):\n    while True:\n        pass\n")
    with pytest.raises(PlayerError, match=r"line [23]: choose did not end"):
        play_match(f"file:{bot}", "random", CONNECT4, games=20, move_seconds=0.5)


@pytest.mark.slow
def test_several_mistakes_travel_together(tmp_path: Path) -> None:
    files = [written(tmp_path, MISTAKES["syntax"][0], f"{name}.py") for name in "ab"]
    with pytest.raises(SeveralError) as caught:
        play_tournament([*map(str, files), "random"], "drop:5x5:4", rounds=1)
    twin = pickle.loads(pickle.dumps(caught.value))
    assert twin.mistakes == caught.value.mistakes
    assert len(twin.mistakes) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{}", "alphabeta:eval=mine.py,depth=6"),
        ("{},depth=3", "alphabeta:eval=mine.py,depth=3"),
        ("{}:evaluate,rows=bottom,depth=3", "alphabeta:eval=mine.py,rows=bottom,depth=3"),
    ],
)
def test_an_evaluators_file_alone_is_a_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, name: str
) -> None:
    written(tmp_path, GOOD)
    monkeypatch.chdir(tmp_path)
    assert parse_player(text.format("mine.py")).name == name
    if not name.endswith("bottom,depth=3"):
        return
    met = play_match(text.format("mine.py"), "first-legal", "drop:5x5:4", games=2)
    end_all()
    assert met.a.replace(":evaluate", "") == name


@pytest.mark.slow
def test_a_comma_in_a_files_name(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD, "my,eval.py")
    for text in (str(file), f"alphabeta:eval={file},depth=6"):
        assert parse_player(text).name == "alphabeta:eval=my,eval.py,depth=6"


BOTS = {
    "bot.py": ("def choose(board, me, opponent):\n    return 3\n", "play it as file:bot.py"),
    "kaggle.py": ("def my_agent(obs, config):\n    return 3\n", "play it as kaggle:kaggle.py"),
    "course.py": (
        "class Ai(Base):\n    x = 1\n\n    def play(self, env, move):\n        move[:] = [3]\n",
        "play it as course:course.py:Ai",
    ),
}


@pytest.mark.parametrize("name", BOTS)
def test_a_bots_file_is_pointed_to_what_plays_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, words = BOTS[name]
    written(tmp_path, code, name)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PlayerError, match=words):
        parse_player(name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("alphabeta:mine.py", "did you mean eval=mine.py?"),
        ("alphabeta:eval=mine.py:depth=4", "did you mean mine.py,depth=4, with a comma?"),
        ("alphabeta:eval=open-lines,depth:4", "did you mean depth=4?"),
        ("open-lines", "open-lines is an evaluator: .* alphabeta:eval=open-lines"),
        ("nothing.py", "there is no file nothing.py"),
        ("alphabetta:depth=4", "did you mean alphabeta?"),
    ],
)
def test_near_misses_are_told_what_to_type(text: str, words: str) -> None:
    with pytest.raises(Exception, match=words):
        parse_player(text)


def test_who_may_not_name_files_gets_no_further_that_way() -> None:
    few = {name: kind for name, kind in PLAYERS.items() if name == "random"}
    assert as_player_text("mine.py", few) == "mine.py"


@pytest.mark.slow
@pytest.mark.skipif(not SOAKING, reason="waits for the 5 seconds of a call")
def test_an_evaluator_in_a_match_has_the_time_of_a_call_and_no_more(tmp_path: Path) -> None:
    file = written(
        tmp_path, "def evaluate(board, me, opponent):\n    n = 0\n    while True:\n        n += 1\n"
    )
    with pytest.raises(PlayerError, match=r"line [34]: evaluate did not end within 5 seconds"):
        play_match(str(file), "random", CONNECT4, games=20)
