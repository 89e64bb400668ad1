"""How close to perfect play a player comes, and where it goes wrong."""

from kinarow.grading.drawn_positions import drawn_positions
from kinarow.grading.grades import Grade, GradedMove, grade_moves
from kinarow.grading.labels import Labels, label

__all__ = ["Grade", "GradedMove", "Labels", "drawn_positions", "grade_moves", "label"]
