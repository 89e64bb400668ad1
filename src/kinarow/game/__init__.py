"""The rules: games, positions, notation, geometry, counting."""

from kinarow.game.ending import Ending
from kinarow.game.geometry import Cell, Direction, Window
from kinarow.game.position import Position
from kinarow.game.side import Side
from kinarow.game.spec import VARIANTS, GameSpec, Variant
from kinarow.game.symmetry import Symmetry, symmetries

__all__ = [
    "VARIANTS",
    "Cell",
    "Direction",
    "Ending",
    "GameSpec",
    "Position",
    "Side",
    "Symmetry",
    "Variant",
    "Window",
    "symmetries",
]
