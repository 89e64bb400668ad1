"""Charts, as text and as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from kinarow.drawing.chart import Bar, Chart, chart_svg, chart_text

CHART = Chart(
    "Moves <lost>", (Bar("0–5", 10.0, 4.0, 22.0), Bar("6–11", 0.0, 0.0, 5.0)), "stones & more"
)


def test_text_shows_every_value_to_scale() -> None:
    title, first, second = chart_text(CHART)
    assert title == "Moves <lost>"
    assert first.count("█") == round(10 / 50 * 30)
    assert second.count("█") == 0
    assert "10.0 % (4.0–22.0)" in first


def test_svg_is_well_formed_and_has_its_numbers_in_words() -> None:
    root = ElementTree.fromstring(chart_svg(CHART))
    assert "0–5: 10.0 %" in root.attrib["aria-label"]
    space = "{http://www.w3.org/2000/svg}"
    heights = [float(bar.attrib["height"]) for bar in root.iter(f"{space}rect")]
    assert heights[0] > 0 == heights[1]
    assert ElementTree.fromstring(chart_svg(Chart("nothing", ()))) is not None
