"""A forced win as a tree that can be shown and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kinarow.game import Cell, Position, Side
from kinarow.game.movetext import write_moves


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Attack:
    """A move of the attacker, and how he wins after it. A move without more completes a line.

    Sub-proofs that occur several times are one object.
    """

    move: Cell
    answers: Mapping[Cell, Attack] = field(default_factory=dict)
    """The answers that need a look, at least one, and the win against each."""
    otherwise: tuple[Attack, ...] = ()
    """Against every other answer, a pass included, one of these wins."""

    @property
    def completes(self) -> bool:
        """Whether the move completes a line."""
        return not self.otherwise

    def parts(self) -> Iterator[Attack]:
        """What may follow the move and an answer."""
        yield from self.answers.values()
        yield from self.otherwise

    def __repr__(self) -> str:
        return f"<Attack: {self.move}, {len(self.answers)} answers>"


def lengths(*proofs: Attack) -> dict[Attack, int]:
    """For each attack of a proof, how many stones the win takes at most, both sides' counted."""
    known: dict[Attack, int] = {}
    stack = list(proofs)
    while stack:
        attack = stack[-1]
        if attack in known:
            stack.pop()
            continue
        waiting = [part for part in attack.parts() if part not in known]
        if waiting:
            stack += waiting
            continue
        stack.pop()
        against = [known[part] for part in attack.answers.values()]
        # Each of the others meets every other answer somewhere: the longest of them is a bound.
        against += [known[part] for part in attack.otherwise]
        known[attack] = 1 if attack.completes else 2 + max(against)
    return known


def longest_line(attack: Attack) -> tuple[Cell, ...]:
    """The moves of a proof against the answers that hold out longest."""
    length, line = lengths(attack), []
    while True:
        line.append(attack.move)
        if attack.completes:
            return tuple(line)
        answer, attack = max(attack.answers.items(), key=lambda reply: length[reply[1]])
        line.append(answer)


@dataclass(frozen=True, slots=True)
class ShownStone:
    """A stone of a line that wins; one of the winner's says how other answers to it lose."""

    cell: Cell
    refuted: Mapping[Cell, Cell] = field(default_factory=dict)
    """Other answers that need a look, and the move against each."""
    otherwise: Cell | None = None
    """The move against an answer that has nothing to do with the threat; None where the line is
    complete, and for the loser's stones."""


@dataclass(frozen=True, slots=True, repr=False)
class ForcedWin:
    """A proof that the side to move wins.

    >>> from kinarow import Position, forced_win
    >>> win = forced_win(Position.from_moves("h8 a1 h9 a3 h10 a5", "gomoku"))
    >>> win
    <ForcedWin: X wins within 3 stones: h11 h7 h12>
    >>> win.move.name, win.stones, win.size
    ('h11', 3, 3)
    """

    position: Position
    proof: Attack
    nodes: int
    """How much work it took."""
    seconds: float

    @property
    def side(self) -> Side:
        """Who wins."""
        return self.position.mover

    @property
    def move(self) -> Cell:
        """The move that wins."""
        return self.proof.move

    @property
    def stones(self) -> int:
        """With how many stones at most, both sides' counted; there may be a shorter win."""
        return lengths(self.proof)[self.proof]

    @property
    def size(self) -> int:
        """Of how many attacks the proof is made."""
        return len(lengths(self.proof))

    @property
    def line(self) -> tuple[Cell, ...]:
        """The win against the answers that hold out longest."""
        return longest_line(self.proof)

    @property
    def shown(self) -> tuple[ShownStone, ...]:
        """The stones of `line` in order, those of the winner with what else they answer."""
        line, attack, shown = self.line, self.proof, []
        for number, cell in enumerate(line):
            if number % 2:
                shown.append(ShownStone(cell))
                attack = attack.answers[cell]
                continue
            follows = None if attack.completes else line[number + 1]
            refuted = {c: then.move for c, then in attack.answers.items() if c != follows}
            otherwise = attack.otherwise[0].move if attack.otherwise else None
            shown.append(ShownStone(cell, refuted, otherwise))
        return tuple(shown)

    def words(self, mark: str | None = None) -> str:
        """Who wins, within how many stones, and how; `mark` is how the side is written."""
        line, stones = write_moves(self.position.spec, self.line), self.stones
        within = f"within {stones} stones" if stones > 1 else "at once"
        return f"{mark or self.side.mark} wins {within}: {line}"

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON. `nodes` lists the attacks, the first one being the root: the move,
        the node after each answer, and the nodes one of which wins after any other answer."""
        order = list(reversed(lengths(self.proof)))
        number = {attack: n for n, attack in enumerate(order)}
        text = self.position.move_text
        return {
            "game": str(self.position.spec),
            "state": self.position.board_text("state"),
            "side": int(self.side),
            "within": self.stones,
            "line": [text(cell) for cell in self.line],
            "shown": self.shown_json(),
            "nodes": [
                {
                    "move": text(attack.move),
                    "answers": {text(c): number[a] for c, a in attack.answers.items()},
                    "otherwise": [number[a] for a in attack.otherwise],
                }
                for attack in order
            ],
        }

    def shown_json(self) -> list[dict[str, object]]:
        """The stones of the line: each with the moves that refute other answers to it."""
        text = self.position.move_text
        return [
            {
                "move": text(stone.cell),
                "refuted": {text(c): text(move) for c, move in stone.refuted.items()},
                "otherwise": None if stone.otherwise is None else text(stone.otherwise),
            }
            for stone in self.shown
        ]

    def __repr__(self) -> str:
        return f"<ForcedWin: {self.words()}>"

    def __str__(self) -> str:
        return self.words()


@dataclass(frozen=True, slots=True, repr=False)
class ForcedLoss:
    """A proof that the side to move loses, whatever it plays."""

    position: Position
    answers: Mapping[Cell, Attack]
    """What it may try, and the opponent's win against each."""
    otherwise: tuple[Attack, ...]
    """Against everything else, one of these wins."""
    nodes: int
    seconds: float

    @property
    def stones(self) -> int:
        """With how many stones at most, both sides' counted, the opponent wins."""
        known = lengths(*self.answers.values(), *self.otherwise)
        return 1 + max(known[part] for part in (*self.answers.values(), *self.otherwise))

    def __repr__(self) -> str:
        return f"<ForcedLoss: {self.position.mover.mark} loses within {self.stones} stones>"
