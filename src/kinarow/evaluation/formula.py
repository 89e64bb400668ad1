"""An evaluator's mathematical form, made from its terms.

Each term writes its equations once, in the vocabulary of a `Notation`; there is one for each
format.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_letters
from typing import Final

from kinarow.evaluation.counts import Points, Powers
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.lowering import plain
from kinarow.evaluation.notations import NOTATIONS, Case, Format, Notation
from kinarow.evaluation.terms import (
    ANCHORED_DIRECTIONS,
    AnchoredRuns,
    Column,
    Pattern,
    Phased,
    Squares,
    Tables,
    Term,
    Traps,
    Windows,
)
from kinarow.game import Side
from kinarow.score import Score


def formula(evaluator: Evaluator, style: Format = "text") -> str:
    """The mathematical form of an evaluator as `text`, `latex`, `typst` or `mathml`; k is the
    target, m the number of columns.

    >>> from kinarow import Column, Evaluator, formula
    >>> print(formula(Evaluator("mine", Column(own=3))))
    Score = 3·own(column ⌊m / 2⌋)
    """
    writer = _Writer(NOTATIONS[style], evaluator)
    return writer.notation.equations(writer.equations())


def tally_of(term: Windows) -> tuple[str, str] | None:
    """The names of the two sides' counts, where the formula is one sum over their difference."""
    is_sum = isinstance(term.own, Powers) and term.opponent == -term.own
    return term.tally if is_sum and term.tally else None


def square_value_formula(style: Format = "text") -> str:
    """The value of a square c, as `square_value.py` computes it."""
    n = NOTATIONS[style]
    axes = ("v", "h", "d-p", "d-n")
    names = [n.subscript("S", n.words(f"{axis}-{who}")) for who in "ao" for axis in axes]
    value = n.cases(
        [
            (n.infinity, n.words("if a stone on c completes a line of ours")),
            (f"{n.words('max')}({', '.join(names)})", n.words("otherwise")),
        ]
    )
    ours, theirs = (n.subscript("S", n.words(f"x-{who}")) for who in "ao")
    counted = "stones on axis x of c, at most k cells away"
    return n.equations(
        [
            (f"{n.words('value')}(c)", value),
            (ours, n.words(f"number of our {counted}")),
            (theirs, n.words(f"number of the opponent's {counted}")),
        ]
    )


