"""Players that users write: in a file of their own, for a course, for Kaggle."""
