"""Conversations with engines, written down: see the files of tests/data/conversations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kinarow.adapters.thinking import Thinker

FOLDER = Path(__file__).parent.parent / "data" / "conversations"


@dataclass
class Exchange:
    """A line that is sent, and what has to be answered."""

    number: int
    sent: str
    answers: list[str] = field(default_factory=list)


def conversation(name: str) -> Iterator[Exchange]:
    return exchanges((FOLDER / name).read_text().splitlines())


def exchanges(lines: Iterable[str]) -> Iterator[Exchange]:
    exchange: Exchange | None = None
    for number, line in enumerate(lines, 1):
        if line.startswith(">"):
            if exchange:
                yield exchange
            exchange = Exchange(number, line[2:])
        elif line.startswith("<"):
            assert exchange
            exchange.answers.append(line[2:])
    assert exchange
    yield exchange


def matches(expected: str, answer: str, **placeholders: str) -> bool:
    """Whether an answer is the expected one, where … is any words and placeholders are patterns."""
    pattern = re.escape(expected).replace("…", ".*")
    for name, meaning in placeholders.items():
        pattern = pattern.replace(name, meaning)
    return re.fullmatch(pattern, answer) is not None


def answer_at_once(thinker: Thinker) -> None:
    """Have an engine's answers out before it reads another line."""
    begin = thinker.begin

    def begin_and_wait(*arguments: Any) -> None:
        begin(*arguments)
        thinker.wait()

    thinker.begin = begin_and_wait  # type: ignore[assignment,method-assign]
