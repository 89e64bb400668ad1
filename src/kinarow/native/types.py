"""What kernels take and give, by names: written down without numba, which knows them as its own
types (`codes/numba_types.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    # The same arrays as mypy sees them.
    Bytes = NDArray[np.int8]
    Ints = NDArray[np.int64]
    SmallInts = NDArray[np.int32]
    Words = NDArray[np.uint64]
else:
    Bytes = Ints = SmallInts = Words = Any
Board = Any
"""A word, or a wide board (`native/wide.py`), the same one throughout a kernel."""
Boards = Any
"""Eight of them in lanes."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The type of an argument or a result. Called with those of the arguments, the type of a
    function with this result."""

    name: str

    def __call__(self, *arguments: Kind) -> Signature:
        return Signature(self, arguments)


@dataclass(frozen=True, slots=True)
class Signature:
    """What a kernel gives, and what it takes."""

    result: Kind
    arguments: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class ArrayKind(Kind):
    """An array that lies in memory in one piece."""

    dimensions: int


@dataclass(frozen=True, slots=True)
class PairKind(Kind):
    member: Kind


@dataclass(frozen=True, slots=True)
class RecordKind(Kind):
    """A named tuple of arrays or numbers."""

    members: tuple[Kind, ...]
    named_tuple: type


@dataclass(frozen=True, slots=True)
class FunctionKind(Kind):
    """A compiled function that is passed as a value."""

    signature: Signature


INT: Final = Kind("int")
WORD: Final = Kind("word")
BOOLEAN: Final = Kind("boolean")
NOTHING: Final = Kind("nothing")
NUMBER: Final = Kind("number")
WIDE: Final = Kind("wide")
"""A board of two words."""


def array(kind: str, dimensions: int = 1) -> Kind:
    """The type of an array of "bytes", "small_ints", "ints" or "words"."""
    return ArrayKind(kind, dimensions)


def pair_of(member: Kind) -> Kind:
    """The type of a pair."""
    return PairKind("pair", member)


def record(fields: dict[str, Kind], named_tuple: type) -> Kind:
    """The type of a named tuple of arrays or numbers."""
    return RecordKind("record", tuple(fields.values()), named_tuple)


BOARD_FUNCTION_SIGNATURE: Final = NUMBER(array("ints", 2), INT, INT)
BOARD_FUNCTION: Final = FunctionKind("function", BOARD_FUNCTION_SIGNATURE)
"""A compiled function from (board, me, opponent) to a score, passed to a kernel as a value."""
