"""What a field of a request may be: read with its checks, and described in the words of OpenAPI."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, TypeVar

from kinarow.errors import KinarowError, unknown

Schema = dict[str, Any]
Value_co = TypeVar("Value_co", covariant=True)

_NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?")


@dataclass(frozen=True)
class Field(Generic[Value_co]):
    """One of any kind; whoever needs it checks what it is given."""

    name: str
    about: str = ""
    _: KW_ONLY
    usual: Value_co
    """What it is if it is not given."""
    example: object = None
    is_required: bool = False
    body_kind: Schema | None = None
    address_kind: Schema | None = None

    def read(self, given: Any, from_address: bool) -> Value_co:
        """What is given, if it is as it must be; in an address numbers are texts, too."""
        del from_address
        value: Value_co = given
        return value

    def schema(self, in_address: bool = False) -> Schema:
        """The field in the words of OpenAPI."""
        said = {"description": self.about} if self.about else {}
        shown = {"examples": [self.example]} if self.example else {}
        return {**self._kind(in_address), **said, **shown}

    def _kind(self, in_address: bool) -> Schema:
        return (in_address and self.address_kind) or self.body_kind or {}


@dataclass(frozen=True)
class Text(Field[str]):
    _: KW_ONLY
    usual: str = ""
    known: Sequence[str] = ()
    """All that it may be, where that is known; whoever needs it checks that, or a `OneOf` does."""

    def read(self, given: Any, from_address: bool) -> str:
        if not isinstance(given, str):
            raise KinarowError(f"{self.name} must be a text")
        return given

    def _kind(self, in_address: bool) -> Schema:
        return {"type": "string", **({"enum": list(self.known)} if self.known else {})}


@dataclass(frozen=True)
class OneOf(Text):
    _: KW_ONLY
    spoken: str = ""
    """What it is called in errors, if not by its name."""

    def read(self, given: Any, from_address: bool) -> str:
        text = super().read(given, from_address)
        if text not in self.known:
            raise KinarowError(unknown(self.spoken or self.name, text, self.known))
        return text


@dataclass(frozen=True)
class _Within(Field[Value_co]):
    _: KW_ONLY
    least: float
    most: float

    def _number(self, given: Any, from_address: bool) -> float:
        if from_address and isinstance(given, str):
            given = float(given) if _NUMBER.fullmatch(given) else None
        if isinstance(given, bool) or not isinstance(given, int | float):
            raise KinarowError(f"{self.name} must be a number")
        if not self.least <= given <= self.most:
            raise KinarowError(f"{self.name} must lie between {self.least:g} and {self.most:g}")
        return given

    def _kind(self, in_address: bool) -> Schema:
        kind = "integer" if isinstance(self, Whole) else "number"
        return {"type": kind, "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Number(_Within[float]):
    def read(self, given: Any, from_address: bool) -> float:
        return self._number(given, from_address)


@dataclass(frozen=True)
class Whole(_Within[int]):
    _: KW_ONLY
    usual: int = 0

    def read(self, given: Any, from_address: bool) -> int:
        number = self._number(given, from_address)
        if number != int(number):
            raise KinarowError(f"{self.name} must be a whole number")
        return int(number)
