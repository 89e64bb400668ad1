"""Puzzles: what is shipped is proven again, what is made follows from its seed."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

import kinarow
from kinarow import KinarowError, Position, answer_puzzle, check_puzzles, find_puzzles, make_puzzles
from kinarow.forcing.checking import ProofError
from kinarow.forcing.proof import ForcedWin
from kinarow.game import Cell
from kinarow.puzzles import puzzle_checking, puzzle_sets
from kinarow.puzzles.puzzle import Puzzle
from kinarow.puzzles.puzzle_sets import RECIPES, load_puzzles, save_puzzles, shipped_games
from kinarow.reasons.finding_reasons import Finder
from kinarow.solver import Solver
from tests.running import Run
from tests.strategies import SOAKING

SMALL = "drop:5x4:4"
OPEN = ["2", "3", "4", "5"]
"""What wins after 4433."""


# ── what is shipped ──────────────────────────────────────────────────────────────────────────────


def test_so_many_are_shipped() -> None:
    games = Counter(str(puzzle.position.spec) for puzzle in find_puzzles())
    assert (games.pop("drop:7x6:4"), games.pop("place:15x15:5")) == (300, 100)
    assert sum(games.values()) == 50
    assert len(games) > 3
    assert all(game.startswith("place:") for game in games)
    keys = [puzzle.key for puzzle in find_puzzles()]
    assert len(set(keys)) == len(keys)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(RECIPES))
def test_shipped_puzzles_come_from_their_seeds(name: str) -> None:
    """The first one of each set in make test, all of them in make soak."""
    kept = load_puzzles(Path(kinarow.__file__).parent / "data" / "puzzles" / f"{name}.json.gz")
    assert len(kept) == sum(recipe.number for recipe in RECIPES[name])
    first = 0
    for recipe in RECIPES[name] if SOAKING else RECIPES[name][:1]:
        number = recipe.number if SOAKING else 1
        assert tuple(recipe.made(number)) == kept[first : first + number], recipe
        first += recipe.number


@pytest.mark.slow
def test_shipped_puzzles_are_proven_again() -> None:
    """A sample of each game in make test, all in make soak."""
    for spec in shipped_games():
        found = find_puzzles(spec)
        sample = found if SOAKING else found[:: max(1, len(found) // 3)][:3]
        assert check_puzzles(sample) == {}


@pytest.mark.slow
def test_one_move_alone_keeps_the_value_by_the_solver_itself() -> None:
    """The same question put to the solver without the code that makes and checks puzzles."""
    puzzles = find_puzzles("connect4")
    solver = Solver("connect4", megabytes=16)
    for puzzle in puzzles if SOAKING else puzzles[::50]:
        values = solver.solve(puzzle.position, weak=True, moves=True).moves
        assert values is not None
        kept = [move for move, value in values.items() if value.outcome == puzzle.aim]
        assert kept == list(puzzle.answers), puzzle.key
        assert puzzle.aim == "win" or not any(v.outcome == "win" for v in values.values())


# ── answers ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["connect4", "gomoku"])
def test_the_right_answer_comes_with_its_reason(game: str) -> None:
    puzzle = find_puzzles(game)[0]
    answered = answer_puzzle(puzzle, puzzle.answers[0])
    assert answered.right
    assert answered.reason is not None
    assert answered.reason.kind == puzzle.theme
    assert answered.words()[0].startswith("Right: ")


@pytest.mark.slow
def test_a_proven_answer_has_its_proof_for_a_reason_where_none_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Finder, "decisive", lambda *_: None)
    puzzle = find_puzzles("gomoku")[0]
    answered = answer_puzzle(puzzle, puzzle.answers[0])
    assert answered.reason is not None
    assert answered.reason.kind == puzzle.theme
    assert answered.reason.moves[0] == puzzle.answers[0]
    assert check_puzzles([puzzle]) == {}
    assert json.dumps(answered.to_json())


def test_a_wrong_answer_is_told_what_it_allows() -> None:
    puzzle = puzzle_of("4433", OPEN)
    answered = answer_puzzle(puzzle, "1")
    assert not answered.right
    assert str(answered).startswith("No: only 2 or 3 or 4 or 5 wins.")


def test_in_gomoku_any_move_that_is_proven_to_win_is_right() -> None:
    line = "h8 a1 h9 a3 h10 a5"
    puzzle = puzzle_of(line, ["h11"], game="gomoku", only=False, theme="at once")
    assert answer_puzzle(puzzle, "h7").right
    missed = answer_puzzle(puzzle, "o15")
    assert not missed.right
    assert missed.words()[0] == "o15 is not proven to win; h11 is."


def test_what_is_no_move_is_refused() -> None:
    puzzle = puzzle_of("444444", ["1"])
    for move in ("4", "9", "x", "", Cell(2, 1), Cell(3, 6)):
        with pytest.raises(KinarowError):
            answer_puzzle(puzzle, move)


def puzzle_of(
    moves: str,
    answers: list[str],
    game: str = "connect4",
    *,
    only: bool = True,
    theme: str = "at once",
) -> Puzzle:
    given = {"game": game, "moves": moves, "aim": "win", "answers": answers, "only": only}
    return Puzzle.from_json({**given, "theme": theme, "difficulty": 1})


# ── checking ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (puzzle_of("4433", OPEN), ""),
        (puzzle_of("4433", ["1"]), "the solver keeps the win by 2 or 3 or 4 or 5"),
        (puzzle_of("4433", OPEN, theme="forced"), "the theme is forced, but at once"),
        (puzzle_of("44332", ["1"]), "it is lost"),
        (puzzle_of("h8 a1", ["h9"], "gomoku", only=False), "h9 was not proven to win"),
    ],
)
def test_what_is_wrong_with_a_puzzle_is_found(
    puzzle: Puzzle, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kinarow.forcing import forced

    monkeypatch.setattr(forced, "DEFAULT_NODES", 5_000)
    found = check_puzzles([puzzle]).get(puzzle.key, "")
    assert found.startswith(words)
    assert bool(found) == bool(words)


def test_a_proof_that_does_not_hold_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_win: ForcedWin) -> NoReturn:
        raise ProofError("h7 was not thought of")

    puzzle = puzzle_of("h8 a1 h9 a3 h10 a5", ["h11"], "gomoku", only=False)
    monkeypatch.setattr(puzzle_checking, "check_proof", refuse)
    words = "the proof that h11 wins does not hold: h7 was not thought of"
    assert check_puzzles([puzzle]) == {puzzle.key: words}


def test_a_puzzle_whose_game_is_over_is_told() -> None:
    over = replace(puzzle_of("4433", OPEN), line=tuple(Position.along("1212121")))
    assert check_puzzles([over]) == {over.key: "the game is over"}


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "puzzles.json"
    save_puzzles((puzzle_of("4433", OPEN),), file)
    monkeypatch.setattr(puzzle_sets, "_MOST_BYTES", file.stat().st_size)
    assert len(load_puzzles(file)) == 1
    file.write_bytes(file.read_bytes() + b" ")
    with pytest.raises(KinarowError, match="is too large for a file of puzzles"):
        load_puzzles(file)


# ── made anew ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzles_whoever_works() -> None:
    made = make_puzzles(SMALL, 4, seed=3)
    assert len(made) == 4
    assert check_puzzles(made) == {}
    assert make_puzzles(SMALL, 4, seed=3, workers=2) == made
    assert make_puzzles(SMALL, 4, seed=4) != made
    themes = Counter(puzzle.theme for puzzle in make_puzzles(SMALL, 3, seed=3, most_alike=1))
    assert max(themes.values()) <= 6  # one of each difficulty at most


@pytest.mark.slow
def test_puzzles_of_a_theme_alone() -> None:
    for puzzle in make_puzzles("place:4x3:3", 2, theme="forced"):
        assert (puzzle.theme, puzzle.aim) == ("forced", "win")


def test_what_cannot_be_made_is_said() -> None:
    for arguments, words in (
        ({"game": "place:15x15:5:exact"}, "no puzzles can be made of"),
        ({"count": 0}, "between 1 and"),
        ({"theme": "luck"}, "a theme is one of"),
        ({"difficulty": 7}, "a difficulty is 1 to 6"),
        ({"most_alike": 0}, "at least 1"),
    ):
        with pytest.raises(KinarowError, match=words):
            make_puzzles(**arguments)


# ── files ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["p.json", "p.json.gz"])
def test_a_file_gives_back_what_was_saved(tmp_path: Path, name: str) -> None:
    puzzles = (puzzle_of("4433", OPEN), puzzle_of("h8 a1", ["h9"], "gomoku", only=False))
    save_puzzles(puzzles, tmp_path / name)
    assert load_puzzles(tmp_path / name) == puzzles


GOOD = puzzle_of("4433", ["2"]).to_json()


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"{}", b"[1]", b"\x1f\x8b", gzip.compress(b"[" * 10**6), b"[" * 10**6,
        json.dumps([{**GOOD, "moves": "4444444"}]).encode(),
        json.dumps([{**GOOD, "answers": []}]).encode(),
        json.dumps([{**GOOD, "answers": ["9"]}]).encode(),
        json.dumps([{**GOOD, "answers": [["2"]]}]).encode(),
        json.dumps([{**GOOD, "difficulty": True}]).encode(),
        json.dumps([{**GOOD, "only": "yes"}]).encode(),
        json.dumps([{**GOOD, "theme": ["forced"]}]).encode(),
        json.dumps([{**GOOD, "game": "chess"}]).encode(),
    ],
)  # fmt: skip
def test_what_is_no_file_of_puzzles_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "puzzles.json"
    path.write_bytes(content)
    with pytest.raises(KinarowError, match=r"puzzles\.json"):
        load_puzzles(path)


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.json.gz"
    path.write_bytes(gzip.compress(b" " * 30_000_000))
    with pytest.raises(KinarowError, match="not a file of puzzles"):
        load_puzzles(path)


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def test_puzzles_in_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    save_puzzles([puzzle_of("4433", OPEN), puzzle_of("44332", ["1"])], path)
    listed = run("puzzles", "list", "--file", str(path))
    assert "2 puzzles (2 at once)" in listed.out
    assert " 4433\n" in listed.out
    checked = run("puzzles", "check", "--file", str(path))
    assert checked.code == 1
    assert "it is lost" in checked.out
    as_json = run("puzzles", "list", "--theme", "zugzwang", "--game", "connect4", "--json").json
    assert {puzzle["theme"] for puzzle in as_json["puzzles"]} == {"zugzwang"}


def test_mistakes_of_the_user_are_one_line(run: Run, tmp_path: Path) -> None:
    for arguments in (
        ["list", "--game", "drop:5x5:4"],
        ["list", "--file", str(tmp_path / "missing.json")],
        ["make", "--game", "place:15x15:5:exact"],
        ["make", "-o", str(tmp_path / "no" / "folder.json")],
        ["play", "--difficulty", "7"],
    ):
        done = run("puzzles", *arguments)
        assert (done.code, done.err.count("\n")) == (2, 1), arguments


def test_the_position_of_a_puzzle_is_that_of_its_moves() -> None:
    for puzzle in find_puzzles()[::40]:
        spec = puzzle.position.spec
        assert Position.from_moves(puzzle.moves, spec) == puzzle.position