@dataclass(frozen=True, slots=True)
class _Writer:
    notation: Notation
    evaluator: Evaluator

    def equations(self) -> list[tuple[str, str]]:
        n = self.notation
        names = [self.term_symbol(i) for i in range(len(self.evaluator.terms))]
        total = " + ".join(names)
        if self.evaluator.won is not None:
            won = self.number(self.evaluator.won)
            total = n.cases(
                [
                    (won, n.words("if we have won")),
                    (self.negative(won), n.words("if the opponent has won")),
                    (total, n.words("otherwise")),
                ]
            )
        equations = [(n.words("Score"), total)]
        for symbol, term in zip(names, self.evaluator.terms, strict=True):
            equations += self.term(symbol, term)
        if len(names) == 1 and self.evaluator.won is None:
            return [(n.words("Score"), equations[1][1]), *equations[2:]]
        return equations

    def term_symbol(self, index: int) -> str:
        term = self.evaluator.terms[index]
        name = _SHORT_NAMES[type(plain(term))] + self.number_among_its_kind(term)
        if isinstance(term, Phased):
            name = term.name.removesuffix(" score")
        return self.notation.subscript("S", self.notation.words(name))

    def number_among_its_kind(self, term: Term | Phased) -> str:
        """1, 2, … where an evaluator has several terms of one kind, else nothing."""
        same = [t for t in self.evaluator.terms if type(plain(t)) is type(plain(term))]
        return str(1 + [t is term for t in same].index(True)) if len(same) > 1 else ""

    def function(self, letter: str, term: Term) -> str:
        phased = [t for t in self.evaluator.terms if plain(t) is term]
        number = self.number_among_its_kind(phased[0])
        return self.notation.subscript(letter, number) if number else letter

    def term(self, symbol: str, term: Term | Phased) -> Iterable[tuple[str, str]]:
        n, inner = self.notation, plain(term)
        body, definitions = self.body(inner)
        if not isinstance(term, Phased):
            return [(symbol, body), *definitions]
        weight = n.subscript("w", n.words(term.name.removesuffix(" score")))
        phases = self.evaluator.phases
        stones, cells = n.words("stones"), n.words("cells")
        early = f"{phases.of}{n.times}{stones} < {phases.early_below}{n.times}{cells}"
        late = f"{phases.of}{n.times}{stones} > {phases.late_above}{n.times}{cells}"
        cases = [
            (self.number(term.early), f"{n.words('if ')}{early}"),
            (self.number(term.mid), n.words("in between")),
            (self.number(term.late), f"{n.words('if ')}{late}"),
        ]
        return [(symbol, f"{weight}{n.times}{body}"), (weight, n.cases(cases)), *definitions]

    def body(self, term: Term) -> tuple[str, list[tuple[str, str]]]:
        """The right side of a term's equation, and the equations it needs besides."""
        n = self.notation
        if isinstance(term, Column):
            column = n.floor("m / 2") if term.column == "center" else str(term.column)
            own = self.call("own", f"{n.words('column ')}{column}")
            opponent = self.call("opponent", f"{n.words('column ')}{column}")
            return self.linear((term.own, own), (term.opponent, opponent)), []
        if isinstance(term, Windows):
            return self.windows(term)
        if isinstance(term, Pattern):
            pattern = " ".join(
                n.words(part) if isinstance(part, str) else n.power("X", self.count(part.missing))
                for part in term.parts
            )
            own, opponent = self.call("own", pattern), self.call("opponent", pattern)
            return self.linear((term.own, own), (term.opponent, opponent)), []
        if isinstance(term, AnchoredRuns):
            return self.anchored_runs(term)
        if isinstance(term, Squares):
            return self.squares(term)
        if isinstance(term, Tables):
            return self.tables(term)
        return self.linear((term.own, n.words("number of our traps"))), []

    def windows(self, term: Windows) -> tuple[str, list[tuple[str, str]]]:
        n = self.notation
        tally = tally_of(term)
        if tally and isinstance(term.own, Powers):
            # A letter is a symbol; anything else, which a file may hold, is words.
            names = (name if name in ascii_letters else n.words(name) for name in tally)
            first, second = (n.subscript(name, "n") for name in names)
            weight = n.power(str(term.own.base), "n")
            return n.sum("n = 1", "k", f"{weight}{n.times}({first} {n.minus} {second})"), []
        value = f"{self.function('F', term)}(w)"
        return n.sum(n.element("w", "W"), "", value), [(value, self.by_count(term, "w"))]

    def anchored_runs(self, term: AnchoredRuns) -> tuple[str, list[tuple[str, str]]]:
        n = self.notation
        function = self.function("f", term)
        directions = " + ".join(
            n.sum(n.words("stones"), "", f"{function}({n.subscript('r', n.words(direction))})")
            for direction in ANCHORED_DIRECTIONS
        )
        return directions, [(f"{function}(r)", self.by_count(term, "r"))]

    def by_count(self, term: Windows | AnchoredRuns, cells: str) -> str:
        n = self.notation
        own = self.count_cases("own", term.own, cells)
        opponent = self.count_cases("opponent", term.opponent, cells)
        return n.cases([*own, *opponent, ("0", n.words("otherwise"))])

    def squares(self, term: Squares) -> tuple[str, list[tuple[str, str]]]:
        n = self.notation
        own = n.sum(n.words("own stones"), "", "W(c)")
        opponent = n.sum(n.words("opponent's stones"), "", "W(c)")
        weight = "number of windows through c" if term.table is None else "table entry of c"
        body = self.linear((term.own, own), (term.opponent, opponent))
        return f"({body})", [("W(c)", n.words(weight))]

    def tables(self, term: Tables) -> tuple[str, list[tuple[str, str]]]:
        n = self.notation
        table = n.subscript(self.function("T", term), "s")
        entry = f"{table}({self.call('holds', 's')})"
        mover = "the first side" if term.to_move is Side.FIRST else "the second side"
        total = n.sum(n.element("s", n.words("shapes")), "", entry)
        cases = [(total, n.words(f"if {mover} is to move")), ("0", n.words("otherwise"))]
        return n.cases(cases), [(entry, n.words("table entry, negative for the second side"))]

    def count_cases(self, whose: str, points: Points, cells: str) -> list[Case]:
        n = self.notation
        stones = self.call(whose, cells)
        if isinstance(points, Powers):
            power = n.power(str(points.base), stones)
            value = power if points.sign > 0 else self.negative(power)
            empty = f"{stones} + {self.call('empty', cells)} = k"
            return [(value, f"{n.words('if ')}{stones} > 0{n.conjunction}{empty}")]
        cases = []
        for count, worth in points.rules:
            condition = f"{n.words('if ')}{stones} = {self.count(count.missing)}"
            if count.missing:
                condition += f"{n.conjunction}{self.call('empty', cells)} = {count.missing}"
            cases.append((self.number(worth, sign=True), condition))
        return cases

    def linear(self, *summands: tuple[Score, str]) -> str:
        """Numbers times expressions, added up; what is multiplied with 0 is left out."""
        n, written = self.notation, ""
        for factor, expression in summands:
            if not factor:
                continue
            size = self.number(abs(factor))
            product = expression if abs(factor) == 1 else f"{size}{n.times}{expression}"
            sign = n.minus if factor < 0 else "+"
            if written:
                written += f" {sign} {product}"
            else:
                written = self.negative(product) if factor < 0 else product
        return written or "0"

    def call(self, function: str, argument: str) -> str:
        return f"{self.notation.words(function)}({argument})"

    def count(self, missing: int) -> str:
        return f"k {self.notation.minus} {missing}" if missing else "k"

    def number(self, value: Score, sign: bool = False) -> str:
        digits = f"{abs(value):.15g}"
        if value < 0:
            return self.negative(digits)
        return f"+{digits}" if sign else digits

    def negative(self, expression: str) -> str:
        return f"{self.notation.minus}{expression}"


_SHORT_NAMES: Final[dict[type[Term], str]] = {
    Column: "column",
    Windows: "windows",
    Pattern: "pattern",
    AnchoredRuns: "runs",
    Squares: "squares",
    Traps: "traps",
    Tables: "tables",
}
