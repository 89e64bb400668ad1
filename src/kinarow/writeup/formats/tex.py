r"""The mathematics that authors write between dollars, in Typst's notation and in MathML: a small
part of TeX, which needs nothing from a network.

Letters, numbers, operators, `^` and `_`, `\frac`, `\sqrt`, `\sum` and its like, `\text`, Greek
letters, brackets, `\begin{cases}`. What is beyond that is no formula here: it stays as it is
written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Final, Literal

from kinarow.evaluation.written.notations import typst_string
from kinarow.writeup.document import Formula

Kind = Literal["letter", "number", "operator", "large", "words", "named", "space"]


class UnknownTexError(Exception):
    """Something that is no part of the TeX that is understood."""


@dataclass(frozen=True, slots=True)
class _Sign:
    text: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class _Row:
    parts: tuple[_Node, ...]


@dataclass(frozen=True, slots=True)
class _Scripts:
    base: _Node
    below: _Node | None
    above: _Node | None


@dataclass(frozen=True, slots=True)
class _Fraction:
    over: _Node
    under: _Node


@dataclass(frozen=True, slots=True)
class _Root:
    inside: _Node
    degree: _Node | None


@dataclass(frozen=True, slots=True)
class _Cases:
    rows: tuple[tuple[_Node, ...], ...]


_Node = _Sign | _Row | _Scripts | _Fraction | _Root | _Cases


def tex_formula(tex: str) -> Formula | None:
    """A formula on a line of its own; None if it cannot be read."""
    try:
        tree = _read(tex)
    except UnknownTexError:
        return None
    mathml = f'<math xmlns="{_MATHML}" display="block">{_mathml(tree)}</math>'
    return Formula(tex, tex, f"$ {_typst(tree)} $", mathml)


def is_tex(tex: str) -> bool:
    """Whether it can be read."""
    try:
        _read(tex)
    except UnknownTexError:
        return False
    return True


def tex_as_mathml(tex: str) -> str:
    """A formula inside a line."""
    return f'<math xmlns="{_MATHML}">{_mathml(_read(tex))}</math>'


def tex_as_typst(tex: str) -> str:
    """A formula inside a line."""
    return f"${_typst(_read(tex))}$"


def unescaped(tex: str) -> str:
    r"""TeX in a docstring without an `r` before it, in which Python took `\f` of `\frac` for a
    character of its own, as it was written."""
    for control, letter in _CONTROLS.items():
        tex = tex.replace(control, f"\\{letter}")
    return _LOST_T.sub(r"\\t\1", tex)


_CONTROLS: Final = {"\a": "a", "\b": "b", "\f": "f", "\v": "v", "\r": "r", "\t": "t"}
_LOST_T: Final = re.compile(r"\s+(imes\b|heta\b|ext(?=\{))")
"""Tabs have become blanks by then."""

_MATHML: Final = "http://www.w3.org/1998/Math/MathML"

# ── reading ──────────────────────────────────────────────────────────────────────────────────

_TOKENS: Final = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\S|\s+", re.DOTALL)
_DEEPEST: Final = 20

_SIGNS: Final = {
    "cdot": "·", "times": "×", "div": "÷", "pm": "±", "mp": "∓", "le": "≤", "leq": "≤", "ge": "≥",
    "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "equiv": "≡", "sim": "∼", "in": "∈",
    "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩", "setminus": "∖",
    "to": "→", "rightarrow": "→", "leftarrow": "←", "Rightarrow": "⇒", "mapsto": "↦",
    "iff": "⇔", "ldots": "…", "dots": "…", "cdots": "⋯", "forall": "∀", "exists": "∃",
    "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "neg": "¬", "lnot": "¬", "mid": "∣",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "langle": "⟨", "rangle": "⟩",
    "lvert": "|", "rvert": "|", "vert": "|", "lbrace": "{", "rbrace": "}", "{": "{", "}": "}",
    "prime": "′", "circ": "∘", "ast": "∗", "star": "⋆", "%": "%", "$": "$", "#": "#", "&": "&",
    "_": "_", "|": "‖", "lt": "<", "gt": ">",
}  # fmt: skip
_LETTERS: Final = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "ϕ", "varphi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ",
    "Lambda": "Λ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    "infty": "∞", "emptyset": "∅", "ell": "ℓ", "partial": "∂",
}  # fmt: skip
_LARGE: Final = {"sum": "∑", "prod": "∏", "bigcup": "⋃", "bigcap": "⋂"}
_NAMED: Final = {
    "max", "min", "log", "ln", "exp", "sin", "cos", "tan", "arg", "lim", "sup", "inf", "sgn", "Pr",
}  # fmt: skip
_SPACES: Final = {",", ";", ":", " ", "!", "quad", "qquad", "displaystyle", "limits", "textstyle"}
_SIZES: Final = {"left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg"}
_WORDS: Final = {"text", "mathrm", "operatorname", "textit", "textbf", "mathtt", "texttt"}
_GROUPS: Final = {"mathbf", "mathit", "boldsymbol", "mathcal"}
_DOUBLED: Final = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ"}


@cache
def _read(tex: str) -> _Node:
    return _Reader(tex).all()


class _Reader:
    """Reads TeX from left to right."""

    def __init__(self, tex: str) -> None:
        self.tokens = _TOKENS.findall(tex.strip())
        self.at, self.depth = 0, 0

    def all(self) -> _Node:
        row = self.row(lambda token: False)
        if not row.parts:
            raise UnknownTexError
        return row

    def row(self, ends: Callable[[str], bool]) -> _Row:
        """Up to a token that ends it, which is not taken."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise UnknownTexError
        parts: list[_Node] = []
        while (token := self.peek()) and not ends(token):
            if token.isspace():
                self.at += 1
            elif token in "^_":
                parts.append(self.scripts(parts.pop() if parts else _Row(())))
            elif token == "'":
                self.at += 1
                base = parts.pop() if parts else _Row(())
                parts.append(_Scripts(base, None, _Sign("′", "operator")))
            else:
                parts.append(self.atom())
        self.depth -= 1
        return _Row(tuple(parts))

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        if not token or (wanted and token != wanted):
            raise UnknownTexError
        self.at += 1
        return token

    def scripts(self, base: _Node) -> _Node:
        found: dict[str, _Node] = {}
        if isinstance(base, _Scripts):  # as of a prime
            found = {s: part for s, part in (("_", base.below), ("^", base.above)) if part}
            base = base.base
        while self.peek() and self.peek() in "^_":
            sign = self.take()
            if sign in found:
                raise UnknownTexError
            found[sign] = self.argument()
        return _Scripts(base, found.get("_"), found.get("^"))

    def argument(self) -> _Node:
        self.blanks()
        token = self.peek()
        if token[:1].isdigit() and len(token) > 1:  # `\frac12` is a half
            self.tokens[self.at] = token[1:].removeprefix(".")
            return _Sign(token[0], "number")
        return self.group() if token == "{" else self.atom()

    def blanks(self) -> None:
        while self.peek().isspace():
            self.at += 1

    def group(self) -> _Row:
        self.take("{")
        inside = self.row(lambda token: token == "}")
        self.take("}")
        return inside

    def words(self) -> str:
        """What stands in braces, as it is."""
        self.blanks()
        self.take("{")
        taken = []
        while self.peek() not in ("}", ""):
            token = self.take()
            if token == "{" or (token[0] == "\\" and len(token) > 2):
                raise UnknownTexError
            taken.append(token[1] if token[0] == "\\" else token)
        self.take("}")
        return "".join(taken)

    def atom(self) -> _Node:
        token = self.take()
        if token == "{":
            self.at -= 1
            return self.group()
        if token[0] == "\\":
            return self.command(token[1:])
        if token[0].isdigit():
            return _Sign(token, "number")
        if token in "}&#%~$":
            if token == "~":
                return _Sign(" ", "space")
            raise UnknownTexError
        if token.isalpha():
            return _Sign(token, "letter")
        return _Sign("−" if token == "-" else token, "operator")

    def command(self, name: str) -> _Node:
        if name in _SIGNS:
            return _Sign(_SIGNS[name], "operator")
        if name in _LETTERS:
            return _Sign(_LETTERS[name], "letter")
        if name in _LARGE:
            return _Sign(_LARGE[name], "large")
        if name in _NAMED:
            return _Sign(name, "named")
        if name in _SPACES:
            return _Sign(" ", "space")
        if name in _SIZES:
            self.blanks()
            if self.peek() == ".":
                self.at += 1
                return _Row(())
            return self.atom()
        if name in _WORDS:
            return _Sign(self.words(), "words")
        if name in _GROUPS:
            return self.argument()
        if name == "mathbb" and (letter := self.words()) in _DOUBLED:
            return _Sign(_DOUBLED[letter], "letter")
        if name in ("frac", "dfrac", "tfrac"):
            return _Fraction(self.argument(), self.argument())
        if name == "sqrt":
            degree = None
            if self.peek() == "[":
                self.at += 1
                degree = self.row(lambda token: token == "]")
                self.take("]")
            return _Root(self.argument(), degree)
        if name == "begin" and self.words() == "cases":
            return self.cases()
        raise UnknownTexError

    def cases(self) -> _Cases:
        rows: list[tuple[_Node, ...]] = []
        while True:
            row: list[_Node] = []
            while True:
                row.append(self.row(lambda token: token in ("&", "\\\\", "\\end")))
                if self.peek() != "&":
                    break
                self.at += 1
            if len(row) > 1 or (isinstance(row[0], _Row) and row[0].parts):
                rows.append(tuple(row))
            if self.take() == "\\end":
                break
        if self.words() != "cases" or not rows:
            raise UnknownTexError
        return _Cases(tuple(rows))


