"""What terms come to on a board: features, the one meaning of scores, explanations and tables."""
