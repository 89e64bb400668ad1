"""One contract for every player, on every kind of board."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.api.contests import play_match
from kinarow.arena import GameJob, play_game
from kinarow.errors import ArenaError, KinarowError, PlayerError
from kinarow.evaluation import CATALOGUE, as_evaluator
from kinarow.evaluation.user import compiled as user_compiled
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.players import PLAYERS, RandomPlayer, parse_player
from kinarow.players.builtin.searcher import AlphaBetaPlayer
from kinarow.players.builtin.simple import column_order
from kinarow.score import win_at
from kinarow.search import alphabeta
from kinarow.search.analysis.each_move import score_every_move
from kinarow.search.limits import Limits
from kinarow.search.plain.limited import search_plainly
from tests.strategies import SOAKING, examples, positions

BOT = Path(__file__).parent.parent / "data" / "players" / "leftmost.py"
TEXTS = [
    "random",
    "random:seed=3",
    "first-legal",
    "fixed-order",
    "level:n=1",
    "level:n=2",
    "level:n=5",
    "level:n=6",
    "monte-carlo:playouts=50",
    "mcts:playouts=60,seed=2",
    "square-value",
    "minimax:depth=2",
    "alphabeta-plain:eval=center-window,depth=2",
    "alphabeta:eval=phased-traps,depth=3",
    "alphabeta:nodes=500",
    "alphabeta:depth=3,threads=2",
    "threat-search:depth=2,width=8,fours=3,tempo=9,outlook=no,futile=40,free=no,reduce=2",
    "threat-search:depth=2,four_nodes=9,others=3,ahead=40,last=5",
    "threat-search:eval=open-lines,nodes=2000,deeper=no,proofs=no",
    "best:nodes=300",
    "expectimax:eval=anchored-runs,depth=2",
    f"file:{BOT}",
]
NOT_HERE = {"human", "perfect", "kaggle", "course", "engine"}
"""Under tests of their own: one asks, one is another program, others do not play every board."""


def test_every_kind_is_under_contract() -> None:
    assert {text.partition(":")[0] for text in TEXTS} | NOT_HERE == set(PLAYERS)


@pytest.mark.parametrize("text", TEXTS)
@settings(max_examples=examples(40))
@given(position=positions(6), seed=st.integers(0, 9))
def test_the_contract(text: str, position: Position, seed: int) -> None:
    assume(position.ending() is None)
    player = parse_player(text)
    before = copy.deepcopy(position)
    player.new_game(seed)
    choice = player.choose(position)
    assert choice.move in position.legal_moves()
    assert choice.reason
    assert position == before
    # Its name is its text, it can travel, and the same seed brings the same game.
    if not text.startswith("file:"):
        assert parse_player(player.name) == player
    twin = pickle.loads(pickle.dumps(parse_player(text)))
    twin.new_game(seed)
    assert twin.choose(position).move == choice.move
    if player.deterministic:
        player.new_game(seed + 1)
        assert player.choose(position).move == choice.move


def test_random_moves_differ_from_seed_to_seed() -> None:
    def line(player: RandomPlayer, seed: int) -> list[str]:
        player.new_game(seed)
        return [str(player.choose(Position.start("gomoku")).move) for _ in range(5)]

    assert line(RandomPlayer(), 1) == line(RandomPlayer(), 1)
    assert line(RandomPlayer(), 1) != line(RandomPlayer(), 2)
    assert line(RandomPlayer(7), 1) != line(RandomPlayer(8), 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("alphabet", "no player 'alphabet': did you mean alphabeta?"),
        ("alphabeta:depht=3", "no option 'depht': did you mean depth?"),
        ("alphabeta:depth=three", "alphabeta: depth: 'three' is not a whole number"),
        ("alphabeta:depth", "depth must be given once, as depth=…"),
        ("alphabeta:depth=2,depth=3", "depth must be given once"),
        ("alphabeta:depth=0", "depth must be 1 to 200 plies, not 0"),
        ("alphabeta:threads=0", "threads must be 1 to 64, not 0"),
        ("minimax:depth=0", "depth must be 1 to 200 plies, not 0"),
        ("alphabeta:seconds=-1", "'-1' is not a number such as 0.5"),
        ("level:n=11", "n must be 1 to 10, not 11"),
        ("mcts:playouts=0", "playouts must be 1 to 10000000, not 0"),
        ("file:nothing.py", "there is no file nothing.py"),
        ("alphabeta:eval=open-line", "did you mean open-lines?"),
        ("random:", None),
        ("", "no player ''"),
    ],
)
def test_texts_that_describe_no_player(text: str, words: str | None) -> None:
    if words is None:
        assert parse_player(text) == RandomPlayer()
        return
    with pytest.raises(KinarowError) as caught:
        parse_player(text)
    assert words in str(caught.value)


@settings(max_examples=examples(2000))
@given(st.one_of(st.text(max_size=40), st.text("alphbetrndom:,=0123 -", max_size=40)))
def test_malformed_texts_raise_only_our_errors(text: str) -> None:
    for attempt in (text, f"alphabeta:{text}", f"alphabeta:depth={text}", f"random:seed={text}"):
        try:
            parse_player(attempt)
        except KinarowError as error:
            assert "\n" not in str(error)


@pytest.mark.slow
def test_perfect_play() -> None:
    perfect = parse_player("perfect")
    assert perfect.choose(Position.start("tictactoe")).score == 0
    assert perfect.choose(Position.start("drop:4x4:4")).score == 0
    choice = perfect.choose(Position.start())
    assert choice.move == Cell(3, 0)
    assert choice.score == win_at(41)
    assert perfect.choose(Position.start("place:5x5:3")).reason == "a win by perfect play"
    with pytest.raises(PlayerError, match="is not solved from here within 1000 positions"):
        parse_player("perfect:nodes=1000").choose(Position.start("drop:8x7:4"))
    with pytest.raises(PlayerError, match="too large to be solved; best plays it"):
        perfect.choose(Position.start("gomoku"))


@pytest.mark.parametrize("player", ["perfect", "alphabeta:eval=learned"])
def test_who_cannot_play_a_game_is_refused_before_it(player: str) -> None:
    with pytest.raises(ArenaError, match=f"{player}.* cannot play place:15x15:5"):
        play_match(player, "random", "gomoku", games=2)


def test_perfect_never_loses_tic_tac_toe() -> None:
    spec = GameSpec.parse("tictactoe")
    result = play_match(parse_player("perfect"), parse_player("random"), spec, games=40)
    assert result.losses == 0
    assert result.wins > 20


def test_a_human_is_asked_until_the_move_is_legal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["x", "9", "4"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    choice = parse_player("human").choose(Position.start())
    assert choice.move == Cell(3, 0)
    assert "is not a column" in capsys.readouterr().out


def test_the_courses_order_of_columns() -> None:
    assert column_order(GameSpec.parse("connect4")) == [3, 2, 1, 5, 6, 0, 4]
    assert column_order(GameSpec.parse("drop:4x4:4")) == [1, 2, 0, 3]


@pytest.mark.parametrize("openings", ["none", "random"])
@pytest.mark.parametrize("opponent", ["random", "fixed-order"])
@pytest.mark.parametrize("name", CATALOGUE)
def test_each_evaluator_at_depth_5_beats_the_simple_players_in_all_games(
    name: str, opponent: str, openings: str
) -> None:
    player, other = parse_player(f"alphabeta:eval={name},depth=5"), parse_player(opponent)
    spec = GameSpec.parse("connect4")
    for seed in range(3 if SOAKING else 1):
        result = play_match(player, other, spec, seed=seed, openings=openings)
        assert result.line() == "Wins: 20 | Ties: 0 | Losses: 0 | Points: 20.0/20"


@pytest.mark.parametrize("text", ["monte-carlo:playouts=300", "mcts:playouts=300"])
def test_playouts_take_a_win_and_beat_random(text: str) -> None:
    player = parse_player(text)
    assert player.choose(Position.from_moves("112233")).move == Cell(3, 0)
    result = play_match(player, parse_player("random"), GameSpec.parse("connect4"), games=10)
    assert result.points >= 9


def test_a_player_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("def choose(board, me, opponent):\n    return 'left'\n")
    with pytest.raises(PlayerError, match="choose returned 'left', not a column"):
        parse_player(f"file:{file}").choose(Position.start())
    file.write_text("x = 1\n")
    with pytest.raises(PlayerError, match="has no function `choose"):
        parse_player(f"file:{file}")
    file.write_text("def choose(board, me, opponent):\n    return 9\n")
    game = play_game(
        GameJob(GameSpec.parse("connect4"), parse_player(f"file:{file}"), RandomPlayer())
    )
    assert game.winner is Side.SECOND
    assert game.reason.startswith("illegal move")


@pytest.mark.slow
def test_an_evaluator_that_cannot_be_compiled_plays_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_compiled, "try_compiling", user_compiled.judge)
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(board, me, opponent):\n    return len({me: 1, 'x': 2})\n")
    choice = parse_player(f"alphabeta:eval={file},depth=2").choose(Position.from_moves("112233"))
    assert choice.move == Cell(3, 0)
    assert "in plain Python, not compiled: " in choice.reason


@pytest.mark.parametrize("depth", [1, 4, 5, 6])
def test_plain_python_searches_as_deep_as_it_says(depth: int) -> None:
    position = Position.from_moves("4453")
    plain = as_evaluator(Stones())  # an object, which nothing can compile
    choice = AlphaBetaPlayer(plain, depth).choose(position)
    assert choice.depth == depth
    assert len(choice.line) == depth
    known = alphabeta(position, plain, depth)
    assert (choice.move, choice.score) == (known.move, known.score)


@pytest.mark.parametrize("depth", [4, 6])
def test_plain_python_scores_moves_as_deep_as_it_says(depth: int) -> None:
    position, asked = Position.from_moves("4453"), Counting()
    found = score_every_move(position, as_evaluator(asked), Limits(depth))
    assert found is not None
    assert max(board.plies for board in asked.boards) == position.plies + depth


def test_boards_that_come_up_again_are_asked_about_once() -> None:
    asked = Counting()
    found = search_plainly(Position.from_moves("4453"), as_evaluator(asked), Limits(4))
    assert found.depth == 4
    assert max(Counter(asked.boards).values()) == 1


class Stones:
    """Judges by what lies in the middle."""

    def evaluate(self, position: Position, side: Side) -> int:
        middle = [position.at(cell) for cell in position.geometry.cells if cell.column == 3]
        return middle.count(side) - middle.count(side.other)


class Counting(Stones):
    """Keeps all that it is asked about."""

    def __init__(self) -> None:
        self.boards: list[Position] = []

    def evaluate(self, position: Position, side: Side) -> int:
        self.boards.append(position)
        return super().evaluate(position, side)


@pytest.mark.slow
def test_limits_hold_in_plain_python_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_compiled, "try_compiling", user_compiled.judge)
    file = tmp_path / "mine.py"
    file.write_text(
        "import time\n"
        "def evaluate(board, me, opponent):\n"
        "    time.sleep(0.001)\n"
        "    return len({me: 1, 'x': 2})\n"
    )
    choice = parse_player(f"alphabeta:eval={file},seconds=0.3").choose(Position.start())
    assert choice.move in Position.start().legal_moves()
    few = parse_player(f"alphabeta:eval={file},nodes=10").choose(Position.start())
    assert few.depth == 1


def test_levels_slip_now_and_then() -> None:
    player = parse_player("level:n=5")
    slips = 0
    for seed in range(40):
        player.new_game(seed)
        slips += player.choose(Position.from_moves("4453")).reason == "a slip"
    assert 2 <= slips <= 20


def test_names_of_players_parse_back() -> None:
    for text in ("alphabeta:seconds=0.00001", "mcts:explore=0.123456789", "mcts:explore=12345678"):
        player = parse_player(text)
        assert parse_player(player.name) == player
