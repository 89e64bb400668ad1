"""kinarow as an engine in UKI: what docs/engines.md says, line by line."""

from __future__ import annotations

import math
import queue
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.adapters import thinking
from kinarow.adapters.uki_engine import UkiEngine
from kinarow.game import Cell, Position
from kinarow.players import Choice
from kinarow.players.engines.uki_conversation import read_info, write_info
from kinarow.score import HEURISTIC_LIMIT, Score, loss_at, win_at
from tests.adapters.conversations import answer_at_once, conversation, matches
from tests.running import wait_until
from tests.strategies import examples, games, positions

SLEEPER = Path(__file__).parent.parent / "data" / "players" / "sleeper.py"
INFO_LINE = (
    r"info( depth \d+)?( score (points -?[0-9.e+]+|win \d+|loss \d+))?( nodes \d+)?"
    r"( time \d+)( pv( [a-z]+\d+)+)?|info string .*"
)


@pytest.mark.parametrize("name", ["uki-examples.txt", "uki-garbage.txt"])
def test_conversations(name: str) -> None:
    answers: list[str] = []
    engine = UkiEngine("alphabeta:depth=200", lambda line: answers.append(line.rstrip("\n")))

    def client() -> Iterator[str]:
        for exchange in conversation(name):
            answers.clear()
            yield exchange.sent
            engine.thinker.wait()
            where = f"{name}, line {exchange.number}: {exchange.sent}: {answers}"
            said = list(answers)
            for expected in exchange.answers:
                if expected == "INFO":
                    while said and said[0].startswith("info"):
                        assert matches("LINE", said.pop(0), LINE=INFO_LINE), where
                else:
                    assert said, where
                    answer = said.pop(0)
                    assert matches(expected, answer, MOVE="[a-o][0-9]+"), where
                    if answer.startswith("bestmove"):
                        assert engine.position is not None
                        move = engine.position.parse_move(answer.removeprefix("bestmove "))
                        assert move in engine.position.legal_moves(), where
            assert not said, where

    engine.serve(client())


@settings(max_examples=examples(200))
@given(
    st.lists(
        st.one_of(
            st.text(max_size=30),
            st.sampled_from(
                ["uki", "newgame drop:4x4:3", "go depth 1", "stop", "position startpos"]
            ),
            st.builds(
                "{} {}".format, st.sampled_from(["newgame", "position", "go", "uki"]), st.text()
            ),
        ).filter(lambda line: line.split(" ")[0] != "quit"),
        max_size=12,
    )
)
def test_no_line_stops_the_engine(lines: list[str]) -> None:
    answers: list[str] = []
    engine = UkiEngine("alphabeta:depth=1", answers.append)
    engine.serve([*lines, "isready"])
    assert "readyok\n" in answers


class Talk:
    """An engine that serves in a thread of its own, as behind a pipe."""

    def __init__(self, player: str) -> None:
        self.sent: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.engine = UkiEngine(player, lambda line: self.answers.put(line.rstrip("\n")))
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        self.engine.serve(iter(self.sent.get, None))

    def say(self, *lines: str) -> None:
        for line in lines:
            self.sent.put(line)

    def hear(self, until: str) -> str:
        while not (line := self.answers.get(timeout=600)).startswith(until):
            pass
        return line

    def end(self) -> None:
        self.say("quit")
        self.thread.join()


