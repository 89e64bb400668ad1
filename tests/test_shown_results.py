"""Results as a terminal and a notebook show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

import kinarow
from kinarow import Choice, Player, Position, Side

SCRIPT = "<script>alert('1')</script> & \"co\""


class Evil(Player):
    """Calls itself what a page would obey, and says so when it loses."""

    name = SCRIPT

    def choose(self, position: Position) -> Choice:
        if position.plies > 1:
            raise ValueError(SCRIPT)
        return Choice(position.legal_moves()[0], reason=SCRIPT)


def _explanation() -> kinarow.Explanation:
    evaluator = kinarow.Evaluator(SCRIPT, kinarow.Column("center", own=6))
    return kinarow.explain(evaluator, Position.from_moves("4453"), Side.FIRST)


RESULTS: dict[str, Callable[[], Any]] = {
    "explanation": _explanation,
    "solution": lambda: kinarow.solve(Position.from_moves("4453"), moves=True),
    "solution without gravity": lambda: kinarow.solve(Position.start("tictactoe"), moves=True),
    "solution of a game that is over": lambda: kinarow.solve(Position.from_moves("1212121")),
    "unsolved": lambda: kinarow.solve(Position.start("gomoku"), nodes=10),
    "reason": lambda: kinarow.why(Position.from_moves("4433")).reason,
    "why": lambda: kinarow.why(Position.from_moves("4433")),
    "search": lambda: kinarow.best_move(Position.from_moves("4453"), depth=2),
    "encounter": lambda: kinarow.play_match(Evil(), "first-legal", games=2),
    "game": lambda: kinarow.play_match(Evil(), "first-legal", games=1).games[0],
    "tournament": lambda: kinarow.play_tournament([Evil(), "first-legal"], rounds=1),
    "no tournament": lambda: kinarow.Tournament(()),
    "no encounter": lambda: kinarow.Encounter("a", "b"),
    "grade": lambda: kinarow.grade("fixed-order", "drop:4x4:3", count=10),
    "no grade": lambda: kinarow.Grade(SCRIPT, ()),
    "graded move": lambda: kinarow.grade("fixed-order", "drop:4x4:3", count=2).moves[0],
    "puzzle": lambda: kinarow.find_puzzles("gomoku")[0],
    "reviewed move": lambda: next(iter(kinarow.review_game("a1 b1", "tictactoe"))),
}
EVIL = {"explanation", "encounter", "game", "tournament", "no grade"}


@pytest.mark.parametrize("kind", RESULTS)
def test_a_notebook_shows_a_result_and_obeys_nothing_in_it(kind: str) -> None:
    page = RESULTS[kind]()._repr_html_()
    root = ElementTree.fromstring(f"<div>{page}</div>")  # fails on what is not well-formed
    assert root.find(".//script") is None
    assert (SCRIPT in "".join(root.itertext())) == (kind in EVIL)


@pytest.mark.parametrize("kind", RESULTS)
def test_a_result_has_a_short_repr_and_a_str_worth_reading(kind: str) -> None:
    result = RESULTS[kind]()
    assert repr(result).startswith(f"<{type(result).__name__}: ")
    assert len(repr(result)) < 250
    assert "\n" not in repr(result)
    assert str(result).strip()
    assert "object at 0x" not in str(result)


def test_what_print_shows_is_what_the_commands_print(run: Any) -> None:
    position = Position.from_moves("4453")
    explained = kinarow.explain(kinarow.find_evaluator("open-lines"), position, Side.FIRST)
    assert run("explain", "4453").out.rstrip("\n") == str(explained)
    solved = str(kinarow.solve(position, moves=True)).splitlines()
    assert run("solve", "4453", "--moves").out.splitlines()[: len(solved)] == solved
    moves = [str(move) for move in kinarow.review_game("a1 b1", "tictactoe")]
    told = run("review", "a1", "b1", "--game", "tictactoe").out
    marks = str.maketrans("●○", "XO")
    assert all(move in told.translate(marks) for move in moves)


@pytest.mark.parametrize(
    ("moves", "game", "words"),
    [
        ("4453", "connect4", "O wins at move 40; best moves: 3 or 6 or 7"),
        ("1212121", "connect4", "the game is over: X has won"),
        ("a1", "tictactoe", "a draw; best move: b2"),
        ("", "tictactoe", "a draw; best moves: a3 or b3 or c3 or a2 or 5 others"),
    ],
)
def test_a_solution_in_words(moves: str, game: str, words: str) -> None:
    assert kinarow.solve(Position.from_moves(moves, game), moves=True).words() == words


def test_games_in_words() -> None:
    (won,) = kinarow.play_match("fixed-order", "first-legal", "drop:4x4:3", games=1).games
    assert str(won).startswith("fixed-order beats first-legal by line, ")
    (lost,) = kinarow.play_match(Evil(), "first-legal", games=1).games
    assert str(lost).startswith(f"first-legal wins: {SCRIPT} forfeits by ValueError: ")
    (tied,) = kinarow.play_match("perfect", "perfect", "tictactoe", games=1).games
    assert str(tied).startswith("perfect and perfect tie by full board, ")
    assert won.position.winner is Side.FIRST


def test_an_encounter_says_the_score_and_the_elo() -> None:
    met = kinarow.play_match("alphabeta:depth=2", "first-legal", "tictactoe", games=4)
    assert str(met).splitlines() == [
        "alphabeta:eval=open-lines,depth=2 against first-legal",
        "Wins: 4 | Ties: 0 | Losses: 0 | Points: 4.0/4",
        "Elo +492, between -113 and +492",
    ]


def test_trees_are_drawn() -> None:
    tree = kinarow.search_tree(Position.from_moves("4453"), depth=2)
    assert "pruned" in str(tree)
    assert str(tree).startswith("root max ")
    assert ElementTree.fromstring(tree._repr_svg_()).tag.endswith("svg")
    whole = kinarow.search_tree(Position.from_moves("4453"), depth=2, prune=False)
    assert repr(whole) == "<SearchTree: 57 nodes, 0 pruned, best move: 3>"
