"""The number line of scores.

    −WIN ──── losses ──── −HEURISTIC_LIMIT ──── heuristic ──── +HEURISTIC_LIMIT ──── wins ──── +WIN
      a sooner loss is lower                                        a sooner win is higher

Every score is for a named side. A proven result is written with the number of the stone that
ends the game, counted from the first stone of the game, so that the same position has the same
score wherever in a search it is met. All values are exact both as 64-bit integers and as doubles.
"""

Score = int | float

WIN = 10**15
HEURISTIC_LIMIT = 10**14

LARGEST_FEATURE = 10**9
"""What one window may count at most: a 100×100 board has some 40,000 of them, and their sum must
stay inside the heuristic band."""

WON = 2**62 + 2**61
"""In kernels a win is this, less the number of the stone that completes the line."""
CERTAIN = 2**40
"""The same where a score shares its word with what is proven of it."""


def least_proven(won: int) -> int:
    """More than any opinion where a win is `won`, less its stone."""
    return won // 4 * 3


def of_kernel(value: int, won: int) -> int | None:
    """The score that a kernel means where a win is `won`, less its stone; None for an opinion."""
    if abs(value) <= least_proven(won):
        return None
    return win_at(won - value) if value > 0 else loss_at(won + value)


def win_at(last_stone: int) -> int:
    """The score of a win completed by stone number `last_stone`."""
    return WIN - last_stone


def loss_at(last_stone: int) -> int:
    """The score of a loss completed by stone number `last_stone`."""
    return last_stone - WIN


def is_proven(score: Score) -> bool:
    """Whether the score states a proven win or loss rather than an opinion."""
    return abs(score) > HEURISTIC_LIMIT


def last_stone(score: Score) -> int:
    """The number of the stone that ends the game; only for a proven score."""
    return int(WIN - abs(score))


def in_words(score: Score) -> str:
    """The score as people read it: `+12`, `-3.5`, `win at stone 9`."""
    if is_proven(score):
        return f"{'win' if score > 0 else 'loss'} at stone {last_stone(score)}"
    return signed(score)


def signed(score: Score) -> str:
    """A number of points: `+12`, `-3.5`, `0`; fractions that go on with six digits."""
    return plain(score, "+") if score else "0"


def plain(score: Score, sign: str = "") -> str:
    """A number as people read it: whole, or as short as it is written, or with six digits, and
    two behind the point at least."""
    text = f"{score:{sign}.15g}"
    if isinstance(score, int) or score.is_integer() or len(text) <= _SHORT:
        return text
    before = len(str(int(abs(score))))
    return f"{score:{sign}.{max(_DIGITS, before + 2)}g}"


_DIGITS, _SHORT = 6, 8
