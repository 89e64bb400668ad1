"""A submission asked for its moves in positions, some at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from kinarow.errors import KinarowError, SandboxError
from kinarow.game import Position
from kinarow.players.isolated.allowance import Allowance
from kinarow.players.isolated.child_process import PROCESS_ENDED
from kinarow.players.isolated.player import IsolatedPlayer
from kinarow.players.isolated.remote_evaluator import AskingPlayer
from kinarow.players.player import OUT_OF_TIME, Choice, ForfeitError

TOGETHER: Final = 64
"""Of so many positions the searches ask an evaluator together; of fewer if that takes too long."""
_LONG_SECONDS: Final = 5.0
"""What takes longer together is asked in smaller parts, of which less is lost when time is up."""
_FEWEST: Final = 8
PATIENCE: Final = 3
"""Who loses so many processes in a row, by time or by itself, gets no other."""
BREAKDOWNS: Final = (OUT_OF_TIME, PROCESS_ENDED)
"""How the reason begins where a process is lost."""

FAILED: Final = "!"
"""With this begins what went wrong where a move was asked for."""
GIVEN_UP: Final = f"not asked any more after {PATIENCE} lost processes in a row"
"""What went wrong in all positions after these, which count as wrong; if it was only slow, they are
not asked, and count for nothing."""


class Questioning:
    """The answers to the first positions: moves as text, or what went wrong. Positions for which
    the submission's time did not last have no answer."""

    def __init__(
        self,
        player: IsolatedPlayer,
        positions: Sequence[Position],
        allowance: Allowance,
        known: Sequence[str] = (),
    ) -> None:
        """`known` are answers of before."""
        self.player, self.positions, self.allowance = player, positions, allowance
        self.answers = list(known)
        self._known = len(known)
        self._together = TOGETHER if isinstance(player, AskingPlayer) else 1

    @property
    def is_over(self) -> bool:
        return (
            len(self.answers) == len(self.positions)
            or not self.allowance.left
            or is_too_slow(self.answers)
        )

    @property
    def share(self) -> float:
        """How much is done of what was to do."""
        asked, wanted = len(self.answers) - self._known, len(self.positions) - self._known
        return asked / wanted if wanted else 1.0

    @property
    def new(self) -> tuple[str, ...]:
        return tuple(self.answers[self._known :])

    def ask_some(self) -> None:
        """Get the answers in some more positions."""
        if self._losses() >= PATIENCE:
            left = len(self.positions) - len(self.answers)
            self.answers += [f"{FAILED}{GIVEN_UP}"] * left
        elif self._together > 1:
            self._ask_together()
        else:
            self._ask_each(1)

    def _ask_together(self) -> None:
        start = len(self.answers)
        some = self.positions[start : start + self._together]
        begun = self.allowance.spent
        try:
            self.player.new_game(start)
            chosen = self.player.choose_together(some)  # type: ignore[attr-defined]
        except SandboxError:
            raise
        except ForfeitError:
            # Which of them it comes from shows when each is asked alone; if each is just slow,
            # fewer together are not too slow.
            self._together //= 4
            self._ask_each(len(some))
        else:
            self.answers += map(_as_answer, some, chosen)
            if self.allowance.spent - begun > _LONG_SECONDS:
                self._together = max(_FEWEST, self._together // 2)

    def _ask_each(self, count: int) -> None:
        start = len(self.answers)
        for number in range(start, min(start + count, len(self.positions))):
            position = self.positions[number]
            try:
                self.player.new_game(number)
                self.answers.append(move_text(position, self.player.choose(position)))
            except SandboxError:
                raise
            except KinarowError as error:
                if not self.allowance.left:
                    return  # it was not asked to the end
                self.answers.append(f"{FAILED}{error}")
                if self._losses() >= PATIENCE:
                    return

    def _losses(self) -> int:
        """How many of the last questions in a row have cost it its process."""
        lost = tuple(f"{FAILED}{words}" for words in (*BREAKDOWNS, GIVEN_UP))
        return len(list(takewhile(lambda a: a.startswith(lost), reversed(self.answers))))


def is_too_slow(answers: Sequence[str]) -> bool:
    """Whether the last of them came too late, so many in a row that no more is asked."""
    last = answers[-PATIENCE:]
    return len(last) == PATIENCE and all(a.startswith(f"{FAILED}{OUT_OF_TIME}") for a in last)


def _as_answer(position: Position, chosen: Choice | ForfeitError) -> str:
    if isinstance(chosen, ForfeitError):
        return f"{FAILED}{chosen}"
    return move_text(position, chosen)


def move_text(position: Position, chosen: Choice) -> str:
    """A chosen move as text, or an error if it is none."""
    position.play(chosen.move)
    return position.move_text(chosen.move)
