from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from kinarow.drawing import Diagram, draw_svg
from kinarow.evaluation import CATALOGUE, OPEN_LINES, explain
from kinarow.game import Position, Side
from tests.strategies import positions

NS = "{http://www.w3.org/2000/svg}"


@given(positions(9), st.sampled_from(sorted(CATALOGUE)))
def test_every_picture_is_well_formed_and_shows_every_stone(position: Position, name: str) -> None:
    explanation = explain(CATALOGUE[name], position, Side.FIRST)
    for diagram in (
        Diagram.of(position),
        Diagram.of(position).explained(explanation),
        Diagram.of(position).heated(explanation),
    ):
        root = ElementTree.fromstring(draw_svg(diagram, "<a> & 'b'"))
        circles = root.findall(f"{NS}circle")
        holes = position.spec.cell_count
        rings = sum(len(mark.cells) == 1 for mark in diagram.marks)
        assert len(circles) == holes + 2 * position.plies + rings
        assert root.get("aria-label") == "<a> & 'b'"
    lines = explain(CATALOGUE[name], position, Side.FIRST).contributions
    assert len(Diagram.of(position).explained(explanation).marks) == len(lines)


def test_sides_differ_without_colour() -> None:
    one = draw_svg(Diagram.of(Position.from_moves("4")))
    two = draw_svg(Diagram.of(Position.from_moves("44")))
    assert 'fill="none"' not in one
    assert 'fill="none"' in two


def test_captions_stand_under_the_columns() -> None:
    diagram = Diagram(3, 2, (), captions=("+1", "−2", "0"))
    root = ElementTree.fromstring(draw_svg(diagram))
    assert {"+1", "−2", "0"} <= {text.text for text in root.findall(f"{NS}text")}


def test_heat_is_between_minus_one_and_one() -> None:
    position = Position.from_moves("3661535465557665173364")
    heat = Diagram.of(position).heated(explain(OPEN_LINES, position, Side.FIRST)).heat
    assert min(value for _, value in heat) == -1
    assert all(-1 <= value <= 1 for _, value in heat)


def test_a_notebook_shows_a_position() -> None:
    picture = Position.from_moves("44")._repr_svg_()
    assert picture is not None
    assert "connect4, 2 stones" in picture
