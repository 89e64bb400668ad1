"""kinarow as a brain: what the protocol asks for, line by line."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kinarow.adapters import thinking
from kinarow.adapters.gomocup_engine import GomocupEngine
from kinarow.adapters.lines import Lines, lines_from
from kinarow.errors import PlayerError
from kinarow.game import GameSpec, Position
from kinarow.players.engines.conversation import MoveLimits
from kinarow.players.engines.gomocup_conversation import GomocupConversation
from kinarow.players.engines.process import EngineProcess
from tests.adapters.conversations import answer_at_once, conversation, matches
from tests.running import KINAROW, wait_until
from tests.strategies import examples

NAMES = [
    "gomocup-examples.txt", "gomocup-garbage.txt", "gomocup-rules.txt", "gomocup-swap2.txt",
    "gomocup-undo.txt",
]  # fmt: skip


class Board:
    """The manager's board, as far as the commands tell: which places are taken."""

    def __init__(self) -> None:
        self.columns = self.rows = 0
        self.taken: set[str] = set()
        self.given: list[str] | None = None

    def hears(self, sent: str, answers: list[str]) -> None:
        word, _, rest = sent.upper().partition(" ")
        accepted = not any(answer.startswith("ERROR") for answer in answers)
        if self.given is not None and word != "DONE":
            self.given.append(",".join(sent.split(",")[:2]))
        elif word in ("BOARD", "SWAP2BOARD"):
            self.given = []
        elif word == "DONE" and self.given is not None:
            if accepted:
                self.taken = set(self.given)
            self.given = None
        elif word in ("START", "RECTSTART") and accepted:
            width, _, height = rest.partition(",")
            self.columns, self.rows = int(width), int(height or width)
            self.taken = set()
        elif word == "RESTART":
            self.taken = set()
        elif word == "TURN" and accepted:
            self.taken.add(rest)
        elif word == "TAKEBACK":
            self.taken.discard(rest)

    def is_free(self, place: str) -> bool:
        x, y = map(int, place.split(","))
        return 0 <= x < self.columns and 0 <= y < self.rows and place not in self.taken


def spoken(answers: list[str]) -> list[str]:
    """What counts as an answer: messages may come before it."""
    return [answer for answer in answers if not answer.startswith(("MESSAGE ", "DEBUG "))]


@pytest.mark.parametrize("name", NAMES)
def test_conversations(name: str) -> None:
    answers: list[str] = []
    engine = GomocupEngine("alphabeta:depth=1", lambda line: answers.append(line.rstrip("\n")))
    board = Board()

    def manager() -> Iterator[str]:
        for exchange in conversation(name):
            answers.clear()
            yield exchange.sent
            engine.thinker.wait()
            said, where = spoken(answers), f"{name}, line {exchange.number}: {exchange.sent}"
            board.hears(exchange.sent, said)
            assert len(said) == len(exchange.answers), f"{where}: {said}"
            for expected, answer in zip(exchange.answers, said, strict=True):
                if expected == "MOVE":
                    assert board.is_free(answer), f"{where}: {answer}"
                    board.taken.add(answer)
                elif expected == "STONES":
                    assert len(set(answer.split())) == 3, f"{where}: {answer}"
                    assert all(map(board.is_free, answer.split())), f"{where}: {answer}"
                else:
                    assert matches(expected, answer), f"{where}: {answer}"

    engine.serve(manager())
    assert not spoken(answers), "nothing is said after END"


@given(st.data(), st.integers(1, 30), st.integers(1, 30))
def test_a_brain_understands_what_a_manager_says(
    data: st.DataObject, columns: int, rows: int
) -> None:
    """kinarow's own manager and brain, which know nothing of each other, have the same board."""
    assume(max(columns, rows) >= 5)
    spec = GameSpec(columns, rows, 5, gravity=False)
    position = Position.start(spec)
    for _ in range(data.draw(st.integers(0, 12))):
        if position.ending() is None:
            position = position.play(data.draw(st.sampled_from(position.legal_moves())))
    assume(position.ending() is None)
    said: list[str] = []

    class Silent:
        def say(self, *lines: str) -> None:
            said.extend(lines)

        def hear(self, seconds: float, until: float) -> str:
            return "OK" if said[-1].startswith(("START", "RECTSTART")) else "0,0"

    manager = GomocupConversation(cast(EngineProcess, Silent()), 100)
    assert manager.begin(spec, MoveLimits(1.0))
    manager.choose(position, MoveLimits(1.0))
    brain = GomocupEngine("alphabeta:depth=1", lambda line: None)
    brain.thinker.get_ready = lambda spec: None  # type: ignore[method-assign]
    asked: list[Position] = []

    def begin(position: Position, *_: object) -> None:
        asked.append(position)

    brain.thinker.begin = begin  # type: ignore[assignment,method-assign]
    brain.serve(line for line in said if not line.startswith("INFO max_memory"))
    assert asked == [position]


