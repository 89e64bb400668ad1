"""What each move of a position is worth, by a search of its own."""
