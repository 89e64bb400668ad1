"""Pictures of boards."""

from kinarow.drawing.diagram import Diagram, Mark
from kinarow.drawing.svg import draw_svg

__all__ = ["Diagram", "Mark", "draw_svg"]
