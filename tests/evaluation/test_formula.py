from __future__ import annotations

import re

import pytest
import typst

from kinarow.evaluation import CATALOGUE, Evaluator
from kinarow.evaluation.written.formula import formula
from tests.evaluation.test_contract import EVERYTHING

ALL = [*CATALOGUE.values(), EVERYTHING]


def test_the_documents_formulas() -> None:
    assert formula(CATALOGUE["open-lines"]) == "Score = Σ[n = 1 … k] 10^n·(R_n − Y_n)"
    assert formula(CATALOGUE["center-window"]) == (
        "Score = S_column + S_windows + S_pattern\n"
        "S_column = 6·own(column ⌊m / 2⌋)\n"
        "S_windows = Σ[w in W] F(w)\n"
        "F(w) =\n"
        "    +1000  if own(w) = k\n"
        "      +15  if own(w) = k − 1 and empty(w) = 1\n"
        "       +6  if own(w) = k − 2 and empty(w) = 2\n"
        "      −18  if opponent(w) = k − 1 and empty(w) = 1\n"
        "       −5  if opponent(w) = k − 2 and empty(w) = 2\n"
        "        0  otherwise\n"
        "S_pattern = 25·own(. X^(k − 1) .)"
    )


@pytest.mark.parametrize("evaluator", ALL, ids=lambda e: e.name)
def test_every_weight_is_in_the_formula(evaluator: Evaluator) -> None:
    text = formula(evaluator).replace("−", "-")
    numbers = set(re.findall(r"-?\d+(?:\.\d+)?", text))
    for weight in re.findall(
        r"(?:points|own|opponent|early|mid|late|won)=(-?[\d.]+)", repr(evaluator)
    ):
        if float(weight):
            assert {weight, f"{abs(float(weight)):g}", "1"} & numbers, weight


@pytest.mark.parametrize("evaluator", ALL, ids=lambda e: e.name)
def test_typst_accepts_it(evaluator: Evaluator) -> None:
    page = typst.compile(formula(evaluator, "typst").encode(), format="svg")
    assert page


@pytest.mark.parametrize("evaluator", ALL, ids=lambda e: e.name)
def test_latex_is_balanced(evaluator: Evaluator) -> None:
    text = formula(evaluator, "latex")
    assert text.count("{") == text.count("}")
    assert sorted(re.findall(r"\\begin\{(\w+)\}", text)) == sorted(
        re.findall(r"\\end\{(\w+)\}", text)
    )
    assert "−" not in text
    assert "·" not in text
