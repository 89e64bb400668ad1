"""Pictures of boards."""

from kinarow.drawing.diagram import Diagram

__all__ = ["Diagram"]
