"""A proof as an indented list of moves and answers."""

from __future__ import annotations

from collections.abc import Iterator

from kinarow.forcing.proof import Attack, ForcedWin


def proof_lines(win: ForcedWin) -> Iterator[str]:
    """A line for each move of the winner and each answer to it; what was shown before is named.

    >>> from kinarow import Position, forced_win
    >>> win = forced_win(Position.from_moves("h8 a1 h9 a3 h10 a5", "gomoku"))
    >>> print("\\n".join(proof_lines(win)))
    1 h11
      h7: 3 h12
      else: 3 h7
    """
    numbers: dict[Attack, int] = {}
    stack = [(win.proof, "", 0)]
    while stack:
        attack, before, depth = stack.pop()
        indent, stone = "  " * depth, 2 * depth + 1
        if attack in numbers:
            yield f"{indent}{before}{stone} {attack.move} … as in ({numbers[attack]})"
            continue
        if attack.completes:
            yield f"{indent}{before}{stone} {attack.move}"
            continue
        numbers[attack] = len(numbers) + 1
        label = f"  ({numbers[attack]})" if _is_shared(attack) else ""
        yield f"{indent}{before}{stone} {attack.move}{label}"
        parts = [(then, f"{answer}: ", depth + 1) for answer, then in attack.answers.items()]
        parts += [(then, "else: ", depth + 1) for then in attack.otherwise]
        stack += reversed(parts)


def _is_shared(attack: Attack) -> bool:
    """Whether it may be named later: what is short is not."""
    return not all(part.completes for part in attack.parts())
