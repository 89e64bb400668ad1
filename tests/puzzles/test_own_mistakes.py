"""The mistakes of a played game, to be tried again."""

from __future__ import annotations

import io
import random
import threading
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from kinarow import KinarowError, Position, Side, answer_puzzle, check_puzzles, puzzles_from_game
from kinarow.game.movetext import write_moves
from kinarow.puzzles.own_mistakes import puzzle_of_move
from kinarow.puzzles.puzzle import Puzzle
from kinarow.puzzles.puzzle_sets import load_puzzles, save_puzzles
from kinarow.puzzles.right_moves import right_moves
from tests.running import Run
from tests.solver.oracle import brute_force
from tests.strategies import examples

OPEN_THREE = "h8 a1 h9 a3 h10 a5"
"""Gomoku: the first player wins by h7 or h11."""


def random_game(seed: random.Random, game: str) -> list[Position]:
    line = [Position.start(game)]
    while not line[-1].is_over:
        line.append(line[-1].play(seed.choice(line[-1].legal_moves())))
    return line


@cache
def outcome(position: Position) -> int:
    """1, 0 or -1 for the side to move, by trying every line of play."""
    value = brute_force(position)
    return (value > 0) - (value < 0)


@pytest.mark.parametrize("game", ["drop:3x3:3", "drop:4x2:3", "place:3x2:2"])
def test_mistakes_are_the_moves_that_change_the_outcome(game: str) -> None:
    """By a reading that knows nothing of solvers and puzzles."""
    seed, mistakes = random.Random(game), 0
    for _ in range(max(12, examples(160))):  # fewer random games may be without a mistake
        line = random_game(seed, game)
        moves = write_moves(line[0].spec, [a.move_to(b) for a, b in pairwise(line)])
        found = {puzzle.position: puzzle for puzzle in puzzles_from_game(moves, game)}
        for before, after in pairwise(line):
            values = {move: -outcome(before.play(move)) for move in before.legal_moves()}
            best, played = max(values.values()), before.move_to(after)
            assert (before in found) is (values[played] < best), repr(before)
            if before in found:
                puzzle, kept = found[before], {m for m in values if values[m] == best}
                assert (set(puzzle.answers), puzzle.played) == (kept, played)
                assert puzzle.aim == ("win" if best == 1 else "draw")
                mistakes += 1
    assert mistakes


def test_only_one_sides_mistakes() -> None:
    both = puzzles_from_game("4433215")
    assert [puzzle.moves for puzzle in both] == ["44", "443"]
    for side in Side:
        mine = puzzles_from_game("4433215", side=side)
        assert mine == [puzzle for puzzle in both if puzzle.position.mover is side]
        assert len(mine) == 1


def test_a_slower_win_gives_nothing_away() -> None:
    """After 443322, 1 and 5 win at once, and 4 still wins."""
    assert [p.moves for p in puzzles_from_game("4433224", side=Side.FIRST)] == ["44"]


def test_in_gomoku_a_forced_win_that_was_missed() -> None:
    [missed] = puzzles_from_game(f"{OPEN_THREE} o15", "gomoku", side=Side.FIRST)
    assert (missed.moves, missed.only, missed.theme) == (OPEN_THREE, False, "at once")
    assert puzzles_from_game(f"{OPEN_THREE} h7", "gomoku", side=Side.FIRST) == []


def test_what_was_stopped_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that is not proven to win because its proof was stopped may win all the same."""
    stop = threading.Event()

    def stopped(*_: object) -> bool:
        stop.set()
        return False

    monkeypatch.setattr("kinarow.puzzles.puzzle_making.wins_by_force", stopped)
    before = Position.from_moves(OPEN_THREE, "gomoku")
    right = right_moves(before)
    assert right is not None
    [other] = {before.parse_move("h7"), before.parse_move("h11")} - set(right.moves)
    assert puzzle_of_move([before, before.play(other)], stop=stop) is None
    assert stop.is_set()


def test_they_can_be_kept_checked_and_answered(tmp_path: Path) -> None:
    found = tuple(puzzles_from_game("4433215"))
    save_puzzles(found, tmp_path / "mine.json")
    assert load_puzzles(tmp_path / "mine.json") == found
    assert check_puzzles(found) == {}
    again = found[0]
    assert again.theme is None
    right = answer_puzzle(again, again.answers[0])
    assert str(right).startswith(f"Right: {again.position.move_text(again.answers[0])}.\n")
    assert "No short reason is known, but only" in str(right)
    assert again.played is not None
    assert not answer_puzzle(again, again.played).right


def test_a_move_that_was_right_is_no_mistake() -> None:
    mine = puzzles_from_game("4433215")[0]
    wrong = replace(mine, played=mine.answers[0])
    assert check_puzzles([wrong]) == {mine.key: "the move played is an answer"}


def test_only_own_mistakes_go_without_a_theme() -> None:
    kept = puzzles_from_game("4433215")[0].to_json()
    with pytest.raises(KinarowError, match="theme"):
        Puzzle.from_json({name: value for name, value in kept.items() if name != "played"})
    for played in ("9", "", 3, None):
        with pytest.raises(KinarowError):
            Puzzle.from_json({**kept, "played": played})


@pytest.mark.parametrize(
    ("moves", "game", "words"),
    [
        ("", "connect4", "no moves"),
        ("48", "connect4", "8"),
        ("4444444", "connect4", "4"),
        ("h8 h9", "place:15x15:5:exact", "cannot be proven"),
    ],
)
def test_what_is_no_game_is_refused(moves: str, game: str, words: str) -> None:
    with pytest.raises(KinarowError, match=words):
        puzzles_from_game(moves, game)


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def test_on_the_command_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ["--game", "tictactoe"]
    listed = run("puzzles", "from-game", "a1", "b1", "b2", *game)
    assert "○ to move and not lose   a1\n1 puzzle (1 holding)" in listed.out
    assert run("puzzles", "from-game", "a1", "b1", *game, "--side", "first").out == (
        "no mistakes were found\n"
    )
    games = tmp_path / "games.txt"
    games.write_text("a1 b1 b2\n\na1 b1\na1 b2 c3 a3\n")  # the first mistake twice
    as_json = run("puzzles", "from-game", "--games", str(games), *game, "--json").json
    assert [puzzle["moves"] for puzzle in as_json["puzzles"]] == ["a1", "a1 b2 c3"]
    monkeypatch.setattr("sys.stdin", io.StringIO("b1\n"))
    played = run("puzzles", "from-game", "a1 b1 b2", *game, "--play").out
    assert "In the game, b1 was played." in played
    assert "No: only b2 holds." in played
    assert played.endswith("solved: 0 of 1\n")


def test_mistakes_of_the_user_are_one_line(run: Run, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("44\n49\n")
    for arguments in (
        [], ["44", "--games", str(games)], ["--games", str(games)], ["--games", "missing.txt"],
        ["44", "--play", "--json"], ["44", "-o", str(tmp_path / "no" / "file.json")],
        ["h8", "--game", "place:15x15:5:exact"],
    ):  # fmt: skip
        done = run("puzzles", "from-game", *arguments)
        assert (done.code, done.err.count("\n")) == (2, 1), arguments
