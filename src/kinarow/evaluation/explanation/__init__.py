"""The twin of `evaluate`: the same number as a list of what counted, and what a move changed in
it."""
