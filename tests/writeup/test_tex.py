"""Mathematics in an author's words: read as TeX is, printed in every format."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import typst
from hypothesis import given
from hypothesis import strategies as st

from kinarow.writeup.document import Bullets, Code, Document, Formula, Paragraph, Span
from kinarow.writeup.formats.html import as_html
from kinarow.writeup.formats.markdown import as_markdown
from kinarow.writeup.formats.tex import is_tex, tex_as_mathml, tex_as_typst, tex_formula
from kinarow.writeup.formats.typst import as_pdf, as_typst
from kinarow.writeup.markdown_input import blocks_of

KNOWN = {
    "3^2": "<msup><mrow><mn>3</mn></mrow><mrow><mn>2</mn></mrow></msup>",
    "x_i": "<msub><mrow><mi>x</mi></mrow><mrow><mi>i</mi></mrow></msub>",
    "x_i^2": "<msubsup>",
    "x^2_i": "<msubsup>",
    "x_{ij}^{n+1}": "<msubsup>",
    r"\frac{a}{b+1}": "<mfrac>",
    r"\frac12": "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow>",
    r"\sqrt{2}": "<msqrt>",
    r"\sqrt[3]{x}": "<mroot>",
    r"\sum_{n=1}^{k} 10^n \cdot (R_n - Y_n)": "<munderover>",
    r"\max_{m \in M} v(m)": "<munder>",
    r"\text{Score} = w_1 \cdot \text{own stones}": "<mtext>own\N{NO-BREAK SPACE}stones</mtext>",
    r"\alpha \le \beta \ne \infty": "<mo>≤</mo>",
    r"\left( \frac{a}{b} \right)": "<mo>(</mo>",
    r"\lfloor m / 2 \rfloor": "<mo>⌊</mo>",
    r"f(w) = \begin{cases} 9 & \text{if } n = 3, \\ 0 & \text{else} \end{cases}": "<mtable>",
    r"\mathbb{R}, \{1, 2\}, 50\%, f'": "<mi>ℝ</mi>",
    "|x| < 3; y > 1, 2": "<mo>&lt;</mo>",
    "√ 2 < √": "<mo>√</mo>",
    "⌊x": "<mo>⌊</mo>",
    r"\frac{⟦}{\rceil}": "<mo>⌉</mo>",
    "#$#".replace("$", r"\$").replace("#", r"\#"): "<mo>$</mo>",
}
UNKNOWN = (
    r"\unknown{x}", "x^", "x^1^2", "{x", "x}", r"\frac{a}", r"\begin{matrix} a \end{matrix}",
    r"\begin{cases} a", r"\text{a", "", "{" * 30 + "}" * 30, "a & b", r"\sqrt[3{x}", "\\",
)  # fmt: skip


@pytest.mark.parametrize("tex", KNOWN)
def test_formulas_that_are_known(tex: str, tmp_path: Path) -> None:
    formula = tex_formula(tex)
    assert formula is not None
    assert KNOWN[tex] in formula.mathml
    ElementTree.fromstring(formula.mathml)
    ElementTree.fromstring(tex_as_mathml(tex))
    (tmp_path / "x.typ").write_text(f"{formula.typst}\n\na {tex_as_typst(tex)} b", encoding="utf-8")
    typst.compile(str(tmp_path / "x.typ"), ignore_system_fonts=True, format="svg")


def test_typst_says_what_was_meant() -> None:
    assert tex_as_typst("3^2") == "$attach(3, t: 2)$"
    assert tex_as_typst(r"\frac{a}{b}") == "$frac(a, b)$"
    assert tex_as_typst("a/b") == r"$a \/ b$"  # which is no fraction in TeX
    assert tex_as_typst("(a, b)") == r"$\( a \, b \)$"


@pytest.mark.parametrize("tex", UNKNOWN)
def test_what_is_not_known_stays_as_it_is_written(tex: str) -> None:
    assert not is_tex(tex)
    assert tex_formula(tex) is None
    if tex and "$" not in tex and tex != "\\":
        text = f"so ${tex}$ it is"
        html = as_html(Document("", "", "", blocks_of(text)))
        assert "<math" not in html
        assert "<merror" not in html


@given(st.text(alphabet=r"\{}^_$&abfrctsqx12 ()+,;#'\"~%|", max_size=30))
def test_nothing_breaks_the_reader(tex: str) -> None:
    formula = tex_formula(tex)
    if formula is not None:
        ElementTree.fromstring(formula.mathml)


def test_whatever_can_be_read_is_a_formula_for_typst(tmp_path: Path) -> None:
    odd = (
        '"a"',
        "a;b,c:d",
        "a_b_",
        "#let",
        "@x",
        "a//b",
        "/* a",
        "b: c",
        "a..b",
        "->",
        "x^{}",
        "[1,2)",
        "a`b",
        "~",
    )
    good = [tex for tex in odd if is_tex(tex)]
    assert len(good) > 8
    (tmp_path / "x.typ").write_text("\n\n".join(map(tex_as_typst, good)), encoding="utf-8")
    typst.compile(str(tmp_path / "x.typ"), ignore_system_fonts=True, format="svg")


def test_mathematics_in_an_authors_words() -> None:
    blocks = blocks_of(
        "A line of $n$ counts $n^2$, **not** $5 and $6, nor `$x$`.\n\n"
        "- one is $\\frac{1}{2}$\n\n$$\\sum_{n} n$$\n\nThen $$x_1 * y_1$$ and more.\n\n"
        "```math\nx^2\n```\n\n$\\nosuch{1}$"
    )
    first, bullets, formula, then, second, more, fenced, unknown = blocks
    assert isinstance(first, Paragraph)
    assert [span.text for span in first.spans if span.style == "math"] == ["n", "n^2"]
    assert Span(" $5 and $6, nor ") in first.spans
    assert Span("$x$", "code") in first.spans
    assert isinstance(bullets, Bullets)
    assert bullets.items[0][1] == Span("\\frac{1}{2}", "math")
    assert isinstance(formula, Formula)
    assert formula.latex == "\\sum_{n} n"
    assert isinstance(second, Formula)
    assert second.latex == "x_1 * y_1"  # and no emphasis
    assert (then, more) == (Paragraph((Span("Then "),)), Paragraph((Span(" and more."),)))
    assert isinstance(fenced, Formula)
    assert unknown == Paragraph((Span("$\\nosuch{1}$", "code"),))
    document = Document("", "", "", blocks)
    html = as_html(document)
    assert html.count("<math") == 6
    assert "https://" not in html.replace("http://www.w3.org", "")
    assert "$n^2$" in as_markdown(document, "x")
    assert "$attach(n, t: 2)$" in as_typst(document)
    assert as_pdf(document).startswith(b"%PDF")


def test_a_docstring_without_an_r_before_it() -> None:
    """Python has taken `\\f`, `\\b` and `\\t` for characters of their own."""
    (block,) = blocks_of("$\frac{1}{2} \x08eta$")
    assert block == Paragraph((Span("\\frac{1}{2} \\beta", "math"),))
    (block,) = blocks_of("$2    imes 3$")
    assert block == Paragraph((Span("2\\times 3", "math"),))


def test_dollars_of_money_are_no_mathematics() -> None:
    (block,) = blocks_of("It costs $5, or $ 6 $ at most, or $7.")
    assert block == Paragraph((Span("It costs $5, or $ 6 $ at most, or $7."),))
    assert not any(isinstance(b, Code) for b in blocks_of("a $ b"))
