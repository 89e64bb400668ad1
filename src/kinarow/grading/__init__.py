"""How close to perfect play a player comes, and where it goes wrong."""

from kinarow.grading.grades import Grade, GradedMove, grade_moves
from kinarow.grading.labels import Labels, label
from kinarow.grading.positions import drawn_positions

__all__ = ["Grade", "GradedMove", "Labels", "drawn_positions", "grade_moves", "label"]
