"""An evaluator's mathematical form, made from its terms: plain text, LaTeX and Typst.

Each term writes its equations once, in the vocabulary of a `Notation`; there is one for each
format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_letters
from typing import Final, Literal, Protocol
from xml.sax.saxutils import escape

from kinarow.evaluation.counts import Points, Powers
from kinarow.evaluation.evaluator import Evaluator
from kinarow.evaluation.lowering import plain
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

Format = Literal["text", "latex", "typst", "mathml"]

Case = tuple[str, str]
"""A value and the condition under which it holds."""


class Notation(Protocol):
    """How mathematics is written in one format."""

    times: str
    conjunction: str
    minus: str

    def words(self, text: str) -> str: ...
    def subscript(self, base: str, index: str) -> str: ...
    def power(self, base: str, exponent: str) -> str: ...
    def sum(self, below: str, above: str, body: str) -> str: ...
    def element(self, member: str, of: str) -> str: ...
    def floor(self, body: str) -> str: ...
    def cases(self, cases: Sequence[Case]) -> str: ...
    def equations(self, equations: Sequence[tuple[str, str]]) -> str: ...


class _Plain:
    times, conjunction, minus = "·", " and ", "−"

    def words(self, text: str) -> str:
        return text

    def subscript(self, base: str, index: str) -> str:
        return f"{base}_{index}"

    def power(self, base: str, exponent: str) -> str:
        return f"{base}^{exponent}" if len(exponent) == 1 else f"{base}^({exponent})"

    def sum(self, below: str, above: str, body: str) -> str:
        return f"Σ[{below}{f' … {above}' if above else ''}] {body}"

    def element(self, member: str, of: str) -> str:
        return f"{member} in {of}"

    def floor(self, body: str) -> str:
        return f"⌊{body}⌋"

    def cases(self, cases: Sequence[Case]) -> str:
        width = max(len(value) for value, _ in cases)
        return "".join(f"\n    {value:>{width}}  {condition}" for value, condition in cases)

    def equations(self, equations: Sequence[tuple[str, str]]) -> str:
        return "\n".join(
            f"{left} ={'' if right[0] == chr(10) else ' '}{right}" for left, right in equations
        )


class _Latex:
    times, conjunction, minus = r" \cdot ", r" \text{ and } ", "-"

    def words(self, text: str) -> str:
        return rf"\text{{{text.translate(_LATEX_ESCAPES)}}}"

    def subscript(self, base: str, index: str) -> str:
        return f"{base}_{{{index}}}"

    def power(self, base: str, exponent: str) -> str:
        return f"{base}^{{{exponent}}}"

    def sum(self, below: str, above: str, body: str) -> str:
        return rf"\sum_{{{below}}}{f'^{{{above}}}' if above else ''} {body}"

    def element(self, member: str, of: str) -> str:
        return rf"{member} \in {of}"

    def floor(self, body: str) -> str:
        return rf"\lfloor {body} \rfloor"

    def cases(self, cases: Sequence[Case]) -> str:
        rows = r" \\ ".join(f"{value} & {condition}" for value, condition in cases)
        return rf"\begin{{cases}} {rows} \end{{cases}}"

    def equations(self, equations: Sequence[tuple[str, str]]) -> str:
        rows = " \\\\\n".join(f"  {left} &= {right}" for left, right in equations)
        return f"\\begin{{aligned}}\n{rows}\n\\end{{aligned}}"


_LATEX_ESCAPES = {ord(sign): f"\\{sign}" for sign in "&%$#_{}"} | {
    ord("\\"): r"\textbackslash{}",
    ord("^"): r"\textasciicircum{}",
    ord("~"): r"\textasciitilde{}",
}


class _Typst:
    times, conjunction, minus = " dot ", ' " and " ', "-"

    def words(self, text: str) -> str:
        return json.dumps(text, ensure_ascii=False)  # escapes as Typst does

    def subscript(self, base: str, index: str) -> str:
        return f"{base}_({index})"

    def power(self, base: str, exponent: str) -> str:
        return f"{base}^({exponent})"

    def sum(self, below: str, above: str, body: str) -> str:
        return f"sum_({below}){f'^({above})' if above else ''} {body}"

    def element(self, member: str, of: str) -> str:
        return f"{member} in {of}"

    def floor(self, body: str) -> str:
        return f"floor({body})"

    def cases(self, cases: Sequence[Case]) -> str:
        return f"cases({', '.join(f'{value} & {condition}' for value, condition in cases)})"

    def equations(self, equations: Sequence[tuple[str, str]]) -> str:
        rows = " \\\n".join(f"  {left} &= {right}" for left, right in equations)
        return f"$\n{rows}\n$"


class _MathMl:
    """Presentation MathML, which browsers draw by themselves."""

    times, minus = "<mo>·</mo>", "<mo>−</mo>"
    conjunction = "<mtext>\N{NO-BREAK SPACE}and\N{NO-BREAK SPACE}</mtext>"

    def words(self, text: str) -> str:
        spaced = text.replace(" ", "\N{NO-BREAK SPACE}")  # others at the ends are not drawn
        return f"<mtext>{escape(spaced)}</mtext>"

    def subscript(self, base: str, index: str) -> str:
        return f"<msub>{self._row(base)}{self._row(index)}</msub>"

    def power(self, base: str, exponent: str) -> str:
        return f"<msup>{self._row(base)}{self._row(exponent)}</msup>"

    def sum(self, below: str, above: str, body: str) -> str:
        sign = "<mo>∑</mo>"
        if above:
            head = f"<munderover>{sign}{self._row(below)}{self._row(above)}</munderover>"
        else:
            head = f"<munder>{sign}{self._row(below)}</munder>"
        return f"{head}{self._row(body)}"

    def element(self, member: str, of: str) -> str:
        return f"{self._row(member)}<mo>∈</mo>{self._row(of)}"

    def floor(self, body: str) -> str:
        return f"<mo>⌊</mo>{self._row(body)}<mo>⌋</mo>"

    def cases(self, cases: Sequence[Case]) -> str:
        rows = "".join(
            f"<mtr><mtd>{self._row(value)}</mtd><mtd>{self._row(condition)}</mtd></mtr>"
            for value, condition in cases
        )
        return f'<mrow><mo stretchy="true">{{</mo><mtable columnalign="left">{rows}</mtable></mrow>'

    def equations(self, equations: Sequence[tuple[str, str]]) -> str:
        rows = "".join(
            f"<mtr><mtd>{self._row(left)}</mtd><mtd><mo>=</mo></mtd><mtd>{self._row(right)}</mtd></mtr>"
            for left, right in equations
        )
        table = f'<mtable columnalign="right center left" displaystyle="true">{rows}</mtable>'
        return f'<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">{table}</math>'

    def _row(self, expression: str) -> str:
        """An expression as one element: what is between the tags becomes tags, too."""
        parts = []
        for tag, rest in _MATHML_PARTS.findall(expression):
            parts.append(tag or "".join(map(self._token, _MATHML_TOKENS.findall(rest))))
        return f"<mrow>{''.join(parts)}</mrow>"

    def _token(self, token: str) -> str:
        if token[0].isdigit():
            return f"<mn>{token}</mn>"
        return f"<mi>{token}</mi>" if token.isalpha() else f"<mo>{escape(token)}</mo>"


_MATHML_PARTS = re.compile(r"(<mtext>.*?</mtext>|<[^ <>][^<>]*>(?:[^<]*(?=</m[ion]>))?)|([^<]+|<)")
_MATHML_TOKENS = re.compile(r"[0-9.]+|[A-Za-z]+|[^\sA-Za-z0-9.]")

_NOTATIONS: Final[dict[Format, Notation]] = {
    "text": _Plain(),
    "latex": _Latex(),
    "typst": _Typst(),
    "mathml": _MathMl(),
}


def formula(evaluator: Evaluator, style: Format = "text") -> str:
    """The mathematical form of an evaluator; k is the target, m the number of columns."""
    writer = _Writer(_NOTATIONS[style], evaluator)
    return writer.notation.equations(writer.equations())


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
        if isinstance(term.own, Powers) and term.opponent == -term.own and term.tally:
            # A letter is a symbol; anything else, which a file may hold, is words.
            names = (name if name in ascii_letters else n.words(name) for name in term.tally)
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
