"""A document as plain data: what a report says, apart from how it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Style = Literal["plain", "strong", "emphasis", "code", "math"]
Align = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Span:
    """Words in one style; those of mathematics are TeX that `tex` can read."""

    text: str
    style: Style = "plain"


Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 1
    """1 is a section of the document, 2 a part of one."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    spans: Spans

    @classmethod
    def of(cls, text: str) -> Paragraph:
        """Words; what is between backticks is code."""
        parts = text.split("`")
        return cls(tuple(Span(t, "code" if n % 2 else "plain") for n, t in enumerate(parts) if t))


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[Spans, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """Source or commands, as they are."""

    text: str
    language: str = "text"


@dataclass(frozen=True, slots=True)
class Formula:
    """Mathematics, in the notation of each format."""

    text: str
    latex: str
    typst: str
    mathml: str


@dataclass(frozen=True, slots=True)
class DocumentTable:
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    words: int = 1
    """How many of the first columns hold words; the others hold numbers."""
    code: tuple[int, ...] = ()
    """Columns that show what is on the board, for which letters must be equally wide."""

    def align(self, column: int) -> Align:
        return "left" if column < self.words else "right"


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with what it shows in words, for those who cannot see it."""

    name: str
    """Of its file, where pictures are files; each has its own."""
    svg: str
    alt: str
    caption: str = ""
    width: int = 42
    """Of a page, in percent, where it stands alone."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """Pictures beside each other."""

    figures: tuple[Figure, ...]


Simple = Heading | Paragraph | Bullets | Code | Formula | DocumentTable | Figure | Gallery


@dataclass(frozen=True, slots=True)
class Beside:
    """A picture, and beside it what is to be said of it."""

    figure: Figure
    blocks: tuple[Simple, ...]


Block = Simple | Beside


@dataclass(frozen=True, slots=True)
class Document:
    title: str
    subtitle: str
    date: str
    """The only thing in it that the same command does not give again; may be empty."""
    blocks: tuple[Block, ...] = field(default=())
    author: str = ""

    def __post_init__(self) -> None:
        names = [figure.name for figure in self.figures()]
        if len(set(names)) < len(names):
            raise ValueError(f"pictures would overwrite each other: {names}")

    def figures(self) -> Iterator[Figure]:
        """All pictures, in order."""
        for block in self.blocks:
            for part in (block.figure, *block.blocks) if isinstance(block, Beside) else (block,):
                if isinstance(part, Gallery):
                    yield from part.figures
                elif isinstance(part, Figure):
                    yield part

    def tables(self) -> Iterator[DocumentTable]:
        """All tables, in order."""
        for block in self.blocks:
            for part in block.blocks if isinstance(block, Beside) else (block,):
                if isinstance(part, DocumentTable):
                    yield part