@settings(max_examples=examples(200))
@given(
    st.lists(
        st.one_of(
            st.text(max_size=30),
            st.sampled_from(["START 7", "BEGIN", "TURN 3,3", "TURN 3,4", "BOARD", "DONE", "3,3,2"]),
            st.sampled_from(
                ["RESTART", "TAKEBACK 3,3", "ABOUT", "INFO rule 1", "INFO time_left -5"]
            ),
            st.builds("{} {}".format, st.sampled_from(["START", "TURN", "INFO"]), st.text()),
        ).filter(lambda line: line.split(" ")[0].upper() != "END"),
        max_size=12,
    )
)
def test_no_line_stops_the_brain(lines: list[str]) -> None:
    answers: list[str] = []
    engine = GomocupEngine("alphabeta:depth=1", answers.append)
    engine.serve([*lines, "DONE", "ABOUT"])
    assert answers[-1].startswith('name="kinarow"')
    shapes = r"(OK|ERROR .*|UNKNOWN .*|MESSAGE .*|name=.*|[0-9]+,[0-9]+)\n"
    assert all(matches("ANSWER", answer, ANSWER=shapes) for answer in answers)


@pytest.mark.slow
def test_through_pipes_a_whole_conversation() -> None:
    sent = "START 20\r\nINFO timeout_turn 200\r\nBEGIN\r\nTURN 0,0\r\nEND\r\n"
    done = subprocess.run(
        [*KINAROW, "gomocup"], input=sent.encode(), capture_output=True, check=True
    )
    ok, *moves = spoken(done.stdout.decode().splitlines())
    # Nobody waits for the second move any more, since END is behind it.
    assert ok == "OK"
    assert len(moves) == 1
    assert done.stderr == b""


def test_the_end_comes_while_it_thinks() -> None:
    answers: list[str] = []
    engine = GomocupEngine("alphabeta:depth=200", answers.append)

    def manager() -> Iterator[str]:
        yield from ("START 10", "INFO timeout_turn 1000000", "BEGIN")
        wait_until(lambda: engine.thinker.is_busy, "it does not think")
        yield from ("INFO evaluate 3,3", "END")

    engine.serve(manager())
    assert answers == ["OK\n"]


def test_where_input_ends_the_answer_still_comes() -> None:
    answers: list[str] = []
    engine = GomocupEngine("alphabeta:depth=2", answers.append)
    engine.serve(["START 10", "BEGIN"])
    assert len(spoken(answers)) == 2


@pytest.mark.slow
@pytest.mark.parametrize("player", ["alphabeta:depth=200", "mcts:playouts=10000000"])
def test_every_player_keeps_to_its_time(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_WARMING_UP_SECONDS", 0.5)
    answers: list[str] = []
    engine = GomocupEngine(player, answers.append)

    def manager() -> Iterator[str]:
        yield from ("START 15", "INFO timeout_turn 300", "BEGIN")
        engine.thinker.wait()  # left alone, neither of them would end today

    engine.serve(manager())
    assert matches("PLACE", answers[-1], PLACE=r"[0-9]+,[0-9]+\n")


def test_nobody_is_asked_at_the_keyboard() -> None:
    with pytest.raises(PlayerError, match="plays only in `kinarow play`"):
        GomocupEngine("human", print)


def test_of_a_line_that_is_too_long_only_the_beginning_counts() -> None:
    sent = io.BytesIO(b"x" * 65536 + b"START 10\nABOUT\n")
    assert [line[:8] for line in lines_from(sent)] == ["xxxxxxxx", "ABOUT"]


ASKS = ["BEGIN", "TURN 3,3", "BOARD\n3,3,2\nDONE"]


@pytest.mark.parametrize("asks", ASKS)
@pytest.mark.parametrize("end", ["END", "\nINFO time_left 9\n\nend", "ABOUT\nEND"])
def test_what_end_follows_at_once_is_not_answered(asks: str, end: str) -> None:
    sent = f"START 7\n{asks}\n{end}\n"
    for lines in (lines_from(io.BytesIO(sent.encode())), sent.splitlines()):
        answers: list[str] = []
        engine = GomocupEngine("alphabeta:depth=1", answers.append)
        answer_at_once(engine.thinker)
        engine.serve(lines)
        # A command that has to wait for the answer wants it, too.
        assert len(spoken(answers)) == (3 if end.startswith("ABOUT") else 1)


def test_what_has_arrived_is_known_before_it_is_read() -> None:
    there = True
    lines = Lines(iter([["a"], ["b", "c"], ["d"]]), lambda: there)
    assert next(lines) == "a"
    assert lines.arrived() == ["b", "c", "d"]
    assert list(lines) == ["b", "c", "d"]
    there = False
    lines = Lines(iter([["a", "b"], ["c"]]), lambda: there)
    assert lines.arrived() == []
    assert next(lines) == "a"
    assert lines.arrived() == ["b"]
    assert list(lines) == ["b", "c"]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be asked there")
def test_what_has_arrived_in_a_pipe() -> None:
    reading, writing = os.pipe()
    with open(reading, "rb") as stream, open(writing, "wb", buffering=0) as pipe:
        lines = lines_from(stream)
        pipe.write(b"START 7\r\nBE")
        assert next(lines) == "START 7"
        assert lines.arrived() == []
        pipe.write(b"GIN\r\nEN")
        assert lines.arrived() == ["BEGIN"]
        pipe.write(b"D")
        pipe.close()
        assert lines.arrived() == ["BEGIN", "END"]
        assert list(lines) == ["BEGIN", "END"]
