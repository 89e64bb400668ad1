"""Reading and writing the plain values of JSON; an error names the field, as in `terms[1].own`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kinarow.errors import EvaluatorError, shortened, unknown
from kinarow.evaluation.features.points import Points, PointsByCount, Powers, StoneCount, k

_COUNT = re.compile(r"k(?:-([0-9]{1,3}))?")


class Fields:
    """The fields of an object, none missing and none unknown."""

    def __init__(
        self, data: object, path: str, required: set[str], optional: set[str] | None = None
    ) -> None:
        self.path = f"{path}." if path else ""
        if not isinstance(data, Mapping):
            raise EvaluatorError(f"{path or 'an evaluator'}: an object is expected here")
        self.data: Mapping[str, Any] = data
        known = required | (optional or set())
        where = f"{path}: " if path else ""
        for name in data:
            if name not in known:
                raise EvaluatorError(f"{where}{unknown('field', str(name), sorted(known))}")
        for name in sorted(required):
            if name not in data:
                raise EvaluatorError(f"the field {self.path}{name} is missing")

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def get(self, name: str, default: object = None) -> Any:
        return self.data.get(name, default)

    def text(self, name: str) -> str:
        value = self.data.get(name, "")
        if not isinstance(value, str):
            raise EvaluatorError(f"{self.path}{name}: a text is expected here")
        return value

    def points(self, name: str) -> Points:
        """Points by the number of stones."""
        return _read_points(self.data[name], f"{self.path}{name}")

    def all(self, *but: str) -> dict[str, Any]:
        return {name: value for name, value in self.data.items() if name not in but}


def plain_value(value: object) -> Any:
    """What a term keeps, as a plain value."""
    if isinstance(value, PointsByCount):
        return {str(count): points for count, points in value.rules}
    if isinstance(value, Powers):
        return {"powers_of": value.base, "sign": value.sign}
    if isinstance(value, tuple):
        return [plain_value(item) for item in value]
    return str(value) if isinstance(value, StoneCount) else value


def read_count(text: object, path: str) -> StoneCount:
    match = _COUNT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        shown = shortened(str(text))
        raise EvaluatorError(f"{path}: {shown!r} is not a number of stones such as k or k-1")
    return k - int(match[1] or 0)


def _read_points(data: object, path: str) -> Points:
    if not isinstance(data, Mapping):
        raise EvaluatorError(f'{path}: points by count such as {{"k-1": 15}} are expected here')
    if "powers_of" in data:
        fields = Fields(data, path, {"powers_of"}, {"sign"})
        sign = fields.get("sign", 1)
        if sign not in (1, -1):
            raise EvaluatorError(f"{path}.sign: 1 or -1 is expected here")
        return Powers(fields["powers_of"], sign)
    return PointsByCount.of({read_count(c, path): points for c, points in data.items()}, path)
