"""An evaluator's mathematical form, made from its terms.

Each term writes its equations once, in the vocabulary of a `Notation`; there is one for each
format.
"""

from __future__ import annotations

from dataclasses import dataclass

from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.features.points import Points, Powers
from kinarow.evaluation.terms import Term
from kinarow.evaluation.written.notations import NOTATIONS, Case, Format, Notation
from kinarow.score import Score

Equation = tuple[str, str]
"""Its left and its right side."""


def legend(evaluator: Evaluator) -> str:
    """What the letters of its formula mean."""
    words = ["k is the target, m the number of columns."]
    words += dict.fromkeys(said for term in evaluator.terms if (said := term.plain.legend()))
    return " ".join(words)


def formula(evaluator: Evaluator, style: Format = "text") -> str:
    """The mathematical form of an evaluator as `text`, `latex`, `typst` or `mathml`; k is the
    target, m the number of columns.

    >>> from kinarow import Column, Evaluator, formula
    >>> print(formula(Evaluator("mine", Column(own=3))))
    Score = 3·own(column ⌊m / 2⌋)
    """
    writer = Writer(NOTATIONS[style], evaluator)
    return writer.notation.equations(writer.equations())


@dataclass(frozen=True, slots=True)
class Writer:
    """What terms write their mathematics with."""

    notation: Notation
    evaluator: Evaluator

    def equations(self) -> list[Equation]:
        n, terms = self.notation, self.evaluator.terms
        names = [
            n.subscript("S", n.words(term.symbol(self._number_among_its_kind(term))))
            for term in terms
        ]
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
        for symbol, term in zip(names, terms, strict=True):
            body, definitions = term.mathematics(self)
            equations += [(symbol, body), *definitions]
        if len(names) == 1 and self.evaluator.won is None:
            return [(n.words("Score"), equations[1][1]), *equations[2:]]
        return equations

    def _number_among_its_kind(self, term: Term) -> str:
        """1, 2, … where an evaluator has several terms of one kind, else nothing."""
        same = [t for t in self.evaluator.terms if t.plain.kind == term.plain.kind]
        return str(1 + [t.plain is term.plain for t in same].index(True)) if len(same) > 1 else ""

    def function(self, letter: str, term: Term) -> str:
        """The name of a function that belongs to one term."""
        number = self._number_among_its_kind(term)
        return self.notation.subscript(letter, number) if number else letter

    def own_and_opponent(self, own: Score, opponent: Score, what: str) -> str:
        """Points for each of ours and each of the opponent's."""
        return self.linear((own, self.call("own", what)), (opponent, self.call("opponent", what)))

    def by_count(self, own: Points, opponent: Points, cells: str, *, more: int = 0) -> str:
        """What cells, k of them or so many more, are worth by the stones in them."""
        n = self.notation
        cases = [
            *self.count_cases("own", own, cells, more),
            *self.count_cases("opponent", opponent, cells, more),
        ]
        return n.cases([*cases, ("0", n.words("otherwise"))])

    def count_cases(self, whose: str, points: Points, cells: str, more: int = 0) -> list[Case]:
        n = self.notation
        stones = self.call(whose, cells)
        if isinstance(points, Powers):
            power = n.power(str(points.base), stones)
            value = power if points.sign > 0 else self.negative(power)
            size = f"k + {more}" if more else "k"
            empty = f"{stones} + {self.call('empty', cells)} = {size}"
            return [(value, f"{n.words('if ')}{stones} > 0{n.conjunction}{empty}")]
        cases = []
        for count, worth in points.rules:
            condition = f"{n.words('if ')}{stones} = {self.count(count.missing)}"
            if count.missing + more:
                condition += f"{n.conjunction}{self.call('empty', cells)} = {count.missing + more}"
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
