"""Proofs by threats as reasons, on boards where the room `forcing` finds them.

A proof in which each threat has one answer is a sequence. In any other one the defender can choose:
then the reason follows the answers that hold out longest, and its branches are all the others.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from kinarow.forcing.proof import Attack, ForcedLoss, ForcedWin, lengths, longest_line
from kinarow.game import Cell, Position
from kinarow.reasons.plan import cells_of
from kinarow.reasons.reason import OtherAnswer, Reason, playable_wins, sequence_reason
from kinarow.work.budget import Budget

_MOST_NODES = 200_000
"""For each of two questions: some tenths of a second."""


def reason_by_threats(position: Position, stop: threading.Event | None = None) -> Reason | None:
    """Why the side to move wins, or loses, by threats; None if neither is found."""
    from kinarow.forcing.forced import find_forced_loss, find_forced_win

    win = find_forced_win(position, Budget(_MOST_NODES, stop=stop))
    if win is not None:
        return reason_of(win)
    loss = find_forced_loss(position, Budget(_MOST_NODES, stop=stop))
    return None if loss is None else _loss(loss)


def reason_of(win: ForcedWin) -> Reason:
    """A forced win as a reason: the simplest form that says it."""
    position, side = win.position, win.side
    if wins := playable_wins(position, side):
        return Reason("at once", "completes", side, position, (), cells_of(position, wins))
    moves = _sequence(win.proof)
    if moves is None:
        *before, last = longest_line(win.proof)
        branches = _branches(win.proof)
        return Reason(
            "forced", "threats", side, position, tuple(before), (last,), branches=branches
        )
    return sequence_reason(position, moves)


def _sequence(attack: Attack) -> tuple[Cell, ...] | None:
    """The moves up to the one that makes two threats, if until then each leaves one answer."""
    moves: list[Cell] = []
    while True:
        moves.append(attack.move)
        if all(part.completes for part in attack.parts()):
            return tuple(moves)
        if len(attack.answers) > 1 or not all(part.completes for part in attack.otherwise):
            return None
        ((answer, attack),) = attack.answers.items()
        moves.append(answer)


def _loss(loss: ForcedLoss) -> Reason:
    """Whatever the side to move plays, the other one wins."""
    position, side = loss.position, loss.position.mover.other
    threats = playable_wins(position, side)
    if threats & (threats - 1):
        return Reason("at once", "two", side, position, (), cells_of(position, threats))
    answer = _longest(loss.answers)
    *before, last = longest_line(loss.answers[answer])
    branches = _beside(Attack(answer, loss.answers, loss.otherwise), answer, ())
    branches += _branches(loss.answers[answer], (answer,))
    return Reason(
        "forced", "threats", side, position, (answer, *before), (last,), branches=branches
    )


def _longest(answers: Mapping[Cell, Attack]) -> Cell:
    length = lengths(*answers.values())
    return max(answers, key=lambda answer: length[answers[answer]])


def _branches(attack: Attack, before: tuple[Cell, ...] = ()) -> tuple[OtherAnswer, ...]:
    """What wins against each answer beside the longest line, from its first choice on."""
    found: tuple[OtherAnswer, ...] = ()
    while not attack.completes:
        before, longest = (*before, attack.move), _longest(attack.answers)
        found += _beside(attack, longest, before)
        before, attack = (*before, longest), attack.answers[longest]
    return found


def _beside(attack: Attack, longest: Cell, before: tuple[Cell, ...]) -> tuple[OtherAnswer, ...]:
    """What wins against each other answer in one place."""
    named = tuple(
        OtherAnswer(before, answer, (longest_line(then),))
        for answer, then in attack.answers.items()
        if answer != longest
    )
    if all(part.completes for part in attack.otherwise):
        return named  # the threat itself, which was there to be seen
    return (*named, OtherAnswer(before, None, tuple(map(longest_line, attack.otherwise))))
