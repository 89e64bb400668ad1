"""Puzzles in the lab: listed without their answers, and answers judged."""

from __future__ import annotations

import pytest
from httpx2 import Client

from kinarow import find_puzzles


def test_puzzles_are_listed_by_game_theme_and_difficulty(client: Client) -> None:
    every = client.get("/api/v1/puzzles", params={"count": 3}).json()
    assert (len(every["puzzles"]), every["total"]) == (3, len(find_puzzles()))
    assert "answers" not in every["puzzles"][0]
    some = client.get("/api/v1/puzzles", params={"game": "gomoku", "theme": "forced"}).json()
    assert {puzzle["game"] for puzzle in some["puzzles"]} == {"place:15x15:5"}
    assert {puzzle["theme"] for puzzle in some["puzzles"]} == {"forced"}
    easy = client.get("/api/v1/puzzles", params={"difficulty": 1}).json()
    assert {puzzle["difficulty"] for puzzle in easy["puzzles"]} == {1}
    later = client.get("/api/v1/puzzles", params={"first": 1, "count": 2}).json()
    assert later["puzzles"] == every["puzzles"][1:]


def test_a_puzzle_is_shown_without_its_answer(client: Client) -> None:
    puzzle = find_puzzles("connect4")[0]
    shown = client.get(f"/api/v1/puzzles/{puzzle.key}").json()
    assert shown["line"] == puzzle.moves
    assert len(shown["diagram"]["stones"]) == puzzle.position.plies
    assert "answers" not in shown


def test_an_answer_is_judged_and_explained(client: Client) -> None:
    puzzle = find_puzzles("connect4", theme="forced")[0]
    position = puzzle.position
    right = position.move_text(puzzle.answers[0])
    answered = client.post(f"/api/v1/puzzles/{puzzle.key}", json={"move": right}).json()
    assert answered["right"] is True
    assert answered["reason"]["kind"] == "forced"
    assert answered["reason"]["labels"]
    wrong = next(m for m in position.legal_moves() if m not in puzzle.answers)
    move = {"move": position.move_text(wrong)}
    answered = client.post(f"/api/v1/puzzles/{puzzle.key}", json=move).json()
    assert answered["right"] is False
    assert answered["answers"] == [{"move": right, "cell": puzzle.answers[0].name}]


def test_the_mistakes_of_a_game_are_puzzles(client: Client) -> None:
    game = {"game": "tictactoe", "moves": "a1 b1 b2"}
    [again] = client.post("/api/v1/mistakes", json=game).json()["puzzles"]
    assert (again["line"], again["played"], again["aim"]) == ("a1", "b1", "draw")
    assert again["answers"] == [{"move": "b2", "cell": "b2"}]
    assert "a1" in again["diagram"]["stones"]
    none = client.post("/api/v1/mistakes", json={"game": "tictactoe", "moves": ""}).json()
    assert "no moves" in none["error"]


@pytest.mark.parametrize(
    ("path", "question", "status"),
    [
        ("puzzles/nothing", None, 404),
        ("puzzles/nothing", {"move": "4"}, 404),
        ("puzzles?theme=luck", None, 400),
        ("puzzles?theme=", None, 400),
        ("puzzles?difficulty=9", None, 400),
        ("puzzles?game=chess", None, 400),
        ("puzzles/{key}", {"move": "99"}, 400),
        ("puzzles/{key}", {"move": 4}, 400),
        ("puzzles/{key}", {}, 400),
    ],
)
def test_what_cannot_be_answered_is_refused(
    client: Client, path: str, question: dict[str, object] | None, status: int
) -> None:
    address = f"/api/v1/{path.format(key=find_puzzles('connect4')[0].key)}"
    answer = client.get(address) if question is None else client.post(address, json=question)
    assert answer.status_code == status
    assert answer.json()["error"]
