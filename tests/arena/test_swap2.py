"""Openings that the players make by swap2: who places, who chooses, and what is kept of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinarow.api.contests import play_match
from kinarow.arena import Conditions, Contest
from kinarow.arena.game import GameJob, play_game
from kinarow.arena.store.export import as_csv, as_json_lines, as_pgn
from kinarow.arena.store.store import Store
from kinarow.errors import ArenaError, KinarowError
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.players import Choice, Player, RandomPlayer, parse_player
from kinarow.players.player import ForfeitError
from kinarow.players.swap2 import Swap2Answer, after_answer, answer_by_search
from tests.running import Run
from tests.strategies import examples

GAME = "place:9x9:5:exact"
SPEC = GameSpec.parse(GAME)
THREE = tuple(map(Cell, (4, 3, 5), (4, 5, 3)))
TWO = (Cell(2, 2), Cell(6, 6))
BLACK, WHITE, MORE = Swap2Answer(takes=Side.FIRST), Swap2Answer(takes=Side.SECOND), Swap2Answer(TWO)
PLACED = Swap2Answer(THREE)


@dataclass
class Scripted(Player):
    """Answers what it is told to, and plays the first cell that is free."""

    answers: dict[int, Swap2Answer]
    called: str = "scripted"
    asked: list[int] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.called

    def swap2(self, position: Position, seed: int) -> Swap2Answer:
        self.asked.append(position.plies)
        return self.answers[position.plies]

    def choose(self, position: Position) -> Choice:
        return Choice(position.legal_moves()[0], reason=self.called)


def opened(second: Swap2Answer, third: Swap2Answer | None = None) -> tuple[str, list[str], bool]:
    """What is kept of an opening, and who plays black in the end."""
    first = Scripted({0: PLACED, 5: third or BLACK}, "one")
    other = Scripted({3: second}, "two")
    record = play_game(GameJob(SPEC, first, other, opening_rule="swap2"))
    assert (first.asked, other.asked) == ([0] if third is None else [0, 5], [3])
    stones = [cell.name for cell in record.moves[: len(record.made.stones)]]
    return record.made.choices, stones, record.made.are_swapped


def test_who_plays_what() -> None:
    three, two = ["e5", "d6", "f4"], ["c3", "g7"]
    assert opened(WHITE) == ("white", three, False)
    assert opened(BLACK) == ("black", three, True)
    assert opened(MORE, BLACK) == ("more black", three + two, False)
    assert opened(MORE, WHITE) == ("more white", three + two, True)


@pytest.mark.parametrize("taken", [BLACK, WHITE])
def test_after_the_opening_white_moves_and_each_plays_its_colour(taken: Swap2Answer) -> None:
    movers: list[str] = []

    @dataclass
    class Noting(Scripted):
        def choose(self, position: Position) -> Choice:
            movers.append(f"{self.called} {position.mover.mark}")
            return super().choose(position)

    job = GameJob(SPEC, Noting({0: PLACED}, "one"), Noting({3: taken}, "two"), opening_rule="swap2")
    record = play_game(job)
    black, white = ("two", "one") if taken is BLACK else ("one", "two")
    assert movers[:4] == [f"{white} O", f"{black} X", f"{white} O", f"{black} X"]
    assert len(record.seconds) == len(record.moves) - 3


def test_a_move_said_with_the_colour_is_played() -> None:
    taken = replace(WHITE, move=Cell(0, 0))
    job = GameJob(SPEC, Scripted({0: PLACED}), Scripted({3: taken}), opening_rule="swap2")
    record = play_game(job)
    assert record.moves[3] == Cell(0, 0)
    assert record.second_effort.moves >= 1


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (Swap2Answer(THREE), "answers swap2 with 3 stones after 3"),
        (Swap2Answer(), "answers swap2 with 0 stones after 3"),
        (Swap2Answer(TWO, takes=Side.FIRST), "answers swap2 with 2 stones after 3"),
        (Swap2Answer((THREE[0], TWO[0])), "illegal opening: e5 cannot be played: it is taken"),
        (Swap2Answer((Cell(99, 0), TWO[0])), "illegal opening: there is no column 99"),
        (replace(BLACK, move=Cell(0, 0)), "places a stone in swap2 that is not its own"),
        ("white", "swap2 was not answered by a Swap2Answer"),
        (None, "KeyError"),
    ],
)
def test_who_breaks_the_rule_loses(second: Swap2Answer, words: str) -> None:
    other = Scripted({3: second} if second else {})
    record = play_game(GameJob(SPEC, Scripted({0: PLACED}), other, opening_rule="swap2"))
    assert record.winner is Side.FIRST
    assert record.reason.startswith(words)


def test_two_more_stones_may_not_be_answered_by_two_more() -> None:
    job = GameJob(
        SPEC, Scripted({0: PLACED, 5: MORE}), Scripted({3: MORE}), opening_rule="swap2"
    )  # fmt: skip
    record = play_game(job)
    assert (record.winner, record.reason) == (Side.SECOND, "answers swap2 with 2 stones after 5")


@pytest.mark.parametrize("game", ["connect4", "tictactoe", "place:4x2:4"])
def test_other_games_are_refused(game: str) -> None:
    with pytest.raises(KinarowError, match="swap2 is for"):
        play_match("random", "first-legal", game, opening_rule="swap2")


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ArenaError, match="no opening rule 'swap3': did you mean swap2"):
        Conditions(opening_rule="swap3")
    with pytest.raises(ArenaError, match="leaves the opening to the players"):
        Conditions(openings="random", opening_rule="swap2")


# ── our own way to choose ────────────────────────────────────────────────────────────────────


@settings(max_examples=examples(60), deadline=None)
@given(
    st.integers(0, 2**40),
    st.sampled_from([GAME, "gomoku", "place:5x5:4", "place:12x3:4"]),
)
def test_a_search_answers_as_the_rule_allows(seed: int, game: str) -> None:
    start = Position.start(game)
    answer = answer_by_search(start, seed=seed)
    assert answer == answer_by_search(start, seed=seed)
    position = after_answer(start, answer)
    assert position.plies == 3
    assert position.ending() is None
    choice = answer_by_search(position)
    assert choice.takes
    assert after_answer(position, choice) == position


@pytest.mark.parametrize(
    ("moves", "takes"),
    [
        ("h8 a1 i9", Side.FIRST),  # two stones in the middle against one in the corner
        ("a1 h8 o15", Side.SECOND),
        ("h8 a1 i9 o1 j10", Side.FIRST),  # an open three
    ],
)
def test_the_better_colour_is_taken(moves: str, takes: Side) -> None:
    position = Position.from_moves(moves, "gomoku")
    assert parse_player("alphabeta:depth=2").swap2(position, 0).takes is takes
    assert RandomPlayer().swap2(position, 0).takes is takes


def test_other_seeds_bring_other_openings() -> None:
    openings = {answer_by_search(Position.start("gomoku"), seed=seed).stones for seed in range(6)}
    assert len(openings) > 3


def test_a_search_is_asked_with_0_3_or_5_stones() -> None:
    with pytest.raises(KinarowError, match="0, 3 or 5 stones"):
        answer_by_search(Position.from_moves("h8", "gomoku"))


def test_a_forfeit_is_an_error_of_ours() -> None:
    with pytest.raises(ForfeitError):
        after_answer(Position.start(SPEC), BLACK)


# ── what is kept ─────────────────────────────────────────────────────────────────────────────


def test_games_are_kept_resumed_replayed_and_exported(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    players = "alphabeta:depth=1", "first-legal"
    whole = play_match(*players, GAME, games=4, opening_rule="swap2", store=store)
    again = play_match(*players, GAME, games=4, opening_rule="swap2", store=store)
    assert again.games == whole.games
    with Store(store) as opened_again:
        kept = list(opened_again.games())
    assert len(kept) == 4
    for game in kept:
        assert game.opening_rule == "swap2"
        assert game.choices in ("white", "black")
        assert game.moves.startswith(game.opening)
        assert len(game.opening.split()) == 3
        assert game.position.winner is game.winner
        assert {game.first, game.second} == {whole.a, whole.b}
    # In the two games of a pair the roles change, and with them who chooses.
    assert {game.a_side for game in kept} <= set(Side)
    rows = [json.loads(line) for line in as_json_lines(kept)]
    assert all(row["opening_rule"] == "swap2" and row["choices"] for row in rows)
    assert "opening_rule,choices" in next(as_csv(kept))
    pgn = "".join(as_pgn(kept))
    assert pgn.count('[OpeningRule "swap2"]') == 4
    assert f'[OpeningChoices "{kept[0].choices}"]' in pgn
    assert kept[0].to_json()["opening_rule"] == "swap2"


def test_games_without_a_rule_have_their_old_keys_and_forms() -> None:
    plain = Contest.match("random", "first-legal", SPEC, 2).games
    ruled = Contest.match("random", "first-legal", SPEC, 2, Conditions(opening_rule="swap2")).games
    assert not {game.key for game in plain} & {game.key for game in ruled}
    game = play_match("random", "first-legal", "tictactoe", games=1).games[0]
    assert "choices" not in game.to_json()
    assert "OpeningRule" not in "".join(as_pgn([game]))


def test_from_the_command_line(run: Run) -> None:
    options = "--game", GAME, "--opening-rule", "swap2", "--games", "2", "--json"
    found = run("match", "alphabeta:depth=1", "first-legal", *options).json
    assert [record["opening_rule"] for record in found["records"]] == ["swap2"] * 2
    refused = run("match", "random", "first-legal", "--opening-rule", "swap2")
    assert refused.code == 2
    assert "swap2 is for games without gravity" in refused.err
