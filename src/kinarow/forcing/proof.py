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


def lengths(proof: Attack) -> dict[Attack, int]:
    """For each attack of a proof, how many stones the win takes at most, both sides' counted."""
    known: dict[Attack, int] = {}
    stack = [proof]
    while stack:
        attack = stack[-1]
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


@dataclass(frozen=True, slots=True, repr=False)
class ForcedWin:
    """A proof that the side to move wins.

    >>> from kinarow import Position, forced_win
    >>> win = forced_win(Position.from_moves("h8 a1 h9 a3 h10 a5", "gomoku"))
    >>> win
    <ForcedWin: X wins within 3 stones: h7 h6 h11>
    >>> win.winning_moves[0].name, win.stones
    ('h7', 3)
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
        length, line, attack = lengths(self.proof), [], self.proof
        while True:
            line.append(attack.move)
            if attack.completes:
                return tuple(line)
            answer, attack = max(attack.answers.items(), key=lambda reply: length[reply[1]])
            line.append(answer)

    def words(self, mark: str | None = None) -> str:
        """Who wins, within how many stones, and how; `mark` is how the side is written."""
        line = write_moves(self.position.spec, self.line)
        return f"{mark or self.side.mark} wins within {self.stones} stones: {line}"

    def __repr__(self) -> str:
        return f"<ForcedWin: {self.words()}>"

    def __str__(self) -> str:
        return self.words()
