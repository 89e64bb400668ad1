"""Words for failure: every error that a user's input can cause is one of these."""

import difflib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

_FORMULA = re.compile("((?:^|[;\t])\\s*)(?=[=+@\uff1d\uff0b\uff0d\uff20-])")
"""Before a sign that begins a formula, wide ones included."""


class KinarowError(Exception):
    """Something the user can put right; its text is one clear sentence.

    >>> from kinarow import KinarowError, Position
    >>> try:
    ...     Position.from_moves("48")
    ... except KinarowError as error:
    ...     print(error)
    '8' is not a column: columns are 1 to 7 (character 2 of '48')
    """


@contextmanager
def told_of_file(path: object, what: str = "") -> Iterator[None]:
    """What the system refuses to do with a file or a folder becomes a sentence about it, such as
    `marks.csv cannot be written: No space left on device`."""
    try:
        yield
    except UnicodeDecodeError:
        raise KinarowError(f"{path} is not a text file") from None
    except OSError as error:
        subject = f"{path} {what}" if what else f"{path}"
        raise KinarowError(f"{subject}: {error.strerror or error}") from None


class SpecError(KinarowError):
    """A game that makes no sense, such as a target longer than both sides."""


class NotationError(KinarowError):
    """A text that cannot be read; points at the character where reading failed."""

    def __init__(self, reason: str, text: str, at: int) -> None:
        self.reason = reason
        self.text = text
        self.at = at
        super().__init__(f"{reason} (character {at + 1} of {_excerpt(text, at)!r})")

    def __reduce__(self) -> tuple[type["NotationError"], tuple[str, str, int]]:
        # Errors travel between processes; the default would call __init__ with the sentence alone.
        return type(self), (self.reason, self.text, self.at)


class MoveError(KinarowError):
    """A move that the rules do not allow here."""


class BoardError(KinarowError):
    """A board that no game can reach, such as one with a floating stone."""


class EvaluatorError(KinarowError):
    """An evaluator that is unknown or not well formed."""


class PlayerError(KinarowError):
    """A player that is unknown or wrongly described."""


class SeveralError(KinarowError):
    """Several mistakes at once, each by the name of whose it is."""

    def __init__(self, what: str, mistakes: dict[str, str]) -> None:
        self.what, self.mistakes = what, mistakes
        told = "; ".join(f"{name}: {words}" for name, words in mistakes.items())
        super().__init__(f"{len(mistakes)} {what}: {told}")

    def __reduce__(self) -> tuple[type["SeveralError"], tuple[str, dict[str, str]]]:
        return type(self), (self.what, self.mistakes)


class ArenaError(KinarowError):
    """A match that cannot be played as asked."""


class StoppedError(Exception):
    """Long work that was told to stop before it was done; nobody's mistake."""


class MissingExtraError(KinarowError):
    """A part of kinarow that is installed only if asked for."""

    def __init__(self, what: str, extra: str, otherwise: str = "") -> None:
        self.given = what, extra, otherwise
        super().__init__(f"{what} needs the extra: pip install 'kinarow[{extra}]'{otherwise}")

    def __reduce__(self) -> tuple[type["MissingExtraError"], tuple[str, str, str]]:
        return type(self), self.given


class SandboxError(KinarowError):
    """A sandbox that cannot be had here, or not as asked."""


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """A sentence for a name that means nothing, with the nearest one that does."""
    known = list(known)
    near = difflib.get_close_matches(name[:40], known, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    return f"no {kind} {shortened(name)!r}: {hint}known: {', '.join(known)}"


def shortened(text: str, length: int = 40) -> str:
    """A text that may be very long, fit to be quoted."""
    return text if len(text) <= length else text[:length] + "…"


def visible(text: str) -> str:
    """A text that may hold anything, with signs that a terminal would obey written out."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def no_formula(text: str) -> str:
    """A text that a spreadsheet shows, and does not take for a formula: neither from its beginning
    nor, where cells are kept apart by semicolons, as in much of Europe, from the middle."""
    return _FORMULA.sub("\\1'", text)


def _excerpt(text: str, at: int, around: int = 20) -> str:
    start, stop = max(0, at - around), at + around + 1
    return ("…" if start else "") + text[start:stop] + ("…" if stop < len(text) else "")