# ── Typst ────────────────────────────────────────────────────────────────────────────────────


def _typst(node: _Node) -> str:
    match node:
        case _Row(parts):
            return " ".join(written for part in parts if (written := _typst(part))) or '""'
        case _Sign(text, kind):
            return _typst_sign(text, kind)
        case _Scripts(base, below, above):
            scripts = [f"b: {_typst(below)}"] if below else []
            scripts += [f"t: {_typst(above)}"] if above else []
            return f"attach({', '.join([_typst(base), *scripts])})"
        case _Fraction(over, under):
            return f"frac({_typst(over)}, {_typst(under)})"
        case _Root(inside, degree):
            return (
                f"root({_typst(degree)}, {_typst(inside)})" if degree else f"sqrt({_typst(inside)})"
            )
        case _Cases(rows):
            return f"cases({', '.join(' & '.join(map(_typst, row)) for row in rows)})"


def _typst_sign(text: str, kind: Kind) -> str:
    if kind == "words":
        return typst_string(text)
    if kind == "named":
        return f"op({typst_string(text)}, limits: #true)"
    if kind == "space":
        return "space"
    if kind == "operator" and ((text.isascii() and text not in "+=<>") or _wants_more(text)):
        return f"\\{text}"
    return text


def _wants_more(sign: str) -> bool:
    """Whether Typst waits for what belongs to it: for the other bracket, or what is under a root,
    and makes no page if that does not come."""
    return sign in "√∛∜" or unicodedata.category(sign[:1]) in ("Ps", "Pe")


