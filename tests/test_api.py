"""`from kinarow import …`: a small surface that is all there, light to import, and pandas reads."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kinarow
from kinarow import Position, Side
from kinarow.players import AlphaBetaPlayer, RandomPlayer
from kinarow.players.builtin.searcher import MinimaxPlayer
from kinarow.search import alphabeta, minimax
from kinarow.search.analysis.each_move import move_scores
from kinarow.search.deepening import search
from kinarow.search.lesson.tree import grow_tree
from kinarow.search.limits import Limits
from kinarow.search.plain.expectimax import expectimax
from tests.running import Run


def test_everything_that_is_offered_is_there() -> None:
    assert sorted(kinarow.__all__) == sorted(set(kinarow.__all__))
    for name in kinarow.__all__:
        assert getattr(kinarow, name) is not None
        assert name in dir(kinarow)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = kinarow.nothing


@pytest.mark.slow
def test_importing_is_light() -> None:
    code = (
        "import sys; from kinarow import Position, explain, find_evaluator\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "heavy = {'numba', 'numpy', 'scipy', 'starlette', 'uvicorn', 'sqlite3', 'pandas', 'rich'}\n"
        "rooms = {name.split('.')[1] for name in sys.modules if name.startswith('kinarow.')}\n"
        "print(loaded & heavy, rooms & {'api', 'arena', 'grading', 'players', 'search', 'solver'})"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "set() set()"


@pytest.mark.slow
def test_the_best_move() -> None:
    position = Position.from_moves("112233")
    assert kinarow.best_move(position).move.name == "d1"
    assert kinarow.best_move(position, "center-window", nodes=500).move.name == "d1"
    own = str(Path(__file__).parent / "data" / "evaluators" / "loops.py")
    assert kinarow.best_move(position, own, depth=2).move.name == "d1"
    with pytest.raises(kinarow.KinarowError, match="the game is over"):
        kinarow.best_move(Position.from_moves("1212121"))


def test_a_match_by_text_and_by_object() -> None:
    met = kinarow.play_match("alphabeta:depth=3", RandomPlayer(), "drop:5x5:4", games=4, seed=1)
    assert (met.a, met.b) == ("alphabeta:eval=open-lines,depth=3", "random")
    assert met.wins == 4
    again = kinarow.play_match("alphabeta:depth=3", "random", "drop:5x5:4", games=4, seed=1)
    assert [game.moves for game in again.games] == [game.moves for game in met.games]


def test_what_is_stopped_has_the_games_so_far() -> None:
    stop = threading.Event()
    players = ["random", "first-legal"]
    met = kinarow.play_match(*players, games=10, progress=lambda *_: stop.set(), stop=stop)
    assert len(met.games) == 1
    nothing = kinarow.play_match(*players, games=10, stop=stop)
    assert (nothing.a, nothing.b, nothing.games) == ("random", "first-legal", [])
    assert kinarow.play_tournament(players, stop=stop).games == ()


def test_a_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    store, told = tmp_path / "games.db", list[tuple[float, str]]()
    players = ["alphabeta:depth=1", "alphabeta:depth=2", "fixed-order"]
    first = kinarow.play_tournament(players, rounds=2, store=store)
    more = kinarow.play_tournament(
        players, rounds=3, store=store, progress=lambda share, words: told.append((share, words))
    )
    assert len(first.games) == 12
    assert more.games[:12] == first.games
    assert told[-1] == (1.0, "18 of 18 games")
    assert len(told) == 6
    assert len({game.moves for game in more.games}) > 6  # from openings: nobody plays at random
    assert more.standings()[0].player == "alphabeta:eval=open-lines,depth=2"
    assert len(more.encounters()) == 3
    for mistake in (["random"], ["random", "random"]):
        with pytest.raises(kinarow.KinarowError):
            kinarow.play_tournament(mistake)
    with pytest.raises(kinarow.KinarowError, match="at least 1 worker, not 0"):
        kinarow.play_tournament(players, workers=0)
    with pytest.raises(kinarow.KinarowError, match="at least 1 round"):
        kinarow.play_tournament(players, rounds=0)


def test_solving_and_reviewing() -> None:
    solution = kinarow.solve(Position.from_moves("44"), moves=True)
    assert (solution.outcome, solution.score) == ("win", 1)
    verdicts = [move.verdict for move in kinarow.review_game("4455", "connect4")]
    assert len(verdicts) == 4
    assert verdicts[0] == "best"


def test_a_table_of_games_keeps_what_it_says() -> None:
    import pandas

    met = kinarow.play_match("alphabeta:depth=2", "random", games=4)
    table = pandas.DataFrame(met.rows())
    assert len(table) == 4
    assert (table.a_side == [1, 2, 1, 2]).all()
    assert (table.winner == table.a_side).sum() == met.wins


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_pandas_reads_exported_games_as_they_are(form: str, run: Run, tmp_path: Path) -> None:
    import pandas

    store, file = tmp_path / "games.db", tmp_path / f"games.{form}"
    players = ["fixed-order", "alphabeta:depth=1"]
    games = kinarow.play_tournament(players, rounds=3, store=store).games
    file.write_text(run("export", "games", str(store), "--format", form).out)
    table = pandas.read_csv(file) if form == "csv" else pandas.read_json(file, lines=True)
    assert len(table) == len(games)
    by_key = {game.key: game for game in games}
    for row in table.itertuples():
        game = by_key[row.key]
        assert Position.from_moves(row.moves) == Position.from_moves(game.moves)
        assert Position.from_moves(row.opening) == Position.from_moves(game.opening)
        assert (row.winner == game.winner) or (game.winner is None)
        assert (row.plies, row.nodes_second) == (game.plies, game.nodes_second)


@pytest.mark.slow
def test_pandas_reads_grades(run: Run, tmp_path: Path) -> None:
    import pandas

    file = tmp_path / "moves.csv"
    labels = str(tmp_path / "labels.db")
    done = run(
        "grade", "fixed-order", "--game", "drop:5x4:4", "--count", "20", "--csv", str(file),
        "--json", "--labels", labels, "--workers", "1",
    )  # fmt: skip
    table = pandas.read_csv(file)
    assert len(table) == done.json["positions"] == 20
    assert table.keeps_outcome.mean() == pytest.approx(done.json["weak"]["value"])
    assert table.is_best.mean() == pytest.approx(done.json["strong"]["value"])
    assert ((table.best - table.value) == table.loss).all()
    for state in table.state:
        assert Position.parse(state).ending() is None
    wrong = run("grade", "random", "--csv", str(tmp_path / "no" / "moves.csv"))
    assert (wrong.code, "there is no folder" in wrong.err) == (2, True)
    again = kinarow.grade("fixed-order", "drop:5x4:4", count=20)
    assert [row["move"] for row in again.rows()] == table.move.tolist()


class _Opinion:
    """Its objects would be evaluators, but the class is none."""

    def evaluate(self, position: Position, side: Side) -> int:
        return 1


@pytest.mark.parametrize("given", [_Opinion, None, 5, ["open-lines"]])
def test_what_is_no_evaluator_is_refused_in_words(given: Any) -> None:
    position = Position.from_moves("44")
    ways: list[Callable[[], object]] = [
        lambda: kinarow.best_move(position, given, depth=2),
        lambda: kinarow.best_move(position, given, seconds=0.1),
        lambda: kinarow.explain(given, position, Side.FIRST),
        lambda: kinarow.kaggle_agent(given),
        lambda: AlphaBetaPlayer(given, depth=2),
        lambda: MinimaxPlayer(given, depth=1),
        lambda: minimax(position, given, 1),
        lambda: alphabeta(position, given, 1),
        lambda: expectimax(position, given, 1),
        lambda: grow_tree(position, given, 1),
        lambda: move_scores(position, given, 2),
        lambda: search(position, given, Limits(depth=2)),
    ]
    for way in ways:
        with pytest.raises(kinarow.KinarowError, match="is not an evaluator: give a name") as told:
            way()
        assert "\n" not in str(told.value)
