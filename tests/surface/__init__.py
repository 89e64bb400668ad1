"""What users can see and what they have kept, as it was recorded: it stays while the source moves.

`python -m tests.surface` records it anew, for a change that is meant; git then shows what changed.
"""
