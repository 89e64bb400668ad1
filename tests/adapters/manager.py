"""A small Gomocup manager that knows nothing of kinarow: the protocol, the rules and a clock.

It is written from the protocol's description, as a judge of brains.

Places are (x, y) from the upper left corner; the brain's stones are 1, the manager's 2.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

Place = tuple[int, int]
BRAIN, MANAGER = 1, 2
DIRECTIONS = (1, 0), (0, 1), (1, 1), (1, -1)


class Talk(Protocol):
    """How a brain is spoken to; time is in milliseconds."""

    def say(self, *lines: str) -> None: ...

    def hear(self) -> str: ...

    def now(self) -> float: ...


@dataclass
class Settings:
    """What a match is played under."""

    width: int
    height: int
    rule: int
    turn: int
    match: int
    """0 for no limit."""
    tells_time_left: bool = True


@dataclass
class Judge:
    """Plays games against a brain with random moves of its own, and notes every fault."""

    talk: Talk
    settings: Settings
    luck: random.Random
    stones: dict[Place, int] = field(default_factory=dict)
    order: list[Place] = field(default_factory=list)
    left: float = 0.0
    faults: list[str] = field(default_factory=list)
    moves: int = 0
    taken_back: int = 0

    # ── a match ──────────────────────────────────────────────────────────────────────────────

    def match(self, games: int) -> None:
        """Several games with one brain: START for the first, RESTART for the others."""
        s = self.settings
        square = s.width == s.height
        self.talk.say(f"START {s.width}" if square else f"RECTSTART {s.width},{s.height}")
        self.expect("OK")
        for number in range(games):
            if number:
                self.talk.say("RESTART")
                self.expect("OK")
            self.talk.say(
                f"INFO timeout_turn {s.turn}",
                f"INFO timeout_match {s.match}",
                f"INFO rule {s.rule}",
                "INFO game_type 1",
                "INFO max_memory 0",
            )
            self.game()
        self.talk.say("ABOUT")
        assert 'name="kinarow"' in self.answer()
        self.talk.say("END")

    def game(self) -> None:
        self.stones, self.order, self.left = {}, [], float(self.settings.match)
        begins = self.luck.choice(["brain", "manager", "board", "swap2"])
        if begins == "swap2" and self.settings.width * self.settings.height >= 9:
            self.open_by_swap2()
        elif begins == "brain":
            self.ask("BEGIN")
        elif begins == "board":
            for number in range(self.luck.choice([2, 3, 4, 5])):
                self.put(self.own_place(), MANAGER if number % 2 else BRAIN)
            if len(self.order) % 2:  # who has one more began: then it is the manager
                self.stones = {place: 3 - whose for place, whose in self.stones.items()}
            if not self.is_over():
                self.ask_board()
        while not self.is_over() and not self.faults:
            if len(self.order) > 4 and self.luck.random() < 0.15:
                self.take_back()
            place = self.own_place()
            self.put(place, MANAGER)
            if self.is_over():
                break
            if self.luck.random() < 0.1:
                self.ask_board()
            else:
                self.ask(f"TURN {place[0]},{place[1]}")

    def open_by_swap2(self) -> None:
        """Ask for three stones, or what to do with three or five; then go on with BOARD."""
        placed: list[Place] = []
        for _ in range(self.luck.choice([0, 3, 5])):
            placed.append(self.own_place())
            self.put(placed[-1], MANAGER)
        answer = self.timed("SWAP2BOARD", *(f"{x},{y}" for x, y in placed), "DONE")
        given = [tuple(map(int, word.split(","))) for word in answer.split() if "," in word]
        places = [(x, y) for x, y in given]
        allowed = {0: (3,), 3: (0, 1, 2), 5: (0, 1)}[len(placed)]
        is_legal = len(places) in allowed and len(set(places)) == len(places)
        if not is_legal or not all(map(self.is_free, places)) or (not places and answer != "SWAP"):
            self.faults.append(f"illegal: {answer!r} to SWAP2BOARD with {placed}")
            return
        # Black, white, black …: the brain is white if it placed the next, black if it swapped.
        # Of stones that it placed for the other, the manager takes black.
        brain_is_white = bool(places)
        self.stones, self.order = {}, []
        for number, place in enumerate(placed + places):
            self.put(place, BRAIN if (number % 2 == 1) == brain_is_white else MANAGER)
        if brain_is_white and len(places) != 1:
            self.ask_board()

    def ask_board(self) -> None:
        lines = [f"{x},{y},{self.stones[x, y]}" for x, y in self.order]
        self.ask("BOARD", *lines, "DONE")

    def take_back(self) -> None:
        """Undo the brain's last stone and the manager's before it."""
        for _ in range(2):
            place = self.order.pop()
            del self.stones[place]
            self.talk.say(f"TAKEBACK {place[0]},{place[1]}")
            self.expect("OK")
        self.taken_back += 1

    # ── one answer ───────────────────────────────────────────────────────────────────────────

    def timed(self, *lines: str) -> str:
        """The answer to a question, which must come in time."""
        s = self.settings
        if s.tells_time_left:
            left = round(self.left) if s.match else 2147483647
            self.talk.say(f"INFO time_left {left}")
        begun = self.talk.now()
        self.talk.say(*lines)
        answer, took = self.answer(), self.talk.now() - begun
        self.moves += 1
        self.left -= took
        if took > s.turn:
            self.faults.append(f"late: {took} ms of {s.turn} after {lines}")
        if s.match and self.left < 0:
            self.faults.append(f"the match's time is up after {len(self.order)} stones")
        return answer

    def ask(self, *lines: str) -> None:
        answer = self.timed(*lines)
        found = re.fullmatch(r"(\d+),(\d+)", answer)
        place = (int(found[1]), int(found[2])) if found else None
        if place is None or not self.is_free(place):
            self.faults.append(f"illegal: {answer!r} after {lines}, with {self.stones}")
        else:
            self.put(place, BRAIN)

    def answer(self) -> str:
        while (line := self.talk.hear()).startswith(("MESSAGE", "DEBUG")) or not line:
            pass
        return line

    def expect(self, words: str) -> None:
        if (answer := self.answer()) != words:
            self.faults.append(f"{answer!r} instead of {words}")

    # ── the board ────────────────────────────────────────────────────────────────────────────

    def put(self, place: Place, whose: int) -> None:
        self.stones[place] = whose
        self.order.append(place)

    def is_free(self, place: Place) -> bool:
        x, y = place
        inside = 0 <= x < self.settings.width and 0 <= y < self.settings.height
        return inside and place not in self.stones

    def own_place(self) -> Place:
        """A free place next to a stone, if there is one."""
        s = self.settings
        free = [
            (x, y) for x in range(s.width) for y in range(s.height) if (x, y) not in self.stones
        ]
        near = [
            (x, y)
            for x, y in free
            if any((x + i, y + j) in self.stones for i in (-1, 0, 1) for j in (-1, 0, 1))
        ]
        return self.luck.choice(near or free)

    def is_over(self) -> bool:
        return len(self.stones) == self.settings.width * self.settings.height or self.has_won()

    def has_won(self) -> bool:
        wins: Callable[[int], bool] = (
            (lambda length: length == 5)
            if self.settings.rule == 1
            else (lambda length: length >= 5)
        )
        for (x, y), whose in self.stones.items():
            for right, down in DIRECTIONS:
                if self.stones.get((x - right, y - down)) == whose:
                    continue
                length = 1
                while self.stones.get((x + length * right, y + length * down)) == whose:
                    length += 1
                if wins(length):
                    return True
        return False
