"""What a store's games amount to: one count in text and JSON, and what is left out of it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from kinarow import play_match, play_tournament, standings
from kinarow.api.contests import workers_for
from kinarow.arena import Contest, PlayedGame, Tournament, play_game
from kinarow.arena.interruption import Interruption
from kinarow.arena.ratings.sprt import SequentialTest
from kinarow.arena.store.store import Store
from kinarow.errors import ArenaError, KinarowError
from kinarow.game import GameSpec, Position
from kinarow.players import AlphaBetaPlayer, Choice, Player, RandomPlayer
from kinarow.work.workers import Workers
from tests.running import Run

CONNECT4 = GameSpec.parse("connect4")


@dataclass
class Edited(Player):
    """Takes the first or the last column that is free: two versions of a player of one name."""

    last: bool = False
    name: str = "mine"
    deterministic: bool = True

    @property
    def identity(self) -> str:
        return f"mine {self.last}"

    def choose(self, position: Position) -> Choice:
        return Choice(position.legal_moves()[-1 if self.last else 0])


def points_in(table: str) -> dict[str, tuple[float, int]]:
    """Points and games by player, as the printed table has them."""
    rows = [line.split() for line in table.splitlines()]
    ranked = [row for row in rows if len(row) > 6 and row[2][0] in "+-"]
    return {row[1]: (float(row[4]), int(row[5])) for row in ranked}


def test_text_and_json_count_the_same_games(run: Run, tmp_path: Path) -> None:
    """Five times the same pair of games from the empty board: four repeat the first."""
    path = str(tmp_path / "games.db")
    players = ["alphabeta:depth=1", "fixed-order", "first-legal"]
    arguments = ["tournament", *players, "--openings", "none", "--rounds", "5", "--store", path]
    for command in (arguments, ["standings", path]):
        text, told = run(*command).out, run(*command, "--json").json
        counted = {row["player"]: (row["points"], row["games"]) for row in told["standings"]}
        assert points_in(text) == counted
        for player, (points, games) in counted.items():
            meetings = [e for e in told["encounters"] if player in (e["a"], e["b"])]
            assert games == sum(e["games"] for e in meetings) == 20
            assert points == sum(
                e["points"] if e["a"] == player else e["games"] - e["points"] for e in meetings
            )
        assert told["repeated"] == 24
        assert "24 games repeat others move by move: points count them, Elo does not" in text


def test_games_that_repeat_do_not_make_ratings_surer(tmp_path: Path) -> None:
    once, often = (
        play_tournament(
            ["alphabeta:depth=1", "fixed-order"], openings="none", rounds=rounds
        ).standings()
        for rounds in (1, 5)
    )
    assert [row.elo for row in once] == [row.elo for row in often]
    assert [row.games for row in often] == [10, 10]


def test_a_game_without_its_partner_is_said(run: Run) -> None:
    arguments = ["match", "first-legal", "fixed-order", "--games", "7"]
    assert run(*arguments, "--json").json["unpaired"] == 1
    assert "1 game has no partner with sides swapped" in run(*arguments).out
    assert "no partner" not in run(*arguments[:-1], "8").out


def test_ratios_that_mean_nothing_are_not_counted() -> None:
    """All pairs alike: no spread to divide by; nobody lost a pair."""
    won = play_match("alphabeta:depth=2", "first-legal", "tictactoe", games=4)
    text = "\n".join(won.lines())
    assert "nan" not in text
    assert "inf" not in text
    assert "nElo" not in text
    assert "PairsRatio" not in text
    mixed = play_match(RandomPlayer(1), RandomPlayer(2), CONNECT4, games=60)
    text = "\n".join(mixed.lines())
    assert "nElo: " in text
    assert "PairsRatio: " in text


class TestVersions:
    """A player that was edited plays new games under its old name."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> Path:
        path = tmp_path / "games.db"
        for last in (False, True):
            play_match(Edited(last), "fixed-order", games=4, store=path)
        return path

    def test_only_the_current_one_is_rated(self, store: Path, run: Run) -> None:
        told = run("standings", str(store), "--json").json
        games = {row["player"]: row["games"] for row in told["standings"]}
        assert games == {"mine": 4, "fixed-order": 4}
        assert told["not_counted"] == {"older": 4, "players": ["mine"], "unused_by_test": 0}
        with Store(store) as opened:
            current = list(opened.games())[4:]
        assert told["encounters"][0]["points"] == sum(game.points_of_a for game in current)
        said = "Left out: 4 games of versions that were replaced or withdrawn, of mine (--all"
        assert said in run("standings", str(store)).out

    def test_with_all_each_version_is_a_player(self, store: Path, run: Run) -> None:
        told = run("standings", str(store), "--all", "--json").json
        with Store(store) as opened:
            older = f"mine [{next(opened.games()).a_identity[:6]}]"
        games = {row["player"]: row["games"] for row in told["standings"]}
        assert games == {"mine": 4, older: 4, "fixed-order": 8}
        assert told["not_counted"]["older"] == 0

    def test_a_version_that_comes_back_is_current_again(self, store: Path) -> None:
        """All its games are there already, so nothing is played; the edit was undone."""
        with Store(store) as opened:
            games = list(opened.games())
        play_match(Edited(), "fixed-order", games=4, store=store)
        (tournament,) = standings(store).tournaments.values()
        assert list(tournament.games) == games[:4]

    def test_games_from_before_versions_were_kept_count(self, store: Path) -> None:
        with Store(store) as opened:
            opened.connection.execute("UPDATE games SET a_identity = '', b_identity = ''")
        assert standings(store).games == 8


