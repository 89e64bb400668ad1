"""Submissions that resemble each other more than chance does: copies with other names in them.

Of each submission's Python files the tokens are taken, names and numbers and texts each made alike,
comments and layout left out. Every sequence of some tokens is hashed, and of each stretch of hashes
the least is kept (winnowing, Schleimer, Wilkerson, Aiken 2003): what two files share, if it is long
enough, leaves the same hashes in both. What everyone was given, the teacher's template, counts for
nobody. It is a hint for a teacher who then reads both files, and no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from kinarow.classroom.submissions.code_reading import fingerprints
from kinarow.classroom.submissions.own_code import code_of
from kinarow.classroom.submissions.submissions import Submission
from kinarow.errors import shortened

_LEAST = 16
"""Fingerprints that a submission must have on its own to be compared: a few lines of code that do
the same are the same."""
SUSPICIOUS = 0.6
"""The share of the smaller one's fingerprints that the other has, too."""


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
    return set().union(*(fingerprints(content) for _, content in code_of(submission)))
