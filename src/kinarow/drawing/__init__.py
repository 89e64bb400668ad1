"""Pictures of boards."""

from kinarow.drawing.diagram import CellMark, Diagram
from kinarow.drawing.svg import draw_svg

__all__ = ["CellMark", "Diagram", "draw_svg"]