def test_a_resumed_contest_notes_who_played_games_of_an_older_store(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    play_match("first-legal", "fixed-order", games=4, store=path)
    with Store(path) as store:
        before = list(store.games())
        store.connection.execute("UPDATE games SET a_identity = '', b_identity = ''")
    play_match("fixed-order", "first-legal", games=4, store=path)  # named the other way round
    with Store(path) as store:
        assert list(store.games()) == before


# The sequential test


def played_out_of_order(path: Path, first: Sequence[int], games: int = 400) -> Contest:
    """A contest whose games of these numbers are there before the others, and not looked at."""
    test = SequentialTest(elo0=0, elo1=50)
    a, b = AlphaBetaPlayer(depth=2), RandomPlayer()
    contest = Contest.match(a, b, CONNECT4, games, test=test, store=path)
    with Store(path) as store:
        for number in first:
            game = contest.games[number]
            store.add(replace(PlayedGame.of(game, play_game(game.job)), counts=False))
    return contest


def test_a_store_rates_the_games_that_decided_the_test(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "games.db"
    contest = played_out_of_order(path, range(150, 160))
    with workers_for(contest, 1) as workers:
        result = contest.play(workers)
    assert contest.is_decided
    assert len(result.games) < 150
    told = run("standings", str(path), "--json").json
    assert told["games"] == len(result.games)
    assert told["standings"] == [row.to_json() for row in result.standings()]
    assert told["not_counted"]["unused_by_test"] == 10
    assert told["unfinished"] == []
    assert "10 games that a sequential test did not use" in run("standings", str(path)).out
    assert run("standings", str(path), "--all", "--json").json["games"] == len(result.games) + 10


def test_games_that_another_contest_counts_are_part_of_the_standings(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    played_out_of_order(path, range(10, 20))
    assert standings(path).games == 0
    play_match(AlphaBetaPlayer(depth=2), RandomPlayer(), CONNECT4, games=20, store=path)
    assert standings(path).games == 20
    assert standings(path).not_counted.unused_by_test == 0


# Interrupted


def test_a_contest_that_is_stopped_says_how_far_it_came(tmp_path: Path, run: Run) -> None:
    path, stop = tmp_path / "games.db", threading.Event()

    def play(games: int) -> Interruption | None:
        def stop_after_three(share: float, _words: str) -> None:
            if round(share * games) >= 3 and games > 10:
                stop.set()

        return play_match(
            "first-legal", "fixed-order", games=games, store=path, stop=stop,
            progress=stop_after_three,
        ).interrupted  # fmt: skip

    assert play(200) == Interruption(3, 200)
    assert run("standings", str(path), "--json").json["unfinished"] == [{"games": 3, "of": 200}]
    said = "A contest in this store was interrupted: 3 of 200 games"
    assert said in run("standings", str(path)).out
    stop.clear()
    assert play(4) is None
    assert said in run("standings", str(path)).out  # it is another one that has ended
    played = play_match("first-legal", "fixed-order", games=200, store=path)
    assert played.interrupted is None
    assert "interrupted" not in run("standings", str(path)).out


def test_a_contest_without_a_store_is_interrupted_all_the_same() -> None:
    stop = threading.Event()
    stop.set()
    assert play_tournament(["first-legal", "random"], rounds=2, stop=stop).interrupted == (
        Interruption(0, 4)
    )
    assert play_match("first-legal", "random", games=2).to_json()["interrupted"] is None


# Anchors


def test_anchors_are_named_as_players_are(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    arguments = ["tournament", "alphabeta:depth=2", "first-legal", "--rounds", "2"]
    given = ["--anchor", "alphabeta:depth=2=1500"]
    table = run(*arguments, "--store", path, *given, "--json").json
    name = "alphabeta:eval=open-lines,depth=2"
    assert table["anchors"] == {name: 1500}
    best = table["standings"][0]
    assert (best["player"], best["elo"]["value"]) == (name, pytest.approx(1500))
    assert run("standings", path, *given, "--json").json["standings"] == table["standings"]
    assert f"{name} is given 1500" in run("standings", path, *given).out


@pytest.mark.parametrize(
    "anchor", ["first-legal", "=3", "nobody=3", "first-legal=x", "first-legal=1e9"]
)
def test_anchors_that_make_no_sense_are_refused(anchor: str, run: Run) -> None:
    done = run("tournament", "first-legal", "fixed-order", "--rounds", "1", "--anchor", anchor)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1


def test_an_anchor_has_one_rating() -> None:
    with pytest.raises(ArenaError, match="two ratings"):
        play_tournament(
            ["alphabeta:depth=2", "first-legal"],
            anchors={"alphabeta:depth=2": 1, "alphabeta:eval=open-lines,depth=2": 2},
        )


@pytest.mark.slow
def test_a_file_with_a_mistake_does_not_replace_the_version_before(tmp_path: Path) -> None:
    path, file = tmp_path / "games.db", tmp_path / "mine.py"
    file.write_text("def choose(board, me, opponent):\n    return 0\n")
    play_match(f"file:{file}", "fixed-order", games=2, store=path)
    before = standings(path)
    file.write_text("def choose(board, me, opponent)\n    return 0\n")
    with pytest.raises(KinarowError, match=r"mine\.py"):
        play_match(f"file:{file}", "fixed-order", games=2, store=path)
    assert standings(path).to_json() == before.to_json()
    assert before.games == 2


def test_a_match_that_was_cut_short_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(contest: Contest, *_how: object) -> Tournament:
        stop = threading.Event()

        def stop_after_three(share: float, _words: str) -> None:
            if round(share * 200) >= 3:
                stop.set()

        with Workers(1) as alone:
            return contest.play(alone, stop_after_three, stop)

    monkeypatch.setattr("kinarow.cli.match.play_watched", play)
    done = run("match", "first-legal", "fixed-order", "--games", "200")
    assert done.code == 130
    assert "interrupted: 3 of 200 games" in done.out
    as_json = run("match", "first-legal", "fixed-order", "--games", "200", "--json").json
    assert as_json["interrupted"] == {"games": 3, "of": 200}