@pytest.mark.slow
@pytest.mark.parametrize("player", ["alphabeta:depth=200", f"file:{SLEEPER}"])
def test_stop_brings_the_move_at_once(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_WARMING_UP_SECONDS", 1.0)
    talk = Talk(player)
    talk.say("newgame connect4", "isready")
    talk.hear("readyok")
    talk.say("go infinite")
    wait_until(lambda: talk.engine.thinker.is_busy, "it does not think")
    talk.say("isready", "newgame tictactoe")
    talk.hear("readyok")
    talk.hear("error still thinking: stop comes first")
    talk.say("stop")
    assert talk.hear("bestmove") in {f"bestmove {column}1" for column in "abcdefg"}
    # And it goes on as if nothing had been.
    talk.say("position startpos moves d1", "go movetime 100")
    talk.hear("bestmove")
    talk.end()


@pytest.mark.slow
@pytest.mark.parametrize("player", ["random", "minimax:depth=1"])
def test_stop_after_the_answer_does_no_harm(player: str) -> None:
    talk = Talk(player)
    talk.say("newgame connect4", "isready")
    talk.hear("readyok")
    for _ in range(8):
        talk.say("go", "stop")
        talk.hear("bestmove")
    talk.say("newgame connect4", "go")
    talk.hear("bestmove")
    talk.end()


def test_a_player_that_cannot_play_a_game_says_so_at_once(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print('hello')\n\n\ndef agent(observation):\n    return 3\n")
    answers: list[str] = []
    UkiEngine(f"kaggle:{tmp_path}/bot.py", answers.append).serve(["newgame tictactoe"])
    assert [answer[:6] for answer in answers] == ["error "]
    assert "plays only games with gravity" in answers[0]


def test_quit_ends_it_while_it_thinks() -> None:
    talk = Talk("alphabeta:depth=200")
    talk.say("newgame connect4", "go")
    wait_until(lambda: talk.engine.thinker.is_busy, "it does not think")
    talk.end()
    said = []
    while not talk.answers.empty():
        said.append(talk.answers.get())
    assert not [line for line in said if line.startswith("bestmove")]


@pytest.mark.slow
def test_an_engine_that_breaks_says_so() -> None:
    talk = Talk("perfect:nodes=10")
    talk.say("newgame drop:8x7:4", "go")
    assert "is not solved from here" in talk.hear("error")
    talk.say("isready")
    talk.hear("readyok")
    talk.end()


scores = st.one_of(
    st.none(),
    st.integers(-(10**9), 10**9),
    st.floats(-1e6, 1e6).map(lambda score: round(score, 6)),
)


@given(positions(20), scores, st.integers(0, 200), st.integers(0, 10**15), st.data())
def test_info_lines_round_trip(
    position: Position, score: Score | None, depth: int, nodes: int, data: st.DataObject
) -> None:
    assume(position.ending() is None)
    line: list[Cell] = []
    here = position
    for _ in range(data.draw(st.integers(0, 4))):
        if here.ending() is None:
            line.append(data.draw(st.sampled_from(here.legal_moves())))
            here = here.play(line[-1])
    if data.draw(st.booleans()):
        stone = data.draw(st.integers(position.plies + 1, position.spec.cell_count))
        score = data.draw(st.sampled_from([win_at(stone), loss_at(stone)]))
    known = Choice(position.legal_moves()[0])
    choice = Choice(known.move, score, "", tuple(line), depth, nodes)
    assert read_info(position, write_info(position, choice, 0.5), known) == choice


@given(st.one_of(st.text(), st.from_regex(r"info( (depth|score|nodes|pv|win|string) \S*)*")))
def test_any_info_line_can_be_read(line: str) -> None:
    position = Position.start()
    found = read_info(position, f"info {line}", Choice(Cell(3, 0)))
    assert found.score is None or math.isfinite(found.score)
    assert found.score is None or abs(found.score) < 10 * HEURISTIC_LIMIT + 1


@given(games(8))
def test_a_position_can_be_told_in_three_ways(played: list[Position]) -> None:
    engine = UkiEngine("alphabeta:depth=1", lambda line: None)
    engine.thinker.get_ready = lambda spec: None  # type: ignore[method-assign]
    last = played[-1]
    moves = " ".join(str(a.move_to(b)) for a, b in pairwise(played))
    middle = played[len(played) // 2]
    rest = " ".join(str(a.move_to(b)) for a, b in pairwise(played) if a.plies >= middle.plies)

    def rows(position: Position) -> str:
        return position.board_text("state").partition(" ")[2]

    for command in (
        f"position startpos moves {moves}",
        f"position state {rows(last)}",
        f"position state {rows(middle)} moves {rest}",
    ):
        engine.serve([f"newgame {last.spec}", command])
        assert engine.position == last


def test_nodes_that_cannot_be_are_left_out() -> None:
    found = read_info(Position.start(), "info depth 3 nodes 999999999999999999", Choice(Cell(3, 0)))
    assert (found.depth, found.nodes) == (3, 0)  # more of them than a store of games can add up


@pytest.mark.parametrize("behind", [["quit"], ["isready", "quit"], ["stop", "", "quit now"]])
def test_what_quit_follows_at_once_is_not_answered(behind: list[str]) -> None:
    answers: list[str] = []
    engine = UkiEngine("alphabeta:depth=1", answers.append)
    answer_at_once(engine.thinker)
    engine.serve(["newgame connect4", "go", *behind, "uki"])
    assert answers == ["readyok\n"] * behind.count("isready")
