"""Proofs checked by the rules alone: stone by stone, against every legal answer.

Nothing here knows how the search finds its wins. After each move of the attacker the defender
tries every empty cell. The proof must have a win against it, which is followed in the same way.

Where enumerating would take too long, answers that cannot play a part are taken together. Let T be
what the proof plays against them. A stone x plays no part in T if T names no such cell, and if no
line of the defender's through x comes to k - 1 stones, even with all answers that T names and one
stone more for each threat in T that the defender may leave alone. The defender may as well pass.
"""

from __future__ import annotations

from typing import Final

from kinarow.forcing.proof import Attack, ForcedLoss, ForcedWin
from kinarow.game import Cell, Position, Side
from kinarow.game.geometry import geometry

ENUMERATED: Final = 1
"""So many threats may be left alone one after another for every answer to be tried."""


class ProofError(Exception):
    """A proof that does not hold, and where."""


def check_proof(win: ForcedWin | ForcedLoss, *, enumerated: int = ENUMERATED) -> int:
    """Follow a proof against every answer; returns how many positions that took. A proof that does
    not hold is a `ProofError`."""
    position = win.position
    if isinstance(win, ForcedWin):
        checker = _Checker(position, position.mover, enumerated)
        checker.follow(win.proof)
    else:
        checker = _Checker(position, position.mover.other, enumerated)
        checker.defend(Attack(Cell(-1, -1), win.answers, win.otherwise))
    return checker.positions


class _Checker:
    """A board of windows with the stones of both sides in them."""

    def __init__(self, position: Position, attacker: Side, enumerated: int) -> None:
        self.spec, self.enumerated = position.spec, enumerated
        self.windows = [window.cells for window in geometry(self.spec).windows]
        self.through: dict[Cell, list[int]] = {
            Cell(column, row): []
            for column in range(self.spec.columns)
            for row in range(self.spec.rows)
        }
        for number, window in enumerate(self.windows):
            for cell in window:
                self.through[cell].append(number)
        self.counts = [[0] * len(self.windows) for _ in range(2)]
        self.fours: tuple[set[int], set[int]] = (set(), set())
        self.empty = set(self.through)
        self.moves: list[Cell] = []
        self.positions = 0
        self.held: set[tuple[Attack, frozenset[Cell], frozenset[Cell]]] = set()
        self.stones: tuple[set[Cell], set[Cell]] = (set(), set())
        self.nested: dict[Attack, int] = {}
        self.cells: dict[Attack, tuple[frozenset[Cell], frozenset[Cell]]] = {}
        # 0 is the attacker.
        for number, side in enumerate((attacker, attacker.other)):
            for cell in position.geometry.cells_in(position.stones(side)):
                self.put(cell, number)

    def put(self, cell: Cell, side: int) -> bool:
        """Lay a stone; whether that completes a line."""
        self.empty.remove(cell)
        self.stones[side].add(cell)
        self.positions += 1
        complete = False
        for window in self.through[cell]:
            self.counts[side][window] += 1
            complete |= self.counts[side][window] == self.spec.target
            self._note(window)
        return complete

    def take(self, cell: Cell, side: int) -> None:
        self.empty.add(cell)
        self.stones[side].remove(cell)
        for window in self.through[cell]:
            self.counts[side][window] -= 1
            self._note(window)

    def _note(self, window: int) -> None:
        """Keep the windows that lack one stone."""
        for side in range(2):
            own, others = self.counts[side][window], self.counts[1 - side][window]
            if own == self.spec.target - 1 and others == 0:
                self.fours[side].add(window)
            else:
                self.fours[side].discard(window)

    def follow(self, attack: Attack) -> None:
        """The attacker, to move, wins as the proof says."""
        if attack.move not in self.empty:
            raise self._wrong(f"{attack.move} is not empty")
        state = (attack, frozenset(self.stones[0]), frozenset(self.stones[1]))
        if state in self.held:
            return
        complete = self.put(attack.move, 0)
        self.moves.append(attack.move)
        if complete != attack.completes:
            raise self._wrong("a line is complete" if complete else "no line is complete")
        if not complete:
            self.defend(attack)
        self.moves.pop()
        self.take(attack.move, 0)
        self.held.add(state)

    def defend(self, attack: Attack) -> None:
        """Whatever the defender answers, the attacker wins."""
        if self.fours[1]:
            raise self._wrong("the defender completes a line")
        for answer, then in attack.answers.items():
            self._answered(answer, (then,))
        others = self.empty - set(attack.answers)
        lines = {part.move for part in attack.otherwise if part.completes}
        if lines:
            # A line that is there is stopped only on its own cell.
            others &= lines
            if not any(self._is_line(cell) for cell in lines - others):
                raise self._wrong("there is no line to complete")
        elif self._nested(attack) > self.enumerated:
            for win in attack.otherwise:
                irrelevant = {x for x in others if self._plays_no_part(x, win)}
                if irrelevant:
                    self.follow(win)
                others -= irrelevant
        for answer in sorted(others):
            self._answered(answer, attack.otherwise)

    def _answered(self, answer: Cell, wins: tuple[Attack, ...]) -> None:
        if answer not in self.empty:
            raise self._wrong(f"{answer} is no answer")
        self.put(answer, 1)
        self.moves.append(answer)
        self._one_of(wins)
        self.moves.pop()
        self.take(answer, 1)

    def _one_of(self, wins: tuple[Attack, ...]) -> None:
        """One of these wins; the last one's failure is told."""
        for number, win in enumerate(wins, 1):
            stones = len(self.moves)
            try:
                self.follow(win)
            except ProofError:
                self._back(stones)
                if number == len(wins):
                    raise
            else:
                return

    def _back(self, stones: int) -> None:
        """Take back what a failed try has laid."""
        while len(self.moves) > stones:
            cell = self.moves.pop()
            self.take(cell, 0 if cell in self.stones[0] else 1)

    def _is_line(self, cell: Cell) -> bool:
        return any(window in self.fours[0] for window in self.through[cell])

    def _plays_no_part(self, x: Cell, win: Attack) -> bool:
        named, answers = self._cells_of(win)
        most = self.spec.target - 2 - 1 - self._nested(win)
        return x not in named and all(
            self.counts[0][window]
            or self.counts[1][window] + sum(c in answers for c in self.windows[window]) <= most
            for window in self.through[x]
        )

    def _nested(self, attack: Attack) -> int:
        """How many threats the defender can leave alone one after another, fours apart."""
        if attack not in self.nested:
            own = 0 if any(part.completes for part in attack.otherwise) else 1
            then = max(map(self._nested, attack.otherwise), default=0)
            after = max(map(self._nested, attack.answers.values()), default=0)
            self.nested[attack] = 0 if attack.completes else max(own + then, after)
        return self.nested[attack]

    def _cells_of(self, attack: Attack) -> tuple[frozenset[Cell], frozenset[Cell]]:
        """All cells that a proof names, and those of answers."""
        if attack not in self.cells:
            named, answers = {attack.move, *attack.answers}, set(attack.answers)
            for part in attack.parts():
                more, replies = self._cells_of(part)
                named |= more
                answers |= replies
            self.cells[attack] = frozenset(named), frozenset(answers)
        return self.cells[attack]

    def _wrong(self, what: str) -> ProofError:
        return ProofError(f"after {' '.join(cell.name for cell in self.moves)}: {what}")
