"""How mathematics is written: as plain text, in LaTeX, in Typst and in MathML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final, Literal, Protocol

Format = Literal["text", "latex", "typst", "mathml"]

Case = tuple[str, str]
"""A value and the condition under which it holds."""


class Notation(Protocol):
    """How mathematics is written in one format."""

    times: str
    conjunction: str
    minus: str
    infinity: str

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
    infinity = "∞"

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
    infinity = r"\infty"

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


def typst_string(text: str) -> str:
    """A text as a string of Typst's."""
    return f'"{text.translate(_TYPST_ESCAPES)}"'


_TYPST_ESCAPES = {code: f"\\u{{{code:x}}}" for code in (*range(32), 127)} | {
    ord('"'): '\\"',
    ord("\\"): "\\\\",
}


class _Typst:
    times, conjunction, minus = " dot ", ' " and " ', "-"
    infinity = "infinity"

    def words(self, text: str) -> str:
        return typst_string(text)

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
    infinity = "<mi>∞</mi>"
    conjunction = "<mtext>\N{NO-BREAK SPACE}and\N{NO-BREAK SPACE}</mtext>"

    def words(self, text: str) -> str:
        spaced = text.replace(" ", "\N{NO-BREAK SPACE}")  # others at the ends are not drawn
        return f"<mtext>{escape(spaced, quote=False)}</mtext>"

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
        return f"<mi>{token}</mi>" if token.isalpha() else f"<mo>{escape(token, quote=False)}</mo>"


_MATHML_PARTS = re.compile(r"(<mtext>.*?</mtext>|<[^ <>][^<>]*>(?:[^<]*(?=</m[ion]>))?)|([^<]+|<)")
_MATHML_TOKENS = re.compile(r"[0-9.]+|[A-Za-z]+|[^\sA-Za-z0-9.]")

NOTATIONS: Final[dict[Format, Notation]] = {
    "text": _Plain(),
    "latex": _Latex(),
    "typst": _Typst(),
    "mathml": _MathMl(),
}
