"""Submissions that resemble each other more than chance does: copies with other names in them.

Of each submission's Python files the tokens are taken, names and numbers and texts each made alike,
comments and layout left out. Every sequence of some tokens is hashed, and of each stretch of hashes
the least is kept (winnowing, Schleimer, Wilkerson, Aiken 2003): what two files share, if it is long
enough, leaves the same hashes in both. What everyone was given, the teacher's template, counts for
nobody. It is a hint for a teacher who then reads both files, and no more.
"""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations
from typing import TypeVar

from kinarow.classroom.submissions import Submission
from kinarow.errors import shortened

Item = TypeVar("Item")

_LENGTH = 12
"""Tokens in a sequence: shorter ones are in every program."""
_WINDOW = 6
"""Shared code of `_LENGTH + _WINDOW - 1` tokens is found for certain."""
_LEAST = 16
"""Fingerprints that a submission must have on its own to be compared: a few lines of code that do
the same are the same."""
SUSPICIOUS = 0.6
"""The share of the smaller one's fingerprints that the other has, too."""

_SKIPPED = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENCODING, tokenize.ENDMARKER,
}  # fmt: skip
_KNOWN_NAMES = {
    "range",
    "len",
    "max",
    "min",
    "sum",
    "abs",
    "enumerate",
    "zip",
    "evaluate",
    "choose",
}
"""Names that everyone needs and nobody renames."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two submissions that share much."""

    one: str
    other: str
    share: float
    """Of the smaller one's fingerprints, how many the other has."""

    def words(self, student: str) -> str:
        """As a remark about one of the two."""
        other = self.other if student == self.one else self.one
        return f"{100 * self.share:.0f} % of the code is like that of {shortened(other, 60)}"


def likenesses(
    submissions: Iterable[Submission], templates: Sequence[bytes] = ()
) -> list[Likeness]:
    """All pairs that share suspiciously much, the most alike first."""
    given: set[int] = set()
    for template in templates:
        given |= fingerprints(template)
    prints = {s.student: _of_submission(s) - given for s in submissions if not s.problem}
    return sorted(_pairs(prints), key=lambda found: (-found.share, found.one, found.other))


def _pairs(prints: Mapping[str, set[int]]) -> Iterator[Likeness]:
    long_enough = {name: found for name, found in prints.items() if len(found) >= _LEAST}
    for (one, mine), (other, theirs) in combinations(long_enough.items(), 2):
        share = len(mine & theirs) / min(len(mine), len(theirs))
        if share >= SUSPICIOUS:
            yield Likeness(one, other, share)


def _of_submission(submission: Submission) -> set[int]:
    found: set[int] = set()
    for name, content in submission.files.items():
        if name.endswith(".py"):
            found |= fingerprints(content)
    return found


def fingerprints(source: bytes) -> set[int]:
    """Hashes that stand for a file's code, whatever its names, numbers and comments are."""
    hashes = [_hash(some) for some in _sequences(list(_tokens(source)), _LENGTH)]
    if len(hashes) < _WINDOW:
        return set(hashes)
    return {min(window) for window in _sequences(hashes, _WINDOW)}


def _tokens(source: bytes) -> Iterator[str]:
    """What is left of code when names, numbers, texts, comments and layout do not matter. A file
    that breaks off in the middle of something gives the tokens before that."""
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type in _SKIPPED:
                continue
            if token.type == tokenize.NAME:
                is_known = keyword.iskeyword(token.string) or token.string in _KNOWN_NAMES
                yield token.string if is_known else "name"
            elif token.type in (tokenize.NUMBER, tokenize.STRING):
                yield tokenize.tok_name[token.type]
            else:
                yield token.string
    except (tokenize.TokenError, SyntaxError, ValueError, RecursionError):
        return


def _sequences(items: Sequence[Item], length: int) -> Iterator[Sequence[Item]]:
    for start in range(len(items) - length + 1):
        yield items[start : start + length]


def _hash(tokens: Sequence[str]) -> int:
    return int.from_bytes(blake2b("\0".join(tokens).encode(), digest_size=8).digest())
