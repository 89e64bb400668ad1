"""What terms have in common that count lines by the number of stones in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kinarow.evaluation.features.points import Points, PointsLike, as_points
from kinarow.evaluation.terms.term import Term
from kinarow.evaluation.written.fields import Fields

if TYPE_CHECKING:
    from typing import Self


@dataclass(frozen=True, slots=True, init=False)
class ByStones(Term):
    """A term whose points depend on how many stones a side has in a line."""

    own: Points
    opponent: Points

    def __init__(self, *, own: PointsLike, opponent: PointsLike) -> None:
        object.__setattr__(self, "own", as_points(own, "own"))
        object.__setattr__(self, "opponent", as_points(opponent, "opponent"))

    @classmethod
    def from_json(cls, data: object, path: str) -> Self:
        fields = cls.fields(data, path)
        return cls(own=fields.points("own"), opponent=fields.points("opponent"), **cls.rest(fields))

    @classmethod
    def rest(cls, fields: Fields) -> dict[str, Any]:
        """What a file says of it besides its points."""
        del fields
        return {}

    def written_out(self, target: int) -> ByStones:
        own, opponent = self.own.written_out(target), self.opponent.written_out(target)
        if (own, opponent) == (self.own, self.opponent):
            return self
        # A tally goes with powers: Cₙ·(Rₙ − Yₙ) has one weight for both sides.
        return type(self)(own=own, opponent=opponent)
