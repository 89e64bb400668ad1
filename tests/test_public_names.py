"""Every public name says what it does and shows it by an example; tests/test_docs.py runs them."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator

import pytest

import kinarow
from kinarow import Position

NAMES = sorted(set(kinarow.__all__) - {"__version__"})
VALUES = {"k"}
"""Names of values, which have no docstring of their own."""
FUNCTIONS = [name for name in NAMES if inspect.isfunction(getattr(kinarow, name))]
CLASSES = [
    name
    for name in NAMES
    if inspect.isclass(getattr(kinarow, name))
    # An evaluator and its terms are written by their users, and lowered by the rooms that use them.
    and name not in {"AnchoredRuns", "Column", "Evaluator", "Pattern", "Phased", "Phases"}
    and name not in {"OpenRuns", "Squares", "Traps", "Windows"}
]


def public_members(cls: type) -> Iterator[str]:
    """The methods and properties of a class that its users call, those of its bases included."""
    for base in cls.__mro__:
        if base.__module__.startswith("kinarow."):
            for name, member in vars(base).items():
                kinds = (types.FunctionType, property, classmethod, staticmethod)
                if not name.startswith("_") and isinstance(member, kinds):
                    yield name


@pytest.mark.parametrize("name", sorted(set(NAMES) - VALUES))
def test_a_public_name_has_an_example(name: str) -> None:
    value = getattr(kinarow, name)
    assert inspect.getdoc(value), f"{name} has no docstring"
    assert ">>>" in (value.__doc__ or ""), f"{name} has no example"


@pytest.mark.parametrize("name", sorted({*public_members(Position)}))
def test_everything_that_a_position_can_do_has_an_example(name: str) -> None:
    member = inspect.getattr_static(Position, name)
    told = member.fget if isinstance(member, property) else getattr(Position, name)
    assert ">>>" in (inspect.getdoc(told) or ""), f"Position.{name} has no example"


@pytest.mark.parametrize("name", CLASSES)
def test_everything_that_a_public_class_can_do_is_documented(name: str) -> None:
    cls = getattr(kinarow, name)
    silent = [
        member
        for member in public_members(cls)
        if not inspect.getdoc(inspect.getattr_static(cls, member))
    ]
    assert not silent, f"{name}: without a docstring: {', '.join(silent)}"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_is_typed(name: str) -> None:
    signature = inspect.signature(getattr(kinarow, name))
    assert signature.return_annotation is not inspect.Signature.empty
    for parameter in signature.parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty, parameter