# ── MathML ───────────────────────────────────────────────────────────────────────────────────


def _mathml(node: _Node) -> str:
    match node:
        case _Row(parts):
            return f"<mrow>{''.join(map(_mathml, parts))}</mrow>"
        case _Sign(text, kind):
            return _mathml_sign(text, kind)
        case _Scripts(base, below, above):
            limits = isinstance(base, _Sign) and base.kind in ("large", "named")
            names = ("munder", "mover", "munderover") if limits else ("msub", "msup", "msubsup")
            scripts = [part for part in (below, above) if part]
            name = names[2] if len(scripts) == 2 else names[0 if below else 1]
            return f"<{name}>{_in_rows([base, *scripts])}</{name}>"
        case _Fraction(over, under):
            return f"<mfrac>{_in_rows([over, under])}</mfrac>"
        case _Root(inside, degree):
            if degree:
                return f"<mroot>{_in_rows([inside, degree])}</mroot>"
            return f"<msqrt>{_mathml(inside)}</msqrt>"
        case _Cases(rows):
            cells = "".join(
                f"<mtr>{''.join(f'<mtd>{_mathml(cell)}</mtd>' for cell in row)}</mtr>"
                for row in rows
            )
            return f'<mrow><mo stretchy="true">{{</mo><mtable>{cells}</mtable></mrow>'


def _in_rows(nodes: Iterable[_Node]) -> str:
    return "".join(f"<mrow>{_mathml(node)}</mrow>" for node in nodes)


def _mathml_sign(text: str, kind: Kind) -> str:
    said = escape(text, quote=False)
    match kind:
        case "letter":
            return f"<mi>{said}</mi>"
        case "number":
            return f"<mn>{said}</mn>"
        case "words":
            return f"<mtext>{said.replace(' ', chr(0xA0))}</mtext>"
        case "named":
            return f'<mo movablelimits="true" lspace="0" rspace="0.17em">{said}</mo>'
        case "space":
            return '<mspace width="0.3em"/>'
        case "large":
            return f'<mo movablelimits="true">{said}</mo>'
        case "operator":
            return f"<mo>{said}</mo>"
